/// The linear systems of the implicit methods: matrix a I + b df/dy, dense or sparse (KLU).
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>

#include "multibond/simulate/dynamics.h"
#include "multibond/simulate/integrator.h"

namespace multibond {

/// True if KLU is expected to be faster than dense elimination for this pattern of df/dy.
bool prefers_sparse(const SparsePattern& pattern);

/// A SUNDIALS matrix and the solver for it, made for one pattern of df/dy.
class LinearSolver {
 public:
  /// `like` is any vector of the size of the state.
  LinearSolver(SUNContext context, N_Vector like, const SparsePattern& pattern,
               LinearAlgebra choice);
  ~LinearSolver();
  LinearSolver(const LinearSolver&) = delete;
  LinearSolver& operator=(const LinearSolver&) = delete;

  std::string_view name() const { return sparse_ ? "klu" : "dense"; }
  SUNMatrix matrix() const { return matrix_; }
  SUNLinearSolver solver() const { return solver_; }

  /// Room for the values of df/dy in the model's pattern.
  double* values() { return values_.data(); }
  /// m = identity I + factor df/dy, from values(). `m` is matrix() or a clone of it.
  void assemble(double identity, double factor, SUNMatrix m) const;

 private:
  void make_sparse(SUNContext context, N_Vector like);
  void make_dense(SUNContext context, N_Vector like);

  const SparsePattern& pattern_;
  bool sparse_;
  std::vector<double> values_;
  // Sparse: the pattern with the whole diagonal, and where each value of df/dy goes in it. Without
  // the diagonal SUNDIALS would rebuild the matrix whenever it adds the identity.
  std::vector<sunindextype> start_, row_, place_, diagonal_;
  SUNMatrix matrix_ = nullptr;
  SUNLinearSolver solver_ = nullptr;
};

}  // namespace multibond
