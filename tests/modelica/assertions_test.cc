// Assertions in text, and what is final.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "modelica/text.h"
#include "multibond/simulate/simulator.h"

namespace multibond::modelica {
namespace {

using testing::HasSubstr;

/// Status, time and message of a run that an assertion ends; "completed" if none does.
std::string ending(const std::string& text, double stop = 5) {
  const Result result = run(text, "M", stop);
  if (result.status == RunStatus::completed) return "completed";
  const Diagnostic& last = result.diagnostics.back();
  return std::string(result.status == RunStatus::failed ? "failed: " : "other: ") + last.text +
         " | " + last.hint;
}

TEST(Assertions, OverVariablesEndTheRunWhereTheyFail) {
  const std::string told = ending(
      "model Tank\n  Real level(start = 0, fixed = true);\nequation\n  der(level) = 1;\n"
      "  assert(level < 2, \"it overflows\");\nend Tank;\n"
      "model M\n  Tank tank;\nend M;\n");
  EXPECT_THAT(told, HasSubstr("failed: The run stopped at t = 2 s: tank: it overflows"));
  EXPECT_THAT(told, HasSubstr("(Text.mo:5)"));
  EXPECT_THAT(told, HasSubstr("The model asserts this"));
}

TEST(Assertions, ThatHoldChangeNothing) {
  EXPECT_EQ(ending("model M\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\n"
                   "  assert(x < 6, \"never\");\nend M;\n"),
            "completed");
}

TEST(Assertions, ThatFailAtTheStartAreTold) {
  EXPECT_THAT(ending("model M\n  Real x(start = 3, fixed = true);\nequation\n  der(x) = -1;\n"
                     "  assert(x < 2, \"too large\");\nend M;\n"),
              HasSubstr("t = 0 s: The model: too large"));
}

TEST(Assertions, OfABranchCountWhereItHolds) {
  const std::string text =
      "model M\n  Real x(start = 0, fixed = true);\n  Real y;\nequation\n  der(x) = 1;\n"
      "  if x < 3 then\n    y = 1;\n    assert(x < LIMIT, \"first\");\n  else\n    y = 2;\n"
      "    assert(x > 2, \"second\");\n  end if;\nend M;\n";
  const auto with = [&](const std::string& limit) {
    std::string own = text;
    return own.replace(own.find("LIMIT"), 5, limit);
  };
  EXPECT_EQ(ending(with("4")), "completed");
  EXPECT_THAT(ending(with("1")), HasSubstr("t = 1 s: The model: first"));
}

TEST(Assertions, OfFunctionsAreWatched) {
  const std::string text =
      "function root\n  input Real x;\n  output Real y;\nalgorithm\n"
      "  assert(x >= 0, \"root of a negative number\");\n  y := sqrt(abs(x));\nend root;\n"
      "model M\n  Real x(start = 1, fixed = true);\n  Real y = EXPRESSION;\nequation\n"
      "  der(x) = -1;\nend M;\n";
  const auto with = [&](const std::string& expression) {
    std::string own = text;
    return own.replace(own.find("EXPRESSION"), 10, expression);
  };
  EXPECT_THAT(ending(with("root(x)")), HasSubstr("t = 1 s"));
  EXPECT_EQ(ending(with("if x > 0 then root(x) else 0")), "completed");
}

TEST(Assertions, InAWhenClauseAreLookedAtWhenItHappens) {
  const std::string text =
      "model M\n  Real x(start = 0, fixed = true);\n  discrete Real n(start = 0);\nequation\n"
      "  der(x) = 1;\n  when x > 1 then\n    n = 1;\n    assert(x > LIMIT, \"too early\");\n"
      "  end when;\nend M;\n";
  const auto with = [&](const std::string& limit) {
    std::string own = text;
    return own.replace(own.find("LIMIT"), 5, limit);
  };
  EXPECT_EQ(ending(with("0.5")), "completed");
  EXPECT_THAT(ending(with("1.5")), HasSubstr("t = 1 s: The model: too early"));
}

TEST(Assertions, NeedATruthValue) {
  EXPECT_THAT(refusal("model M\n  Real x = time;\nequation\n  assert(x, \"x\");\nend M;\n"),
              HasSubstr("4: The condition of an assertion is Real"));
}

// -- final ----------------------------------------------------------------------------------------

TEST(Final, ModifiersCannotBeChangedFromOutside) {
  EXPECT_THAT(refusal("model A parameter Real p = 1; end A;\nmodel B A a(final p = 2); end B;\n"
                      "model M\n  B b(a(p = 3));\nend M;\n"),
              HasSubstr("4: p is final (Text.mo:2), and cannot be changed"));
}

TEST(Final, DeclarationsCannotBeChangedFromOutside) {
  EXPECT_THAT(refusal("model A\n  final parameter Real p = 1;\nend A;\nmodel M\n  A a(p = 3);\n"
                      "end M;\n"),
              HasSubstr("5: p is final (Text.mo:2)"));
}

TEST(Final, AttributesOfTypesCannotBeChanged) {
  const std::string type = "type Length = Real(final unit = \"m\", min = 0);\n";
  EXPECT_THAT(refusal(type + "model M\n  Length x(unit = \"kg\") = 1;\nend M;\n"),
              HasSubstr("3: unit is final (Text.mo:1)"));
  EXPECT_EQ(refusal(type + "model M\n  Length x(min = -1) = 1;\nend M;\n"), "nothing is wrong");
}

// -- whole numbers --------------------------------------------------------------------------------

TEST(WholeNumbers, JumpAtEvents) {
  // The integral of floor(t) up to 3.5 is 1 + 2 + 1.5; without events the steps would miss jumps.
  // Where x has to fall below a whole number, the event is found a little later.
  const std::string text =
      "model M\n  Real x(start = 0, fixed = true);\n  Real y;\nequation\n  y = EXPRESSION;\n"
      "  der(x) = y;\nend M;\n";
  const auto integral = [&](const std::string& expression) {
    std::string own = text;
    own.replace(own.find("EXPRESSION"), 10, expression);
    const Result result = run(own, "M", 3.5);
    EXPECT_EQ(result.status, RunStatus::completed);
    return result.final("x");
  };
  EXPECT_NEAR(integral("floor(time)"), 4.5, 1e-9);
  EXPECT_NEAR(integral("ceil(time)"), 8, 1e-7);
  EXPECT_NEAR(integral("integer(2 - time)"), 1 + 0 - 1 - 2 * 0.5, 1e-7);
  EXPECT_NEAR(integral("div(-time, 1)"), -4.5, 1e-9);
  EXPECT_NEAR(integral("mod(time, 1)"), 1.5 + 0.125, 1e-9);
  EXPECT_NEAR(integral("rem(-time, 1)"), -1.625, 1e-9);
}

TEST(WholeNumbers, OfStatesAreEventsToo) {
  const Result result =
      run("model M\n  Real x(start = 0, fixed = true);\n  Integer n = integer(x);\n"
          "  Real y(start = 0, fixed = true);\nequation\n  der(x) = 2;\n  der(y) = n;\nend M;\n",
          "M", 1.75);
  EXPECT_NEAR(result.final("n"), 3, 0);
  EXPECT_NEAR(result.final("y"), 0.5 + 1 + 0.75,
              1e-8);  // 1 and 2 for half a second, 3 for a quarter
}

TEST(WholeNumbers, AreReachedWhereRoundingFallsShortOfThem) {
  // (time - 0.3) / 0.1 is 2.9999999999999996 at the event of the third period.
  const Result result =
      run("model M\n  Integer n(start = 0, fixed = true);\nequation\n"
          "  when integer((time - 0.3) / 0.1) > pre(n) then\n    n = pre(n) + 1;\n  end when;\n"
          "end M;\n",
          "M", 1.05);
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_NEAR(result.final("n"), 7, 0);
}

TEST(WholeNumbers, QuietlyMakeNoEvents) {
  const System system = flat("model M\n  Real y = noEvent(floor(time));\nend M;\n", "M");
  EXPECT_EQ(system.variables.size(), 1u);
}

// -- the end of a run -----------------------------------------------------------------------------

TEST(EndOfRun, IsAnEvent) {
  const std::string text =
      "model M\n  Real x(start = 0, fixed = true);\n  discrete Real last(start = -1);\n"
      "  Boolean over = terminal();\nequation\n  der(x) = 2;\n"
      "  when terminal() then\n    last = x;\n  end when;\n"
      "  when x > 3 then\n    terminate(\"enough\");\n  end when;\nend M;\n";
  const Result result = run(text);
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_EQ(result.at("last", 0.9), -1);
  EXPECT_NEAR(result.final("last"), 2, 1e-9);
  EXPECT_EQ(result.at("over", 0.9), 0);
  EXPECT_EQ(result.final("over"), 1);
  ASSERT_FALSE(result.events.empty());
  EXPECT_EQ(result.events.back().conditions.front(), "terminal()");
  const Result ended = run(text, "M", 5);
  EXPECT_EQ(ended.status, RunStatus::terminated);
  EXPECT_NEAR(ended.final("last"), 3, 1e-8);
}

TEST(EndOfRun, IsWhereTheUserSaysWhoSteps) {
  Simulator run(compile_model(
      flat("model M\n  discrete Real last(start = 0);\nequation\n  when terminal() then\n"
           "    last = time;\n  end when;\nend M;\n",
           "M")));
  run.initialize();
  run.advance(2);
  EXPECT_EQ(run.get("last"), 0);
  const SimulatorState state = run.save();
  run.finish();
  EXPECT_EQ(run.get("last"), 2);
  run.restore(state);
  run.advance(3);  // it goes on after all
  EXPECT_EQ(run.get("last"), 0);
  run.finish();
  EXPECT_EQ(run.get("last"), 3);
}

TEST(EndOfRun, MayAssert) {
  EXPECT_THAT(ending("model M\n  Real x = time;\nequation\n  when terminal() then\n"
                     "    assert(x > 7, \"not far enough\");\n  end when;\nend M;\n"),
              HasSubstr("failed: The run stopped at t = 5 s: The model: not far enough"));
}

// -- warnings -------------------------------------------------------------------------------------

/// Warnings of a run, each "text (place)".
std::vector<std::string> warnings(const std::string& text, double stop = 5) {
  const Result result = run(text, "M", stop);
  EXPECT_EQ(result.status, RunStatus::completed);
  std::vector<std::string> list;
  for (const Diagnostic& d : result.diagnostics) {
    if (d.severity == Severity::warning) list.push_back(fact(d));
  }
  return list;
}

TEST(Warnings, OfAssertionsAreToldOnceWithTheirTime) {
  using testing::ElementsAre;
  EXPECT_THAT(warnings("model Tank\n  Real level;\nequation\n  level = sin(3 * time);\n"
                       "  assert(level < 0.5, \"half full\", AssertionLevel.warning);\nend Tank;\n"
                       "model M\n  Tank a, b;\nend M;\n"),
              ElementsAre("At t = 0.174533 s: a: half full (Text.mo:5)",
                          "At t = 0.174533 s: b: half full (Text.mo:5)"));
  // At the start, in the branch of an if, and in a when clause.
  EXPECT_THAT(warnings("model M\n  Real x = time;\n  discrete Real n(start = 0);\nequation\n"
                       "  assert(x > 1, \"early\", AssertionLevel.warning);\n"
                       "  if x > 2 then\n    assert(x < 1, \"late\", AssertionLevel.warning);\n"
                       "  end if;\n  when x > 3 then\n    n = 1;\n"
                       "    assert(n > 1, \"small\", level = AssertionLevel.warning);\n"
                       "  end when;\nend M;\n"),
              ElementsAre("At t = 0 s: The model: early (Text.mo:5)",
                          "At t = 2 s: The model: late (Text.mo:7)",
                          "At t = 3 s: The model: small (Text.mo:11)"));
}

TEST(Warnings, OfVariablesBeyondTheirLimits) {
  using testing::ElementsAre;
  EXPECT_THAT(
      warnings("type Level = Real(unit = \"m\", min = 0, max = 2);\nmodel M\n"
               "  Level x(start = 0, fixed = true), y[2](each max = 3);\nequation\n  der(x) = 1;\n"
               "  y = {1, 2 * x};\nend M;\n",
               2.5),
      ElementsAre("y[2] leaves its limits [0, 3] at t = 1.505 s: it is 3.01 m.",
                  "x leaves its limits [0, 2] at t = 2.005 s: it is 2.005 m."));
  EXPECT_THAT(warnings("model M\n  Real x(min = 0, max = 1e60, start = 1, fixed = true);\n"
                       "equation\n  der(x) = -x;\nend M;\n"),
              ElementsAre());
}

TEST(Limits, OfParametersAreKept) {
  const std::string text =
      "type Mass = Real(unit = \"kg\", min = 0);\nmodel A\n  parameter Mass m = 1;\n"
      "  parameter Integer n(min = 1, max = 4) = 2;\n  parameter Real v[2](each max = 3) = {1, "
      "2};\n"
      "end A;\n";
  EXPECT_EQ(refusal(text + "model M\n  A a(m = -2);\nend M;\n"),
            "8: a.m is -2 kg, but must be at least 0 kg.");
  EXPECT_EQ(refusal(text + "model M\n  A a(n = 5);\nend M;\n"),
            "8: a.n is 5, but must be at most 4.");
  EXPECT_EQ(refusal(text + "model M\n  A a(v = {1, 4});\nend M;\n"),
            "8: a.v[2] is 4, but must be at most 3.");
  EXPECT_EQ(refusal(text + "model M\n  parameter Real k = -1;\n  A a(m = 2 * k);\nend M;\n"),
            "9: a.m is -2 kg, but must be at least 0 kg.");
  EXPECT_EQ(refusal(text + "model M\n  A a(m(min = -5) = -2);\nend M;\n"), "nothing is wrong");
  // Also where a compiled model is given another value.
  const auto model = compile_model(
      flat(text + "model M\n  parameter Real k = 1;\n  A a(m = 2 * k);\n  Real x = a.m * time;\n"
                  "end M;\n",
           "M"));
  SimulationOptions options;
  options.set = {{"k", -3}};
  try {
    simulate(model, options);
    ADD_FAILURE() << "a negative mass";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("a.m is -6 kg, but must be at least 0 kg"));
  }
}

}  // namespace
}  // namespace multibond::modelica
