#include "multibond/library/planar/world.h"

#include "../direction.h"
#include "multibond/library/bonds/rest.h"

namespace multibond::planar {

void World::equations() {
  if (!field_ && gravityType.value() == "uniform") {
    check_direction(n, "gravity has no direction",
                    "Give it one, e.g. {0, -1}, or set gravityType to none.");
  }
  bonds::require_rest(element);
  position_equation(frame_b.place(), Vector3::Zero());
  const Expr length = picture.sizes().length / 4;
  picture.show(Shape::axes, colours::kGround, pose({0.0, 0.0}, 0.0),
               {length, length / 20, length / 20});
}

ExprVector2 World::uniform() const {
  const ExprVector2 direction = n;
  return direction * (g * cos(inclination) / sqrt(direction.dot(direction)));
}

ExprVector2 World::acceleration(const ExprVector2& r) const {
  if (gravityType.value() == "field") {
    if (field_) return field_(r);
    fail("is to have a field of gravity of its own, but none was given in C++.",
         "Give it one with gravity(...), or set gravityType to none, uniform or point.");
  }
  if (gravityType.value() == "uniform") return uniform();
  if (gravityType.value() == "none") return {0.0, 0.0};
  const Expr square = r.dot(r);
  return -mue / (square * sqrt(square)) * r;
}

std::optional<Expr> World::potential(const ExprVector2& r) const {
  if (gravityType.value() == "field") return std::nullopt;
  if (gravityType.value() == "uniform") return -uniform().dot(r);
  if (gravityType.value() == "none") return Expr(0.0);
  return -mue / sqrt(r.dot(r));
}

}  // namespace multibond::planar
