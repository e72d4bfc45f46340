/// Pass: redundancy. Constraints that say a thing twice are dropped before index reduction,
/// together with their reactions.
#pragma once

#include <cstdint>
#include <vector>

#include "multibond/model/system.h"

namespace multibond {

struct Redundancy {
  std::vector<std::uint32_t> reactions;  ///< of the constraints to drop
  std::vector<Diagnostic> diagnostics;
};

/// Tests the rates of all constraints (those stated with a reaction) for linear dependence, at two
/// closed configurations, by pivoted QR per cluster of coupled constraints. Rows dependent at both
/// are redundant: the motion is unique without them, their reactions are not. Nearly dependent rows
/// are a warning.
Redundancy find_redundant_constraints(const System& system);

}  // namespace multibond
