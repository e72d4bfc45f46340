#include "multibond/library/mechanics3d/world.h"

#include "../direction.h"
#include "multibond/library/bonds/rest.h"

namespace multibond::mechanics3d {

template <typename Base>
AtRest<Base>::AtRest(Component* owner, std::string_view name) : Base(owner, name) {
  this->root(frame_b);
  this->grounded();
  for (bonds::Sf* rest : {&rest_t, &rest_r}) {
    rest->n = 3;
    rest->f0 = 0.0;
  }
  bonds::bond(*this, rest_t, end.translation);
  bonds::bond(*this, rest_r, end.rotation);
}

template <typename Base>
void AtRest<Base>::rest_at(const ExprVector3& r) {
  bonds::require_rest(rest_t);
  bonds::require_rest(rest_r);
  this->position_equation(frame_b.x, r);
  this->position_equation(frame_b.R, Matrix3::Identity());
}

void World::equations() {
  if (!field_ && gravityType.value() == "uniform") {
    check_direction(n, "gravity has no direction",
                    "Give it one, e.g. {0, -1, 0}, or set gravityType to none.");
  }
  rest_at(ExprVector3::Zero());
  const Expr length = picture.sizes().length / 4, width = length / 20;
  picture.show(Shape::axes, colours::kGround, {ExprVector3::Zero(), ExprMatrix3::Identity()},
               {length, width, width});
  if (gravityType.value() != "uniform") return;
  look_up(-n.now().normalized());
  ExprMatrix3 down = upright();
  down.col(0) *= Expr(-1.0);
  down.col(2) *= Expr(-1.0);
  picture_gravity.show(Shape::arrow, colours::kForce, {ExprVector3::Zero(), down},
                       {length / 2, width, width});
}

ExprMatrix3 World::upright() const {
  if (gravityType.value() != "uniform") return axes_along(Vector3::UnitY()).cast<Expr>();
  const ExprVector3 direction = n;
  return axes_along(direction * (-1.0 / sqrt(direction.dot(direction))), -n.now().normalized());
}

ExprVector3 World::uniform() const {
  const ExprVector3 direction = n;
  return direction * (g / sqrt(direction.dot(direction)));
}

ExprVector3 World::acceleration(const ExprVector3& r) const {
  if (gravityType.value() == "field") {
    if (field_) return field_(r);
    fail("is to have a field of gravity of its own, but none was given in C++.",
         "Give it one with gravity(...), or set gravityType to none, uniform or point.");
  }
  if (gravityType.value() == "uniform") return uniform();
  if (gravityType.value() == "none") return ExprVector3::Zero();
  const Expr square = r.dot(r);
  return r * (-mue / (square * sqrt(square)));
}

std::optional<Expr> World::potential(const ExprVector3& r) const {
  if (gravityType.value() == "field") return std::nullopt;
  if (gravityType.value() == "uniform") return -uniform().dot(r);
  if (gravityType.value() == "none") return Expr(0.0);
  return -mue / sqrt(r.dot(r));
}

std::optional<Vector3> World::symmetry_axis(const Frame& frame) const {
  if (!groups_) {
    groups_ = std::make_unique<RigidGroups>(model());
    when_reopened([this] { groups_.reset(); });
  }
  return groups_->attached(frame).symmetry_axis();
}

}  // namespace multibond::mechanics3d

template class multibond::mechanics3d::AtRest<multibond::Component>;
template class multibond::mechanics3d::AtRest<multibond::Stage>;
