/// The bond graphs of a model, for the page.
#pragma once

#include "multibond/model/component.h"
#include "tracks.h"

namespace multibond::page {

/// Adds "drawings" and "bonds" to the header. A model without bonds has neither. `simplify` leaves
/// out what one leaves out by hand: it makes textbook pictures of circuits, and takes mechanisms
/// apart.
void add_graphs(Component& model, bool simplify, Json& header);

}  // namespace multibond::page
