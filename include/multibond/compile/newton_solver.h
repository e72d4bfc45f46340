/// NewtonSolver: a non-linear block, solved by a damped Newton iteration on its torn variables.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "multibond/program/executable.h"
#include "multibond/program/program.h"

namespace multibond {

/// One variable the iteration works on.
struct IterationVariable {
  std::string name;
  double start = 0;
  double nominal = 1;
  double min = 0, max = 0;
};

/// Solves r(u, x) = 0 for x, given u.
///
/// The program maps [u, x] to [r, w], where w are the unknowns that follow from x one by one. The
/// iteration starts at the latest solution, which the memory holds; the Jacobian comes from the
/// forward derivative of the program. A start value too far away is tried again from the declared
/// start values and from a few points around them.
class NewtonSolver final : public Solver {
 public:
  NewtonSolver(std::string name, Program program, std::size_t arguments,
               std::vector<IterationVariable> variables);
  std::string name() const override { return name_; }
  std::size_t inputs() const override { return arguments_; }
  /// x, then w
  std::size_t outputs() const override { return program_.outputs.size(); }
  std::size_t memory() const override { return variables_.size(); }
  std::size_t scratch() const override { return scratch_; }
  void initialize(std::span<double> memory) const override;
  bool solve(const double* in, double* out, double* memory, double* scratch) const override;
  bool tangent(const double* in, const double* out, const double* in_dot, double* out_dot,
               double* scratch) const override;
  std::string c99(std::string_view function_name) const override;

 private:
  /// Parts of the scratch.
  struct Work {
    double* point;               ///< [u, x, seeds]
    double* value;               ///< [r, w]
    double *x, *trial;           ///< iterates
    double *step, *next;         ///< corrections
    double *matrix, *exchanges;  ///< dr/dx by columns, and its factors
    double *residual_memory, *tangent_memory;
  };
  Work parts_of(double* scratch) const;
  Work begin(const double* in, double* scratch) const;
  bool iterate(const Work& work, double* w) const;
  bool evaluate(const Work& work, const double* x) const;
  void jacobian(const Work& work) const;
  double relative_size(const double* step, const double* x) const;

  std::string name_;
  Program program_;
  std::size_t arguments_;
  std::vector<IterationVariable> variables_;
  std::shared_ptr<const Executable> residual_, tangent_;
  std::size_t scratch_;
};

/// Solves S x = b for the multipliers of a mechanism near a singular position, by the
/// pseudo-inverse: S = W W' with W the constraints in the mass norm, so a rank tolerance of 1e-4 on
/// W is 1e-8 on S. Outputs x and, last, the ratio of the smallest to the largest singular value of
/// S.
class PseudoInverseSolver final : public Solver {
 public:
  PseudoInverseSolver(std::string name, std::size_t size) : name_(std::move(name)), size_(size) {}
  std::string name() const override { return name_; }
  std::size_t inputs() const override { return size_ * size_ + size_; }
  std::size_t outputs() const override { return size_ + 1; }
  /// The system, two right-hand sides, and what the decomposition needs.
  std::size_t scratch() const override { return size_ * size_ + 5 * size_; }
  bool solve(const double* in, double* out, double* memory, double* scratch) const override;
  bool tangent(const double* in, const double* out, const double* in_dot, double* out_dot,
               double* scratch) const override;
  static constexpr double kRankTolerance = 1e-8;

 private:
  bool solve_system(const double* matrix, const double* b, double* out, double* scratch) const;

  std::string name_;
  std::size_t size_;
};

}  // namespace multibond
