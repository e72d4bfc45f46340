/// Classic problems against published end values, closed forms and an independent series.
///
/// Tolerances in the tests: the local tolerance times what the problem is known to amplify it by,
/// with about a factor of three to spare; the comments say what was seen.
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include <gtest/gtest.h>

#include "multibond/simulate/integrator.h"
#include "simulate/classics.h"

namespace multibond {
namespace {

using namespace classics;

struct Finished {
  std::vector<double> end;
  IntegratorStatistics statistics;
};

Finished finish(std::string_view method, Classic& classic, const std::vector<double>& start,
                double end, IntegratorOptions options) {
  auto integrator = make_integrator(method, classic, options);
  integrator->start(0, start.data());
  EXPECT_EQ(advance(*integrator, end), StepOutcome::advanced) << integrator->failure();
  EXPECT_EQ(integrator->time(), end);
  return {{integrator->state(), integrator->state() + classic.size()}, integrator->statistics()};
}

IntegratorOptions with_tolerance(double tolerance,
                                 LinearAlgebra algebra = LinearAlgebra::automatic) {
  IntegratorOptions options;
  options.tolerance = tolerance;
  options.linear_algebra = algebra;
  return options;
}

// Largest relative error of a component: every published digit counts, the small ones too.
double relative_error(const std::vector<double>& y, const std::vector<double>& expected) {
  double largest = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double error = std::abs(y[i] / expected[i] - 1);
    if (!(error <= largest)) largest = error;
  }
  return largest;
}

class StiffClassics : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Implicit, StiffClassics, testing::Values("bdf", "ida"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(StiffClassics, RobertsonReachesItsPublishedEndAfterElevenDecades) {
  for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
    Robertson robertson;
    const Finished result =
        finish(GetParam(), robertson, robertson.start(), 1e11, with_tolerance(tolerance));
    // Seen: 4 to 26 times the tolerance, over some thousand steps.
    EXPECT_LT(relative_error(result.end, robertson.end()), 80 * tolerance) << tolerance;
    EXPECT_LT(result.statistics.steps, 8000u);
    EXPECT_NEAR(result.end[0] + result.end[1] + result.end[2], 1, 1e-12);
  }
}

TEST_P(StiffClassics, VanDerPolReachesItsPublishedEnd) {
  for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
    // The moment of the jumps carries the error: seen, 14 to 110 times the tolerance.
    VanDerPol slow(1000);
    EXPECT_LT(
        relative_error(finish(GetParam(), slow, slow.start(), 2000, with_tolerance(tolerance)).end,
                       VanDerPol::end_1000()),
        300 * tolerance);
    ScaledVanDerPol scaled;
    EXPECT_LT(
        relative_error(finish(GetParam(), scaled, scaled.start(), 2, with_tolerance(tolerance)).end,
                       ScaledVanDerPol::end()),
        300 * tolerance);
  }
}

TEST_P(StiffClassics, DenseAndSparseEliminationGiveTheSame) {
  const double tolerance = 1e-8;
  Robertson robertson;
  ScaledVanDerPol vanderpol;
  for (const auto& [classic, start, end] :
       {std::tuple<Classic*, std::vector<double>, double>{&robertson, robertson.start(), 1e11},
        {&vanderpol, vanderpol.start(), 2}}) {
    const Finished dense =
        finish(GetParam(), *classic, start, end, with_tolerance(tolerance, LinearAlgebra::dense));
    const Finished sparse =
        finish(GetParam(), *classic, start, end, with_tolerance(tolerance, LinearAlgebra::sparse));
    EXPECT_EQ(dense.statistics.linear_solver, "dense");
    EXPECT_EQ(sparse.statistics.linear_solver, "klu");
    // Another order of elimination rounds in another way, which a step size control makes visible:
    // the same to the accuracy of either.
    EXPECT_LT(relative_error(sparse.end, dense.end), 100 * tolerance);
    EXPECT_NEAR(static_cast<double>(sparse.statistics.steps),
                static_cast<double>(dense.statistics.steps),
                0.15 * static_cast<double>(dense.statistics.steps));
  }
}

TEST_P(StiffClassics, LongDiffusionChainIsSolvedByKlu) {
  Diffusion rod(2000);
  const double end = 0.1;
  const Finished result = finish(GetParam(), rod, rod.start(), end, with_tolerance(1e-6));
  EXPECT_EQ(result.statistics.linear_solver, "klu");
  const std::vector<double> start = rod.start();
  for (std::size_t i = 0; i < start.size(); i += 100) {
    EXPECT_NEAR(result.end[i], start[i] * std::exp(-rod.rate() * end), 1e-5);
  }
  EXPECT_LT(result.statistics.steps, 100u);
}

TEST(Classics, SmallOrFullSystemsAreSolvedDensely) {
  const auto solver_for = [](Classic& classic) {
    const std::vector<double> start(classic.size(), 1);
    return finish("bdf", classic, start, 0.1, with_tolerance(1e-6)).statistics.linear_solver;
  };
  Diffusion few(10), many(60);
  EXPECT_EQ(solver_for(few), "dense");
  EXPECT_EQ(solver_for(many), "klu");

  // The pattern decides, not the values: here all entries may be there, though most are zero.
  class Full : public Classic {
   public:
    Full() : Classic(std::vector<double>(60, 1)) {}

   protected:
    Evaluation f(double, const double* y, double* ydot) override {
      for (std::size_t i = 0; i < size(); ++i) ydot[i] = -y[i];
      return Evaluation::regular;
    }
    Evaluation df(double, const double*, double* d) override {
      for (std::size_t j = 0; j < size(); ++j) {
        for (std::size_t i = 0; i < size(); ++i) *d++ = i == j ? -1 : 0;
      }
      return Evaluation::regular;
    }
  };
  Full full;
  EXPECT_EQ(solver_for(full), "dense");
}

