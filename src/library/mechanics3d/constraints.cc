#include "multibond/library/mechanics3d/constraints.h"

namespace multibond::mechanics3d {

FrameConstraint::FrameConstraint(Component* owner, std::string_view name, int count)
    : Component(owner, name),
      force_a(this, "force_a", count),
      torque_a(this, "torque_a", count),
      force_b(this, "force_b", count),
      torque_b(this, "torque_b", count),
      element(this, "element", count, "Sf", bonds::CausalRule::Kind::flow_source) {
  set_count(count);
  bonds::bond(*this, {element, node, force_b, end_b.translation});
  bonds::bond(*this, {node, torque_b, end_b.rotation});
  bonds::bond(*this, {end_a.translation, bonds::reversed(force_a), node});
  bonds::bond(*this, {end_a.rotation, bonds::reversed(torque_a), node});
}

void FrameConstraint::Columns::set_force(int i, const Frame& frame, const ExprVector3& f,
                                         const ExprVector3& r) {
  force.col(i) = f;
  torque.col(i) = frame.seen(cross(r, f));
}

void FrameConstraint::Columns::set_torque(int i, const Frame& frame, const ExprVector3& t) {
  torque.col(i) = frame.seen(t);
}

void FrameConstraint::set_count(int count) {
  node.n = count;
  element.n = count;
  for (ReactionColumns* columns : {&force_a, &torque_a, &force_b, &torque_b}) {
    columns->set_columns(count);
  }
}

void FrameConstraint::act(const Columns& a, const Columns& b) {
  force_a.modulate(a.force);
  torque_a.modulate(a.torque);
  force_b.modulate(b.force);
  torque_b.modulate(b.torque);
}

Rod::Rod(Component* owner, std::string_view name) : Component(owner, name) {
  picture.spans(length);
  node.n = 1;
  hub_a.n = 3;
  hub_b.n = 3;
  bonds::bond(*this, {element, node, force_b, hub_b, end_b});
  bonds::bond(*this, {end_a, hub_a, bonds::reversed(force_a), node});
}

/// The velocity of the middle is half of each end's.
void Rod::build() {
  gravity_ = nullptr;
  if (m.value() == 0) return;
  auto& sum = create<bonds::J0>("sum");
  auto& motion = create<bonds::J1>("motion");
  auto& mass = create<bonds::I>("mass");
  gravity_ = &create<bonds::VectorTerminal>("gravity");
  mass.I = m.expr();
  mass.state_outside = true;
  sum.n = 3;
  motion.n = 3;
  mass.n = 3;
  for (bonds::J1* hub : {&hub_a, &hub_b}) {
    auto& half = create<bonds::TF_flow>("half_" + hub->name());
    half.n = 3;
    half.M = 0.5;
    bonds::bond(*this, {*hub, half, sum});
  }
  bonds::bond(*this, {sum, motion, mass});
  bonds::bond(*this, *gravity_, motion);
}

void Rod::equations() {
  const ExprVector3 gap = frame_b.position() - frame_a.position();
  const ExprVector3 along = gap / length.expr();
  force_a.modulate(along);
  force_b.modulate(along);
  for (const Frame* frame : {&frame_a, &frame_b}) equation(frame->t, 0.0);
  equation(f, -element.port.e[0]);
  // Its rate is that of the distance where the constraint holds, and needs no square root.
  constraint(0.5 * (gap.dot(gap) / length.expr() - length), f);
  show_bar(picture, frame_a.position(), frame_b.position());
  show_ball(picture_a, frame_a);
  show_ball(picture_b, frame_b);
  if (!gravity_) return;
  const World& world = outer<World>("World of mechanics in space");
  const ExprVector3 middle = (frame_a.position() + frame_b.position()) * Expr(0.5);
  show_mass(picture_CM, middle);
  equation(gravity_->effort(), m * world.acceleration(middle));
  if (const auto potential = world.potential(middle)) {
    stores(m * *potential);
  } else {
    supplies(-gravity_->port.power());
  }
}

}  // namespace multibond::mechanics3d
