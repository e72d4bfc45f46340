/// What dop853 promises beyond the other integrators: orders, projection, stiffness, leap, no
/// allocation.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "allocations.h"
#include "multibond/simulate/integrator.h"
#include "simulate/classics.h"

namespace multibond {
namespace {

using namespace classics;

// The error test always passes: equal steps of the size given.
IntegratorOptions equal_steps(double h) {
  IntegratorOptions options;
  options.tolerance = 0.9;
  options.initial_step = options.maximum_step = h;
  return options;
}

IntegratorOptions with_tolerance(double tolerance) {
  IntegratorOptions options;
  options.tolerance = tolerance;
  return options;
}

// Errors of the pendulum with equal steps: at the end, and the largest inside of the steps.
struct Errors {
  double end = 0, dense = 0;
};
Errors pendulum_errors(int steps) {
  Pendulum pendulum;
  const double end = 2;
  auto dop853 = make_integrator("dop853", pendulum, equal_steps(end / steps));
  dop853->start(0, pendulum.start().data());
  Errors errors;
  std::vector<double> y(4);
  while (dop853->time() < end) {
    EXPECT_EQ(dop853->step(end), StepOutcome::advanced);
    for (const double theta : {0.1, 0.3, 0.5, 0.7, 0.9}) {
      const double t = std::lerp(dop853->previous_time(), dop853->time(), theta);
      dop853->interpolate(t, y.data());
      errors.dense = std::max(errors.dense, difference(y.data(), pendulum.exact(t)));
    }
  }
  EXPECT_EQ(dop853->statistics().steps, static_cast<std::size_t>(steps));
  EXPECT_EQ(dop853->statistics().rejected, 0u);
  errors.end = difference(dop853->state(), pendulum.exact(end));
  return errors;
}

TEST(Dop853, ConvergesWithOrderEightOnTheProjectedPendulum) {
  // Between two step sizes well above rounding; the order of the method is 8.
  const double order = std::log2(pendulum_errors(24).end / pendulum_errors(48).end);
  EXPECT_GE(order, 7.0);
  EXPECT_LE(pendulum_errors(96).end, 2e-11);
}

TEST(Dop853, DenseOutputConvergesWithOrderSeven) {
  const double order = std::log2(pendulum_errors(24).dense / pendulum_errors(48).dense);
  EXPECT_GE(order, 7.0);
  // Inside the steps the error is of the size it has at their ends.
  EXPECT_LE(pendulum_errors(48).dense, 20 * pendulum_errors(48).end);
}

TEST(Dop853, ProjectionKeepsThePendulumOnItsCircle) {
  Pendulum pendulum;
  auto dop853 = make_integrator("dop853", pendulum, with_tolerance(1e-8));
  dop853->start(0, pendulum.start().data());
  while (dop853->time() < 100) {
    ASSERT_EQ(dop853->step(100), StepOutcome::advanced);
    const double* y = dop853->state();
    ASSERT_NEAR(y[0] * y[0] + y[1] * y[1], 1, 1e-14);
    ASSERT_NEAR(y[0] * y[2] + y[1] * y[3], 0, 1e-14);
  }
  // 42 swings: errors of the phase add up to some five thousand times the tolerance.
  EXPECT_LT(difference(dop853->state(), pendulum.exact(100)), 1e-4);
  EXPECT_EQ(dop853->statistics().projections, dop853->statistics().steps);
}

TEST(Dop853, ProjectionReducesTheErrorManyTimes) {
  double error[2];
  for (const bool projects : {false, true}) {
    Pendulum pendulum;
    pendulum.projects = projects;
    auto dop853 = make_integrator("dop853", pendulum, with_tolerance(1e-8));
    dop853->start(0, pendulum.start().data());
    ASSERT_EQ(advance(*dop853, 100), StepOutcome::advanced);
    error[projects] = difference(dop853->state(), pendulum.exact(100));
  }
  EXPECT_LT(20 * error[true], error[false]);
}

TEST(Dop853, NeedsTwelveEvaluationsAStepAndThreeMoreForItsInside) {
  Oscillator oscillator;
  auto dop853 = make_integrator("dop853", oscillator, with_tolerance(1e-6));
  dop853->start(0, oscillator.start().data());
  dop853->step(10);
  const std::size_t first = dop853->statistics().evaluations;
  dop853->step(10);
  EXPECT_EQ(dop853->statistics().evaluations - first, 12u);
  double y[2];
  dop853->interpolate(dop853->time(), y);
  EXPECT_EQ(dop853->statistics().evaluations - first, 12u);
  dop853->interpolate(std::midpoint(dop853->previous_time(), dop853->time()), y);
  dop853->interpolate(dop853->previous_time(), y);
  EXPECT_EQ(dop853->statistics().evaluations - first, 15u);
  EXPECT_EQ(dop853->statistics().evaluations, oscillator.evaluations);
}

TEST(Dop853, ReportsStiffnessAboutEveryFifteenStepsOfAStiffDecay) {
  ProtheroRobinson stiff(1e5);
  auto dop853 = make_integrator("dop853", stiff, with_tolerance(1e-6));
  dop853->start(0, stiff.start().data());
  std::size_t reports = 0, first = 0;
  for (std::size_t i = 1; i <= 300; ++i) {
    const StepOutcome outcome = dop853->step(1);
    ASSERT_TRUE(outcome == StepOutcome::advanced || outcome == StepOutcome::stiff);
    if (outcome == StepOutcome::stiff && ++reports == 1) first = i;
  }
  EXPECT_GE(reports, 5u);
  EXPECT_LE(reports, 300u / 15);
  EXPECT_LE(first, 100u);
  EXPECT_NEAR(dop853->state()[0], std::sin(dop853->time()), 1e-6);
}

TEST(Dop853, DoesNotTakeAPendulumForStiff) {
  Pendulum pendulum;
  auto dop853 = make_integrator("dop853", pendulum, with_tolerance(1e-6));
  dop853->start(0, pendulum.start().data());
  while (dop853->time() < 100) ASSERT_EQ(dop853->step(100), StepOutcome::advanced);
}

TEST(Dop853, GrowsBySomeHalfAtMostOnceItHasFoundItsSize) {
  Oscillator oscillator;
  IntegratorOptions options = with_tolerance(1e-6);
  options.initial_step = 1e-6;
  auto dop853 = make_integrator("dop853", oscillator, options);
  dop853->start(0, oscillator.start().data());
  double before = 1e-6;
  bool found = false;
  int quick = 0;
  for (int i = 0; i < 60; ++i) {
    ASSERT_EQ(dop853->step(1e3), StepOutcome::advanced);
    const double h = dop853->time() - dop853->previous_time();
    const double growth = h / before;
    if (i > 0) found = found || growth < 1.5;
    EXPECT_LE(growth, (found ? 1.5 : 5) * (1 + 1e-9));
    if (growth > 1.6) ++quick;
    before = h;
  }
  EXPECT_TRUE(found);
  EXPECT_GT(quick, 5);  // six powers of ten in a few steps
}

TEST(Dop853, LeavesNoTinyStepForTheEnd) {
  Oscillator oscillator;
  for (double end = 3; end < 5; end += 0.0371) {
    auto dop853 = make_integrator("dop853", oscillator, with_tolerance(1e-6));
    dop853->start(0, oscillator.start().data());
    ASSERT_EQ(advance(*dop853, end), StepOutcome::advanced);
    EXPECT_EQ(dop853->time(), end);
    // The last two steps share what remains; the start alone may be smaller.
    EXPECT_GE(dop853->time() - dop853->previous_time(), 0.3 * dop853->statistics().largest_step);
  }
}

TEST(Dop853, RemembersItsStepSizeOverNearLimits) {
  Oscillator oscillator;
  auto dop853 = make_integrator("dop853", oscillator, with_tolerance(1e-6));
  dop853->start(0, oscillator.start().data());
  ASSERT_EQ(advance(*dop853, 10), StepOutcome::advanced);
  const double usual = dop853->statistics().largest_step;
  for (int i = 1; i <= 20; ++i) ASSERT_EQ(advance(*dop853, 10 + 0.001 * i), StepOutcome::advanced);
  dop853->step(100);
  EXPECT_GE(dop853->time() - dop853->previous_time(), 0.7 * usual);
}

// y' = cos t, but a stage nearer than 0.01 to t = 1 is rank-deficient and amplifies errors, as the
// constraint forces of a mechanism in a singular position do.
class SingularAtOne : public Classic {
 public:
  explicit SingularAtOne(bool reports) : Classic({1}), reports_(reports) {}

