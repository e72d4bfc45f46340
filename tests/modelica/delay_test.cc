// delay(): what an expression was some time ago.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "modelica/text.h"
#include "multibond/analyze/linearize.h"
#include "multibond/simulate/simulator.h"

namespace multibond::modelica {
namespace {

using testing::HasSubstr;

/// x' = -x(t - 1) from x = 1, by the method of steps: 1 - t up to t = 1, then
/// 1 - t + (t - 1)^2 / 2 up to t = 2, and so on.
double steps(double t) {
  double sum = 1, factorial = 1;
  for (int k = 1; t > k - 1; ++k) {
    factorial *= -k;
    sum += std::pow(t - (k - 1), k) / factorial;
  }
  return sum;
}

/// How much it changes in some time by what was before.
double change(double from, double to) { return steps(to) - steps(from); }

const std::string kFeedback = R"(
  model M parameter Real T = 1; Real x(start = 1, fixed = true);
  equation der(x) = -delay(x, T); end M;)";

TEST(Delay, OfAStateFeedsItBack) {
  const Result result = run(kFeedback, "M", 5);
  for (const double t : {0.5, 1.0, 1.7, 2.5, 4.2, 5.0}) {
    EXPECT_NEAR(result.at("x", t), steps(t), 1e-6) << t;  // rows are joined by lines
  }
  EXPECT_NEAR(result.final("x"), steps(5), 1e-7);
}

TEST(Delay, IsTheSameWithAllMethods) {
  const auto model = compile_model(flat(kFeedback, "M"));
  for (const char* solver : {"dop853", "bdf", "arkode", "rk4"}) {
    SimulationOptions options;
    options.stop = 3;
    options.tolerance = 1e-10;
    options.solver = solver;
    options.fixed_step = 0.01;
    EXPECT_NEAR(simulate(model, options).final("x"), steps(3), 1e-6) << solver;
  }
}

TEST(Delay, IsWhatItWasAtTheStartUntilThen) {
  const Result result = run(R"(
    model M Real x = 3 + time; Real y = delay(x, 0.5); Real z = delay({x, 2 * x}, 0.25) * {1, 1};
    end M;)");
  EXPECT_NEAR(result.at("y", 0.3), 3, 1e-12);
  EXPECT_NEAR(result.final("y"), 3.5, 1e-12);
  EXPECT_NEAR(result.final("z"), 3 * 3.75, 1e-12);
}

TEST(Delay, JumpsComeBackAtTheirInstant) {
  const Result result = run(R"(
    model M Real u = if time > 0.5 then 1 else 0; Real y = delay(u, 0.3);
      Real area(start = 0, fixed = true); Integer n(start = 0, fixed = true);
    equation
      der(area) = y;
      when y > 0.5 then n = pre(n) + 1; end when; end M;)");
  EXPECT_NEAR(result.final("area"), 0.2, 1e-9);
  EXPECT_EQ(result.at("n", 0.79), 0);
  EXPECT_EQ(result.final("n"), 1);
  bool told = false;
  for (const EventRecord& event : result.events) told = told || std::abs(event.time - 0.8) < 1e-12;
  EXPECT_TRUE(told);
}

TEST(Delay, InALoopWithItself) {
  // At the start y = 1 + y / 2, so 2 from the beginning; after the step u counts by halves.
  const Result result = run(R"(
    model M Real u = if time > 0.5 then 1 else 0; Real y = 1 + 0.5 * delay(y, 1) + u; end M;)",
                            "M", 3);
  EXPECT_NEAR(result.at("y", 0.25), 2, 1e-12);
  EXPECT_NEAR(result.at("y", 1.25), 3, 1e-12);
  EXPECT_NEAR(result.at("y", 2.25), 3.5, 1e-12);
  EXPECT_NEAR(result.final("y"), 3.75, 1e-12);
}

TEST(Delay, MayVaryUpToItsLimit) {
  const Result result = run(R"(
    model M Real T = 0.5 + 0.2 * sin(time); Real x(start = 0, fixed = true);
      Real y = delay(x, T, 1); Real z = delay(y, 0.1);
    equation der(x) = 1 + x; end M;)",
                            "M", 2);
  const auto x = [](double t) { return std::exp(t) - 1; };
  const auto y = [&](double t) { return x(t - 0.5 - 0.2 * std::sin(t)); };
  EXPECT_NEAR(result.final("y"), y(2), 1e-8);
  EXPECT_NEAR(result.final("z"), y(1.9), 1e-8);
  const Result longer = run(R"(
    model M Real y = delay(time, 0.1 + time, 1); end M;)",
                            "M", 3);
  EXPECT_EQ(longer.status, RunStatus::failed);
  EXPECT_THAT(longer.diagnostics.back().text, HasSubstr("longer than its delayMax of 1 s"));
}

