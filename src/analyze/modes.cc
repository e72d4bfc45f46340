// Coordinates on which nothing depends make zeros that repeat and have too few eigenvectors;
// computed with the others they would blur small eigenvalues to the root of the rounding. So the
// kernel K of A is split off, again and again, P being the directions beside it:
//
//     [K P]' A [K P] = [0  K'AP]      A y = l y on P:  eigenvector P y + K (K'AP y) / l
//                      [0  P'AP]
//
// To zeros of P'AP belong drifts, which are no eigenvectors but lead to those before them.
//
// What of a matrix counts as zero depends on the units of the states. So columns that are zero,
// which they are in all units, are split off first; the rest is balanced before its kernel is
// looked for.

#include "modes.h"

#include <cmath>
#include <vector>

namespace multibond {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kZero = 1e-12;  // of the largest pivot of a balanced matrix

/// Modes of A by those of P'AP, for an orthonormal [K P] with A K = 0.
dense::Modes modes_beside(const MatrixXd& A, const MatrixXd& K, const MatrixXd& P) {
  dense::Modes result;
  result.values = Eigen::VectorXcd::Zero(A.rows());
  result.vectors = Eigen::MatrixXcd::Zero(A.rows(), A.rows());
  result.vectors.leftCols(K.cols()) = K.cast<std::complex<double>>();
  if (P.cols() == 0) return result;
  const dense::Modes rest = modes_of(P.transpose() * A * P);
  const MatrixXd coupling = K.transpose() * A * P;
  for (Index j = 0; j < P.cols(); ++j) {
    Eigen::VectorXcd vector = P * rest.vectors.col(j);
    if (rest.values(j) != 0.0) vector += K * (coupling * rest.vectors.col(j)) / rest.values(j);
    result.values(K.cols() + j) = rest.values(j);
    result.vectors.col(K.cols() + j) = vector.normalized();
  }
  return result;
}

/// Sizes d of the states, powers of two, for which rows and columns of diag(d)^-1 A diag(d) are of
/// about the same length (Osborne 1960; Parlett and Reinsch 1969).
VectorXd balancing_sizes(MatrixXd A) {
  constexpr int kRounds = 50;     // sizes of parts that act one way only would go on for ever
  constexpr double kGain = 0.95;  // what a further change must be worth
  VectorXd sizes = VectorXd::Ones(A.rows());
  A.diagonal().setZero();
  bool changed = true;
  for (int round = 0; changed && round < kRounds; ++round) {
    changed = false;
    for (Index i = 0; i < A.rows(); ++i) {
      const double column = A.col(i).norm(), row = A.row(i).norm();
      if (column == 0 || row == 0) continue;
      const double factor = std::exp2(std::round(std::log2(row / column) / 2));
      if (column * factor + row / factor >= kGain * (column + row)) continue;
      A.col(i) *= factor;
      A.row(i) /= factor;
      sizes(i) *= factor;
      changed = true;
    }
  }
  return sizes;
}

dense::Modes balanced_modes(const MatrixXd& A) {
  const VectorXd sizes = balancing_sizes(A);
  const MatrixXd balanced = sizes.cwiseInverse().asDiagonal() * A * sizes.asDiagonal();
  const MatrixXd K = dense::orthonormal_kernel(balanced, kZero);
  dense::Modes result =
      K.cols() == 0 ? dense::modes(balanced)
                    : modes_beside(balanced, K, dense::orthonormal_kernel(K.transpose(), kZero));
  result.vectors = sizes.asDiagonal() * result.vectors;
  result.vectors.colwise().normalize();
  return result;
}

}  // namespace

dense::Modes modes_of(const MatrixXd& A) {
  std::vector<Index> free, others;
  for (Index i = 0; i < A.cols(); ++i) (A.col(i).isZero(0) ? free : others).push_back(i);
  if (free.empty()) return balanced_modes(A);
  const MatrixXd unit = MatrixXd::Identity(A.rows(), A.cols());
  return modes_beside(A, unit(Eigen::all, free), unit(Eigen::all, others));
}

}  // namespace multibond
