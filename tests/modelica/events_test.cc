// Events as Modelica means them: all equations of an event hold together.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "modelica/text.h"

namespace multibond::modelica {
namespace {

using testing::HasSubstr;

TEST(Events, WhenClausesSeeTheNewValuesOfOthers) {
  const Result result = run(R"(
    model M discrete Real a(start = 0), b(start = 0), c(start = 0);
    equation
      when time > 0.5 then a = 2 * b; end when;
      when time > 0.5 then b = 3 + c; end when;
      when time > 0.5 then c = 10; end when; end M;)");
  EXPECT_EQ(result.at("a", 0.4), 0);
  EXPECT_EQ(result.final("c"), 10);
  EXPECT_EQ(result.final("b"), 13);
  EXPECT_EQ(result.final("a"), 26);
}

TEST(Events, AnImpactIsSolvedAsASystem) {
  // The velocities after the impact and the impulse depend on each other.
  const Result result = run(R"(
    model M parameter Real m1 = 2, m2 = 1, e = 0.5;
      Real x1(start = 0, fixed = true), v1(start = 3, fixed = true);
      Real x2(start = 1, fixed = true), v2(start = 0, fixed = true);
      discrete Real w1(start = 0), w2(start = 0), p(start = 0);
    equation
      der(x1) = v1; der(x2) = v2; der(v1) = 0; der(v2) = 0;
      when x1 > x2 then
        p = m1 * (v1 - w1);
        w1 = w2 - e * (v1 - v2);
        w2 = v2 + p / m2;
        reinit(v1, w1);
        reinit(v2, w2);
      end when; end M;)");
  // Momentum 6 is kept, and the relative velocity is half of what it was, reversed.
  EXPECT_NEAR(result.final("v1"), 1.5, 1e-9);
  EXPECT_NEAR(result.final("v2"), 3.0, 1e-9);
  EXPECT_NEAR(result.final("p"), 3.0, 1e-9);
  EXPECT_NEAR(result.final("x1"), 1 + 1.5 * (1 - 1.0 / 3), 1e-8);
}

TEST(Events, AnEventGoesOnUntilNothingChanges) {
  const Result result = run(R"(
    model M Boolean a = time > 0.5; Boolean b(start = false), c(start = false); Real t(start = -1);
    equation b = pre(a); c = pre(b);
      when c then t = time; end when; end M;)");
  EXPECT_NEAR(result.final("t"), 0.5, 1e-9);
  EXPECT_EQ(result.final("c"), 1);
}

TEST(Events, WhatHoldsByItsOwnPastSettles) {
  // With the values before the event neither answer is right: as soon as it slips, the path is
  // below what made it slip. That it slips is remembered on the way.
  const Result result = run(R"(
    model M Boolean slips(start = false, fixed = true); Real path, a, f, pull = 2 * time;
    equation
      slips = path > 1.1 or pre(slips) and path > 1;
      a = if slips then path - 1 else 0;
      f = if slips then 1 else path;
      10 * a = pull - f; end M;)");
  EXPECT_EQ(result.at("a", 0.5), 0);
  EXPECT_NEAR(result.at("a", 0.6), 0.02, 1e-9);
  EXPECT_NEAR(result.final("a"), 0.1, 1e-9);
}

TEST(Events, ContradictionsOfTheSizeOfRoundingAreNone) {
  // A diode whose current is the small difference of large ones.
  const Result result = run(R"(
    model M Boolean off; Real s, u = time - 0.5;
    equation off = s < 0; s = if off then u else u - 1e-9; end M;)");
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_EQ(result.at("off", 0.4), 1);
  EXPECT_EQ(result.final("off"), 0);
}

TEST(Events, DryFrictionSticksAndSlides) {
  // Slides to a halt within a second, sticks under half of what would move it, and is then pushed.
  const Result result = run(R"(
    model M parameter Real most = 1.2, sliding = 1;
      Real v(start = 1, fixed = true), s(start = 0, fixed = true), a, f, pull;
      Real path "force while it sticks, acceleration and friction while it slides";
      Integer way(start = 1, fixed = true);
      Boolean sticks, leaves_up(start = false), leaves_down(start = false);
    equation
      pull = if time < 2 then 0 elseif time < 3 then 0.6 else 2;
      der(s) = v; der(v) = a; a = pull - f;
      leaves_up = pre(way) == 0 and (path > most or pre(leaves_up) and path > sliding);
      leaves_down = pre(way) == 0 and (path < -most or pre(leaves_down) and path < -sliding);
      sticks = pre(way) == 0 and not leaves_up and not leaves_down;
      a = if sticks then 0 elseif pre(way) == 1 or leaves_up then path - sliding
          else path + sliding;
      f = if sticks then path elseif pre(way) == 1 or leaves_up then sliding else -sliding;
      way = if (pre(way) == 1 or leaves_up) and v > 0 then 1
            elseif (pre(way) == -1 or leaves_down) and v < 0 then -1 else 0;
    end M;)",
                            "M", 4);
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_NEAR(result.at("s", 1.5), 0.5, 1e-8);
  EXPECT_EQ(result.at("sticks", 1.5), 1);
  EXPECT_NEAR(result.at("f", 2.5), 0.6, 1e-9);
  EXPECT_NEAR(result.at("v", 2.9), 0, 1e-9);
  EXPECT_NEAR(result.final("v"), 1, 1e-8);
  EXPECT_NEAR(result.final("s"), 1, 1e-8);
}

TEST(Events, TheFirstBranchThatBecomesTrueCounts) {
  const Result result = run(R"(
    model M Integer n(start = 0), m(start = 0);
    equation
      when time > 0.25 then n = 1; elsewhen {time > 0.25, time > 0.5} then n = 2; m = pre(m) + 1;
      elsewhen time > 0.75 then n = pre(n) + 10; end when; end M;)");
  EXPECT_EQ(result.at("n", 0.3), 1);
  EXPECT_EQ(result.at("m", 0.3), 0);
  EXPECT_EQ(result.at("n", 0.6), 2);
  EXPECT_EQ(result.final("n"), 12);
  EXPECT_EQ(result.final("m"), 1);
}

TEST(Events, AWhenStatementOfAnAlgorithmAssignsInOrder) {
  const Result result = run(R"(
    model M Integer n(start = 0); Real y(start = 0), z;
    algorithm
      when sample(0, 0.3) then n := pre(n) + 1; y := 10 * n; y := y + 1; end when;
      z := y + 0.5; end M;)");
  EXPECT_EQ(result.final("n"), 4);  // at 0, 0.3, 0.6, 0.9
  EXPECT_EQ(result.final("y"), 41);
  EXPECT_EQ(result.final("z"), 41.5);
}

TEST(Events, WhatIsTrueAtTheStartDoesNotBecomeTrue) {
  const Result result = run(R"(
    model M Integer a(start = 5), b(start = 5), c(start = 0);
    equation
      when time >= 0 then a = 1; end when;
      when {initial(), time > 2} then b = 2; end when;
      when {initial(), time > 0.5} then c = pre(c) + 1; end when; end M;)");
  EXPECT_EQ(result.final("a"), 5);
  EXPECT_EQ(result.at("b", 0), 2);
  EXPECT_EQ(result.at("c", 0.1), 1);
  EXPECT_EQ(result.final("c"), 2);
}

TEST(Events, InitialEquationsGiveValuesBeforeTheFirstEvent) {
  const Result result = run(R"(
    model M discrete Real x; Integer n; Boolean b;
    initial equation pre(x) = 7; n = 3; pre(b) = true;
    equation when time > 0.5 then x = pre(x) + 1; n = pre(n) + 1; end when;
      b = pre(b) and time < 0.75; end M;)");
  EXPECT_EQ(result.at("x", 0.25), 7);
  EXPECT_EQ(result.final("x"), 8);
  EXPECT_EQ(result.final("n"), 4);
  EXPECT_EQ(result.at("b", 0.6), 1);
  EXPECT_EQ(result.final("b"), 0);
}

TEST(Events, EdgesAndChangesAreSeenOnce) {
  const Result result = run(R"(
    model M Boolean b = sin(20 * time) > 0; Integer rises(start = 0), changes(start = 0);
    equation when edge(b) then rises = pre(rises) + 1; end when;
      when change(b) then changes = pre(changes) + 1; end when; end M;)");
  // 20 rad are three turns and a bit: up at 2 pi, 4 pi, 6 pi, down at pi, 3 pi, 5 pi; and up at
  // the start, where the sine begins to rise.
  EXPECT_EQ(result.final("rises"), 4);
  EXPECT_EQ(result.final("changes"), 7);
}

TEST(Events, WholeNumbersAreCompared) {
  const Result result = run(R"(
    model M Integer n(start = 0); Real y;
    equation when sample(0.2, 0.2) then n = pre(n) + 1; end when;
      y = if n == 2 then 5 else 0; end M;)");
  EXPECT_EQ(result.at("y", 0.3), 0);
  EXPECT_EQ(result.at("y", 0.5), 5);
  EXPECT_EQ(result.at("y", 0.7), 0);
}

TEST(Events, SamplesBeginWithTheRun) {
  Library library;
  library.load_text("Text.mo",
                    "model M Integer n(start = 0);\nequation when sample(0, 0.25) then "
                    "n = pre(n) + 1; end when; end M;");
  SimulationOptions options;
  options.start = 0.6;
  options.stop = 1.1;
  const Result result = simulate(compile_model(flatten(library, "M")), options);
  EXPECT_EQ(result.final("n"), 2);  // at 0.75 and 1
}

TEST(Events, WhatIsUndeterminedForAWhileIsLeast) {
  // As the temperature of a fluid that rests: any value satisfies the equation.
  const Result result = run(R"(
    model M Real q, a, b;
    equation q = if time < 0.5 then 0 else 2; q * a = q * 3; b = a + 1; end M;)");
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_EQ(result.at("b", 0.25), 1);
  EXPECT_NEAR(result.final("b"), 4, 1e-12);
}

TEST(Events, WhatRestsUpToRoundingRestsAtTheStart) {
  // Which way a bearing begins to slip is not for the last digit to say.
  const Result result = run(R"(
    model M
      Real v(start = 2), w(start = 0), u(start = 1), x(start = 0, fixed = true);
    initial equation
      v + 3*w + 0.1*u = 0.7; v - 7*w + 0.3*u = 1.1; 0.1*v + 0.2*w + 1.3*u = 2.65;
    equation
      der(v) = 0; der(w) = 0; der(u) = 0;
      der(x) = if w > 0 then 1 elseif w < 0 then -1 else 0;
    end M;)");
  EXPECT_NEAR(result.final("v"), 0.5, 1e-12);
  EXPECT_EQ(result.final("x"), 0);
}

TEST(Events, TwoEquationsForOneVariableAreTooMany) {
  EXPECT_THAT(refusal("model M discrete Real x(start = 0);\nequation\n"
                      "  when time > 1 then x = 1; end when;\n"
                      "  when time > 2 then x = 2; end when;\nend M;\n"),
              testing::Not(HasSubstr("nothing is wrong")));
}

// -- if in when -----------------------------------------------------------------------------------

TEST(IfInWhen, ChoosesWhatHappens) {
  const Result result = run(R"(
    model M Real u = sin(time); Integer up(start = 0, fixed = true), down(start = 0, fixed = true);
      discrete Real last(start = 0); Real v(start = 0, fixed = true);
    equation
      der(v) = 0;
      when sample(0.5, 0.5) then
        if u > 0.9 then
          up = pre(up) + 1; down = pre(down); last = u; reinit(v, 10);
        elseif u > 0 then
          last = -u; up = pre(up); down = pre(down);
        else
          down = pre(down) + 1; last = pre(last); up = pre(up);
          if u < -0.9 then reinit(v, -10); end if;
        end if;
      end when; end M;)",
                            "M", 6.2);
  // Samples at 0.5, 1, ..., 6: above 0.9 at 1.5 and 2, between at 0.5, 1, 2.5, 3, below zero 3.5
  // on.
  EXPECT_EQ(result.final("up"), 2);
  EXPECT_EQ(result.final("down"), 6);
  EXPECT_NEAR(result.at("last", 1.9), std::sin(1.5), 1e-12);
  EXPECT_NEAR(result.final("last"), -std::sin(3), 1e-12);
  EXPECT_EQ(result.at("v", 1.4), 0);
  EXPECT_EQ(result.at("v", 4.4), 10);
  EXPECT_EQ(result.final("v"), -10);
}

TEST(IfInWhen, InAnAlgorithm) {
  const Result result = run(R"(
    model M Real x(start = 0, fixed = true); Integer n(start = 0, fixed = true);
    equation der(x) = 1;
    algorithm
      when x >= 1 then
        n := pre(n) + 1;
        if n < 3 then reinit(x, 0.5); elseif n > 2 then terminate("three"); end if;
      end when; end M;)",
                            "M", 5);
  EXPECT_EQ(result.status, RunStatus::terminated);
  EXPECT_EQ(result.final("n"), 3);
  EXPECT_NEAR(result.times().back(), 2, 1e-8);
}

TEST(IfInWhen, AtTheStart) {
  const std::string text = R"(
    model M parameter Real p = 1; Real x(start = P, fixed = true);
    equation der(x) = 1;
      when initial() then if x > 1 then reinit(x, 0); end if; end when; end M;)";
  const auto final = [&](const std::string& start) {
    std::string own = text;
    return run(own.replace(own.find("= P") + 2, 1, start), "M", 3).final("x");
  };
  EXPECT_NEAR(final("2"), 3, 1e-9);
  EXPECT_NEAR(final("0.5"), 3.5, 1e-9);  // also when it is above 1 later
}

}  // namespace
}  // namespace multibond::modelica
