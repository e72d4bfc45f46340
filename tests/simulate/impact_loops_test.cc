// Impacts on kinematic loops with one degree of freedom, against the integral of its energy:
//
//     M(phi) phi'^2 / 2 + V(phi) = E,   so that   t = integral of sqrt(M / (2 (E - V))) dphi
//
// with M and V written by hand from the geometry.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "examples/four_bar_impact.h"
#include "examples/impacts.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

using namespace examples;

/// Simpson's rule; the integrands are smooth.
double integral(const std::function<double(double)>& f, double a, double b) {
  const int n = 4000;
  const double h = (b - a) / n;
  double sum = f(a) + f(b);
  for (int k = 1; k < n; ++k) sum += (k % 2 == 1 ? 4 : 2) * f(a + k * h);
  return sum * h / 3;
}

double root(const std::function<double(double)>& f, double a, double b) {
  const bool rises = f(b) > f(a);
  for (int k = 0; k < 100; ++k) {
    const double middle = (a + b) / 2;
    ((f(middle) > 0) == rises ? b : a) = middle;
  }
  return (a + b) / 2;
}

/// The four-bar: a crank in the plane x = 0, a coupler with a ball joint at the crank and a
/// universal joint at a slider along x.
struct FourBar {
  double mass = 0, height = 0, tip = 0;

  explicit FourBar(double phi) {
    // Crank tip A and its derivative by phi; coupler d from A to the slider, and its derivative.
    const double c = std::cos(phi), s = std::sin(phi);
    const Vector3 A(0, 0.5 * c - 0.1 * s, 0.5 * s + 0.1 * c), dA(0, -A[2], A[1]);
    Vector3 d(0, 0.2 - A[1], -A[2]), dd(0, A[2], -A[1]);
    d[0] = std::sqrt(1.1 - d[1] * d[1] - d[2] * d[2]);
    dd[0] = -(d[1] * dd[1] + d[2] * dd[2]) / d[0];
    // The coupler is turned by Rz(alpha) Ry(beta), which takes (1, -0.3, -0.1) to d.
    const double length = std::hypot(1.0, 0.1);
    const double beta = std::asin(-d[2] / length) - std::atan2(0.1, 1.0);
    const double along = std::cos(beta) - 0.1 * std::sin(beta);
    const double alpha = std::atan2(d[1], d[0]) - std::atan2(-0.3, along);
    // Its rates follow from dd = w x d, w = (-sin(alpha) beta', cos(alpha) beta', alpha').
    const double sa = std::sin(alpha), ca = std::cos(alpha);
    const double dbeta = -dd[2] / (sa * d[1] + ca * d[0]);
    const double dalpha = (dd[1] - sa * dbeta * d[2]) / d[0];
    const double m = 0.5, I = 0.05;
    mass = m * ((dA / 2).squaredNorm() + (dA + dd / 2).squaredNorm() + dd[0] * dd[0]) +
           I * (1 + dalpha * dalpha + dbeta * dbeta);
    height = m * (A[1] / 2 + A[1] + d[1] / 2);
    tip = A[1];
  }
};

TEST(ImpactsOfLoops, TheFourBarGoesToAndFroBetweenTheTwoSidesOfTheFloor) {
  const double w0 = 300 * std::numbers::pi / 180, g = 9.81;
  const FourBar start(0);
  const double E = start.mass * w0 * w0 / 2 + g * start.height;
  const auto pace = [&](double phi) {
    const FourBar at(phi);
    return std::sqrt(at.mass / (2 * (E - g * at.height)));
  };
  const auto above = [](double phi) { return FourBar(phi).tip - 0.05; };
  const double right = root(above, 0, 2), left = root(above, -2.5, 0);
  const double first = integral(pace, 0, right), swing = integral(pace, left, right);

  const Result result = simulate(FourBarImpact{}, {.stop = 5, .tolerance = 1e-12});
  ASSERT_EQ(result.status, RunStatus::completed);
  std::vector<double> expected;
  for (double t = first; t < 5; t += swing) expected.push_back(t);
  ASSERT_EQ(result.contacts.impacts, expected.size());
  std::size_t k = 0;
  for (const EventRecord& event : result.events) {
    if (event.conditions.front() != "impact of ball and floor") continue;
    EXPECT_NEAR(event.time, expected[k], 1e-8) << k;
    EXPECT_NEAR(result.at("Revolute1.phi", event.time), k % 2 == 0 ? right : left, 1e-8);
    ++k;
  }
}

