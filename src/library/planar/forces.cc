#include "multibond/library/planar/forces.h"

namespace multibond::planar {
namespace {

/// The place of a frame that no body determines follows from the balance of forces, and it does
/// not turn.
constexpr int kLastResort = 1000;

/// A force is shown where there is one, else the torque.
void show_action(Picture& picture, const Frame& frame, const ExprVector2& force,
                 const Expr& torque) {
  if (force(0).is_number(0) && force(1).is_number(0)) {
    show_torque(picture, frame.position(), torque);
  } else {
    show_force(picture, frame.position(), force);
  }
}

}  // namespace

ExprMatrix LineDirection::matrix() const { return joined(direction_, 0.0); }

LineElement::LineElement(Component* owner, std::string_view name) : Component(owner, name) {
  potential_root(frame_a, kLastResort);
  potential_root(frame_b, kLastResort);
  node.n = 1;
  bonds::bond(*this, {end_b, bonds::reversed(line_b), node, line_a, end_a});
}

void LineElement::equations() {
  for (const Frame* frame : {&frame_a, &frame_b}) {
    if (!is_root(*frame)) continue;
    position_equation(frame->phi, 0.0);
    equation(frame->w, 0.0);
  }
  const ExprVector2 gap = frame_b.position() - frame_a.position();
  direction_ = gap / max(s, s_small);
  line_a.modulate(direction_);
  line_b.modulate(direction_);
  equation(s, sqrt(gap.dot(gap)));
  if (!flange_tells_rate_) equation(v, -(line_a.port_a.f[0] + line_b.port_a.f[0]));
  equation(f, line_a.port_a.e[0]);
}

void Spring::equations() {
  LineSpring::equations();
  show_coil(picture, frame_a.position(), direction_, s);
}

void Damper::equations() {
  LineDamper::equations();
  show_barrel(picture, frame_a.position(), direction_, 0.6 * s);
  show_rail(picture_rod, frame_a.position(), frame_b.position());
}

void SpringDamper::equations() {
  LineSpringDamper::equations();
  show_coil(picture, frame_a.position(), direction_, s);
  show_barrel(picture_damper, frame_a.position(), direction_, 0.6 * s);
}

void SpringDamperSeries::equations() {
  LineSpringDamperSeries::equations();
  // The spring at frame_a as long as it is, the rest is the damper.
  const ExprVector2 middle = frame_a.position() + direction_ * s_spring;
  show_coil(picture, frame_a.position(), direction_, s_spring);
  show_barrel(picture_damper, middle, direction_, s - s_spring);
}

void LineForce::equations() {
  LineOfAction::equations();
  show_rail(picture, frame_a.position(), frame_b.position());
}

// -- at one frame ---------------------------------------------------------------------------------

FrameForce::FrameForce(Component* owner, std::string_view name) : Component(owner, name) {
  bonds::bond(*this, element, end);
}

void FrameForce::act(const ExprVector2& force, const Expr& torque) {
  equation(element.port.e, joined(force, torque));
  show_action(picture, frame_b, force, torque);
}

Expr FrameForce::read(const signals::Signal& signal) {
  if (!is_connected(signal)) equation(signal.value, 0.0);
  return signal.value;
}

void WorldForce::equations() {
  act({read(fx), read(fy)}, 0.0);
  supplies(-element.port.power());
}

void WorldTorque::equations() {
  act({0.0, 0.0}, read(t));
  supplies(-element.port.power());
}

void Wrench::equations() {
  const ExprVector2 force{read(fx), read(fy)};
  act(resolveInFrame.value() == "world" ? force : frame_b.resolve(force), read(t));
  supplies(-element.port.power());
}

Drag::Drag(Component* owner, std::string_view name) : Component(owner, name) {
  bonds::bond(*this, end, element);
}

void Drag::equations() {
  const ExprVector2 v = frame_b.velocity();
  // At rest the root has no slope; far below any speed of interest it gets one.
  const ExprVector2 resistance = (d + d2 * sqrt(v.dot(v) + 1e-24)) * v;
  equation(element.port.e, joined(resistance, d_w * frame_b.w));
  show_action(picture, frame_b, -resistance, -d_w * frame_b.w);
  dissipates(element.port.power());
}

// -- between two frames ---------------------------------------------------------------------------

Between::Between(Component* owner, std::string_view name, std::string code,
                 bonds::CausalRule::Kind kind)
    : Component(owner, name), element(this, "element", 3, std::move(code), kind) {
  node.n = 3;
  bonds::bond(*this, {end_a, arm, node, end_b});
  if (kind == bonds::CausalRule::Kind::effort_source) {
    bonds::bond(*this, element, node);
  } else {
    bonds::bond(*this, node, element);
  }
}

void Between::act(const ExprVector2& force, const Expr& torque) {
  arm.modulate(frame_b.position() - frame_a.position());
  equation(element.port.e, joined(force, torque));
  show_action(picture, frame_b, force, torque);
}

void Force::equations() {
  for (const signals::Signal* signal : {&fx, &fy}) {
    if (!is_connected(*signal)) equation(signal->value, 0.0);
  }
  const ExprVector2 given{fx.value, fy.value};
  const std::string& frame = resolveInFrame.value();
  act(frame == "world"     ? given
      : frame == "frame_a" ? frame_a.resolve(given)
                           : frame_b.resolve(given),
      0.0);
  supplies(-element.port.power());
}

void Torque::equations() {
  if (!is_connected(t)) equation(t.value, 0.0);
  act({0.0, 0.0}, t.value);
  supplies(-element.port.power());
}

void Damping::equations() {
  // The flow into the element is the velocity of the other body at frame_b less that of frame_b.
  act({d * element.port.f[0], d * element.port.f[1]}, 0.0);
  dissipates(element.port.power());
}

}  // namespace multibond::planar

template class multibond::LineSpring<multibond::planar::LineElement>;
template class multibond::LineDamper<multibond::planar::LineElement>;
template class multibond::LineSpringDamper<multibond::planar::LineElement>;
template class multibond::LineSpringDamperSeries<multibond::planar::LineElement>;
template class multibond::LineOfAction<multibond::planar::LineElement>;
