/// Judgement: what a plan takes for granted about the values of parameters.
///
/// Some decisions of the compiler are made by numbers: that a constraint repeats others, that a
/// difference of lengths is zero, that a coefficient is not, how equations with constant
/// coefficients combine to a hidden constraint. A plan serves other values as long as the same
/// would have been decided for them.
#pragma once

#include <memory>
#include <vector>

#include "multibond/compile/plan.h"
#include "redundancy_judge.h"

namespace multibond {

class Judgement {
 public:
  /// With the pivots in place by which the plan was made.
  explicit Judgement(const Plan& plan);
  /// Whether the plan serves these values of all parameters.
  bool holds(const std::vector<double>& values);
  /// The parameters on which that depends.
  const std::vector<bool>& parameters() const { return matters_; }

 private:
  void depend_on(const Expr& expr);
  bool same_redundancy(const std::vector<double>& values);

  std::vector<double> made_for_;      ///< values
  std::vector<bool> matters_;         ///< by parameter
  std::vector<std::uint32_t> fixed_;  ///< parameters whose very values count
  std::vector<Expr> vanishing_;       ///< expressions of parameters that are zero
  std::vector<Expr> divisors_;        ///< that are not
  std::vector<double> divisor_sizes_;
  std::vector<std::uint32_t> dropped_;   ///< reactions of redundant constraints, sorted
  std::vector<std::uint32_t> shadows_;   ///< and of those that stay
  std::unique_ptr<System> constrained_;  ///< the system before redundant constraints were dropped
  std::vector<bool> moves_loops_;        ///< parameters that matter to its loops
  std::unique_ptr<RedundancyJudge> redundancy_;
};

}  // namespace multibond
