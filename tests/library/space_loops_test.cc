// Loops in space: the same mechanism runs wherever its loop is cut.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "multibond/library/mechanics3d/mechanics3d.h"
#include "multibond/simulate/simulation.h"

namespace multibond::mechanics3d {
namespace {

/// A slider-crank of plain joints with parallel axes, its cylinder inclined as in a V engine. Parts
/// of length zero beside the cylinder move the place where the loop is cut.
struct InclinedSliderCrank : Model {
  World world{this, "world"};
  FixedRotation incline{this, "incline"};
  Revolute bearing{this, "bearing"}, big_end{this, "big_end"}, small_end{this, "small_end"};
  FixedTranslation pin{this, "pin"}, rod{this, "rod"};
  Prismatic cylinder{this, "cylinder"};
  Body crank{this, "crank"}, piston{this, "piston"}, rod_body{this, "rod_body"};
  ComponentArray<FixedTranslation> detour{this, "detour"};

  InclinedSliderCrank(double angle, std::size_t detours) {
    world.g = 0.0;  // then the direction of the cylinder makes no difference
    bearing.n = incline.n = big_end.n = small_end.n = Vector3(1, 0, 0);
    incline.angle = angle;
    cylinder.n = Vector3(0, 1, 0);
    pin.r = Vector3(0, 0.05, 0);
    rod.r = Vector3(0, 0.175, 0);
    bearing.phi.start(angle + 0.5).fixed();
    bearing.w.start(10.0).fixed();
    const double lean = std::asin(0.05 * std::sin(0.5) / 0.175);
    big_end.phi.start(-0.5 - lean);
    small_end.phi.start(lean);
    cylinder.s.start(0.05 * std::cos(0.5) + 0.175 * std::cos(lean));
    connect(world.frame_b, bearing.frame_a);
    connect(bearing.frame_b, crank.frame_a);
    connect(bearing.frame_b, pin.frame_a);
    connect(pin.frame_b, big_end.frame_a);
    connect(big_end.frame_b, rod.frame_a);
    connect(rod.frame_a, rod_body.frame_a);
    connect(rod.frame_b, small_end.frame_a);
    connect(small_end.frame_b, cylinder.frame_b);
    connect(cylinder.frame_b, piston.frame_a);
    connect(cylinder.frame_a, incline.frame_b);
    detour.resize(detours);
    Frame* ground = &world.frame_b;
    for (std::size_t i = 0; i < detours; ++i) {
      detour[i].r = Vector3(0, 0, 0);
      connect(*ground, detour[i].frame_a);
      ground = &detour[i].frame_b;
    }
    connect(*ground, incline.frame_a);
  }
};

TEST(SpaceLoops, ASliderCrankRunsAtAnyInclinationWhereverItIsCut) {
  InclinedSliderCrank upright(0, 0);
  const double expected = simulate(upright, {.stop = 1, .tolerance = 1e-10}).final("bearing.phi");
  for (const double angle : {0.0, 0.1, 0.5, 1.5707963267948966, 2.8}) {
    for (const std::size_t detours : {0u, 1u, 2u, 3u}) {
      InclinedSliderCrank model(angle, detours);
      const Result result = simulate(model, {.stop = 1, .tolerance = 1e-10});
      EXPECT_EQ(result.status, RunStatus::completed);
      EXPECT_NEAR(result.final("bearing.phi") - angle, expected, 1e-8) << angle << " " << detours;
      EXPECT_LT(result.largest_residual, 1e-10);
    }
  }
}

/// Four hinges with any axes, and rods between them.
struct Arm {
  std::array<double, 4> angles;
  std::array<Vector3, 4> axes, rods;
};

struct OpenArm : Model {
  World world{this, "world"};
  Fixed base{this, "base"};
  ComponentArray<Revolute> joint{this, "joint"};
  ComponentArray<FixedTranslation> rod{this, "rod"};
  ComponentArray<Body> body{this, "body"};
  explicit OpenArm(const Arm& arm) {
    joint.resize(4);
    rod.resize(4);
    body.resize(4);
    for (std::size_t k = 0; k < 4; ++k) {
      joint[k].n = arm.axes[k];
      joint[k].phi.start(arm.angles[k]);
      joint[k].w.start(0.0);
      rod[k].r = arm.rods[k];
      connect(k == 0 ? base.frame_b : rod[k - 1].frame_b, joint[k].frame_a);
      connect(joint[k].frame_b, rod[k].frame_a);
      connect(rod[k].frame_b, body[k].frame_a);
    }
  }
};

/// The same, held by a ball joint where its end is.
struct HeldArm : OpenArm {
  Spherical ball{this, "ball"};
  Fixed wall{this, "wall"};
  HeldArm(const Arm& arm, const Vector3& end) : OpenArm(arm) {
    wall.r = end;
    connect(rod[3].frame_b, ball.frame_a);
    connect(ball.frame_b, wall.frame_b);
  }
};

// Nobody said how far the ball joint is turned: that is no wish, and those of the others fit.
TEST(SpaceLoops, StartValuesThatFitAreKeptWhateverABallJointTurnsBy) {
  std::mt19937 random(3);
  const auto uniform = [&](double size) {
    return std::uniform_real_distribution<double>(-size, size)(random);
  };
  const auto vector = [&] {
    const double x = uniform(1), y = uniform(1), z = uniform(1);
    return Vector3(x, y, z);
  };
  for (int round = 0; round < 30; ++round) {
    Arm arm;
    for (std::size_t k = 0; k < 4; ++k) {
      arm.angles[k] = uniform(2.5);
      arm.axes[k] = vector();
      arm.rods[k] = vector();
    }
    OpenArm open(arm);
    Simulator free(compile_model(open), {});
    free.initialize();
    Vector3 end;
    for (int i = 0; i < 3; ++i) end[i] = free.get(fmt::format("rod[4].frame_b.x[{}]", i + 1));
    HeldArm held(arm, end);
    Simulator run(compile_model(held), {});
    run.initialize();
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_NEAR(run.get(fmt::format("joint[{}].phi", k + 1)), arm.angles[k], 1e-8)
          << "round " << round;
    }
  }
}

// Of a floating pair the place of one body is given. The other has the states, and nobody said
// where it is or how it is turned: it moves there, and does not turn on the way.
TEST(SpaceLoops, WhatFloatsIsMovedAndNotTurnedToItsPlace) {
  struct Pair : Model {
    World world{this, "world"};
    Body first{this, "first"}, second{this, "second"};
    FixedTranslation arm{this, "arm"};
    Revolute joint{this, "joint"};
    Pair() {
      first.root_priority = -1;
      second.x.start(Vector3(1, 2, 3)).fixed();
      second.v.start(Vector3(0, 0, 0)).fixed();
      second.w.start(Vector3(0, 0, 0)).fixed();
      joint.phi.start(0.0).fixed();
      joint.w.start(0.0).fixed();
      arm.r = Vector3(0.6, 0, 0);
      connect(first.frame_a, joint.frame_a);
      connect(joint.frame_b, arm.frame_a);
      connect(arm.frame_b, second.frame_a);
    }
  } pair;
  Simulator run(compile_model(pair), {});
  run.initialize();
  const double expected[] = {0.4, 2, 3};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(run.get(fmt::format("first.x[{}]", i + 1)), expected[i], 1e-3);
  }
}

