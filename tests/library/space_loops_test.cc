// Loops in space: the same mechanism runs wherever its loop is cut.

#include <gtest/gtest.h>

#include <cmath>

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

}  // namespace
}  // namespace multibond::mechanics3d
