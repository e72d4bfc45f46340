/// Which shares of their largest efforts dry frictions need to hold what they can hold together.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace multibond {

/// Frictions at rest. With the share s_i of its largest effort acting on each, from -1 to 1, they
/// would accelerate by
///
///     a = b - A s
///
/// A is symmetric and positive semi-definite if each row is weighted by the largest effort, as
/// here. It has no full rank where several frictions hold one motion.
struct HoldingProblem {
  Eigen::MatrixXd A;
  Eigen::VectorXd b;
};

/// How each friction goes on.
enum class Holding : signed char {
  slips_backward = -1,
  sticks = 0,  ///< holds its motion by the effort that it takes
  slips_forward = 1,
  rests,  ///< its motion is held by those that stick; its effort stays
};

struct HoldingSolution {
  Eigen::VectorXd shares;
  std::vector<Holding> holding;
};

/// Solves a_i = 0 or s_i = sign(a_i): what cannot be held moves against the largest effort. The
/// motion is unique. Where shares are not, those of least norm are taken. Of the frictions that
/// hold one motion just one sticks, and carries what the others leave.
///
/// `exceeded`: -1 or 1 for a friction that was sticking and has reached its largest effort in that
/// direction, else 0. The others that hold its motion take over as much as they can, so that it
/// is long until the next time.
HoldingSolution hold(const HoldingProblem& problem, const std::vector<int>& exceeded);

}  // namespace multibond
