#include "multibond/base/dense_in_place.h"

#include <gtest/gtest.h>

#include <cmath>

#include <Eigen/Core>

namespace multibond::dense {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Entries without any pattern.
MatrixXd patternless(Eigen::Index n) {
  MatrixXd A(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) A(i, j) = std::sin(2.3 * (i + 2) * (j + 1) + 0.7 * j * j);
  }
  return A;
}

VectorXd solved(MatrixXd A, VectorXd b) {
  VectorXd exchanges(A.rows());
  const auto n = static_cast<std::size_t>(A.rows());
  factorize_in_place(n, A.data(), exchanges.data());
  solve_in_place(n, A.data(), exchanges.data(), b.data());
  return b;
}

TEST(DenseInPlace, SolvesLinearSystems) {
  for (Eigen::Index n : {1, 2, 3, 8, 40}) {
    const MatrixXd A = patternless(n);
    const VectorXd x = VectorXd::LinSpaced(n, -1, 2);
    EXPECT_LT((solved(A, A * x) - x).norm(), 1e-10 * x.norm()) << n;
  }
}

TEST(DenseInPlace, ExchangesRowsWhereTheDiagonalIsZero) {
  MatrixXd A = MatrixXd::Zero(3, 3);
  A(0, 1) = 2;
  A(1, 2) = 4;
  A(2, 0) = 1;
  const VectorXd x = solved(A, Eigen::Vector3d(6, 8, 5));
  EXPECT_EQ(x, Eigen::Vector3d(5, 3, 2));
}

TEST(DenseInPlace, ShowsASingularMatrixInTheSolution) {
  EXPECT_FALSE(solved(MatrixXd::Ones(3, 3), Eigen::Vector3d(1, 2, 3)).allFinite());
}

TEST(DenseInPlace, MakesColumnsOrthogonalByAnOrthogonalMatrix) {
  for (Eigen::Index n : {1, 2, 5, 30}) {
    MatrixXd A = patternless(n);
    if (n > 2) A.col(1) = A.col(0) - A.col(2);  // one singular value is zero
    MatrixXd AV = A, V(n, n);
    orthogonalize_in_place(static_cast<std::size_t>(n), AV.data(), V.data());
    EXPECT_LT((V.transpose() * V - MatrixXd::Identity(n, n)).norm(), 1e-13 * n);
    EXPECT_LT((A * V - AV).norm(), 1e-13 * n * A.norm());
    MatrixXd products = AV.transpose() * AV;
    products.diagonal().setZero();
    EXPECT_LT(products.norm(), 1e-13 * n * A.squaredNorm());
  }
}

}  // namespace
}  // namespace multibond::dense