/// What has one degree of freedom and loses nothing goes back the way it came.
TEST(ImpactsOfLoops, TheFourBarRetracesItsMotionAfterAnImpact) {
  const Result whole = simulate(FourBarImpact{}, {.stop = 1, .tolerance = 1e-12});
  const double hit = whole.events.front().time;
  for (const double s : {0.05, 0.1, 0.2}) {
    ASSERT_LT(s, hit);
    const Result before = simulate(FourBarImpact{}, {.stop = hit - s, .tolerance = 1e-12});
    const Result after = simulate(FourBarImpact{}, {.stop = hit + s, .tolerance = 1e-12});
    for (const char* position : {"Revolute1.phi", "Prismatic1.s", "Revolute4.phi", "Revolute6.phi"})
      EXPECT_NEAR(after.final(position), before.final(position), 1e-9) << position << s;
    for (const char* rate : {"Revolute1.w", "Prismatic1.v", "Revolute4.w", "Revolute6.w"})
      EXPECT_NEAR(after.final(rate), -before.final(rate), 1e-8) << rate << s;
  }
}

/// Massless crank and rod between a flywheel and a piston on a spring; each time the piston rises
/// through 0.07 m it gets 2 J.
TEST(ImpactsOfLoops, ThePistonEngineIgnitesWhenItsEnergySays) {
  const auto height = [](double phi) {
    const double x = 0.1 * std::cos(phi);
    return 0.4 + 0.1 * std::sin(phi) - std::sqrt(0.0625 - x * x);
  };
  const auto slope = [](double phi) {
    const double x = 0.1 * std::cos(phi);
    return x - x * 0.1 * std::sin(phi) / std::sqrt(0.0625 - x * x);
  };
  const auto inertia = [&](double phi) { return 0.3 + slope(phi) * slope(phi); };
  const auto spring = [&](double phi) {
    const double stretched = height(phi) - 0.18;
    return 20 * stretched * stretched;
  };
  const double w0 = 300 * std::numbers::pi / 180, turn = 2 * std::numbers::pi;
  double E = inertia(0) * w0 * w0 / 2 + spring(0), t = 0, phi = 0;
  // It rises from the lower dead centre at -90 degrees.
  double next = root([&](double at) { return height(at) - 0.07; }, 0.75 * turn, 1.25 * turn);
  std::vector<double> expected;
  for (;; next += turn) {
    t += integral([&](double at) { return std::sqrt(inertia(at) / (2 * (E - spring(at)))); }, phi,
                  next);
    if (t > 5) break;
    expected.push_back(t);
    E += 2;
    phi = next;
  }
  const Result result = simulate(PistonEngine{}, {.stop = 5, .tolerance = 1e-12});
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_NEAR(result.contacts.struck, 2.0 * static_cast<double>(expected.size()), 1e-9);
  std::vector<double> rises;
  const std::vector<double> heights = result["prismatic.s"], w = result["Revolute1.w"];
  for (std::size_t row = 1; row < result.rows(); ++row) {
    if (result.times()[row] != result.times()[row - 1] || w[row] == w[row - 1]) continue;
    rises.push_back(result.times()[row]);
    EXPECT_NEAR(heights[row], 0.07, 1e-9);
  }
  ASSERT_EQ(rises.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_NEAR(rises[k], expected[k], 1e-8) << k;
}

/// Where the state at an ignition is moved onto the loop, the piston may be below the height again
/// by what the tolerance allows: that is no second ignition.
TEST(ImpactsOfLoops, ThePistonEngineIgnitesOncePerTurnAtAnyTolerance) {
  for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6, 1e-8}) {
    const Result result = simulate(PistonEngine{}, {.stop = 5, .tolerance = tolerance});
    EXPECT_NEAR(result.contacts.struck, 12, 1e-6) << tolerance;
  }
}

}  // namespace
}  // namespace multibond
