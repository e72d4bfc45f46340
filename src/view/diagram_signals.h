/// Signals of a diagram.
#pragma once

#include "diagram.h"

namespace multibond::view {

/// Adds an arrow for each signal: along connections, from the port that determines the value to
/// those that read it, and along expressions, from the part that a value comes from to what it
/// modulates. Blocks that take part become nodes.
void add_signals(const Component& model, const bonds::BondGraph& graph, Diagram& diagram);

/// "b" of "a.b"; a dot inside brackets does not separate names.
std::string last_name(std::string_view path);

}  // namespace multibond::view
