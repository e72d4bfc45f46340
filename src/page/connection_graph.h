/// Which frames the parts of a mechanism join, for the page.
#pragma once

#include "multibond/model/component.h"
#include "tracks.h"

namespace multibond::page {

/// "connection_graph" of the header, of an elaborated model: `frames`, each with its ports, whether
/// it is a root, and the parts that hang on it alone; `edges` between two of them: a part, or a cut
/// connection. Null if the model has no frames.
Json connection_graph_json(const Component& model);

}  // namespace multibond::page
