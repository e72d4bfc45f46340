/// Two models whose published results differ from ours by more than 1e-3 of the range at the same
/// instant, integrated by programs of their own, from the equations of motion: ours is right.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "reference/extrapolation.h"
#include "reference/models.h"

namespace multibond::reference {
namespace {

const ReferenceModel& model(const std::string& name) {
  return *std::ranges::find(models(), name, &ReferenceModel::name);
}

/// Values of a signal at the times of the published rows.
std::vector<double> at_published_times(const Result& result, const std::string& path,
                                       const Result& theirs) {
  const auto signal = result.signal(path);
  std::vector<double> values;
  std::size_t row = 0;
  for (const double t : theirs.times()) {
    while (row + 1 < result.rows() && result.times()[row + 1] <= t + 1e-9) ++row;
    EXPECT_NEAR(result.times()[row], t, 1e-9);
    values.push_back(result.value(signal, row));
  }
  return values;
}

/// Largest difference by the range of the second.
double deviation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto [low, high] = std::ranges::minmax(b);
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
  return worst / (high - low);
}

// -- four masses around a centre ------------------------------------------------------------------

using Masses = std::array<double, 16>;  // x, y, vx, vy of each

Masses gravity_and_spring(double, const Masses& y) {
  Masses d{};
  for (std::size_t k = 0; k < 16; k += 4) {
    const double r3 = std::pow(std::hypot(y[k], y[k + 1]), 3);
    d[k] = y[k + 2];
    d[k + 1] = y[k + 3];
    d[k + 2] = -y[k] / r3;
    d[k + 3] = -y[k + 1] / r3;
  }
  for (std::size_t i = 0; i < 2; ++i) {
    const double pull = 10 * (y[12 + i] - y[8 + i]);
    d[10 + i] += pull;
    d[14 + i] -= pull;
  }
  return d;
}

TEST(PublishedResult, OfPointGravityIsLessAccurateThanOurs) {
  const Result theirs = published(model("PointGravityWithPointMasses"));
  const Result ours = run(model("PointGravityWithPointMasses"), 1e-10);
  std::vector<std::vector<double>> exact(16);
  Masses y{0, 0.6, 1, 0, 0.6, 0.6, 0.6, 0, 0, 0.8, 0.6, 0, 0.3, 0.8, 0.6, 0};
  double t = 0, H = 1e-3;
  for (const double goal : theirs.times()) {
    while (goal - t > 1e-14) {
      const double h = std::min(H, goal - t);
      const auto step = extrapolate(gravity_and_spring, t, y, h, 8);
      if (step.error > 1e-13) {
        H = h / 2;
        continue;
      }
      if (step.error < 1e-15 && h == H) H *= 1.5;
      y = step.y;
      t += h;
    }
    for (std::size_t i = 0; i < 16; ++i) exact[i].push_back(y[i]);
  }
  double worst_ours = 0, worst_theirs = 0;
  for (std::size_t i = 0; i < 16; ++i) {
    const std::string body = "body" + std::to_string(i / 4 + 1) + '.',
                      axis = '[' + std::to_string(i % 2 + 1) + ']';
    const bool speed = i % 4 > 1;
    worst_ours = std::max(
        worst_ours,
        deviation(at_published_times(ours, body + (speed ? 'v' : 'x') + axis, theirs), exact[i]));
    worst_theirs = std::max(
        worst_theirs,
        deviation(at_published_times(theirs, body + (speed ? "v_0" : "r_0") + axis, theirs),
                  exact[i]));
  }
  EXPECT_LT(worst_ours, 1e-6) << "theirs: " << worst_theirs;
  EXPECT_GT(worst_theirs, 4e-3) << "ours: " << worst_ours;
}

// -- V6 engine ------------------------------------------------------------------------------------

/// One degree of freedom, over the angle of the crankshaft instead of time: the strokes change at
/// known angles, so there are no events to be found.
///
///     M w dw/dphi = gas - load - V' - M' w^2 / 2
using Engine = std::array<double, 4>;  // w, t, both states of the filter

class Crankshaft {
 public:
  /// Acceleration and torque of the sensor; `inside` is an angle of the same stroke.
  std::pair<double, double> acceleration(double phi, double w, double inside) const {
    double M = 1 + 6 * crank_inertia, dM = 0, dV = 0, gas = 0;
    for (const auto& [crank, lean] : kCylinders) {
      const double a = phi + (crank - lean) * kDegree, sa = std::sin(a), ca = std::cos(a);
      const double sb = -sa / 2, cb = std::sqrt(1 - sb * sb);  // of the rod, half as steep
      const double b1 = -ca / 2 / cb, b2 = (sa / 2 + sb * b1 * b1) / cb;
      const double h1 = -0.1 * sa - 0.2 * sb * b1;  // of the piston, by phi
      const double h2 = -0.1 * ca - 0.2 * (cb * b1 * b1 + sb * b2);
      const double u1 = -0.1 * sa - centre * sb * b1, v1 = 0.1 * ca + centre * cb * b1;
      const double u2 = -0.1 * ca - centre * (cb * b1 * b1 + sb * b2);
      const double v2 = -0.1 * sa + centre * (cb * b2 - sb * b1 * b1);
      M += piston * h1 * h1 + rod * (u1 * u1 + v1 * v1) + rod_inertia * b1 * b1;
      dM += 2 * (piston * h1 * h2 + rod * (u1 * u2 + v1 * v2) + rod_inertia * b1 * b2);
      const double cl = std::cos(lean * kDegree), sl = std::sin(lean * kDegree);
      dV += 9.80665 * (piston * h1 * cl + rod * (u1 * cl - v1 * sl) -
                       crank_moment * std::sin(phi + crank * kDegree));
      const double x = 1 - (0.32 - 0.1 * ca - 0.2 * cb) / 0.22;
      const bool compression = std::sin(inside + (crank - lean) * kDegree) < 0;
      const double bar =
          compression ? 2.4 + x * (-24.9973 + x * (151.8252 + x * (-287.2189 + x * 177.4132)))
                      : 2.4 + x * (17.9272 + x * (17.3438 + x * (-131.707 + x * 145.930)));
      gas -= 1e5 * bar * std::numbers::pi / 4 * 0.01 * h1;
    }
    const double load = 100 * w * w / 4e4, dw = (gas - load - dV - dM * w * w / 2) / M;
    return {dw, dw + load};
  }
  Engine derivatives(double phi, const Engine& y, double inside) const {
    const auto [dw, torque] = acceleration(phi, y[0], inside);
    return {dw / y[0], 1 / y[0], (torque - y[2]) * cut_off / y[0], (y[2] - y[3]) * cut_off / y[0]};
  }

