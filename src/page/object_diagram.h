/// The object diagram of a model, for the page: its components and what connects them.
#pragma once

#include "multibond/model/component.h"
#include "tracks.h"

namespace multibond::page {

/// Adds "diagram" to the header: nodes with path, class and connected ports, and an edge per
/// connect(). A model that connects nothing has none. The model is elaborated.
void add_object_diagram(const Component& model, Json& header);

/// The icons that the diagram in the header shows, each once.
std::vector<std::string> icons_in(const Json& header);

}  // namespace multibond::page
