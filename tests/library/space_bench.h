/// For the tests of parts in space: scenes, and runs that must balance their energy.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/simulate/simulation.h"
#include "space_reference.h"

namespace multibond::mechanics3d {

constexpr double g = 9.81;
/// Along no axis of coordinates.
inline const Vector3 kSkew = Vector3(1, -2, 3).normalized(),
                     kAskew = Vector3(-2, 0.5, 1).normalized();

/// A run that must end well and balance its energy.
inline Result audited(Component&& model, double stop, double tolerance = 1e-10) {
  Result result = simulate(model, {.stop = stop, .tolerance = tolerance, .intervals = 20});
  EXPECT_EQ(result.status, RunStatus::completed)
      << (result.diagnostics.empty() ? "" : result.diagnostics.back().text);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-8);
  return result;
}

struct Scene : Model {
  World world{this, "world"};
  Fixed ground{this, "ground"};
};

struct Weightless : Scene {
  Weightless() { world.gravityType = "none"; }
};

inline Vector3 vector_of(const Result& result, const std::string& path,
                         const std::string& rest = "") {
  Vector3 value;
  for (int i = 0; i < 3; ++i) value(i) = result.final(fmt::format("{}[{}]{}", path, i + 1, rest));
  return value;
}

/// Three signals y[1] … y[3] of a sensor.
inline Vector3 signals_of(const Result& result, const std::string& sensor) {
  return vector_of(result, sensor + ".y", ".value");
}

/// Axes of a frame as columns, in the world.
inline Matrix3 axes_of(const Result& result, const std::string& frame) {
  Matrix3 value;
  for (int i = 0; i < 9; ++i)
    value(i / 3, i % 3) = result.final(fmt::format("{}.R[{},{}]", frame, i % 3 + 1, i / 3 + 1));
  return value;
}

inline void expect_near(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b, double tolerance) {
  EXPECT_LE((a - b).cwiseAbs().maxCoeff(), tolerance) << a << "\nis not\n" << b;
}

/// From the body to the world after turns about its own axes, one after the other.
inline Matrix3 turned_about(const Vector3& n, double angle) {
  return Eigen::AngleAxisd(angle, n.normalized()).toRotationMatrix();
}

/// An inertia with all its entries, that of masses of different distances along skew axes.
inline Matrix3 full_inertia() {
  const Matrix3 A = turned_about(kSkew, 0.8);
  return A * Vector3(0.30, 0.45, 0.62).asDiagonal() * A.transpose();
}

inline void set_inertia(Body& body, const Matrix3& I) {
  body.I_11 = I(0, 0);
  body.I_22 = I(1, 1);
  body.I_33 = I(2, 2);
  body.I_21 = I(1, 0);
  body.I_31 = I(2, 0);
  body.I_32 = I(2, 1);
}

/// m q'' = -c q - d q', from rest at q
inline double damped(double m, double c, double d, double q, double t) {
  const double decay = d / (2 * m), w = std::sqrt(c / m - decay * decay);
  return q * std::exp(-decay * t) * (std::cos(w * t) + decay / w * std::sin(w * t));
}

}  // namespace multibond::mechanics3d
