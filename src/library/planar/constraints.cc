#include "multibond/library/planar/constraints.h"

namespace multibond::planar {

FrameConstraint::FrameConstraint(Component* owner, std::string_view name, int count)
    : Component(owner, name),
      on_a(this, "on_a", count),
      on_b(this, "on_b", count),
      element(this, "element", count, "Sf", bonds::CausalRule::Kind::flow_source) {
  node.n = count;
  bonds::bond(*this, {node, on_b, end_b});
  bonds::bond(*this, {end_a, bonds::reversed(on_a), node});
  bonds::bond(*this, element, node);
}

void FrameConstraint::act(const ExprMatrix& a, const ExprMatrix& b) {
  on_a.modulate(a);
  on_b.modulate(b);
  conserves_power(element.port.power());
}

RollingWheel::RollingWheel(Component* owner, std::string_view name) : Component(owner, name) {
  bonds::bond(*this, {element, contact, end_a});
}

void RollingWheel::equations() {
  const ExprVector2 along{cos(alpha), sin(alpha)}, normal = across(along);
  const ExprVector2 place = frame_a.position() - r0.expr();
  ExprMatrix columns(3, 2);
  columns << normal(0), along(0), normal(1), along(1), Expr(0.0), radius;
  contact.modulate(columns);
  equation(f_n, element.port.e[0]);
  equation(f_t, element.port.e[1]);
  constraint(normal.dot(place) - radius, f_n);
  constraint(along.dot(frame_a.velocity()) + radius * frame_a.w, f_t);
  conserves_power(element.port.power());
  const ExprVector2 touch = frame_a.position() - normal * radius.expr();
  show_wheel(picture, pose_across(frame_a.position(), frame_a.phi, 0.0), radius);
  show_rail(picture_line, touch - along * (3 * radius), touch + along * (3 * radius));
}

void GearPair::equations() {
  if (r_a.now() + r_b.now() == 0) {
    fail("has gears of the same size in each other: their centres would be in one place.",
         "An internal gear must be larger than the one inside.");
  }
  // The teeth meet beyond the centre of the inner gear, seen from that of an internal one.
  const ExprVector2 gap = frame_b.position() - frame_a.position();
  const ExprVector2 outward = gap * (sign(r_a + r_b) / sqrt(gap.dot(gap)));
  const ExprVector2 t = across(outward);
  act(joined(-t, -r_a), joined(-t, r_b));
  equation(f, element.port.e[0]);
  constraint(t.dot(frame_a.velocity() - frame_b.velocity()) + r_a * frame_a.w + r_b * frame_b.w, f);
  show_gear(picture, frame_a.position(), frame_a.phi, r_a, r_b);
  show_gear(picture_b, frame_b.position(), frame_b.phi, r_b, r_a);
}

void RackPinion::equations() {
  const ExprVector2 t = frame_b.resolve(unit(n));
  // Where they touch, seen from the rack.
  const ExprVector2 arm = frame_a.position() - across(t) * radius.expr() - frame_b.position();
  const Expr lever = t.dot(across(arm));
  act(joined(-t, -radius), joined(-t, -lever));
  equation(f, element.port.e[0]);
  constraint(
      t.dot(frame_a.velocity() - frame_b.velocity()) + radius * frame_a.w - lever * frame_b.w, f);
  show_gear(picture, frame_a.position(), frame_a.phi, radius, radius);
  // The rack moves with frame_b along the line where it touches.
  const ExprVector2 touch = frame_b.position() + arm, middle = touch - t * t.dot(arm);
  show_rail(picture_rack, middle - t * (3 * radius), middle + t * (3 * radius));
}

void PerpendicularPlanes::equations() {
  ExprMatrix a(3, 3), b(3, 3);
  a << Expr(1.0), Expr(0.0), Expr(0.0), Expr(0.0), Expr(-1.0), Expr(0.0), Expr(0.0), Expr(0.0),
      Expr(0.0);
  b << Expr(1.0), Expr(0.0), Expr(0.0), Expr(0.0), Expr(0.0), Expr(1.0), Expr(0.0), Expr(0.0),
      Expr(0.0);
  act(a, b);
  equation(f_x, element.port.e[0]);
  equation(f_a, element.port.e[1]);
  equation(f_b, element.port.e[2]);
  constraint(frame_b.x - frame_a.x, f_x);
  constraint(frame_a.y, f_a);
  constraint(frame_b.y, f_b);
  show_pin(picture, frame_a.position());
}

void PerpendicularPlanesSlider::equations() {
  // The point of frame_b is (x_b, 0) in the plane of frame_a.
  const ExprVector2 gap{frame_b.x - frame_a.x, -frame_a.y};
  const ExprVector2 t = frame_a.resolve({1.0, 0.0}), normal = across(t);
  ExprMatrix a(3, 2), b(3, 2);
  // Rate of normal.gap: what frame_b adds, less what frame_a takes away.
  a << normal(0), Expr(0.0), normal(1), Expr(0.0), t.dot(gap), Expr(0.0);
  b << normal(0), Expr(0.0), Expr(0.0), Expr(1.0), Expr(0.0), Expr(0.0);
  act(a, b);
  equation(f_s, element.port.e[0]);
  equation(f_b, element.port.e[1]);
  constraint(normal.dot(gap), f_s);
  constraint(frame_b.y, f_b);
  show_slider(picture, frame_b.position(), t);
}

Carriage::Carriage(Component* owner, std::string_view name) : Component(owner, name) {
  root(frame_b);
  bonds::bond(*this, {flange_end, slide, end_b});
}

void Carriage::equations() {
  const ExprVector2 along = unit(n);
  position_equation(frame_b.place(), joined(r0.expr() + along * flange.s.expr(), phi0));
  slide.modulate(joined(along, 0.0));
  equation(v, der(flange.s));
  show_slider(picture, frame_b.position(), along);
}

LinearActuator::LinearActuator(Component* owner, std::string_view name) : Component(owner, name) {
  // The actuator as a whole has pictures; its rods and slider need none.
  for (Picture* part : {&rod_a.picture, &rod_b.picture, &slider.picture, &slider.picture_rail}) {
    part->visible = false;
  }
  rod_a.m = m_a;
  rod_a.J = J_a;
  rod_b.m = m_b;
  rod_b.J = J_b;
  connect(frame_a, hinge_a.frame_a);
  connect(hinge_a.frame_b, rod_a.frame_a);
  connect(hinge_a.frame_b, slider.frame_a);
  connect(slider.frame_b, rod_b.frame_a);
  connect(slider.frame_b, hinge_b.frame_a);
  connect(hinge_b.frame_b, frame_b);
  connect(slider.axis, axis);
  connect(slider.bearing, bearing);
}

void LinearActuator::build() {
  rod_a.r_CM = Vector2(l_a.value(), 0);
  rod_b.r_CM = Vector2(-l_b.value(), 0);
}

void LinearActuator::equations() {
  show_barrel(picture, frame_a.position(), slider.frame_a.resolve({1.0, 0.0}), 0.6 * slider.s);
  show_rail(picture_rod, frame_a.position(), frame_b.position());
}

}  // namespace multibond::planar
