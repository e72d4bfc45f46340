#include "multibond/library/mechanics3d/drives.h"

namespace multibond::mechanics3d {

Rotor1D::Rotor1D(Component* owner, std::string_view name) : Rigid(owner, name) {
  w.kind(VariableKind::velocity);
  hub.n = 3;
  carrier.n = 1;
  for (bonds::I* element : {&inertia, &welded}) {
    element->n = 1;
    element->state_outside = true;
  }
  inertia.I = J.expr();
  welded.I = -J.expr();
  wrap(sum);
  bonds::bond(*this, {end_a, hub, bonds::reversed(axis), carrier, sum, inertia});
  bonds::bond(*this, hub, gyroscopic);
  bonds::bond(*this, carrier, welded);
  bonds::bond(*this, support, carrier);
}

void Rotor1D::equations() {
  const Vector3 unit_axis = unit(n);
  const ExprVector3 along = unit_axis.cast<Expr>();
  equation(frame_a.f, 0.0);
  equation(flange_a.phi, phi);
  equation(flange_b.phi, phi);
  equation(w, der(phi));
  equation(a, der(w));
  move(w, total_force());
  axis.modulate(along);
  gyroscopic.give_momentum(along * (J * w));
  equation(support.port.e[0], total_force());
  supplies(-support.port.power());
  const PictureSizes sizes = picture.sizes();
  picture.show(Shape::cylinder, colours::kWheel,
               moved_along(turned(pose_along(frame_a, unit_axis), phi), -sizes.joint_length),
               {2 * sizes.joint_length, 2 * sizes.joint_width, 2 * sizes.joint_width});
}

DriveMount::DriveMount(Component* owner, std::string_view name) : Component(owner, name) {
  bonds::bond(*this, support, end_a);
}

void DriveMount::bear(const ExprVector3& torque) {
  equation(frame_a.f, 0.0);
  equation(support.effort(), torque);
  supplies(-support.port.power());
}

Mounting1D::Mounting1D(Component* owner, std::string_view name) : DriveMount(owner, name) {
  bonds::bond(*this, housing, end_b);
}

void Mounting1D::equations() {
  equation(flange_b.phi, phi0);
  bear(unit(n).cast<Expr>() * flange_b.tau);
  const PictureSizes sizes = picture.sizes();
  picture.show(Shape::box, colours::kGround,
               moved_along(pose_along(frame_a, unit(n)), -sizes.joint_width / 2),
               {sizes.joint_width, sizes.joint_length, sizes.joint_length});
}

BevelGear1D::BevelGear1D(Component* owner, std::string_view name) : DriveMount(owner, name) {
  element.ratio = ratio;
  bonds::bond(*this, {shaft_a, element, shaft_b});
}

void BevelGear1D::equations() {
  equation(flange_a.phi, ratio * flange_b.phi);
  bear(unit(n_a).cast<Expr>() * flange_a.tau + unit(n_b).cast<Expr>() * flange_b.tau);
  // Axes at a right angle let the gears touch; only a ratio that can be seen is true to scale.
  const Expr radius_a = picture.sizes().joint_length / 2;
  const Expr radius_b = radius_a * min(max(abs(ratio), 0.25), 4.0);
  const Pose a = turned(pose_along(frame_a, unit(n_a)), flange_a.phi),
             b = turned(pose_along(frame_a, unit(n_b)), flange_b.phi);
  show_gear(picture, moved_along(a, -radius_b), radius_a, radius_b);
  show_gear(picture_b, moved_along(b, radius_a), radius_b, radius_a);
}

GearConstraint::GearConstraint(Component* owner, std::string_view name) : Component(owner, name) {
  idealGear.ratio = ratio;
  translation_a.r = r_a;
  translation_b.r = r_b;
  actuatedRevolute_a.n = n_a;
  actuatedRevolute_b.n = n_b;
  connect(bearing, translation_a.frame_a);
  connect(bearing, translation_b.frame_a);
  connect(translation_a.frame_b, actuatedRevolute_a.frame_a);
  connect(translation_b.frame_b, actuatedRevolute_b.frame_a);
  connect(actuatedRevolute_a.frame_b, frame_a);
  connect(actuatedRevolute_b.frame_b, frame_b);
  connect(actuatedRevolute_a.axis, idealGear.flange_a);
  connect(actuatedRevolute_b.axis, idealGear.flange_b);
}

/// A direction is missed here, and not first in the parts.
void GearConstraint::build() {
  unit(n_a);
  unit(n_b);
}

}  // namespace multibond::mechanics3d
