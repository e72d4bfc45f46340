// The examples of MultiBondLib's library with impulses, against motions and momentum equations
// written by hand.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include "examples/impacts.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

using namespace examples;

constexpr double kGravity = 9.81, kDegree = std::numbers::pi / 180;

/// Times at which something was hit.
std::vector<double> impact_times(const Result& result) {
  std::vector<double> times;
  for (const EventRecord& event : result.events) {
    for (const std::string& text : event.conditions) {
      if (!text.starts_with("impact")) continue;
      times.push_back(event.time);
      break;
    }
  }
  return times;
}

/// y' = f(y) by small steps of Runge and Kutta, with a jump each time the guard becomes negative.
template <std::size_t N>
struct HandWritten {
  using State = std::array<double, N>;
  std::function<State(const State&)> rates;
  std::function<double(const State&)> guard;
  std::function<void(State&)> jump;
  std::vector<double> times;

  State step(const State& y, double h) const {
    const auto moved = [](const State& a, const State& d, double s) {
      State r = a;
      for (std::size_t i = 0; i < N; ++i) r[i] += s * d[i];
      return r;
    };
    const State k1 = rates(y), k2 = rates(moved(y, k1, h / 2)), k3 = rates(moved(y, k2, h / 2)),
                k4 = rates(moved(y, k3, h));
    State r = y;
    for (std::size_t i = 0; i < N; ++i) r[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    return r;
  }
  State run(State y, double stop, double h) {
    double t = 0;
    while (t < stop - 1e-14) {
      const double full = std::min(h, stop - t);
      const State next = step(y, full);
      if (guard(next) >= 0) {
        y = next;
        t += full;
        continue;
      }
      double a = 0, b = full;
      for (int k = 0; k < 60; ++k) {
        const double middle = (a + b) / 2;
        (guard(step(y, middle)) >= 0 ? a : b) = middle;
      }
      y = step(y, a);
      t += a;
      times.push_back(t);
      jump(y);
      // Out of the reach of rounding.
      y = step(y, 1e-9);
      t += 1e-9;
    }
    return y;
  }
};

void expect_times(const Result& result, const std::vector<double>& expected, double tolerance) {
  const std::vector<double> times = impact_times(result);
  ASSERT_EQ(times.size(), expected.size());
  for (std::size_t k = 0; k < times.size(); ++k) EXPECT_NEAR(times[k], expected[k], tolerance) << k;
}

TEST(ImpactExamples, MixedModel) {
  const Result result = simulate(MixedModel{}, {.stop = 5, .tolerance = 1e-11});
  ASSERT_EQ(result.status, RunStatus::completed);
  HandWritten<4> hand;
  hand.rates = [](const auto& y) -> std::array<double, 4> {
    const double dx = y[0], dy = y[1] - 1, s = std::hypot(dx, dy), f = 12 * (s - 0.5) / s;
    return {y[2], y[3], -f * dx, -f * dy - kGravity};
  };
  hand.guard = [](const auto& y) { return y[1] - 0.05; };
  hand.jump = [](auto& y) { y[3] = -y[3]; };
  const auto end = hand.run({0.2, 0.5, 0, 0}, 5, 1e-4);
  expect_times(result, hand.times, 1e-8);
  EXPECT_NEAR(result.final("movement.r[1]"), end[0], 1e-8);
  EXPECT_NEAR(result.final("movement.r[2]"), end[1], 1e-8);
  EXPECT_NEAR(result.energy.relative_error(), 0, 1e-8);
}

TEST(ImpactExamples, BouncingPendulum) {
  const Result result = simulate(BouncingPendulum{}, {.stop = 5, .tolerance = 1e-11});
  ASSERT_EQ(result.status, RunStatus::completed);
  // Rod along -x at phi = 0; height of the ball 0.5 - 0.6 sin(phi).
  const double inertia = 0.36 + 0.001;
  HandWritten<2> hand;
  hand.rates = [&](const auto& y) -> std::array<double, 2> {
    return {y[1], kGravity * 0.6 * std::cos(y[0]) / inertia};
  };
  hand.guard = [](const auto& y) { return 0.5 - 0.6 * std::sin(y[0]) - 0.05; };
  hand.jump = [](auto& y) { y[1] = -y[1]; };
  const auto end = hand.run({0, 0}, 5, 1e-4);
  expect_times(result, hand.times, 1e-8);
  EXPECT_NEAR(result.final("revolute.phi"), end[0], 1e-8);
  EXPECT_NEAR(result.final("revolute.w"), end[1], 1e-8);
}

/// A pendulum whose body is a ball of inertia 0.001 about all axes, as a vector of length 1.3.
TEST(ImpactExamples, BouncingSpherical) {
  const Result result = simulate(BouncingSpherical{}, {.stop = 5, .tolerance = 1e-11});
  ASSERT_EQ(result.status, RunStatus::completed);
  // r: from the hinge to the ball. With an isotropic body the rod and the ball swing as a point
  // with the inertia m l^2 + I across the rod: the spin about the rod, w0 . r = 0, stays zero.
  const double l = 1.3, effective = 1 + 0.001 / (l * l);
  HandWritten<6> hand;
  hand.rates = [&](const auto& y) -> std::array<double, 6> {
    const double pull =
        ((y[3] * y[3] + y[4] * y[4] + y[5] * y[5]) - kGravity * y[1] / effective) / (l * l);
    return {y[3], y[4], y[5], -pull * y[0], -pull * y[1] - kGravity / effective, -pull * y[2]};
  };
  hand.guard = [](const auto& y) { return y[1] + 1 - 0.2; };
  // The impulse on the ball acts upwards; only its part across the rod moves it.
  hand.jump = [&](auto& y) {
    const double across[3] = {-y[0] * y[1] / (l * l), 1 - y[1] * y[1] / (l * l),
                              -y[2] * y[1] / (l * l)};
    const double p = -2 * y[4] / across[1];
    for (int i = 0; i < 3; ++i) y[3 + i] += p * across[i];
  };
  // w about y at r along -x: v = w x r.
  const double w = 80 * kDegree;
  const auto end = hand.run({-l, 0, 0, 0, 0, w * l}, 5, 1e-4);
  expect_times(result, hand.times, 1e-8);
  EXPECT_NEAR(result.final("body.x[1]"), end[0], 1e-8);
  EXPECT_NEAR(result.final("body.x[2]"), end[1], 1e-8);
  EXPECT_NEAR(result.final("body.x[3]"), end[2], 1e-8);
}

TEST(ImpactExamples, BulletOnPendulum) {
  const Result result = simulate(BulletOnPendulum{}, {.stop = 1, .tolerance = 1e-11});
  ASSERT_EQ(result.status, RunStatus::completed);
  expect_times(result, {0.625}, 1e-10);
  // Along x; the pendulum answers as a mass J / l^2.
  const double m = 1, pendulum = 1 + 0.001 / 4;
  EXPECT_NEAR(result.final("movement.v[1]"), 4 * (m - pendulum) / (m + pendulum), 1e-9);
  EXPECT_NEAR(result.final("revolute.w"), 4 * 2 * m / (m + pendulum) / 2, 1e-9);
}

/// k balls raised by the same angle: k balls leave on the other side, as high as they came.
TEST(ImpactExamples, NewtonsCradleLetsAsManyBallsLeaveAsWereRaised) {
  for (int raised = 1; raised <= 4; ++raised) {
    NewtonsCradle model;
    VectorX angles = VectorX::Zero(5);
    for (int k = 0; k < raised; ++k) angles[k] = -10 * kDegree;
    model.phi_start = angles;
    model.radius = 0.25;
    // A quarter and a bit of a period: just after the impacts at the lowest point.
    const Result result = simulate(model, {.stop = 0.8, .tolerance = 1e-12});
    ASSERT_EQ(result.status, RunStatus::completed);
    const double inertia = 4.01, l = 2;
    const double w = std::sqrt(2 * kGravity * l * (1 - std::cos(10 * kDegree)) / inertia);
    const std::vector<double> times = impact_times(result);
    ASSERT_FALSE(times.empty());
    for (int k = 0; k < 5; ++k) {
      // Right after the latest impact of this instant.
      const std::string path = "revolute[" + std::to_string(k + 1) + "].w";
      double after = 0;
      for (std::size_t row = 0; row < result.rows(); ++row) {
        if (result.times()[row] <= times.front() + 1e-12) after = result[path][row];
      }
      EXPECT_NEAR(after, k < 5 - raised ? 0.0 : w, 1e-9) << raised << " raised, ball " << k + 1;
    }
  }
}

/// Values of the closed form: two impacts with slip, then one that grips.
TEST(ImpactExamples, SpinningBall) {
  const Result result = simulate(SpinningBall{}, {.stop = 4, .tolerance = 1e-11});
  ASSERT_EQ(result.status, RunStatus::completed);
  const std::vector<double> times = impact_times(result);
  ASSERT_GE(times.size(), 4u);
  EXPECT_NEAR(times[0], 0.451523640985731, 1e-10);
  EXPECT_NEAR(times[1], 1.35457092295719, 1e-9);
  EXPECT_NEAR(times[2], 2.25761820492865, 1e-9);
  EXPECT_NEAR(result.at("body.v[1]", 1.0), 0.885889383614004, 1e-9);
  EXPECT_NEAR(result.at("body.w[3]", 1.0), -19.5959325811308, 1e-8);
  EXPECT_NEAR(result.at("body.v[1]", 2.0), 1.77177876722801, 1e-9);
  EXPECT_NEAR(result.at("body.v[1]", 3.0), 2.4519747540213, 1e-9);
  EXPECT_NEAR(result.at("body.w[3]", 3.0), -9.80789901608521, 1e-8);
  EXPECT_NEAR(result.final("body.v[1]"), 2.4519747540213, 1e-9);
}

/// One degree of freedom: each ignition adds just the energy that it is said to.
TEST(ImpactExamples, PistonEngine) {
  const Result result = simulate(PistonEngine{}, {.stop = 5, .tolerance = 1e-10});
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_GT(result.events.size(), 3u);
  const double ignitions = std::round(result.energy.jumps / 2);
  EXPECT_GE(ignitions, 3);
  EXPECT_NEAR(result.energy.jumps, 2 * ignitions, 1e-8);
  EXPECT_NEAR(result.energy.relative_error(), 0, 1e-7);
}

/// What the joint feels at an impact: m v changes by the impulse of the floor and that of the
/// hinge.
TEST(ImpactExamples, TheHingeOfAPendulumFeelsItsImpulse) {
  const Result result =
      simulate(BouncingPendulum{},
               {.stop = 0.5,
                .tolerance = 1e-11,
                .impulses = {"sphere.f[2]", "revolute.frame_b.f[1]", "revolute.frame_b.f[2]"}});
  ASSERT_EQ(result.status, RunStatus::completed);
  ASSERT_EQ(result.events.size(), 1u);
  const double inertia = 0.361, l = 0.6, s = 0.75, c = std::sqrt(1 - s * s);
  const double w = std::sqrt(2 * kGravity * l * s / inertia), p = 2 * w * inertia / (l * c);
  const std::vector<double>& impulses = result.events[0].impulses;
  ASSERT_EQ(impulses.size(), 3u);
  EXPECT_NEAR(impulses[0], p, 1e-8);
  // The ball at l (-cos, -sin) moves with w l (sin, -cos) before and against that after.
  EXPECT_NEAR(std::abs(impulses[1]), 2 * w * l * s, 1e-8);
  EXPECT_NEAR(std::abs(impulses[2]), p - 2 * w * l * c, 1e-8);
  EXPECT_GT(impulses[1] * impulses[2], 0);  // both against the ball's way: to the left and down
}

}  // namespace
}  // namespace multibond
