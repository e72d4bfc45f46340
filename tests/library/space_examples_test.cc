// The examples of mechanics in space against equations written by hand, which know nothing of the
// library.

#include "examples/mechanics3d.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include "examples/bicycle.h"
#include "lagrange.h"
#include "multibond/simulate/simulation.h"

namespace multibond::examples {
namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using test::State;

constexpr double g = 9.81;

Result audited(Component&& model, double stop, double tolerance = 1e-10) {
  Result result = simulate(model, {.stop = stop, .tolerance = tolerance});
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-7);
  return result;
}

Vector3d vector(const Result& result, const std::string& name) {
  return {result.final(name + "[1]"), result.final(name + "[2]"), result.final(name + "[3]")};
}

/// Lagrange's equations of L = T(q, u) - V(q), u = dq/dt, with forces Q(q, u) beside, by central
/// differences: M(q) = d2T/du2, and M du/dt = dL/dq - (d/dq dT/du) u + Q.
test::Motion lagrange(const std::function<double(const VectorXd&, const VectorXd&)>& T,
                      const std::function<double(const VectorXd&)>& V,
                      const std::function<VectorXd(const VectorXd&, const VectorXd&)>& Q) {
  return [=](const State& y) {
    const Eigen::Index n = y.size() / 2;
    const VectorXd q = y.head(n), u = y.tail(n);
    // T is a quadratic form of u: its coefficients are exact.
    const auto mass = [&](const VectorXd& at) {
      MatrixXd M(n, n);
      for (Eigen::Index i = 0; i < n; ++i) {
        for (Eigen::Index j = 0; j < n; ++j) {
          const VectorXd ei = VectorXd::Unit(n, i), ej = VectorXd::Unit(n, j);
          M(i, j) = (T(at, ei + ej) - T(at, ei - ej)) / 2;
        }
      }
      return M;
    };
    const double h = 1e-4;
    // Five points: the error is of the order h^4.
    const auto slope = [&](const auto& f, Eigen::Index i) {
      const VectorXd e = VectorXd::Unit(n, i) * h;
      return ((8.0 * (f(q + e) - f(q - e)) - (f(q + 2 * e) - f(q - 2 * e))) / (12 * h)).eval();
    };
    VectorXd force = Q(q, u);
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto energy = [&](const VectorXd& at) {
        return Eigen::Matrix<double, 1, 1>(T(at, u) - V(at));
      };
      force(i) += slope(energy, i)(0);
      const MatrixXd change = slope(mass, i);
      force -= change * u * u(i);
    }
    return test::from_accelerations(y, mass(q), force);
  };
}

Matrix3d about(const Vector3d& n, double angle) {
  return Eigen::AngleAxisd(angle, n).toRotationMatrix();
}

TEST(SpaceExamples, TheDoublePendulumFollowsLagrange) {
  const auto T = [](const VectorXd& q, const VectorXd& u) {
    const Vector3d z(0, 0, 1), y(0, 1, 0);
    const Matrix3d R1 = about(z, q(0)), R2 = R1 * about(y, q(1));
    const Vector3d w1 = u(0) * z, w2 = w1 + R1 * (u(1) * y);
    const Vector3d r1 = R1 * Vector3d(1, 0, 0), r2 = R2 * Vector3d(1, 0, 0.5);
    const Vector3d v1 = w1.cross(r1), v2 = v1 + w2.cross(r2);
    const Matrix3d J = Vector3d(0.02, 0.05, 0.05).asDiagonal();
    const Vector3d b1 = R1.transpose() * w1, b2 = R2.transpose() * w2;
    return v1.squaredNorm() + 0.5 * v2.squaredNorm() + 0.5 * b1.dot(J * b1) + 0.5 * b2.dot(J * b2);
  };
  const auto V = [](const VectorXd& q) {
    const Matrix3d R1 = about({0, 0, 1}, q(0)), R2 = R1 * about({0, 1, 0}, q(1));
    const double y1 = (R1 * Vector3d(1, 0, 0))(1), y2 = y1 + (R2 * Vector3d(1, 0, 0.5))(1);
    return g * (2 * y1 + y2);
  };
  const auto none = [](const VectorXd& q, const VectorXd&) { return VectorXd(0 * q); };
  const State expected = test::reference(lagrange(T, V, none), Eigen::Vector4d(0.3, -0.4, 0, 2), 3);
  const Result result = audited(DoublePendulum3D(), 3);
  EXPECT_NEAR(result.final("Revolute1.phi"), expected(0), 1e-6);
  EXPECT_NEAR(result.final("Revolute2.phi"), expected(1), 1e-6);
  EXPECT_NEAR(result.final("Revolute1.w"), expected(2), 1e-6);
  EXPECT_NEAR(result.final("Revolute2.w"), expected(3), 1e-6);
}

