// Pairs of gears in the plane, external and internal, against Willis' equation.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "multibond/library/planar/planar.h"
#include "multibond/simulate/simulation.h"

namespace multibond::planar {
namespace {

/// A planet on a turning carrier, in mesh with a gear that stands still.
struct Planet : Model {
  World world{this, "world"};
  Fixed ground{this, "ground"};
  Revolute carrier_joint{this, "carrier_joint"}, pin{this, "pin"};
  Body carrier{this, "carrier"}, planet{this, "planet"};
  GearPair gears{this, "gears"};

  /// The planet is at frame_a of the gears, or at frame_b.
  Planet(double r_planet, double r_other, bool at_a) {
    world.gravityType = "none";
    carrier.r_ports = Vector2(std::abs(r_planet + r_other), 0);
    carrier_joint.w.start(1.0).fixed();
    gears.r_a = at_a ? r_planet : r_other;
    gears.r_b = at_a ? r_other : r_planet;
    connect(ground.frame_b, carrier_joint.frame_a);
    connect(carrier_joint.frame_b, carrier.frame_a);
    connect(carrier.port(0), pin.frame_a);
    connect(pin.frame_b, planet.frame_a);
    connect(planet.frame_a, at_a ? gears.frame_a : gears.frame_b);
    connect(ground.frame_b, at_a ? gears.frame_b : gears.frame_a);
  }
};

TEST(PlanarGears, APlanetTurnsAsItRollsOnItsGear) {
  struct Case {
    double planet, other, speed;
  };
  // w = (1 + r_other / r_planet) w_carrier, radii of internal gears and what they hold negative
  for (const Case& c : {Case{0.1, 0.4, 5}, Case{0.1, -0.4, -3}, Case{-0.1, 0.4, -3},
                        Case{-0.4, 0.1, 0.75}, Case{0.4, -0.1, 0.75}}) {
    for (const bool at_a : {true, false}) {
      Planet model(c.planet, c.other, at_a);
      const Result result = simulate(model, {.stop = 2, .tolerance = 1e-9});
      EXPECT_EQ(result.status, RunStatus::completed);
      EXPECT_NEAR(result.final("planet.w") / result.final("carrier_joint.w"), c.speed, 1e-9)
          << c.planet << " " << c.other << " " << at_a;
      EXPECT_LT(std::abs(result.energy.relative_error()), 1e-8);
    }
  }
}

TEST(PlanarGears, AnInternalGearMustBeLarger) {
  Planet model(0.2, -0.2, true);
  try {
    simulate(model, {.stop = 1});
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("gears has gears of the same size in each other"));
  }
}

}  // namespace
}  // namespace multibond::planar