 private:
  static constexpr double kDegree = std::numbers::pi / 180, kSteel = 7700;
  static constexpr std::pair<double, double> kCylinders[] = {{-30, -30}, {90, 30},  {210, -30},
                                                             {210, 30},  {90, -30}, {-30, 30}};
  static constexpr double rod_length = 0.22, centre = -0.02 + rod_length / 2;
  const double piston = kSteel * std::numbers::pi * 0.05 * 0.05 * 0.1;
  const double rod = kSteel * rod_length * 0.06 * 0.02;
  const double rod_inertia = rod / 12 * (rod_length * rod_length + 0.06 * 0.06);
  const double shaft = kSteel * std::numbers::pi * 0.025 * 0.025 * 0.12;
  const double pin = kSteel * std::numbers::pi * 0.015 * 0.015 * 0.12;
  const double web = kSteel * 0.1 * 0.02 * 0.05;
  const double crank_inertia = shaft * 0.025 * 0.025 / 2 + pin * (0.015 * 0.015 / 2 + 0.01) +
                               2 * web * ((0.01 + 0.05 * 0.05) / 12 + 0.05 * 0.05);
  const double crank_moment = 2 * web * 0.05 + pin * 0.1;
  const double cut_off = 2 * std::numbers::pi * 5 / std::sqrt(std::numbers::sqrt2 - 1);
};

TEST(PublishedResult, OfTheV6EngineIsLessAccurateThanOurs) {
  const Result theirs = published(model("EngineV6")), ours = run(model("EngineV6"), 1e-10);
  const Crankshaft engine;
  const double torque = engine.acceleration(0, 10, 1e-9).second;
  Engine y{10, 0, torque, torque};
  std::vector<double> phi, w, x1, x2;
  const auto note = [&](double angle, const Engine& at) {
    phi.push_back(angle);
    w.push_back(at[0]);
    x1.push_back(at[2]);
    x2.push_back(at[3]);
  };
  note(0, y);
  const double part = std::numbers::pi / 18;  // dead points are 60 degrees apart
  for (int n = 0; phi.size() < theirs.times().size(); ++n) {
    const double from = n * part;
    const auto f = [&](double angle, const Engine& at) {
      return engine.derivatives(angle, at, from + part / 2);
    };
    const Engine end = extrapolate(f, from, y, part, 6).y;
    while (phi.size() < theirs.times().size() && theirs.times()[phi.size()] <= end[1]) {
      const double t = theirs.times()[phi.size()];
      double step = part * (t - y[1]) / (end[1] - y[1]);
      Engine at = y;
      for (int round = 0; round < 6; ++round) {
        at = extrapolate(f, from, y, step, 6).y;
        step -= (at[1] - t) * at[0];
      }
      note(from + step, at);
    }
    y = end;
  }
  const auto compared = [&](const std::string& path, const std::vector<double>& exact,
                            double published_deviation) {
    const double of_ours = deviation(at_published_times(ours, path, theirs), exact);
    const double of_theirs = deviation(at_published_times(theirs, path, theirs), exact);
    EXPECT_LT(of_ours, 1e-7) << path;
    EXPECT_GT(of_theirs, published_deviation) << path;
  };
  compared("load.phi", phi, 2e-5);
  compared("load.w", w, 6e-5);
  compared("filter.x[1]", x1, 1.5e-3);
  compared("filter.x[2]", x2, 2e-4);
}

}  // namespace
}  // namespace multibond::reference
