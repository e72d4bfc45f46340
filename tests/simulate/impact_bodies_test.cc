// Impacts between free bodies, against momentum equations written by hand.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <Eigen/Dense>

#include "base/large_size.h"
#include "examples/impacts.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

using namespace examples;

std::vector<double> times_of_impacts(const Result& result) {
  std::vector<double> times;
  for (const EventRecord& event : result.events) {
    for (const std::string& text : event.conditions) {
      if (text.starts_with("impact")) times.push_back(event.time);
    }
  }
  return times;
}

/// Five equal balls that attract each other by k / r^2 and exchange their velocities along the line
/// of their centres when they meet. Runge and Kutta with a fixed step; meetings are bisected.
struct HandWrittenPool {
  static constexpr double k = 6.6742e-11 * 1e10, diameter = 0.2;
  using Points = std::array<Vector3, 5>;
  Points x, v;
  std::vector<double> times;

  static Points accelerations(const Points& x) {
    Points a;
    a.fill(Vector3::Zero());
    for (std::size_t i = 0; i < 5; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Vector3 d = x[j] - x[i];
        const double r = d.norm();
        const Vector3 pull = k / (r * r * r) * d;
        a[i] += pull;
        a[j] -= pull;
      }
    }
    return a;
  }
  static Points moved(const Points& x, const Points& v, double h) {
    Points result;
    for (std::size_t i = 0; i < 5; ++i) result[i] = x[i] + h * v[i];
    return result;
  }
  HandWrittenPool stepped(double h) const {
    const Points a1 = accelerations(x), v2 = moved(v, a1, h / 2),
                 a2 = accelerations(moved(x, v, h / 2)), v3 = moved(v, a2, h / 2),
                 a3 = accelerations(moved(x, v2, h / 2)), v4 = moved(v, a3, h),
                 a4 = accelerations(moved(x, v3, h));
    HandWrittenPool next = *this;
    for (std::size_t i = 0; i < 5; ++i) {
      next.x[i] += h / 6 * (v[i] + 2 * v2[i] + 2 * v3[i] + v4[i]);
      next.v[i] += h / 6 * (a1[i] + 2 * a2[i] + 2 * a3[i] + a4[i]);
    }
    return next;
  }
  /// The deepest of the pairs that approach.
  double gap(std::size_t& one, std::size_t& other) const {
    double least = 1;
    for (std::size_t i = 0; i < 5; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Vector3 d = x[j] - x[i];
        if (d.dot(v[j] - v[i]) >= 0 || d.norm() - diameter >= least) continue;
        least = d.norm() - diameter;
        one = i;
        other = j;
      }
    }
    return least;
  }
  void run(double stop, double h) {
    double t = 0;
    std::size_t i = 0, j = 0;
    while (t < stop) {
      const double full = std::min(h, stop - t);
      const HandWrittenPool next = stepped(full);
      if (next.gap(i, j) >= 0) {
        x = next.x;
        v = next.v;
        t += full;
        continue;
      }
      double open = 0, shut = full;
      for (int round = 0; round < 60; ++round) {
        const double middle = (open + shut) / 2;
        (stepped(middle).gap(i, j) >= 0 ? open : shut) = middle;
      }
      const HandWrittenPool then = stepped(shut);
      then.gap(i, j);
      x = then.x;
      v = then.v;
      t += shut;
      const Vector3 n = (x[j] - x[i]).normalized();
      const Vector3 exchanged = n * n.dot(v[j] - v[i]);
      v[i] += exchanged;
      v[j] -= exchanged;
      times.push_back(t);
    }
  }
};

template <typename Pool>
void compare_pool(Pool&& model, const std::array<Vector3, 5>& places, double stop) {
  if (test::kSanitized) stop /= 5;  // what is written by hand is slow there
  const Result result = simulate(model, {.stop = stop, .tolerance = 1e-13});
  ASSERT_EQ(result.status, RunStatus::completed);
  HandWrittenPool hand;
  hand.x = places;
  hand.v.fill(Vector3::Zero());
  hand.run(stop, 2e-5);
  const std::vector<double> times = times_of_impacts(result);
  ASSERT_EQ(times.size(), hand.times.size());
  for (std::size_t k = 0; k < times.size(); ++k) EXPECT_NEAR(times[k], hand.times[k], 1e-8) << k;
  Vector3 momentum = Vector3::Zero();
  for (std::size_t i = 0; i < 5; ++i) {
    for (int c = 0; c < 3; ++c) {
      const std::string at = "[" + std::to_string(i + 1) + "].", of = "[" + std::to_string(c + 1);
      EXPECT_NEAR(result.final("body" + at + "x" + of + "]"), hand.x[i][c], 1e-8) << i;
      momentum[c] += result.final("body" + at + "v" + of + "]");
    }
  }
  EXPECT_NEAR(momentum.norm(), 0, 1e-11);
}

