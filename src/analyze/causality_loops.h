/// Algebraic loops of an assigned causality.
#pragma once

#include <cstdint>
#include <vector>

#include "causality_net.h"
#include "multibond/analyze/causality.h"

namespace multibond {

/// `stroke_end[line]`: 0 or 1, the end of the line with the stroke. All are assigned, and no rule
/// is in conflict.
std::vector<Causality::Loop> causal_loops(const CausalNet& net,
                                          const std::vector<std::uint8_t>& stroke_end);

}  // namespace multibond