/// A rigid body about a fixed point: quaternion (w, x, y, z) and rates in the body.
test::Motion pivoted(const Matrix3d& inertia,
                     const std::function<Vector3d(const Matrix3d&, const Vector3d&)>& torque) {
  return [=](const State& y) {
    const Eigen::Quaterniond q(y(0), y(1), y(2), y(3));
    const Matrix3d R = q.normalized().toRotationMatrix();  // from the body to the world
    const Vector3d w = y.tail<3>();
    const Eigen::Quaterniond rate = q * Eigen::Quaterniond(0, w(0), w(1), w(2));
    State f(7);
    f << rate.w() / 2, rate.vec() / 2,
        inertia.partialPivLu().solve(R.transpose() * torque(R, w) - w.cross(inertia * w));
    return f;
  };
}

Matrix3d point_inertia(double m, const Vector3d& r) {
  return m * (r.squaredNorm() * Matrix3d::Identity() - r * r.transpose());
}

Vector3d end_of(const State& y, const Vector3d& r) {
  return Eigen::Quaterniond(y(0), y(1), y(2), y(3)).normalized() * r;
}

TEST(SpaceExamples, TheGyroscopeFollowsEuler) {
  const Vector3d r(2, 0, 0);
  const Matrix3d inertia = Matrix3d(Vector3d(0.12, 0.06, 0.06).asDiagonal()) + point_inertia(2, r);
  const auto torque = [&](const Matrix3d& R, const Vector3d&) {
    return Vector3d((R * r).cross(Vector3d(0, -2 * g, 0)));
  };
  State start(7);
  start << 1, 0, 0, 0, 14400 * kDegree, 0, 0;
  const State expected = test::reference(pivoted(inertia, torque), start, 2.7);
  const Result result = audited(GyroscopicEffect(), 2.7);
  EXPECT_LT((vector(result, "Body1.x") - end_of(expected, r)).norm(), 1e-6);
}

TEST(SpaceExamples, TheSphericalSpringFollowsEuler) {
  const Vector3d r(2, 0, 2), hook(1.5, 0, 0.5);
  Matrix3d inertia = Matrix3d::Constant(0.1);
  inertia.diagonal().setConstant(0.01);
  inertia += point_inertia(2, r);
  const auto torque = [&](const Matrix3d& R, const Vector3d& w) {
    const Vector3d end = R * r, v = (R * w).cross(end), gap = end - hook;
    const Vector3d force =
        -10 * (gap.norm() - 1) * gap.normalized() - 0.5 * v + Vector3d(0, -2 * g, 0);
    return Vector3d(end.cross(force));
  };
  State start(7);
  start << 1, 0, 0, 0, 0, 0, 0;
  const State expected = test::reference(pivoted(inertia, torque), start, 10);
  const Result result = audited(SphericalSpring(), 10);
  EXPECT_LT((vector(result, "Body1.x") - end_of(expected, r)).norm(), 1e-6);
  EXPECT_LT((vector(result, "Body1.w") - expected.tail<3>()).norm(), 1e-6);
}

