/// Forces of planar mechanisms.
///
/// Elements along the line between two frames are one-ports at a 0-junction of relative velocity:
///
///     frame_b ---> mTF ---> 0 ---> mTF ---> frame_a      u: unit vector from frame_a to frame_b
///                           |                            v_rel = u.(v_b - v_a)
///                           v                            force f u on frame_a, -f u on frame_b
///                        element
///
/// They may be chained with nothing between them: where no body determines the place of a
/// connection, the balance of forces does.
#pragma once

#include "multibond/library/line_elements.h"
#include "multibond/library/planar/pictures.h"

namespace multibond::planar {

/// A force along a line as a force of a frame: e2 = u e1, f1 = u.f2.
class LineDirection final : public bonds::Coupling {
 public:
  LineDirection(Component* owner, std::string_view name)
      : Coupling(owner, name, Form::transformer_effort) {}
  int port_size(const bonds::BondPort& port) const override { return &port == &port_a ? 1 : 3; }
  void modulate(const ExprVector2& direction) { direction_ = direction; }

 protected:
  ExprMatrix matrix() const override;
  bool modulated() const override { return true; }

 private:
  ExprVector2 direction_{1.0, 0.0};
};

/// Base of what acts along the line between two frames.
///
/// Closer than s_small the direction is (r_b - r_a) / s_small, so that the force stays continuous
/// when the frames meet.
class LineElement : public Component {
 public:
  LineElement(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  Parameter<double> s_small{this,           "s_small", 1e-10, "m", "distance that counts as zero",
                            Check::positive};
  Variable s{this, "s", "m", "distance between the frames"};
  Variable v{this, "v", "m/s", "rate of the distance"};
  Variable f{this, "f", "N", "force, positive in tension"};
  FrameBond end_a{this, "end_a", frame_a}, end_b{this, "end_b", frame_b};
  LineDirection line_a{this, "line_a"}, line_b{this, "line_b"};
  bonds::J0 node{this, "node"};
  Picture picture{this, "picture"};
  void equations() override;

 protected:
  ExprVector2 direction_;           ///< unit vector from frame_a to frame_b, known in equations()
  bool flange_tells_rate_ = false;  ///< the end of a bond at a flange states the rate already
};

/// Spring: f = c (s - s0).
class Spring final : public LineSpring<LineElement> {
 public:
  using LineSpring::LineSpring;
  void equations() override;
};

/// Damper: f = d v along the line of its frames.
class Damper final : public LineDamper<LineElement> {
 public:
  using LineDamper::LineDamper;
  Picture picture_rod{this, "picture_rod"};
  void equations() override;
};

/// Spring and damper in parallel: f = c (s - s0) + d v.
class SpringDamper final : public LineSpringDamper<LineElement> {
 public:
  using LineSpringDamper::LineSpringDamper;
  Picture picture_damper{this, "picture_damper"};
  void equations() override;
};

/// Spring and damper in series: f = c (s_spring - s0) = d (v - der(s_spring)).
class SpringDamperSeries final : public LineSpringDamperSeries<LineElement> {
 public:
  using LineSpringDamperSeries::LineSpringDamperSeries;
  Picture picture_damper{this, "picture_damper"};
  void equations() override;
};

/// Line of action of one-dimensional parts: what is connected between the flanges acts along it,
/// and so does the signal `tension`.
class LineForce final : public LineOfAction<LineElement> {
 public:
  using LineOfAction::LineOfAction;
  void equations() override;
};

/// Base of the forces that signals give to one frame.
class FrameForce : public Component {
 public:
  FrameForce(Component* owner, std::string_view name);
  Frame frame_b{this, "frame_b"};
  FrameBond end{this, "end", frame_b};
  bonds::VectorTerminal element{this, "element"};
  Picture picture{this, "picture"};

