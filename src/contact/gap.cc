#include "multibond/contact/gap.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "features.h"

namespace multibond::contact {

namespace {

/// Inward directions along faces may lean over by this much [rad] before an edge supports nothing.
constexpr double kLean = 1e-9;
/// Sharp edges are seen to overlap up to this part of the size of the bodies.
constexpr double kDeepest = 1e-6;
/// Faces whose planes cut this part of the size off the other body do not separate them.
constexpr double kBeside = 1e-3;

bool sharp(const MovingShape& a, const MovingShape& b) {
  return a.shape->radius + b.shape->radius == 0;
}

Region nearest_region(const Contact& contact, const MovingShape& vertex_body,
                      const MovingShape& core) {
  const Vector3 point = point_of(vertex_body, vertex_body.shape->vertices[contact.first]).x;
  return nearest(*core.shape, local_point(core, point), sharp(vertex_body, core)).region;
}

/// How the features of a contact meet, from a (first) to b (second).
Meeting meeting_of(const Contact& contact, const MovingShape& a, const MovingShape& b,
                   Region& region) {
  region = kNearestRegion;
  if (contact.pairing == Pairing::edge_edge) {
    return edge_meets_edge(a, a.shape->edges[contact.first], b, b.shape->edges[contact.second]);
  }
  const MovingShape &body = contact.swapped ? b : a, &core = contact.swapped ? a : b;
  Meeting meeting;
  if (contact.pairing == Pairing::rim_face) {
    meeting = rim_meets_face(body, body.shape->rims[contact.first], core);
  } else {
    const Track point = point_of(body, body.shape->vertices[contact.first]);
    const bool fixed = contact.second != kNearestRegion;
    region = fixed ? contact.second : nearest_region(contact, body, core);
    meeting = point_meets_region(point, core, region);
    if (fixed) meeting.margin = region_margin(*core.shape, region, local_point(core, point.x));
  }
  if (contact.swapped) {
    std::swap(meeting.first, meeting.second);
    meeting.normal = -meeting.normal;
  }
  return meeting;
}

/// The first tangent: the reference turned with the normal, by the rotation that takes the
/// reference normal s to n by the shortest way,
///   t = x - (s + n) (n . x) / (1 + s . n),   x . s = 0.
Track tangent_of(const Contact& contact, const Track& normal, bool planar) {
  if (planar) {
    const Vector3 z = Vector3::UnitZ();
    return {z.cross(normal.x), z.cross(normal.v)};
  }
  if (contact.reference_normal.isZero()) {
    // Some vector across n, carried along by n as long as n turns little.
    const Vector3 tangent = normal.x.unitOrthogonal();
    return {tangent, -normal.x * normal.v.dot(tangent)};
  }
  const Vector3 &s = contact.reference_normal, &x = contact.reference_tangent;
  const Scalar along{normal.x.dot(x), normal.v.dot(x)}, down{1 + s.dot(normal.x), s.dot(normal.v)};
  return Track{x, Vector3::Zero()} - along / down * Track{s + normal.x, normal.v};
}

/// How far a vertex of a sharp body is from another one, given its largest height over a face.
///
/// A vertex that comes down exactly along the border of a face, as those of a brick on an equal one
/// do, is never below all faces: rounding decides whether it is beside the body or in it. So if one
/// of the faces separates the bodies, those that do not are moved out by the width of a border.
double sharp_clearance(const MovingShape& body, const MovingShape& core, const Vector3& point,
                       double height) {
  const double size = std::min(body.shape->size, core.shape->size), border = kBorder * size;
  // Points have no faces to fit, half spaces no borders.
  if (border == 0 || !(height < 2 * border) || is_half_space(*core.shape)) return height;
  const std::vector<double> separations = face_separations(body, core);
  const double best = *std::max_element(separations.begin(), separations.end());
  // Gradually, for the clearance must not jump.
  const double weight = std::clamp(2 - height / border, 0.0, 1.0) *
                        std::clamp(1 + best / (kDeepest * size), 0.0, 1.0);
  double clearance = -std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < separations.size(); ++f) {
    const Face& face = core.shape->faces[f];
    const double beside = std::clamp(-separations[f] / (kBeside * size), 0.0, 1.0);
    clearance =
        std::max(clearance, face.normal.dot(point) - face.offset - border * weight * beside);
  }
  return clearance;
}

/// Whether the body lies on the side of an edge to which the normal points, as far as the two faces
/// at the edge tell.
bool supports(const MovingShape& body, const Edge& edge, const Vector3& normal) {
  const Shape& shape = *body.shape;
  const Vector3 along = (shape.vertices[edge.to] - shape.vertices[edge.from]).normalized();
  const Vector3 local = body.pose.rotation.transpose() * normal;
  return (edge.left < 0 || shape.faces[edge.left].normal.cross(along).dot(local) >= -kLean) &&
         (edge.right < 0 || shape.faces[edge.right].normal.cross(along).dot(local) <= kLean);
}

}  // namespace

