/// `multibond inspect`, `multibond linearize` and `multibond compare`.
#include <cmath>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/command_runner.h"

namespace multibond {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

void expect_refused(const std::vector<std::string>& words, const std::vector<std::string>& parts) {
  const Outcome outcome = run_words(words);
  EXPECT_EQ(outcome.code, 2) << outcome.out << outcome.err;
  EXPECT_THAT(outcome.out, IsEmpty());
  for (const std::string& part : parts) EXPECT_THAT(outcome.err, HasSubstr(part));
}

const std::vector<std::string> kHanging{"linearize", "CartesianPendulum", "--set", "x.start=0",
                                        "--set",     "y.start=-1"};

TEST(CommandInspect, ShowsStatesConstraintsAndFunctions) {
  const Outcome outcome = run_words({"inspect", "CartesianPendulum"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, IsEmpty());
  for (const char* part :
       {"CartesianPendulum", "States (4)", "vx", "Constraints kept by projection",
        "Blocks solved together", "derivatives"}) {
    EXPECT_THAT(outcome.out, HasSubstr(part));
  }
  EXPECT_THAT(outcome.out, AllOf(Not(HasSubstr("Passes")), Not(HasSubstr("Equations"))));
}

TEST(CommandInspect, PassesAndEquationsOnDemand) {
  EXPECT_THAT(run_words({"inspect", "CartesianPendulum", "--passes"}).out,
              AllOf(HasSubstr("Passes"), HasSubstr("aliases"), HasSubstr("index reduction")));
  EXPECT_THAT(run_words({"inspect", "CartesianPendulum", "--equations"}).out,
              AllOf(HasSubstr("Equations that remain (3)"), HasSubstr("der(vx) = ")));
}

TEST(CommandInspect, CausalityOfABondGraph) {
  const Outcome outcome = run_words({"inspect", "BondCircuit", "--causality"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("2 storages of which 2 in integral causality"),
                                 HasSubstr("The causality is unique"), HasSubstr("--->|")));
  const json report =
      json::parse(run_words({"inspect", "BondCircuit", "--causality", "--json"}).out);
  EXPECT_EQ(report["status"], "ok");
  EXPECT_EQ(report["bonds"].size(), 7u);
  EXPECT_EQ(report["bonds"][0]["components"][0]["stroke"], "head");
  // A planar loop in space says the same several times: strokes contradict, equations do not.
  const Outcome loop = run_words({"inspect", "PlanarLoop3D", "--causality"});
  EXPECT_EQ(loop.code, 0);
  EXPECT_THAT(loop.out, AllOf(HasSubstr("Conflicts that the compiler can still solve"),
                              HasSubstr("The compiler solves the loop that closes here")));
  EXPECT_THAT(run_words({"inspect", "CartesianPendulum", "--causality"}).out,
              HasSubstr("no bond graph"));
}

TEST(CommandInspect, CausalityOfOneMode) {
  const Outcome any = run_words({"inspect", "BuckConverter", "--causality"});
  EXPECT_THAT(any.out, AllOf(HasSubstr("Ideal switches"), HasSubstr("chopper.element")));
  // Freewheeling: the coil keeps its current, so its causality is integral.
  const Outcome free = run_words({"inspect", "BuckConverter", "--causality", "--mode",
                                  "chopper=open", "--mode", "diode=conducting"});
  EXPECT_THAT(free.out, HasSubstr("2 storages of which 2 in integral causality"));
  // Both open: the current of the coil is given, zero.
  const Outcome empty = run_words({"inspect", "BuckConverter", "--causality", "--mode",
                                   "chopper=open", "--mode", "diode=blocking"});
  EXPECT_THAT(empty.out, HasSubstr("2 storages of which 1 in integral causality"));
  const Outcome wrong = run_words({"inspect", "BuckConverter", "--causality", "--mode", "L=open"});
  EXPECT_NE(wrong.code, 0);
  EXPECT_THAT(wrong.err, HasSubstr("L is no element that switches ideally"));
  const Outcome incomplete =
      run_words({"inspect", "BuckConverter", "--causality", "--mode", "chopper"});
  EXPECT_THAT(incomplete.err, HasSubstr("Write PATH=MODE"));
  EXPECT_THAT(run_words({"inspect", "BuckConverter", "--mode", "a=b"}).err,
              HasSubstr("Give --causality too"));
}

TEST(CommandInspect, JsonIsTheReport) {
  const json plain = json::parse(run_words({"inspect", "Truss", "--json"}).out);
  EXPECT_EQ(plain["states"].size(), 12u);
  EXPECT_EQ(plain["dropped_constraints"].size(), 1u);
  EXPECT_FALSE(plain.contains("equations"));
  const json full = json::parse(run_words({"inspect", "Truss", "--json", "--equations"}).out);
  EXPECT_TRUE(full["equations"].is_array());
}

TEST(CommandInspect, DerivativesAsC99) {
  const Outcome outcome = run_words({"inspect", "SpringMassDamper", "--c99"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("#include <math.h>"), HasSubstr("in[1] mass.s"),
                                 HasSubstr("int SpringMassDamper_derivatives(const double*")));
  expect_refused({"inspect", "SpringMassDamper", "--c99", "--baumgarte", "x"}, {"--baumgarte"});
  EXPECT_EQ(run_words({"inspect", "SpringMassDamper", "--c99", "--json"}).code, 2);
}

TEST(CommandInspect, SettingsShapeTheModel) {
  const json chain = json::parse(run_words({"inspect", "MassChain", "--set", "n=3", "--json"}).out);
  EXPECT_EQ(chain["states"].size(), 6u);
  expect_refused({"inspect", "MassChain", "--set", "n=-3"}, {"n", "-3"});
  expect_refused({"inspect", "MassChian"}, {"Did you mean MassChain?"});
}

TEST(CommandLinearize, HangingPendulumHasOneFrequency) {
  const Outcome outcome = run_words(kHanging);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, IsEmpty());
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("CartesianPendulum: "), HasSubstr("±3.13209"),
                                 HasSubstr("of which 2 are free on the constraints")));
}

