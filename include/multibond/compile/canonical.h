/// Canonical order of variables and equations: from what they are, not from how they are called or
/// in which order they were stated.
///
/// Passes that must choose (a matching, a state, a pivot) take the first in this order, so that
/// neither renaming nor reordering the components of a model changes what the compiler decides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "multibond/model/system.h"

namespace multibond {

struct CanonicalOrder {
  std::vector<std::uint32_t> variables, equations;          ///< indices in canonical order
  std::vector<std::uint32_t> variable_rank, equation_rank;  ///< place of each index in that order
  std::size_t rounds = 0;                                   ///< of refinement
  std::size_t visits = 0;  ///< expression nodes looked at in all rounds: a measure of the work
};

/// Colour refinement (Weisfeiler and Leman 1968), at most 8 rounds, each linear in the size of the
/// expressions. Variables come by kind, hint, local name and colour; equations by role and colour.
/// What looks alike from 8 equations away is symmetric for our purposes: names decide there, with
/// numbers in their natural order.
///
/// Limit: two functions of the same name (tables with different data) look alike.
CanonicalOrder canonical_order(const System& system);

/// Puts the equations into canonical order, from which on nothing depends on the order in which
/// things were stated. Returns the order of what is now there.
CanonicalOrder sort_equations(System& system);

}  // namespace multibond
