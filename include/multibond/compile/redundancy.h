/// Pass: redundancy. Constraints that say a thing twice are dropped before index reduction,
/// together with their reactions.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "multibond/model/system.h"

namespace multibond {

struct Redundancy {
  /// Values of position variables, by number.
  using Configuration = std::unordered_map<std::uint32_t, double>;
  std::vector<std::uint32_t> reactions;  ///< of the constraints to drop
  std::vector<Diagnostic> diagnostics;
  /// Two configurations in which the loops are closed; empty if there are none.
  std::array<Configuration, 2> closed;
  /// Reactions of loops with so much freedom that no choice of pivots suits all their positions.
  std::vector<std::uint32_t> keep;
};

/// Tests the rates of all constraints (those stated with a reaction) for linear dependence, at two
/// closed configurations, by pivoted QR per cluster of coupled constraints. Rows dependent at both
/// are redundant: the motion is unique without them, their reactions are not. Nearly dependent rows
/// are a warning.
Redundancy find_redundant_constraints(const System& system);

/// Takes the constraints with these reactions out of the equations. Returns what they said, in the
/// order of the reactions.
std::vector<std::string> drop_constraints(System& system,
                                          const std::vector<std::uint32_t>& reactions);

}  // namespace multibond
