// Limits of joints, ratchets and latches: the sequence of what closes and opens, and when, against
// closed forms and equations written by hand.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "examples/impacts.h"
#include "examples/locks.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

using namespace examples;

constexpr double kGravity = 9.81;

struct Happened {
  double time;
  std::string text;
};

void PrintTo(const Happened& event, std::ostream* out) { *out << event.time << ": " << event.text; }

/// What happened to contacts, in order; conditions of the models left out.
std::vector<Happened> contact_events(const Result& result) {
  std::vector<Happened> list;
  for (const EventRecord& event : result.events) {
    for (const std::string& text : event.conditions) {
      const bool contact = text.starts_with("impact of ") || text.ends_with(" touch") ||
                           text.ends_with(" stick") || text.ends_with(" separate");
      if (contact) list.push_back({event.time, text});
    }
  }
  return list;
}

void expect_sequence(const Result& result, const std::vector<Happened>& expected,
                     double tolerance) {
  const std::vector<Happened> list = contact_events(result);
  for (std::size_t k = 0; k < std::min(list.size(), expected.size()); ++k) {
    EXPECT_EQ(list[k].text, expected[k].text) << k;
    EXPECT_NEAR(list[k].time, expected[k].time, tolerance) << k << ": " << list[k].text;
  }
  EXPECT_EQ(list.size(), expected.size()) << testing::PrintToString(list);
}

/// y' = f(y) by small steps of Runge and Kutta, until the first of the guards becomes negative.
template <std::size_t N>
struct ByHand {
  using State = std::array<double, N>;
  using Rates = std::function<State(const State&)>;
  using Guard = std::function<double(const State&)>;
  State y;
  double t = 0;

