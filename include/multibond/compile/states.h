/// Pass: states. Which variables are integrated, which depend on them, and which constraints remain
/// as invariants.
#pragma once

#include <cstdint>
#include <vector>

#include "multibond/compile/aliases.h"
#include "multibond/compile/index_reduction.h"
#include "multibond/model/system.h"
#include "multibond/symbolic/node_map.h"

namespace multibond {

/// One integrated quantity.
struct State {
  Expr leaf;        ///< variable(i, k)
  Expr derivative;  ///< variable(i, k + 1), or the derivative rule of a position
};

/// A constraint that stays: its levels below the top hold along the exact solution and are kept by
/// projection; the top level determines accelerations and reactions.
struct Invariant {
  std::uint32_t equation = 0;
  std::vector<Expr> levels;  ///< position first; without the top level
  bool declared = false;     ///< stated with `invariant`: has no top level and no reaction
};

struct StateSelection {
  std::vector<State> states;
  std::vector<Invariant> invariants;
  /// Leaves to be computed, and the equations to compute them from: as many of each.
  std::vector<Expr> unknowns;
  struct Equation {
    std::uint32_t source = 0;  ///< equation of the system
    std::uint32_t level = 0;
    Expr residual;
    bool top_of_invariant = false;  ///< determines accelerations through a reaction
  };
  std::vector<Equation> equations;
  std::vector<Expr> dependent;  ///< leaves that were candidates for states and are not
};

/// A differentiated equation that can be solved for a variable with a constant coefficient makes
/// that variable dependent (a static dummy derivative). The others stay as invariants, and all
/// their variables are states. `rank`, the place of each
/// variable in canonical order, decides between equals.
StateSelection select_states(const System& system, const ReducedSystem& reduced,
                             const std::vector<std::uint32_t>& rank);

/// Throws Error where `reinit` names something that is no state: only states can jump at an event.
/// The message calls the states by the names of their derivatives (derivative_names.h).
void require_states_to_jump(const System& system, const Aliases& aliases,
                            const StateSelection& selection, const NodeMap& derivative_names);

}  // namespace multibond
