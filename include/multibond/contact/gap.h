/// The gap between two shapes at one of their contacts, and how it moves.
///
/// A contact belongs to a pair of features: a vertex of one core against the other core, an edge
/// against an edge, a rim against a face. Its gap is a smooth function of both poses as long as the
/// pair persists; corners are contacts of their own, so nothing jumps when another one becomes the
/// deepest. `candidates.h` finds the contacts of two shapes.
///
///                 n  ^                    p_a, p_b: nearest points of both surfaces
///           \  a  |  /                    n: unit vector from b to a, p_a - p_b = g n
///            \____|_/   p_a               c = (p_a + p_b)/2, the point of contact
///                 c ----> t1              t1, t2: unit vectors, n = t1 x t2
///        _________|____ p_b
///             b
///
/// At c, both bodies have a velocity as rigid bodies; their difference in the axes of the contact
/// is
///
///     u = E' (v_a + w_a x (c - x_a) - v_b - w_b x (c - x_b)),    E = [n t1 t2]
///
/// with u_n = dg/dt exactly, for c moves over the surfaces only across n. Forces on both bodies at
/// the same point c keep their angular momentum. Differentiated once more, with c' and E' as the
/// features move and turn,
///
///     u' = E' (a_a + z_a x (c - x_a) - a_b - z_b x (c - x_b)) + offset
///     offset_i = e_i' . (v_a(c) - v_b(c)) + e_i . (w_a x (c' - v_a) - w_b x (c' - v_b))
///
/// (a: accelerations of the origins, z: angular accelerations). This offset holds all curvature:
/// (|v|^2 - v_n^2)/distance for two spheres, and what keeps a rolling one rolling when u_t' = 0.
#pragma once

#include <compare>
#include <cstdint>

#include "multibond/base/vectors.h"
#include "multibond/contact/pose.h"
#include "multibond/contact/shape.h"

namespace multibond::contact {

/// A shape with the motion of its frame.
struct MovingShape {
  const Shape* shape = nullptr;
  Pose pose;
  Twist twist = {};
};

/// Name of a contact for results, warm starts and what is remembered of it from event to event:
/// numbers of the two shapes, and of the features among all those of the pair.
struct ContactId {
  std::uint32_t a = 0, b = 0, feature = 0;
  auto operator<=>(const ContactId&) const = default;
};

enum class Pairing : std::uint8_t {
  vertex_core,  ///< a vertex of one shape against the core of the other
  edge_edge,    ///< an edge of a against an edge of b
  rim_face,     ///< a rim of one shape against the face of the other
};

/// Part of a core that is nearest to a point: faces are counted first, then edges, then vertices.
using Region = int;
constexpr Region kNearestRegion = -1;

/// A contact of two shapes.
struct Contact {
  std::uint32_t feature = 0;  ///< number among those of the pair; depends on the shapes only
  Pairing pairing = Pairing::vertex_core;
  bool swapped = false;  ///< the vertex or rim is one of b, the core or face one of a
  int first = 0;         ///< number of the vertex, the edge of a, or the rim
  /// Number of the edge of b; or the region of the core, `kNearestRegion` for whichever is nearest.
  /// The gap to the nearest has a continuous first derivative if the radii are not both zero.
  int second = 0;
  /// n and t1 when the axes were chosen. t1 is turned from there with n, by the shortest way, so it
  /// is continuous until n has turned by half a turn; see `with_axes`. Zero: not chosen yet, t1 is
  /// then some vector across n that may jump.
  Vector3 reference_normal = Vector3::Zero();
  Vector3 reference_tangent = Vector3::Zero();
};

/// A contact at one instant.
struct Touch {
  double gap = 0;  ///< g [m], negative where the shapes overlap
  /// How far [m] the contact is from the border of its features: below zero they are not what
  /// touches (a vertex beside its face, edges that cross beyond an end). Infinite for contacts that
  /// are always good. Watch it while a contact is closed, and ask for `touching` again where it
  /// passes zero.
  double margin = 0;
  Region region = kNearestRegion;      ///< of the core, for a vertex against a core
  Vector3 point = Vector3::Zero();     ///< c
  Matrix3 axes = Matrix3::Identity();  ///< E = [n t1 t2]; in the plane t1 = z x n and t2 = z
  Vector3 velocity = Vector3::Zero();  ///< u = (u_n, u_t1, u_t2) of a against b [m/s]
  Vector3 acceleration_offset = Vector3::Zero();  ///< u' without accelerations of a and b [m/s2]

  Vector3 normal() const { return axes.col(0); }
};

/// Everything about a contact at one instant.
///
/// Where no normal is defined (centres that coincide, parallel edges) it is some unit vector.
Touch evaluate(const Contact& contact, const MovingShape& a, const MovingShape& b);

/// How far [m] the features of a contact are from touching: at most their distance, continuous as
/// long as the shapes do not overlap, and negative only where they do. This is what events are
/// searched with: unlike the gap, which belongs to one face or to two edges of infinite length, it
/// is right everywhere. Sharp edges that overlap by more than 1e-6 of the size of the bodies have
/// their distance for a clearance: from edges alone, this cannot be told from bodies between the
/// edges.
double clearance(const Contact& contact, const MovingShape& a, const MovingShape& b);

/// u' without accelerations of both frames, as in `Touch`.
Vector3 acceleration_offset(const Contact& contact, const MovingShape& a, const MovingShape& b);

/// The contact with its present axes for a reference, or with some if there were none. Nothing
/// jumps; do so after a step, so that n never comes to turn by half a turn.
Contact with_axes(Contact contact, const MovingShape& a, const MovingShape& b);

/// The contact with the region that is nearest now, and with the smooth gap of this region alone:
/// for a sphere that rolls on a face, until `margin` says that it has come to an edge.
Contact with_region(Contact contact, const MovingShape& a, const MovingShape& b);

}  // namespace multibond::contact
