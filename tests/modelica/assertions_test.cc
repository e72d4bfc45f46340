// Assertions in text, and what is final.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "modelica/text.h"

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

TEST(EndOfRun, IsToldNotToBeKnown) {
  const System system = flat(
      "model M\n  discrete Real n(start = 0);\nequation\n  when terminal() then\n    n = 1;\n"
      "  end when;\nend M;\n",
      "M", {.settings = {}, .incomplete = true});
  ASSERT_FALSE(system.diagnostics.empty());
  EXPECT_THAT(system.diagnostics[0].text, HasSubstr("terminal() is false"));
  EXPECT_EQ(system.diagnostics[0].place, "Text.mo:4");
}

}  // namespace
}  // namespace multibond::modelica
