/// `multibond simulate`: options, summary, files, exit codes, interruption.
#include <cmath>
#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/command_runner.h"
#include "multibond/library/library.h"
#include "multibond/simulate/result.h"

namespace multibond {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// x' = x^2 from 1: infinite at t = 1.
class BlowUp final : public Model {
 public:
  Variable x{this, "x", "", "", StateHint::prefer};
  explicit BlowUp(Component* owner = nullptr, std::string_view name = "BlowUp")
      : Model(owner, name) {
    x.start(1.0).fixed();
  }
  void equations() override { equation(der(x), x * x); }
};

/// Ends its run when x reaches 0.5.
class Ender final : public Model {
 public:
  Variable x{this, "x", "m", "position", StateHint::prefer};
  explicit Ender(Component* owner = nullptr, std::string_view name = "Ender") : Model(owner, name) {
    x.start(0.0).fixed();
  }
  void equations() override {
    equation(der(x), 1.0);
    when(x > 0.5, [&] { terminate("x has arrived"); });
  }
};

/// Has a variable that is of no consequence, and too large from 0.5 s on.
class TooLarge final : public Model {
 public:
  Variable x{this, "x", "", "", StateHint::prefer}, y{this, "y"};
  explicit TooLarge(Component* owner = nullptr, std::string_view name = "TooLarge")
      : Model(owner, name) {
    x.start(0.0).fixed();
  }
  void equations() override {
    equation(der(x), 1.0);
    equation(y, (2e154 * x) * (3.5952e154 * x));
  }
};

CommandEnvironment with_own_models() {
  CommandEnvironment environment;
  environment.catalog = library_catalog();
  environment.catalog->add_model<BlowUp>("BlowUp", "Becomes infinite at 1 s.");
  environment.catalog->add_model<Ender>("Ender", "Ends its own run.", {.stop = 2, .plot = {"x"}});
  return environment;
}

TEST(CommandSimulate, AVariableTooLargeForANumberIsNamed) {
  CommandEnvironment environment;
  environment.catalog = library_catalog();
  environment.catalog->add_model<TooLarge>("TooLarge", "Has a variable that is too large.");
  const Outcome outcome = run_words({"simulate", "TooLarge"}, environment);
  EXPECT_THAT(outcome.out + outcome.err,
              HasSubstr("y becomes too large for a number, from t = 0.52 s on."));
}

void expect_refused(const std::vector<std::string>& words, const std::vector<std::string>& parts) {
  const Outcome outcome = run_words(words);
  EXPECT_EQ(outcome.code, 2) << outcome.out << outcome.err;
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, StartsWith("error: "));
  for (const std::string& part : parts) EXPECT_THAT(outcome.err, HasSubstr(part));
}

/// simulate SpringMassDamper with these options, as JSON.
json run_json(std::vector<std::string> words, const std::string& model = "SpringMassDamper") {
  words.insert(words.begin(), {"simulate", model, "--json"});
  const Outcome outcome = run_words(words);
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_THAT(outcome.err, IsEmpty());
  return json::parse(outcome.out);
}

/// Position of the mass, released at 1 m.
double position(double t, double c = 10, double d = 0.4, double m = 1) {
  const double decay = d / (2 * m), w = std::sqrt(c / m - decay * decay);
  return std::exp(-decay * t) * (std::cos(w * t) + decay / w * std::sin(w * t));
}

