#include "multibond/compile/constraint_solver.h"

#include <fmt/format.h>

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

namespace {

std::string c99_list(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += fmt::format("{:.17g},", value);
  return text;
}

}  // namespace

/// The same steps as dense::solve_with_rank, in loops over arrays.
std::string ConstraintSolver::c99(std::string_view function_name) const {
  return fmt::format(R"(
static int {name}(const double* in, double* out, double* memory) {{
  enum {{ n = {n}, wanted = {rank} }};
  static const double row_factor[n] = {{{rows}}};
  static const double column_factor[n] = {{{columns}}};
  double A[n][n], S[n][n], b[n], t, largest = 0, last = 1;
  int row_of[n], column_of[n], i, j, k, l, rank = 0, pass;
  (void)memory;
  for (i = 0; i < n * n + n; ++i) if (!isfinite(in[i])) return 0;
  for (i = 0; i < n; ++i) {{
    for (j = 0; j < n; ++j) A[i][j] = row_factor[i] * column_factor[j] * in[i * n + j];
    row_of[i] = column_of[i] = i;
  }}
  for (; rank < wanted; ++rank) {{
    int row = rank, column = rank;
    double pivot = 0;
    k = rank;
    for (j = k; j < n; ++j) for (i = k; i < n; ++i) {{
      if (fabs(A[i][j]) > pivot) {{ pivot = fabs(A[i][j]); row = i; column = j; }}
    }}
    if (k == 0) largest = pivot;
    last = largest > 0 ? pivot / largest : 0;
    if (!(pivot > {tolerance:.17g} * largest)) break;
    for (j = 0; j < n; ++j) {{ t = A[k][j]; A[k][j] = A[row][j]; A[row][j] = t; }}
    for (i = 0; i < n; ++i) {{ t = A[i][k]; A[i][k] = A[i][column]; A[i][column] = t; }}
    i = row_of[k]; row_of[k] = row_of[row]; row_of[row] = i;
    i = column_of[k]; column_of[k] = column_of[column]; column_of[column] = i;
    for (i = k + 1; i < n; ++i) {{
      A[i][k] /= A[k][k];
      for (j = k + 1; j < n; ++j) A[i][j] -= A[i][k] * A[k][j];
    }}
  }}
  for (i = 0; i < n; ++i) b[i] = row_factor[row_of[i]] * in[n * n + row_of[i]];
  for (k = rank - 1; k >= 0; --k) for (l = k + 1; l < rank; ++l) {{
    for (i = rank; i < n; ++i) A[i][k] -= A[l][k] * A[i][l];
  }}
  for (j = rank; j < n; ++j) for (k = rank - 1; k >= 0; --k) {{
    A[k][j] /= A[k][k];
    for (i = 0; i < k; ++i) A[i][j] -= A[k][j] * A[i][k];
  }}
  for (pass = 0; pass < 2; ++pass) {{
    for (i = rank; i < n; ++i) {{
      if (pass == 0) for (k = 0; k < rank; ++k) b[i] -= A[i][k] * b[k];
      if (pass == 1) for (b[i] = 0, k = 0; k < rank; ++k) b[i] += A[k][i] * b[k];
      for (j = rank; j < n; ++j) {{
        for (t = i == j, k = 0; k < rank; ++k) {{
          t += pass == 0 ? A[i][k] * A[j][k] : A[k][i] * A[k][j];
        }}
        S[i][j] = t;
      }}
    }}
    for (k = rank; k < n; ++k) for (i = k + 1; i < n; ++i) {{
      t = S[i][k] / S[k][k];
      for (j = k + 1; j < n; ++j) S[i][j] -= t * S[k][j];
      b[i] -= t * b[k];
    }}
    for (k = n - 1; k >= rank; --k) {{
      for (j = k + 1; j < n; ++j) b[k] -= S[k][j] * b[j];
      b[k] /= S[k][k];
    }}
    for (k = 0; k < rank; ++k) for (i = rank; i < n; ++i) {{
      if (pass == 0) b[k] += A[i][k] * b[i];
      else b[k] -= A[k][i] * b[i];
    }}
    if (pass == 1) break;
    for (k = 0; k < rank; ++k) for (i = k + 1; i < rank; ++i) b[i] -= A[i][k] * b[k];
    for (k = rank - 1; k >= 0; --k) {{
      b[k] /= A[k][k];
      for (i = 0; i < k; ++i) b[i] -= A[i][k] * b[k];
    }}
  }}
  for (k = 0; k < n; ++k) out[column_of[k]] = column_factor[column_of[k]] * b[k];
  out[n] = last;
  return 1;
}}
)",
                     fmt::arg("name", function_name), fmt::arg("n", size_), fmt::arg("rank", rank_),
                     fmt::arg("rows", c99_list(row_factors_)),
                     fmt::arg("columns", c99_list(column_factors_)),
                     fmt::arg("tolerance", kRankTolerance));
}

}  // namespace multibond
