#include "multibond/library/mechanics3d/orientation.h"

#include <fmt/format.h>

#include <cmath>

namespace multibond::mechanics3d {
namespace {

/// A spin this many times faster than the rest of the rotation is worth an angle of its own.
constexpr double kFast = 8;
/// Sine of the angle between the first and the last axis of Cardan angles that counts as zero:
/// their rates are then a million times the angular velocity. What passes at a greater distance is
/// slow, but right.
constexpr double kSingular = 1e-6;

}  // namespace

ExprMatrix3 Orientation::turns(const VariableVector<3>& w, const std::optional<Vector3>& axis) {
  w_ = w.expr();
  when_reopened([this] {
    w_.reset();
    spin_.reset();
    side_.reset();
  });
  phi.resize(3);
  if (states.value() == "cardan") {
    R_ = cardan();
  } else if (states.value() == "auto" && axis) {
    R_ = spinning(*axis);
  } else {
    R_ = quaternion();
  }
  return R_;
}

ExprMatrix3 Orientation::cardan() {
  const Sequence order = axes();
  rate.resize(3);
  for (int i = 0; i < 3; ++i) {
    phi[i].hint(StateHint::prefer).start(phi_start.element(i)).fixed(fixed.value());
    rate[i].hint(StateHint::prefer).kind(VariableKind::velocity);
  }
  end_at_singular_position(order);
  return cardan_rotation(order, phi.expr());
}

/// The side on which the motion began is remembered, so that a fast one is not missed between two
/// steps.
void Orientation::end_at_singular_position(const Sequence& order) {
  const bool euler = order[0] == order[2];
  const auto sine = [&](const Expr& angle) { return euler ? sin(angle) : cos(angle); };
  const std::string fact = fmt::format(
      "in the singular position of its Cardan angles: at phi[2] = {} the first and the last axis "
      "coincide, and the angles cannot follow the motion.",
      euler ? "0 or 180 degrees" : "90 or -90 degrees");
  const std::string remedy =
      fmt::format("Set {}.states to auto, or choose another sequence.", path());
  check_values({sine(phi_start.element(1))},
               [=](const std::vector<double>& x) -> std::optional<Fault> {
                 if (std::abs(x[0]) >= kSingular) return std::nullopt;
                 return Fault{"starts " + fact, remedy};
               });
  side_ = std::make_unique<Discrete>(this, "side", 0, "1", "side of the singular position");
  initially([&] { assign(*side_, select(sine(phi[1]) < 0.0, -1.0, 1.0)); });
  when(*side_ * sine(phi[1]) < kSingular * *side_ * *side_,
       [&] { terminate(fmt::format("{} has come to be {} {}", path(), fact, remedy)); });
}

ExprMatrix3 Orientation::quaternion() {
  Q.resize(4);
  const ExprVector4 start = cardan_quaternion(axes(), phi_start);
  for (int i = 0; i < 4; ++i) {
    Q[i].hint(StateHint::prefer).start(start(i)).fixed(fixed.value());
  }
  return quaternion_rotation(Q.expr());
}

ExprMatrix3 Orientation::spinning(const Vector3& n) {
  const ExprMatrix3 R = quaternion();
  u.resize(3);
  psi.resize(1);
  psi[0].hint(StateHint::prefer).start(0.0).fixed();
  spin_ = std::make_unique<Discrete>(this, "spin", 0, "1", "1 if the spin has an angle of its own");
  for (int i = 0; i < 3; ++i) u[i].hint(StateHint::prefer).kind(VariableKind::velocity);
  const ExprMatrix3 S = axis_rotation(n, psi[0]);
  const ExprVector3 rates = u.expr(), along = n.cast<Expr>();
  const Expr s = along.dot(rates);
  equation(*w_, S * rates);
  equation(der(psi[0]), *spin_ * s);
  const ExprVector3 slow = rates - *spin_ * s * along;
  equation(der(Q), quaternion_rate(Q.expr(), slow));
  initially([&] {
    const ExprVector3 rest = rates - s * along;
    assign(*spin_, select(s * s > kFast * kFast * rest.dot(rest), 1.0, 0.0));
  });
  return S * R;
}

/// Half the sine of the angle between them, about the axis between them, would be zero at half a
/// turn as well; the sine of half the angle is not.
void Orientation::follows(const ExprMatrix3& R) {
  if (!fixed.value()) return;
  const ExprMatrix3 start = cardan_rotation(axes(), phi_start);
  const ExprVector4 turn = rotation_quaternion(R * start.transpose());
  for (int i = 0; i < 3; ++i) initial_equation(turn(i), 0.0);
}

void Orientation::equations() {
  if (!w_) return;
  if (rate.size() > 0) {
    equation(rate, der(phi));
    equation(*w_, cardan_rates(axes(), phi.expr()) * rate.expr());
    return;
  }
  const ExprVector4 q = Q.expr();
  invariant(q.dot(q) - 1.0);
  equation(phi, cardan_angles(axes(), R_));
  if (u.size() > 0) return;
  equation(der(Q), quaternion_rate(q, *w_));
}

}  // namespace multibond::mechanics3d
