/// Causality strokes of a diagram.
#pragma once

#include "diagram.h"

namespace multibond::view {

/// Fills the lines of the diagram's bonds, which are the edges of the graph.
/// `solved`: the equations have a solution, whatever the strokes say.
void mark_causality(const bonds::BondGraph& graph, bool solved, Diagram& diagram);

}  // namespace multibond::view
