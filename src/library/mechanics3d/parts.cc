#include "multibond/library/mechanics3d/parts.h"

#include <fmt/format.h>

#include "multibond/base/dense.h"
#include "multibond/base/text.h"
#include "multibond/model/context.h"

namespace multibond::mechanics3d {
namespace {

/// Bodies that turn make better roots than points.
constexpr int kPointRoot = 1;
/// Principal moments may miss the triangle inequality by this much of the largest: data are
/// rounded.
constexpr double kRounded = 1e-6;

Vector3 present(const Parameter<Vector3>& parameter) {
  Vector3 result;
  for (int i = 0; i < 3; ++i)
    result(i) = parameter.owner().context().evaluate(parameter.element(i));
  return result;
}

double present(const Parameter<double>& parameter) {
  return parameter.owner().context().evaluate(parameter.expr());
}

Matrix3 present(const ModelContext& context, const ExprMatrix3& matrix) {
  Matrix3 result;
  for (int i = 0; i < 9; ++i) result.data()[i] = context.evaluate(matrix.data()[i]);
  return result;
}

}  // namespace

// -- what is rigid and weighs nothing -------------------------------------------------------------

Fixed::Fixed(Component* owner, std::string_view name) : Component(owner, name) {
  root(frame_b);
  grounded();
  for (bonds::Sf* rest : {&rest_t, &rest_r}) {
    rest->n = 3;
    rest->f0 = 0.0;
  }
  bonds::bond(*this, rest_t, end.translation);
  bonds::bond(*this, rest_r, end.rotation);
}

void Fixed::equations() {
  for (int i = 0; i < 3; ++i) {
    position_equation(frame_b.x[static_cast<std::size_t>(i)], r.element(i));
    for (int j = 0; j < 3; ++j) position_equation(frame_b.R(i, j), i == j ? 1.0 : 0.0);
  }
}

RigidPart::RigidPart(Component* owner, std::string_view name) : Component(owner, name) {
  branch(frame_a, frame_b);
}

void RigidPart::keep_axes() {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) position_equation(frame_b.R(i, j), frame_a.R(i, j));
  }
}

void RigidPart::keep_place() {
  for (std::size_t i = 0; i < 3; ++i) position_equation(frame_b.x[i], frame_a.x[i]);
}

FixedTranslation::FixedTranslation(Component* owner, std::string_view name)
    : RigidPart(owner, name) {
  node.n = 3;
  hub.n = 3;
  bonds::bond(*this, end_a.translation, node);
  bonds::bond(*this, node, end_b.translation);
  bonds::bond(*this, end_a.rotation, hub);
  bonds::bond(*this, hub, end_b.rotation);
  bonds::bond(*this, hub, arm.port_a);
  bonds::bond(*this, arm.port_b, node);
}

std::vector<Rigid::Place> FixedTranslation::rigid_places() const {
  return {{&frame_a}, {&frame_b, present(r)}};
}

void FixedTranslation::equations() {
  const ExprVector3 place = frame_a.position() + frame_a.resolve(r);
  for (int i = 0; i < 3; ++i) position_equation(frame_b.x[static_cast<std::size_t>(i)], place(i));
  keep_axes();
  arm.set(frame_a, r);
}

FixedRotation::FixedRotation(Component* owner, std::string_view name) : RigidPart(owner, name) {
  bonds::bond(*this, end_a.translation, end_b.translation);
  bonds::bond(*this, end_a.rotation, turn.port_a);
  bonds::bond(*this, turn.port_b, end_b.rotation);
}

std::vector<Rigid::Place> FixedRotation::rigid_places() const {
  return {{&frame_a},
          {&frame_b, Vector3::Zero(), present(context(), axis_rotation(unit(n), angle))}};
}

void FixedRotation::equations() {
  const ExprMatrix3 R = axis_rotation(unit(n), angle);
  const bool from_b = is_rooted(frame_b);
  keep_place();
  const ExprMatrix3 turned =
      from_b ? ExprMatrix3(R.transpose() * frame_b.R.expr()) : ExprMatrix3(R * frame_a.R.expr());
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      position_equation(from_b ? frame_a.R(i, j) : frame_b.R(i, j), turned(i, j));
    }
  }
  turn.set(R, from_b);
}

