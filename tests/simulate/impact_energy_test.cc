// The bill of energy with impacts: kinetic + potential + lost in impacts + lost in friction is what
// was supplied. What impacts take is computed from their impulses, what friction takes from its
// power, and the rest from the motion: nothing here is a remainder of the others.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "examples/four_bar_impact.h"
#include "examples/impacts.h"
#include "examples/kerb.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

using namespace examples;

constexpr double kGravity = 9.81, kDegree = std::numbers::pi / 180;

/// What does not add up, by the largest energy that moved.
double bill_error(const Result& result) {
  const EnergyAudit& energy = result.energy;
  const ContactStatistics& contacts = result.contacts;
  return (energy.supplied + contacts.struck - energy.dissipated - contacts.lost - energy.stored) /
         energy.scale;
}

/// 1 to 4 balls raised, side by side without gaps: nothing is lost, in 280 impacts.
TEST(ImpactEnergy, NewtonsCradleKeepsItsEnergyFor100Seconds) {
  for (int raised = 1; raised <= 4; ++raised) {
    NewtonsCradle model;
    VectorX angles = VectorX::Zero(5);
    for (int k = 0; k < raised; ++k) angles[k] = -10 * kDegree;
    model.phi_start = angles;
    model.radius = 0.25;
    const Result result = simulate(model, {.stop = 100, .tolerance = 1e-12});
    ASSERT_EQ(result.status, RunStatus::completed);
    const double height = 2 * (1 - std::cos(10 * kDegree));
    const double all = raised * kGravity * height;
    EXPECT_EQ(result.contacts.impacts, 280u);  // 70 passes of 4
    EXPECT_NEAR(result.contacts.lost / all, 0, 1e-13) << raised;
    EXPECT_NEAR(result.energy.stored / all, 0, 1e-8) << raised;  // of the integration
  }
}

/// As the original has it, with gaps of 0.2 mm, two balls against one.
TEST(ImpactEnergy, NewtonsCradleOfTheLibraryKeepsItsEnergyFor100Seconds) {
  const Result result = simulate(NewtonsCradle{}, {.stop = 100, .tolerance = 1e-12});
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_NEAR(result.energy.stored / result.energy.scale, 0, 1e-8);
}

TEST(ImpactEnergy, ABlockSlidesToRest) {
  struct Sliding : Model {
    planar::World world{this, "world"};
    planar::Body block{this, "block"};
    planar::PolygonCollider shape{this, "shape"};
    planar::FloorCollider floor{this, "floor"};
    Sliding() {
      shape.mu = 0.3;
      floor.mu = 0.3;
      block.m = 2.0;
      block.J = 2.0 / 6;
      block.x.start(0.0).fixed();
      block.y.start(0.5).fixed();
      block.phi.start(0.0).fixed();
      block.vx.start(3.0).fixed();
      block.vy.start(0.0).fixed();
      block.w.start(0.0).fixed();
      connect(block.frame_a, shape.frame_a);
      connect(world.frame_b, floor.frame_a);
    }
  } model;
  const Result result = simulate(model, {.stop = 3, .tolerance = 1e-9});
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_NEAR(result.final("block.x"), 9 / (2 * 0.3 * kGravity), 1e-9);
  EXPECT_NEAR(result.energy.dissipated, 9, 1e-8);
  EXPECT_NEAR(bill_error(result), 0, 1e-6);
}

TEST(ImpactEnergy, ARowOfDominoesFalls) {
  const Result result = simulate(Dominoes{}, {.stop = 1, .tolerance = 1e-9});
  ASSERT_EQ(result.status, RunStatus::completed);
  for (int k = 1; k <= 6; ++k) {
    EXPECT_LT(result.final("domino[" + std::to_string(k) + "].phi"), -0.5) << k;
  }
  EXPECT_GT(result.contacts.lost, 0);
  EXPECT_GT(result.energy.dissipated, 0);
  EXPECT_NEAR(bill_error(result), 0, 1e-6);
}

/// Up to the kerb the wheels roll, so the time of the impact is that of the geometry.
TEST(ImpactEnergy, ABicycleMeetsAKerb) {
  const Result result = simulate(BicycleAtKerb{}, {.stop = 3, .tolerance = 1e-9});
  ASSERT_EQ(result.status, RunStatus::completed);
  const double r = BicycleAtKerb::kRadius, h = BicycleAtKerb::kHeight;
  const double reach = std::sqrt(r * r - (r - h) * (r - h));
  const double hit = (BicycleAtKerb::kDistance - reach) / 4.0;
  double first = 0;
  for (const EventRecord& event : result.events) {
    for (const std::string& text : event.conditions) {
      if (first == 0 && text == "impact of front_rim and kerb") first = event.time;
    }
  }
  EXPECT_NEAR(first, hit, 1e-9);
  // It is up there in the end, slower.
  EXPECT_NEAR(result.final("rear_hub.frame_b.y"), r + h, 1e-8);
  EXPECT_NEAR(result.final("front_hub.frame_b.y"), r + h, 1e-8);
  EXPECT_LT(result.final("frame.vx"), 4.0);
  EXPECT_GT(result.final("frame.vx"), 1.0);
  EXPECT_GT(result.contacts.lost, 1.0);
  EXPECT_NEAR(bill_error(result), 0, 1e-6);
}

TEST(ImpactEnergy, AKinematicLoopBouncesOnAFloor) {
  const Result result = simulate(FourBarImpact{}, {.stop = 10, .tolerance = 1e-10});
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_GT(result.contacts.impacts, 10u);
  EXPECT_NEAR(bill_error(result), 0, 1e-6);
}

TEST(ImpactEnergy, APistonEngineGetsWhatItsIgnitionsGive) {
  const Result result = simulate(PistonEngine{}, {.stop = 5, .tolerance = 1e-10});
  ASSERT_EQ(result.status, RunStatus::completed);
  const double ignitions = std::round(result.contacts.struck / 2);
  EXPECT_GE(ignitions, 3);
  EXPECT_NEAR(result.contacts.struck, 2 * ignitions, 1e-9);
  EXPECT_NEAR(bill_error(result), 0, 1e-6);
}

}  // namespace
}  // namespace multibond
