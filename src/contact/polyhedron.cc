#include "polyhedron.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "multibond/base/convex_hull.h"
#include "multibond/diagnostic.h"

namespace multibond::contact {

namespace {

using Points = std::vector<Vector3>;

/// Points nearer to a plane than this, times the extent, count as points of it.
constexpr double kFlat = 1e-9;

[[noreturn]] void refuse(const Points& points, const std::string& why) {
  throw Error("polytope",
              "The " + std::to_string(points.size()) + " points of a polytope " + why + '.',
              "Give four points that do not lie in a plane, or use a box for a thin plate.");
}

double extent(const Points& points) {
  double result = 0;
  for (const Vector3& p : points) result = std::max(result, (p - points.front()).norm());
  return result;
}

/// Numbers of the points in the plane through points i, j, k if all others lie behind it, the plane
/// being turned so that they do; none otherwise.
std::vector<int> supported(const Points& points, int i, int j, int k, double tolerance,
                           Vector3& normal) {
  normal = (points[j] - points[i]).cross(points[k] - points[i]);
  const double longest = std::max((points[j] - points[i]).norm(), (points[k] - points[i]).norm());
  // Three points in a line, or nearly so, have no plane: others of the face will do.
  if (!(normal.norm() > kFlat * longest * longest)) return {};
  normal.normalize();
  bool before = false, behind = false;
  std::vector<int> members;
  for (std::size_t m = 0; m < points.size(); ++m) {
    const double height = normal.dot(points[m] - points[i]);
    if (height > tolerance) {
      before = true;
    } else if (height < -tolerance) {
      behind = true;
    } else {
      members.push_back(static_cast<int>(m));
    }
    if (before && behind) return {};
  }
  if (before) normal = -normal;
  return members;
}

/// Corners of the hull of points in a plane, counter-clockwise about its normal.
std::vector<int> outline(const Points& points, const std::vector<int>& members,
                         const Vector3& normal) {
  const Vector3 x = normal.unitOrthogonal(), y = normal.cross(x);
  std::vector<Eigen::Vector2d> flat;
  for (const int m : members) flat.emplace_back(x.dot(points[m]), y.dot(points[m]));
  std::vector<int> corners;
  for (const std::size_t c : convex_hull(flat)) corners.push_back(members[c]);
  // Corners that rounding alone makes: the way hardly turns there.
  std::vector<int> result;
  const std::size_t count = corners.size();
  for (std::size_t c = 0; c < count; ++c) {
    const Vector3& p = points[corners[c]];
    const Vector3 in = p - points[corners[(c + count - 1) % count]];
    const Vector3 out = points[corners[(c + 1) % count]] - p;
    if (normal.dot(in.cross(out)) > kFlat * in.norm() * out.norm()) result.push_back(corners[c]);
  }
  return result;
}

/// Edges from the ways round the faces: each is gone once in either direction.
void add_edges(const Points& points, Shape& shape) {
  std::map<std::pair<int, int>, int>
      ways;  // face to the left of the way from one vertex to another
  for (std::size_t f = 0; f < shape.faces.size(); ++f) {
    const std::vector<int>& corners = shape.faces[f].corners;
    for (std::size_t c = 0; c < corners.size(); ++c) {
      ways[{corners[c], corners[(c + 1) % corners.size()]}] = static_cast<int>(f);
    }
  }
  for (const auto& [way, left] : ways) {
    const auto back = ways.find({way.second, way.first});
    if (back == ways.end()) refuse(points, "make faces that do not close: some nearly coincide");
    if (way.first < way.second) {
      shape.edges.push_back({way.first, way.second, left, back->second});
    }
  }
}

/// Leaves out the points that no face has for a corner.
void keep_vertices(const Points& points, Shape& shape) {
  std::vector<int> number(points.size(), -1);
  for (const Face& face : shape.faces) {
    for (const int c : face.corners) number[c] = 0;
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (number[i] < 0) continue;
    number[i] = static_cast<int>(shape.vertices.size());
    shape.vertices.push_back(points[i]);
  }
  for (Face& face : shape.faces) {
    for (int& c : face.corners) c = number[c];
  }
  for (Edge& edge : shape.edges) {
    edge.from = number[edge.from];
    edge.to = number[edge.to];
  }
}

}  // namespace

// Every plane through three points with all others on one side is the plane of a face. Trying all
// triples is slow for thousands of points and hard to get wrong; most are given up after a few.
Shape polytope_hull(const Points& points) {
  if (points.size() < 4) refuse(points, "are fewer than four");
  const double tolerance = kFlat * extent(points);
  Shape shape;
  shape.kind = ShapeKind::polytope;
  std::vector<std::vector<bool>> known;  // which points lie in the face
  const int count = static_cast<int>(points.size());
  for (int i = 0; i < count; ++i) {
    for (int j = i + 1; j < count; ++j) {
      for (int k = j + 1; k < count; ++k) {
        Vector3 normal;
        const std::vector<int> members = supported(points, i, j, k, tolerance, normal);
        if (members.size() < 3) continue;
        const bool seen = std::any_of(known.begin(), known.end(), [&](const auto& face) {
          return face[i] && face[j] && face[k];
        });
        if (seen) continue;
        if (static_cast<int>(members.size()) == count) refuse(points, "have no volume");
        const std::vector<int> corners = outline(points, members, normal);
        if (corners.size() < 3) continue;
        // The plane goes through the outermost of its points.
        double offset = 0;
        for (const int c : corners) offset = std::max(offset, normal.dot(points[c] - points[i]));
        shape.faces.push_back({normal, normal.dot(points[i]) + offset, corners});
        known.emplace_back(count, false);
        for (const int m : members) known.back()[m] = true;
      }
    }
  }
  if (shape.faces.size() < 4) refuse(points, "have no volume");
  add_edges(points, shape);
  keep_vertices(points, shape);
  return shape;
}

Shape box_hull(const Points& corners) {
  Points cube;
  for (const Vector3& c : corners) {
    cube.push_back(c.unaryExpr([](double x) { return x < 0 ? -1.0 : 1.0; }));
  }
  Shape shape = polytope_hull(cube);
  shape.vertices = corners;
  for (Face& face : shape.faces) {
    face.normal = face.normal.array().round().matrix();
    face.offset = face.normal.dot(corners[face.corners.front()]);
  }
  return shape;
}

}  // namespace multibond::contact
