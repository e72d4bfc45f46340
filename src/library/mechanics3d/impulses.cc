#include "multibond/library/mechanics3d/impulses.h"

namespace multibond::mechanics3d {

Striker::Striker(Component* owner, std::string_view name) : Component(owner, name) {
  bonds::bond(*this, source_t, end.translation);
  bonds::bond(*this, source_r, end.rotation);
}

Expr Striker::state_sources() {
  const ExprVector3 given = unit(n).cast<Expr>();
  const ExprVector3 along = resolveInFrame.value() == "world" ? given : frame_a.resolve(given);
  equation(source_t.port.e, along * push.expr());
  equation(source_r.port.e, 0.0);
  equation(rate, along.dot(frame_a.velocity()));
  // An arrow to where it strikes.
  const Expr length = picture.sizes().length / 2, width = picture.sizes().rod_width;
  picture.show(Shape::arrow, colours::kArrow,
               pose_along(frame_a.position() - along * length, along), {length, width, width});
  if (is_connected(u)) return u.value > 0.5;
  equation(u.value, 0.0);
  return time() >= start;
}

void Impulse::equations() {
  when(state_sources(), [this] { strike(rate, push, P); });
}

void EnergyInjection::equations() {
  when(state_sources(), [this] { inject(rate, push, E); });
}

}  // namespace multibond::mechanics3d
