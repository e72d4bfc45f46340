/// Joints of mechanisms in space.
///
/// A joint lets frame_b move relative to frame_a along some mobilities and holds it in the others.
/// In its graph the velocity of a mobility is added to that of frame_a at a 0-junction, and the
/// force along it is that of the mobility; in the other directions forces pass.
///
///     frame_a ---> mTF (turn) ---> 0 ---> frame_b      rotation of a revolute joint
///                                  ^
///                          1 ---> mTF (axis)           w, phi: relative velocity and angle
///                          |
///                          v
///                       mobility                       spring, damper, friction, stops
///
/// Joints may be connected in a circle: loops need no cut joint, planar ones neither.
#pragma once

#include "multibond/library/actuated.h"
#include "multibond/library/mechanics3d/orientation.h"
#include "multibond/library/mechanics3d/parts.h"
#include "multibond/library/mobility.h"

namespace multibond::mechanics3d {

/// Base of the joints.
class Joint : public Component {
 public:
  Joint(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  FrameBonds end_a{this, "end_a", frame_a}, end_b{this, "end_b", frame_b};
  Picture picture{this, "picture"};

 protected:
  /// frame_b lies r (in frame_a) from frame_a.
  void place(const ExprVector3& r);
  /// frame_b is turned by R against frame_a.
  void orient(const ExprMatrix3& R);
  /// Whether the root lies behind frame_b, so that frame_a follows.
  bool from_b() const { return is_rooted(frame_b); }
  bool axis_tells_rate_ = false;  ///< the end of a bond at a flange states the rate already
};

/// Revolute joint: frame_b turns by phi about the axis n.
///
///     R_b = R(n, phi + phi_offset) R_a,   w_b = R w_a + n w,   w = der(phi)
class Revolute : public Joint {
 public:
  Revolute(Component* owner, std::string_view name);
  Parameter<Vector3> n{
      this, "n", {0.0, 0.0, 1.0}, "1", "axis, the same in both frames; its length does not matter"};
  Parameter<double> phi_offset{this, "phi_offset", 0.0, "rad", "angle at which phi is zero"};
  Variable phi{this, "phi", "rad", "angle of frame_b in frame_a", StateHint::prefer};
  Variable w{this, "w", "rad/s", "relative angular velocity", StateHint::prefer};
  Turn turn{this, "turn"};
  bonds::J0 node{this, "node"};
  Directions axis_direction{this, "axis_direction", 1};
  bonds::J1 axis_node{this, "axis_node"};
  Mobility mobility{this, "mobility", Mobility::Kind::rotation};
  void build() override { mobility.attach(axis_node); }
  void equations() override;
};

/// Revolute joint under the name that models with planar loops give to their cut joint.
///
/// An ordinary joint closes such loops as well: what it states twice is found and left out.
class PlanarRevolute final : public Revolute {
 public:
  using Revolute::Revolute;
};

/// Revolute joint with flanges of its axis, and a torque given by a signal.
class ActuatedRevolute final : public ActuatedRotation<Revolute> {
 public:
  using ActuatedRotation::ActuatedRotation;
};

/// Prismatic joint: frame_b slides along n of frame_a and does not turn.
///
///     x_b = x_a + R' n (s + s_offset),   v = der(s)
class Prismatic : public Joint {
 public:
  Prismatic(Component* owner, std::string_view name);
  Parameter<Vector3> n{
      this, "n", {1.0, 0.0, 0.0}, "1", "direction in frame_a; its length does not matter"};
  Parameter<double> s_offset{this, "s_offset", 0.0, "m", "distance at which s is zero"};
  Variable s{this, "s", "m", "distance along n", StateHint::prefer};
  Variable v{this, "v", "m/s", "relative velocity", StateHint::prefer};
  bonds::J1 hub{this, "hub"};
  Arm beam{this, "beam"};
  bonds::J0 node{this, "node"};
  Directions slide{this, "slide", 1};
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

/// Screw: frame_b turns by phi about n and slides along it by pitch phi / 2 pi.
class Screw final : public Joint {
 public:
  Screw(Component* owner, std::string_view name);
  Parameter<Vector3> n{this, "n", {0.0, 0.0, 1.0}, "1", "axis, the same in both frames"};
  Parameter<double> pitch{this, "pitch", 0.01, "m", "advance per turn; right-handed if positive"};
  Variable phi{this, "phi", "rad", "angle of frame_b in frame_a", StateHint::prefer};
  Variable w{this, "w", "rad/s", "relative angular velocity", StateHint::prefer};
  Variable s{this, "s", "m", "distance along n"};
  rotational::Flange axis{this, "axis"}, bearing{this, "bearing"};
  rotational::FlangeBond axis_end{this, "axis_end", axis, w};
  rotational::FlangeBond bearing_end{this, "bearing_end", bearing};
  bonds::Terminal housing{this, "housing", "Sf", bonds::CausalRule::Kind::flow_source};
  bonds::J1 hub{this, "hub"};
  Arm beam{this, "beam"};
  Turn turn{this, "turn"};
  bonds::J0 node_t{this, "node_t"}, node_r{this, "node_r"};
  Directions slide{this, "slide", 1}, axis_direction{this, "axis_direction", 1};
  bonds::J1 axis_node{this, "axis_node"};
  Mobility mobility{this, "mobility", Mobility::Kind::rotation};
  Picture picture_rail{this, "picture_rail"};
  void build() override { mobility.attach(axis_node); }
  void equations() override;
};

/// Cylindrical joint: frame_b slides along n and turns about it.
class Cylindrical final : public Component {
 public:
  Cylindrical(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  Parameter<Vector3> n{this, "n", {1.0, 0.0, 0.0}, "1", "axis, the same in both frames"};
  translational::Flange axis_s{this, "axis_s"}, bearing_s{this, "bearing_s"};
  rotational::Flange axis_phi{this, "axis_phi"}, bearing_phi{this, "bearing_phi"};
  ActuatedPrismatic slide{this, "slide"};
  ActuatedRevolute turn{this, "turn"};
  Picture picture{this, "picture"};
  void build() override { unit(n); }  // a direction is missed here, and not first in the parts
  void equations() override;
};

/// Universal joint: frame_b turns about n_a of frame_a, and then about n_b of the cross between.
/// Its pictures are those of its two revolute joints.
class Universal final : public Component {
 public:
  Universal(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  Parameter<Vector3> n_a{this, "n_a", {1.0, 0.0, 0.0}, "1", "axis of the first turn, in frame_a"};
  Parameter<Vector3> n_b{this, "n_b", {0.0, 1.0, 0.0}, "1", "axis of the second turn, in frame_b"};
  rotational::Flange axis_a{this, "axis_a"}, bearing_a{this, "bearing_a"};
  rotational::Flange axis_b{this, "axis_b"}, bearing_b{this, "bearing_b"};
  ActuatedRevolute first{this, "first"}, second{this, "second"};
  void build() override;
};

/// Planar joint: frame_b moves along n_x and n_y of frame_a and turns about their normal.
class Planar final : public Component {
 public:
  Planar(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  Parameter<Vector3> n_x{this, "n_x", {1.0, 0.0, 0.0}, "1", "first direction of the plane"};
  Parameter<Vector3> n{this, "n", {0.0, 0.0, 1.0}, "1", "normal of the plane, across n_x"};
  translational::Flange axis_x{this, "axis_x"}, axis_y{this, "axis_y"};
  rotational::Flange axis_phi{this, "axis_phi"};
  ActuatedPrismatic along_x{this, "along_x"}, along_y{this, "along_y"};
  ActuatedRevolute turn{this, "turn"};
  void build() override;
};

/// Spherical joint: frame_b turns freely about the common origin.
///
///     x_b = x_a,   w_b = R w_a + w          w in frame_b
///     torque on frame_b: - c theta n - d w - tau_c w / sqrt(w.w + w_c^2)
///
/// The spring turns frame_b back to the axes of frame_a, from which it is turned by theta about n;
/// at half a turn it would not know which way, and a run ends. Friction fades below the rate w_c:
/// a joint of three axes creeps where one of a single axis would stick. The states are those of
/// `orientation`, angles start there at orientation.phi_start, and w at its start value.
class Spherical final : public Joint {
 public:
  Spherical(Component* owner, std::string_view name);
  Parameter<double> c{this, "c", 0.0, "N.m/rad", "stiffness of a spring", Check::non_negative};
  Parameter<double> d{this, "d", 0.0, "N.m.s/rad", "damping constant", Check::non_negative};
  Parameter<double> tau_c{this, "tau_c", 0.0, "N.m", "dry friction", Check::non_negative};
  Parameter<double> w_c{this,           "w_c", 1e-3, "rad/s", "rate at which friction fades",
                        Check::positive};
  VariableVector<3> w{this, "w", "rad/s", "relative angular velocity, in frame_b"};
  Orientation orientation{this, "orientation"};
  Turn turn{this, "turn"};
  bonds::J0 node{this, "node"};
  bonds::J1 relative{this, "relative"};
  bonds::R damper{this, "damper"};
  void build() override;
  void equations() override;

