// Runs that end in the middle: what was computed is kept, and the reason is named.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "multibond/model/component.h"
#include "multibond/simulate/simulation.h"
#include "multibond/symbolic/table.h"

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

/// x^3 - 3 x = t - 2 from x = -2: the branch ends at t = 4, where x = -1.
struct Fold : Model {
  Variable x{this, "x"}, y{this, "y"};
  Fold() {
    x.start(-2.0);
    y.start(0.0).fixed();
  }
  void equations() override {
    equation(x * x * x - 3.0 * x, time() - 2.0);
    equation(der(y), 2.0 * x);
  }
};

TEST(FailingRuns, ABranchThatEndsStopsTheRunByName) {
  for (const char* solver : {"dop853", "bdf"}) {
    Fold model;
    const Result result = simulate(model, {.stop = 10, .intervals = 100, .solver = solver});
    EXPECT_EQ(result.status, RunStatus::failed) << solver;
    EXPECT_NEAR(result.times().back(), 4, 0.11) << solver;
    EXPECT_LT(result.final("x"), -0.9) << solver;
    EXPECT_THAT(last_text(result),
                HasSubstr("The solution of the non-linear equations of x cannot be followed"))
        << solver;
    EXPECT_THAT(last_text(result), HasSubstr("fold")) << solver;
  }
}

TEST(FailingRuns, AnEventMayLeadToAnotherBranch) {
  struct Jump : Model {
    Variable x{this, "x"}, y{this, "y"};
    Jump() { x.start(-2.0); }
    void equations() override {
      equation(x * x * x - 3.0 * x, select(time() < 1.0, 0.0, 10.0));
      equation(der(y), 2.0 * x);
    }
  } model;
  const Result result = simulate(model, {.stop = 2});
  ASSERT_EQ(result.status, RunStatus::completed) << last_text(result);
  EXPECT_NEAR(result.at("x", 0.5), -std::sqrt(3.0), 1e-9);
  const double x = result.final("x");
  EXPECT_NEAR(x * x * x - 3 * x, 10, 1e-9);
}

TEST(FailingRuns, AnEquationWithoutSolutionAsksForAStartValue) {
  struct None : Model {
    Variable x{this, "x"};
    void equations() override { equation(x * x + 1.0, time()); }
  };
  None model;
  const Result result = simulate(model, {.stop = 1});
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_THAT(last_text(result), HasSubstr("No solution of the non-linear equations of x was found "
                                           "from the start value x = 0. Give a start value"));
}

TEST(FailingRuns, ATableOutsideItsRangeSaysWhereItIsDefined) {
  struct Valve : Model {
    Variable x{this, "x"}, y{this, "y"};
    std::shared_ptr<const Function> law =
        make_table("valve", {0, 0.5}, {0, 2}, Interpolation::linear, Extrapolation::error);
    Valve() { x.start(0.0).fixed(); }
    void equations() override {
      equation(der(x), 1.0);
      equation(y, call(law, {x}));
    }
  };
  Valve model;
  const Result result = simulate(model, {.stop = 1});
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_THAT(last_text(result),
              HasSubstr("There is no value of valve there: it is defined from 0 to 0.5 only."));
}

}  // namespace
}  // namespace multibond
