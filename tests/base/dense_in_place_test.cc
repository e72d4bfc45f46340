#include "multibond/base/dense_in_place.h"

#include <gtest/gtest.h>

#include <algorithm>
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

VectorXd least_norm(MatrixXd A, VectorXd b, double tolerance = 1e-10) {
  const auto n = static_cast<std::size_t>(A.rows());
  VectorXd x(A.rows()), work(3 * A.rows());
  least_norm_in_place(n, n, A.data(), b.data(), tolerance, x.data(), work.data());
  return x;
}

struct WithRank {
  VectorXd x;
  double last = 0;  ///< pivot by the largest
};

WithRank with_rank(MatrixXd A, VectorXd b, Eigen::Index rank) {
  const Eigen::Index n = A.rows();
  WithRank result{VectorXd(n)};
  VectorXd work(n * (n + 3));
  result.last = solve_with_rank(static_cast<std::size_t>(n), static_cast<std::size_t>(rank),
                                A.data(), b.data(), 1e-10, result.x.data(), work.data());
  return result;
}

/// A with given singular values, by reflections from both sides.
MatrixXd with_singular_values(const VectorXd& values) {
  const Eigen::Index n = values.size();
  VectorXd u = VectorXd::LinSpaced(n, 1, 2), v = VectorXd::LinSpaced(n, -2, 1.3);
  u.normalize();
  v.normalize();
  const MatrixXd I = MatrixXd::Identity(n, n);
  return (I - 2 * u * u.transpose()) * values.asDiagonal() * (I - 2 * v * v.transpose());
}

TEST(DenseInPlace, FindsTheSolutionOfLeastLength) {
  for (Eigen::Index n : {1, 2, 5, 30}) {
    for (Eigen::Index rank = n > 1 ? 1 : 0; rank <= n; ++rank) {
      VectorXd values = VectorXd::LinSpaced(n, 3, 1);
      values.tail(n - rank).setZero();
      const MatrixXd A = with_singular_values(values);
      const VectorXd b = VectorXd::LinSpaced(n, -1, 2);
      const VectorXd x = least_norm(A, b);
      // What is left over is orthogonal to the range, the solution to the kernel.
      EXPECT_LT((A.transpose() * (A * x - b)).norm(), 1e-13 * n) << n << " " << rank;
      VectorXd inverse = values;
      for (double& value : inverse) value = value > 0 ? 1 / value : 0;
      EXPECT_LT((x - with_singular_values(inverse).transpose() * b).norm(), 1e-12 * n);
    }
  }
}

TEST(DenseInPlace, FindsTheSolutionOfLeastLengthForMatricesOfAnyShape) {
  for (Eigen::Index rows : {1, 3, 7, 12}) {
    for (Eigen::Index columns : {1, 2, 7, 20}) {
      for (Eigen::Index rank = 0; rank <= std::min(rows, columns); ++rank) {
        const MatrixXd left = patternless(20).topLeftCorner(rows, rank);
        const MatrixXd right = patternless(20).bottomRightCorner(rank, columns);
        MatrixXd A = left * right;
        VectorXd b = VectorXd::LinSpaced(std::max(rows, columns), -1, 2), x(columns);
        const VectorXd given = b.head(rows);
        VectorXd work(3 * columns);
        least_norm_in_place(static_cast<std::size_t>(rows), static_cast<std::size_t>(columns),
                            A.data(), b.data(), 1e-10, x.data(), work.data());
        // What is left over is orthogonal to the range, the solution to the kernel.
        EXPECT_LT((left.transpose() * (left * (right * x) - given)).norm(), 1e-9);
        const VectorXd along = solved(right * right.transpose(), right * x);
        EXPECT_LT((right.transpose() * along - x).norm(), 1e-9) << rows << " " << columns;
      }
    }
  }
}

TEST(DenseInPlace, SolvesWithTheRankThatIsGiven) {
  for (Eigen::Index n : {1, 2, 5, 30}) {
    for (Eigen::Index rank = n > 1 ? 1 : 0; rank <= n; ++rank) {
      VectorXd values = VectorXd::LinSpaced(n, 3, 1);
      values.tail(n - rank).setZero();
      const VectorXd b = VectorXd::LinSpaced(n, -1, 2);
      const WithRank exact = with_rank(with_singular_values(values), b, rank);
      VectorXd inverse = values;
      for (double& value : inverse) value = value > 0 ? 1 / value : 0;
      EXPECT_LT((exact.x - with_singular_values(inverse).transpose() * b).norm(), 1e-12 * n);
      // What is beyond the rank and small changes as little.
      values.tail(n - rank).setConstant(1e-6);
      const WithRank near = with_rank(with_singular_values(values), b, rank);
      EXPECT_LT((near.x - exact.x).norm(), 1e-4) << n << " " << rank;
    }
  }
}

TEST(DenseInPlace, TellsHowNearASystemIsToASmallerRank) {
  for (double smallest : {0.5, 1e-3, 1e-6}) {
    VectorXd values = VectorXd::LinSpaced(12, 4, 2);
    values[11] = smallest;
    const MatrixXd A = with_singular_values(values);
    const double last = with_rank(A, VectorXd::Ones(12), 12).last;
    EXPECT_GT(last, 0.1 * smallest / 4);
    EXPECT_LT(last, 10 * smallest / 4);
  }
  VectorXd values = VectorXd::Ones(4);
  values[2] = 1e-12;
  EXPECT_LT(with_rank(with_singular_values(values), VectorXd::Ones(4), 4).last, 1e-10);
  EXPECT_EQ(with_rank(MatrixXd::Zero(3, 3), VectorXd::Ones(3), 3).last, 0);
  EXPECT_EQ(with_rank(MatrixXd::Zero(3, 3), VectorXd::Ones(3), 3).x, VectorXd::Zero(3));
  EXPECT_EQ(least_norm(MatrixXd::Zero(3, 3), VectorXd::Ones(3)), VectorXd::Zero(3));
}

}  // namespace
}  // namespace multibond::dense