/// 58 impacts.
TEST(ImpactsOfBodies, CollisionPool) {
  compare_pool(CollisionPool{}, {{{-1, 0, 0}, {1, 1, 0}, {1, 0, -0.5}, {0, 0, 1}, {0, -1, -0.8}}},
               5.0);
}

/// 26 impacts.
TEST(ImpactsOfBodies, TranslatingPool) {
  compare_pool(TranslatingPool{},
               {{{-1, 0, 0}, {1, 1, 0}, {1, 0, -0.5}, {0, -0.2, 0.8}, {0, -1, -0.8}}}, 5.0);
}

/// The cue and the ball move in a plane. Along the impact the slip goes on, or stops and sticks;
/// the work of restitution is e^2 times that of compression.
TEST(ImpactsOfBodies, CueStrikingBall) {
  const Result result = simulate(CueStrikingBall{}, {.stop = 1, .tolerance = 1e-12});
  ASSERT_EQ(result.status, RunStatus::completed);
  const double e = 0.8, mu = 0.2, apart = 0.18, y0 = 0.05, speed = 4;
  const double x = -std::sqrt(apart * apart - y0 * y0), hit = (2 + x) / speed;
  const std::vector<double> times = times_of_impacts(result);
  ASSERT_EQ(times.size(), 1u);
  EXPECT_NEAR(times[0], hit, 1e-12);

  // Of the cue as one body: 9 kg, its centre 1 m behind the tip.
  const double m1 = 9, J1 = 0.02 + 0.2 + 3 * 1.0 + 6 * 0.25, m2 = 4, J2 = 0.02;
  const Vector2 n(-x / apart, -y0 / apart), t(-n[1], n[0]);  // on the ball
  const Vector2 arm1 = Vector2(1, 0) + 0.03 * n, arm2 = -0.15 * n;
  const auto cross = [](const Vector2& a, const Vector2& b) { return a[0] * b[1] - a[1] * b[0]; };
  const auto response = [&](const Vector2& a, const Vector2& b) {
    return a.dot(b) * (1 / m1 + 1 / m2) + cross(arm1, a) * cross(arm1, b) / J1 +
           cross(arm2, a) * cross(arm2, b) / J2;
  };
  const double Wnn = response(n, n), Wnt = response(n, t), Wtt = response(t, t);
  // Velocity of the ball's point against the cue's; the impulse (pn, pt) acts on the ball.
  double un = -speed * n[0], ut = -speed * t[0];
  double pn = 0, pt = 0, compression = 0, work = 0;
  bool sticks = false;
  for (int phase = 0; phase < 4; ++phase) {
    // dpt/dpn: against the slip, or what keeps it at zero.
    const double slope = sticks ? -Wnt / Wtt : ut > 0 ? -mu : mu;
    ASSERT_LE(std::abs(slope), mu);
    const double rate_n = Wnn + slope * Wnt, rate_t = Wnt + slope * Wtt;
    // The phase ends where compression does, where slip does, or where the impact does.
    double end =
        un < 0 ? -un / rate_n
               : (-un + std::sqrt(un * un + 2 * rate_n * (e * e * -compression - work))) / rate_n;
    const bool stops = !sticks && ut * rate_t < 0 && -ut / rate_t < end;
    if (stops) end = -ut / rate_t;
    const double done = end * (un + rate_n * end / 2);
    (un < 0 ? compression : work) += done;
    pn += end;
    pt += slope * end;
    const bool over = un >= 0 && !stops;
    un += rate_n * end;
    if (!stops && !over) un = 0;
    ut = stops || sticks ? 0 : ut + rate_t * end;
    sticks = sticks || stops;
    if (over) break;
  }
  const Vector2 impulse = pn * n + pt * t, ball = impulse / m2;
  const double ball_w = cross(arm2, impulse) / J2, cue_w = -cross(arm1, impulse) / J1;
  const Vector2 centre = Vector2(speed, 0) - impulse / m1, tip = centre + cue_w * Vector2(0, 1);
  EXPECT_NEAR(result.final("ball.v[1]"), ball[0], 1e-8);
  EXPECT_NEAR(result.final("ball.v[2]"), ball[1], 1e-8);
  EXPECT_NEAR(result.final("ball.w[3]"), ball_w, 1e-8);
  EXPECT_NEAR(result.final("ball.x[1]"), ball[0] * (1 - hit), 1e-8);
  EXPECT_NEAR(result.final("tip.w[3]"), cue_w, 1e-8);
  EXPECT_NEAR(result.at("tip.v[2]", hit), tip[1], 1e-8);
  EXPECT_NEAR(result.at("tip.v[1]", hit), tip[0], 1e-8);
}

}  // namespace
}  // namespace multibond