  static State step(const Rates& rates, const State& y, double h) {
    const auto moved = [&](const State& d, double s) {
      State r = y;
      for (std::size_t i = 0; i < N; ++i) r[i] += s * d[i];
      return r;
    };
    const State a = rates(y), b = rates(moved(a, h / 2)), c = rates(moved(b, h / 2)),
                d = rates(moved(c, h));
    State r = y;
    for (std::size_t i = 0; i < N; ++i) r[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
    return r;
  }
  /// The number of the guard.
  std::size_t until(const Rates& rates, const std::vector<Guard>& guards, double h = 1e-4) {
    const auto below = [&](const State& at) {
      for (std::size_t g = 0; g < guards.size(); ++g) {
        if (guards[g](at) < 0) return g;
      }
      return guards.size();
    };
    for (;;) {
      const State next = step(rates, y, h);
      if (below(next) == guards.size()) {
        y = next;
        t += h;
        continue;
      }
      double open = 0, shut = h;
      for (int k = 0; k < 60; ++k) {
        const double middle = (open + shut) / 2;
        (below(step(rates, y, middle)) == guards.size() ? open : shut) = middle;
      }
      y = step(rates, y, shut);
      t += shut;
      return below(y);
    }
  }
};

/// Lagrange's equations of a pendulum with a weight that slides along it. Its inertias are diagonal
/// in (phi, s), so that a stop reverses the velocity of its own joint and nothing else.
TEST(Locks, ThePendulumMeetsTheLimitsOfItsJoints) {
  const Result result = simulate(LimitedPendulum{}, {.stop = 2.5, .tolerance = 1e-12});
  ASSERT_EQ(result.status, RunStatus::completed);
  const double m = 0.2, J = 1.0 + 0.001 + 0.001;  // the weight does not turn against the rod
  ByHand<4> hand{{1.2, 0, 0.5, 0}};
  const auto rates = [&](const std::array<double, 4>& y) -> std::array<double, 4> {
    const auto [phi, w, s, v] = y;
    return {w, -(2 * m * s * v * w + (1.0 + m * s) * kGravity * std::sin(phi)) / (J + m * s * s), v,
            s * w * w + kGravity * std::cos(phi)};
  };
  // Only where it approaches: what has just rebounded is at its limit.
  std::vector<ByHand<4>::Guard> guards{[](const auto& y) { return y[1] < 0 ? y[0] + 0.5 : 1; },
                                       [](const auto& y) { return y[1] > 0 ? 2.0 - y[0] : 1; },
                                       [](const auto& y) { return y[3] < 0 ? y[2] - 0.2 : 1; },
                                       [](const auto& y) { return y[3] > 0 ? 0.9 - y[2] : 1; }};
  std::vector<Happened> expected;
  for (int k = 0; k < 8; ++k) {
    const std::size_t which = hand.until(rates, guards);
    expected.push_back({hand.t, which < 2 ? "impact of range" : "impact of ends"});
    (which < 2 ? hand.y[1] : hand.y[3]) *= which < 2 ? -0.5 : -0.3;
  }
  const std::vector<Happened> list = contact_events(result);
  ASSERT_GE(list.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_EQ(list[k].text, expected[k].text) << k;
    EXPECT_NEAR(list[k].time, expected[k].time, 1e-8) << k;
  }
}

/// In each second: jerk to 0.16 rad, on to 0.48 rad, over the tooth at 0.3 rad, and back to it.
TEST(Locks, TheRatchetGainsAToothPerJerk) {
  const Result result = simulate(RatchetHoist{}, {.stop = 4.5, .tolerance = 1e-10});
  ASSERT_EQ(result.status, RunStatus::completed);
  std::vector<Happened> expected;
  for (int k = 0; k < 4; ++k) {
    expected.push_back({k + 0.9, "impact of ratchet"});
    expected.push_back({k + 0.9, "ratchet touch"});
    expected.push_back({k + 1.0, "ratchet separate"});
  }
  expect_sequence(result, expected, 1e-9);
  for (int k = 0; k < 4; ++k) {
    EXPECT_NEAR(result.at("ratchet.notch", k + 0.29), 0.3 * k, 1e-12);
    EXPECT_NEAR(result.at("ratchet.notch", k + 0.31), 0.3 * (k + 1), 1e-12);
    EXPECT_NEAR(result.at("drum.phi", k + 0.95), 0.3 * (k + 1), 1e-9);
    EXPECT_EQ(result.at("ratchet.active", k + 0.95), 1);
    EXPECT_EQ(result.at("ratchet.active", k + 0.5), 0);
    EXPECT_NEAR(result.at("ratchet.push", k + 0.95), 2, 1e-9);  // the load
  }
}

/// Two degrees of freedom (height of the hinge y, angle of the leg) in the air, one with the leg at
/// its stop, none when the latch holds on the runway.
TEST(Locks, TheLandingGearLocksAndBearsTheAircraft) {
  using G = LandingGear;
  const double M = G::kHull, m = G::kWheel, l = G::kLeg, J = G::kInertia, all = M + m;
  ByHand<4> hand{{G::kHeight, G::kStowed, -G::kSink, 0}};
  // (M + m) y'' + m l sin(phi) phi'' = -m l cos(phi) w^2 + (lift - weight)
  // m l sin(phi) y'' + (m l^2 + J) phi'' = -m g l sin(phi)
  const auto air = [&](const std::array<double, 4>& q) -> std::array<double, 4> {
    const double s = std::sin(q[1]), c = std::cos(q[1]);
    const double a11 = all, a12 = m * l * s, a22 = m * l * l + J;
    const double b1 = -m * l * c * q[3] * q[3] - (1 - G::kLift) * all * kGravity,
                 b2 = -m * kGravity * l * s, det = a11 * a22 - a12 * a12;
    return {q[2], q[3], (b1 * a22 - a12 * b2) / det, (a11 * b2 - a12 * b1) / det};
  };
  std::vector<Happened> expected;
  const auto stop = [](const auto& q) { return G::kDown - q[1]; };
  hand.until(air, {[](const auto& q) { return G::kDown - G::kPlay - q[1]; }});
  const double falls_in = hand.t;
  hand.until(air, {stop});
  expected.push_back({hand.t, "impact of latch"});
  expected.push_back({hand.t, "latch touch"});
  // What the leg had of momentum stays: the stop is inside.
  hand.y[2] += m * l * std::sin(G::kDown) * hand.y[3] / all;
  hand.y[3] = 0;
  hand.y[1] = G::kDown;
  // Down it goes, with the leg held by its weight.
  const double height = G::kRadius + l * std::cos(G::kDown);
  const double a = (1 - G::kLift) * kGravity, v = hand.y[2], drop = hand.y[0] - height;
  const double fall = 2 * drop / (-v + std::sqrt(v * v + 2 * a * drop));
  hand.t += fall;
  hand.y[2] -= a * fall;
  expected.push_back({hand.t, "impact of tyre and runway"});
  expected.push_back({hand.t, "latch separate"});
  // The impulse p that stops the tyre, whose velocity is y' + l sin(phi) w, folds the leg so fast
  // that the tyre leaves the runway again.
  const double s = std::sin(G::kDown), a12 = m * l * s, a22 = m * l * l + J;
  const double det = all * a22 - a12 * a12;
  const double dy = (a22 - a12 * l * s) / det, dw = (all * l * s - a12) / det;
  const double p = -hand.y[2] / (dy + l * s * dw);
  hand.y = {height, G::kDown, hand.y[2] + p * dy, p * dw};
  hand.until(air, {[](const auto& q) { return q[1] - G::kDown + G::kPlay; }}, 1e-6);
  expected.push_back({hand.t, "impact of latch"});
  hand.y[2] += m * l * std::sin(hand.y[1]) * hand.y[3] / all;
  hand.y[3] = 0;
  // Back on the runway the leg is at its latch: everything stops.
  hand.until(air, {[&](const auto& q) { return q[0] - l * std::cos(q[1]) - G::kRadius; }}, 1e-6);
  for (const char* text :
       {"impact of tyre and runway", "impact of latch", "tyre and runway touch", "latch touch"}) {
    expected.push_back({hand.t, text});
  }

  const Result result = simulate(LandingGear{}, {.stop = 2, .tolerance = 1e-12});
  ASSERT_EQ(result.status, RunStatus::completed);
  expect_sequence(result, expected, 1e-8);
  EXPECT_EQ(result.at("latch.latched", falls_in - 1e-2), 0);
  EXPECT_EQ(result.at("latch.latched", falls_in + 1e-2), 1);
  // It stands: the runway bears what lift does not, and the latch its torque.
  const double held = G::kDown - G::kPlay, N = (1 - G::kLift) * all * kGravity;
  EXPECT_NEAR(result.final("hinge.phi"), held, 1e-9);
  EXPECT_NEAR(result.final("tyre.f_n"), N, 1e-6);
  EXPECT_NEAR(result.final("latch.push_min"), -l * std::sin(held) * (N - m * kGravity), 1e-6);
  EXPECT_EQ(result.final("latch.active"), 1);
  EXPECT_EQ(result.final("tyre.active"), 1);
}

/// The three legs do the same, so that the height of the trunk y and their length s are all there
/// is. In the air s swings by itself; on the floor y = radius + s cos(angle).
TEST(Locks, TheTripodExtendsItsLegsAndStandsOnThem) {
  using T = Tripod;
  const double M = T::kTrunk, m = 3 * T::kFoot, k = 3 * T::kStiffness, c = std::cos(T::kAngle);
  const double all = M + m, reduced = m * (1 - m * c * c / all), rate = std::sqrt(k / reduced);
  const auto time_at = [&](double s) {
    return std::acos((T::kFree - s) / (T::kFree - T::kShort)) / rate;
  };
  const double falls_in = time_at(T::kLong - T::kPlay), home = time_at(T::kLong);
  // The centre of mass falls freely.
  const double fall = T::kHeight - T::kRadius - c * T::kLong + m * c * (T::kLong - T::kShort) / all;
  const double hit = std::sqrt(2 * fall / kGravity), v = -kGravity * hit;
  ASSERT_LT(home, hit);
  // Impulse on the feet: (y', s') answers by the inverse of [[all, -m c], [-m c, m]].
  const double det = all * m - m * m * c * c;
  const double dy = (m - c * m * c) / det, ds = (m * c - all * c) / det;
  const double slides = -v / (dy - c * ds) * ds;
  // Then A s'' = k (free - s) - M g c, down to the latch.
  const double A = (M - m) * c * c + m, w = std::sqrt(k / A),
               rest = T::kFree - M * kGravity * c / k;
  const double from = T::kLong - rest, to = T::kLong - T::kPlay - rest;
  const double size = std::hypot(from, slides / w), phase = std::atan2(-slides / w, from);
  const double held = hit + (std::acos(to / size) - phase) / w;

  const Result result = simulate(Tripod{}, {.stop = 1, .tolerance = 1e-12});
  ASSERT_EQ(result.status, RunStatus::completed);
  std::vector<Happened> expected;
  const auto all_three = [&](double t, const char* before, const char* after) {
    for (const char* i : {"[1]", "[2]", "[3]"})
      expected.push_back({t, before + std::string(i) + after});
  };
  all_three(home, "impact of lock", "");
  all_three(home, "lock", " touch");
  all_three(hit, "impact of sole", " and floor");
  all_three(hit, "sole", " and floor touch");
  all_three(hit, "lock", " separate");
  all_three(held, "impact of sole", " and floor");
  all_three(held, "impact of lock", "");
  all_three(held, "lock", " touch");
  expect_sequence(result, expected, 1e-9);
  EXPECT_EQ(result.at("lock[1].latched", falls_in - 1e-3), 0);
  EXPECT_EQ(result.at("lock[1].latched", falls_in + 1e-3), 1);
  for (std::size_t i = 1; i <= 3; ++i) {
    const std::string number = "[" + std::to_string(i) + "]";
    EXPECT_NEAR(result.final("leg" + number + ".s"), T::kLong - T::kPlay, 1e-9);
    EXPECT_NEAR(result.final("lock" + number + ".push_min"),
                (M * kGravity * c - k * (T::kFree - T::kLong + T::kPlay)) / 3, 1e-7);
    EXPECT_NEAR(result.final("sole" + number + ".f_n"), all * kGravity / 3, 1e-7);
    EXPECT_EQ(result.final("lock" + number + ".active"), 1);
  }
}

}  // namespace
}  // namespace multibond