TEST(Delay, ByAParameterThatIsSet) {
  const auto model = compile_model(flat(kFeedback, "M"));
  SimulationOptions options;
  options.stop = 2;
  options.tolerance = 1e-9;
  options.set = {{"T", 2}};
  EXPECT_NEAR(simulate(model, options).final("x"), -1, 1e-9);
}

TEST(Delay, ThatGrowsBeyondWhatIsKeptIsRefused) {
  Simulator run(compile_model(flat(kFeedback, "M")));
  run.set("T", 0.01);
  run.initialize();
  run.advance(10);
  run.set("T", 0.005);
  run.advance(11);
  EXPECT_EQ(run.status(), RunStatus::completed);
  run.set("T", 9.0);
  EXPECT_EQ(run.advance(12), RunStatus::failed);
  EXPECT_THAT(run.diagnostics().back().text, HasSubstr("what was so long ago is not kept"));
}

TEST(Delay, IsSavedAndRestoredWithTheRun) {
  const auto model = compile_model(flat(kFeedback, "M"));
  for (const char* solver : {"dop853", "bdf"}) {
    SimulatorOptions options;
    options.tolerance = 1e-9;
    options.solver = solver;
    Simulator whole(model, options), steps_of_it(model, options);
    whole.initialize();
    whole.advance(3);
    steps_of_it.initialize();
    for (double t = 0.1; t < 1.45; t += 0.1) steps_of_it.advance(t);
    const SimulatorState state = steps_of_it.save();
    Simulator other(model, options);
    other.restore(state);
    for (Simulator* run : {&steps_of_it, &other}) {
      run->advance(3);
      EXPECT_EQ(run->get("x"), whole.get("x")) << solver;
    }
    // What is changed on the way counts from then on.
    other.restore(state);
    other.set("x", 5.0);
    const double then = state.time();
    other.advance(then + 0.5);
    EXPECT_NEAR(other.get("x") - 5, change(then, then + 0.5), 1e-7) << solver;
  }
}

TEST(Delay, OfARecordedRunIsThatOfItsRows) {
  const Result result = run(R"(
    model M Real x = sin(time); Real y = delay(x, 0.5); Real late = y - sin(time - 0.5);
    end M;)",
                            "M", 4);
  for (std::size_t row = 0; row < result.rows(); ++row) {
    if (result.times()[row] < 0.5) continue;
    EXPECT_NEAR(result.at("late", result.times()[row]), 0, 1e-8);
  }
}

TEST(Delay, IsHeldInALinearizationThatSaysSo) {
  const Linearization linear = linearize(compile_model(flat(R"(
    model M Real x(start = 1, fixed = true); equation der(x) = -4 * delay(x, 0.3) - x; end M;)",
                                                            "M")),
                                         {});
  ASSERT_EQ(linear.eigenvalues.size(), 1U);
  EXPECT_NEAR(linear.eigenvalues[0].real(), -1, 1e-9);
  ASSERT_EQ(linear.diagnostics.size(), 2U);
  EXPECT_THAT(linear.diagnostics[0].text, HasSubstr("What delay() gives"));
  EXPECT_THAT(linear.diagnostics[1].text, HasSubstr("no equilibrium"));
  const Linearization pure = linearize(compile_model(flat(R"(
    model M Real x(start = 1, fixed = true); equation der(x) = -4 * delay(x, 0.3); end M;)",
                                                          "M")),
                                       {});
  ASSERT_EQ(pure.diagnostics.size(), 2U);
  EXPECT_THAT(pure.diagnostics[1].text, testing::Not(HasSubstr("nothing depends on")));
}

TEST(Delay, ThatIsWrongIsTold) {
  const auto with = [](const std::string& call) {
    return refusal("model M\n  Real x(start = 0, fixed = true), T = time;\nequation\n  der(x) = " +
                   call + ";\nend M;\n");
  };
  EXPECT_EQ(with("delay(x, -1)"), "4: The delay of delay() is -1 s: it must not be negative.");
  EXPECT_EQ(with("delay(x, T)"), "4: The time of delay() varies, and its limit is not known.");
  EXPECT_EQ(with("delay(x, 2, 1)"),
            "4: The delay of delay() is 2 s, longer than its delayMax of 1 s.");
  EXPECT_EQ(with("delay(x)"), "4: delay() takes an expression, a time, and the longest time.");
  EXPECT_THAT(refusal("model M\n  Real x, y = 1;\nequation\n  y = delay(x, 1);\nend M;\n"),
              HasSubstr("one equation too few. Free: delayed[1] (what is delayed)"));
  EXPECT_EQ(with("delay(x, 0)"), "nothing is wrong");
  EXPECT_THAT(refusal("model M\n  Real x, v;\nequation\n  x = delay(sin(time), 1);\n"
                      "  v = der(x);\nend M;\n"),
              HasSubstr("4: The equations need the derivative of delay(), which has none"));
}

}  // namespace
}  // namespace multibond::modelica
