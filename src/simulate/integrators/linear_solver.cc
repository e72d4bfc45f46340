#include "linear_solver.h"

#include <algorithm>
#include <new>

#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

namespace multibond {

bool prefers_sparse(const SparsePattern& pattern) {
  // Measured for one factorisation and ten solutions, dense : KLU. SUNDIALS' dense elimination is
  // a plain triple loop of some 1e9 operations a second; KLU re-uses its ordering and its pivots.
  //   n = 10: 2 to 3; n = 40, density 0.1: 17; n = 100, density 0.05: 24 (random) to 50 (band);
  //   half full and random, so that it fills in entirely: 2 to 5 for n = 30 to 400.
  // Below 16 states both take microseconds, and pivots chosen anew every time are the safer choice.
  const double n = static_cast<double>(pattern.columns());
  return n >= 16 && static_cast<double>(pattern.nonzeros()) <= 0.5 * n * n;
}

LinearSolver::LinearSolver(SUNContext context, N_Vector like, const SparsePattern& pattern,
                           LinearAlgebra choice)
    : pattern_(pattern),
      sparse_(choice == LinearAlgebra::automatic ? prefers_sparse(pattern)
                                                 : choice == LinearAlgebra::sparse),
      values_(pattern.nonzeros()) {
  if (sparse_) {
    make_sparse(context, like);
  } else {
    make_dense(context, like);
  }
  if (!matrix_ || !solver_) throw std::bad_alloc();
}

LinearSolver::~LinearSolver() {
  if (solver_) SUNLinSolFree(solver_);
  if (matrix_) SUNMatDestroy(matrix_);
}

void LinearSolver::make_dense(SUNContext context, N_Vector like) {
  const auto n = static_cast<sunindextype>(pattern_.columns());
  matrix_ = SUNDenseMatrix(n, n, context);
  if (matrix_) solver_ = SUNLinSol_Dense(like, matrix_, context);
}

void LinearSolver::make_sparse(SUNContext context, N_Vector like) {
  const std::size_t n = pattern_.columns();
  place_.resize(pattern_.nonzeros());
  diagonal_.resize(n);
  start_.reserve(n + 1);
  row_.reserve(pattern_.nonzeros() + n);
  for (std::size_t j = 0; j < n; ++j) {
    start_.push_back(static_cast<sunindextype>(row_.size()));
    bool has_diagonal = false;
    const auto put_diagonal = [&] {
      diagonal_[j] = static_cast<sunindextype>(row_.size());
      row_.push_back(static_cast<sunindextype>(j));
      has_diagonal = true;
    };
    for (std::int32_t k = pattern_.start[j]; k < pattern_.start[j + 1]; ++k) {
      const auto i = static_cast<std::size_t>(pattern_.row[k]);
      if (i > j && !has_diagonal) put_diagonal();
      place_[k] = static_cast<sunindextype>(row_.size());
      if (i == j) {
        put_diagonal();
      } else {
        row_.push_back(static_cast<sunindextype>(i));
      }
    }
    if (!has_diagonal) put_diagonal();
  }
  start_.push_back(static_cast<sunindextype>(row_.size()));

  const auto size = static_cast<sunindextype>(n);
  matrix_ = SUNSparseMatrix(size, size, static_cast<sunindextype>(row_.size()), CSC_MAT, context);
  if (!matrix_) return;
  assemble(1, 0, matrix_);
  solver_ = SUNLinSol_KLU(like, matrix_, context);
}

void LinearSolver::assemble(double identity, double factor, SUNMatrix m) const {
  const std::size_t n = pattern_.columns();
  if (!sparse_) {
    SUNMatZero(m);
    for (std::size_t j = 0; j < n; ++j) {
      double* column = SUNDenseMatrix_Column(m, static_cast<sunindextype>(j));
      for (std::int32_t k = pattern_.start[j]; k < pattern_.start[j + 1]; ++k) {
        column[pattern_.row[k]] = factor * values_[k];
      }
      column[j] += identity;
    }
    return;
  }
  // SUNDIALS clears the indices together with the values.
  std::copy(start_.begin(), start_.end(), SUNSparseMatrix_IndexPointers(m));
  std::copy(row_.begin(), row_.end(), SUNSparseMatrix_IndexValues(m));
  double* data = SUNSparseMatrix_Data(m);
  std::fill_n(data, row_.size(), 0.0);
  for (std::size_t k = 0; k < place_.size(); ++k) data[place_[k]] = factor * values_[k];
  for (std::size_t j = 0; j < n; ++j) data[diagonal_[j]] += identity;
}

}  // namespace multibond
