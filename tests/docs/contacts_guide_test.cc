// The snippets of the chapter on contacts, as they stand in docs/user-guide.md.

#include <gtest/gtest.h>

#include <cmath>

#include "multibond/library/planar/planar.h"
#include "multibond/simulate/simulation.h"

// clang-format off
namespace multibond {
namespace {

struct Ball : Model {
  planar::World world{this, "world"};
  planar::Body ball{this, "ball"};
  planar::DiscCollider disc{this, "disc"};
  planar::FloorCollider floor{this, "floor"};
  Ball() {
    disc.radius = 0.1;
    disc.e = 0.8;                    // restitution
    disc.mu = 0.3;                   // friction
    floor.e = 0.8;                   // of two shapes the geometric mean counts
    floor.mu = 0.3;
    ball.J = 0.005;
    ball.y.start(1.1).fixed();
    ball.w.start(20.0).fixed();      // backspin
    ball.vx.start(1.0).fixed();
    connect(ball.frame_a, disc.frame_a);
    connect(world.frame_b, floor.frame_a);
  }
};

TEST(ContactsGuide, TheBallBouncesAndGrips) {
  const Result result = simulate(Ball(), {.stop = 3, .tolerance = 1e-8});
  ASSERT_EQ(result.status, RunStatus::completed);
  // It grips at the first impact: vx + r w = 0 after it, and J w - m r vx is kept.
  EXPECT_NEAR(result.at("ball.vx", 0.6), 0.0, 1e-9);
  EXPECT_NEAR(result.at("ball.w", 0.6), 0.0, 1e-8);
  EXPECT_NEAR(result.energy.relative_error(), 0, 1e-7);
}

struct Hopper : Model {
  planar::World world{this, "world"};
  planar::Prismatic guide{this, "guide"}, leg{this, "leg"};
  planar::Body trunk{this, "trunk"}, foot{this, "foot"};
  planar::DiscCollider sole{this, "sole"};
  planar::FloorCollider floor{this, "floor"};
  Hopper() {
    guide.n = {0, 1};                       // upwards
    guide.s.start(1.0).fixed();
    guide.v.start(0.0).fixed();
    leg.n = {0, -1};                        // from the trunk down to the foot
    leg.mobility.c = 500.0;                 // a spring
    leg.s.start(0.5).fixed();
    leg.mobility.q_ref = 0.5;               // its length
    leg.v.start(0.0).fixed();
    foot.m = 0.1;
    sole.radius = 0.05;
    connect(world.frame_b, guide.frame_a);
    connect(guide.frame_b, trunk.frame_a);
    connect(trunk.frame_a, leg.frame_a);
    connect(leg.frame_b, foot.frame_a);
    connect(foot.frame_a, sole.frame_a);
    connect(world.frame_b, floor.frame_a);
  }
};

TEST(ContactsGuide, TheToyHops) {
  const Result result = simulate(Hopper(), {.stop = 5, .tolerance = 1e-9});
  ASSERT_EQ(result.status, RunStatus::completed);
  int landings = 0;
  for (const EventRecord& event : result.events) {
    for (const std::string& text : event.conditions) landings += text == "impact of sole and floor";
  }
  EXPECT_GE(landings, 5);
  EXPECT_NEAR(result.energy.relative_error(), 0, 1e-7);
  // What an impact takes is the energy of the foot alone, 0.05 v^2: the first of a fall of 0.45 m.
  EXPECT_LT(result.energy.jumps, -0.1 * 9.81 * 0.45 * 0.999);
}

}  // namespace
}  // namespace multibond
