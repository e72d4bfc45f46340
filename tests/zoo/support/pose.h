/// Pose: where a rigid part is. Computed here, not by the library that is tested.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <cmath>

namespace multibond::zoo {

using Eigen::Matrix3d;
using Eigen::Vector3d;

inline constexpr double kPi = 3.14159265358979323846;

inline Matrix3d turn(const Vector3d& axis, double angle) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

/// The rotation as a vector: its axis, as long as its angle.
inline Vector3d rotation_vector(const Matrix3d& A) {
  const Vector3d s = Vector3d(A(2, 1) - A(1, 2), A(0, 2) - A(2, 0), A(1, 0) - A(0, 1)) / 2;
  const double sine = s.norm(), cosine = (A.trace() - 1) / 2;
  if (sine > 1e-9) return s * (std::atan2(sine, cosine) / sine);
  if (cosine > 0) return s;
  const Eigen::AngleAxisd half_turn(A);
  return half_turn.angle() * half_turn.axis();
}

/// An origin and axes (columns of A), in the coordinates of something else.
struct Pose {
  Vector3d x = Vector3d::Zero();
  Matrix3d A = Matrix3d::Identity();

  Pose operator*(const Pose& inner) const { return {x + A * inner.x, A * inner.A}; }
  Pose inverse() const { return {-(A.transpose() * x), A.transpose()}; }
  /// A point of the outer coordinates in those of the pose; rounding is cut off, so that what is
  /// meant to be zero is.
  Vector3d local(const Vector3d& point) const { return rounded(A.transpose() * (point - x)); }
  static Vector3d rounded(const Vector3d& v) {
    return v.unaryExpr([](double c) { return std::abs(c) < 4e-16 ? 0.0 : c; });
  }
};

}  // namespace multibond::zoo