Weld::Weld(Component* owner, std::string_view name) : RigidPart(owner, name) {
  bonds::bond(*this, end_a.translation, end_b.translation);
  bonds::bond(*this, end_a.rotation, end_b.rotation);
}

void Weld::equations() {
  keep_place();
  keep_axes();
}

// -- bodies ---------------------------------------------------------------------------------------

std::vector<bonds::CausalRule> RotationalInertia::causal_rules() const {
  return together(bonds::CausalRule::Kind::inertial);
}

void RotationalInertia::equations() {
  const ExprVector3 w = port.flow();
  ExprVector3 rate;
  for (int i = 0; i < 3; ++i) rate(i) = der(f(i));
  equation(ExprVector3(port.effort()), ExprVector3(inertia_ * rate));
  stores(0.5 * w.dot(ExprVector3(inertia_ * w)));
}

std::vector<bonds::CausalRule> EulerJunction::causal_rules() const {
  return together(bonds::CausalRule::Kind::resistive);
}

void EulerJunction::equations() {
  const ExprVector3 w = port.flow();
  equation(ExprVector3(port.effort()), cross(w, ExprVector3(inertia_ * w)));
  conserves_power(net_power());
}

BodyBase::BodyBase(Component* owner, std::string_view name) : Component(owner, name) {
  v.kind(VariableKind::velocity);
  w.kind(VariableKind::velocity);
  motion.n = 3;
  hub.n = 3;
  mass.n = 3;
  mass.state_outside = true;
}

void BodyBase::compose(const Expr& m, const ExprVector3& centre, bool eccentric) {
  potential_root(frame_a, root_priority);
  m_ = m;
  centre_ = centre;
  r_ = frame_a.position();
  if (eccentric) r_ += frame_a.resolve(centre);
  if (attracts.value()) {
    pool_member_ = outer<GravityPool>("GravityPool").join(m, r_);
  }
  mass.inertance = m;
  if (eccentric) {
    auto& node = create<bonds::J0>("node");
    node.n = 3;
    arm_ = &create<Arm>("arm");
    bonds::bond(*this, end_a.translation, node);
    bonds::bond(*this, node, motion);
    bonds::bond(*this, hub, arm_->port_a);
    bonds::bond(*this, arm_->port_b, node);
  } else {
    bonds::bond(*this, end_a.translation, motion);
  }
  bonds::bond(*this, motion, mass);
  bonds::bond(*this, gravity, motion);
  bonds::bond(*this, end_a.rotation, hub);
  bonds::bond(*this, hub, inertia);
  bonds::bond(*this, hub, gyroscopic);
}

/// The states are those of this body.
void BodyBase::float_freely() {
  const World& world = outer<World>("World of mechanics in space");
  const ExprMatrix3 R = orientation.turns(w, world.symmetry_axis(frame_a));
  for (int i = 0; i < 3; ++i) {
    const auto k = static_cast<std::size_t>(i);
    position_equation(frame_a.x[k], x[k]);
    equation(der(x[k]), v[k]);
    x[k].hint(StateHint::prefer);
    v[k].hint(StateHint::prefer);
    if (orientation.rate.size() == 0 && orientation.u.size() == 0) w[k].hint(StateHint::prefer);
    for (int j = 0; j < 3; ++j) position_equation(frame_a.R(i, j), R(i, j));
  }
}

void BodyBase::follow() {
  for (std::size_t k = 0; k < 3; ++k) {
    position_equation(x[k], frame_a.x[k]);
    x[k].derivative_rule(v[k]);
  }
}

void BodyBase::move(const ExprMatrix3& tensor) {
  equation(v.expr(), frame_a.v.expr());
  equation(w.expr(), frame_a.w.expr());
  if (is_root(frame_a)) {
    float_freely();
  } else {
    follow();
  }
  if (arm_) arm_->set(frame_a, centre_);
  inertia.set(tensor);
  gyroscopic.set(tensor);
  feel_gravity();
}

/// The energy of mutual gravitation is that of the pool.
void BodyBase::feel_gravity() {
  const World& world = outer<World>("World of mechanics in space");
  ExprVector3 force = m_ * world.acceleration(r_);
  if (const auto potential = world.potential(r_)) {
    stores(m_ * *potential);
  } else {
    supplies(force.dot(ExprVector3(mass.port.flow())));
  }
  if (pool_member_) force += outer<GravityPool>("GravityPool").force(*pool_member_);
  equation(ExprVector3(gravity.effort()), force);
}