TEST(CommandSimulate, SummaryTellsHowTheRunWent) {
  const Outcome outcome = run_words({"simulate", "SpringMassDamper"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, IsEmpty());
  for (const char* part :
       {"SpringMassDamper: Mass on a spring and a damper.", "reached 10 s", "solver", "dop853",
        "steps", "evaluations", "to compile", "to run", "at t = 10 s", "mass.s", "mass.v", "m/s"}) {
    EXPECT_THAT(outcome.out, HasSubstr(part));
  }
  EXPECT_THAT(outcome.out, Not(HasSubstr("constraints")));
}

TEST(CommandSimulate, ConstraintsAndEventsHaveALineWhereThereAreAny) {
  const Outcome pendulum = run_words({"simulate", "CartesianPendulum"});
  EXPECT_THAT(pendulum.out, HasSubstr("constraints  kept to "));
  const Outcome ball = run_words({"simulate", "BouncingBall", "--stop", "1"});
  EXPECT_EQ(ball.code, 0) << ball.err;
  EXPECT_THAT(ball.out, HasSubstr("events"));
}

TEST(CommandSimulate, JsonHoldsStatusStatisticsAndFinalValues) {
  const json result = run_json({"--tolerance", "1e-9"});
  EXPECT_EQ(result["status"], "completed");
  EXPECT_EQ(result["model"], "SpringMassDamper");
  EXPECT_EQ(result["time"]["reached"], 10.0);
  EXPECT_EQ(result["events"], 0);
  EXPECT_GT(result["statistics"]["steps"], 5);
  EXPECT_TRUE(result["diagnostics"].is_array());
  EXPECT_NEAR(result["final"]["mass.s"].get<double>(), position(10), 1e-6);
  EXPECT_EQ(result["final"]["spring.c"], 10.0);
}

TEST(CommandSimulate, ParametersAreSetWithUnits) {
  const json result =
      run_json({"--set", "mass.m=500g", "--set=damper.d=1", "--stop", "2", "--tolerance", "1e-9"});
  EXPECT_EQ(result["final"]["mass.m"], 0.5);
  EXPECT_NEAR(result["final"]["mass.s"].get<double>(), position(2, 10, 1, 0.5), 1e-6);
  EXPECT_EQ(run_json({"--set", "mass.s.start=0.25", "--stop", "1ms"})["time"]["stop"], 1e-3);
}

TEST(CommandSimulate, SettingsThatMakeNoSenseAreRefused) {
  expect_refused({"simulate", "SpringMassDamper", "--set", "mass.m"},
                 {"--set mass.m is not of the form NAME=VALUE", "mass.m=2kg"});
  expect_refused({"simulate", "SpringMassDamper", "--set", "=3"}, {"NAME=VALUE"});
  expect_refused({"simulate", "SpringMassDamper", "--set", "mass.q=3"}, {"mass.q"});
  expect_refused({"simulate", "SpringMassDamper", "--set", "mass.m=-1"}, {"mass.m", "-1"});
  expect_refused({"simulate", "SpringMassDamper", "--set", "mass.m=3s"}, {"mass.m", "s"});
  expect_refused({"simulate", "SpringMassDamper", "--set", "mass.m=two"}, {"mass.m", "two"});
}

TEST(CommandSimulate, ModelThatDoesNotExistGetsTheNearest) {
  expect_refused({"simulate", "SpringMasDamper"},
                 {"no model SpringMasDamper", "Did you mean SpringMassDamper?"});
  expect_refused({"simulate", "Electrical.Resistor"}, {"is a component", "multibond list"});
  expect_refused({"simulate"}, {"simulate needs the name of a model", "multibond list"});
  expect_refused({"simulate", "qqqqqqqq"}, {"no model qqqqqqqq", "multibond list"});
}

TEST(CommandSimulate, NumbersAreCheckedBeforeTheRun) {
  const auto refused = [](const std::string& option, const std::string& value,
                          const std::vector<std::string>& parts) {
    SCOPED_TRACE(option + " " + value);
    expect_refused({"simulate", "SpringMassDamper", option, value}, parts);
    expect_refused({"simulate", "SpringMassDamper", option + "=" + value}, parts);
  };
  refused("--stop", "-1", {"--stop", "-1 s must be after the start time 0 s", "--stop 10"});
  refused("--stop", "0", {"must be after the start time"});
  refused("--stop", "soon", {"--stop: 'soon' is not a time", "e.g. 10"});
  refused("--stop", "3kg", {"--stop: '3kg' is not a time"});
  refused("--stop", "Inf", {"--stop"});
  refused("--stop", "NaN", {"--stop"});
  refused("--tolerance", "0", {"--tolerance 0 must lie between 0 and 1", "1e-4"});
  refused("--tolerance", "-1e-6", {"--tolerance -1e-6 must lie"});
  refused("--tolerance", "small", {"--tolerance: 'small' is not a finite number"});
  refused("--intervals", "0", {"--intervals 0 must be a whole number", "500"});
  refused("--intervals", "2.5", {"--intervals 2.5 must be a whole number"});
  refused("--intervals", "1e30", {"--intervals 1e30"});
  refused("--step", "-1", {"--step -1 must be positive"});
  refused("--solver", "euler", {"no solver 'euler'", "dop853"});
  refused("--backend", "gpu", {"no back end 'gpu'", "jit or interpreter"});
  refused("--baumgarte", "a,b", {"'a,b' is not a pair", "10,10"});
  refused("--baumgarte", "1,2,3", {"not a pair"});
  refused("--baumgarte", "-1,2", {"not a pair"});
}

TEST(CommandSimulate, AllWrongOptionsAreToldAtOnce) {
  expect_refused({"simulate", "SpringMassDamper", "--tolerance", "7", "--solver", "euler",
                  "--output", "x.txt"},
                 {"--tolerance 7", "'euler'", "x.txt"});
}

TEST(CommandSimulate, SolversAndBackEndsAgree) {
  for (const std::string solver : {"auto", "dop853", "bdf", "adams", "rk4"}) {
    const json result = run_json({"--solver", solver, "--tolerance", "1e-8", "--step", "1ms"});
    EXPECT_NEAR(result["final"]["mass.s"].get<double>(), position(10), 2e-5) << solver;
  }
  const json result = run_json({"--backend", "interpreter", "--tolerance", "1e-9"});
  EXPECT_NEAR(result["final"]["mass.s"].get<double>(), position(10), 1e-6);
}

TEST(CommandSimulate, StepIsTheFixedOneOrTheLargest) {
  const json fixed = run_json({"--solver", "rk4", "--step", "0.01", "--stop", "1"});
  EXPECT_NEAR(fixed["statistics"]["steps"].get<double>(), 100, 1);
  const json largest = run_json({"--step", "0.01", "--stop", "1"});
  EXPECT_GE(largest["statistics"]["steps"], 100);
  EXPECT_LE(largest["statistics"]["largest_step"].get<double>(), 0.01 * (1 + 1e-9));
}

TEST(CommandSimulate, IntervalsAreTheRowsOfTheResult) {
  EXPECT_EQ(run_json({"--intervals", "20"})["rows"], 21);
  EXPECT_EQ(run_json({"--start", "1", "--stop", "3", "--intervals", "4"})["time"]["start"], 1.0);
}

TEST(CommandSimulate, BaumgarteStabilisesInsteadOfProjecting) {
  const json result =
      run_json({"--baumgarte", "10,10", "--tolerance", "1e-8"}, "CartesianPendulum");
  const double x = result["final"]["x"], y = result["final"]["y"];
  EXPECT_NEAR(x * x + y * y, 1, 1e-5);
}

TEST(CommandSimulate, FilesAreWritten) {
  const ScratchDirectory scratch;
  const std::string csv = scratch.file("run.csv"), mat = scratch.file("run.mat");
  const Outcome outcome = run_words({"simulate", "SpringMassDamper", "--output", csv, "--output",
                                     mat, "--tolerance", "1e-9", "--stop", "2"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("wrote " + csv + ", " + mat));
  for (const std::string& file : {csv, mat}) {
    const Result result = read_result(file);
    EXPECT_EQ(result.rows(), 501u);
    EXPECT_NEAR(result.at("mass.s", 1.5), position(1.5), 1e-3);
    EXPECT_NEAR(result.final("mass.s"), position(2), 1e-6);
  }
}

TEST(CommandSimulate, VariablesChooseWhatFilesContain) {
  const ScratchDirectory scratch;
  const std::string csv = scratch.file("run.csv"), mat = scratch.file("run.mat");
  const Outcome outcome = run_words({"simulate", "SpringMassDamper", "--output", csv, "--output",
                                     mat, "--variables", "mass.s,spring.*"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  for (const std::string& file : {csv, mat}) {
    const Result result = read_result(file);
    EXPECT_TRUE(result.has("mass.s"));
    EXPECT_TRUE(result.has("spring.f"));
    EXPECT_FALSE(result.has("mass.v"));
  }
  const Outcome wrong = run_words(
      {"simulate", "SpringMassDamper", "--output", csv, "--variables", "mass.q,nothing.*"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--variables: the model has no variable mass.q."));
  EXPECT_THAT(wrong.err, HasSubstr("nothing.*"));
  EXPECT_THAT(run_words({"simulate", "SpringMassDamper", "--variables", "mass.s"}).err,
              HasSubstr("Add --output"));
}

TEST(CommandSimulate, FilesThatCannotBeWrittenAreRefusedBeforeTheRun) {
  const ScratchDirectory scratch;
  CommandEnvironment environment;
  environment.interrupted = []() -> bool { throw std::logic_error("the run has begun"); };
  const auto refused = [&](const std::string& file, const std::string& part) {
    const Outcome outcome =
        run_words({"simulate", "SpringMassDamper", "--output", file}, environment);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("--output"), HasSubstr(part)));
  };
  refused(scratch.file("run.txt"), ".csv (text table), .mat (MATLAB) or .svg");
  refused(scratch.file("run"), ".csv (text table), .mat (MATLAB) or .svg");
  refused(scratch.file("missing/run.csv"), "Create it first");
  std::filesystem::create_directory(scratch.file("dir.csv"));
  refused(scratch.file("dir.csv"), "is a directory");
  refused("/proc/run.csv", "cannot be written");
}

TEST(CommandSimulate, FileThatWasThereSurvivesARefusal) {
  const ScratchDirectory scratch;
  const std::string kept = scratch.file("kept.csv"), fresh = scratch.file("fresh.csv");
  std::ofstream(kept) << "old";
  run_words(
      {"simulate", "SpringMassDamper", "--output", kept, "--output", fresh, "--plot", "none"});
  std::string content;
  std::ifstream(kept) >> content;
  EXPECT_EQ(content, "old");
  EXPECT_FALSE(std::filesystem::exists(fresh));
}

TEST(CommandSimulate, PlotIsDrawn) {
  CommandEnvironment environment;
  environment.plot = PlotOptions{.width = 60, .height = 6, .colour = false, .unicode = true};
  const Outcome outcome =
      run_words({"simulate", "SpringMassDamper", "--plot", "mass.s,spring.f"}, environment);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("mass.s [m]"), HasSubstr("spring.f [N]"),
                                 HasSubstr("time [s]"), HasSubstr("┤")));
  // Without names: those of the experiment. The model may come last.
  const Outcome standard = run_words({"simulate", "SpringMassDamper", "--plot"}, environment);
  EXPECT_THAT(standard.out, AllOf(HasSubstr("mass.s [m]"), HasSubstr("mass.v [m/s]")));
  const Outcome last = run_words({"simulate", "--plot", "SpringMassDamper"}, environment);
  EXPECT_EQ(last.code, 0) << last.err;
  EXPECT_THAT(last.out, HasSubstr("mass.v [m/s]"));
  const Outcome twice =
      run_words({"simulate", "SpringMassDamper", "--plot=mass.s", "--plot=mass.v"}, environment);
  EXPECT_THAT(twice.out, AllOf(HasSubstr("mass.s [m]"), HasSubstr("mass.v [m/s]")));
}

TEST(CommandSimulate, PlotOfTheExperimentLeavesOutWhatASmallerModelLacks) {
  const Outcome outcome = run_words({"simulate", "MassChain", "--set", "n=3", "--plot"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("mass[1].s"), Not(HasSubstr("mass[10].s"))));
}

TEST(CommandSimulate, PlotOfWhatDoesNotExistIsRefusedBeforeTheRun) {
  expect_refused({"simulate", "SpringMassDamper", "--plot", "mas.s,mass.v,nonsense"},
                 {"--plot: the model has no variable mas.s", "Did you mean mass.s", "nonsense"});
  expect_refused({"simulate", "SpringMassDamper", "--plot", "mass.s", "--stop", "-3"}, {"--stop"});
  const Outcome both = run_words({"simulate", "SpringMassDamper", "--plot", "--json"});
  EXPECT_EQ(both.code, 2);
  EXPECT_THAT(both.out, HasSubstr("exclude each other"));
}

TEST(CommandSimulate, InterruptedRunKeepsWhatItHas) {
  const ScratchDirectory scratch;
  CommandEnvironment environment;
  int asked = 0;
  environment.interrupted = [&] { return ++asked > 20; };
  const std::string file = scratch.file("part.csv");
  const std::vector<std::string> words{"simulate", "SpringMassDamper", "--step",
                                       "0.1",      "--output",         file};
  const Outcome outcome = run_words(words, environment);
  EXPECT_EQ(outcome.code, 130);
  EXPECT_THAT(outcome.out, HasSubstr("interrupted at "));
  EXPECT_THAT(outcome.err, HasSubstr("note: The run was interrupted at t = "));
  const Result result = read_csv(file);
  EXPECT_GT(result.rows(), 5u);
  EXPECT_GT(result.times().back(), 0.5);
  EXPECT_LT(result.times().back(), 5);

  asked = 0;
  std::vector<std::string> with_json = words;
  with_json.push_back("--json");
  const Outcome machine = run_words(with_json, environment);
  EXPECT_EQ(machine.code, 130);
  EXPECT_EQ(json::parse(machine.out)["status"], "interrupted");
}

TEST(CommandSimulate, FailedRunKeepsWhatItHas) {
  const ScratchDirectory scratch;
  const std::string file = scratch.file("part.mat");
  const Outcome outcome =
      run_words({"simulate", "BlowUp", "--stop", "2", "--output", file}, with_own_models());
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("failed at "), HasSubstr(" of 2 s")));
  EXPECT_THAT(outcome.err, HasSubstr("error: The run stopped at t = "));
  EXPECT_NEAR(read_mat(file).times().back(), 1, 0.01);
  const Outcome machine = run_words({"simulate", "BlowUp", "--json"}, with_own_models());
  EXPECT_EQ(machine.code, 1);
  EXPECT_EQ(json::parse(machine.out)["status"], "failed");
  EXPECT_THAT(machine.err, IsEmpty());
}

