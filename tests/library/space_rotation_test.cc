// Rotations in space against Eigen's, and the Cardan angles of all twelve sequences.
#include "multibond/library/mechanics3d/rotation.h"

#include "multibond/symbolic/evaluate.h"
#include "space_bench.h"

namespace multibond::mechanics3d {
namespace {

std::vector<Sequence> all_sequences() {
  std::vector<Sequence> result;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 3; ++k) {
        if (i != j && j != k) result.push_back({i, j, k});
      }
    }
  }
  return result;
}

template <int Rows, int Columns>
Eigen::Matrix<double, Rows, Columns> numbers(const Eigen::Matrix<Expr, Rows, Columns>& m) {
  Eigen::Matrix<double, Rows, Columns> result;
  for (int i = 0; i < m.size(); ++i) result.data()[i] = m.data()[i].number();
  return result;
}

/// Numbers as expressions: what is made of them folds to numbers.
template <int Rows, int Columns>
Eigen::Matrix<Expr, Rows, Columns> exprs(const Eigen::Matrix<double, Rows, Columns>& m) {
  return m.template cast<Expr>();
}

/// From the turned frame to the frame before: about each axis where the turns before left it.
Matrix3 turned(const Sequence& sequence, const Vector3& phi) {
  Matrix3 result = Matrix3::Identity();
  for (int i = 0; i < 3; ++i) {
    result *= turned_about(Vector3::Unit(sequence[static_cast<std::size_t>(i)]), phi(i));
  }
  return result;
}

TEST(SpaceRotation, AnglesGiveMatricesAndMatricesTheAngles) {
  const std::vector<Sequence> sequences = all_sequences();
  ASSERT_EQ(sequences.size(), 12u);
  for (const Sequence& sequence : sequences) {
    SCOPED_TRACE(fmt::format("{}{}{}", sequence[0] + 1, sequence[1] + 1, sequence[2] + 1));
    // The second angle of an Euler sequence is positive, that of a Cardan sequence below 90
    // degrees.
    const bool euler = sequence[0] == sequence[2];
    for (const double first : {-3.0, -0.4, 2.1}) {
      for (const double second : euler ? std::vector{0.3, 1.7, 2.9} : std::vector{-1.5, 0.2, 1.2}) {
        for (const double third : {-1.9, 0.6, 3.1}) {
          const Vector3 phi(first, second, third);
          const Matrix3 R = numbers(cardan_rotation(sequence, exprs(phi)));
          expect_near(R, turned(sequence, phi).transpose(), 1e-14);
          expect_near(numbers(cardan_angles(sequence, exprs(R))), phi, 1e-12);
          const ExprVector4 Q = cardan_quaternion(sequence, exprs(phi));
          expect_near(numbers(quaternion_rotation(Q)), R, 1e-14);
          expect_near(numbers(quaternion_rotation(ExprVector4(Q * Expr(3.0)))), R, 1e-14);
          const Eigen::Vector4d back = numbers(rotation_quaternion(exprs(R))), q = numbers(Q);
          expect_near(back, q(3) < 0 ? -q : q, 1e-14);
        }
      }
    }
  }
}

TEST(SpaceRotation, HalfATurnHasAQuaternionAboutAnyAxis) {
  for (const Vector3& n : {Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(1, -1, 0),
                           Vector3(0, 2, -1), Vector3(1, 1, 1), kSkew, kAskew}) {
    const Matrix3 R = turned_about(n, std::numbers::pi);
    const Eigen::Vector4d Q = numbers(rotation_quaternion(exprs(R)));
    EXPECT_NEAR(std::abs(Q.head<3>().dot(n.normalized())), 1, 1e-14);
    EXPECT_NEAR(Q(3), 0, 1e-14);
  }
}

TEST(SpaceRotation, AtTheSingularPositionTheAnglesStillGiveTheMatrix) {
  for (const Sequence& sequence : all_sequences()) {
    const bool euler = sequence[0] == sequence[2];
    for (const double second : euler ? std::vector{0.0, std::numbers::pi}
                                     : std::vector{-std::numbers::pi / 2, std::numbers::pi / 2}) {
      SCOPED_TRACE(
          fmt::format("{}{}{} at {}", sequence[0] + 1, sequence[1] + 1, sequence[2] + 1, second));
      const Matrix3 R = turned(sequence, {0.0, second, 0.0}).transpose();
      const Vector3 phi = numbers(cardan_angles(sequence, exprs(R)));
      ASSERT_TRUE(phi.allFinite());
      expect_near(Matrix3(turned(sequence, phi).transpose()), R, 1e-14);
    }
  }
}

TEST(SpaceRotation, RatesOfAnglesAndQuaternionsGiveTheAngularVelocity) {
  // By differences of the matrices: dR/dt = -w x R.
  const Vector3 phi(0.7, 0.4, -1.1), rates(0.3, -0.8, 0.5);
  const double h = 1e-4;
  for (const Sequence& sequence : all_sequences()) {
    const auto at = [&](double t) {
      return Matrix3(turned(sequence, phi + t * rates).transpose());
    };
    const Matrix3 change = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
    const Vector3 w = -test::vee(change * at(0).transpose());
    const Matrix3 K = numbers(cardan_rates(sequence, exprs(phi)));
    expect_near(K * rates, w, 1e-10);
    const ExprVector4 Q = cardan_quaternion(sequence, exprs(phi));
    const Eigen::Vector4d dQ = numbers(quaternion_rate(Q, exprs(w)));
    const auto Q_at = [&](double t) {
      return Eigen::Vector4d(numbers(cardan_quaternion(sequence, exprs(Vector3(phi + t * rates)))));
    };
    expect_near(dQ, (8 * (Q_at(h) - Q_at(-h)) - (Q_at(2 * h) - Q_at(-2 * h))) / (12 * h), 1e-10);
  }
}

TEST(SpaceRotation, AboutAnAxisTurnsRightHanded) {
  expect_near(numbers(axis_rotation(kSkew, Expr(0.7))), turned_about(kSkew, -0.7), 1e-15);
  expect_near(numbers(ExprVector3(skew(exprs(kSkew)) * exprs(kAskew))), kSkew.cross(kAskew), 1e-15);
}

}  // namespace
}  // namespace multibond::mechanics3d
