#include "multibond/contact/shape.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "multibond/base/convex_hull.h"
#include "multibond/base/text.h"
#include "multibond/diagnostic.h"
#include "polyhedron.h"

namespace multibond::contact {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

/// Refuses sizes that are not numbers, infinite, negative, or zero where that makes no sense.
void check_size(ShapeKind kind, std::string_view name, double value, bool may_be_zero) {
  if (std::isfinite(value) && (may_be_zero ? value >= 0 : value > 0)) return;
  const std::string path(shape_kind_name(kind));
  throw Error(path,
              "The " + std::string(name) + " of a " + path + " is " + format_number(value) +
                  " m, which no body has.",
              may_be_zero ? "Give a finite length that is not negative."
                          : "Give a finite length above zero.");
}

void check_points(ShapeKind kind, const std::vector<Vector3>& points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].allFinite()) continue;
    const std::string path(shape_kind_name(kind));
    throw Error(path, "Point " + std::to_string(i) + " of a " + path + " is not finite.",
                "Give coordinates in metres.");
  }
}

Shape rounded(ShapeKind kind, bool planar, double radius, std::vector<Vector3> vertices) {
  Shape shape;
  shape.kind = kind;
  shape.planar = planar;
  shape.radius = radius;
  shape.vertices = std::move(vertices);
  if (shape.vertices.size() == 2) shape.edges.push_back({0, 1, -1, -1});
  return shape;
}

/// A ball about the mean of the vertices.
Shape with_ball(Shape shape) {
  shape.centre.setZero();
  for (const Vector3& v : shape.vertices) shape.centre += v;
  shape.centre /= static_cast<double>(shape.vertices.size());
  double size = 0;
  for (const Vector3& v : shape.vertices) size = std::max(size, (v - shape.centre).norm());
  shape.size = size + shape.radius;
  return shape;
}

Shape half(ShapeKind kind, bool planar, const Vector3& normal, double offset) {
  const double length = normal.norm();
  const std::string path(shape_kind_name(kind));
  if (!std::isfinite(length) || !(length > 0) || !std::isfinite(offset)) {
    throw Error(path,
                "The normal of a " + path + " has the length " + format_number(length) +
                    " and its offset is " + format_number(offset) + " m.",
                "Give a normal that is not zero and a finite offset.");
  }
  Shape shape;
  shape.kind = kind;
  shape.planar = planar;
  shape.faces.push_back({normal / length, offset, {}});
  shape.size = kInfinite;
  return shape;
}

}  // namespace

std::string_view shape_kind_name(ShapeKind kind) {
  constexpr std::array<std::string_view, 10> kNames = {
      "sphere",   "capsule", "box",     "polytope", "half space",
      "cylinder", "disc",    "segment", "polygon",  "half plane"};
  return kNames[static_cast<std::size_t>(kind)];
}

Shape sphere(double radius) {
  check_size(ShapeKind::sphere, "radius", radius, true);
  return with_ball(rounded(ShapeKind::sphere, false, radius, {Vector3::Zero()}));
}

Shape capsule(double length, double radius) {
  check_size(ShapeKind::capsule, "length", length, true);
  check_size(ShapeKind::capsule, "radius", radius, false);
  std::vector<Vector3> ends = {Vector3(-length / 2, 0, 0), Vector3(length / 2, 0, 0)};
  if (length == 0) ends.pop_back();
  return with_ball(rounded(ShapeKind::capsule, false, radius, std::move(ends)));
}

Shape box(double x, double y, double z) {
  check_size(ShapeKind::box, "size along x", x, false);
  check_size(ShapeKind::box, "size along y", y, false);
  check_size(ShapeKind::box, "size along z", z, false);
  std::vector<Vector3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back(i & 1 ? x / 2 : -x / 2, i & 2 ? y / 2 : -y / 2, i & 4 ? z / 2 : -z / 2);
  }
  // Thin plates are boxes as well: the hull of a cube has their vertices, edges and faces.
  Shape shape = box_hull(corners);
  shape.kind = ShapeKind::box;
  return with_ball(std::move(shape));
}

Shape polytope(const std::vector<Vector3>& points) {
  check_points(ShapeKind::polytope, points);
  return with_ball(polytope_hull(points));
}

Shape half_space(const Vector3& normal, double offset) {
  return half(ShapeKind::half_space, false, normal, offset);
}

