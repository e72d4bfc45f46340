/// Reference motions of mechanisms in space, from d'Alembert's principle in Lagrange's form.
///
/// A test says where bodies are as a function of coordinates q; velocities, Jacobians and
/// accelerations follow by differentiating that function exactly (Taylor coefficients of order
/// two), and the equations of motion by projection:
///
///     sum over bodies of  Jv' (m a - F) + Jw' (I z + w x I w - T)  =  Q
///
/// Nothing of it is taken from the library: neither bonds, nor its rotation matrices.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "lagrange.h"

namespace multibond::test {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// A function of one parameter: value, first and second derivative.
struct Jet {
  double x = 0, dx = 0, ddx = 0;
  Jet() = default;
  Jet(double value) : x(value) {}  // NOLINT: numbers are constant functions
  Jet(double value, double first, double second) : x(value), dx(first), ddx(second) {}
  Jet& operator+=(const Jet& b) { return *this = {x + b.x, dx + b.dx, ddx + b.ddx}; }
  Jet& operator-=(const Jet& b) { return *this = {x - b.x, dx - b.dx, ddx - b.ddx}; }
  Jet& operator*=(const Jet& b) {
    return *this = {x * b.x, dx * b.x + x * b.dx, ddx * b.x + 2 * dx * b.dx + x * b.ddx};
  }
  friend Jet operator+(Jet a, const Jet& b) { return a += b; }
  friend Jet operator-(Jet a, const Jet& b) { return a -= b; }
  friend Jet operator*(Jet a, const Jet& b) { return a *= b; }
  friend Jet operator-(const Jet& a) { return {-a.x, -a.dx, -a.ddx}; }
  friend Jet sin(const Jet& a) {
    const double s = std::sin(a.x), c = std::cos(a.x);
    return {s, c * a.dx, c * a.ddx - s * a.dx * a.dx};
  }
  friend Jet cos(const Jet& a) {
    const double s = std::sin(a.x), c = std::cos(a.x);
    return {c, -s * a.dx, -s * a.ddx - c * a.dx * a.dx};
  }
};

}  // namespace multibond::test

template <>
struct Eigen::NumTraits<multibond::test::Jet> : Eigen::GenericNumTraits<multibond::test::Jet> {};

namespace multibond::test {

using JetVector = Eigen::Matrix<Jet, 3, 1>;
using JetMatrix = Eigen::Matrix<Jet, 3, 3>;
using Coordinates = std::vector<Jet>;

inline JetVector constant(const Vector3d& v) { return {Jet(v(0)), Jet(v(1)), Jet(v(2))}; }

/// Where a frame is: its origin, and its axes as columns, in the world.
struct Placed {
  JetVector x = constant(Vector3d::Zero());
  JetMatrix A = JetMatrix::Identity();

