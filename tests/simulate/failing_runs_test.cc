// Runs that end in the middle: what was computed is kept, and the reason is named.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "multibond/model/component.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string last_text(const Result& result) {
  const Diagnostic& last = result.diagnostics.back();
  return last.text + ' ' + last.hint;
}

TEST(FailingRuns, AModeThatCannotBeCompiledEndsTheRunWithItsResults) {
  struct Stuck : Model {
    Variable x{this, "x"}, y{this, "y"};
    void equations() override {
      equation(der(x), 1.0);
      either(
          x < 0.5, [&] { equation(y, x); }, [&] { equation(x, 3.0); });
    }
  } model;
  const Result result = simulate(model, {.stop = 1, .intervals = 100});
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_NEAR(result.times().back(), 0.5, 1e-9);
  EXPECT_GT(result.rows(), 49u);
  EXPECT_THAT(last_text(result), HasSubstr("cannot switch"));
}

TEST(FailingRuns, AVariableWithoutAValueEndsTheRunThoughNoStateNeedsIt) {
  struct Rootless : Model {
    Variable x{this, "x"}, y{this, "y"}, z{this, "z"};
    void equations() override {
      equation(der(x), 1.0);
      equation(y, sqrt(0.505 - x));
      equation(z, 2.0 * y);
    }
  } model;
  const Result result = simulate(model, {.stop = 1, .intervals = 100});
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_THAT(last_text(result), HasSubstr("y is not a number at t = 0.51 s"));
  EXPECT_NEAR(result.times().back(), 0.5, 1e-9);
  EXPECT_NEAR(result.at("z", 0.25), 2 * std::sqrt(0.255), 1e-9);
}

TEST(FailingRuns, TwoNewValuesOfOneVariableAreRefused) {
  struct Twice : Model {
    Discrete n{this, "n"};
    void equations() override {
      when(time() > 0.5, [&] { assign(n, 1.0); });
      when(time() >= 0.5, [&] { assign(n, 2.0); });
    }
  } model;
  const Result result = simulate(model, {.stop = 1});
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_THAT(last_text(result), HasSubstr("Two when clauses give n different values"));
  EXPECT_THAT(last_text(result), HasSubstr("in one when clause"));
}

TEST(FailingRuns, ANewValueThatIsNoNumberSpeaksOfTheWhenClause) {
  struct Wrong : Model {
    Discrete n{this, "n"};
    void equations() override {
      when(time() > 0.5, [&] { assign(n, sqrt(0.25 - time())); });
    }
  } model;
  const Result result = simulate(model, {.stop = 1});
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_THAT(last_text(result), HasSubstr("The new value of n is not a finite number"));
  EXPECT_THAT(last_text(result), Not(HasSubstr("hysteresis")));
}

TEST(FailingRuns, AConditionWithoutValueIsNamed) {
  struct Root : Model {
    Variable x{this, "x"}, y{this, "y"};
    Root() { x.start(0.0).fixed(); }
    void equations() override {
      equation(der(x), 0.0);
      equation(y, select(sqrt(x) < 1.0, 1.0, 2.0));
    }
  } model;
  // The rate of sqrt(x) at x = 0 is 0 / 0.
  const Result result = simulate(model, {.stop = 1});
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_THAT(last_text(result), HasSubstr("The condition sqrt(x) < 1 of the model has no finite"));
}

TEST(FailingRuns, AStateThatIsNoNumberIsNamed) {
  struct Fine : Model {
    Variable x{this, "level"};
    void equations() override { equation(der(x), 1.0); }
  } model;
  CompiledDynamics dynamics(compile_model(model)->first());
  const double y = std::nan("");
  double f = 0;
  EXPECT_EQ(dynamics.derivatives(0, &y, &f), Evaluation::failed);
  EXPECT_THAT(dynamics.failure(), HasSubstr("level is not a finite number"));
}

}  // namespace
}  // namespace multibond