 protected:
  Evaluation f(double t, const double*, double* ydot) override {
    const bool near = std::abs(t - 1) < 0.01;
    ydot[0] = 8 * std::cos(8 * t) + (near ? 0.1 : 0);
    return near && reports_ ? Evaluation::singular : Evaluation::regular;
  }
  Evaluation df(double, const double*, double* d) override {
    d[0] = 0;
    return Evaluation::regular;
  }

 private:
  bool reports_;
};

TEST(Dop853, LeapsOverSingularPositionsInsteadOfCreepingIn) {
  std::size_t steps[2];
  double error[2];
  for (const bool reports : {false, true}) {
    SingularAtOne singular(reports);
    auto dop853 = make_integrator("dop853", singular, with_tolerance(1e-8));
    const double start = 0;
    dop853->start(0, &start);
    ASSERT_EQ(advance(*dop853, 2), StepOutcome::advanced);
    steps[reports] = dop853->statistics().steps;
    error[reports] = std::abs(dop853->state()[0] - std::sin(16.0));
  }
  EXPECT_LT(error[true], 1e-7);
  EXPECT_GT(error[false], 1e-4);
  EXPECT_LT(2 * steps[true], steps[false]);
}

TEST(Dop853, DoesNotAllocateWhileStepping) {
  Pendulum pendulum;
  auto dop853 = make_integrator("dop853", pendulum, with_tolerance(1e-8));
  const std::vector<double> start = pendulum.start();
  double y[4];
  const std::size_t before = test::allocations;
  dop853->start(0, start.data());
  for (int i = 0; i < 200; ++i) {
    dop853->step(100);
    dop853->interpolate(std::midpoint(dop853->previous_time(), dop853->time()), y);
  }
  EXPECT_EQ(test::allocations, before);
  EXPECT_GT(dop853->statistics().rejected, 0u);
}

}  // namespace
}  // namespace multibond
