// Velocities at the start: redundant gears, contradictions, wishes for what is no state.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "multibond/library/planar/planar.h"
#include "multibond/library/rotational.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

/// Sun, planets on a carrier, ring at rest: every planet but the first repeats it.
struct Planetary : Model {
  planar::World world{this, "world"};
  planar::Revolute sun_joint{this, "sun_joint"}, carrier_joint{this, "carrier_joint"};
  planar::Body sun{this, "sun"}, carrier{this, "carrier"};
  ComponentArray<planar::FixedTranslation> arm{this, "arm"};
  ComponentArray<planar::Revolute> pin{this, "pin"};
  ComponentArray<planar::Body> planet{this, "planet"};
  ComponentArray<planar::GearPair> inner{this, "inner"}, outer{this, "outer"};
  /// A ring with teeth outside locks the sun.
  explicit Planetary(std::size_t n, double ring = -0.4) {
    world.gravityType = "none";
    arm.resize(n);
    pin.resize(n);
    planet.resize(n);
    inner.resize(n);
    outer.resize(n);
    connect(world.frame_b, sun_joint.frame_a);
    connect(sun_joint.frame_b, sun.frame_a);
    connect(world.frame_b, carrier_joint.frame_a);
    connect(carrier_joint.frame_b, carrier.frame_a);
    for (std::size_t i = 0; i < n; ++i) {
      const double angle = 0.4 + 2 * std::numbers::pi / static_cast<double>(n) * double(i);
      arm[i].r = Vector2(0.3 * std::cos(angle), 0.3 * std::sin(angle));
      inner[i].r_a = 0.2;
      inner[i].r_b = 0.1;
      outer[i].r_a = 0.1;
      outer[i].r_b = ring;
      connect(carrier.frame_a, arm[i].frame_a);
      connect(arm[i].frame_b, pin[i].frame_a);
      connect(pin[i].frame_b, planet[i].frame_a);
      connect(sun.frame_a, inner[i].frame_a);
      connect(planet[i].frame_a, inner[i].frame_b);
      connect(planet[i].frame_a, outer[i].frame_a);
      connect(world.frame_b, outer[i].frame_b);
    }
  }
};

/// sun : carrier : planet on its carrier = 3 : 1 : -4.
void expect_ratios(const Result& result, double carrier) {
  ASSERT_EQ(result.status, RunStatus::completed);
  for (const double t : {result.times().front(), result.times().back()}) {
    EXPECT_NEAR(result.at("sun_joint.w", t), 3 * carrier, 1e-6);
    EXPECT_NEAR(result.at("carrier_joint.w", t), carrier, 1e-6);
    EXPECT_NEAR(result.at("pin[1].w", t), -4 * carrier, 1e-6);
  }
}

class Planets : public testing::TestWithParam<std::size_t> {};

TEST_P(Planets, StartWithTheSpeedOfTheSun) {
  Planetary gear(GetParam());
  gear.sun_joint.w.start(3.0).fixed();
  expect_ratios(simulate(gear, {.stop = 0.1}), 1);
}

TEST_P(Planets, StartWithTheSpeedOfTheCarrier) {
  Planetary gear(GetParam());
  gear.carrier_joint.w.start(1.0).fixed();
  expect_ratios(simulate(gear, {.stop = 0.1}), 1);
}

TEST_P(Planets, StartWithTheSpeedOfAPlanet) {
  Planetary gear(GetParam());
  gear.pin[0].w.start(-4.0).fixed();
  expect_ratios(simulate(gear, {.stop = 0.1}), 1);
}

TEST_P(Planets, HonourAWishForTheSun) {
  Planetary gear(GetParam());
  gear.sun_joint.w.start(3.0);
  expect_ratios(simulate(gear, {.stop = 0.1}), 1);
}