Shape cylinder(double length, double radius) {
  check_size(ShapeKind::cylinder, "length", length, false);
  check_size(ShapeKind::cylinder, "radius", radius, false);
  Shape shape;
  shape.kind = ShapeKind::cylinder;
  for (const double side : {-1.0, 1.0}) {
    const Vector3 axis(side, 0, 0), centre = axis * length / 2;
    shape.rims.push_back({centre, axis, radius});
    for (const Vector3& spoke : {Vector3(0, 1, 0), Vector3(0, 0, 1)}) {
      shape.vertices.push_back(centre + radius * spoke);
      shape.vertices.push_back(centre - radius * spoke);
    }
  }
  return with_ball(std::move(shape));
}

Shape disc(double radius) {
  check_size(ShapeKind::disc, "radius", radius, true);
  return with_ball(rounded(ShapeKind::disc, true, radius, {Vector3::Zero()}));
}

Shape segment(double length, double radius) {
  check_size(ShapeKind::segment, "length", length, true);
  check_size(ShapeKind::segment, "radius", radius, false);
  std::vector<Vector3> ends = {Vector3(-length / 2, 0, 0), Vector3(length / 2, 0, 0)};
  if (length == 0) ends.pop_back();
  return with_ball(rounded(ShapeKind::segment, true, radius, std::move(ends)));
}

Shape polygon(const std::vector<Vector2>& points) {
  std::vector<Vector3> in_space;
  for (const Vector2& p : points) in_space.emplace_back(p(0), p(1), 0);
  check_points(ShapeKind::polygon, in_space);
  const std::vector<std::size_t> corners = convex_hull(points);
  if (corners.size() < 3) {
    throw Error("polygon",
                "The " + std::to_string(points.size()) + " points of a polygon have no area.",
                "Give three points that do not lie on a line, or use a segment.");
  }
  Shape shape;
  shape.kind = ShapeKind::polygon;
  shape.planar = true;
  for (const std::size_t i : corners) shape.vertices.push_back(in_space[i]);
  const int count = static_cast<int>(corners.size());
  for (int i = 0; i < count; ++i) {
    const int next = (i + 1) % count;
    const Vector3 along = shape.vertices[next] - shape.vertices[i];
    const Vector3 normal = Vector3(along(1), -along(0), 0).normalized();
    shape.faces.push_back({normal, normal.dot(shape.vertices[i]), {i, next}});
  }
  return with_ball(std::move(shape));
}

Shape half_plane(const Vector2& normal, double offset) {
  return half(ShapeKind::half_plane, true, Vector3(normal(0), normal(1), 0), offset);
}

Shape placed(const Shape& shape, const Pose& pose) {
  Shape result = shape;
  for (Vector3& v : result.vertices) v = pose.position + pose.rotation * v;
  for (Face& face : result.faces) {
    face.normal = pose.rotation * face.normal;
    face.offset += face.normal.dot(pose.position);
  }
  for (Rim& rim : result.rims) {
    rim.centre = pose.position + pose.rotation * rim.centre;
    rim.axis = pose.rotation * rim.axis;
  }
  result.centre = pose.position + pose.rotation * shape.centre;
  return result;
}

Bounds bounds(const Shape& shape, const Pose& pose) {
  if (shape.vertices.empty()) {  // a half space: everything below its face
    Bounds result{Vector3::Constant(-kInfinite), Vector3::Constant(kInfinite)};
    const Face& face = shape.faces.front();
    const Vector3 normal = pose.rotation * face.normal;
    const double offset = face.offset + normal.dot(pose.position);
    for (int i = 0; i < 3; ++i) {
      if (normal(i) == 1) result.max(i) = offset;
      if (normal(i) == -1) result.min(i) = -offset;
    }
    return result;
  }
  Bounds result{Vector3::Constant(kInfinite), Vector3::Constant(-kInfinite)};
  const auto hold = [&](const Vector3& local, const Vector3& extent) {
    const Vector3 p = pose.position + pose.rotation * local;
    result.min = result.min.cwiseMin(p - extent);
    result.max = result.max.cwiseMax(p + extent);
  };
  Vector3 rounding = Vector3::Constant(shape.radius);
  if (shape.planar) rounding(2) = 0;
  for (const Vector3& v : shape.vertices) hold(v, rounding);
  for (const Rim& rim : shape.rims) {
    // A circle reaches as far along x as its radius times the sine of the angle of axis and x.
    const Vector3 axis = pose.rotation * rim.axis;
    hold(rim.centre, rim.radius * (1 - axis.array().square()).max(0).sqrt().matrix());
  }
  return result;
}

}  // namespace multibond::contact
