#include "multibond/base/dense_in_place.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Core>

namespace multibond::dense {
namespace {

using Column = Eigen::Map<Eigen::VectorXd>;
using ConstColumn = Eigen::Map<const Eigen::VectorXd>;

}  // namespace

void factorize_in_place(std::size_t n, double* A, double* exchanges) {
  for (std::size_t k = 0; k < n; ++k) {
    double* const pivots = A + k * n;
    std::size_t row = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (std::abs(pivots[i]) > std::abs(pivots[row])) row = i;
    }
    exchanges[k] = static_cast<double>(row);
    if (row != k) {
      for (std::size_t j = 0; j < n; ++j) std::swap(A[j * n + k], A[j * n + row]);
    }
    const auto rest = static_cast<Eigen::Index>(n - k - 1);
    Column below(pivots + k + 1, rest);
    below /= pivots[k];
    for (std::size_t j = k + 1; j < n; ++j) {
      Column(A + j * n + k + 1, rest) -= A[j * n + k] * below;
    }
  }
}

void solve_in_place(std::size_t n, const double* factors, const double* exchanges, double* b) {
  for (std::size_t k = 0; k < n; ++k) std::swap(b[k], b[static_cast<std::size_t>(exchanges[k])]);
  for (std::size_t k = 0; k < n; ++k) {
    const auto rest = static_cast<Eigen::Index>(n - k - 1);
    Column(b + k + 1, rest) -= b[k] * ConstColumn(factors + k * n + k + 1, rest);
  }
  for (std::size_t k = n; k-- > 0;) {
    b[k] /= factors[k * n + k];
    Column(b, static_cast<Eigen::Index>(k)) -=
        b[k] * ConstColumn(factors + k * n, static_cast<Eigen::Index>(k));
  }
}

namespace {

Eigen::Index index(std::size_t k) { return static_cast<Eigen::Index>(k); }

/// Q R = A P by reflections, the longest remaining column first; b becomes Q' b. Stops where all
/// remaining columns are short, and returns how many there were before. Columns have n numbers.
std::size_t triangularize(std::size_t n, std::size_t columns, double* A, double* b,
                          double tolerance, double* order) {
  for (std::size_t k = 0; k < columns; ++k) order[k] = static_cast<double>(k);
  const std::size_t most = std::min(n, columns);
  double longest = 0;
  for (std::size_t k = 0; k < most; ++k) {
    const Eigen::Index rest = index(n - k);
    std::size_t pivot = k;
    double length = -1;
    for (std::size_t j = k; j < columns; ++j) {
      const double square = ConstColumn(A + j * n + k, rest).squaredNorm();
      if (square > length) {
        length = square;
        pivot = j;
      }
    }
    length = std::sqrt(length);
    if (k == 0) longest = length;
    if (!(length > tolerance * longest)) return k;
    if (pivot != k) {
      std::swap(order[k], order[pivot]);
      Column(A + k * n, index(n)).swap(Column(A + pivot * n, index(n)));
    }
    // The reflection I - v v' / (v1 * diagonal), of v = column - diagonal e1.
    Column v(A + k * n + k, rest);
    const double diagonal = -std::copysign(length, v[0]);
    v[0] -= diagonal;
    const double scale = 1 / (v[0] * diagonal);
    const auto reflect = [&](double* column) {
      Column c(column, rest);
      c += scale * v.dot(c) * v;
    };
    for (std::size_t j = k + 1; j < columns; ++j) reflect(A + j * n + k);
    reflect(b + k);
    v[0] = diagonal;
  }
  return most;
}

/// x of R x = b in place, of the first `rank` rows and columns.
void solve_upper(std::size_t n, std::size_t rank, const double* R, double* b) {
  for (std::size_t k = rank; k-- > 0;) {
    b[k] /= R[k * n + k];
    Column(b, index(k)) -= b[k] * ConstColumn(R + k * n, index(k));
  }
}

/// x of least length with R P' x = b, where R has `rank` rows that count, below the diagonal none.
/// b has room for the larger of n and columns; `scales` and `image` for `columns` numbers each.
void solve_trapezoid(std::size_t n, std::size_t columns, std::size_t rank, double* R, double* b,
                     const double* order, double* scales, double* image, double* x) {
  // Reflections from the right make the columns beyond the rank zero: (R S) Z = (T 0).
  const auto entry = [&](std::size_t row, std::size_t column) -> double& {
    return R[column * n + row];
  };
  const std::size_t reflections = columns > rank ? rank : 0;
  for (std::size_t k = reflections; k-- > 0;) {
    double square = 0;
    for (std::size_t j = rank; j < columns; ++j) square += entry(k, j) * entry(k, j);
    const double first = entry(k, k);
    const double diagonal = -std::copysign(std::sqrt(first * first + square), first);
    const double v = first - diagonal;
    scales[k] = 1 / (v * diagonal);
    for (std::size_t i = 0; i < k; ++i) {
      double product = v * entry(i, k);
      for (std::size_t j = rank; j < columns; ++j) product += entry(k, j) * entry(i, j);
      product *= scales[k];
      entry(i, k) += product * v;
      for (std::size_t j = rank; j < columns; ++j) entry(i, j) += product * entry(k, j);
    }
    entry(k, k) = diagonal;
    image[k] = v;
  }
  solve_upper(n, rank, R, b);
  for (std::size_t j = rank; j < columns; ++j) b[j] = 0;
  for (std::size_t k = 0; k < reflections; ++k) {
    double product = image[k] * b[k];
    for (std::size_t j = rank; j < columns; ++j) product += entry(k, j) * b[j];
    product *= scales[k];
    b[k] += product * image[k];
    for (std::size_t j = rank; j < columns; ++j) b[j] += product * entry(k, j);
  }
  for (std::size_t k = 0; k < columns; ++k) x[static_cast<std::size_t>(order[k])] = b[k];
}

}  // namespace

void least_norm_in_place(std::size_t rows, std::size_t columns, double* A, double* b,
                         double tolerance, double* x, double* work) {
  double *const order = work, *const scales = work + columns, *const image = work + 2 * columns;
  const std::size_t rank = triangularize(rows, columns, A, b, tolerance, order);
  solve_trapezoid(rows, columns, rank, A, b, order, scales, image, x);
}

}  // namespace multibond::dense
