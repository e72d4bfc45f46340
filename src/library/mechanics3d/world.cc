#include "multibond/library/mechanics3d/world.h"

#include "multibond/library/bonds/rest.h"
#include "multibond/model/context.h"

namespace multibond::mechanics3d {

World::World(Component* owner, std::string_view name) : Component(owner, name) {
  root(frame_b);
  grounded();
  for (bonds::Sf* rest : {&rest_t, &rest_r}) {
    rest->n = 3;
    rest->f0 = 0.0;
  }
  bonds::bond(*this, rest_t, end.translation);
  bonds::bond(*this, rest_r, end.rotation);
}

void World::equations() {
  bonds::require_rest(rest_t);
  bonds::require_rest(rest_r);
  for (int i = 0; i < 3; ++i) {
    position_equation(frame_b.x[static_cast<std::size_t>(i)], 0.0);
    for (int j = 0; j < 3; ++j) position_equation(frame_b.R(i, j), i == j ? 1.0 : 0.0);
  }
}

ExprVector3 World::uniform() const {
  ExprVector3 direction = n;
  Expr square = 0.0;
  bool zero = true;
  for (int i = 0; i < 3; ++i) {
    zero = zero && context().evaluate(direction(i)) == 0;
    square += direction(i) * direction(i);
  }
  if (zero) {
    throw Error(n.path(), n.path() + " must not be zero: gravity has no direction.",
                "Give it one, e.g. {0, -1, 0}, or set gravityType to none.");
  }
  return direction * (g / sqrt(square));
}

ExprVector3 World::acceleration(const ExprVector3& r) const {
  if (field_) return field_(r);
  if (gravityType.value() == "uniform") return uniform();
  if (gravityType.value() == "none") return ExprVector3::Zero();
  const Expr square = r.dot(r);
  return r * (-mue / (square * sqrt(square)));
}

std::optional<Expr> World::potential(const ExprVector3& r) const {
  if (field_) return std::nullopt;
  if (gravityType.value() == "uniform") return -uniform().dot(r);
  if (gravityType.value() == "none") return Expr(0.0);
  return -mue / sqrt(r.dot(r));
}

std::optional<Vector3> World::symmetry_axis(const Frame& frame) const {
  if (!groups_) {
    groups_ = std::make_unique<RigidGroups>(*context().root);
    context().when_reopened([this] { groups_.reset(); });
  }
  return groups_->attached(frame).symmetry_axis();
}

}  // namespace multibond::mechanics3d