TEST(SpaceExamples, TheMarbleSwingsAsIfItWereHeavier) {
  // A spring without length pulls in proportion; rolling adds J / r^2 to the mass.
  const Result result = audited(RollingMarble(), 5);
  const double w = std::sqrt(5.0 / (2.0 + 0.02 / 0.09)), c = std::cos(5 * w), s = std::sin(5 * w);
  EXPECT_NEAR(result.final("Marble2.body.x[1]"), 2 * c, 1e-7);
  EXPECT_NEAR(result.final("Marble2.body.x[3]"), -2 * c + 6 / w * s, 1e-7);
  EXPECT_NEAR(result.final("Marble2.body.x[2]"), 0.3, 1e-12);
  // The spring pulls down too.
  EXPECT_NEAR(result.final("Marble2.contact.f_n"), 2 * g + 5 * 0.3, 1e-8);
}

TEST(SpaceExamples, ThreeBodiesFollowNewton) {
  const double mu = 6.6742;
  const auto f = [&](const State& y) {
    State rate(18);
    rate.head(9) = y.tail(9);
    for (int i = 0; i < 3; ++i) {
      Vector3d a = Vector3d::Zero();
      for (int j = 0; j < 3; ++j) {
        const Vector3d gap = y.segment<3>(3 * j) - y.segment<3>(3 * i);
        if (i != j) a += mu * gap / std::pow(gap.norm(), 3);
      }
      rate.segment<3>(9 + 3 * i) = a;
    }
    return rate;
  };
  State start(18);
  start << 3, 0, 0, -3, 0, 0, 0, 0, -3, 0, 0.8, 0, 0, -0.8, 0, 0, 0, 0.8;
  const State expected = test::reference(f, start, 5);
  const Result result = audited(ThreeBodySystem(), 5);
  for (int i = 0; i < 3; ++i) {
    const std::string body = "Body" + std::to_string(i + 1);
    EXPECT_LT((vector(result, body + ".x") - expected.segment<3>(3 * i)).norm(), 1e-6) << body;
    EXPECT_LT((vector(result, body + ".v") - expected.segment<3>(9 + 3 * i)).norm(), 1e-6) << body;
    EXPECT_EQ(vector(result, body + ".w").norm(), 0);
  }
}

TEST(SpaceExamples, TheGovernorFollowsLagrange) {
  // Turn of the shaft, height of the sleeve: arms of 1.3 m, the masses at half of its height.
  const auto lean = [](double s) { return std::asin(s / 2.6); };
  const auto T = [&](const VectorXd& q, const VectorXd& u) {
    const double a = lean(q(1)), radius = 1.3 * std::cos(a), da = u(1) / (2.6 * std::cos(a));
    const double speed2 = std::pow(1.3 * da, 2) + std::pow(radius * u(0), 2);
    return 0.5 * 0.05 * u(0) * u(0) + 2 * (0.5 * 2 * speed2 + 0.5 * 0.05 * (u(0) * u(0) + da * da));
  };
  const auto V = [](const VectorXd& q) {
    return 2 * 2 * g * q(1) / 2 + 0.5 * 160 * std::pow(q(1) - 1.6, 2);
  };
  const auto Q = [](const VectorXd&, const VectorXd& u) {
    return VectorXd(Eigen::Vector2d(10, -16 * u(1)));
  };
  const State expected = test::reference(lagrange(T, V, Q), Eigen::Vector4d(0, 1.45, 0, 0), 5);
  const Result result = audited(CentrifugalForce(), 5);
  EXPECT_NEAR(result.final("Revolute3.phi"), expected(0), 1e-6);
  EXPECT_NEAR(result.final("Prismatic1.s"), expected(1), 1e-6);
  EXPECT_NEAR(result.final("Revolute3.w"), expected(2), 1e-6);
  EXPECT_NEAR(result.final("Prismatic1.v"), expected(3), 1e-6);
}

TEST(SpaceExamples, ThePlanarLoopIsThatOfThePlane) {
  // Its equations by hand are those of the planar one; see the planar examples and lifted models.
  const Result result = audited(PlanarLoop3D(), 3);
  EXPECT_NEAR(result.final("Body2.x[3]"), 0, 1e-12);
  // Both arms are 3 m long: the lower pin is in the middle.
  EXPECT_NEAR(result.final("FixedTranslation1.frame_b.x[1]"), result.final("Prismatic1.s") / 2,
              1e-9);
}