TEST_P(Planets, RefuseASunThatIsLocked) {
  Planetary gear(GetParam(), 0.4);
  gear.sun_joint.w.start(10.0).fixed();
  try {
    simulate(gear, {.stop = 0.1});
    FAIL() << "a locked sun was started";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("cannot be assembled: sun_joint.w = 10 rad/s"),
                                    HasSubstr("Closest possible: sun_joint.w = 0 rad/s")));
  }
}

INSTANTIATE_TEST_SUITE_P(OneToSix, Planets, testing::Values(1, 2, 3, 4, 5, 6));

/// Two gears on bearings at rest.
struct Train : Model {
  planar::World world{this, "world"};
  planar::Fixed right{this, "right"};
  planar::Revolute a{this, "a"}, b{this, "b"};
  planar::Body wheel_a{this, "wheel_a"}, wheel_b{this, "wheel_b"};
  planar::GearPair teeth{this, "teeth"};
  Train() {
    right.r = Vector2(0.4, 0);
    teeth.r_a = 0.3;
    teeth.r_b = 0.1;
    connect(world.frame_b, a.frame_a);
    connect(a.frame_b, wheel_a.frame_a);
    connect(right.frame_b, b.frame_a);
    connect(b.frame_b, wheel_b.frame_a);
    connect(wheel_a.frame_a, teeth.frame_a);
    connect(wheel_b.frame_a, teeth.frame_b);
  }
};

std::string all_said(const Result& result) {
  std::string text;
  for (const Diagnostic& diagnostic : result.diagnostics) text += message(diagnostic) + '\n';
  return text;
}

TEST(WishedVelocity, OfEitherGearIsHonoured) {
  Train first, second;
  first.a.w.start(3.0);
  second.b.w.start(3.0);
  const Result of_a = simulate(first, {}), of_b = simulate(second, {});
  EXPECT_NEAR(of_a.initial("a.w"), 3, 1e-9);
  EXPECT_NEAR(of_a.initial("b.w"), -9, 1e-9);
  EXPECT_NEAR(of_b.initial("a.w"), -1, 1e-9);
  EXPECT_NEAR(of_b.initial("b.w"), 3, 1e-9);
  EXPECT_EQ(all_said(of_a) + all_said(of_b), "");
}

TEST(WishedVelocity, ThatMustYieldIsReported) {
  Train train;
  train.a.w.start(3.0);
  train.b.w.start(3.0).fixed();
  const Result result = simulate(train, {});
  EXPECT_NEAR(result.initial("a.w"), -1, 1e-9);
  EXPECT_NEAR(result.initial("b.w"), 3, 1e-9);
}

TEST(WishedVelocity, OfAFollowingVariableMovesTheStateThatNobodyAskedFor) {
  struct Lag : Model {
    Variable x{this, "x", "V"}, y{this, "y", "V"};
    void equations() override {
      equation(2.0 * der(x), 3.0 - x);
      equation(y, 2.0 * x + 1.0);
    }
  };
  Lag free, both, fixed;
  free.y.start(7);
  EXPECT_NEAR(simulate(free, {}).initial("x"), 3, 1e-9);
  // Between two wishes of the same weight: (x - 1)^2 + (2 x + 1 - 7)^2 is least at x = 13 / 5.
  both.x.start(1);
  both.y.start(7);
  const Result compromise = simulate(both, {});
  EXPECT_NEAR(compromise.initial("x"), 2.6, 1e-9);
  EXPECT_THAT(all_said(compromise),
              HasSubstr("y starts at 6.2 V and not at its start value 7 V, which the rest of the "
                        "model does not allow. Use fixed() if it must hold."));
  fixed.x.start(1).fixed();
  fixed.y.start(7);
  EXPECT_NEAR(simulate(fixed, {}).initial("x"), 1, 1e-12);
  EXPECT_THAT(all_said(simulate(fixed, {})), HasSubstr("y starts at 3 V and not at its start"));
}

}  // namespace
}  // namespace multibond
