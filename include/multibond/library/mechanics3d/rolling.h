/// What rolls without slipping on a plane.
///
/// The plane belongs to frame_a: it has the normal n there and lies d above its origin. It rests if
/// frame_a is that of the world, and moves with the body that frame_a is connected to. Wheel and
/// Marble, which are complete bodies, roll on a plane at rest of any inclination.
#pragma once

#include "multibond/library/mechanics3d/constraints.h"

namespace multibond::mechanics3d {

/// Base of the contacts that roll.
///
/// Three reactions at the point of contact: f_n along the normal, f_1 and f_2 in the plane. What
/// rolls has a picture, and so has a piece of the plane below it (picture_plane).
class RollingContact : public FrameConstraint {
 public:
  RollingContact(Component* owner, std::string_view name) : FrameConstraint(owner, name, 3) {}
  Parameter<Vector3> n{this, "n", {0.0, 1.0, 0.0}, "1", "normal of the plane, in frame_a"};
  Parameter<double> d{this, "d", 0.0, "m", "distance of the plane from frame_a, along n"};
  VariableVector<3> x_contact{this, "x_contact", "m", "point of contact in the world"};
  Variable f_n{this, "f_n", "N", "force of the plane along its normal"};
  Variable f_1{this, "f_1", "N", "force of the plane along its first direction"};
  Variable f_2{this, "f_2", "N", "force of the plane along its second direction"};
  Picture picture_plane{this, "picture_plane"};

 protected:
  /// The point of contact lies `arm` (in the world) from frame_b.
  void roll(const ExprVector3& arm);
  ExprVector3 normal() const { return frame_a.resolve(unit(n).cast<Expr>()); }
};

/// Ideal contact of a wheel with a sharp rim: frame_b is its hub, with the axle along `axis`.
///
///     the lowest point of the rim lies in the plane, and moves with it
///
/// A wheel that lies flat has no lowest point: a run ends there.
class WheelJoint final : public RollingContact {
 public:
  using RollingContact::RollingContact;
  Parameter<double> radius{this, "radius", 0.3, "m", "radius", Check::positive};
  Parameter<Vector3> axis{this, "axis", {0.0, 0.0, 1.0}, "1", "axle of the wheel, in frame_b"};
  Variable f_long{this, "f_long", "N", "force of the plane in the direction of rolling"};
  Variable f_lat{this, "f_lat", "N", "force of the plane across the direction of rolling"};
  Discrete rolls{this, "rolls", 0, "1", "1 from the start"};
  void equations() override;
};

/// Ideal contact of a ball: frame_b is its centre. It may spin about the normal.
class MarbleJoint final : public RollingContact {
 public:
  using RollingContact::RollingContact;
  Parameter<double> radius{this, "radius", 0.1, "m", "radius", Check::positive};
  void equations() override;
};

/// Inertia of a body that is round about an axis.
void give_round_inertia(Body& body, const Vector3& axis, const Expr& about, const Expr& across);

/// Wheel: a body with the contact of a rim. frame_b is its hub, with the axle along `axis`.
class Wheel final : public Component {
 public:
  Wheel(Component* owner, std::string_view name);
  Frame frame_b{this, "frame_b"};
  Parameter<double> radius{this, "radius", 0.3, "m", "radius", Check::positive};
  Parameter<Vector3> axis{this, "axis", {0.0, 0.0, 1.0}, "1", "axle of the wheel, in frame_b"};
  Parameter<double> m{this, "m", 1.0, "kg", "mass", Check::non_negative};
  Parameter<double> I_axis{
      this, "I_axis", 0.001, "kg.m2", "inertia about the axle", Check::non_negative};
  Parameter<double> I_across{
      this, "I_across", 0.001, "kg.m2", "inertia about a diameter", Check::non_negative};
  Parameter<Vector3> n{this, "n", {0.0, 1.0, 0.0}, "1", "normal of the plane, in the world"};
  Parameter<double> d{this, "d", 0.0, "m", "distance of the plane from the origin, along n"};
  Fixed plane{this, "plane"};
  Body body{this, "body"};
  WheelJoint contact{this, "contact"};
  Picture picture{this, "picture"}, picture_plane{this, "picture_plane"};
  void build() override;
  void equations() override;
};

/// Marble: a body with the contact of a ball. frame_b is its centre.
class Marble final : public Component {
 public:
  Marble(Component* owner, std::string_view name);
  Frame frame_b{this, "frame_b"};
  Parameter<double> radius{this, "radius", 0.1, "m", "radius", Check::positive};
  Parameter<double> m{this, "m", 1.0, "kg", "mass", Check::positive};
  Parameter<double> I{this, "I", 0.004, "kg.m2", "inertia about any diameter", Check::non_negative};
  Parameter<Vector3> n{this, "n", {0.0, 1.0, 0.0}, "1", "normal of the plane, in the world"};
  Parameter<double> d{this, "d", 0.0, "m", "distance of the plane from the origin, along n"};
  Fixed plane{this, "plane"};
  Body body{this, "body"};
  MarbleJoint contact{this, "contact"};
  Picture picture{this, "picture"}, picture_plane{this, "picture_plane"};
  void build() override;
  void equations() override;
};

}  // namespace multibond::mechanics3d
