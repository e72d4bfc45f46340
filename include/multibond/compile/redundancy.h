/// Pass: redundancy. Constraints that say a thing twice are taken out of the reduction of the
/// index, which would never end with them.
///
/// Where the same constraints are superfluous in all positions, they are dropped together with
/// their reactions. Else, as in Bennett's linkage, none of them can be spared everywhere: all stay,
/// the surplus ones as equations between accelerations (shadows), and the solver of the loops is
/// told the rank (constraint_solver.h).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "multibond/model/system.h"

namespace multibond {

struct Redundancy {
  /// Values of position variables, by number.
  using Configuration = std::unordered_map<std::uint32_t, double>;
  std::vector<std::uint32_t> reactions;  ///< of the constraints to drop
  std::vector<std::uint32_t> shadows;    ///< reactions of surplus constraints that stay
  std::vector<Diagnostic> diagnostics;
  /// Configurations in which the loops are closed; empty if there are none.
  std::vector<Configuration> closed;
  /// Reactions of loops with so much freedom that no choice of pivots suits all their positions.
  std::vector<std::uint32_t> keep;
};

/// Tests the rates of all constraints (those stated with a reaction) for linear dependence, at
/// closed configurations, by pivoted QR per cluster of coupled constraints. Rows dependent at all
/// of them are redundant: the motion is unique without them, their reactions are not. Nearly
/// dependent rows are a warning. `known` are reactions whose values other equations give: such a
/// constraint has no force to stay for.
Redundancy find_redundant_constraints(const System& system,
                                      const std::vector<std::uint32_t>& known = {});

/// Takes the constraints with these reactions out of the equations. Returns what they said, in the
/// order of the reactions.
std::vector<std::string> drop_constraints(System& system,
                                          const std::vector<std::uint32_t>& reactions);

/// Coefficient of its reaction in a constraint that stays: nothing, but for the structure.
constexpr double kShadowCompliance = 1e-30;

/// A constraint that stays as an equation between accelerations, with what it says of positions and
/// velocities.
struct Shadow {
  std::uint32_t equation = 0;
  std::vector<Expr> levels;  ///< position first
};

/// Turns the constraints with these reactions into plain equations between accelerations. `image`
/// is what stands for a reaction.
std::vector<Shadow> make_shadows(System& system, const std::vector<std::uint32_t>& reactions,
                                 const std::function<Expr(std::uint32_t)>& image);

}  // namespace multibond