Touch evaluate(const Contact& contact, const MovingShape& a, const MovingShape& b) {
  Touch touch;
  const Meeting meeting = meeting_of(contact, a, b, touch.region);
  const Track& n = meeting.normal;
  touch.gap = meeting.distance.x - a.shape->radius - b.shape->radius;
  touch.margin = meeting.margin;

  // The point of contact, between the two surfaces.
  const Scalar way{b.shape->radius + touch.gap / 2, meeting.distance.v / 2};
  const Track c = meeting.second + way * n;
  touch.point = c.x;

  const Track t1 = tangent_of(contact, n, a.shape->planar);
  const Track t2 = a.shape->planar ? Track{Vector3::UnitZ(), Vector3::Zero()} : cross(n, t1);
  touch.axes << n.x, t1.x, t2.x;

  const auto material = [&](const MovingShape& body) -> Vector3 {
    return body.twist.velocity + body.twist.angular_velocity.cross(c.x - body.pose.position);
  };
  // What the moving point adds: w x (c' - v).
  const auto transport = [&](const MovingShape& body) -> Vector3 {
    return body.twist.angular_velocity.cross(c.v - body.twist.velocity);
  };
  const Vector3 relative = material(a) - material(b);
  Matrix3 turning;
  turning << n.v, t1.v, t2.v;
  touch.velocity = touch.axes.transpose() * relative;
  touch.acceleration_offset =
      turning.transpose() * relative + touch.axes.transpose() * (transport(a) - transport(b));
  return touch;
}

double clearance(const Contact& contact, const MovingShape& a, const MovingShape& b) {
  const double rounding = a.shape->radius + b.shape->radius;
  const MovingShape &body = contact.swapped ? b : a, &core = contact.swapped ? a : b;
  switch (contact.pairing) {
    case Pairing::vertex_core: {
      const Vector3 local = body.shape->vertices[contact.first];
      const Vector3 point = body.pose.position + body.pose.rotation * local;
      const Vector3 in_core = local_point(core, point);
      const double distance = nearest(*core.shape, in_core, rounding == 0).distance - rounding;
      return rounding == 0 ? sharp_clearance(body, core, in_core, distance) : distance;
    }
    case Pairing::rim_face:
      return rim_meets_face(body, body.shape->rims[contact.first], core).distance.x;
    case Pairing::edge_edge:
      break;
  }
  const Edge& edge_a = a.shape->edges[contact.first];
  const Edge& edge_b = b.shape->edges[contact.second];
  const double apart = edge_distance(a, edge_a, b, edge_b);
  if (rounding > 0) return apart - rounding;
  // Sharp edges have passed through each other where both bodies lie on the wrong side by a little.
  // By a lot, it may as well be that both edges are far ones, with the bodies between them.
  const Meeting meeting = edge_meets_edge(a, edge_a, b, edge_b);
  const double size = std::min(a.shape->size, b.shape->size);
  const bool crossing =
      meeting.distance.x > -kDeepest * size && meeting.margin >= -kBorder * size &&
      supports(a, edge_a, meeting.normal.x) && supports(b, edge_b, -meeting.normal.x);
  return crossing ? meeting.distance.x : apart;
}

Vector3 acceleration_offset(const Contact& contact, const MovingShape& a, const MovingShape& b) {
  return evaluate(contact, a, b).acceleration_offset;
}

Contact with_axes(Contact contact, const MovingShape& a, const MovingShape& b) {
  const Touch touch = evaluate(contact, a, b);
  contact.reference_normal = touch.axes.col(0);
  contact.reference_tangent = touch.axes.col(1);
  return contact;
}

Contact with_region(Contact contact, const MovingShape& a, const MovingShape& b) {
  if (contact.pairing == Pairing::vertex_core) {
    contact.second =
        contact.swapped ? nearest_region(contact, b, a) : nearest_region(contact, a, b);
  }
  return contact;
}

}  // namespace multibond::contact
