#include "multibond/library/mechanics3d/joint_constraints.h"

namespace multibond::mechanics3d {
namespace {

/// Sine of the angle between directions that counts as zero.
constexpr double kParallel = 1e-6;

}  // namespace

JointConstraint::JointConstraint(Component* owner, std::string_view name, int torques)
    : FrameConstraint(owner, name, 3 + torques) {
  t.resize(torques);
}

std::vector<int> JointConstraint::locked() const {
  std::vector<int> result;
  const bool axes[3] = {x_locked.value(), y_locked.value(), z_locked.value()};
  for (int i = 0; i < 3; ++i) {
    if (axes[i]) result.push_back(i);
  }
  return result;
}

void JointConstraint::build() {
  const std::size_t count = locked().size() + t.size();
  if (count == 0) {
    fail("holds nothing: all its axes are released.", "Lock an axis, or remove the constraint.");
  }
  set_count(static_cast<int>(count));
}

/// The rate of the cosine between a and b is (w_b - w_a).(b x a): the torque that keeps it is along
/// b x a.
void JointConstraint::hold(const std::vector<Pair>& pairs) {
  const std::vector<int> axes = locked();
  const int forces = static_cast<int>(axes.size()), count = forces + static_cast<int>(t.size());
  const ExprVector3 gap = frame_b.position() - frame_a.position(), seen = frame_a.seen(gap);
  Columns a(count), b(count);
  VariableVector<3>& force = f;
  for (int i = 0, next = 0; i < 3; ++i) {
    if (next == forces || axes[next] != i) {
      equation(force[i], 0.0);
      continue;
    }
    const ExprVector3 along = frame_a.resolve(ExprVector3::Unit(i));
    a.set_force(next, frame_a, along, gap);
    b.set_force(next, frame_b, along, ExprVector3::Zero());
    equation(force[i], reaction(next));
    constraint(seen(i), force[i]);
    ++next;
  }
  for (int k = 0; k < static_cast<int>(t.size()); ++k) {
    const Pair& pair = pairs[k];
    const ExprVector3 axis = cross(pair.b, pair.a);
    a.set_torque(forces + k, frame_a, axis);
    b.set_torque(forces + k, frame_b, axis);
    equation(t[k], reaction(forces + k));
    constraint(pair.a.dot(pair.b) - pair.cosine, t[k]);
  }
  act(a, b);
}

void RevoluteConstraint::equations() {
  const Vector3 along = unit(n), first = across(along), second = along.cross(first);
  const ExprVector3 axis = frame_a.resolve(along.cast<Expr>());
  hold({{axis, frame_b.resolve(first.cast<Expr>())}, {axis, frame_b.resolve(second.cast<Expr>())}});
  show_pin(picture, frame_b, along);
}

void PrismaticConstraint::equations() {
  const auto pair = [this](int i, int j) {
    return Pair{frame_a.resolve(ExprVector3::Unit(i)), frame_b.resolve(ExprVector3::Unit(j))};
  };
  hold({pair(2, 1), pair(0, 2), pair(1, 0)});  // b x a: x, y and z
  // Along the first axis on which it slides.
  const int along = !x_locked.value() ? 0 : !y_locked.value() ? 1 : !z_locked.value() ? 2 : 0;
  show_slider(picture, frame_b, Vector3::Unit(along));
  show_rail(picture_rail, frame_a.position(), frame_b.position());
}

void SphericalConstraint::equations() {
  hold({});
  show_ball(picture, frame_b);
}

void UniversalConstraint::equations() {
  const Vector3 first = unit(n_a), second = unit(n_b);
  if (first.cross(second).norm() < kParallel) {
    fail("has two axes of the same direction: it could turn in one way only, twice.",
         "Give n_a and n_b different directions.");
  }
  hold({{frame_a.resolve(first.cast<Expr>()), frame_b.resolve(second.cast<Expr>()),
         Expr(first.dot(second))}});
  show_pin(picture, frame_a, first);
  show_pin(picture_b, frame_b, second);
}

}  // namespace multibond::mechanics3d
