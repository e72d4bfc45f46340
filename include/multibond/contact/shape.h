/// Shapes that may touch each other, as plain data.
///
/// A shape is everything within a distance `radius` of its core, and the core is a convex set given
/// by its vertices, edges and faces:
///
///     shape        vertices  edges  faces  radius
///     sphere           1       0      0      r       in the plane: disc
///     capsule          2       1      0      r                     segment
///     box              8      12      6      0
///     polytope         n       m      k      0                     polygon (its sides are faces)
///     half space       0       0      1      0                     half plane
///     cylinder         8       0      0      0       and two rims
///
/// So one rule for vertices against cores and one for edges against edges give the gaps of all
/// pairs (gap.h). Shapes of the plane are shapes in space with z = 0; they meet only each other.
///
/// Capsules, segments and cylinders lie along x, centred on the origin of their frame; `placed`
/// puts a shape elsewhere. All lengths are in metres. A size that makes no sense is refused by
/// `Error`.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "multibond/base/vectors.h"
#include "multibond/contact/pose.h"

namespace multibond::contact {

enum class ShapeKind : std::uint8_t {
  sphere,
  capsule,
  box,
  polytope,
  half_space,
  cylinder,
  disc,
  segment,
  polygon,
  half_plane,
};

std::string_view shape_kind_name(ShapeKind kind);

/// From one vertex to another. Seen from outside, the face `left` lies to the left of this way and
/// `right` to the right; both are -1 for the edge of a capsule or segment.
struct Edge {
  int from = 0, to = 0;
  int left = -1, right = -1;
};

/// The points x with normal . x = offset, between its corners, which go round it counter-clockwise
/// as seen from outside. A side of a polygon has two corners, the face of a half space none.
struct Face {
  Vector3 normal;  ///< unit vector, away from the shape
  double offset = 0;
  std::vector<int> corners;
};

/// A circle: the rim of an end of a cylinder.
struct Rim {
  Vector3 centre;
  Vector3 axis;  ///< unit vector, away from the cylinder
  double radius = 0;
};

struct Shape {
  ShapeKind kind = ShapeKind::sphere;
  bool planar = false;
  double radius = 0;  ///< of the rounding about the core
  std::vector<Vector3> vertices;
  std::vector<Edge> edges;
  std::vector<Face> faces;
  std::vector<Rim> rims;
  /// A ball about `centre` with the radius `size` holds the shape; infinite for a half space.
  Vector3 centre = Vector3::Zero();
  double size = 0;
};

/// A sphere about the origin. Radius 0 makes it a point, which may touch whatever has faces.
Shape sphere(double radius);
/// Half a sphere at each end of a straight line of the given length, which may be 0.
Shape capsule(double length, double radius);
/// Corner number i is at (+-x, +-y, +-z)/2, with plus for x, y, z if bit 0, 1, 2 of i is set.
Shape box(double x, double y, double z);
/// The convex hull of points. Points inside it or inside one of its faces or edges are left out;
/// the others are its vertices, in the given order. The time grows with the third power of their
/// number: some hundred are a matter of milliseconds.
Shape polytope(const std::vector<Vector3>& points);
/// The points x with normal . x <= offset |normal|.
Shape half_space(const Vector3& normal = {0, 0, 1}, double offset = 0);
/// Touches half spaces only, with the lowest point of each of its two rims: when the cylinder lies,
/// these are the ends of the line of contact. When it stands (its axis within 1e-6 rad of the
/// normal) a rim has no lowest point, and four points fixed to it, at +-y and +-z, carry it
/// instead.
Shape cylinder(double length, double radius);

/// A disc about the origin. Radius 0 makes it a point, which may touch whatever has faces.
Shape disc(double radius);
/// Half a disc at each end of a straight line of the given length, which may be 0.
Shape segment(double length, double radius);
/// The convex hull of points of the plane; vertices go round it counter-clockwise.
Shape polygon(const std::vector<Vector2>& points);
/// The points x with normal . x <= offset |normal|.
Shape half_plane(const Vector2& normal = {0, 1}, double offset = 0);

/// The shape at another place of its frame.
Shape placed(const Shape& shape, const Pose& pose);

/// Smallest box along the world axes that holds a shape; infinite where the shape is. For a half
/// space it is finite only if the normal is one of the axes.
struct Bounds {
  Vector3 min, max;
};
Bounds bounds(const Shape& shape, const Pose& pose);

}  // namespace multibond::contact
