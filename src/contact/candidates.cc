#include "multibond/contact/candidates.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "features.h"
#include "multibond/diagnostic.h"

namespace multibond::contact {

namespace {

/// Planes that separate sharp bodies up to this many tolerances carry contacts.
constexpr double kSlack = 10;

bool is_point(const Shape& shape) { return shape.vertices.size() == 1; }
bool is_sharp_body(const Shape& shape) {
  return shape.radius == 0 && !shape.faces.empty() && !shape.vertices.empty();
}

Vector3 place(const MovingShape& body, const Vector3& local) {
  return body.pose.position + body.pose.rotation * local;
}

/// Distance of the balls about two bodies; nothing is known if one is infinite.
double ball_distance(const MovingShape& a, const MovingShape& b) {
  if (is_half_space(*a.shape) || is_half_space(*b.shape)) {
    return -std::numeric_limits<double>::infinity();
  }
  return (place(a, a.shape->centre) - place(b, b.shape->centre)).norm() - a.shape->size -
         b.shape->size;
}

/// First numbers of each sort of features.
struct Numbering {
  std::size_t vertices_b, edges, rims_a, rims_b;
  Numbering(const Shape& a, const Shape& b)
      : vertices_b(a.vertices.size()),
        edges(vertices_b + b.vertices.size()),
        rims_a(edges + a.edges.size() * b.edges.size()),
        rims_b(rims_a + a.rims.size()) {}
};

Contact numbered(std::size_t feature, Pairing pairing, bool swapped, std::size_t first,
                 int second) {
  Contact contact;
  contact.feature = static_cast<std::uint32_t>(feature);
  contact.pairing = pairing;
  contact.swapped = swapped;
  contact.first = static_cast<int>(first);
  contact.second = second;
  return contact;
}

/// Edges of a body that are not beyond `reach` of some face of the other, or of the ball about it.
std::vector<std::size_t> near_edges(const MovingShape& body, const MovingShape& other,
                                    double reach) {
  const Shape &shape = *body.shape, &core = *other.shape;
  reach += shape.radius + core.radius;
  std::vector<Vector3> vertices;
  vertices.reserve(shape.vertices.size());
  for (const Vector3& v : shape.vertices) vertices.push_back(local_point(other, place(body, v)));
  std::vector<std::size_t> result;
  for (std::size_t e = 0; e < shape.edges.size(); ++e) {
    const Vector3 &from = vertices[shape.edges[e].from], &to = vertices[shape.edges[e].to];
    const bool beyond = std::any_of(core.faces.begin(), core.faces.end(), [&](const Face& face) {
      return face.normal.dot(from) - face.offset > reach &&
             face.normal.dot(to) - face.offset > reach;
    });
    const double ball = ((from + to) / 2 - core.centre).norm() - (to - from).norm() / 2;
    if (!beyond && ball <= core.size + reach) result.push_back(e);
  }
  return result;
}

void add_near_vertices(const MovingShape& body, const MovingShape& core, bool swapped,
                       std::size_t number, double reach, std::vector<Contact>& result) {
  const double rounding = body.shape->radius + core.shape->radius;
  for (std::size_t i = 0; i < body.shape->vertices.size(); ++i) {
    const Vector3 point = local_point(core, place(body, body.shape->vertices[i]));
    if (nearest(*core.shape, point, rounding == 0).distance - rounding <= reach) {
      result.push_back(numbered(number + i, Pairing::vertex_core, swapped, i, kNearestRegion));
    }
  }
}

void add_near_edges(const MovingShape& a, const MovingShape& b, std::size_t number, double reach,
                    std::vector<Contact>& result) {
  const Shape &shape_a = *a.shape, &shape_b = *b.shape;
  if (shape_a.planar || shape_a.edges.empty() || shape_b.edges.empty()) return;
  const double rounding = shape_a.radius + shape_b.radius;
  const std::vector<std::size_t> edges_b = near_edges(b, a, reach);
  for (const std::size_t i : near_edges(a, b, reach)) {
    for (const std::size_t j : edges_b) {
      if (edge_distance(a, shape_a.edges[i], b, shape_b.edges[j]) - rounding > reach) continue;
      result.push_back(numbered(number + i * shape_b.edges.size() + j, Pairing::edge_edge, false, i,
                                static_cast<int>(j)));
    }
  }
}

void add_near_rims(const MovingShape& body, const MovingShape& core, bool swapped,
                   std::size_t number, double reach, std::vector<Contact>& result) {
  for (std::size_t i = 0; i < body.shape->rims.size(); ++i) {
    if (rim_meets_face(body, body.shape->rims[i], core).distance.x <= reach) {
      result.push_back(numbered(number + i, Pairing::rim_face, swapped, i, 0));
    }
  }
}

/// Contacts in the order of preference, each place with its normal once.
class Manifold {
 public:
  Manifold(const MovingShape& a, const MovingShape& b, double same) : a_(a), b_(b), same_(same) {}

