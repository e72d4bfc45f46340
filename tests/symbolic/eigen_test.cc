/// Expr as the scalar type of Eigen matrices.
#include <cmath>
#include <random>

#include <gtest/gtest.h>
#include <Eigen/LU>

#include "multibond/symbolic/evaluate.h"
#include "multibond/symbolic/fingerprint.h"
#include "multibond/symbolic/pool.h"
#include "symbolic/same.h"

namespace multibond {
namespace {

class EigenTest : public testing::Test {
 protected:
  EigenTest() {
    std::mt19937 random(6);
    for (double& v : values) v = std::uniform_real_distribution<>(-2, 2)(random);
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) {
        A(i, k) = leaf();
        B(i, k) = leaf();
      }
      a(i) = leaf();
      b(i) = leaf();
    }
  }

  Expr leaf() { return pool.variable(next++); }

  double number(const Expr& e) {
    return Evaluator([&](const Expr& l) { return values[l.index()]; })(e);
  }

  template <typename Matrix>
  auto numbers(const Matrix& m) {
    Eigen::Matrix<double, Matrix::RowsAtCompileTime, Matrix::ColsAtCompileTime> out(m.rows(),
                                                                                    m.cols());
    for (int i = 0; i < m.rows(); ++i) {
      for (int k = 0; k < m.cols(); ++k) out(i, k) = number(m(i, k));
    }
    return out;
  }

  ExprPool pool;
  std::uint32_t next = 0;
  std::array<double, 64> values;
  ExprMatrix3 A, B;
  ExprVector3 a, b;
};

TEST_F(EigenTest, MultipliesMatricesAndVectors) {
  const Matrix3 An = numbers(A), Bn = numbers(B);
  const Vector3 an = numbers(a), bn = numbers(b);
  const double tolerance = 1e-13;  // sums are associated differently
  EXPECT_TRUE(numbers(ExprMatrix3(A * B)).isApprox(An * Bn, tolerance));
  EXPECT_TRUE(numbers(ExprVector3(A * a - b)).isApprox(An * an - bn, tolerance));
  EXPECT_TRUE(numbers(ExprMatrix3(A.transpose() * B)).isApprox(An.transpose() * Bn, tolerance));
  EXPECT_TRUE(numbers(ExprMatrix3(a * b.transpose())).isApprox(an * bn.transpose(), tolerance));
  EXPECT_TRUE(numbers(ExprVector3(a.cross(b))).isApprox(an.cross(bn), tolerance));
  EXPECT_NEAR(number(a.dot(b)), an.dot(bn), tolerance);
  EXPECT_NEAR(number(a.squaredNorm()), an.squaredNorm(), tolerance);
  EXPECT_NEAR(number(a.norm()), an.norm(), tolerance);
  EXPECT_NEAR(number(sqrt(a.squaredNorm())), an.norm(), tolerance);
  EXPECT_NEAR(number(A.trace()), An.trace(), tolerance);
  EXPECT_NEAR(number(A.sum()), An.sum(), tolerance);
  EXPECT_TRUE(numbers(ExprVector3(a / b(0))).isApprox(an / bn(0), tolerance));
}

TEST_F(EigenTest, MixesWithNumbers) {
  const Matrix3 An = numbers(A);
  const Vector3 n(1, 2, 3);
  EXPECT_TRUE(numbers(ExprVector3(A * n)).isApprox(An * n, 1e-13));
  EXPECT_TRUE(numbers(ExprMatrix3(2.0 * A)).isApprox(2 * An, 1e-13));
  EXPECT_TRUE(numbers(ExprVector3(a.cross(n.cast<Expr>()))).isApprox(numbers(a).cross(n), 1e-13));
  EXPECT_NEAR(number(a.dot(n.cast<Expr>())), numbers(a).dot(n), 1e-13);
  // zeros disappear: the product with a unit vector is a column
  EXPECT_SAME_LIST(ExprVector3(A * Vector3::UnitX()), A.col(0));
  EXPECT_SAME_LIST(ExprMatrix3(A * ExprMatrix3::Identity()).reshaped(), A.reshaped());
  EXPECT_SAME_LIST(ExprVector3(a + ExprVector3::Zero()), a);
  EXPECT_SAME_LIST(ExprVector2(1, 2), ExprVector2(1.0, 2.0));  // values, not sizes
  EXPECT_SAME_LIST(ExprVector2(Eigen::Index{1}, Eigen::Index{2}), ExprVector2(1.0, 2.0));
}

TEST_F(EigenTest, HasDeterminantsAndInversesOfSmallMatrices) {
  const Matrix3 An = numbers(A);
  EXPECT_NEAR(number(A.determinant()), An.determinant(), 1e-13);
  EXPECT_TRUE(numbers(ExprMatrix3(A.inverse())).isApprox(An.inverse(), 1e-12));
  const Eigen::Matrix<Expr, 2, 2> small = A.topLeftCorner<2, 2>();
  EXPECT_TRUE(numbers(Eigen::Matrix<Expr, 2, 2>(small.inverse()))
                  .isApprox(An.topLeftCorner<2, 2>().inverse(), 1e-12));
  // exactly the inverse, not only at this point
  Fingerprints prints(pool);
  const ExprMatrix3 one = A * A.inverse();
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) EXPECT_TRUE(prints.equal(one(i, k), i == k ? 1.0 : 0.0));
  }
}

TEST_F(EigenTest, WorksWithDynamicSizes) {
  ExprMatrix m(4, 5);
  ExprVector v(5);
  for (int k = 0; k < 5; ++k) {
    for (int i = 0; i < 4; ++i) m(i, k) = leaf();
    v(k) = leaf();
  }
  EXPECT_TRUE(numbers(ExprVector(m * v)).isApprox(numbers(m) * numbers(v), 1e-13));
  EXPECT_TRUE(
      numbers(ExprMatrix(m * m.transpose())).isApprox(numbers(m) * numbers(m).transpose(), 1e-13));
  EXPECT_SAME(ExprVector::Zero(3)(1), Expr(0));
}

TEST_F(EigenTest, HasTheIdentitiesOfVectorCalculus) {
  Fingerprints prints(pool);
  EXPECT_TRUE(prints.is_zero(a.cross(b).dot(a)));
  // Lagrange: |a x b|^2 = |a|^2 |b|^2 - (a b)^2
  EXPECT_TRUE(prints.equal(a.cross(b).squaredNorm(),
                           a.squaredNorm() * b.squaredNorm() - a.dot(b) * a.dot(b)));
  EXPECT_TRUE(prints.equal((A * B).determinant(), A.determinant() * B.determinant()));
}

}  // namespace
}  // namespace multibond
