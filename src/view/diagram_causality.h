/// Causality strokes of a diagram.
#pragma once

#include "diagram.h"

namespace multibond::view {

/// Fills the lines of the diagram's bonds, which are the edges of the graph.
void mark_causality(const bonds::BondGraph& graph, Diagram& diagram);

}  // namespace multibond::view