TEST(CommandLinearize, JsonHoldsMatricesAndEigenvalues) {
  std::vector<std::string> words = kHanging;
  words.insert(words.end(), {"--json", "--outputs", "x,F"});
  const json result = json::parse(run_words(words).out);
  EXPECT_EQ(result["outputs"], json({"x", "F"}));
  ASSERT_EQ(result["eigenvalues"].size(), 2u);
  EXPECT_NEAR(result["eigenvalues"][1][1].get<double>(), std::sqrt(9.81), 1e-9);
  EXPECT_EQ(result["C"].size(), 2u);
}

TEST(CommandLinearize, StateThatIsNoEquilibriumGetsANote) {
  const Outcome outcome = run_words({"linearize", "SpringMassDamper"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err,
              AllOf(HasSubstr("note: "), HasSubstr("no equilibrium: der(mass.v) = -10")));
}

TEST(CommandLinearize, GoesToATimeFirst) {
  const json result =
      json::parse(run_words({"linearize", "SpringMassDamper", "--time", "500ms", "--tolerance",
                             "1e-9", "--solver", "dop853", "--backend", "interpreter", "--json"})
                      .out);
  EXPECT_EQ(result["time"], 0.5);
  EXPECT_LT(result["state"][0].get<double>(), 0.2);
}

TEST(CommandLinearize, NamesTheCoordinatesOfAMovingMechanism) {
  const Outcome outcome = run_words({"linearize", "CartesianPendulum", "--time", "0.3"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("its constraints turn with the motion"),
                                 HasSubstr("in the coordinates "), HasSubstr("equilibrium")));
}

TEST(CommandLinearize, WrongArgumentsAreRefused) {
  expect_refused({"linearize", "SpringMassDamper", "--time", "-1"}, {"--time -1", "--time 10"});
  expect_refused({"linearize", "SpringMassDamper", "--time", "soon"}, {"'soon' is not a time"});
  expect_refused({"linearize", "SpringMassDamper", "--outputs", "mass.a,mas.s"},
                 {"no variable mas.s", "mass.s"});
  expect_refused({"linearize"}, {"needs the name of a model"});
}

TEST(CommandLinearize, CanBeInterrupted) {
  CommandEnvironment environment;
  environment.interrupted = [] { return true; };
  const Outcome outcome = run_words({"linearize", "SpringMassDamper", "--time", "5"}, environment);
  EXPECT_EQ(outcome.code, 130);
  EXPECT_THAT(outcome.err, HasSubstr("interrupted"));
}

TEST(CommandBench, ThesisModelsLeaveNothingToSolveDuringTheRun) {
  const json report = json::parse(run_words({"bench", "thesis", "--json"}).out);
  ASSERT_EQ(report["planar"].size(), 4u);
  ASSERT_EQ(report["space"].size(), 10u);
  for (const char* table : {"planar", "space"}) {
    for (const json& row : report[table]) {
      EXPECT_EQ(row["nonlinear"], 0) << row;
      EXPECT_EQ(row["run_time_solvers"], 0) << row;
      EXPECT_GT(row["steps"], 50) << row;
    }
  }
  // Steps of the models without loops are those of the thesis, more or less; quaternions of a fast
  // gyroscope cost as much as there, auto does not.
  EXPECT_NEAR(report["space"][3]["steps"], 294, 60);
  EXPECT_GT(report["space"][4]["steps"], 10000);
  EXPECT_LT(report["space"][5]["steps"], 600);
  for (const json& row : report["orientation"]) {
    const json& states = row["states"];
    EXPECT_LE(states["auto"]["evaluations"], states["good Cardan angles"]["evaluations"]) << row;
    EXPECT_LT(states["auto"]["error"], 10 * row["tolerance"].get<double>()) << row;
    EXPECT_GT(states["bad Cardan angles"]["steps"], 100 * states["auto"]["steps"].get<int>());
  }
  // At an impact as many unknowns as contacts touch, however many could.
  ASSERT_EQ(report["impacts"].size(), 7u);
  for (const json& row : report["impacts"]) {
    const int n = row["bodies"];
    EXPECT_EQ(row["possible"], n * (n - 1) / 2);
    EXPECT_GT(row["impacts"], 0) << row;
    EXPECT_EQ(row["unknowns"], 1) << row;
    EXPECT_EQ(row["block"], report["impacts"][0]["block"]) << row;
  }
  const Outcome unknown = run_words({"bench", "nothing"});
  EXPECT_NE(unknown.code, 0);
  EXPECT_THAT(unknown.err, HasSubstr("there is no 'nothing'. There are: thesis"));
}

TEST(CommandCompare, TellsWhetherTwoFilesAgree) {
  const ScratchDirectory scratch;
  const std::string ours = scratch.file("ours.mat"), theirs = scratch.file("theirs.csv");
  ASSERT_EQ(run_words({"simulate", "SpringMassDamper", "-o", ours, "--tolerance", "1e-9"}).code, 0);
  ASSERT_EQ(run_words({"simulate", "SpringMassDamper", "-o", theirs, "--variables", "mass.*",
                       "--intervals", "100"})
                .code,
            0);
  const Outcome same = run_words({"compare", ours, theirs});
  EXPECT_EQ(same.code, 0) << same.out << same.err;
  EXPECT_THAT(same.out, HasSubstr("signals agree within 1.0e-03 of the range."));
  const Outcome mapped = run_words({"compare", ours, theirs, "--signals", "mass.v=mass.s"});
  EXPECT_EQ(mapped.code, 1);
  EXPECT_THAT(mapped.out, HasSubstr("1 of 1 signals differ"));
  EXPECT_THAT(mapped.out, HasSubstr("mass.v (reference)"));  // the plot
  const json result = json::parse(run_words({"compare", ours, theirs, "--json"}).out);
  EXPECT_EQ(result["agrees"], true);
}

TEST(CommandCompare, DrawsTheWorstSignalIntoAFile) {
  const ScratchDirectory scratch;
  const std::string ours = scratch.file("ours.csv"), figure = scratch.file("worst.svg");
  ASSERT_EQ(run_words({"simulate", "SpringMassDamper", "-o", ours}).code, 0);
  const Outcome drawn =
      run_words({"compare", ours, ours, "--signals", "mass.s=mass.v,mass.v", "--output", figure});
  EXPECT_EQ(drawn.code, 1) << drawn.err;
  std::ifstream stream(figure);
  const std::string svg{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_THAT(svg, HasSubstr("<svg"));
  EXPECT_THAT(svg, HasSubstr("mass.s (reference)"));
  expect_refused({"compare", ours, ours, "--output", "worst.txt"}, {"Let the name end in .svg"});
}

TEST(CommandCompare, RefusesWhatItCannotCompare) {
  expect_refused({"compare", "one.csv"}, {"needs two files"});
  expect_refused({"compare", "none.csv", "neither.csv"}, {"none.csv"});
  expect_refused({"compare", "a.csv", "b.csv", "c.csv"}, {"takes two files"});
  expect_refused({"compare", "a.csv", "b.csv", "--signals", "=x"}, {"lacks a name"});
}

}  // namespace
}  // namespace multibond
