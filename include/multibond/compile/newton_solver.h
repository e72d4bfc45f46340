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
/// Jacobian comes from the forward derivative of the program. The first solution is searched for
/// from the declared start values and from a few points around them. From then on the latest
/// solution is followed, in smaller parts of the way from the latest arguments to the new ones if
/// need be: where it ends, at a fold, there is no answer, rather than one of another branch.
///
///     memory:   x, w of the latest solution | whether there is one | its u
class NewtonSolver final : public Solver {
 public:
  /// What to do where the equations do not determine all unknowns: fail, or take the nearest of all
  /// solutions.
  enum class Undetermined : std::uint8_t { fails, nearest };
  /// `whole`, if given, is the same block with all unknowns as iteration variables, [x, w] in this
  /// order: it is tried where the iteration on x alone does not converge.
  NewtonSolver(std::string name, Program program, std::size_t arguments,
               std::vector<IterationVariable> variables,
               std::shared_ptr<const NewtonSolver> whole = nullptr,
               Backend backend = default_backend(),
               Undetermined undetermined = Undetermined::fails);
  std::string name() const override { return name_; }
  std::size_t inputs() const override { return arguments_; }
  /// x, then w
  std::size_t outputs() const override { return program_.outputs.size(); }
  std::size_t memory() const override { return outputs() + 1 + arguments_; }
  std::size_t scratch() const override { return scratch_; }
  std::string failure(const double* memory) const override;
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
    double *kept, *rank_work;    ///< dr/dx where it may lose rank, and room for such a solution
    double *residual_memory, *tangent_memory;
  };
  /// Parts of the scratch of one call.
  struct Attempt {
    Work torn;
    double *guess, *u;  ///< [x, w], arguments on the way
    double* whole;      ///< scratch of the iteration on all unknowns
  };
  Work parts_of(double* scratch) const;
  Work begin(const double* in, double* scratch) const;
  Attempt begin_attempt(const double* in, double* scratch) const;
  bool attempt(const Attempt& attempt, const double* in, const double* guess, double* out) const;
  bool follow(const Attempt& attempt, const double* in, const double* memory, double* out) const;
  bool search(const Attempt& attempt, const double* in, double* out) const;
  bool iterate(const Work& work, double* out) const;
  bool converge(const Work& work) const;
  bool is_rounding(const Work& work) const;
  bool evaluate(const Work& work, const double* x) const;
  void jacobian(const Work& work) const;
  void factorize(const Work& work) const;
  void correction(const Work& work, double* residual) const;
  bool is_contradiction(const Work& work, const double* x) const;
  double relative_size(const double* step, const double* x) const;

  std::string name_;
  Program program_;
  std::size_t arguments_;
  std::vector<IterationVariable> variables_;
  std::shared_ptr<const NewtonSolver> whole_;
  bool nearest_;  ///< of all solutions, where there are many
  std::shared_ptr<const Executable> residual_, tangent_;
  std::size_t scratch_;
};

}  // namespace multibond
