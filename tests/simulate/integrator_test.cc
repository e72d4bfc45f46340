/// What every integrator promises: accuracy, direction, limits, restarts, counts, sentences.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../../src/simulate/integrators/detail.h"
#include "multibond/diagnostic.h"
#include "multibond/simulate/integrator.h"
#include "simulate/classics.h"

namespace multibond {
namespace {

using namespace classics;
using testing::HasSubstr;

IntegratorOptions with_tolerance(double tolerance) {
  IntegratorOptions options;
  options.tolerance = tolerance;
  options.fixed_step = 0.002;
  return options;
}

class EveryIntegrator : public testing::TestWithParam<std::string_view> {
 protected:
  std::unique_ptr<Integrator> make(Dynamics& dynamics, double tolerance = 1e-6) const {
    return make_integrator(GetParam(), dynamics, with_tolerance(tolerance));
  }
  bool is(std::string_view name) const { return GetParam() == name; }
  const IntegratorInfo& info() const {
    return *std::find_if(integrator_infos().begin(), integrator_infos().end(),
                         [&](const IntegratorInfo& info) { return info.name == GetParam(); });
  }
};

std::vector<std::string_view> all_names() {
  std::vector<std::string_view> names;
  for (const IntegratorInfo& info : integrator_infos()) names.push_back(info.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Method, EveryIntegrator, testing::ValuesIn(all_names()),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(EveryIntegrator, FollowsAnOscillatorToItsTolerance) {
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    Oscillator oscillator(2);
    auto integrator = make(oscillator, tolerance);
    integrator->start(0, oscillator.start().data());
    ASSERT_EQ(advance(*integrator, 10), StepOutcome::advanced) << integrator->failure();
    // Local errors add up over three swings: ten times the tolerance for the high orders, and by
    // the square root of the step number or more for the many steps of the multistep methods.
    double allowed = 10 * tolerance;
    if (is("bdf") || is("adams") || is("ida"))
      allowed = 100 * tolerance + 5 * std::pow(tolerance, 0.8);
    if (is("rk4")) allowed = 1e-9;
    EXPECT_LT(difference(integrator->state(), oscillator.exact(10)), allowed) << tolerance;
  }
}

TEST_P(EveryIntegrator, IntegratesBackwardToItsStart) {
  Oscillator oscillator(2);
  auto integrator = make(oscillator, 1e-8);
  integrator->start(3, oscillator.exact(3).data());
  ASSERT_EQ(advance(*integrator, -2), StepOutcome::advanced) << integrator->failure();
  EXPECT_EQ(integrator->time(), -2);
  EXPECT_GT(integrator->previous_time(), -2);
  EXPECT_LT(difference(integrator->state(), oscillator.exact(-2)), 1e-5);
  std::vector<double> y(2);
  const double inside = std::midpoint(integrator->previous_time(), integrator->time());
  integrator->interpolate(inside, y.data());
  EXPECT_LT(difference(y.data(), oscillator.exact(inside)), 1e-5);
  EXPECT_GT(integrator->statistics().smallest_step, 0);
}

TEST_P(EveryIntegrator, TurnsRoundAfterARestart) {
  Oscillator oscillator;
  auto integrator = make(oscillator, 1e-8);
  integrator->start(0, oscillator.start().data());
  ASSERT_EQ(advance(*integrator, 1), StepOutcome::advanced);
  const std::vector<double> y(integrator->state(), integrator->state() + 2);
  integrator->start(1, y.data());
  ASSERT_EQ(advance(*integrator, 0), StepOutcome::advanced);
  EXPECT_LT(difference(integrator->state(), oscillator.start()), 1e-6);
}

TEST_P(EveryIntegrator, LandsExactlyOnEveryLimit) {
  Oscillator oscillator;
  auto integrator = make(oscillator, 1e-7);
  integrator->start(0, oscillator.start().data());
  double limit = 0;
  // Far and near, off any grid, and so near that only rounding lies between.
  for (const double distance : {0.1, 1.0 / 3, 1e-9, 1e-14, 2.7, 1e-4, 0.1, 1e-16, 1.0}) {
    limit += distance;
    double before = integrator->time();
    while (integrator->time() != limit) {
      ASSERT_EQ(integrator->step(limit), StepOutcome::advanced) << integrator->failure();
      ASSERT_EQ(integrator->previous_time(), before);
      ASSERT_GT(integrator->time(), before);
      ASSERT_LE(integrator->time(), limit);
      before = integrator->time();
    }
    EXPECT_LT(difference(integrator->state(), oscillator.exact(limit)), 1e-4);
  }
  // At the limit already: nothing happens.
  const std::size_t steps = integrator->statistics().steps;
  EXPECT_EQ(integrator->step(limit), StepOutcome::advanced);
  EXPECT_EQ(integrator->time(), limit);
  EXPECT_EQ(integrator->previous_time(), limit);
  EXPECT_EQ(integrator->statistics().steps, steps);
}

TEST_P(EveryIntegrator, GivesValuesInsideOfEveryStep) {
  Oscillator oscillator;
  auto integrator = make(oscillator, 1e-8);
  integrator->start(0, oscillator.start().data());
  std::vector<double> y(2), before = oscillator.start();
  double largest = 0;
  while (integrator->time() < 5) {
    ASSERT_EQ(integrator->step(5), StepOutcome::advanced);
    for (int i = 0; i <= 8; ++i) {
      const double t = std::lerp(integrator->previous_time(), integrator->time(), i / 8.0);
      integrator->interpolate(t, y.data());
      largest = std::max(largest, difference(y.data(), oscillator.exact(t)));
    }
    integrator->interpolate(integrator->time(), y.data());
    EXPECT_EQ(y, std::vector<double>(integrator->state(), integrator->state() + 2));
    integrator->interpolate(integrator->previous_time(), y.data());
    EXPECT_LT(difference(y.data(), before), 1e-7);
    before.assign(integrator->state(), integrator->state() + 2);
  }
  EXPECT_LT(largest, is("arkode") ? 1e-4 : 3e-6);  // ARKODE interpolates with degree 5 at most
}

TEST_P(EveryIntegrator, GoesOnAfterAJumpAsIfNew) {
  Oscillator oscillator;
  auto integrator = make(oscillator, 1e-8);
  integrator->start(0, oscillator.start().data());
  ASSERT_EQ(advance(*integrator, 1), StepOutcome::advanced);
  const IntegratorStatistics before = integrator->statistics();

  integrator->start(7, oscillator.exact(7).data());
  EXPECT_EQ(integrator->time(), 7);
  EXPECT_EQ(integrator->previous_time(), 7);
  EXPECT_EQ(integrator->state()[0], std::cos(7.0));
  std::vector<double> y(2);
  integrator->interpolate(7, y.data());
  EXPECT_EQ(y, oscillator.exact(7));
  ASSERT_EQ(advance(*integrator, 8), StepOutcome::advanced);
  EXPECT_LT(difference(integrator->state(), oscillator.exact(8)), 1e-6);

  const IntegratorStatistics after = integrator->statistics();
  EXPECT_EQ(before.restarts, 0u);
  EXPECT_EQ(after.restarts, 1u);
  EXPECT_GT(after.steps, before.steps);
  EXPECT_GE(after.rejected, before.rejected);
}

TEST_P(EveryIntegrator, CountsWhatItDoes) {
  Oscillator free;
  Pendulum bound;
  for (Classic* classic : {static_cast<Classic*>(&free), static_cast<Classic*>(&bound)}) {
    if (classic->invariants() > 0 && !info().honours_invariants) continue;
    const std::vector<double> start = classic == &free ? free.start() : bound.start();
    auto integrator = make(*classic, 1e-7);
    std::size_t steps = 0;
    double smallest = 1e300, largest = 0;
    std::vector<double> y(classic->size());
    for (const double begin : {0.0, 1.0}) {
      integrator->start(begin, start.data());
      while (integrator->time() < begin + 1) {
        ASSERT_EQ(integrator->step(begin + 1), StepOutcome::advanced);
        ++steps;
        const double h = integrator->time() - integrator->previous_time();
        smallest = std::min(smallest, h);
        largest = std::max(largest, h);
        integrator->interpolate(integrator->previous_time() + 0.4 * h, y.data());
      }
    }
    const IntegratorStatistics statistics = integrator->statistics();
    EXPECT_EQ(statistics.steps, steps);
    EXPECT_EQ(statistics.evaluations, classic->evaluations);
    EXPECT_EQ(statistics.jacobians, classic->jacobians);
    EXPECT_EQ(statistics.projections, classic->projections);
    EXPECT_EQ(statistics.projections > 0, classic->invariants() > 0);
    EXPECT_EQ(statistics.jacobians > 0, info().implicit);
    EXPECT_EQ(statistics.smallest_step, smallest);
    EXPECT_EQ(statistics.largest_step, largest);
    EXPECT_EQ(statistics.restarts, 1u);
    EXPECT_GE(statistics.last_order, 1);
    EXPECT_EQ(statistics.linear_solver, info().implicit ? "dense" : "");
  }
}

TEST_P(EveryIntegrator, CountsTheStepsThatItsRejectionsCost) {
  if (info().fixed_step) return;  // never rejected
  Arenstorf orbit;
  IntegratorOptions options = with_tolerance(1e-6);
  options.initial_step = 0.5;  // far too large at the start, next to the moon
  auto integrator = make_integrator(GetParam(), orbit, options);
  integrator->start(0, orbit.start().data());
  ASSERT_EQ(integrator->step(1), StepOutcome::advanced);
  EXPECT_EQ(integrator->statistics().steps, 1u);
  EXPECT_GE(integrator->statistics().rejected, 1u);
  EXPECT_LT(integrator->statistics().largest_step, 0.1);
}

TEST_P(EveryIntegrator, KeepsToTheLargestStep) {
  Oscillator oscillator(0.1);
  IntegratorOptions options = with_tolerance(1e-4);
  options.maximum_step = 0.01;
  auto integrator = make_integrator(GetParam(), oscillator, options);
  integrator->start(0, oscillator.start().data());
  ASSERT_EQ(advance(*integrator, 1), StepOutcome::advanced);
  EXPECT_LE(integrator->statistics().largest_step, 0.01 * (1 + 1e-8));
}

TEST_P(EveryIntegrator, StopsAtASingularityAndSaysWhere) {
  testing::internal::CaptureStderr();
  BlowUp explosion;
  auto integrator = make(explosion);
  integrator->start(0, explosion.start().data());
  const StepOutcome outcome = advance(*integrator, 2);
  EXPECT_EQ(outcome, is("rk4") ? StepOutcome::failed : StepOutcome::step_too_small);
  EXPECT_NEAR(integrator->time(), 1, is("rk4") ? 0.02 : 1e-4);
  EXPECT_THAT(integrator->failure(), HasSubstr(std::string(GetParam())));
  EXPECT_THAT(integrator->failure(), HasSubstr("t = "));
  if (!is("rk4")) {
    EXPECT_THAT(integrator->failure(), HasSubstr("reactor.temperature"));
    EXPECT_GT(integrator->state()[0], 1e4);
  }
  EXPECT_TRUE(std::isfinite(integrator->state()[0]));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_P(EveryIntegrator, StopsWhereTheDerivativesHaveNoValueAndPassesTheReasonOn) {
  testing::internal::CaptureStderr();
  NanAfterThree clock;
  auto integrator = make(clock);
  integrator->start(0, clock.start().data());
  const StepOutcome outcome = advance(*integrator, 5);
  EXPECT_EQ(outcome, is("rk4") ? StepOutcome::failed : StepOutcome::step_too_small);
  EXPECT_NEAR(integrator->time(), 3, is("rk4") ? 0.002 : 1e-9);
  EXPECT_NEAR(integrator->state()[0], std::exp(-integrator->time()), 1e-5);
  EXPECT_THAT(integrator->failure(), HasSubstr("t = 3"));
  EXPECT_THAT(integrator->failure(), HasSubstr("no finite value"));
  EXPECT_THAT(integrator->failure(), HasSubstr("clock.y"));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");

  // A new start, and all is well again.
  integrator->start(0, clock.start().data());
  EXPECT_EQ(integrator->failure(), "");
  EXPECT_EQ(advance(*integrator, 3), StepOutcome::advanced);
  EXPECT_EQ(integrator->time(), 3);
}

TEST_P(EveryIntegrator, RefusesToStartWithoutAValue) {
  testing::internal::CaptureStderr();
  NanAfterThree clock;
  auto integrator = make(clock);
  integrator->start(4, clock.start().data());
  EXPECT_EQ(integrator->step(5), StepOutcome::failed);
  EXPECT_EQ(integrator->time(), 4);
  EXPECT_EQ(integrator->state()[0], 1);
  EXPECT_THAT(integrator->failure(), HasSubstr("t = 4"));
  EXPECT_THAT(integrator->failure(), HasSubstr("clock.y"));

  const double nothing = std::numeric_limits<double>::quiet_NaN();
  integrator->start(0, &nothing);
  EXPECT_EQ(integrator->step(1), StepOutcome::failed);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_P(EveryIntegrator, OverlooksNoValueThatIsNoNumber) {
  class Decay : public Classic {
   public:
    explicit Decay(std::size_t n) : Classic(std::vector<double>(n, 1.0)) {}

   protected:
    Evaluation f(double, const double* y, double* ydot) override {
      for (std::size_t i = 0; i < size(); ++i) ydot[i] = -y[i];
      return Evaluation::regular;
    }
    Evaluation df(double, const double*, double* values) override {
      const std::size_t n = size();
      for (std::size_t k = 0; k < n * n; ++k) values[k] = k % (n + 1) == 0 ? -1 : 0;
      return Evaluation::regular;
    }
  };
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const std::size_t n : {1u, 7u, 8u, 9u, 19u}) {
    Decay decay(n);
    for (std::size_t at = 0; at < n; ++at) {
      for (const double wrong : {std::numeric_limits<double>::quiet_NaN(), kInfinity, -kInfinity}) {
        std::vector<double> start(n, 1.0);
        start[at] = wrong;
        auto integrator = make(decay);
        integrator->start(0, start.data());
        EXPECT_EQ(integrator->step(1), StepOutcome::failed) << n << ' ' << at << ' ' << wrong;
      }
    }
  }
}

TEST_P(EveryIntegrator, LetsTimePassInAModelWithoutStates) {
  Nothing nothing;
  auto integrator = make_integrator(GetParam(), nothing, with_tolerance(1e-6));
  EXPECT_EQ(integrator->name(), GetParam());
  integrator->start(1, nullptr);
  ASSERT_EQ(advance(*integrator, 2), StepOutcome::advanced);
  EXPECT_EQ(integrator->time(), 2);
  EXPECT_LT(integrator->previous_time(), 2);
  integrator->interpolate(1.5, nullptr);
  ASSERT_EQ(advance(*integrator, -3), StepOutcome::advanced);
  EXPECT_EQ(integrator->time(), -3);
}

// The constraint can no longer be met after t = 1.
class ComesApart : public Classic {
 public:
  ComesApart() : Classic({1}) {}
  std::size_t invariants() const override { return 1; }
  std::string failure() const override { return "rod is too short by 0.1 m."; }

 protected:
  Evaluation f(double, const double* y, double* ydot) override {
    ydot[0] = -y[0];
    return Evaluation::regular;
  }
  Evaluation df(double, const double*, double* d) override {
    d[0] = -1;
    return Evaluation::regular;
  }
  Evaluation to_invariants(double t, double*) override {
    return t > 1 ? Evaluation::failed : Evaluation::regular;
  }
};

TEST_P(EveryIntegrator, SaysThatTheConstraintsCannotBeMet) {
  if (!info().honours_invariants) return;  // refused, see MakeIntegrator
  ComesApart loop;
  auto integrator = make(loop);
  const double start = 1;
  integrator->start(0, &start);
  const StepOutcome outcome = advance(*integrator, 2);
  EXPECT_EQ(outcome, is("rk4") ? StepOutcome::failed : StepOutcome::step_too_small);
  EXPECT_NEAR(integrator->time(), 1, is("rk4") ? 0.002 : 1e-9);
  EXPECT_NEAR(integrator->state()[0], std::exp(-integrator->time()), 1e-5);
  EXPECT_THAT(integrator->failure(), HasSubstr("constraints cannot be met"));
  EXPECT_THAT(integrator->failure(), HasSubstr("rod is too short"));
}

// Throws where others would return `failed`.
class Throws : public Classic {
 public:
  Throws() : Classic({1}) {}

 protected:
  Evaluation f(double t, const double*, double* ydot) override {
    if (t > 0.5) throw std::runtime_error("the host went away");
    ydot[0] = 1;
    return Evaluation::regular;
  }
  Evaluation df(double, const double*, double* d) override {
    d[0] = 0;
    return Evaluation::regular;
  }
};

TEST_P(EveryIntegrator, LetsExceptionsOfTheModelThrough) {
  Throws model;
  auto integrator = make(model);
  const double start = 0;
  integrator->start(0, &start);
  EXPECT_THROW(advance(*integrator, 1), std::runtime_error);
}

TEST_P(EveryIntegrator, RecoversFromAStepThatLeavesTheDomain) {
  // y' = -sqrt(y) from 1: y = (1 - t/2)^2; a step beyond t = 2 would take the root of y < 0.
  class Draining : public Classic {
   public:
    Draining() : Classic({1}) {}

   protected:
    Evaluation f(double, const double* y, double* ydot) override {
      ydot[0] = -std::sqrt(y[0]);
      return y[0] < 0 ? Evaluation::failed : Evaluation::regular;
    }
    Evaluation df(double, const double* y, double* d) override {
      d[0] = -0.5 / std::sqrt(y[0]);
      return y[0] > 0 ? Evaluation::regular : Evaluation::failed;
    }
  };
  Draining tank;
  auto integrator = make(tank, 1e-8);
  const double start = 1;
  integrator->start(0, &start);
  ASSERT_EQ(advance(*integrator, 1.99), StepOutcome::advanced) << integrator->failure();
  EXPECT_NEAR(integrator->state()[0], 0.005 * 0.005, 1e-6);
}

TEST(MakeIntegrator, NamesTheAlternativesToAnUnknownMethod) {
  Oscillator oscillator;
  try {
    make_integrator("dopri853", oscillator, {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("`dopri853` does not exist"));
    EXPECT_THAT(error.what(), HasSubstr("Did you mean dop853?"));
    EXPECT_THAT(error.what(), HasSubstr("dop853, bdf, adams, arkode, ida, rk4"));
    EXPECT_EQ(error.diagnostics().front().path, "integrator");
  }
}

TEST(MakeIntegrator, RefusesInvariantsByName) {
  Pendulum pendulum;
  for (const IntegratorInfo& info : integrator_infos()) {
    if (info.honours_invariants) {
      EXPECT_NO_THROW(make_integrator(info.name, pendulum, with_tolerance(1e-6)));
      continue;
    }
    try {
      make_integrator(info.name, pendulum, with_tolerance(1e-6));
      FAIL() << info.name;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr(std::string(info.name)));
      EXPECT_THAT(error.what(), HasSubstr("2 invariants"));
      EXPECT_THAT(error.what(), HasSubstr("Use one of dop853, bdf, arkode, rk4."));
    }
  }
}

TEST(MakeIntegrator, AsksForTheStepOfAFixedStepMethod) {
  Oscillator oscillator;
  for (const double step : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    IntegratorOptions options;
    options.fixed_step = step;
    try {
      make_integrator("rk4", oscillator, options);
      FAIL();
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr("fixed_step"));
      EXPECT_THAT(error.what(), HasSubstr("positive"));
      EXPECT_THAT(error.what(), HasSubstr("dop853"));
    }
  }
}

TEST(MakeIntegrator, ReportsAllWrongOptionsAtOnce) {
  Oscillator oscillator;
  IntegratorOptions options;
  options.tolerance = 0;
  options.initial_step = -1;
  options.maximum_step = std::numeric_limits<double>::infinity();
  try {
    make_integrator("bdf", oscillator, options);
    FAIL();
  } catch (const Error& error) {
    ASSERT_EQ(error.diagnostics().size(), 3u);
    EXPECT_EQ(error.diagnostics()[0].path, "tolerance");
    EXPECT_EQ(error.diagnostics()[1].path, "initial_step");
    EXPECT_EQ(error.diagnostics()[2].path, "maximum_step");
  }
}

TEST(Rk4, ConvergesWithOrderFourInsideOfItsStepsToo) {
  double error[2] = {0, 0};
  for (const int i : {0, 1}) {
    Oscillator oscillator;
    IntegratorOptions options;
    options.fixed_step = i == 0 ? 0.1 : 0.05;
    auto rk4 = make_integrator("rk4", oscillator, options);
    rk4->start(0, oscillator.start().data());
    std::vector<double> y(2);
    while (rk4->time() < 5) {
      ASSERT_EQ(rk4->step(5), StepOutcome::advanced);
      const double t = std::midpoint(rk4->previous_time(), rk4->time());
      rk4->interpolate(t, y.data());
      error[i] = std::max(error[i], difference(y.data(), oscillator.exact(t)));
    }
    EXPECT_EQ(rk4->statistics().steps, i == 0 ? 50u : 100u);
  }
  EXPECT_NEAR(std::log2(error[0] / error[1]), 4, 0.3);
}

TEST(Rk4, StaysOnItsGridOverManySteps) {
  Oscillator oscillator;
  IntegratorOptions options;
  options.fixed_step = 0.001;
  auto rk4 = make_integrator("rk4", oscillator, options);
  rk4->start(0, oscillator.start().data());
  for (int i = 0; i < 100000; ++i) rk4->step(1e4);
  EXPECT_EQ(rk4->time(), 100000 * 0.001);
}

/// Wherever it stands: of many values several are looked at together.
TEST(FiniteValues, AreToldFromOthers) {
  using Limits = std::numeric_limits<double>;
  const double usual[] = {0.0, -0.0, 1.5, -Limits::max(), Limits::max(), Limits::denorm_min()};
  const double others[] = {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(),
                           -Limits::quiet_NaN()};
  for (std::size_t n = 0; n <= 40; ++n) {
    std::vector<double> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = usual[i % std::size(usual)];
    EXPECT_TRUE(all_finite(values.data(), n)) << n;
    for (std::size_t i = 0; i < n; ++i) {
      const double before = values[i];
      for (const double other : others) {
        values[i] = other;
        EXPECT_FALSE(all_finite(values.data(), n)) << other << " at " << i << " of " << n;
      }
      values[i] = before;
    }
  }
}

}  // namespace
}  // namespace multibond