 private:
  void state_spring(const ExprMatrix3& R);
  bonds::VectorTerminal *spring_ = nullptr, *friction_ = nullptr;
};

/// Free translation: frame_b moves along all axes of frame_a and does not turn.
class FreeTranslation final : public Joint {
 public:
  FreeTranslation(Component* owner, std::string_view name);
  VariableVector<3> r{this, "r", "m", "position of frame_b in frame_a", StateHint::prefer};
  VariableVector<3> v{this, "v", "m/s", "rate of r", StateHint::prefer};
  bonds::J1 hub{this, "hub"};
  Arm beam{this, "beam"};
  bonds::J0 node{this, "node"};
  Directions slide{this, "slide", 3};
  bonds::Se force{this, "force"};
  void equations() override;
};

/// Free motion: frame_b moves and turns against frame_a without any force.
///
/// Gives a free body coordinates of its own, relative to another frame.
class FreeMotion final : public Component {
 public:
  FreeMotion(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  FreeTranslation translation{this, "translation"};
  Spherical rotation{this, "rotation"};
  Picture picture{this, "picture"};
  void equations() override;
};

}  // namespace multibond::mechanics3d

extern template class multibond::ActuatedRotation<multibond::mechanics3d::Revolute>;
extern template class multibond::ActuatedTranslation<multibond::mechanics3d::Prismatic>;
