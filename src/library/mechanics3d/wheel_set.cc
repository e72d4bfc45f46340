#include "multibond/library/mechanics3d/wheel_set.h"

namespace multibond::mechanics3d {
namespace {

/// Cosine of the angle between directions that counts as a right angle.
constexpr double kRight = 1e-6;

}  // namespace

void RimContact::equations() {
  const ExprVector3 up = frame_a.resolve(unit(n).cast<Expr>());
  const ExprVector3 axle = frame_b.resolve(unit(axis).cast<Expr>());
  const ExprVector3 arm = up * -radius.expr();
  const ExprVector3 from_a = frame_b.position() + arm - frame_a.position();
  const ExprVector3 slip =
      frame_b.velocity() + frame_b.resolve(cross(frame_b.rate(), frame_b.seen(arm))) -
      frame_a.velocity() - frame_a.resolve(cross(frame_a.rate(), frame_a.seen(from_a)));
  const int count = lateral.value() ? 2 : 1;
  const ExprVector3 directions[2] = {cross(axle, up), axle};
  const Variable* reactions[2] = {&f_long, &f_lat};
  Columns a(count), b(count);
  for (int i = 0; i < count; ++i) {
    a.set_force(i, frame_a, directions[i], from_a);
    b.set_force(i, frame_b, directions[i], arm);
    equation(*reactions[i], reaction(i));
    constraint(directions[i].dot(slip), *reactions[i]);
  }
  if (count == 1) equation(f_lat, 0.0);
  act(a, b);
  show_wheel(picture, pose_along(frame_b, unit(axis)), radius);
  show_plane(picture_plane, frame_a, unit(n), frame_b.position() + arm, radius);
}

RollingWheelSet::RollingWheelSet(Component* owner, std::string_view name) : Component(owner, name) {
  contact2.lateral = false;
  for (Picture* picture : {&ground.picture, &motion.along_x.picture_rail, &motion.along_y.picture,
                           &motion.along_y.picture_rail, &motion.turn.picture, &wheel1.picture_CM,
                           &wheel2.picture_CM}) {
    picture->visible = false;
  }
  motion.n = n;
  connect(ground.frame_b, motion.frame_a);
  connect(motion.frame_b, frameMiddle);
  const auto mount = [&](FixedTranslation& axle, ActuatedRevolute& bearing, Body& wheel,
                         RimContact& contact, Frame& frame, rotational::Flange& flange) {
    bearing.n = axis;
    wheel.m = m_wheel;
    contact.radius = radius;
    contact.n = n;
    contact.axis = axis;
    connect(motion.frame_b, axle.frame_a);
    connect(axle.frame_b, bearing.frame_a);
    connect(bearing.frame_b, wheel.frame_a);
    connect(bearing.frame_b, frame);
    connect(bearing.frame_b, contact.frame_b);
    connect(ground.frame_b, contact.frame_a);
    connect(bearing.axis, flange);
  };
  mount(axle1, bearing1, wheel1, contact1, frame1, axis1);
  mount(axle2, bearing2, wheel2, contact2, frame2, axis2);
  connect(bearing1.bearing, support);
}

void RollingWheelSet::build() {
  const Vector3 up = unit(n), along = unit(axis);
  if (std::abs(up.dot(along)) > kRight) {
    fail("has an axle that is not parallel to its plane.", "Give axis and n a right angle.");
  }
  motion.n_x = Vector3(along.cross(up));
  ground.r = up.cast<Expr>() * radius.expr();
  axle1.r = along.cast<Expr>() * (track / 2);
  axle2.r = along.cast<Expr>() * (-track / 2);
  give_round_inertia(wheel1, along, I_axis, I_across);
  give_round_inertia(wheel2, along, I_axis, I_across);
}

void RollingWheelSet::equations() {
  equation(x, motion.along_x.s);
  equation(y, motion.along_y.s);
  equation(phi, motion.turn.phi);
  equation(theta1, bearing1.phi);
  equation(theta2, bearing2.phi);
  equation(der_theta1, bearing1.w);
  equation(der_theta2, bearing2.w);
}

}  // namespace multibond::mechanics3d
