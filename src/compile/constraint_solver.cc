#include "multibond/compile/constraint_solver.h"

#include <algorithm>
#include <cmath>

#include "multibond/base/dense_in_place.h"

namespace multibond {
namespace {

bool finite(const double* values, std::size_t n) {
  return std::all_of(values, values + n, [](double v) { return std::isfinite(v); });
}

std::vector<double> inverse(std::vector<double> sizes) {
  for (double& size : sizes) size = size > 0 && std::isfinite(size) ? 1 / size : 1;
  return sizes;
}

}  // namespace

ConstraintSolver::ConstraintSolver(std::string name, std::size_t rank,
                                   std::vector<double> row_sizes, std::vector<double> column_sizes)
    : name_(std::move(name)),
      size_(row_sizes.size()),
      rank_(rank),
      row_factors_(inverse(std::move(row_sizes))),
      column_factors_(inverse(std::move(column_sizes))) {}

bool ConstraintSolver::solve(const double* in, double* out, double*, double* scratch) const {
  return solve_system(in, in + size_ * size_, out, scratch);
}

bool ConstraintSolver::solve_system(const double* matrix, const double* b, double* out,
                                    double* scratch) const {
  const std::size_t n = size_;
  if (!finite(matrix, n * n) || !finite(b, n)) return false;
  double *const columns = scratch, *const right = scratch + n * n, *const work = right + n;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      columns[j * n + i] = row_factors_[i] * column_factors_[j] * matrix[i * n + j];
    }
    right[i] = row_factors_[i] * b[i];
  }
  out[n] = dense::solve_with_rank(n, rank_, columns, right, kRankTolerance, out, work);
  for (std::size_t j = 0; j < n; ++j) out[j] *= column_factors_[j];
  return true;
}

bool ConstraintSolver::tangent(const double* in, const double* out, const double* in_dot,
                               double* out_dot, double* scratch) const {
  // S x = b:  S x' = b' - S' x, on the range of S.
  const std::size_t n = size_;
  double* const b = scratch + 2 * n * n + 4 * n;
  for (std::size_t i = 0; i < n; ++i) {
    b[i] = in_dot[n * n + i];
    for (std::size_t j = 0; j < n; ++j) b[i] -= in_dot[i * n + j] * out[j];
  }
  const bool solved = solve_system(in, b, out_dot, scratch);
  out_dot[n] = 0;
  return solved;
}

}  // namespace multibond
