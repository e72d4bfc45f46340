/// Constraints between frames that are no joints: wheels, gears, racks, planes that meet.
///
/// Each is a source of zero flow behind a transformer: the transformer makes of the velocities of
/// the frames the rates that must vanish, and of the reactions the forces on the frames.
///
///     frame_b ---> mTF ---> 0 ---> mTF ---> frame_a      k rates and k reactions
///                           ^
///                          Sf (0)
#pragma once

#include "multibond/library/bonds/junctions.h"
#include "multibond/library/planar/joints.h"
#include "multibond/library/planar/parts.h"

namespace multibond::planar {

/// Reactions as forces of a frame: e2 = columns * e1, f1 = columns' * f2.
class ForceColumns final : public bonds::Coupling {
 public:
  ForceColumns(Component* owner, std::string_view name, int count)
      : Coupling(owner, name, Form::transformer_effort),
        count_(count),
        columns_(ExprMatrix::Zero(3, count)) {}
  int port_size(const bonds::BondPort& port) const override {
    return &port == &port_a ? count_ : 3;
  }
  void modulate(const ExprMatrix& columns) { columns_ = columns; }

 protected:
  ExprMatrix matrix() const override { return columns_; }
  bool modulated() const override { return true; }

 private:
  int count_;
  ExprMatrix columns_;
};

/// Base of the constraints between two frames.
class FrameConstraint : public Component {
 public:
  FrameConstraint(Component* owner, std::string_view name, int count);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  FrameBond end_a{this, "end_a", frame_a}, end_b{this, "end_b", frame_b};
  ForceColumns on_a, on_b;
  bonds::J0 node{this, "node"};
  bonds::VectorTerminal element;
  Picture picture{this, "picture"};

