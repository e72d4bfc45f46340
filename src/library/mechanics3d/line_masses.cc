#include "multibond/library/mechanics3d/line_masses.h"

namespace multibond::mechanics3d {

MassOnLine::MassOnLine(Component* owner, std::string_view name) : Component(owner, name) {
  sum.n = 3;
  motion.n = 3;
  mass.n = 3;
  mass.I = m.expr();
  mass.state_outside = true;
  bonds::bond(*this, {end_a, share_a, sum, motion, mass});
  bonds::bond(*this, {end_b, share_b, sum});
  bonds::bond(*this, gravity, motion);
}

void MassOnLine::move(const ExprVector3& place, const ExprMatrix3& share) {
  for (const Frame* frame : {&frame_a, &frame_b}) equation(frame->t, 0.0);
  share_a.modulate(ExprMatrix3::Identity() - share);
  share_b.modulate(share);
  equation(x, place);
  const World& world = outer<World>("World of mechanics in space");
  equation(gravity.effort(), m * world.acceleration(place));
  if (const auto potential = world.potential(place)) {
    stores(m * *potential);
  } else {
    supplies(-gravity.port.power());
  }
  show_mass(picture, place);
}

void MassAtFraction::equations() {
  const ExprVector3 gap = frame_b.position() - frame_a.position();
  move(frame_a.position() + gap * lengthFraction.expr(),
       ExprMatrix3::Identity() * lengthFraction.expr());
}

/// The derivative of the place for x_b: L / s (1 - u u') with u along the line of length s.
void MassAtDistance::equations() {
  const ExprVector3 gap = frame_b.position() - frame_a.position();
  const Expr s = sqrt(gap.dot(gap));
  const ExprVector3 u = gap / s;
  move(frame_a.position() + u * L.expr(), (ExprMatrix3::Identity() - u * u.transpose()) * (L / s));
}

SpringWithMass::SpringWithMass(Component* owner, std::string_view name) : Component(owner, name) {
  spring.c = c;
  spring.s0 = s0;
  mass.m = m;
  mass.lengthFraction = lengthFraction;
  connect(frame_a, spring.frame_a);
  connect(frame_a, mass.frame_a);
  connect(frame_b, spring.frame_b);
  connect(frame_b, mass.frame_b);
}

LineForceWithMass::LineForceWithMass(Component* owner, std::string_view name)
    : Component(owner, name) {
  mass.m = m;
  mass.lengthFraction = lengthFraction;
  connect(frame_a, line.frame_a);
  connect(frame_a, mass.frame_a);
  connect(frame_b, line.frame_b);
  connect(frame_b, mass.frame_b);
  connect(line.flange_a, flange_a);
  connect(line.flange_b, flange_b);
}

LineForceWithTwoMasses::LineForceWithTwoMasses(Component* owner, std::string_view name)
    : Component(owner, name) {
  mass_a.m = m_a;
  mass_a.L = L_a;
  mass_b.m = m_b;
  mass_b.L = L_b;
  connect(frame_a, line.frame_a);
  connect(frame_a, mass_a.frame_a);
  connect(frame_a, mass_b.frame_b);
  connect(frame_b, line.frame_b);
  connect(frame_b, mass_a.frame_b);
  connect(frame_b, mass_b.frame_a);
  connect(line.flange_a, flange_a);
  connect(line.flange_b, flange_b);
}

}  // namespace multibond::mechanics3d
