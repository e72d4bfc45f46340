#include "multibond/library/mechanics3d/rolling.h"

#include <fmt/format.h>

namespace multibond::mechanics3d {
namespace {

/// What spins makes a worse root than what carries it.
constexpr int kSpins = 2;
/// Sine of the angle between the axle and the normal below which a wheel lies flat.
constexpr double kFlat = 1e-2;
/// Far below that: keeps what follows from a wheel that lies flat finite, so that it can be said.
constexpr double kNoAngle = 1e-12;

/// What rolls is seen as a whole: its parts need no pictures.
template <typename Part>
void hide_parts(Part& part) {
  part.picture.spans(part.radius);
  for (Picture* picture : {&part.plane.picture, &part.body.picture_CM, &part.contact.picture,
                           &part.contact.picture_plane}) {
    picture->visible = false;
  }
}

}  // namespace

/// The tangential directions turn with the plane and not with the wheel: on a plane at rest they
/// are numbers, so that both rates can be solved for velocities once and for all.
void RollingContact::roll(const ExprVector3& arm) {
  const Vector3 up = unit(n), first = across(up), second = up.cross(first);
  const ExprVector3 e[3] = {normal(), frame_a.resolve(first.cast<Expr>()),
                            frame_a.resolve(second.cast<Expr>())};
  const ExprVector3 place = frame_b.position() + arm;
  const ExprVector3 from_a = place - frame_a.position();
  Columns a(3), b(3);
  const Variable* reactions[3] = {&f_n, &f_1, &f_2};
  for (int i = 0; i < 3; ++i) {
    a.set_force(i, frame_a, e[i], from_a);
    b.set_force(i, frame_b, e[i], arm);
    equation(*reactions[i], reaction(i));
  }
  act(a, b);
  equation(x_contact, place);
  // Velocity of the material point of the wheel, seen from the plane.
  const ExprVector3 slip =
      frame_b.velocity() + frame_b.resolve(cross(frame_b.rate(), frame_b.seen(arm))) -
      frame_a.velocity() - frame_a.resolve(cross(frame_a.rate(), frame_a.seen(from_a)));
  constraint(e[0].dot(from_a) - d, f_n);
  constraint(e[1].dot(slip), f_1);
  constraint(e[2].dot(slip), f_2);
}

void WheelJoint::equations() {
  const ExprVector3 up = normal(), axle = frame_b.resolve(unit(axis).cast<Expr>());
  const ExprVector3 forward = cross(axle, up);
  // Cosine of the lean: zero if it lies flat.
  const Expr upright = sqrt(forward.dot(forward) + kNoAngle * kNoAngle);
  // From the hub down the plane of the wheel.
  const ExprVector3 arm = cross(axle, forward) * (radius / upright);
  roll(arm);
  const Vector3 across_n = across(unit(n));
  const ExprVector3 force = frame_a.resolve(across_n.cast<Expr>()) * f_1 +
                            frame_a.resolve(unit(n).cross(across_n).cast<Expr>()) * f_2;
  equation(f_long, force.dot(forward) / upright);
  equation(f_lat, force.dot(cross(up, forward)) / upright);
  initially([&] { assign(rolls, 1.0); });
  when(rolls * upright < rolls * kFlat, [&] {
    terminate(
        fmt::format("{} lies flat on its plane: with the axle along the normal a rim has no "
                    "lowest point that could roll. Start it upright, or hold it upright.",
                    path()));
  });
  show_wheel(picture, pose_along(frame_b, unit(axis)), radius);
  show_plane(picture_plane, frame_a, unit(n), x_contact, radius);
}

void MarbleJoint::equations() {
  roll(-normal() * radius.expr());
  show_sphere(picture, frame_b, radius);
  show_plane(picture_plane, frame_a, unit(n), x_contact, radius);
}

/// I = across 1 + (about - across) a a', with a along the axis.
void give_round_inertia(Body& body, const Vector3& a, const Expr& about, const Expr& across) {
  const Expr more = about - across;
  body.I_11 = across + more * (a(0) * a(0));
  body.I_22 = across + more * (a(1) * a(1));
  body.I_33 = across + more * (a(2) * a(2));
  body.I_21 = more * (a(0) * a(1));
  body.I_31 = more * (a(0) * a(2));
  body.I_32 = more * (a(1) * a(2));
}

Wheel::Wheel(Component* owner, std::string_view name) : Component(owner, name) {
  hide_parts(*this);
  body.m = m;
  body.root_priority = kSpins;
  contact.radius = radius;
  contact.axis = axis;
  contact.n = n;
  contact.d = d;
  connect(frame_b, body.frame_a);
  connect(plane.frame_b, contact.frame_a);
  connect(frame_b, contact.frame_b);
}

void Wheel::build() {
  unit(n);
  give_round_inertia(body, unit(axis), I_axis, I_across);
}

void Wheel::equations() {
  show_wheel(picture, pose_along(frame_b, unit(axis)), radius);
  show_plane(picture_plane, plane.frame_b, unit(n), contact.x_contact, radius);
}

/// A direction is missed here, and not first where it is used.
void Marble::build() { unit(n); }

Marble::Marble(Component* owner, std::string_view name) : Component(owner, name) {
  hide_parts(*this);
  body.m = m;
  body.I_11 = I;
  body.I_22 = I;
  body.I_33 = I;
  body.root_priority = kSpins;
  contact.radius = radius;
  contact.n = n;
  contact.d = d;
  connect(frame_b, body.frame_a);
  connect(plane.frame_b, contact.frame_a);
  connect(frame_b, contact.frame_b);
}

void Marble::equations() {
  show_sphere(picture, frame_b, radius);
  show_plane(picture_plane, plane.frame_b, unit(n), contact.x_contact, radius);
}

}  // namespace multibond::mechanics3d
