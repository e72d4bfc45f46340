/// The command for models of a program, written as the guide teaches.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/command_runner.h"
#include "multibond/multibond.h"

namespace multibond {
namespace own {

struct Oscillator : Model {
  static constexpr std::string_view description = "Mass on a spring.";
  static inline const Experiment experiment{.stop = 2, .plot = {"mass.s"}};
  translational::Fixed wall{this, "wall"};
  translational::Spring spring{this, "spring"};
  translational::Mass mass{this, "mass"};
  Oscillator() {
    spring.c = 10.0;
    mass.s.start(1.0).fixed();
    connect(wall.flange, spring.flange_a);
    connect(spring.flange_b, mass.flange_a);
  }
};

struct Pendulum : Model {
  planar::World world{this, "world"};
  planar::Revolute hinge{this, "hinge"};
  planar::FixedTranslation rod{this, "rod"};
  planar::Body bob{this, "bob"};
  Pendulum() {
    rod.r = Vector2(1, 0);
    connect(world.frame_b, hinge.frame_a);
    connect(hinge.frame_b, rod.frame_a);
    connect(rod.frame_b, bob.frame_a);
  }
};

}  // namespace own

namespace {

using testing::HasSubstr;
using testing::Not;

template <typename... Models>
CommandEnvironment program() {
  CommandEnvironment environment;
  environment.program = "swing";
  environment.catalog = component_catalog();
  (add_own_model<Models>(*environment.catalog), ...);
  return environment;
}

TEST(OwnModels, EveryCommandWorksOnThem) {
  const CommandEnvironment swing = program<own::Oscillator, own::Pendulum>();
  const ScratchDirectory scratch;
  const auto run = [&](const std::vector<std::string>& words) {
    const Outcome outcome = run_words(words, swing);
    EXPECT_EQ(outcome.code, 0) << words[0] << ": " << outcome.err;
    return outcome.out;
  };
  EXPECT_THAT(run({"list"}), HasSubstr("Oscillator  2 s   Mass on a spring."));
  EXPECT_THAT(run({"list"}), Not(HasSubstr("SpringMassDamper")));
  EXPECT_THAT(run({"catalog", "Translational.Spring"}), HasSubstr("f = c (s_rel - s_rel0)"));
  EXPECT_THAT(run({"catalog", "Oscillator", "--parameters"}), HasSubstr("spring.c "));
  const std::string text = run({"simulate", "Oscillator", "--audit", "--plot"});
  EXPECT_THAT(text, HasSubstr("Oscillator: Mass on a spring."));
  EXPECT_THAT(text, HasSubstr("reached 2 s"));
  EXPECT_THAT(text, HasSubstr("mass.s [m]"));
  run({"simulate", "Pendulum", "--set", "bob.m=2", "--scene", scratch.file("scene.svg")});
  EXPECT_THAT(run({"inspect", "Pendulum"}), HasSubstr("Pendulum\n"));
  EXPECT_THAT(run({"inspect", "Oscillator", "--c99"}), HasSubstr("Oscillator_derivatives"));
  EXPECT_THAT(run({"linearize", "Oscillator"}), HasSubstr("±3.16228"));
  run({"draw", "Oscillator", "--output", scratch.file("bonds.svg")});
}

TEST(OwnModels, TheOnlyOneNeedsNoName) {
  const Outcome outcome = run_words({"simulate"}, program<own::Oscillator>());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("Oscillator: "));
  EXPECT_EQ(run_words({"simulate"}, program<own::Oscillator, own::Pendulum>()).code, 2);
}

TEST(OwnModels, HelpAndMessagesSpeakOfTheProgram) {
  const CommandEnvironment swing = program<own::Oscillator, own::Pendulum>();
  EXPECT_THAT(run_words({"--help"}, swing).out, HasSubstr("swing simulate Oscillator --plot"));
  EXPECT_THAT(run_words({"draw", "--help"}, swing).out, HasSubstr("Usage: swing draw MODEL"));
  EXPECT_THAT(run_words({"simulate"}, swing).err, HasSubstr("swing list shows all"));
  for (const char* command : {"list", "catalog", "simulate", "inspect", "linearize", "draw"}) {
    EXPECT_THAT(run_words({command, "--help"}, swing).out, Not(HasSubstr("multibond "))) << command;
  }
}

TEST(OwnModels, AModelWithoutANameIsCalledLikeItsClass) {
  EXPECT_EQ(simulate(own::Oscillator{}, {.stop = 1}).model, "Oscillator");
}

}  // namespace
}  // namespace multibond
