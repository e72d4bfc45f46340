#include "multibond/library/planar/joints.h"

namespace multibond::planar {

Joint::Joint(Component* owner, std::string_view name) : Component(owner, name) {
  branch(frame_a, frame_b);
}

void Joint::place(const ExprVector2& r, const Expr& angle) {
  position_equation(frame_b.place(), frame_a.place() + joined(frame_a.resolve(r), angle));
}

namespace {

void make_partial(bonds::J0Partial& node, int joined, std::initializer_list<double> order) {
  node.n = 3;
  node.nPartial = joined;
  node.order = order;
}

}  // namespace

Revolute::Revolute(Component* owner, std::string_view name) : Joint(owner, name) {
  show_parameters(mobility);
  w.kind(VariableKind::velocity);
  make_partial(node, 1, {3, 1, 2});
  axis_node.n = 1;
  bonds::bond(*this, {end_a, node, end_b});
  bonds::bond(*this, axis_node, node.port_c);
}

void Revolute::equations() {
  place({0.0, 0.0}, phi + phi_offset);
  equation(w, der(phi));
  if (!axis_tells_rate_) equation(node.port_c.f[0], w);
  mobility.along(phi, w);
  show_pin(picture, frame_a.position());
}

Prismatic::Prismatic(Component* owner, std::string_view name) : Joint(owner, name) {
  show_parameters(mobility);
  v.kind(VariableKind::velocity);
  make_partial(node, 2, {1, 2, 3});
  axis_node.n = 1;
  bonds::bond(*this, {end_a, beam, node, end_b});
  bonds::bond(*this, {axis_node, slide, node.port_c});
}

void Prismatic::equations() {
  const ExprVector2 along = unit(n), r = along * (s + s_offset);
  place(r, 0.0);
  beam.modulate(frame_a.resolve(r));
  slide.modulate(frame_a.resolve(along));
  show_slider(picture, frame_b.position(), frame_a.resolve(along));
  show_rail(picture_rail, frame_a.position(), frame_b.position());
  equation(v, der(s));
  if (!axis_tells_rate_) equation(slide.port_a.f[0], v);
  mobility.along(s, v);
}

DoubleTranslational::DoubleTranslational(Component* owner, std::string_view name)
    : Joint(owner, name) {
  for (Variable* velocity : {&v_x, &v_y}) velocity->kind(VariableKind::velocity);
  make_partial(node, 2, {1, 2, 3});
  sum.n = 2;
  node_x.n = 1;
  node_y.n = 1;
  bonds::bond(*this, {end_a, beam, node, end_b});
  bonds::bond(*this, sum, node.port_c);
  bonds::bond(*this, {node_x, slide_x, sum});
  bonds::bond(*this, {node_y, slide_y, sum});
  bonds::bond(*this, axis_end_x, node_x);
  bonds::bond(*this, axis_end_y, node_y);
  bonds::bond(*this, housing_x, bearing_end_x);
  bonds::bond(*this, housing_y, bearing_end_y);
}

void DoubleTranslational::build() {
  mobility_x.attach(node_x);
  mobility_y.attach(node_y);
}

void DoubleTranslational::equations() {
  place({s_x, s_y}, 0.0);
  beam.modulate(frame_a.resolve({s_x, s_y}));
  slide_x.modulate(frame_a.resolve({1.0, 0.0}));
  slide_y.modulate(frame_a.resolve({0.0, 1.0}));
  equation(v_x, der(s_x));
  equation(v_y, der(s_y));
  equation(axis_x.s, s_x);
  equation(axis_y.s, s_y);
  equation(bearing_x.s, 0.0);
  equation(bearing_y.s, 0.0);
  mobility_x.along(s_x, v_x);
  mobility_y.along(s_y, v_y);
  const ExprVector2 corner = frame_a.position() + frame_a.resolve({s_x, 0.0});
  show_slider(picture, frame_b.position(), frame_a.resolve({1.0, 0.0}));
  show_rail(picture_x, frame_a.position(), corner);
  show_rail(picture_y, corner, frame_b.position());
}

PinSlot::PinSlot(Component* owner, std::string_view name) : Joint(owner, name) {
  for (Variable* velocity : {&v, &w}) velocity->kind(VariableKind::velocity);
  make_partial(slot, 2, {1, 2, 3});
  make_partial(pin, 1, {3, 1, 2});
  slot_node.n = 1;
  pin_node.n = 1;
  bonds::bond(*this, {end_a, beam, slot, pin, end_b});
  bonds::bond(*this, {slot_node, slide, slot.port_c});
  bonds::bond(*this, pin_node, pin.port_c);
  bonds::bond(*this, axis_end, slot_node);
  bonds::bond(*this, axis_end_phi, pin_node);
  bonds::bond(*this, housing, bearing_end);
  bonds::bond(*this, housing_phi, bearing_end_phi);
}

void PinSlot::build() {
  sliding.attach(slot_node);
  turning.attach(pin_node);
}

void PinSlot::equations() {
  const ExprVector2 along = unit(n), r = along * s;
  place(r, phi);
  beam.modulate(frame_a.resolve(r));
  slide.modulate(frame_a.resolve(along));
  equation(v, der(s));
  equation(w, der(phi));
  equation(axis.s, s);
  equation(axis_phi.phi, phi);
  equation(bearing.s, 0.0);
  equation(bearing_phi.phi, 0.0);
  sliding.along(s, v);
  turning.along(phi, w);
  show_pin(picture, frame_b.position());
  show_rail(picture_rail, frame_a.position(), frame_b.position());
}

FreeMotion::FreeMotion(Component* owner, std::string_view name) : Joint(owner, name) {
  for (Variable* velocity : {&vx, &vy, &w}) velocity->kind(VariableKind::velocity);
  node.n = 3;
  motion.n = 3;
  force.n = 3;
  force.e0 = 0.0;
  bonds::bond(*this, {end_a, beam, node, end_b});
  bonds::bond(*this, {force, motion, slide, node});
}

void FreeMotion::equations() {
  place({x, y}, phi);
  beam.modulate(frame_a.resolve({x, y}));
  const ExprVector2 e1 = frame_a.resolve({1.0, 0.0}), e2 = frame_a.resolve({0.0, 1.0});
  ExprMatrix directions(3, 3);
  directions << e1(0), e2(0), Expr(0.0), e1(1), e2(1), Expr(0.0), Expr(0.0), Expr(0.0), Expr(1.0);
  slide.modulate(directions);
  equation(vx, der(x));
  equation(vy, der(y));
  equation(w, der(phi));
  equation(slide.port_a.f, ExprVector3(vx, vy, w));
  show_axes(picture, pose(frame_b.position(), frame_b.phi), picture.sizes().joint_length);
}

}  // namespace multibond::planar

template class multibond::ActuatedRotation<multibond::planar::Revolute>;
template class multibond::ActuatedTranslation<multibond::planar::Prismatic>;
