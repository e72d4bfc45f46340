/// The bond graphs of a model, for the page.
#pragma once

#include "multibond/model/component.h"
#include "tracks.h"

namespace multibond::page {

/// Adds "drawings" and "bonds" to the header. A model without bonds has neither.
void add_graphs(Component& model, Json& header);

}  // namespace multibond::page
