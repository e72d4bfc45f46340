/// Two wheels on a common axle that roll on a plane.
#pragma once

#include "multibond/library/mechanics3d/joints.h"
#include "multibond/library/mechanics3d/rolling.h"

namespace multibond::mechanics3d {

/// No slip of a wheel that its axle holds upright at its height above the plane of frame_a.
///
///     forward . (v + w x r) = 0, and likewise across if `lateral` is set      r: down to the rim
///
/// The normal force is borne by what holds the axle. Use `WheelJoint` for a wheel that may lean.
class RimContact final : public FrameConstraint {
 public:
  RimContact(Component* owner, std::string_view name) : FrameConstraint(owner, name, 2) {}
  Parameter<double> radius{this, "radius", 0.3, "m", "radius", Check::positive};
  Parameter<Vector3> n{this, "n", {0.0, 1.0, 0.0}, "1", "normal of the plane, in frame_a"};
  Parameter<Vector3> axis{this, "axis", {0.0, 0.0, 1.0}, "1", "axle of the wheel, in frame_b"};
  Parameter<bool> lateral{this, "lateral", true, "whether it does not slip along its axle either"};
  Variable f_long{this, "f_long", "N", "force of the plane in the direction of rolling"};
  Variable f_lat{this, "f_lat", "N", "force of the plane along the axle"};
  Picture picture_plane{this, "picture_plane"};
  void build() override { set_count(lateral.value() ? 2 : 1); }
  void equations() override;
};

/// Two wheels on an axle that stays parallel to a plane at rest: they turn independently.
///
/// frameMiddle is in the middle of the axle and turns by phi about the normal n. It has the axes of
/// the world while phi is zero; the wheels then roll in the direction axis x n, x counts along that
/// and y along the axle. Wheel 1 (frame1) is at +track/2 along the axle, wheel 2 (frame2) at
/// -track/2. Neither slips in the direction of rolling; along the axle it is wheel 1 that does not.
///
/// A torque between support and axis1 or axis2 drives a wheel; frameMiddle bears it. Its pictures
/// are those of the axle (axle1, axle2), of the bearings and of the wheels (contact1, contact2).
class RollingWheelSet final : public Component {
 public:
  RollingWheelSet(Component* owner, std::string_view name);
  Frame frameMiddle{this, "frameMiddle"}, frame1{this, "frame1"}, frame2{this, "frame2"};
  rotational::Flange axis1{this, "axis1"}, axis2{this, "axis2"}, support{this, "support"};
  Parameter<double> radius{this, "radius", 0.3, "m", "radius of the wheels", Check::positive};
  Parameter<double> track{this, "track", 1.0, "m", "distance between the wheels", Check::positive};
  Parameter<double> m_wheel{this, "m_wheel", 1.0, "kg", "mass of a wheel", Check::positive};
  Parameter<double> I_axis{
      this, "I_axis", 0.001, "kg.m2", "inertia of a wheel about the axle", Check::non_negative};
  Parameter<double> I_across{
      this, "I_across", 0.001, "kg.m2", "inertia of a wheel about a diameter", Check::non_negative};
  Parameter<Vector3> n{this, "n", {0.0, 1.0, 0.0}, "1", "normal of the plane, in the world"};
  Parameter<Vector3> axis{this, "axis", {0.0, 0.0, 1.0}, "1", "axle while phi is zero; across n"};
  Variable x{this, "x", "m", "position of frameMiddle in the direction of rolling at phi = 0"};
  Variable y{this, "y", "m", "position of frameMiddle along the axle at phi = 0"};
  Variable phi{this, "phi", "rad", "angle of frameMiddle about n"};
  Variable theta1{this, "theta1", "rad", "angle of wheel 1"};
  Variable theta2{this, "theta2", "rad", "angle of wheel 2"};
  Variable der_theta1{this, "der_theta1", "rad/s", "angular velocity of wheel 1"};
  Variable der_theta2{this, "der_theta2", "rad/s", "angular velocity of wheel 2"};
  Fixed ground{this, "ground"};
  Planar motion{this, "motion"};
  FixedTranslation axle1{this, "axle1"}, axle2{this, "axle2"};
  ActuatedRevolute bearing1{this, "bearing1"}, bearing2{this, "bearing2"};
  Body wheel1{this, "wheel1"}, wheel2{this, "wheel2"};
  RimContact contact1{this, "contact1"}, contact2{this, "contact2"};
  void build() override;
  void equations() override;
};

}  // namespace multibond::mechanics3d