 protected:
  /// Force and torque on what is connected at frame_b, in coordinates of the world.
  void act(const ExprVector2& force, const Expr& torque);
  /// A signal that may be left open: then it is zero.
  Expr read(const signals::Signal& signal);
};

/// Force in directions of the world, given by the signals fx and fy.
class WorldForce final : public FrameForce {
 public:
  using FrameForce::FrameForce;
  signals::Signal fx{this, "fx"}, fy{this, "fy"};
  void equations() override;
};

/// Torque given by the signal t.
class WorldTorque final : public FrameForce {
 public:
  using FrameForce::FrameForce;
  signals::Signal t{this, "t"};
  void equations() override;
};

/// Force and torque given by signals, in directions of the world or of the frame itself.
class Wrench final : public FrameForce {
 public:
  using FrameForce::FrameForce;
  signals::Signal fx{this, "fx"}, fy{this, "fy"}, t{this, "t"};
  Parameter<std::string> resolveInFrame{
      this, "resolveInFrame", "world", "directions of fx and fy", {"world", "frame_b"}};
  void equations() override;
};

/// Drag against a medium at rest: -(d + d2 |v|) v, and the torque -d_w w.
class Drag final : public Component {
 public:
  Drag(Component* owner, std::string_view name);
  Frame frame_b{this, "frame_b"};
  Parameter<double> d{this, "d", 0.0, "N.s/m", "linear drag", Check::non_negative};
  Parameter<double> d2{this, "d2", 0.0, "N.s2/m2", "quadratic drag", Check::non_negative};
  Parameter<double> d_w{this, "d_w", 0.0, "N.m.s/rad", "rotational drag", Check::non_negative};
  FrameBond end{this, "end", frame_b};
  bonds::VectorTerminal element{this, "element", 3, "R", bonds::CausalRule::Kind::resistive};
  Picture picture{this, "picture"};
  void equations() override;
};

/// Base of what acts between two frames by forces of any direction.
///
///     frame_a ---> arm ---> 0 ---> frame_b      the element is a source, which points to the
///                           |                   0-junction, or passive, which it points to
///                        element
class Between : public Component {
 public:
  Between(Component* owner, std::string_view name)
      : Between(owner, name, "mSe", bonds::CausalRule::Kind::effort_source) {}
  Between(Component* owner, std::string_view name, std::string code, bonds::CausalRule::Kind kind);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  FrameBond end_a{this, "end_a", frame_a}, end_b{this, "end_b", frame_b};
  Arm arm{this, "arm"};
  bonds::J0 node{this, "node"};
  bonds::VectorTerminal element;
  Picture picture{this, "picture"};

 protected:
  /// Force and torque on what is connected at frame_b, in coordinates of the world; frame_a bears
  /// them.
  void act(const ExprVector2& force, const Expr& torque);
};

/// Force on frame_b, given by the signals fx and fy; frame_a bears it.
class Force final : public Between {
 public:
  using Between::Between;
  signals::Signal fx{this, "fx"}, fy{this, "fy"};
  Parameter<std::string> resolveInFrame{this,
                                        "resolveInFrame",
                                        "frame_a",
                                        "directions of fx and fy",
                                        {"world", "frame_a", "frame_b"}};
  void equations() override;
};

/// Torque on frame_b, given by the signal t; frame_a bears it.
class Torque final : public Between {
 public:
  using Between::Between;
  signals::Signal t{this, "t"};
  void equations() override;
};

/// Damping in all directions: force -d (v_b - v_a) on frame_b, where v_a is the velocity of the
/// point of frame_a's body at frame_b. No torque acts on frame_b.
class Damping final : public Between {
 public:
  Damping(Component* owner, std::string_view name)
      : Between(owner, name, "R", bonds::CausalRule::Kind::resistive) {}
  Parameter<double> d{this, "d", 0.0, "N.s/m", "damping constant", Check::non_negative};
  void equations() override;
};

}  // namespace multibond::planar

extern template class multibond::LineSpring<multibond::planar::LineElement>;
extern template class multibond::LineDamper<multibond::planar::LineElement>;
extern template class multibond::LineSpringDamper<multibond::planar::LineElement>;
extern template class multibond::LineSpringDamperSeries<multibond::planar::LineElement>;
extern template class multibond::LineOfAction<multibond::planar::LineElement>;
