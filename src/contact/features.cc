#include "features.h"

#include <algorithm>

namespace multibond::contact {

namespace {

/// Vectors shorter than this, relative to the size of the shape, have no direction.
constexpr double kNoDirection = 1e-12;
/// Edges whose directions differ by less than this [rad] are parallel.
constexpr double kParallel = 1e-9;
/// A rim that is tilted by less than this [rad] has no lowest point.
constexpr double kStanding = 1e-6;

double smaller(double x, double y) { return y < x ? y : x; }

double face_height(const Face& face, const Vector3& point) {
  return face.normal.dot(point) - face.offset;
}

/// How far the foot of a point is from the border of a face.
double face_margin(const Shape& core, const Face& face, const Vector3& point) {
  double margin = std::numeric_limits<double>::infinity();
  const std::size_t count = face.corners.size();
  for (std::size_t c = 0; c < count; ++c) {
    const Vector3& corner = core.vertices[face.corners[c]];
    const Vector3 along = core.vertices[face.corners[(c + 1) % count]] - corner;
    // A side of a polygon ends at its two corners, a face in space at the edges round it.
    const Vector3 inward = core.planar ? along : face.normal.cross(along);
    margin = smaller(margin, inward.dot(point - corner) / along.norm());
  }
  return margin;
}

/// The foot of a point on the line of an edge: distances from both ends, and the vector to the
/// point.
struct Foot {
  double from_begin, from_end;
  Vector3 offset;
};
Foot foot_on(const Shape& core, const Edge& edge, const Vector3& point) {
  const Vector3& begin = core.vertices[edge.from];
  const Vector3 along = core.vertices[edge.to] - begin;
  const double length = along.norm();
  const Vector3 unit = along / length;
  const double t = unit.dot(point - begin);
  return {t, length - t, point - begin - t * unit};
}

double edge_margin(const Shape& core, const Edge& edge, const Vector3& point) {
  const Foot foot = foot_on(core, edge, point);
  double margin = smaller(foot.from_begin, foot.from_end);
  const Vector3 along = (core.vertices[edge.to] - core.vertices[edge.from]).normalized();
  if (edge.left >= 0) {
    margin = smaller(margin, -core.faces[edge.left].normal.cross(along).dot(foot.offset));
  }
  if (edge.right >= 0) {
    margin = smaller(margin, core.faces[edge.right].normal.cross(along).dot(foot.offset));
  }
  return margin;
}

double vertex_margin(const Shape& core, int vertex, const Vector3& point) {
  const Vector3 offset = point - core.vertices[vertex];
  double margin = std::numeric_limits<double>::infinity();
  const auto neighbour = [&](int other) {
    const Vector3 along = core.vertices[other] - core.vertices[vertex];
    margin = smaller(margin, -along.dot(offset) / along.norm());
  };
  for (const Edge& edge : core.edges) {
    if (edge.from == vertex) neighbour(edge.to);
    if (edge.to == vertex) neighbour(edge.from);
  }
  if (core.planar) {
    for (const Face& face : core.faces) {
      if (face.corners.size() != 2) continue;
      if (face.corners[0] == vertex) neighbour(face.corners[1]);
      if (face.corners[1] == vertex) neighbour(face.corners[0]);
    }
  }
  return margin;
}

/// Some unit vector across an edge, in the plane for shapes of the plane.
Vector3 some_normal(const Shape& core, const Vector3& along) {
  return core.planar ? Vector3(-along(1), along(0), 0) : along.unitOrthogonal();
}

/// Two points, the normal along the line from the second to the first; `otherwise` if they
/// coincide.
Meeting points_meet(const Track& first, const Track& second, double size, const Track& otherwise) {
  const Track d = first - second;
  const double length = d.x.norm();
  Meeting meeting{first, second, otherwise, {}};
  if (length > kNoDirection * size) meeting.normal = normalized(d);
  meeting.distance = dot(meeting.normal, d);
  return meeting;
}

Meeting point_meets_face(const Track& point, const MovingShape& core, const Face& face) {
  const Track normal = direction_of(core, face.normal);
  Scalar height = dot(normal, point - point_of(core, Vector3::Zero()));
  height.x -= face.offset;
  return {point, point - height * normal, normal, height};
}

Meeting point_meets_edge(const Track& point, const MovingShape& core, const Edge& edge) {
  const Shape& shape = *core.shape;
  const Vector3 along = (shape.vertices[edge.to] - shape.vertices[edge.from]).normalized();
  const Track unit = direction_of(core, along);
  const Track begin = point_of(core, shape.vertices[edge.from]);
  const Track foot = begin + dot(unit, point - begin) * unit;
  const Vector3 across = edge.left >= 0 ? shape.faces[edge.left].normal : some_normal(shape, along);
  return points_meet(point, foot, shape.size, direction_of(core, across));
}

}  // namespace

std::vector<double> face_separations(const MovingShape& body, const MovingShape& core) {
  std::vector<double> result(core.shape->faces.size(), std::numeric_limits<double>::infinity());
  for (const Vector3& v : body.shape->vertices) {
    const Vector3 point = local_point(core, point_of(body, v).x);
    for (std::size_t f = 0; f < result.size(); ++f) {
      const Face& face = core.shape->faces[f];
      result[f] = std::min(result[f], face.normal.dot(point) - face.offset);
    }
  }
  return result;
}

Nearest nearest(const Shape& core, const Vector3& point, bool sharp) {
  Nearest best{0, -std::numeric_limits<double>::infinity()};
  for (std::size_t f = 0; f < core.faces.size(); ++f) {
    const double height = face_height(core.faces[f], point);
    // What is not a number stays so.
    if (!(height <= best.distance)) best = {static_cast<Region>(f), height};
  }
  if (!core.faces.empty() && (sharp || best.distance <= 0)) return best;
  // Outside: a face if the foot is in it, else the nearest edge or vertex.
  for (std::size_t f = 0; f < core.faces.size(); ++f) {
    const double height = face_height(core.faces[f], point);
    if (height > 0 && face_margin(core, core.faces[f], point) >= 0) {
      return {static_cast<Region>(f), height};
    }
  }
  Nearest other{0, std::numeric_limits<double>::infinity()};
  for (std::size_t e = 0; e < core.edges.size(); ++e) {
    const Foot foot = foot_on(core, core.edges[e], point);
    if (foot.from_begin < 0 || foot.from_end < 0) continue;
    const double distance = foot.offset.norm();
    if (distance < other.distance) other = {region_of_edge(core, e), distance};
  }
  for (std::size_t v = 0; v < core.vertices.size(); ++v) {
    const double distance = (point - core.vertices[v]).norm();
    if (distance < other.distance) other = {region_of_vertex(core, v), distance};
  }
  // Too near to an edge for a direction: the face nearest to the point has one.
  if (!core.faces.empty() && !(other.distance > kNoDirection * core.size)) return best;
  return other;
}

double region_margin(const Shape& core, Region region, const Vector3& point) {
  const auto faces = static_cast<Region>(core.faces.size());
  const auto edges = static_cast<Region>(core.edges.size());
  if (region < faces) return face_margin(core, core.faces[region], point);
  if (region < faces + edges) return edge_margin(core, core.edges[region - faces], point);
  return vertex_margin(core, region - faces - edges, point);
}

Meeting point_meets_region(const Track& point, const MovingShape& core, Region region) {
  const Shape& shape = *core.shape;
  const auto faces = static_cast<Region>(shape.faces.size());
  const auto edges = static_cast<Region>(shape.edges.size());
  if (region < faces) return point_meets_face(point, core, shape.faces[region]);
  if (region < faces + edges) return point_meets_edge(point, core, shape.edges[region - faces]);
  return points_meet(point, point_of(core, shape.vertices[region - faces - edges]), shape.size,
                     direction_of(core, Vector3::UnitX()));
}

// Points q_a - s e_a and q_b - t e_b of two lines, with d = q_a - q_b and m = e_a x e_b: on the
// common perpendicular, d - s e_a + t e_b is parallel to m, so that
//   s = (d x e_b) . m / |m|^2,   t = (d x e_a) . m / |m|^2
// (Ericson, Real-Time Collision Detection, 2005, sec. 5.1.8).
Meeting edge_meets_edge(const MovingShape& a, const Edge& edge_a, const MovingShape& b,
                        const Edge& edge_b) {
  const Shape &shape_a = *a.shape, &shape_b = *b.shape;
  const Vector3 along_a = shape_a.vertices[edge_a.to] - shape_a.vertices[edge_a.from];
  const Vector3 along_b = shape_b.vertices[edge_b.to] - shape_b.vertices[edge_b.from];
  const double length_a = along_a.norm(), length_b = along_b.norm();
  const Track e_a = direction_of(a, along_a / length_a), e_b = direction_of(b, along_b / length_b);
  const Track q_a = point_of(a, shape_a.vertices[edge_a.from]);
  const Track q_b = point_of(b, shape_b.vertices[edge_b.from]);
  const Track d = q_a - q_b, m = cross(e_a, e_b);
  const Scalar squared = dot(m, m);
  if (!(squared.x > kParallel * kParallel)) {
    // Parallel edges have no crossing. Vertices carry them.
    Meeting meeting = point_meets_edge(q_a, b, edge_b);
    meeting.margin = -std::numeric_limits<double>::infinity();
    return meeting;
  }
  const Scalar s = dot(cross(d, e_b), m) / squared, t = dot(cross(d, e_a), m) / squared;
  Meeting meeting{q_a - s * e_a, q_b - t * e_b, normalized(m), {}};
  // The normal leads from b to a: their centres tell the sides of sharp edges, the lines themselves
  // those of rounded ones.
  const Vector3 inward_a = a.pose.rotation * (shape_a.centre - shape_a.vertices[edge_a.from]);
  const Vector3 inward_b = b.pose.rotation * (shape_b.centre - shape_b.vertices[edge_b.from]);
  const bool sharp = shape_a.radius + shape_b.radius == 0;
  if (meeting.normal.x.dot(sharp ? Vector3(inward_a - inward_b) : d.x) < 0) {
    meeting.normal = -meeting.normal;
  }
  meeting.distance = dot(meeting.normal, d);
  meeting.margin = std::min({-s.x, length_a + s.x, -t.x, length_b + t.x});
  return meeting;
}

// The lowest point of a rim: from its centre along the projection of -n on its plane.
Meeting rim_meets_face(const MovingShape& body, const Rim& rim, const MovingShape& core) {
  const Face& face = core.shape->faces.front();
  const Track normal = direction_of(core, face.normal), axis = direction_of(body, rim.axis);
  const Track down = dot(normal, axis) * axis - normal;
  const double tilt = down.x.norm();
  const Track spoke =
      tilt > kNoDirection ? normalized(down) : direction_of(body, rim.axis.unitOrthogonal());
  const Track lowest = point_of(body, rim.centre) + Scalar{rim.radius, 0} * spoke;
  Meeting meeting = point_meets_face(lowest, core, face);
  meeting.margin = rim.radius * (tilt - kStanding);
  return meeting;
}

// Ericson (2005), sec. 5.1.9: clamp the foot on one edge, then on the other.
double edge_distance(const MovingShape& a, const Edge& edge_a, const MovingShape& b,
                     const Edge& edge_b) {
  const auto end = [](const MovingShape& body, int vertex) -> Vector3 {
    return body.pose.position + body.pose.rotation * body.shape->vertices[vertex];
  };
  const Vector3 p = end(a, edge_a.from), q = end(b, edge_b.from);
  const Vector3 u = end(a, edge_a.to) - p, w = end(b, edge_b.to) - q, r = p - q;
  const double uu = u.squaredNorm(), ww = w.squaredNorm(), uw = u.dot(w);
  const Vector3 m = u.cross(w);  // |m|^2 = uu ww - uw^2, without cancellation
  const double mm = m.squaredNorm();
  const auto clamped = [](double x) { return std::min(std::max(x, 0.0), 1.0); };
  double s = mm > kParallel * kParallel * uu * ww ? clamped(-r.cross(w).dot(m) / mm) : 0;
  const double t = clamped((uw * s + w.dot(r)) / ww);
  s = clamped((uw * t - u.dot(r)) / uu);
  return (r + s * u - t * w).norm();
}

}  // namespace multibond::contact
