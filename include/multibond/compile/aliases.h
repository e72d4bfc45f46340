/// Pass: aliases and constants. Bond graphs and connections state a = b, a = -b, a = 0 and
/// der(a) = b by the thousand; they are removed before anything is solved.
#pragma once

#include <cstdint>
#include <vector>

#include "multibond/compile/canonical.h"
#include "multibond/model/system.h"

namespace multibond {

/// What became of a variable: sign * the order-th derivative of `root`, or a constant.
struct AliasTarget {
  std::uint32_t root = 0;
  std::uint32_t order = 0;
  double sign = 1;
  bool constant = false;
  Expr value = 0.0;  ///< if constant: an expression of parameters
};

class Aliases {
 public:
  std::vector<AliasTarget> targets;  ///< by variable
  /// The k-th derivative of a variable in terms of the remaining ones.
  Expr image(ExprPool& pool, std::uint32_t variable, std::uint32_t order) const;
  /// An expression of any variables in terms of the remaining ones.
  Expr image(const Expr& expr) const;
  /// How many variables the equations still have to determine.
  std::size_t remaining(const System& system) const;
};

/// An equation that says nothing new.
struct IdleEquation {
  SystemEquation equation;
  std::vector<std::string> parts;  ///< whose equations say it already
};

/// Relative size of a difference that is taken for zero.
constexpr double kVanishes = 1e-12;

struct AliasRemoval {
  Aliases aliases;
  std::size_t equations_removed = 0;
  std::vector<std::string> dropped_constraints;  ///< 0 = 0: text of the constraint and its reaction
  std::vector<IdleEquation> idle_equations;      ///< the first few, if something else is missing
  std::vector<Expr> vanishing;  ///< expressions of parameters that were taken for zero
};

/// Replaces der(x) by its rule where a port declares one.
void apply_derivative_rules(System& system);

/// Removes alias equations from the system and rewrites all that is left in terms of the remaining
/// variables. A constraint that becomes 0 = 0 is dropped together with its reaction; constraints
/// themselves never become aliases. Throws Error if equations contradict each other.
/// `zero` lists variables that are to be zero (reactions of constraints dropped elsewhere).
AliasRemoval remove_aliases(System& system, const CanonicalOrder& order,
                            const std::vector<std::uint32_t>& zero = {});

/// The same once more, of a system whose aliases were removed before, for variables that have
/// proved to be zero since. What it finds includes what was `known`. None of the variables may be
/// known to have another value.
AliasRemoval remove_more_aliases(System& reduced, const CanonicalOrder& order, AliasRemoval known,
                                 const std::vector<std::uint32_t>& zero);

}  // namespace multibond
