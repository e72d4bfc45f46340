/// Features of moving shapes and how pairs of them meet.
#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <limits>
#include <vector>

#include "multibond/contact/gap.h"

namespace multibond::contact {

/// A vector and its rate, in world axes.
struct Track {
  Vector3 x = Vector3::Zero(), v = Vector3::Zero();
};

inline Track operator+(const Track& p, const Track& q) { return {p.x + q.x, p.v + q.v}; }
inline Track operator-(const Track& p, const Track& q) { return {p.x - q.x, p.v - q.v}; }
inline Track operator-(const Track& p) { return {-p.x, -p.v}; }

/// A number and its rate.
struct Scalar {
  double x = 0, v = 0;
};

inline Track operator*(const Scalar& s, const Track& p) {
  return {s.x * p.x, s.v * p.x + s.x * p.v};
}
inline Scalar operator*(const Scalar& s, const Scalar& r) {
  return {s.x * r.x, s.v * r.x + s.x * r.v};
}
inline Scalar operator/(const Scalar& s, const Scalar& r) {
  return {s.x / r.x, (s.v - s.x / r.x * r.v) / r.x};
}
inline Scalar dot(const Track& p, const Track& q) {
  return {p.x.dot(q.x), p.v.dot(q.x) + p.x.dot(q.v)};
}
inline Track cross(const Track& p, const Track& q) {
  return {p.x.cross(q.x), p.v.cross(q.x) + p.x.cross(q.v)};
}
inline Track normalized(const Track& p) {
  const double length = p.x.norm();
  const Vector3 unit = p.x / length;
  return {unit, (p.v - unit * unit.dot(p.v)) / length};
}

/// A point of a body with the velocity of its material.
inline Track point_of(const MovingShape& body, const Vector3& local) {
  const Vector3 arm = body.pose.rotation * local;
  return {body.pose.position + arm, body.twist.velocity + body.twist.angular_velocity.cross(arm)};
}
inline Track direction_of(const MovingShape& body, const Vector3& local) {
  const Vector3 axis = body.pose.rotation * local;
  return {axis, body.twist.angular_velocity.cross(axis)};
}
/// A point of the world in the axes of a body.
inline Vector3 local_point(const MovingShape& body, const Vector3& point) {
  return body.pose.rotation.transpose() * (point - body.pose.position);
}

inline Region region_of_edge(const Shape& shape, std::size_t edge) {
  return static_cast<Region>(shape.faces.size() + edge);
}
inline Region region_of_vertex(const Shape& shape, std::size_t vertex) {
  return static_cast<Region>(shape.faces.size() + shape.edges.size() + vertex);
}

/// Borders of faces and ends of edges are not known better than this, times the size of a body.
constexpr double kBorder = 1e-8;

inline bool is_half_space(const Shape& shape) { return shape.vertices.empty(); }

/// Smallest height of the vertices of a body over each face of the other.
std::vector<double> face_separations(const MovingShape& body, const MovingShape& core);

/// Nearest points of two cores at a pair of features.
struct Meeting {
  Track first, second;  ///< points of the features, which move over them
  Track normal;         ///< unit vector from the second to the first
  Scalar distance;      ///< along the normal; may be negative
  double margin = std::numeric_limits<double>::infinity();
};

/// The part of a core nearest to a point, given in the axes of the core, and its distance: inside
/// of the core, minus the distance to the nearest face.
///
/// If `sharp` (nothing is rounded) only faces count, and the distance is the largest of those to
/// their planes: normals from points that are about to coincide would be noise.
struct Nearest {
  Region region = 0;
  double distance = 0;
};
Nearest nearest(const Shape& core, const Vector3& point, bool sharp);

/// How far a point, given in the axes of the core, is inside of the part of space whose nearest
/// part of the core is this region.
double region_margin(const Shape& core, Region region, const Vector3& point);

Meeting point_meets_region(const Track& point, const MovingShape& core, Region region);
Meeting edge_meets_edge(const MovingShape& a, const Edge& edge_a, const MovingShape& b,
                        const Edge& edge_b);
Meeting rim_meets_face(const MovingShape& body, const Rim& rim, const MovingShape& core);

/// Distance of two edges between their ends.
double edge_distance(const MovingShape& a, const Edge& edge_a, const MovingShape& b,
                     const Edge& edge_b);

}  // namespace multibond::contact