  void add(const Contact& contact, const Touch& touch) {
    for (const Touch& other : touches_) {
      if ((touch.point - other.point).norm() <= same_ &&
          touch.normal().dot(other.normal()) > 1 - 1e-6) {
        return;
      }
    }
    touches_.push_back(touch);
    contacts_.push_back(with_axes(contact, a_, b_));
  }

  std::vector<Contact> take() {
    std::sort(contacts_.begin(), contacts_.end(),
              [](const Contact& x, const Contact& y) { return x.feature < y.feature; });
    return std::move(contacts_);
  }

 private:
  const MovingShape &a_, &b_;
  double same_;
  std::vector<Touch> touches_;
  std::vector<Contact> contacts_;
};

/// The points fixed to a rim that has no lowest one.
void add_points_of_rim(const Contact& rim, const MovingShape& a, const MovingShape& b,
                       double tolerance, Manifold& manifold) {
  const MovingShape& body = rim.swapped ? b : a;
  const std::size_t count = body.shape->vertices.size() / body.shape->rims.size();
  const std::size_t number = rim.swapped ? Numbering(*a.shape, *b.shape).vertices_b : 0;
  for (std::size_t i = rim.first * count; i < (rim.first + 1) * count; ++i) {
    const Contact contact =
        numbered(number + i, Pairing::vertex_core, rim.swapped, i, kNearestRegion);
    const Touch touch = evaluate(contact, a, b);
    if (touch.gap <= tolerance) manifold.add(contact, touch);
  }
}

/// How far the vertices of a and b are apart along a direction from b to a.
double separation_along(const Vector3& n, const MovingShape& a, const MovingShape& b) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Vector3& v : a.shape->vertices) low = std::min(low, n.dot(place(a, v)));
  for (const Vector3& v : b.shape->vertices) high = std::max(high, n.dot(place(b, v)));
  return low - high;
}

/// Vertices of a sharp body over faces of another, at most one contact for each. All planes of
/// faces may pass through both of two bodies that are apart, beside edges that cross: what is deep
/// below a face is in the body only if it is below the others as well.
void add_vertices_over_faces(const MovingShape& a, const MovingShape& b, bool swapped,
                             const std::vector<double>& separations, double threshold,
                             double tolerance, Manifold& manifold) {
  const MovingShape &body = swapped ? b : a, &core = swapped ? a : b;
  const std::size_t number = swapped ? Numbering(*a.shape, *b.shape).vertices_b : 0;
  for (std::size_t i = 0; i < body.shape->vertices.size(); ++i) {
    const Vector3 point = local_point(core, place(body, body.shape->vertices[i]));
    const double border = border_width(a, b, tolerance);
    if (nearest(*core.shape, point, true).distance > border) continue;
    int best = -1;
    double best_margin = -border;
    for (std::size_t f = 0; f < separations.size(); ++f) {
      const Face& face = core.shape->faces[f];
      if (!(separations[f] >= threshold)) continue;
      if (!(face.normal.dot(point) - face.offset <= tolerance)) continue;
      const double margin = region_margin(*core.shape, static_cast<Region>(f), point);
      // Margins that only rounding tells apart leave the first face in its place.
      if (margin < best_margin + (best < 0 ? 0 : tolerance)) continue;
      best = static_cast<int>(f);
      best_margin = margin;
    }
    if (best < 0) continue;
    const Contact contact = numbered(number + i, Pairing::vertex_core, swapped, i, best);
    manifold.add(contact, evaluate(contact, a, b));
  }
}

std::vector<Contact> sharp_bodies_touching(const MovingShape& a, const MovingShape& b,
                                           double tolerance) {
  // A face beyond which the whole other body lies: nothing touches.
  const std::vector<double> over_b = face_separations(a, b), over_a = face_separations(b, a);
  double best = std::max(*std::max_element(over_b.begin(), over_b.end()),
                         *std::max_element(over_a.begin(), over_a.end()));
  if (!(best <= tolerance)) return {};

  // Edges that cross, with the separation along their common perpendicular.
  struct Crossing {
    Contact contact;
    Touch touch;
    double separation;
  };
  std::vector<Contact> edges;
  const double border = border_width(a, b, tolerance);
  add_near_edges(a, b, Numbering(*a.shape, *b.shape).edges, kSlack * tolerance + border, edges);
  std::vector<Crossing> crossings;
  for (const Contact& contact : edges) {
    const Touch touch = evaluate(contact, a, b);
    if (!(touch.gap <= tolerance) || !(touch.margin >= -border)) continue;
    crossings.push_back({contact, touch, separation_along(touch.normal(), a, b)});
    best = std::max(best, crossings.back().separation);
  }

  const double threshold = std::min(-kSlack * tolerance, best - tolerance);
  Manifold manifold(a, b, border);
  add_vertices_over_faces(a, b, false, over_b, threshold, tolerance, manifold);
  add_vertices_over_faces(a, b, true, over_a, threshold, tolerance, manifold);
  for (const Crossing& crossing : crossings) {
    if (crossing.separation >= threshold) manifold.add(crossing.contact, crossing.touch);
  }
  return manifold.take();
}

}  // namespace