TEST(CommandSimulate, RunEndedByTheModelHasItsOwnCode) {
  const Outcome outcome = run_words({"simulate", "Ender"}, with_own_models());
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.out, HasSubstr("ended by the model at 0.5 s of 2 s"));
  EXPECT_THAT(outcome.err, HasSubstr("x has arrived"));
  EXPECT_EQ(
      json::parse(run_words({"simulate", "Ender", "--json"}, with_own_models()).out)["status"],
      "terminated");
}

TEST(CommandSimulate, WritesTheSceneAsDrawingAndAsDocument) {
  const ScratchDirectory scratch;
  const std::string drawing = scratch.file("crab.svg"), document = scratch.file("crab.json");
  const Outcome outcome = run_words({"simulate", "CraneCrab3", "--stop", "1", "--scene", drawing,
                                     "--scene", document, "--poses", "4"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("wrote " + drawing + ", " + document));
  std::ifstream svg(drawing), scene(document);
  const std::string text{std::istreambuf_iterator<char>(svg), {}};
  EXPECT_THAT(text, AllOf(HasSubstr("data-path=\"Body1.picture_CM\""), HasSubstr("4 positions")));
  EXPECT_EQ(json::parse(scene)["model"], "CraneCrab3");
}

TEST(CommandSimulate, RefusesScenesThatCannotBeBeforeTheRun) {
  const ScratchDirectory scratch;
  const std::string file = scratch.file("scene.svg");
  expect_refused({"simulate", "CraneCrab3", "--scene", scratch.file("scene.png")},
                 {"--scene", ".svg (drawing) or .json"});
  expect_refused({"simulate", "ElectricCircuit", "--scene", file},
                 {"no component of the model has a picture"});
  expect_refused({"simulate", "CraneCrab3", "--scene", file, "--set", "world.animate=false"},
                 {"if world.animate is true"});
  expect_refused({"simulate", "CraneCrab3", "--scene", file, "--poses", "0"},
                 {"--poses 0 must be a whole number from 1 to 1000"});
  expect_refused({"simulate", "CraneCrab3", "--poses", "3"}, {"--poses", "--scene mechanism.svg"});
  expect_refused({"simulate", "CraneCrab3", "--scene", file, "--scene", file}, {"is given twice"});
}

TEST(CommandSimulate, EveryModelOfTheLibraryRuns) {
  const auto models = json::parse(run_words({"list", "--json"}).out)["models"];
  for (const auto& model : models) {
    const std::string name = model["path"];
    const Outcome outcome = run_words({"simulate", name});
    EXPECT_EQ(outcome.code, 0) << name << ": " << outcome.err;
    EXPECT_THAT(outcome.out, StartsWith(name + ": "));
  }
}

}  // namespace
}  // namespace multibond
