/// The impulse bond graph in a bond graph (thesis, section 8.4).
///
/// Its bonds carry an impulse and the mean of the flows before and after. What has an effort that
/// stays finite gives no impulse, and vanishes with all that is joined to it by its effort; an
/// inertia I becomes a resistance of 2 I whose flow counts from that before the impulse.
#pragma once

#include "diagram.h"

namespace multibond::view {

/// In a diagram of all vertices and edges of the graph, in their order.
void mark_impulses(Component& model, const bonds::BondGraph& graph, Diagram& diagram);

}  // namespace multibond::view