double border_width(const MovingShape& a, const MovingShape& b, double tolerance) {
  return std::max(kSlack * tolerance, kBorder * std::min(a.shape->size, b.shape->size));
}

void check_pair(const Shape& a, const Shape& b) {
  const std::string name_a(shape_kind_name(a.kind)), name_b(shape_kind_name(b.kind));
  const std::string both = "A " + name_a + " and a " + name_b;
  if (a.planar != b.planar) {
    throw Error(name_a, both + " cannot touch: one is a shape of the plane.",
                "Use shapes of the plane for both, or shapes in space.");
  }
  if (is_half_space(a) && is_half_space(b)) {
    throw Error(name_a, both + " have no gap: both are infinite.",
                "Fix them to the same body, or give them groups that do not meet.");
  }
  if ((!a.rims.empty() && !is_half_space(b)) || (!b.rims.empty() && !is_half_space(a))) {
    throw Error(name_a, both + " have no rule of contact.",
                "Use a capsule or a polytope in place of the cylinder.");
  }
  if (a.radius + b.radius == 0 && a.faces.empty() && b.faces.empty()) {
    throw Error(name_a, both + " of radius 0 cannot touch.", "Give one of them a radius.");
  }
}

std::vector<Contact> near(const MovingShape& a, const MovingShape& b, double reach) {
  check_pair(*a.shape, *b.shape);
  std::vector<Contact> result;
  if (!(ball_distance(a, b) <= reach)) return result;
  const Numbering numbers(*a.shape, *b.shape);
  // A lone vertex meets the core of the other; the way back would say the same again.
  const bool only_b = is_point(*b.shape) && !is_point(*a.shape);
  const bool only_a = is_point(*a.shape);
  // Nothing of a cylinder is lower than its rims.
  if (!only_b && a.shape->rims.empty()) add_near_vertices(a, b, false, 0, reach, result);
  if (!only_a && b.shape->rims.empty()) {
    add_near_vertices(b, a, true, numbers.vertices_b, reach, result);
  }
  add_near_edges(a, b, numbers.edges, reach, result);
  add_near_rims(a, b, false, numbers.rims_a, reach, result);
  add_near_rims(b, a, true, numbers.rims_b, reach, result);
  return result;
}

std::vector<Contact> touching(const MovingShape& a, const MovingShape& b, double tolerance) {
  check_pair(*a.shape, *b.shape);
  if (!(ball_distance(a, b) <= tolerance)) return {};
  if (is_sharp_body(*a.shape) && is_sharp_body(*b.shape)) {
    return sharp_bodies_touching(a, b, tolerance);
  }
  const double border = border_width(a, b, tolerance);
  Manifold manifold(a, b, border);
  for (const Contact& contact : near(a, b, tolerance)) {
    const Touch touch = evaluate(contact, a, b);
    if (contact.pairing == Pairing::rim_face && !(touch.margin >= 0)) {
      add_points_of_rim(contact, a, b, tolerance, manifold);
    } else if (touch.gap <= tolerance && touch.margin >= -border) {
      manifold.add(contact, touch);
    }
  }
  return manifold.take();
}

double separation(const MovingShape& a, const MovingShape& b) {
  double best = ball_distance(a, b);
  const double rounding = a.shape->radius + b.shape->radius;
  for (const bool swapped : {false, true}) {
    const MovingShape &body = swapped ? b : a, &core = swapped ? a : b;
    if (!body.shape->rims.empty()) {
      double lowest = std::numeric_limits<double>::infinity();
      for (const Rim& rim : body.shape->rims) {
        lowest = std::min(lowest, rim_meets_face(body, rim, core).distance.x);
      }
      best = std::max(best, lowest);
    } else if (!body.shape->vertices.empty()) {
      for (const double s : face_separations(body, core)) best = std::max(best, s - rounding);
    }
  }
  return best;
}

}  // namespace multibond::contact
