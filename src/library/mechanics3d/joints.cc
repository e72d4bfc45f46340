#include "multibond/library/mechanics3d/joints.h"

#include <fmt/format.h>

#include <numbers>

namespace multibond::mechanics3d {
namespace {

constexpr double kTiny = 1e-30;     ///< keeps the derivative of a square root finite
constexpr double kHalfTurn = 0.02;  ///< rad from half a turn at which the run of a spring ends

}  // namespace

Joint::Joint(Component* owner, std::string_view name) : Component(owner, name) {
  branch(frame_a, frame_b);
}

void Joint::place(const ExprVector3& r) {
  position_equation(frame_b.x, frame_a.position() + frame_a.resolve(r));
}

void Joint::orient(const ExprMatrix3& R) {
  if (from_b()) {
    position_equation(frame_a.R, R.transpose() * frame_b.R.expr());
  } else {
    position_equation(frame_b.R, R * frame_a.R.expr());
  }
}

// -- revolute -------------------------------------------------------------------------------------

Revolute::Revolute(Component* owner, std::string_view name) : Joint(owner, name) {
  show_parameters(mobility);
  w.kind(VariableKind::velocity);
  node.n = 3;
  axis_node.n = 1;
  bonds::bond(*this, end_a.translation, end_b.translation);
  bonds::bond(*this, {end_a.rotation, turn, node, end_b.rotation});
  bonds::bond(*this, {axis_node, axis_direction, node});
}

void Revolute::equations() {
  const Vector3 along = unit(n);
  const ExprMatrix3 R = axis_rotation(along, phi + phi_offset);
  place(ExprVector3::Zero());
  orient(R);
  turn.modulate(R, from_b());
  axis_direction.modulate(along.cast<Expr>());
  equation(w, der(phi));
  if (!axis_tells_rate_) equation(axis_direction.port_a.f[0], w);
  mobility.along(phi, w);
  show_pin(picture, frame_a, along);
}

// -- prismatic ------------------------------------------------------------------------------------

Prismatic::Prismatic(Component* owner, std::string_view name) : Joint(owner, name) {
  show_parameters(mobility);
  v.kind(VariableKind::velocity);
  hub.n = 3;
  node.n = 3;
  axis_node.n = 1;
  bonds::bond(*this, {end_a.translation, node, end_b.translation});
  bonds::bond(*this, {end_a.rotation, hub, end_b.rotation});
  bonds::bond(*this, {hub, beam, node});
  bonds::bond(*this, {axis_node, slide, node});
}

void Prismatic::equations() {
  const Vector3 unit_axis = unit(n);
  const ExprVector3 along = unit_axis.cast<Expr>(), r = along * (s + s_offset);
  place(r);
  orient(ExprMatrix3::Identity());
  beam.modulate(frame_a, r);
  slide.modulate(frame_a.resolve(along));
  equation(v, der(s));
  if (!axis_tells_rate_) equation(slide.port_a.f[0], v);
  mobility.along(s, v);
  show_slider(picture, frame_b, unit_axis);
  show_rail(picture_rail, frame_a.position(), frame_b.position());
}

// -- screw ----------------------------------------------------------------------------------------

Screw::Screw(Component* owner, std::string_view name) : Joint(owner, name) {
  show_parameters(mobility);
  w.kind(VariableKind::velocity);
  hub.n = 3;
  node_t.n = 3;
  node_r.n = 3;
  axis_node.n = 1;
  bonds::bond(*this, {end_a.translation, node_t, end_b.translation});
  bonds::bond(*this, {end_a.rotation, hub, beam, node_t});
  bonds::bond(*this, {hub, turn, node_r, end_b.rotation});
  bonds::bond(*this, {axis_node, slide, node_t});
  bonds::bond(*this, {axis_node, axis_direction, node_r});
  bonds::bond(*this, axis_end, axis_node);
  bonds::bond(*this, housing, bearing_end);
}

void Screw::equations() {
  const Vector3 unit_axis = unit(n);
  const ExprVector3 along = unit_axis.cast<Expr>();
  const Expr advance = pitch / (2 * std::numbers::pi);
  const ExprMatrix3 R = axis_rotation(unit_axis, phi);
  const ExprVector3 r = along * (advance * phi);
  place(r);
  orient(R);
  turn.modulate(R, from_b());
  beam.modulate(frame_a, r);
  slide.modulate(frame_a.resolve(along) * advance);
  axis_direction.modulate(along);
  equation(w, der(phi));
  equation(s, advance * phi);
  equation(axis.phi, phi);
  equation(bearing.phi, 0.0);
  mobility.along(phi, w);
  show_pin(picture, frame_b, unit_axis);
  show_rail(picture_rail, frame_a.position(), frame_b.position());
}

// -- joints of several joints ---------------------------------------------------------------------

/// The rail is that of the prismatic joint; instead of its block there is a sleeve.
Cylindrical::Cylindrical(Component* owner, std::string_view name) : Component(owner, name) {
  slide.picture.visible = false;
  turn.picture.visible = false;
  slide.n = n;
  turn.n = n;
  connect(frame_a, slide.frame_a);
  connect(slide.frame_b, turn.frame_a);
  connect(turn.frame_b, frame_b);
  connect(slide.axis, axis_s);
  connect(slide.bearing, bearing_s);
  connect(turn.axis, axis_phi);
  connect(turn.bearing, bearing_phi);
}

void Cylindrical::equations() {
  const PictureSizes sizes = picture.sizes();
  const Expr length = 1.6 * sizes.joint_length;
  picture.show(Shape::cylinder, colours::kJoint,
               moved_along(pose_along(frame_b, unit(n)), -length / 2),
               {length, sizes.joint_width, sizes.joint_width});
}

Universal::Universal(Component* owner, std::string_view name) : Component(owner, name) {
  first.n = n_a;
  second.n = n_b;
  connect(frame_a, first.frame_a);
  connect(first.frame_b, second.frame_a);
  connect(second.frame_b, frame_b);
  connect(first.axis, axis_a);
  connect(first.bearing, bearing_a);
  connect(second.axis, axis_b);
  connect(second.bearing, bearing_b);
}

void Universal::build() {
  if (unit(n_a).cross(unit(n_b)).norm() < 1e-6) {
    fail("has two axes of the same direction: it could turn in one way only, twice.",
         "Give n_a and n_b different directions.");
  }
}

/// Two rails, one block and a pin.
Planar::Planar(Component* owner, std::string_view name) : Component(owner, name) {
  along_x.picture.visible = false;
  along_x.n = n_x;
  turn.n = n;
  connect(frame_a, along_x.frame_a);
  connect(along_x.frame_b, along_y.frame_a);
  connect(along_y.frame_b, turn.frame_a);
  connect(turn.frame_b, frame_b);
  connect(along_x.axis, axis_x);
  connect(along_y.axis, axis_y);
  connect(turn.axis, axis_phi);
}

void Planar::build() {
  const Vector3 x = unit(n_x), normal = unit(n);
  if (std::abs(x.dot(normal)) > 1e-6) {
    fail("has a direction n_x that does not lie in the plane across n.",
         "Give n_x and n a right angle.");
  }
  along_y.n = Vector3(normal.cross(x));
}

// -- free rotation and motion ---------------------------------------------------------------------

Spherical::Spherical(Component* owner, std::string_view name) : Joint(owner, name) {
  w.kind(VariableKind::velocity);
  node.n = 3;
  relative.n = 3;
  damper.n = 3;
  damper.R = d.expr();
  bonds::bond(*this, end_a.translation, end_b.translation);
  bonds::bond(*this, {end_a.rotation, turn, node, end_b.rotation});
  bonds::bond(*this, {node, relative, damper});
}

void Spherical::build() {
  spring_ = friction_ = nullptr;
  const auto terminal = [&](const char* name, const char* code, bonds::CausalRule::Kind kind) {
    auto& element = create<bonds::VectorTerminal>(name, 3, code, kind);
    bonds::bond(*this, relative, element);
    return &element;
  };
  if (c.value() != 0) spring_ = terminal("spring", "C", bonds::CausalRule::Kind::capacitive);
  if (tau_c.value() != 0) {
    friction_ = terminal("friction", "R", bonds::CausalRule::Kind::resistive);
  }
}

/// The skew part of R is that of sin(theta) n, its trace is 1 + 2 cos(theta). The flow of the
/// relative bond is -w, so that its effort has the sign of -theta n.
void Spherical::state_spring(const ExprMatrix3& R) {
  const ExprVector3 sine =
      ExprVector3(R(1, 2) - R(2, 1), R(2, 0) - R(0, 2), R(0, 1) - R(1, 0)) * Expr(0.5);
  const Expr cosine = 0.5 * (R.trace() - 1.0), length = sqrt(sine.dot(sine) + kTiny);
  const Expr theta = atan2(length, cosine);
  // theta / sin(theta) is 1 + theta^2 / 6 where the division would lose its digits.
  const Expr ratio =
      no_event(select(length < 1e-4, 1.0 + theta * theta / 6.0, theta / max(length, 1e-4)));
  equation(spring_->effort(), -c * ratio * sine);
  stores(0.5 * c * theta * theta);
  when(cosine < -1 + kHalfTurn * kHalfTurn / 2, [&] {
    terminate(
        fmt::format("{} has been turned by half a turn, where its spring does not know the "
                    "way back. Make the spring stiffer, or connect a Bushing instead.",
                    path()));
  });
}

void Spherical::equations() {
  const World* world = find_outer<World>();
  // What turns against the ground is behind frame_b, unless the root is there.
  const ExprMatrix3 R =
      orientation.turns(w, world && !from_b() ? world->symmetry_axis(frame_b) : std::nullopt);
  place(ExprVector3::Zero());
  orient(R);
  turn.modulate(R, from_b());
  equation(w, -damper.port.flow());
  if (spring_) state_spring(R);
  if (friction_) {
    const ExprVector3 rate = friction_->flow();
    const Expr square = rate.dot(rate), size = sqrt(square + w_c * w_c);
    equation(friction_->effort(), rate * (tau_c / size));
    dissipates(tau_c * square / size);
  }
  if (orientation.rate.size() == 0 && orientation.u.size() == 0) {
    w.hint(StateHint::prefer);
  }
  show_ball(picture, frame_a);
}

FreeTranslation::FreeTranslation(Component* owner, std::string_view name) : Joint(owner, name) {
  v.kind(VariableKind::velocity);
  hub.n = 3;
  node.n = 3;
  force.n = 3;
  force.e0 = 0.0;
  bonds::bond(*this, {end_a.translation, node, end_b.translation});
  bonds::bond(*this, {end_a.rotation, hub, end_b.rotation});
  bonds::bond(*this, {hub, beam, node});
  bonds::bond(*this, {force, slide, node});
}

void FreeTranslation::equations() {
  place(r);
  orient(ExprMatrix3::Identity());
  beam.modulate(frame_a, r);
  slide.modulate(frame_a.R.expr().transpose());
  equation(v, der(r));
  equation(slide.port_a.f, v);
  show_axes(picture, pose(frame_b), picture.sizes().joint_length);
}

FreeMotion::FreeMotion(Component* owner, std::string_view name) : Component(owner, name) {
  translation.picture.visible = false;
  rotation.picture.visible = false;
  connect(frame_a, translation.frame_a);
  connect(translation.frame_b, rotation.frame_a);
  connect(rotation.frame_b, frame_b);
}

void FreeMotion::equations() { show_axes(picture, pose(frame_b), picture.sizes().joint_length); }

}  // namespace multibond::mechanics3d

template class multibond::ActuatedRotation<multibond::mechanics3d::Revolute>;
template class multibond::ActuatedTranslation<multibond::mechanics3d::Prismatic>;
