/// Pass: index reduction. Constraints between states are differentiated until the highest
/// derivatives can be determined: Pantelides' algorithm, in rounds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "multibond/compile/aliases.h"
#include "multibond/compile/graph.h"
#include "multibond/model/system.h"
#include "multibond/symbolic/derivative.h"

namespace multibond {

/// Equations with their derivatives, variables with their highest order.
struct ReducedSystem {
  /// levels[e][j]: the j-th time derivative of equation e of the system.
  std::vector<std::vector<Expr>> levels;
  /// Highest derivative order that occurs, by variable; kAbsent if the variable does not occur.
  std::vector<std::uint32_t> highest;
  /// Equation whose top level determines the highest derivative, by variable; kAbsent if none.
  std::vector<std::uint32_t> equation_of;
  std::size_t rounds = 0;
  std::size_t differentiations = 0;
  static constexpr std::uint32_t kAbsent = 0xffffffffu;

  /// Whether a leaf is an unknown that occurs.
  bool is_unknown(const Expr& leaf) const {
    return leaf.op() == Op::variable && highest[leaf.index()] != kAbsent;
  }
};

/// Throws Error where equations contain the derivative of an input that nobody gives. Where an
/// input stands for other variables, their derivatives are its own, and its rule is put in their
/// place.
void require_input_rates(System& system);

/// Total time derivative with the derivative rules of the system; conditions and discrete values
/// are constant. Throws Error where it meets an input whose rate nobody gives.
Differentiator make_time_derivative(const System& system);

/// Whether a leaf is an unknown of the continuous equations: a variable that is neither discrete
/// nor an input nor determined by position equations.
class Unknowns {
 public:
  explicit Unknowns(const System& system);
  bool operator()(const Expr& leaf) const {
    return leaf.op() == Op::variable && unknown_[leaf.index()];
  }

 private:
  std::vector<bool> unknown_;  ///< by variable
};

/// By variable: the order of the derivative that must come out in any case, because an alias names
/// it, or because initial equations, conditions, powers or actions mention it.
std::vector<std::uint32_t> demanded_orders(const System& system, const Aliases& aliases);

/// Matches the equations (all but position equations), differentiates the over-determined
/// Dulmage-Mendelsohn part, and repeats. Throws Error in terms of components if the system is
/// structurally singular.
/// `demanded[v]` is an order of derivative of variable v that must come out in any case; empty if
/// there is no such demand.
ReducedSystem reduce_index(const System& system, const std::vector<std::uint32_t>& demanded = {});

}  // namespace multibond
