#include "multibond/base/dense.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

#include "multibond/base/dense_in_place.h"

namespace multibond::dense {

struct LuFactors::Factors {
  Eigen::PartialPivLU<MatrixXd> lu;
};

LuFactors::LuFactors(const MatrixXd& A) : factors_(new Factors{Eigen::PartialPivLU<MatrixXd>(A)}) {}
LuFactors::LuFactors(LuFactors&&) noexcept = default;
LuFactors& LuFactors::operator=(LuFactors&&) noexcept = default;
LuFactors::~LuFactors() = default;

VectorXd LuFactors::solve(const VectorXd& b) const { return factors_->lu.solve(b); }
MatrixXd LuFactors::solve(const MatrixXd& B) const { return factors_->lu.solve(B); }

MatrixXd inverse(const MatrixXd& A) {
  return LuFactors(A).solve(MatrixXd(MatrixXd::Identity(A.rows(), A.cols())));
}

VectorXd carefully_solved(const MatrixXd& A, const VectorXd& b) {
  return Eigen::FullPivLU<MatrixXd>(A).solve(b);
}

bool is_invertible(const MatrixXd& A, double tolerance) {
  if (A.size() == 0) return A.rows() == A.cols();
  Eigen::FullPivLU<MatrixXd> lu(A);
  lu.setThreshold(tolerance);
  return lu.isInvertible();
}

MatrixXd kernel(const MatrixXd& A, double tolerance) {
  if (A.cols() == 0) return MatrixXd::Zero(0, 1);
  if (A.rows() == 0) return MatrixXd::Identity(A.cols(), A.cols());
  Eigen::FullPivLU<MatrixXd> lu(A);
  lu.setThreshold(tolerance);
  return lu.kernel();
}

MatrixXd orthonormal_kernel(const MatrixXd& A, double tolerance) {
  const Eigen::Index n = A.cols();
  if (A.rows() == 0) return MatrixXd::Identity(n, n);
  // What remains of Q when A' P = Q R.
  Eigen::ColPivHouseholderQR<MatrixXd> qr;
  qr.setThreshold(tolerance);
  qr.compute(A.transpose());
  const MatrixXd Q = qr.householderQ();
  return Q.rightCols(n - qr.rank());
}

VectorXd least_norm_solution(const MatrixXd& A, const VectorXd& b, double rank_tolerance) {
  MatrixXd factors = A;
  VectorXd right(std::max(A.rows(), A.cols())), x(A.cols()), work(3 * A.cols());
  right.head(A.rows()) = b;
  least_norm_in_place(static_cast<std::size_t>(A.rows()), static_cast<std::size_t>(A.cols()),
                      factors.data(), right.data(), rank_tolerance, x.data(), work.data());
  return x;
}

VectorXd damped_solution(const MatrixXd& A, const VectorXd& b, double mu) {
  // (A'A + mu)^-1 A' = A' (A A' + mu)^-1: the smaller of the two is solved.
  const bool wide = A.rows() < A.cols();
  MatrixXd gram = wide ? MatrixXd(A * A.transpose()) : MatrixXd(A.transpose() * A);
  gram.diagonal().array() += mu;
  const Eigen::LDLT<MatrixXd> factors(gram);
  if (wide) return A.transpose() * factors.solve(b);
  return factors.solve(A.transpose() * b);
}

std::vector<PivotedRow> pivoted_rows(const MatrixXd& A) {
  const Eigen::Index n = std::min(A.rows(), A.cols());
  std::vector<PivotedRow> rows;
  if (n == 0) return rows;
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(A.transpose());
  for (Eigen::Index i = 0; i < n; ++i) {
    rows.push_back({static_cast<std::size_t>(qr.colsPermutation().indices()[i]),
                    std::abs(qr.matrixR()(i, i))});
  }
  return rows;
}

namespace {

/// Of a symmetric matrix Q L Q': |L|, with the signs in V. Ten times faster than in general.
SingularValues symmetric_singular_values(const MatrixXd& A) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(A);
  const Eigen::Index n = A.rows();
  std::vector<Eigen::Index> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), Eigen::Index{0});
  const VectorXd& values = solver.eigenvalues();
  std::sort(order.begin(), order.end(), [&](Eigen::Index a, Eigen::Index b) {
    return std::abs(values[a]) > std::abs(values[b]);
  });
  SingularValues result{MatrixXd(n, n), VectorXd(n), MatrixXd(n, n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    const Eigen::Index k = order[static_cast<std::size_t>(i)];
    result.U.col(i) = solver.eigenvectors().col(k);
    result.values[i] = std::abs(values[k]);
    result.V.col(i) = (values[k] < 0 ? -1.0 : 1.0) * result.U.col(i);
  }
  return result;
}

}  // namespace

SingularValues singular_values(const MatrixXd& A) {
  assert(A.rows() == A.cols());
  // What differs by rounding only is taken for equal; NaN is left to the general method.
  constexpr double kRounding = 1e-13;
  if (A.size() > 0 &&
      (A - A.transpose()).cwiseAbs().maxCoeff() <= kRounding * A.cwiseAbs().maxCoeff()) {
    return symmetric_singular_values((A + A.transpose()) / 2);
  }
  using Svd = Eigen::JacobiSVD<MatrixXd, Eigen::NoQRPreconditioner>;
  const Svd svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {svd.matrixU(), svd.singularValues(), svd.matrixV()};
}

VectorXcd eigenvalues(const MatrixXd& A) {
  return Eigen::EigenSolver<MatrixXd>(A, /*computeEigenvectors=*/false).eigenvalues();
}

Modes modes(const MatrixXd& A) {
  const Eigen::EigenSolver<MatrixXd> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace multibond::dense