// An orientation that is given is a wish, when the model is compiled and afterwards.
TEST(SpaceLoops, AGivenOrientationOfABallJointIsAWish) {
  Arm arm{{0.3, -0.4, 0.5, 0.2},
          {Vector3(0, 0, 1), Vector3(0, 1, 0), Vector3(1, 0, 0), Vector3(0, 1, 1)},
          {Vector3(1, 0, 0), Vector3(0, 0.8, 0), Vector3(0, 0, 0.9), Vector3(0.5, 0.5, 0)}};
  OpenArm open(arm);
  Simulator free(compile_model(open), {});
  free.initialize();
  Vector3 end;
  for (int i = 0; i < 3; ++i) end[i] = free.get(fmt::format("rod[4].frame_b.x[{}]", i + 1));
  HeldArm given(arm, end), afterwards(arm, end);
  given.ball.orientation.phi_start = Vector3(0.5, 0.3, -0.2);
  Simulator first(compile_model(given), {}), second(compile_model(afterwards), {});
  for (int i = 0; i < 3; ++i) {
    const double angle = std::array{0.5, 0.3, -0.2}[static_cast<std::size_t>(i)];
    second.set(fmt::format("ball.orientation.phi_start[{}]", i + 1), angle);
  }
  first.initialize();
  second.initialize();
  double moved = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const std::string path = fmt::format("joint[{}].phi", k + 1);
    EXPECT_NEAR(first.get(path), second.get(path), 1e-9);
    moved = std::max(moved, std::abs(first.get(path) - arm.angles[k]));
  }
  EXPECT_GT(moved, 1e-3);
}

}  // namespace
}  // namespace multibond::mechanics3d
