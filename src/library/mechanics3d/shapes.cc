#include "multibond/library/mechanics3d/shapes.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "multibond/base/text.h"

namespace multibond::mechanics3d {
namespace {

constexpr double kPi = std::numbers::pi;
/// Sine of the angle between directions that counts as zero.
constexpr double kParallel = 1e-6;

/// From the mean squares of the coordinates about the centre: I_xx = V (<y^2> + <z^2>), …
Solid symmetric(double volume, const Vector3& centre, const Vector3& squares) {
  Solid result{volume, centre, Matrix3::Zero()};
  result.inertia.diagonal() = volume * (Vector3::Constant(squares.sum()) - squares);
  return result;
}

Solid box(double l, double b, double h) {
  return symmetric(l * b * h, {l / 2, 0, 0}, Vector3(l * l, b * b, h * h) / 12);
}

Solid cylinder(double l, double outer, double inner) {
  const double area = kPi * (outer * outer - inner * inner);
  const double square = (outer * outer + inner * inner) / 4;
  return symmetric(area * l, {l / 2, 0, 0}, {l * l / 12, square, square});
}

/// The centre lies at a quarter of the height; <x^2> = 3/80 h^2 about it, <y^2> = 3/20 r^2.
Solid cone(double l, double r) {
  const double square = 3 * r * r / 20;
  return symmetric(kPi * r * r * l / 3, {l / 4, 0, 0}, {3 * l * l / 80, square, square});
}

Solid sphere(double outer, double inner) {
  const double cubes = std::pow(outer, 3) - std::pow(inner, 3);
  const double square = (std::pow(outer, 5) - std::pow(inner, 5)) / (5 * cubes);
  return symmetric(4 * kPi / 3 * cubes, Vector3::Zero(), Vector3::Constant(square));
}

}  // namespace

BodyShape::BodyShape(Component* owner, std::string_view name) : Component(owner, name) {
  rod.r = r;
  rod.picture.visible = false;
  body.picture.visible = false;
  const ExprVector3 reach = r.expr() - r_shape.expr();
  const Expr square = reach.dot(reach);
  length = select(square > 0.0, sqrt(square), 1.0);
  connect(frame_a, body.frame_a);
  connect(frame_a, rod.frame_a);
  connect(rod.frame_b, frame_b);
}

double BodyShape::inner_radius() const {
  const double inner = innerRadius.value(), outer = radius.value();
  if (inner >= outer) {
    fail(fmt::format("has a hole of radius {}, and ends at {}: nothing is left of it.",
                     quantity(inner, "m"), quantity(outer, "m")),
         "Make innerRadius smaller than radius.");
  }
  return inner;
}

Solid BodyShape::along_axes() const {
  const std::string& kind = shape.value();
  if (kind == "box") return box(length.value(), width.value(), height.value());
  if (kind == "cylinder") return cylinder(length.value(), radius.value(), inner_radius());
  if (kind == "cone") return cone(length.value(), radius.value());
  if (kind == "sphere") return sphere(radius.value(), inner_radius());
  if (file.value().empty()) {
    fail("is a mesh, but names no file.", "Set `file` to the path of an STL file.");
  }
  try {
    const std::vector<Triangle> surface = read_stl(file.value());
    Solid result = enclosed(surface, file.value());
    const double unit = scale.value();
    low_ = high_ = unit * surface.front().front();
    for (const Triangle& triangle : surface) {
      for (const Vector3& corner : triangle) {
        low_ = low_.cwiseMin(unit * corner);
        high_ = high_.cwiseMax(unit * corner);
      }
    }
    result.volume *= std::pow(unit, 3);
    result.centre *= unit;
    result.inertia *= std::pow(unit, 5);
    return result;
  } catch (const Error& error) {
    const Diagnostic& fact = error.diagnostics().front();
    throw Error(path(), fmt::format("{} cannot take its shape from a file: {}", path(), fact.text),
                fact.hint);
  }
}

Vector3 BodyShape::along() const {
  if (!lengthDirection.value().isZero(0)) return unit(lengthDirection);
  const Vector3 reach = r.value() - r_shape.value();
  if (shape.value() == "mesh" || reach.isZero(0)) return Vector3::UnitX();
  return reach.normalized();
}

Matrix3 BodyShape::axes() const {
  const Vector3 x = along(), y = Vector3::UnitY();
  const bool given = !widthDirection.value().isZero(0);
  Vector3 z = x.cross(given ? unit(widthDirection) : y);
  if (!given && z.norm() < kParallel) z = x.cross(Vector3::UnitX());
  if (z.norm() < kParallel) {
    fail("has its width along its length.",
         "Give widthDirection another direction than lengthDirection.");
  }
  z.normalize();
  Matrix3 result;
  result << x, z.cross(x), z;
  return result;
}

Solid BodyShape::solid() const {
  const Matrix3 columns = axes();
  Solid result = along_axes();
  result.centre = r_shape.value() + columns * result.centre;
  result.inertia = columns * result.inertia * columns.transpose();
  return result;
}

void BodyShape::build() {
  const Solid whole = solid();
  const double rho = density.value();
  body.m = rho * whole.volume;
  body.r_CM = whole.centre;
  const Matrix3 inertia = rho * whole.inertia;
  body.I_11 = inertia(0, 0);
  body.I_22 = inertia(1, 1);
  body.I_33 = inertia(2, 2);
  body.I_21 = inertia(1, 0);
  body.I_31 = inertia(2, 0);
  body.I_32 = inertia(2, 1);
}

void BodyShape::equations() {
  const std::string& kind = shape.value();
  const Expr diameter = 2 * radius;
  const Pose origin{frame_a.position() + frame_a.resolve(r_shape),
                    frame_a.R.expr().transpose() * axes().cast<Expr>()};
  if (kind == "box") {
    picture.show(Shape::box, colours::kBody, origin, {length, width, height});
  } else if (kind == "cylinder" || kind == "cone") {
    picture.show(kind == "cone" ? Shape::cone : Shape::cylinder, colours::kBody, origin,
                 {length, diameter, diameter});
  } else if (kind == "sphere") {
    picture.show(Shape::sphere, colours::kBody, origin, {diameter, diameter, diameter});
  } else {
    const Vector3 middle = (low_ + high_) / 2, extent = high_ - low_;
    picture.show(Shape::box, colours::kBody,
                 moved(origin, Vector3(low_(0), middle(1), middle(2)).cast<Expr>()),
                 extent.cast<Expr>());
  }
}

}  // namespace multibond::mechanics3d
