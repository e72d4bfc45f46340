#include "multibond/library/mechanics3d/forces.h"

namespace multibond::mechanics3d {
namespace {

/// The place of a frame that no body determines follows from the balance of forces, and it does
/// not turn.
constexpr int kLastResort = 1000;
/// Relative error of a distance that is computed from positions.
constexpr double kRounding = 1e-12;

}  // namespace

// -- along a line ---------------------------------------------------------------------------------

LineElement::LineElement(Component* owner, std::string_view name)
    : Component(owner, name),
      line_a(this, "line_a", 3, 1, bonds::Coupling::Form::transformer_effort),
      line_b(this, "line_b", 3, 1, bonds::Coupling::Form::transformer_effort) {
  potential_root(frame_a, kLastResort);
  potential_root(frame_b, kLastResort);
  node.n = 1;
  bonds::bond(*this, {end_b, bonds::reversed(line_b), node, line_a, end_a});
}

void LineElement::equations() {
  for (Frame* frame : {&frame_a, &frame_b}) {
    equation(frame->t, 0.0);
    if (!is_root(*frame)) continue;
    equation(frame->w, 0.0);
    position_equation(frame->R, Matrix3::Identity());
  }
  const ExprVector3 gap = frame_b.position() - frame_a.position();
  direction_ = gap / max(s, s_small);
  line_a.modulate(direction_);
  line_b.modulate(direction_);
  equation(s, sqrt(gap.dot(gap)));
  if (!flange_tells_rate_) equation(v, -(line_a.port_a.f[0] + line_b.port_a.f[0]));
  equation(f, line_a.port_a.e[0]);
}

void Spring::equations() {
  LineSpring::equations();
  show_coil(picture, pose_along(frame_a.position(), direction_), s);
}

void Damper::equations() {
  LineDamper::equations();
  show_barrel(picture, pose_along(frame_a.position(), direction_), 0.6 * s);
  show_rail(picture_rod, pose_along(frame_a.position(), direction_), s);
}

void SpringDamper::equations() {
  LineSpringDamper::equations();
  show_coil(picture, pose_along(frame_a.position(), direction_), s);
  show_barrel(picture_damper, pose_along(frame_a.position(), direction_), 0.6 * s);
}

void SpringDamperSeries::equations() {
  LineSpringDamperSeries::equations();
  // The spring at frame_a as long as it is, the rest is the damper.
  const Pose start = pose_along(frame_a.position(), direction_);
  show_coil(picture, start, s_spring);
  show_barrel(picture_damper, moved_along(start, s_spring), s - s_spring);
}

void LineForce::equations() {
  LineOfAction::equations();
  show_rail(picture, pose_along(frame_a.position(), direction_), s);
}

SphereContact::SphereContact(Component* owner, std::string_view name) : LineElement(owner, name) {
  bonds::bond(*this, node, element);
}

void SphereContact::equations() {
  LineElement::equations();
  // Less a rounding: spheres that just touch do not press.
  const Expr depth = (ra + rb) * (1 - kRounding) - s, touching = depth > 0.0, spring = c * depth;
  // A damped sphere lets go before the depth is zero, where the push would become a pull.
  const Expr push = select(touching, select(spring > d * v, spring - d * v, 0.0), 0.0);
  equation(element.effort(), -push);
  stores(select(touching, 0.5 * c * depth * depth, 0.0));
  dissipates(select(touching, (spring - push) * v, 0.0));
  show_sphere(picture, frame_a, ra);
  show_sphere(picture_b, frame_b, rb);
}

// -- at one frame ---------------------------------------------------------------------------------

Drag::Drag(Component* owner, std::string_view name) : Component(owner, name) {
  bonds::bond(*this, end.translation, damper_t);
  bonds::bond(*this, end.rotation, damper_r);
}

void Drag::equations() {
  const ExprVector3 v = frame_b.velocity();
  // At rest the root has no slope; far below any speed of interest it gets one.
  const ExprVector3 resistance = (d + d2 * sqrt(v.dot(v) + 1e-24)) * v;
  equation(damper_t.effort(), resistance);
  equation(damper_r.effort(), d_w.expr() * frame_b.rate());
  dissipates(damper_t.port.power() + damper_r.port.power());
  show_force(picture, frame_b.position(), -resistance);
}

// -- between two frames ---------------------------------------------------------------------------

Between::Between(Component* owner, std::string_view name, const std::string& code,
                 bonds::CausalRule::Kind kind)
    : Component(owner, name),
      element_t(this, "element_t", 3, code, kind),
      element_r(this, "element_r", 3, code, kind) {
  hub.n = 3;
  node_t.n = 3;
  node_r.n = 3;
  bonds::bond(*this, {end_a.translation, node_t, end_b.translation});
  bonds::bond(*this, {end_a.rotation, hub, arm, node_t});
  bonds::bond(*this, {hub, turn, node_r, end_b.rotation});
  if (kind == bonds::CausalRule::Kind::effort_source) {
    bonds::bond(*this, element_t, node_t);
    bonds::bond(*this, element_r, node_r);
  } else {
    bonds::bond(*this, node_t, element_t);
    bonds::bond(*this, node_r, element_r);
  }
}

void Between::act(const ExprVector3& force, const ExprVector3& torque) {
  arm.modulate(frame_a, frame_a.seen(frame_b.position() - frame_a.position()));
  turn.modulate(relative_rotation(), false);
  equation(element_t.effort(), force);
  equation(element_r.effort(), torque);
}

void Damping::equations() {
  const ExprVector3 force = -d.expr() * relative_velocity();
  act(force, -d_w.expr() * relative_rate());
  show_force(picture, frame_b.position(), force);
  dissipates(element_t.port.power() + element_r.port.power());
}

/// The rotation enters by sigma, the sine of its angle along its axis: half the skew part of E, the
/// matrix from frame_b to frame_a. Its rate is 1/2 (tr(E) 1 - E) w, so that the torque of the
/// energy c_w sigma^2 / 2 is 1/2 (tr(E) 1 - E)' c_w sigma.
void Bushing::equations() {
  const ExprMatrix3 E = relative_rotation().transpose();
  equation(r, frame_a.seen(frame_b.position() - frame_a.position()));
  const ExprVector3 rate = frame_a.seen(relative_velocity()), turning = E * relative_rate();
  ExprVector3 force, stress, drag;
  Expr energy = 0.0, loss = 0.0;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, l = (i + 2) % 3;
    equation(sigma[i], 0.5 * (E(l, j) - E(j, l)));
    const Expr stretch = r[i] - r0.element(i);
    force(i) = -c.element(i) * stretch - d.element(i) * rate(i);
    stress(i) = c_w.element(i) * sigma[i];
    drag(i) = d_w.element(i) * turning(i);
    energy += 0.5 * (c.element(i) * stretch * stretch + stress(i) * sigma[i]);
    loss += d.element(i) * rate(i) * rate(i) + drag(i) * turning(i);
  }
  const ExprMatrix3 lever = (E.trace() * ExprMatrix3::Identity() - E) * Expr(0.5);
  const ExprVector3 torque = -(lever.transpose() * stress) - drag;
  act(frame_a.resolve(force), relative_rotation() * torque);
  stores(energy);
  dissipates(loss);
  const Expr side = picture.sizes().joint_length;
  picture.show(Shape::box, colours::kForce, moved_along(pose(frame_a), -side / 2),
               {side, side, side});
}

}  // namespace multibond::mechanics3d

template class multibond::LineSpring<multibond::mechanics3d::LineElement>;
template class multibond::LineDamper<multibond::mechanics3d::LineElement>;
template class multibond::LineSpringDamper<multibond::mechanics3d::LineElement>;
template class multibond::LineSpringDamperSeries<multibond::mechanics3d::LineElement>;
template class multibond::LineOfAction<multibond::mechanics3d::LineElement>;
