/// What the positions of coupled loops are to satisfy, in a form that leads to the closed position
/// from far away, and Levenberg-Marquardt steps on it.
///
/// Near the closed position the equations of a loop have the skew part of the rotation between its
/// ends, which is cheap. From far away it misleads: it vanishes after half a turn too, and points
/// the wrong way beyond a quarter. Here the vector of that rotation stands in its place.
#pragma once

#include <vector>

#include "problem.h"

namespace multibond {

class LoopRows {
 public:
  /// The gaps of loops, demands that are no gaps, and wishes of variables that are no states.
  LoopRows(StartProblem& problem, std::vector<std::size_t> loops, std::vector<std::size_t> demands,
           std::vector<std::size_t> wishes);

  /// Sizes of rows, from where the problem is now; and residuals and slopes there, by these sizes.
  bool set_scales(const StartColumns& columns, Eigen::VectorXd& r, Eigen::MatrixXd& J);
  /// Scaled residuals at the present values.
  bool values(Eigen::VectorXd& r);
  /// Scaled slopes where `values` was last asked for.
  bool slopes(const StartColumns& columns, Eigen::MatrixXd& J);
  /// Largest length by which a loop is open, or by which parts would have to move for a demand.
  double open_length() const { return open_length_; }

 private:
  Eigen::Index plain_gaps(const ClosureDescription& loop) const;
  Eigen::Index rows() const;

  StartProblem& problem_;
  std::vector<std::size_t> loops_, demands_, wishes_;
  std::vector<std::size_t> first_output_;  ///< of each loop of the problem
  std::vector<double> gaps_;               ///< of all loops, where `values` was last asked for
  Eigen::VectorXd scale_;
  double open_length_ = 0;
};

/// Where a search ended.
enum class SearchEnd { closed, stationary, exhausted };

/// Damped least-squares steps, none of which turns a joint by more than `angle`.
SearchEnd levenberg_marquardt(StartProblem& problem, LoopRows& rows,
                              const std::vector<std::uint32_t>& unknowns, double angle);

}  // namespace multibond