void BodyBase::check_physical(const Matrix3& tensor) const {
  const dense::SingularValues principal = dense::singular_values(tensor);
  const double size = principal.values(0);
  if (size == 0) return;
  for (int i = 0; i < 3; ++i) {
    // Of a symmetric matrix singular vectors agree up to sign with eigenvectors, and an eigenvalue
    // is negative where the signs differ.
    Vector3 axis = principal.V.col(i);
    const double moment = axis.dot(tensor * axis);
    if (moment < -kRounded * size) {
      for (double& component : axis) component = std::abs(component) < kRounded ? 0 : component;
      if (axis.sum() < 0 || (axis(0) < 0 && axis.sum() < kRounded)) axis = -axis;
      axis.array() += 0.0;  // no negative zero
      fail(fmt::format("has an inertia that no body can have: about the axis {{{:.4g}, {:.4g}, "
                       "{:.4g}}} it is {}, below zero.",
                       axis(0), axis(1), axis(2), quantity(moment, "kg.m2")),
           "Check the signs and sizes of I_11 … I_32; I_21 is an entry of the matrix, the negative "
           "of the product of inertia. To keep it, set checkInertia to false.");
    }
  }
  if (principal.values(0) > (principal.values(1) + principal.values(2)) * (1 + kRounded)) {
    fail(
        fmt::format("has an inertia that no body can have: its largest principal moment {} is more "
                    "than the sum of the others, {} and {}.",
                    quantity(principal.values(0), "kg.m2"), quantity(principal.values(1), "kg.m2"),
                    quantity(principal.values(2), "kg.m2")),
        "Check I_11 … I_32. To keep it, set checkInertia to false.");
  }
}

ExprMatrix3 Body::tensor() const {
  ExprMatrix3 result;
  result << I_11, I_21, I_31, I_21, I_22, I_32, I_31, I_32, I_33;
  return result;
}

MassProperties Body::mass_properties() const {
  return MassProperties::of(present(m), present(r_CM), present(context(), tensor()));
}

void Body::build() { compose(m, r_CM, r_CM.value() != Vector3::Zero()); }

void Body::equations() {
  if (checkInertia.value()) check_physical(present(context(), tensor()));
  move(tensor());
}

// -- point mass -----------------------------------------------------------------------------------

PointMass::PointMass(Component* owner, std::string_view name) : Component(owner, name) {
  potential_root(frame_a, kPointRoot);
  v.kind(VariableKind::velocity);
  motion.n = 3;
  mass.n = 3;
  mass.state_outside = true;
  mass.inertance = m.expr();
  bonds::bond(*this, end_a.translation, motion);
  bonds::bond(*this, motion, mass);
  bonds::bond(*this, gravity, motion);
  bonds::bond(*this, end_a.rotation, pivot);
}

MassProperties PointMass::mass_properties() const {
  return MassProperties::of(present(m), Vector3::Zero(), Matrix3::Zero());
}

void PointMass::equations() {
  equation(v.expr(), frame_a.v.expr());
  const bool free = is_root(frame_a);
  for (int i = 0; i < 3; ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (free) {
      position_equation(frame_a.x[k], x[k]);
      equation(der(x[k]), v[k]);
      x[k].hint(StateHint::prefer);
      v[k].hint(StateHint::prefer);
      for (int j = 0; j < 3; ++j) position_equation(frame_a.R(i, j), i == j ? 1.0 : 0.0);
      equation(pivot.port.f[k], 0.0);  // takes up the remaining torque
    } else {
      position_equation(x[k], frame_a.x[k]);
      x[k].derivative_rule(v[k]);
      equation(pivot.port.e[k], 0.0);
    }
  }
  const World& world = outer<World>("World of mechanics in space");
  equation(ExprVector3(gravity.effort()), ExprVector3(m * world.acceleration(frame_a.position())));
  if (const auto potential = world.potential(frame_a.position())) {
    stores(m * *potential);
  } else {
    supplies(-gravity.port.power());
  }
}

}  // namespace multibond::mechanics3d
