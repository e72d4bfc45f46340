// The examples of examples/multibody.h against closed forms: what their comments promise.
#include "examples/multibody.h"

#include <algorithm>
#include <cmath>

#include "space_bench.h"

namespace multibond::examples {
namespace {

using mechanics3d::audited;
using mechanics3d::vector_of;

TEST(MultibodyExamples, ThrustersPushAndTurnAProbe) {
  const Result result = audited(Thrusters{}, 10);
  for (const double t : {1.0, 4.0, 10.0}) {
    const double turned = 0.1 * t * t;
    EXPECT_NEAR(result.at("probe.x[1]", t), t * t / 4, 1e-7);
    EXPECT_NEAR(result.at("probe.x[2]", t), 0, 1e-7);
    EXPECT_NEAR(result.at("hinge.phi", t), -turned, 1e-7);
    // Rows are the axes of the frame: x of the probe in the world, x of the camera in the probe.
    EXPECT_NEAR(result.at("attitude.y[1].value", t), std::cos(turned), 1e-6);
    EXPECT_NEAR(result.at("attitude.y[2].value", t), std::sin(turned), 1e-6);
    EXPECT_NEAR(result.at("look.y[1].value", t), std::cos(turned), 1e-6);
    EXPECT_NEAR(result.at("look.y[2].value", t), -std::sin(turned), 1e-6);
    EXPECT_NEAR(result.at("course.r_head[1].value", t), t / 2 * std::cos(turned), 1e-6);
    EXPECT_NEAR(result.at("course.r_head[2].value", t), -t / 2 * std::sin(turned), 1e-6);
  }
}

// With w of the satellite from its angular momentum, the energy is that of the wheel alone:
// (16 Ja + Jb - (16 Ja^2 + Jb^2) / I) w^2 / 2 for a gear of 4.
TEST(MultibodyExamples, AReactionWheelTurnsASatellite) {
  const Result result = audited(ReactionWheel{}, 10);
  const double inertia = 16 * 0.01 + 0.1 - (16 * 1e-4 + 0.01) / 2, w = 4 * 0.05 / inertia * 10;
  EXPECT_NEAR(result.final("wheel.w"), w, 1e-7);
  EXPECT_NEAR(result.final("motor.w"), 4 * w, 1e-6);
  mechanics3d::expect_near(vector_of(result, "satellite.w"), Vector3(-0.02 * w, 0, -0.05 * w),
                           1e-8);
}

TEST(MultibodyExamples, ABodyOnAConstraintSlidesDownItsPlane) {
  const Result result = audited(HeldByConstraints{}, 1);
  EXPECT_NEAR(vector_of(result, "on_prismatic.v").norm(), 9.81 / 2, 1e-8);
  const char* bodies[] = {"on_revolute", "on_universal", "on_spherical"};
  for (std::size_t i = 0; i < 3; ++i) {
    mechanics3d::expect_near(vector_of(result, std::string(bodies[i]) + ".x"),
                             HeldByConstraints::place(i), 1e-9);
  }
}

// Dead points, by the law of cosines: rod and crank in line.
TEST(MultibodyExamples, TheRockerSwingsBetweenItsDeadPoints) {
  const Result result =
      simulate(CoupledCranks{}, {.stop = 3, .tolerance = 1e-8, .intervals = 3000});
  double low = 1, high = -1;
  const auto signal = result.signal("fourbar.joint.phi");
  for (std::size_t row = 0; row < result.rows(); ++row) {
    low = std::min(low, result.value(signal, row));
    high = std::max(high, result.value(signal, row));
  }
  EXPECT_NEAR(low, std::numbers::pi / 2 - std::acos(-0.2), 1e-4);
  EXPECT_NEAR(high, std::numbers::pi / 2 - std::acos(0.8), 1e-4);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-6);
}

TEST(MultibodyExamples, ADriveLineHasTheRatiosOfItsGears) {
  const Result result = audited(DriveLine{}, 1);
  const double motor = result.final("motor.w[1]"),
               mean = (result.final("left.w[3]") + result.final("right.w[3]")) / 2;
  EXPECT_GT(motor, 1);
  EXPECT_NEAR(mean, -motor * 2 / 21, 1e-8);
  EXPECT_LT(std::abs(result.final("left.w[3]")), std::abs(result.final("right.w[3]")));
  // A turn of the worm moves the rim of its wheel, of the same radius as the pinion, by 10 mm.
  EXPECT_NEAR(result.final("bar.v[1]"), mean * 0.01 / (2 * std::numbers::pi), 1e-9);
}

// Moments about the joint: c 0.1 m 1 m = 1 kg g 0.5 m. A stiffness that is off by e lets the arm
// oscillate about an angle of that order.
TEST(MultibodyExamples, ASpringConstantIsFoundThatHoldsTheArmLevel) {
  const Result result = audited(InitSpringConstant{}, 10);
  const double c = 9.80665 * 0.5 / 0.1;
  EXPECT_NEAR(result.initial("spring.c"), c, 1e-9 * c);
  EXPECT_NEAR(result.final("spring.c"), c, 1e-9 * c);
  for (const char* path : {"rev.phi", "rev.w"}) EXPECT_NEAR(result.final(path), 0, 1e-9) << path;
}

TEST(MultibodyExamples, OthersBalanceTheirEnergy) {
  audited(WheelSetDrive{}, 3);
  audited(RodSliderCrank{}, 1);
  audited(PushedArm{}, 0.5);
  audited(StrutsAndRods{}, 0.5);
  audited(HeavyLines{}, 1);
}

}  // namespace
}  // namespace multibond::examples
