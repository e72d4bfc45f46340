/// Shapes, poses and smooth motions without any pattern, for the tests of contacts.
#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <random>
#include <vector>

#include "multibond/contact/gap.h"

namespace multibond::contact {

class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  double number(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  Vector3 vector(double size, bool planar = false) {
    return {number(-size, size), number(-size, size), planar ? 0 : number(-size, size)};
  }
  Vector3 unit(bool planar = false) {
    for (;;) {
      const Vector3 v = vector(1, planar);
      if (v.norm() > 0.1 && v.norm() < 1) return v.normalized();
    }
  }
  Matrix3 rotation(bool planar = false) {
    const double angle = number(-4, 4);
    const Vector3 axis = planar ? Vector3(0, 0, 1) : unit();
    return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
  }
  Pose pose(double size, bool planar = false) { return {vector(size, planar), rotation(planar)}; }

 private:
  std::mt19937 engine_;
};

/// Position p + v t + a t^2/2, rotation by two axes in turn, the second carried along by the first.
struct SmoothMotion {
  Pose start;
  Vector3 v, a, axis1, axis2;
  double rate1, rate2, growth1, growth2;

  SmoothMotion(Dice& dice, const Pose& pose, bool planar)
      : start(pose),
        v(dice.vector(1, planar)),
        a(dice.vector(1, planar)),
        axis1(planar ? Vector3(0, 0, 1) : dice.unit()),
        axis2(planar ? Vector3(0, 0, 1) : dice.unit()),
        rate1(dice.number(-1, 1)),
        rate2(dice.number(-1, 1)),
        growth1(dice.number(-1, 1)),
        growth2(dice.number(-1, 1)) {}

  Matrix3 turn1(double t) const {
    return Eigen::AngleAxisd(rate1 * t + growth1 * t * t / 2, axis1).toRotationMatrix();
  }
  MovingShape at(double t, const Shape& shape) const {
    MovingShape result;
    result.shape = &shape;
    const Matrix3 R1 = turn1(t);
    const Matrix3 R2 = Eigen::AngleAxisd(rate2 * t + growth2 * t * t / 2, axis2).toRotationMatrix();
    result.pose = {start.position + v * t + a * t * t / 2, R1 * R2 * start.rotation};
    result.twist.velocity = v + a * t;
    result.twist.angular_velocity =
        axis1 * (rate1 + growth1 * t) + R1 * axis2 * (rate2 + growth2 * t);
    return result;
  }
  Vector3 acceleration() const { return a; }
  /// The derivative of the angular velocity at time 0.
  Vector3 angular_acceleration() const {
    return axis1 * growth1 + axis2 * growth2 + (axis1 * rate1).cross(axis2 * rate2);
  }
};

/// The derivative at 0 by central differences, extrapolated twice after Richardson.
template <class F>
auto derivative(F f, double h = 0.004) {
  const auto central = [&](double step) { return ((f(step) - f(-step)) / (2 * step)).eval(); };
  const auto d1 = central(h), d2 = central(h / 2), d4 = central(h / 4);
  const auto e1 = ((4 * d2 - d1) / 3).eval(), e2 = ((4 * d4 - d2) / 3).eval();
  return ((16 * e2 - e1) / 15).eval();
}

struct NamedShape {
  const char* name;
  Shape shape;
};

inline std::vector<NamedShape> shapes_in_space() {
  Dice dice(7);
  std::vector<Vector3> cloud;
  for (int i = 0; i < 14; ++i) cloud.push_back(0.5 * dice.unit());
  return {{"sphere", sphere(0.3)},
          {"capsule", capsule(0.8, 0.2)},
          {"box", box(0.6, 0.8, 1.0)},
          {"polytope", polytope(cloud)},
          {"placed box", placed(box(0.5, 0.3, 0.9), {Vector3(0.2, -0.1, 0.3), dice.rotation()})},
          {"half space", half_space(Vector3(0.2, -0.3, 1), 0.1)},
          {"cylinder", cylinder(0.7, 0.3)}};
}

inline std::vector<NamedShape> shapes_of_the_plane() {
  return {{"disc", disc(0.3)},
          {"segment", segment(0.8, 0.2)},
          {"polygon", polygon({{-0.5, -0.3}, {0.4, -0.4}, {0.5, 0.3}, {0.1, 0.6}, {-0.3, 0.4}})},
          {"half plane", half_plane(Vector2(0.2, 1), 0.1)}};
}

}  // namespace multibond::contact
