#include "multibond/base/dense_in_place.h"

#include <cmath>
#include <limits>
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

// Rotations of pairs of columns after Hestenes (1958), until all pairs are orthogonal.
void orthogonalize_in_place(std::size_t n, double* A, double* V) {
  constexpr int kSweeps = 40;  // six or so are enough
  const auto size = static_cast<Eigen::Index>(n);
  Eigen::Map<Eigen::MatrixXd>(V, size, size).setIdentity();
  bool rotated = true;
  for (int sweep = 0; sweep < kSweeps && rotated; ++sweep) {
    rotated = false;
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t q = p + 1; q < n; ++q) {
        Column a(A + p * n, size), b(A + q * n, size);
        const double aa = a.squaredNorm(), bb = b.squaredNorm(), ab = a.dot(b);
        if (std::abs(ab) <= std::numeric_limits<double>::epsilon() * std::sqrt(aa * bb)) continue;
        rotated = true;
        // tangent of the smaller angle that makes the product of the two zero
        const double slope = (bb - aa) / (2 * ab);
        const double t = std::copysign(1 / (std::abs(slope) + std::hypot(1, slope)), slope);
        const double c = 1 / std::sqrt(1 + t * t), s = t * c;
        const auto rotate = [c, s](double* x, double* y, std::size_t count) {
          for (std::size_t i = 0; i < count; ++i) {
            const double first = x[i];
            x[i] = c * first - s * y[i];
            y[i] = s * first + c * y[i];
          }
        };
        rotate(A + p * n, A + q * n, n);
        rotate(V + p * n, V + q * n, n);
      }
    }
  }
}

}  // namespace multibond::dense
