#include "multibond/base/dense.h"

#include <gtest/gtest.h>

#include <cmath>

namespace multibond::dense {
namespace {

/// Entries without any pattern.
MatrixXd some_matrix(Eigen::Index n) {
  MatrixXd A(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) A(i, j) = std::sin(1.7 * (i + 1) * (j + 2) + 0.3 * i * i);
  }
  return A;
}

void expect_factors(const MatrixXd& A) {
  const SingularValues svd = singular_values(A);
  const Eigen::Index n = A.rows();
  const double size = A.norm();
  EXPECT_LT((svd.U * svd.values.asDiagonal() * svd.V.transpose() - A).norm(), 1e-13 * size * n);
  EXPECT_LT((svd.U.transpose() * svd.U - MatrixXd::Identity(n, n)).norm(), 1e-12);
  EXPECT_LT((svd.V.transpose() * svd.V - MatrixXd::Identity(n, n)).norm(), 1e-12);
  for (Eigen::Index i = 0; i < n; ++i) {
    EXPECT_GE(svd.values[i], 0);
    if (i > 0) {
      EXPECT_LE(svd.values[i], svd.values[i - 1]);
    }
  }
}

TEST(SingularValues, MultiplyBackToTheMatrix) {
  for (const Eigen::Index n : {1, 2, 7, 30}) {
    const MatrixXd A = some_matrix(n);
    expect_factors(A);
    expect_factors(A + A.transpose());   // symmetric, of both signs
    expect_factors(A * A.transpose());   // symmetric, not negative
    expect_factors(-A * A.transpose());  // and the opposite
  }
}

TEST(SingularValues, OfAMatrixThatLacksRankEndInZero) {
  MatrixXd W = some_matrix(6);
  W.row(5) = 2 * W.row(1) - W.row(3);
  const SingularValues svd = singular_values(W * W.transpose());
  EXPECT_LT(svd.values[5], 1e-14 * svd.values[0]);
  EXPECT_GT(svd.values[4], 1e-8 * svd.values[0]);
}

}  // namespace
}  // namespace multibond::dense
