#include "multibond/library/mechanics3d/parts.h"

#include <fmt/format.h>

#include "multibond/base/dense.h"
#include "multibond/base/text.h"

namespace multibond::mechanics3d {
namespace {

/// Bodies make better roots with a smaller number, and of those with the same one the body whose
/// orientation is given: its states are what is given then.
int root_of_body(int priority, bool given) { return 2 * priority + (given ? 0 : 1); }
/// Bodies that turn make better roots than points.
const int kPointRoot = root_of_body(1, false);
/// Principal moments may miss the triangle inequality by this much of the largest: data are
/// rounded.
constexpr double kRounded = 1e-6;
/// Sine of the angle between directions that counts as zero.
constexpr double kParallel = 1e-6;

}  // namespace

void Fixed::equations() {
  rest_at(r);
  const World* world = find_outer<World>();
  const ExprMatrix3 up = world ? world->upright() : axes_along(Vector3::UnitY()).cast<Expr>();
  show_support(picture, Pose{frame_b.position(), up}, picture.sizes().joint_length);
}

// -- what is rigid and weighs nothing -------------------------------------------------------------

RigidPart::RigidPart(Component* owner, std::string_view name) : Component(owner, name) {
  branch(frame_a, frame_b);
}

void RigidPart::keep_axes() { position_equation(frame_b.R, frame_a.R); }

void RigidPart::keep_place() { position_equation(frame_b.x, frame_a.x); }

FixedTranslation::FixedTranslation(Component* owner, std::string_view name)
    : RigidPart(owner, name) {
  picture.spans(r);
  node.n = 3;
  hub.n = 3;
  bonds::bond(*this, {end_a.translation, node, end_b.translation});
  bonds::bond(*this, {end_a.rotation, hub, end_b.rotation});
  bonds::bond(*this, {hub, arm, node});
}

std::vector<Rigid::Place> FixedTranslation::rigid_places() const {
  return {{&frame_a}, {&frame_b, r.now()}};
}

void FixedTranslation::equations() {
  position_equation(frame_b.x, frame_a.position() + frame_a.resolve(r));
  keep_axes();
  arm.modulate(frame_a, r);
  show_rod(picture, frame_a, r);
}

FixedRotation::FixedRotation(Component* owner, std::string_view name) : RigidPart(owner, name) {
  picture_rod.spans(r);
}

/// Without a displacement there is no arm.
void FixedRotation::build() {
  arm_ = nullptr;
  if (r.value() == Vector3::Zero()) {
    bonds::bond(*this, end_a.translation, end_b.translation);
    bonds::bond(*this, {end_a.rotation, turn, end_b.rotation});
    return;
  }
  auto& node = create<bonds::J0>("node");
  auto& hub = create<bonds::J1>("hub");
  arm_ = &create<Arm>("arm");
  node.n = 3;
  hub.n = 3;
  bonds::bond(*this, {end_a.translation, node, end_b.translation});
  bonds::bond(*this, {end_a.rotation, hub, turn, end_b.rotation});
  bonds::bond(*this, {hub, *arm_, node});
}

ExprMatrix3 FixedRotation::rotation() const {
  const std::string& kind = rotationType.value();
  if (kind == "axis") return axis_rotation(unit(n), angle);
  if (kind == "sequence") return cardan_rotation(sequence_of(sequence), angles);
  const Vector3 x = unit(n_x), normal = x.cross(unit(n_y));
  if (normal.norm() < kParallel) {
    fail("has its y axis along its x axis.", "Give n_y another direction than n_x.");
  }
  const Vector3 z = normal.normalized();
  Matrix3 axes;
  axes << x.transpose(), z.cross(x).transpose(), z.transpose();
  return axes.cast<Expr>();
}

std::vector<Rigid::Place> FixedRotation::rigid_places() const {
  return {{&frame_a}, {&frame_b, r.now(), now(rotation())}};
}

void FixedRotation::equations() {
  const ExprMatrix3 R = rotation();
  const bool from_b = is_rooted(frame_b);
  if (arm_) {
    position_equation(frame_b.x, frame_a.position() + frame_a.resolve(r));
    arm_->modulate(frame_a, r);
    show_rod(picture_rod, frame_a, r);
  } else {
    keep_place();
  }
  show_axes(picture, pose(frame_b), picture.sizes().joint_length);
  if (from_b) {
    position_equation(frame_a.R, R.transpose() * frame_b.R.expr());
  } else {
    position_equation(frame_b.R, R * frame_a.R.expr());
  }
  turn.modulate(R, from_b);
}

Weld::Weld(Component* owner, std::string_view name) : RigidPart(owner, name) {
  bonds::bond(*this, end_a.translation, end_b.translation);
  bonds::bond(*this, end_a.rotation, end_b.rotation);
}

void Weld::equations() {
  keep_place();
  keep_axes();
  const Expr width = 1.2 * picture.sizes().rod_width;
  picture.show(Shape::sphere, colours::kRod, pose(frame_a), {width, width, width});
}

// -- bodies ---------------------------------------------------------------------------------------

std::vector<bonds::CausalRule> RotationalInertia::causal_rules() const {
  return together(bonds::CausalRule::Kind::inertial);
}

void RotationalInertia::equations() {
  const ExprVector3 w = port.flow();
  equation(port.e, inertia_ * der(w));
  stores(0.5 * w.dot(ExprVector3(inertia_ * w)));
}

std::vector<bonds::CausalRule> EulerJunction::causal_rules() const {
  return together(bonds::CausalRule::Kind::resistive);
}

void EulerJunction::equations() {
  equation(port.e, cross(ExprVector3(port.flow()), momentum_));
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
  potential_root(frame_a, root_of_body(root_priority.value(), orientation.fixed.value()));
  arm_ = nullptr;
  pool_member_.reset();
  m_ = m;
  centre_ = centre;
  r_ = frame_a.position();
  if (eccentric) r_ += frame_a.resolve(centre);
  if (attracts.value()) {
    pool_member_ = outer<GravityPool>("GravityPool").join(m, r_);
  }
  mass.I = m;
  if (eccentric) {
    auto& node = create<bonds::J0>("node");
    node.n = 3;
    arm_ = &create<Arm>("arm");
    bonds::bond(*this, {end_a.translation, node, motion});
    bonds::bond(*this, {hub, *arm_, node});
  } else {
    bonds::bond(*this, end_a.translation, motion);
  }
  bonds::bond(*this, motion, mass);
  bonds::bond(*this, gravity, motion);
  bonds::bond(*this, {end_a.rotation, hub, inertia});
  bonds::bond(*this, hub, gyroscopic);
}

/// The states are those of this body.
void BodyBase::float_freely() {
  const World& world = outer<World>("World of mechanics in space");
  const ExprMatrix3 R = orientation.turns(w, world.symmetry_axis(frame_a));
  position_equation(frame_a.x, x);
  position_equation(frame_a.R, R);
  equation(der(x), v);
  x.hint(StateHint::prefer);
  v.hint(StateHint::prefer);
  if (orientation.rate.size() == 0 && orientation.u.size() == 0) w.hint(StateHint::prefer);
}

void BodyBase::follow() {
  position_equation(x, frame_a.x);
  x.derivative_rule(v);
  orientation.follows(frame_a.R.expr());
}

void BodyBase::move(const ExprMatrix3& tensor) {
  equation(v, frame_a.v);
  equation(w, frame_a.w);
  if (is_root(frame_a)) {
    float_freely();
  } else {
    follow();
  }
  if (arm_) {
    arm_->modulate(frame_a, centre_);
    show_rod(picture, frame_a, centre_);
  }
  show_mass(picture_CM, r_);
  inertia.give_inertia(tensor);
  gyroscopic.give_inertia(tensor);
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
  equation(gravity.effort(), force);
}

namespace {

/// What is wrong with an inertia tensor.
std::optional<Fault> unphysical(const Matrix3& tensor) {
  const dense::SingularValues principal = dense::singular_values(tensor);
  const double size = principal.values(0);
  if (size == 0) return std::nullopt;
  for (int i = 0; i < 3; ++i) {
    // Of a symmetric matrix singular vectors agree up to sign with eigenvectors, and an eigenvalue
    // is negative where the signs differ.
    Vector3 axis = principal.V.col(i);
    const double moment = axis.dot(tensor * axis);
    if (moment < -kRounded * size) {
      for (double& component : axis) component = std::abs(component) < kRounded ? 0 : component;
      if (axis.sum() < 0 || (axis(0) < 0 && axis.sum() < kRounded)) axis = -axis;
      axis.array() += 0.0;  // no negative zero
      return Fault{
          fmt::format("has an inertia that no body can have: about the axis {{{:.4g}, {:.4g}, "
                      "{:.4g}}} it is {}, below zero.",
                      axis(0), axis(1), axis(2), quantity(moment, "kg.m2")),
          "Check the signs and sizes of I_11 … I_32; I_21 is an entry of the matrix, the negative "
          "of the product of inertia. To keep it, set checkInertia to false."};
    }
  }
  if (principal.values(0) <= (principal.values(1) + principal.values(2)) * (1 + kRounded)) {
    return std::nullopt;
  }
  return Fault{
      fmt::format("has an inertia that no body can have: its largest principal moment {} is more "
                  "than the sum of the others, {} and {}.",
                  quantity(principal.values(0), "kg.m2"), quantity(principal.values(1), "kg.m2"),
                  quantity(principal.values(2), "kg.m2")),
      "Check I_11 … I_32. To keep it, set checkInertia to false."};
}

}  // namespace

Body::Body(Component* owner, std::string_view name) : BodyBase(owner, name) { picture.spans(r_CM); }

ExprMatrix3 Body::tensor() const {
  ExprMatrix3 result;
  result << I_11, I_21, I_31, I_21, I_22, I_32, I_31, I_32, I_33;
  return result;
}

MassProperties Body::mass_properties() const {
  return MassProperties::of(m.now(), r_CM.now(), now(tensor()));
}

void Body::build() { compose(m, r_CM, r_CM.value() != Vector3::Zero()); }

void Body::equations() {
  const ExprMatrix3 inertia_tensor = tensor();
  if (checkInertia.value()) {
    const std::vector<Expr> elements(inertia_tensor.data(), inertia_tensor.data() + 9);
    check_values(elements, [](const std::vector<double>& x) {
      return unphysical(Eigen::Map<const Matrix3>(x.data()));
    });
  }
  move(inertia_tensor);
}

// -- point mass -----------------------------------------------------------------------------------

PointMass::PointMass(Component* owner, std::string_view name) : Component(owner, name) {
  potential_root(frame_a, kPointRoot);
  v.kind(VariableKind::velocity);
  motion.n = 3;
  mass.n = 3;
  mass.state_outside = true;
  mass.I = m.expr();
  bonds::bond(*this, {end_a.translation, motion, mass});
  bonds::bond(*this, gravity, motion);
  bonds::bond(*this, pivot, end_a.rotation);
}

MassProperties PointMass::mass_properties() const {
  return MassProperties::of(m.now(), Vector3::Zero(), Matrix3::Zero());
}

void PointMass::equations() {
  equation(v, frame_a.v);
  if (is_root(frame_a)) {
    position_equation(frame_a.x, x);
    position_equation(frame_a.R, Matrix3::Identity());
    equation(der(x), v);
    x.hint(StateHint::prefer);
    v.hint(StateHint::prefer);
    equation(pivot.port.f, 0.0);  // takes up the remaining torque
  } else {
    position_equation(x, frame_a.x);
    x.derivative_rule(v);
    equation(pivot.port.e, 0.0);
  }
  const World& world = outer<World>("World of mechanics in space");
  equation(gravity.effort(), m * world.acceleration(frame_a.position()));
  if (const auto potential = world.potential(frame_a.position())) {
    stores(m * *potential);
  } else {
    supplies(-gravity.port.power());
  }
  show_mass(picture, frame_a.position());
}

}  // namespace multibond::mechanics3d
