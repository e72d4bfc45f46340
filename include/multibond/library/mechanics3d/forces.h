/// Forces of mechanisms in space.
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
#include "multibond/library/mechanics3d/pictures.h"

namespace multibond::mechanics3d {

/// Base of what acts along the line between two frames.
///
/// Closer than s_small the direction is (x_b - x_a) / s_small, so that the force stays continuous
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
  TranslationBond end_a{this, "end_a", frame_a}, end_b{this, "end_b", frame_b};
  GivenTransformer line_a, line_b;
  bonds::J0 node{this, "node"};
  Picture picture{this, "picture"};
  void equations() override;

 protected:
  ExprVector3 direction_;           ///< in equations() of derived classes
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

/// Soft contact of two spheres around the frames: pushes with c (r_a + r_b - s) while they overlap.
///
/// d damps the approach while they touch; they never pull. Both spheres are shown (picture and
/// picture_b).
class SphereContact final : public LineElement {
 public:
  SphereContact(Component* owner, std::string_view name);
  Parameter<double> c{this, "c", 1e6, "N/m", "stiffness", Check::positive};
  Parameter<double> d{this, "d", 0.0, "N.s/m", "damping constant", Check::non_negative};
  Parameter<double> ra{this, "ra", 1.0, "m", "radius of the sphere at frame_a", Check::positive};
  Parameter<double> rb{this, "rb", 1.0, "m", "radius of the sphere at frame_b", Check::positive};
  bonds::Terminal element{this, "element", "C", bonds::CausalRule::Kind::capacitive};
  Picture picture_b{this, "picture_b"};
  void equations() override;
};

/// Line of action of one-dimensional parts: what is connected between the flanges acts along it,
/// and so does the signal `tension`.
class LineForce final : public LineOfAction<LineElement> {
 public:
  using LineOfAction::LineOfAction;
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
  FrameBonds end{this, "end", frame_b};
  bonds::VectorTerminal damper_t{this, "damper_t", 3, "R", bonds::CausalRule::Kind::resistive};
  bonds::VectorTerminal damper_r{this, "damper_r", 3, "R", bonds::CausalRule::Kind::resistive};
  Picture picture{this, "picture"};
  void equations() override;
};

/// Base of what acts between two frames by forces and torques of any direction.
///
///     frame_a ---> 0 ---> 0 ---> frame_b      translation: the arm from frame_a to frame_b, so
///                  ^      |                   that frame_a bears the moment too
///                 arm  element_t
///                  ^
///     frame_a ---> 1 ---> turn ---> 0 ---> frame_b      rotation
///                                   |
///                                element_r
///
/// The elements are sources, which point to the 0-junctions, or passive, which these point to.
class Between : public Component {
 public:
  Between(Component* owner, std::string_view name)
      : Between(owner, name, "mSe", bonds::CausalRule::Kind::effort_source) {}
  Between(Component* owner, std::string_view name, const std::string& code,
          bonds::CausalRule::Kind kind);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  FrameBonds end_a{this, "end_a", frame_a}, end_b{this, "end_b", frame_b};
  bonds::J1 hub{this, "hub"};
  Arm arm{this, "arm"};
  Turn turn{this, "turn"};
  bonds::J0 node_t{this, "node_t"}, node_r{this, "node_r"};
  bonds::VectorTerminal element_t, element_r;
  Picture picture{this, "picture"};

 protected:
  /// Force (in the world) and torque (in frame_b) on what is connected at frame_b; frame_a bears
  /// them.
  void act(const ExprVector3& force, const ExprVector3& torque);
  Expr power() const { return -(element_t.port.power() + element_r.port.power()); }
  /// From frame_a to frame_b.
  ExprMatrix3 relative_rotation() const { return frame_b.R.expr() * frame_a.R.expr().transpose(); }
  /// What frame_b does relative to frame_a: velocity in the world, angular velocity in frame_b.
  ExprVector3 relative_velocity() const { return -element_t.flow(); }
  ExprVector3 relative_rate() const { return -element_r.flow(); }
};

/// Damping in all directions: force -d (v_b - v_a) on frame_b, where v_a is the velocity of the
/// point of frame_a's body at frame_b; torque -d_w times the relative angular velocity.
class Damping final : public Between {
 public:
  Damping(Component* owner, std::string_view name)
      : Between(owner, name, "R", bonds::CausalRule::Kind::resistive) {}
  Parameter<double> d{this, "d", 0.0, "N.s/m", "damping constant", Check::non_negative};
  Parameter<double> d_w{
      this, "d_w", 0.0, "N.m.s/rad", "damping constant of rotation", Check::non_negative};
  void equations() override;
};

/// Bushing: an elastic block that holds frame_b near frame_a, in every direction of frame_a.
///
///     force   c_i (r_i - r0_i) + d_i dr_i/dt          r: position of frame_b in frame_a
///     torque  c_w,i sigma_i + d_w,i w_i               sigma: sine of the angle of rotation, along
///                                                     its axis
///
/// (the first torque turned by half the angle, so that it has a potential).
/// Spring and damper of each direction of frame_a have constants of their own.
class Bushing final : public Between {
 public:
  Bushing(Component* owner, std::string_view name)
      : Between(owner, name, "C", bonds::CausalRule::Kind::capacitive) {}
  Parameter<Vector3> c{this, "c", {1e5, 1e5, 1e5}, "N/m", "stiffness", Check::non_negative};
  Parameter<Vector3> d{this, "d", {0.0, 0.0, 0.0}, "N.s/m", "damping", Check::non_negative};
  Parameter<Vector3> c_w{
      this, "c_w", {1e3, 1e3, 1e3}, "N.m/rad", "stiffness of rotation", Check::non_negative};
  Parameter<Vector3> d_w{
      this, "d_w", {0.0, 0.0, 0.0}, "N.m.s/rad", "damping of rotation", Check::non_negative};
  Parameter<Vector3> r0{this, "r0", {0.0, 0.0, 0.0}, "m", "position without force, in frame_a"};
  VariableVector<3> r{this, "r", "m", "position of frame_b in frame_a"};
  VariableVector<3> sigma{this, "sigma", "1", "sine of the rotation of frame_b, along its axis"};
  void equations() override;
};

}  // namespace multibond::mechanics3d

extern template class multibond::LineSpring<multibond::mechanics3d::LineElement>;
extern template class multibond::LineDamper<multibond::mechanics3d::LineElement>;
extern template class multibond::LineSpringDamper<multibond::mechanics3d::LineElement>;
extern template class multibond::LineSpringDamperSeries<multibond::mechanics3d::LineElement>;
extern template class multibond::LineOfAction<multibond::mechanics3d::LineElement>;