TEST(Classics, ArenstorfOrbitCloses) {
  Arenstorf orbit;
  // The orbit amplifies an error by some ten thousand over its period.
  for (const auto& [method, error] :
       {std::pair{"dop853", 1e-8}, {"arkode", 1e-6}, {"adams", 1e-6}}) {
    const Finished result =
        finish(method, orbit, orbit.start(), Arenstorf::period, with_tolerance(1e-12));
    EXPECT_LT(difference(result.end.data(), orbit.start()), error) << method;
  }
  const Finished result =
      finish("dop853", orbit, orbit.start(), Arenstorf::period, with_tolerance(1e-6));
  EXPECT_LT(difference(result.end.data(), orbit.start()), 1e-2);
  EXPECT_LT(result.statistics.evaluations, 1500u);
}

// Lotka-Volterra by its Taylor series of order 30 in long double: independent of every method here.
// With x = sum x_n s^n the products of x' = x (a - b y), y' = y (d x - c) are Cauchy products.
class LotkaVolterraSeries {
 public:
  using State = std::array<long double, 2>;
  static State advance(State state, long double time) {
    const int steps = static_cast<int>(std::ceil(time / 0.02L));
    for (int i = 0; i < steps; ++i) state = step(state, time / steps);
    return state;
  }

 private:
  static State step(const State& start, long double h) {
    constexpr int kOrder = 30;
    using Lv = LotkaVolterra;
    std::array<long double, kOrder + 1> x{start[0]}, y{start[1]};
    for (int n = 0; n < kOrder; ++n) {
      long double xy = 0;
      for (int k = 0; k <= n; ++k) xy += x[k] * y[n - k];
      x[n + 1] = (Lv::a * x[n] - Lv::b * xy) / (n + 1);
      y[n + 1] = (Lv::d * xy - Lv::c * y[n]) / (n + 1);
    }
    State end{0, 0};
    for (int n = kOrder; n >= 0; --n) {
      end[0] = end[0] * h + x[n];
      end[1] = end[1] * h + y[n];
    }
    return end;
  }
};

// Time of the return to the start: Newton's method on x(T) = x(0), x' from the equation.
double lotka_volterra_period() {
  const LotkaVolterraSeries::State start{10, 5};
  long double period = 2 * std::acos(-1.0L) / std::sqrt(LotkaVolterra::a * LotkaVolterra::c);
  // From the period of small oscillations to the neighbourhood of that of this one: the last time
  // before 6 at which the prey, growing towards ten, is found below it again.
  for (long double t = 2; t < 6; t += 0.01L) {
    const auto y = LotkaVolterraSeries::advance(start, t);
    if (std::abs(y[0] - start[0]) < 0.5L && std::abs(y[1] - start[1]) < 0.5L) period = t;
  }
  for (int i = 0; i < 20; ++i) {
    const auto y = LotkaVolterraSeries::advance(start, period);
    period -= (y[0] - start[0]) / (y[0] * (LotkaVolterra::a - LotkaVolterra::b * y[1]));
  }
  return static_cast<double>(period);
}

TEST(Classics, LotkaVolterraReturnsAfterItsPeriodAndKeepsItsInvariant) {
  const double period = lotka_volterra_period();
  LotkaVolterra model;
  // What the tolerance grows by in five periods, of which a small part only is fast.
  for (const auto& [method, factor] : {std::pair{"dop853", 500.0},
                                       {"arkode", 2000.0},
                                       {"adams", 5e4},
                                       {"bdf", 2e5},
                                       {"ida", 2e5}}) {
    for (const double tolerance : {1e-6, 1e-9}) {
      const Finished result =
          finish(method, model, model.start(), 5 * period, with_tolerance(tolerance));
      EXPECT_LT(difference(result.end.data(), model.start()), factor * tolerance) << method;
      EXPECT_NEAR(LotkaVolterra::h(result.end.data()), LotkaVolterra::h(model.start().data()),
                  factor * tolerance)
          << method;
    }
  }
}

TEST(Classics, LotkaVolterraAgreesWithItsTaylorSeries) {
  const auto expected = LotkaVolterraSeries::advance({10, 5}, 10);
  LotkaVolterra model;
  const Finished result = finish("dop853", model, model.start(), 10, with_tolerance(1e-12));
  EXPECT_NEAR(result.end[0], static_cast<double>(expected[0]), 1e-10);
  EXPECT_NEAR(result.end[1], static_cast<double>(expected[1]), 1e-10);
}

TEST(Classics, PendulumInCartesianCoordinatesFollowsItsEllipticFunction) {
  Pendulum pendulum;
  for (const auto& [method, error] : {std::pair{"dop853", 2e-6}, {"arkode", 1e-5}, {"bdf", 2e-4}}) {
    const Finished result = finish(method, pendulum, pendulum.start(), 10, with_tolerance(1e-8));
    EXPECT_LT(difference(result.end.data(), pendulum.exact(10)), error) << method;
    EXPECT_NEAR(std::hypot(result.end[0], result.end[1]), 1, 1e-14) << method;
  }
  // Near the top the motion is anything but a sine.
  Pendulum high(3.1);
  const Finished result = finish("dop853", high, high.start(), 10, with_tolerance(1e-10));
  EXPECT_LT(difference(result.end.data(), high.exact(10)), 1e-6);
}

}  // namespace
}  // namespace multibond