TEST(SpaceExamples, ALoopIsNotClosedByHalfATurn) {
  // The pins meet at the start, but one side is turned by 180 degrees: the gap of orientation
  // vanishes there as well.
  PlanarLoop3D model;
  model.PlanarRevolute1.phi.start(-0.68 + 3.141592653589793);
  const Result result = simulate(model, {.stop = 0.1});
  const double expected = audited(PlanarLoop3D(), 0.1).initial("PlanarRevolute1.phi");
  EXPECT_NEAR(std::remainder(result.initial("PlanarRevolute1.phi") - expected, 2 * M_PI), 0, 1e-9);
}

TEST(SpaceExamples, TheFourBarLoopKeepsItsEnergyAndItsRodsLength) {
  const Result result = audited(FourBarLoop(), 5);
  const Vector3d a = vector(result, "FixedTranslation3.frame_a.x");
  const Vector3d b = vector(result, "FixedTranslation3.frame_b.x");
  EXPECT_NEAR((b - a).norm(), std::sqrt(1 + 0.09 + 0.01), 1e-10);
  EXPECT_NEAR(b(1), 0.2, 1e-10);
  EXPECT_NEAR(b(2), 0, 1e-10);
}

TEST(SpaceExamples, TheCradleFollowsNewton) {
  // Soft contacts spread an impact: not all of the swing goes to the last two balls.
  const auto f = [](const State& y) {
    std::array<Eigen::Vector2d, 5> at, push;
    for (int i = 0; i < 5; ++i) {
      at[i] = {0.5 * i + 2 * std::sin(y(i)), -2 * std::cos(y(i))};
      push[i].setZero();
    }
    for (int i = 0; i < 4; ++i) {
      const Eigen::Vector2d gap = at[i + 1] - at[i];
      const double depth = 0.5 - gap.norm();
      if (depth <= 0) continue;
      push[i] -= 1e9 * depth * gap.normalized();
      push[i + 1] += 1e9 * depth * gap.normalized();
    }
    State rate(10);
    for (int i = 0; i < 5; ++i) {
      const Eigen::Vector2d along(std::cos(y(i)), std::sin(y(i)));
      rate(i) = y(5 + i);
      rate(5 + i) = (along.dot(push[i]) / 2 - g * std::sin(y(i))) / 2;
    }
    return rate;
  };
  State start = State::Zero(10);
  start(0) = start(1) = -30 * kDegree;
  // Up to the impact in large steps, through it in small ones.
  const State before = test::integrated(f, start, 0.72, 2000);
  const State expected = test::integrated(f, before, 0.03, 60000);
  const Result result = audited(NewtonsCradleWeak(), 0.75);
  for (int i = 0; i < 5; ++i) {
    const std::string joint = "revolute[" + std::to_string(i + 1) + "]";
    EXPECT_NEAR(result.final(joint + ".phi"), expected(i), 1e-6) << i;
    EXPECT_NEAR(result.final(joint + ".w"), expected(5 + i), 1e-5) << i;
  }
}

TEST(SpaceExamples, BothBicyclesAreTheSame) {
  const Result one = audited(Bicycle(), 3), other = audited(Bicycle2(), 3);
  for (const char* name :
       {"Steering.phi", "RWheel.body.x[1]", "RWheel.body.x[3]", "FWRevolute.w"}) {
    const double value = one.final(name);
    EXPECT_NEAR(other.final(name), value, 1e-8 * std::max(1.0, std::abs(value))) << name;
  }
  // It rides at 4.15 m/s, almost fast enough to stay upright by itself.
  EXPECT_LT(one.final("RWheel.body.x[1]"), -10);
  EXPECT_LT(std::abs(one.final("Steering.phi")), 0.5);
  EXPECT_NEAR(one.initial("FWRevolute.phi"), 0, 1e-12);
}

}  // namespace
}  // namespace multibond::examples
