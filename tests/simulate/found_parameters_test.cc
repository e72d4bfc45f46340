// Starts from positions, velocities and accelerations, and parameters that are found at the start.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "multibond/library/planar/planar.h"
#include "multibond/library/translational.h"
#include "multibond/simulate/simulation.h"
#include "multibond/simulate/simulator.h"

namespace multibond {
namespace {

using ::testing::HasSubstr;

/// A mass that hangs on a spring.
struct Hanging : Model {
  translational::Fixed ceiling{this, "ceiling"};
  translational::Spring spring{this, "spring"};
  translational::Mass mass{this, "mass"};
  translational::ConstantForce weight{this, "weight"};
  Hanging() {
    mass.m = 2.0;
    weight.f_constant = 2.0 * 9.81;
    mass.s.start(0.1).fixed();
    mass.v.start(0.0).fixed();
    connect(ceiling.flange, spring.flange_a);
    connect(spring.flange_b, mass.flange_a);
    connect(weight.flange, mass.flange_b);
  }
};

// As InitSpringConstant of the multibody library of Modelica: the stiffness for which the mass
// starts in equilibrium, 2 kg * 9.81 m/s2 / 0.1 m.
TEST(FoundParameter, AStiffnessIsFoundThatMakesTheStartAnEquilibrium) {
  struct Equilibrium : Hanging {
    Equilibrium() { spring.c.fixed(false); }
    void equations() override { initial_equation(der(mass.v), 0.0); }
  };
  const Result result = simulate(Equilibrium{}, {.stop = 1});
  EXPECT_NEAR(result.initial("spring.c"), 196.2, 1e-8);
  EXPECT_NEAR(result.final("spring.c"), 196.2, 1e-8);
  EXPECT_NEAR(result.final("mass.s"), 0.1, 1e-9);
}

TEST(FoundParameter, AFixedAccelerationIsAsGoodAsAnInitialEquation) {
  struct Pulled : Hanging {
    Pulled() {
      spring.c.fixed(false);
      mass.a.start(1.5).fixed();
    }
  };
  const Result result = simulate(Pulled{}, {.stop = 0.1});
  // m a = m g - c s
  EXPECT_NEAR(result.initial("spring.c"), 2 * (9.81 - 1.5) / 0.1, 1e-8);
  EXPECT_NEAR(result.initial("mass.a"), 1.5, 1e-10);
}

/// A run that is to begin with this acceleration.
std::string refusal_of_acceleration(double a) {
  Hanging model;
  model.spring.c.fixed(false);
  model.mass.a.start(a).fixed();
  try {
    simulate(model, {.stop = 0.1});
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

// 2 kg would have to be pushed down by 2 (12 - 9.81) N, which takes c = -43.8 N/m at 0.1 m.
TEST(FoundParameter, IsHeldToWhatWasDeclared) {
  const std::string text = refusal_of_acceleration(12.0);
  EXPECT_THAT(text, HasSubstr("spring.c (stiffness) must not be negative: -43.8 N/m was "
                              "found for it at the start."));
  EXPECT_THAT(text, HasSubstr("Change the fixed start values and initial equations"));
}

TEST(FoundParameter, MayBeZeroWithinRoundingWhereZeroIsAllowed) {
  EXPECT_EQ(refusal_of_acceleration(9.81), "");
}

// What is bound to a found parameter is checked with the value that was found.
TEST(FoundParameter, WhatFollowsFromItIsHeldToItsDeclarationToo) {
  struct Bound : Hanging {
    Parameter<double> reserve{this, "reserve", 1.0, "N/m", "stiffness to spare", Check::positive};
    Variable twice{this, "twice", "N/m", "reads it"};
    Bound() {
      spring.c = 500.0;
      spring.c.fixed(false);
      reserve = spring.c - 400.0;
      mass.a.start(0.0).fixed();
    }
    void equations() override { equation(twice, 2.0 * reserve); }
  };
  try {
    simulate(Bound{}, {.stop = 0.1});
    FAIL() << "196.2 N/m - 400 N/m was taken";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("reserve (stiffness to spare) must be positive"));
  }
}

TEST(FoundParameter, WithoutADemandItKeepsItsGuess) {
  Hanging model;
  model.spring.c = 50.0;
  model.spring.c.fixed(false);
  EXPECT_EQ(simulate(model, {.stop = 0.1}).final("spring.c"), 50);
  EXPECT_FALSE(simulate(model, {.stop = 0.1}).signal("spring.c").constant);
  model.spring.c.fixed(true);
  EXPECT_TRUE(simulate(model, {.stop = 0.1}).signal("spring.c").constant);
}

TEST(FoundParameter, ItsGuessCanBeSetInACompiledModel) {
  struct TwoStiffnesses : Model {
    Parameter<double> c{this, "c", 1.0, "1", "found from c^2"};
    Variable x{this, "x"};
    TwoStiffnesses() {
      c.fixed(false);
      x.start(0.0).fixed();
    }
    void equations() override {
      equation(der(x), c * c - 4.0);
      initial_equation(der(x), 0.0);
    }
  };
  TwoStiffnesses model;
  const auto compiled = compile_model(model);
  for (const double guess : {1.0, -1.0, 3.0}) {
    Simulator run(compiled);
    run.set("c", guess);
    run.initialize();
    EXPECT_NEAR(run.get("c"), guess > 0 ? 2 : -2, 1e-9);
    run.advance(1);
    EXPECT_NEAR(run.get("x"), 0, 1e-8) << guess;
  }
}

TEST(FoundParameter, ItCannotShapeTheModel) {
  struct Shaped : Model {
    Parameter<double> n{this, "n", 2.0, "1", "read while building"};
    Variable x{this, "x"};
    Shaped() { n.fixed(false); }
    void equations() override { equation(der(x), n.value()); }
  };
  try {
    simulate(Shaped{}, {});
    FAIL() << "it was found";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("n cannot be found at the start: its value shapes the model"));
  }
}

/// A crank and a rod that drives a slider along x.
struct SliderCrank : Model {
  planar::World world{this, "world"};
  planar::Revolute crank_joint{this, "crank_joint"}, pin{this, "pin"}, wrist{this, "wrist"};
  planar::Prismatic guide{this, "guide"};
  planar::Body crank{this, "crank"}, rod{this, "rod"}, piston{this, "piston"};
  SliderCrank() {
    world.gravityType = "none";
    crank.r_ports = Vector2(0.2, 0);
    rod.r_ports = Vector2(0.6, 0);
    crank_joint.phi.start(0.7);
    pin.phi.start(-1.0);
    guide.s.start(0.7);
    connect(world.frame_b, crank_joint.frame_a);
    connect(crank_joint.frame_b, crank.frame_a);
    connect(crank.port(0), pin.frame_a);
    connect(pin.frame_b, rod.frame_a);
    connect(rod.port(0), wrist.frame_a);
    connect(wrist.frame_b, piston.frame_a);
    connect(world.frame_b, guide.frame_a);
    connect(guide.frame_b, piston.frame_a);
  }
};

/// Where the piston is at an angle of the crank.
double piston_at(double phi) {
  return 0.2 * std::cos(phi) + std::sqrt(0.36 - std::pow(0.2 * std::sin(phi), 2));
}

// Any mixture of what is fixed leads to the same state.
TEST(MixedStart, APositionAndAVelocityOfAnyPartOfALoop) {
  const double phi = 0.8, h = 1e-5;
  const double s = piston_at(phi), v = 3 * (piston_at(phi + h) - piston_at(phi - h)) / (2 * h);
  for (const bool position_of_piston : {false, true}) {
    for (const bool velocity_of_piston : {false, true}) {
      SliderCrank model;
      if (position_of_piston) {
        model.guide.s.start(s).fixed();
      } else {
        model.crank_joint.phi.start(phi).fixed();
      }
      if (velocity_of_piston) {
        model.piston.frame_a.vx.start(v).fixed();
      } else {
        model.crank_joint.w.start(3.0).fixed();
      }
      const Result result = simulate(model, {.stop = 0.01});
      EXPECT_NEAR(result.initial("crank_joint.phi"), phi, 1e-8);
      EXPECT_NEAR(result.initial("guide.s"), s, 1e-9);
      EXPECT_NEAR(result.initial("crank_joint.w"), 3, 1e-7);
    }
  }
}

// The tip of a part is fixed: the rod is as long as it takes.
TEST(MixedStart, ALengthIsFoundForWhichATipIsWhereItIsFixed) {
  struct Arm : Model {
    planar::World world{this, "world"};
    planar::Revolute joint{this, "joint"};
    planar::FixedTranslation arm{this, "arm"};
    planar::Body tip{this, "tip"};
    Arm() {
      world.gravityType = "none";
      arm.r = Vector2(0.5, 0.1);
      arm.r.fixed(false);
      joint.phi.start(0.3).fixed();
      joint.w.start(1.0).fixed();
      tip.frame_a.x.start(0.9).fixed();
      tip.frame_a.y.start(0.4).fixed();
      connect(world.frame_b, joint.frame_a);
      connect(joint.frame_b, arm.frame_a);
      connect(arm.frame_b, tip.frame_a);
    }
  };
  const Result result = simulate(Arm{}, {.stop = 0.5});
  const double c = std::cos(0.3), s = std::sin(0.3);
  EXPECT_NEAR(result.initial("arm.r[1]"), c * 0.9 + s * 0.4, 1e-9);
  EXPECT_NEAR(result.initial("arm.r[2]"), -s * 0.9 + c * 0.4, 1e-9);
  EXPECT_NEAR(std::hypot(result.final("tip.frame_a.x"), result.final("tip.frame_a.y")),
              std::hypot(0.9, 0.4), 1e-9);
}

}  // namespace
}  // namespace multibond