  Placed moved(const JetVector& r) const { return {x + A * r, A}; }
  Placed moved(const Vector3d& r) const { return moved(constant(r)); }
  /// Turned by an angle about n (Rodrigues).
  Placed turned(const Vector3d& n, const Jet& angle) const {
    const Vector3d u = n.normalized();
    JetMatrix K;
    K << Jet(0), Jet(-u(2)), Jet(u(1)), Jet(u(2)), Jet(0), Jet(-u(0)), Jet(-u(1)), Jet(u(0)),
        Jet(0);
    const JetMatrix KK = K * K;
    JetMatrix R = JetMatrix::Identity();
    const Jet s = sin(angle), c = Jet(1) - cos(angle);
    for (int i = 0; i < 9; ++i) R.data()[i] += s * K.data()[i] + c * KK.data()[i];
    return {x, A * R};
  }
  /// The frame from which `here` would be seen as this one is seen from the world.
  Placed inverse() const { return {-(A.transpose() * x), A.transpose()}; }
  Placed then(const Placed& next) const { return {x + A * next.x, A * next.A}; }
};

/// A body with its place as a function of the coordinates.
struct Moved {
  double m = 1;
  Vector3d centre = Vector3d::Zero();
  Matrix3d inertia = Matrix3d::Zero();  ///< about the centre, in the body
  std::function<Placed(const Coordinates&)> place;
};

/// How a body moves.
struct BodyMotion {
  Vector3d x, v, w;        ///< of its frame, in the world
  Matrix3d A;              ///< from the body to the world
  Vector3d r, r_v;         ///< centre of mass and its velocity
  Vector3d a, z;           ///< accelerations of centre and rotation while q'' = 0
  Eigen::MatrixXd Jv, Jw;  ///< of the centre of mass and of the rotation
};

/// Force at the centre of mass and torque about it, in the world.
struct Load {
  Vector3d force = Vector3d::Zero(), torque = Vector3d::Zero();
  /// A force at a point.
  void push(const BodyMotion& body, const Vector3d& at, const Vector3d& f) {
    force += f;
    torque += (at - body.r).cross(f);
  }
};

inline Vector3d vee(const Matrix3d& S) {
  return Vector3d(S(2, 1) - S(1, 2), S(0, 2) - S(2, 0), S(1, 0) - S(0, 1)) / 2;
}

inline BodyMotion motion_of(const Moved& body, const State& y) {
  const Eigen::Index n = y.size() / 2;
  BodyMotion result;
  result.Jv.resize(3, n);
  result.Jw.resize(3, n);
  const auto along = [&](const Eigen::VectorXd& direction) {
    Coordinates q;
    for (Eigen::Index i = 0; i < n; ++i) q.emplace_back(y(i), direction(i), 0.0);
    return body.place(q);
  };
  const auto part = [](const auto& m, double Jet::*which) {
    Eigen::Matrix<double, 3, std::decay_t<decltype(m)>::ColsAtCompileTime> values;
    for (int i = 0; i < m.size(); ++i) values.data()[i] = m.data()[i].*which;
    return values;
  };
  for (Eigen::Index i = 0; i < n; ++i) {
    const Placed at = along(Eigen::VectorXd::Unit(n, i));
    result.Jv.col(i) = part(at.moved(body.centre).x, &Jet::dx);
    result.Jw.col(i) = vee(part(at.A, &Jet::dx) * part(at.A, &Jet::x).transpose());
  }
  const Placed at = along(y.tail(n));
  const Matrix3d dA = part(at.A, &Jet::dx);
  result.A = part(at.A, &Jet::x);
  result.x = part(at.x, &Jet::x);
  result.v = part(at.x, &Jet::dx);
  result.w = vee(dA * result.A.transpose());
  const JetVector centre = at.moved(body.centre).x;
  result.r = part(centre, &Jet::x);
  result.r_v = part(centre, &Jet::dx);
  result.a = part(centre, &Jet::ddx);
  // d/dt (A' A^T) = A'' A^T + A' A'^T, of which the skew part is that of the acceleration.
  result.z = vee(part(at.A, &Jet::ddx) * result.A.transpose() + dA * dA.transpose());
  return result;
}

struct Mechanism {
  std::vector<Moved> bodies;
  Vector3d gravity{0, -9.81, 0};
  /// Further loads on the bodies.
  std::function<void(const std::vector<BodyMotion>&, std::vector<Load>&)> loads;
  /// Further forces along the coordinates.
  std::function<Eigen::VectorXd(const State&)> along;
  /// Further masses along the coordinates, e.g. a rotor on an axis.
  Eigen::MatrixXd added;

  State rates(const State& y) const {
    const Eigen::Index n = y.size() / 2;
    Eigen::MatrixXd M = added.size() > 0 ? added : Eigen::MatrixXd::Zero(n, n);
    Eigen::VectorXd Q = along ? along(y) : Eigen::VectorXd::Zero(n);
    std::vector<BodyMotion> motions;
    for (const Moved& body : bodies) motions.push_back(motion_of(body, y));
    std::vector<Load> given(bodies.size());
    if (loads) loads(motions, given);
    for (std::size_t b = 0; b < bodies.size(); ++b) {
      const Moved& body = bodies[b];
      const BodyMotion& now = motions[b];
      const Matrix3d I = now.A * body.inertia * now.A.transpose();
      M += body.m * now.Jv.transpose() * now.Jv + now.Jw.transpose() * I * now.Jw;
      Q += now.Jv.transpose() * (given[b].force + body.m * (gravity - now.a)) +
           now.Jw.transpose() * (given[b].torque - I * now.z - now.w.cross(I * now.w));
    }
    return from_accelerations(y, M, Q);
  }
  State at(const State& start, double stop) const {
    return reference([this](const State& y) { return rates(y); }, start, stop);
  }
};

}  // namespace multibond::test
