/// ConstraintSolver: the forces with which the loops of a mechanism are held together.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "multibond/program/program.h"

namespace multibond {

/// Solves S x = b for the multipliers of coupled loops, S = G M^-1 G' (G the rates of their
/// constraints, M the masses), and for what else only the loops determine.
///
/// Redundant constraints make S rank-deficient, by the same number in all positions in which the
/// loops are closed. But a stage of an integrator is a little off those, and there a redundant row
/// seems to say something new, with a contradiction of the same size: obeyed, it would change the
/// accelerations at random. So S is given the rank that was found when the model was compiled
/// (dense::solve_with_rank): all rows count alike, the motion is that of any independent set of
/// them, and of all reactions that make it the least ones are taken. A position is singular where
/// even that rank is not reached; below 1e-5 of the constraints in the mass norm, which is 1e-10 of
/// S, directions are left out.
///
///     in:   S by rows | b
///     out:  x | the last pivot by the largest: how regular the position is
class ConstraintSolver final : public Solver {
 public:
  /// Typical sizes of rows and columns of S, so that forces and torques can be compared: S_ij is
  /// about row_size[i] * column_size[j]. They must not follow the position, or a row that vanishes
  /// there would be made of noise.
  ConstraintSolver(std::string name, std::size_t rank, std::vector<double> row_sizes,
                   std::vector<double> column_sizes);
  std::string name() const override { return name_; }
  std::size_t inputs() const override { return size_ * size_ + size_; }
  std::size_t outputs() const override { return size_ + 1; }
  /// The system, two right-hand sides, and what the decomposition needs.
  std::size_t scratch() const override { return 2 * size_ * size_ + 5 * size_; }
  bool solve(const double* in, double* out, double* memory, double* scratch) const override;
  bool tangent(const double* in, const double* out, const double* in_dot, double* out_dot,
               double* scratch) const override;
  std::string c99(std::string_view function_name) const override;
  std::size_t rank() const { return rank_; }
  static constexpr double kRankTolerance = 1e-10;

 private:
  bool solve_system(const double* matrix, const double* b, double* out, double* scratch) const;

  std::string name_;
  std::size_t size_, rank_;
  std::vector<double> row_factors_, column_factors_;
};

}  // namespace multibond
