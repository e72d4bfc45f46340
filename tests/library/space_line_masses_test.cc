// Line forces and springs that have masses against equations of motion from d'Alembert's principle:
// two bodies that swing on skew hinges, with the line between their tips.
#include "multibond/library/translational.h"
#include "space_bench.h"

namespace multibond::mechanics3d {
namespace {

using test::Coordinates;
using test::Jet;
using test::Mechanism;
using test::Placed;
using test::State;

const Vector3 kFar(1.5, 0.2, -0.3), kTipA(0.3, -0.4, 0.2), kTipB(-0.2, -0.5, 0.1);
constexpr double kC = 30, kLength = 0.6;

struct Pair : Scene {
  Fixed far{this, "far"};
  Revolute left{this, "left"}, right{this, "right"};
  Body a{this, "a"}, b{this, "b"};
  FixedTranslation tip_a{this, "tip_a"}, tip_b{this, "tip_b"};
  Pair() {
    far.r = kFar;
    left.n = kSkew;
    right.n = kAskew;
    left.phi.start(0.2).fixed();
    left.w.start(1.0).fixed();
    right.phi.start(-0.3).fixed();
    right.w.start(-2.0).fixed();
    tip_a.r = kTipA;
    tip_b.r = kTipB;
    set_inertia(a, full_inertia());
    set_inertia(b, full_inertia());
    connect(ground.frame_b, left.frame_a);
    connect(left.frame_b, a.frame_a);
    connect(left.frame_b, tip_a.frame_a);
    connect(far.frame_b, right.frame_a);
    connect(right.frame_b, b.frame_a);
    connect(right.frame_b, tip_b.frame_a);
  }
};

Placed at_a(const Coordinates& q) { return Placed{}.turned(kSkew, q[0]); }
Placed at_b(const Coordinates& q) { return Placed{}.moved(kFar).turned(kAskew, q[1]); }

/// 1 / sqrt(a)
Jet inverse_root(const Jet& a) {
  const double r = 1 / std::sqrt(a.x), dr = -0.5 * r / a.x * a.dx;
  return {r, dr, -0.5 * (r / a.x * a.ddx + a.dx * (dr / a.x - r / (a.x * a.x) * a.dx))};
}

/// A point on the line: at a fraction of it from a to b, or at distances from a or b.
enum class Where { fraction, from_a, from_b };

Placed on_line(const Coordinates& q, Where where, double value) {
  const test::JetVector from = at_a(q).moved(kTipA).x, to = at_b(q).moved(kTipB).x;
  test::JetVector gap = to - from;
  const Jet inverse = inverse_root(gap(0) * gap(0) + gap(1) * gap(1) + gap(2) * gap(2));
  Placed result;
  if (where == Where::fraction) result.x = from + gap * Jet(value);
  if (where == Where::from_a) result.x = from + gap * (inverse * Jet(value));
  if (where == Where::from_b) result.x = to - gap * (inverse * Jet(value));
  return result;
}

/// The two bodies, masses on the line, and a spring along it.
State moved(const std::vector<std::tuple<double, Where, double>>& masses) {
  Mechanism mechanism;
  mechanism.bodies.push_back({1, Vector3::Zero(), full_inertia(), at_a});
  mechanism.bodies.push_back({1, Vector3::Zero(), full_inertia(), at_b});
  for (const auto& [m, where, value] : masses) {
    mechanism.bodies.push_back(
        {m, Vector3::Zero(), Matrix3::Zero(), [where = where, value = value](const Coordinates& q) {
           return on_line(q, where, value);
         }});
  }
  mechanism.loads = [](const std::vector<test::BodyMotion>& at, std::vector<test::Load>& on) {
    const Vector3 from = at[0].x + at[0].A * kTipA, to = at[1].x + at[1].A * kTipB;
    const double s = (to - from).norm();
    const Vector3 force = kC * (s - kLength) * (to - from) / s;
    on[0].push(at[0], from, force);
    on[1].push(at[1], to, -force);
  };
  State start(4);
  start << 0.2, -0.3, 1, -2;
  return mechanism.at(start, 1);
}

void expect_motion(Component&& model, const State& end) {
  const Result result = audited(std::move(model), 1);
  EXPECT_NEAR(result.final("left.phi"), end(0), 1e-8);
  EXPECT_NEAR(result.final("right.phi"), end(1), 1e-8);
  EXPECT_NEAR(result.final("left.w"), end(2), 1e-7);
}

TEST(SpaceLineMasses, ASpringMayHaveAMassAnywhereOnItsLine) {
  struct Heavy : Pair {
    SpringWithMass spring{this, "spring"};
    explicit Heavy(double fraction) {
      spring.c = kC;
      spring.s0 = kLength;
      spring.m = 0.7;
      spring.lengthFraction = fraction;
      connect(tip_a.frame_b, spring.frame_a);
      connect(tip_b.frame_b, spring.frame_b);
    }
  };
  for (const double fraction : {0.0, 0.3, 1.0}) {
    SCOPED_TRACE(fraction);
    expect_motion(Heavy(fraction), moved({{0.7, Where::fraction, fraction}}));
  }
}

/// A one-dimensional spring between the flanges.
template <typename Line>
struct WithFlanges : Pair {
  Line line{this, "line"};
  translational::Spring spring{this, "spring"};
  WithFlanges() {
    spring.c = kC;
    spring.s_rel0 = kLength;
    connect(tip_a.frame_b, line.frame_a);
    connect(tip_b.frame_b, line.frame_b);
    connect(line.flange_a, spring.flange_a);
    connect(line.flange_b, spring.flange_b);
  }
};

TEST(SpaceLineMasses, ALineForceMayHaveAMass) {
  struct Heavy : WithFlanges<LineForceWithMass> {
    Heavy() {
      line.m = 0.9;
      line.lengthFraction = 0.2;
    }
  };
  expect_motion(Heavy{}, moved({{0.9, Where::fraction, 0.2}}));
}

TEST(SpaceLineMasses, ALineForceMayHaveTwoMassesAtConstantDistances) {
  struct Heavy : WithFlanges<LineForceWithTwoMasses> {
    Heavy() {
      line.m_a = 0.9;
      line.m_b = 0.4;
      line.L_a = 0.3;
      line.L_b = 0.25;
    }
  };
  expect_motion(Heavy{}, moved({{0.9, Where::from_a, 0.3}, {0.4, Where::from_b, 0.25}}));
}

}  // namespace
}  // namespace multibond::mechanics3d