 protected:
  /// Reaction i does the power of rate i: on frame_b column i of `b`, on frame_a the opposite of
  /// column i of `a`.
  void act(const ExprMatrix& a, const ExprMatrix& b);
};

/// Wheel that rolls without slipping on a line of the world.
///
/// frame_a is its centre. The line goes through r0 with the angle alpha; the wheel is on its left
/// side.
///
///     n.(r - r0) = radius,   t.v + radius w = 0      n normal, t along the line
class RollingWheel final : public Component {
 public:
  RollingWheel(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"};
  Parameter<double> radius{this, "radius", 0.3, "m", "radius", Check::positive};
  Parameter<Vector2> r0{this, "r0", {0.0, 0.0}, "m", "a point of the line"};
  Parameter<double> alpha{this, "alpha", 0.0, "rad", "angle of the line"};
  Variable f_n{this, "f_n", "N", "force of the line on the wheel, across it"};
  Variable f_t{this, "f_t", "N", "force of the line on the wheel, along it"};
  FrameBond end_a{this, "end_a", frame_a};
  ForceColumns contact{this, "contact", 2};
  bonds::VectorTerminal element{this, "element", 2, "Sf", bonds::CausalRule::Kind::flow_source};
  Picture picture{this, "picture"}, picture_line{this, "picture_line"};
  void equations() override;
};

/// Pair of gears: their rims move alike where they touch.
///
/// frame_a and frame_b are the centres, which other parts keep at the distance |r_a + r_b|. An
/// internal gear has a negative radius, r_a or r_b, and is the larger one.
///
///     t.(v_a - v_b) + r_a w_a + r_b w_b = 0
///     t across the line of the centres, which points from a to b, or from b to a if r_a + r_b < 0
class GearPair final : public FrameConstraint {
 public:
  GearPair(Component* owner, std::string_view name) : FrameConstraint(owner, name, 1) {}
  Parameter<double> r_a{
      this, "r_a", 1.0, "m", "radius of the gear at frame_a; internal: negative", Check::non_zero};
  Parameter<double> r_b{
      this, "r_b", 1.0, "m", "radius of the gear at frame_b; internal: negative", Check::non_zero};
  Variable f{this, "f", "N", "force between the teeth"};
  Picture picture_b{this, "picture_b"};
  void equations() override;
};

/// Rack and pinion: the rim of the pinion and the rack move alike where they touch.
///
/// frame_a is the centre of the pinion; the rack is a line along n of frame_b with the pinion on
/// its left side, which other parts keep at the distance of the radius.
class RackPinion final : public FrameConstraint {
 public:
  RackPinion(Component* owner, std::string_view name) : FrameConstraint(owner, name, 1) {}
  Parameter<double> radius{this, "radius", 1.0, "m", "radius of the pinion", Check::positive};
  Parameter<Vector2> n{this,
                       "n",
                       {1.0, 0.0},
                       "1",
                       "direction of the rack in frame_b, which has the pinion on its left"};
  Variable f{this, "f", "N", "force between the teeth, on the pinion along n"};
  Picture picture_rack{this, "picture_rack"};
  void equations() override;
};

/// Two perpendicular planes of motion meet: a point of each, the same point of their common axis x.
///
/// frame_a moves in one plane, frame_b in the other; each is hinged there. y is zero in both.
class PerpendicularPlanes final : public FrameConstraint {
 public:
  PerpendicularPlanes(Component* owner, std::string_view name) : FrameConstraint(owner, name, 3) {}
  Variable f_x{this, "f_x", "N", "force along the common axis, on frame_b"};
  Variable f_a{this, "f_a", "N", "force across the axis on frame_a"};
  Variable f_b{this, "f_b", "N", "force across the axis on frame_b"};
  void equations() override;
};

/// The same with a slider: frame_b stays on the common axis, on the line along x of frame_a.
class PerpendicularPlanesSlider final : public FrameConstraint {
 public:
  PerpendicularPlanesSlider(Component* owner, std::string_view name)
      : FrameConstraint(owner, name, 2) {}
  Variable f_s{this, "f_s", "N", "force across the slider"};
  Variable f_b{this, "f_b", "N", "force across the axis on frame_b"};
  void equations() override;
};

/// Carriage: a frame that a flange of one-dimensional mechanics moves along a line of the world.
///
///     r = r0 + n s,   phi = phi0
class Carriage final : public Component {
 public:
  Carriage(Component* owner, std::string_view name);
  translational::Flange flange{this, "flange"};
  Frame frame_b{this, "frame_b"};
  Parameter<Vector2> r0{this, "r0", {0.0, 0.0}, "m", "position at s = 0"};
  Parameter<Vector2> n{this, "n", {1.0, 0.0}, "1", "direction"};
  Parameter<double> phi0{this, "phi0", 0.0, "rad", "angle"};
  Variable v{this, "v", "m/s", "velocity"};
  translational::FlangeBond flange_end{this, "flange_end", flange, v};
  Directions slide{this, "slide", 3, 1};
  FrameBond end_b{this, "end_b", frame_b};
  Picture picture{this, "picture"};
  void equations() override;
};

/// Linear actuator: two rods that slide in each other, hinged at frame_a and frame_b.
///
/// Each rod is a body with its centre of mass on the line, l_a from frame_a and l_b from frame_b.
/// What is connected between bearing and axis acts along the line, and so does the force of the
/// signal slider.f; slider.s is the distance. Rods without mass: use LineForce.
class LinearActuator final : public Component {
 public:
  LinearActuator(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  translational::Flange axis{this, "axis"}, bearing{this, "bearing"};
  Parameter<double> m_a{this, "m_a", 1.0, "kg", "mass of the rod at frame_a", Check::non_negative};
  Parameter<double> m_b{this, "m_b", 1.0, "kg", "mass of the rod at frame_b", Check::non_negative};
  Parameter<double> J_a{
      this, "J_a", 0.0, "kg.m2", "moment of inertia of the rod at frame_a", Check::non_negative};
  Parameter<double> J_b{
      this, "J_b", 0.0, "kg.m2", "moment of inertia of the rod at frame_b", Check::non_negative};
  Parameter<double> l_a{this, "l_a", 0.0, "m", "distance of its centre of mass from frame_a"};
  Parameter<double> l_b{this, "l_b", 0.0, "m", "distance of its centre of mass from frame_b"};
  Revolute hinge_a{this, "hinge_a"}, hinge_b{this, "hinge_b"};
  Body rod_a{this, "rod_a"}, rod_b{this, "rod_b"};
  ActuatedPrismatic slider{this, "slider"};
  Picture picture{this, "picture"}, picture_rod{this, "picture_rod"};
  void build() override;
  void equations() override;
};

}  // namespace multibond::planar
