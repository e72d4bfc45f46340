/// Joints of planar mechanisms.
///
/// A joint lets frame_b move relative to frame_a along some mobilities and holds it in the others.
/// Its graph is a partial 0-junction: along a mobility the velocity of the joint is added to that
/// of frame_a, and the force is that of the mobility; the other components pass.
///
///     frame_a ---> 0 ---> frame_b
///                  ^
///                  1 <--- drive        w, phi: relative velocity and angle
///                  |
///                  v
///               mobility  (spring, damper, friction, stops; if there are any)
///
/// Joints may be connected in a circle: loops need no cut joint.
#pragma once

#include "multibond/library/actuated.h"
#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/partial_junctions.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/mobility.h"
#include "multibond/library/planar/pictures.h"

namespace multibond::planar {

/// Base of the joints.
class Joint : public Component {
 public:
  Joint(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  FrameBond end_a{this, "end_a", frame_a}, end_b{this, "end_b", frame_b};
  Picture picture{this, "picture"};

 protected:
  bool axis_tells_rate_ = false;  ///< the end of a bond at a flange states the rate already
  /// States that frame_b lies `r` (coordinates of frame_a) from frame_a, turned by `angle`.
  void place(const ExprVector2& r, const Expr& angle);
};

/// Revolute joint: frame_b turns about the common origin by phi, counted from frame_a.
///
///     phi_b = phi_a + phi + phi_offset,   w = der(phi)
class Revolute : public Joint {
 public:
  Revolute(Component* owner, std::string_view name);
  Parameter<double> phi_offset{this, "phi_offset", 0.0, "rad", "angle at which phi is zero"};
  Variable phi{this, "phi", "rad", "angle of frame_b in frame_a", StateHint::prefer};
  Variable w{this, "w", "rad/s", "relative angular velocity", StateHint::prefer};
  bonds::J0Partial node{this, "node"};
  bonds::J1 axis_node{this, "axis_node"};
  Mobility mobility{this, "mobility", Mobility::Kind::rotation};
  void build() override { mobility.attach(axis_node); }
  void equations() override;
};

/// Revolute joint with flanges of its axis, and a torque given by a signal.
class ActuatedRevolute final : public ActuatedRotation<Revolute> {
 public:
  using ActuatedRotation::ActuatedRotation;
};

/// Prismatic joint: frame_b slides along n of frame_a, with its angle kept.
///
///     r_b = r_a + R(phi_a) n (s + s_offset),   v = der(s)
class Prismatic : public Joint {
 public:
  Prismatic(Component* owner, std::string_view name);
  Parameter<Vector2> n{
      this, "n", {1.0, 0.0}, "1", "direction in frame_a; its length does not matter"};
  Parameter<double> s_offset{this, "s_offset", 0.0, "m", "distance at which s is zero"};
  Variable s{this, "s", "m", "distance along n", StateHint::prefer};
  Variable v{this, "v", "m/s", "relative velocity", StateHint::prefer};
  Arm beam{this, "beam"};
  Directions slide{this, "slide", 2, 1};
  bonds::J0Partial node{this, "node"};
  bonds::J1 axis_node{this, "axis_node"};
  Mobility mobility{this, "mobility", Mobility::Kind::translation};
  Picture picture_rail{this, "picture_rail"};
  void build() override { mobility.attach(axis_node); }
  void equations() override;
};

/// Prismatic joint with flanges of its axis, and a force given by a signal.
class ActuatedPrismatic final : public ActuatedTranslation<Prismatic> {
 public:
  using ActuatedTranslation::ActuatedTranslation;
};

/// Double translational joint: frame_b moves in the plane, with the angle of frame_a.
///
/// s_x and s_y are the coordinates of frame_b in frame_a. What is connected between bearing_x and
/// axis_x acts along x of frame_a, likewise along y.
class DoubleTranslational final : public Joint {
 public:
  DoubleTranslational(Component* owner, std::string_view name);
  Variable s_x{this, "s_x", "m", "position of frame_b along x of frame_a", StateHint::prefer};
  Variable s_y{this, "s_y", "m", "position of frame_b along y of frame_a", StateHint::prefer};
  Variable v_x{this, "v_x", "m/s", "relative velocity along x of frame_a", StateHint::prefer};
  Variable v_y{this, "v_y", "m/s", "relative velocity along y of frame_a", StateHint::prefer};
  translational::Flange axis_x{this, "axis_x"}, bearing_x{this, "bearing_x"};
  translational::Flange axis_y{this, "axis_y"}, bearing_y{this, "bearing_y"};
  translational::FlangeBond axis_end_x{this, "axis_end_x", axis_x, v_x};
  translational::FlangeBond axis_end_y{this, "axis_end_y", axis_y, v_y};
  translational::FlangeBond bearing_end_x{this, "bearing_end_x", bearing_x};
  translational::FlangeBond bearing_end_y{this, "bearing_end_y", bearing_y};
  bonds::Terminal housing_x{this, "housing_x", "Sf", bonds::CausalRule::Kind::flow_source};
  bonds::Terminal housing_y{this, "housing_y", "Sf", bonds::CausalRule::Kind::flow_source};
  Arm beam{this, "beam"};
  Directions slide_x{this, "slide_x", 2, 1}, slide_y{this, "slide_y", 2, 1};
  bonds::J0 sum{this, "sum"};
  bonds::J0Partial node{this, "node"};
  bonds::J1 node_x{this, "node_x"}, node_y{this, "node_y"};
  Mobility mobility_x{this, "mobility_x", Mobility::Kind::translation};
  Mobility mobility_y{this, "mobility_y", Mobility::Kind::translation};
  Picture picture_x{this, "picture_x"}, picture_y{this, "picture_y"};
  void build() override;
  void equations() override;
};

/// Pin in a slot: frame_b slides along n of frame_a and turns.
///
/// What is connected between bearing and axis acts along the slot, between bearing_phi and axis_phi
/// about the pin.
class PinSlot final : public Joint {
 public:
  PinSlot(Component* owner, std::string_view name);
  Parameter<Vector2> n{this, "n", {1.0, 0.0}, "1", "direction of the slot in frame_a"};
  Variable s{this, "s", "m", "distance along n", StateHint::prefer};
  Variable v{this, "v", "m/s", "velocity along the slot", StateHint::prefer};
  Variable phi{this, "phi", "rad", "angle of frame_b in frame_a", StateHint::prefer};
  Variable w{this, "w", "rad/s", "relative angular velocity", StateHint::prefer};
  translational::Flange axis{this, "axis"}, bearing{this, "bearing"};
  rotational::Flange axis_phi{this, "axis_phi"}, bearing_phi{this, "bearing_phi"};
  translational::FlangeBond axis_end{this, "axis_end", axis, v};
  translational::FlangeBond bearing_end{this, "bearing_end", bearing};
  rotational::FlangeBond axis_end_phi{this, "axis_end_phi", axis_phi, w};
  rotational::FlangeBond bearing_end_phi{this, "bearing_end_phi", bearing_phi};
  bonds::Terminal housing{this, "housing", "Sf", bonds::CausalRule::Kind::flow_source};
  bonds::Terminal housing_phi{this, "housing_phi", "Sf", bonds::CausalRule::Kind::flow_source};
  Arm beam{this, "beam"};
  Directions slide{this, "slide", 2, 1};
  bonds::J0Partial slot{this, "slot"}, pin{this, "pin"};
  bonds::J1 slot_node{this, "slot_node"}, pin_node{this, "pin_node"};
  Mobility sliding{this, "sliding", Mobility::Kind::translation};
  Mobility turning{this, "turning", Mobility::Kind::rotation};
  Picture picture_rail{this, "picture_rail"};
  void build() override;
  void equations() override;
};

/// Free motion: frame_b moves and turns against frame_a without any force.
///
/// Gives a free body coordinates of its own, relative to another frame.
class FreeMotion final : public Joint {
 public:
  FreeMotion(Component* owner, std::string_view name);
  Variable x{this, "x", "m", "position of frame_b along x of frame_a", StateHint::prefer};
  Variable y{this, "y", "m", "position of frame_b along y of frame_a", StateHint::prefer};
  Variable phi{this, "phi", "rad", "angle of frame_b in frame_a", StateHint::prefer};
  Variable vx{this, "vx", "m/s", "rate of x", StateHint::prefer};
  Variable vy{this, "vy", "m/s", "rate of y", StateHint::prefer};
  Variable w{this, "w", "rad/s", "rate of phi", StateHint::prefer};
  Arm beam{this, "beam"};
  Directions slide{this, "slide", 3, 3};
  bonds::J0 node{this, "node"};
  bonds::J1 motion{this, "motion"};
  bonds::Se force{this, "force"};
  void equations() override;
};

}  // namespace multibond::planar

extern template class multibond::ActuatedRotation<multibond::planar::Revolute>;
extern template class multibond::ActuatedTranslation<multibond::planar::Prismatic>;
