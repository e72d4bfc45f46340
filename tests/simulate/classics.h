/// Classic initial value problems as Dynamics, written by hand, with published or closed-form ends.
///
/// For the tests of everything that steps: integrators, events, results. All have exact Jacobians.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "multibond/simulate/dynamics.h"
#include "multibond/simulate/integrator.h"

namespace multibond::classics {

/// A small system: full Jacobian, scale = nominal + |y|. `evaluations` and the like count calls.
class Classic : public Dynamics {
 public:
  explicit Classic(std::vector<double> nominal) : nominal_(std::move(nominal)) {
    const std::size_t n = nominal_.size();
    pattern_.rows = n;
    for (std::size_t j = 0; j < n; ++j) {
      pattern_.start.push_back(static_cast<std::int32_t>(j * n));
      for (std::size_t i = 0; i < n; ++i) pattern_.row.push_back(static_cast<std::int32_t>(i));
    }
    pattern_.start.push_back(static_cast<std::int32_t>(n * n));
  }

  std::size_t size() const final { return nominal_.size(); }
  Evaluation derivatives(double t, const double* y, double* ydot) final {
    ++evaluations;
    return f(t, y, ydot);
  }
  const SparsePattern& jacobian_pattern() override { return pattern_; }
  Evaluation jacobian(double t, const double* y, double* values) final {
    ++jacobians;
    return df(t, y, values);
  }
  void error_scale(const double* y, double* scale) const override {
    for (std::size_t i = 0; i < size(); ++i) scale[i] = nominal_[i] + std::abs(y[i]);
  }
  Evaluation project(double t, double* y) final {
    ++projections;
    return to_invariants(t, y);
  }

  std::size_t evaluations = 0, jacobians = 0, projections = 0;

 protected:
  virtual Evaluation f(double t, const double* y, double* ydot) = 0;
  /// Column after column, in the pattern.
  virtual Evaluation df(double t, const double* y, double* values) = 0;
  virtual Evaluation to_invariants(double /*t*/, double* /*y*/) { return Evaluation::regular; }

  SparsePattern pattern_;

 private:
  std::vector<double> nominal_;
};

/// y'' = -w^2 y: y = cos(w t) from (1, 0).
class Oscillator : public Classic {
 public:
  explicit Oscillator(double w = 1) : Classic({1, w}), w_(w) {}
  static std::vector<double> start() { return {1, 0}; }
  std::vector<double> exact(double t) const { return {std::cos(w_ * t), -w_ * std::sin(w_ * t)}; }

 protected:
  Evaluation f(double, const double* y, double* ydot) override {
    ydot[0] = y[1];
    ydot[1] = -w_ * w_ * y[0];
    return Evaluation::regular;
  }
  Evaluation df(double, const double*, double* d) override {
    d[0] = 0, d[1] = -w_ * w_, d[2] = 1, d[3] = 0;
    return Evaluation::regular;
  }

 private:
  double w_;
};

/// Robertson's reaction (1966), stiff over eleven decades. End values at t = 1e11: test set for
/// initial value problem solvers (Mazzia and Magherini, 2008), problem "rober".
class Robertson : public Classic {
 public:
  Robertson() : Classic({1e-8, 1e-14, 1}) {}
  static std::vector<double> start() { return {1, 0, 0}; }
  static std::vector<double> end() {
    return {0.2083340149701255e-7, 0.8333360770334713e-13, 0.9999999791665050};
  }

 protected:
  Evaluation f(double, const double* y, double* ydot) override {
    ydot[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
    ydot[2] = 3e7 * y[1] * y[1];
    ydot[1] = -ydot[0] - ydot[2];
    return Evaluation::regular;
  }
  Evaluation df(double, const double* y, double* d) override {
    d[0] = -0.04, d[1] = 0.04, d[2] = 0;
    d[3] = 1e4 * y[2], d[5] = 6e7 * y[1], d[4] = -d[3] - d[5];
    d[6] = 1e4 * y[1], d[7] = -d[6], d[8] = 0;
    return Evaluation::regular;
  }
};

/// Van der Pol: y'' = mu (1 - y^2) y' - y from (2, 0).
class VanDerPol : public Classic {
 public:
  explicit VanDerPol(double mu) : Classic({1, 1 / mu}), mu_(mu) {}
  static std::vector<double> start() { return {2, 0}; }
  /// At t = 2000 for mu = 1000: the end values of `ScaledVanDerPol`, in this time.
  static std::vector<double> end_1000() { return {1.706167732170483, -0.8928097010247975e-3}; }

 protected:
  Evaluation f(double, const double* y, double* ydot) override {
    ydot[0] = y[1];
    ydot[1] = mu_ * (1 - y[0] * y[0]) * y[1] - y[0];
    return Evaluation::regular;
  }
  Evaluation df(double, const double* y, double* d) override {
    d[0] = 0, d[1] = -2 * mu_ * y[0] * y[1] - 1, d[2] = 1, d[3] = mu_ * (1 - y[0] * y[0]);
    return Evaluation::regular;
  }

 private:
  double mu_;
};

/// Van der Pol in slow time, eps y'' = (1 - y^2) y' - y, eps = 1e-6, from (2, 0): problem "vdpol"
/// of the test set. End at t = 2.
class ScaledVanDerPol : public Classic {
 public:
  ScaledVanDerPol() : Classic({1, 1}) {}
  static std::vector<double> start() { return {2, 0}; }
  static std::vector<double> end() { return {1.706167732170483, -0.8928097010247975}; }

 protected:
  static constexpr double kEps = 1e-6;
  Evaluation f(double, const double* y, double* ydot) override {
    ydot[0] = y[1];
    ydot[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) / kEps;
    return Evaluation::regular;
  }
  Evaluation df(double, const double* y, double* d) override {
    d[0] = 0, d[1] = (-2 * y[0] * y[1] - 1) / kEps, d[2] = 1, d[3] = (1 - y[0] * y[0]) / kEps;
    return Evaluation::regular;
  }
};

/// Lotka-Volterra: x' = x (a - b y), y' = y (d x - c), keeps H = d x - c ln x + b y - a ln y.
class LotkaVolterra : public Classic {
 public:
  static constexpr double a = 1.5, b = 1, c = 3, d = 1;
  LotkaVolterra() : Classic({1, 1}) {}
  static std::vector<double> start() { return {10, 5}; }
  static double h(const double* y) {
    return d * y[0] - c * std::log(y[0]) + b * y[1] - a * std::log(y[1]);
  }

 protected:
  Evaluation f(double, const double* y, double* ydot) override {
    ydot[0] = y[0] * (a - b * y[1]);
    ydot[1] = y[1] * (d * y[0] - c);
    return Evaluation::regular;
  }
  Evaluation df(double, const double* y, double* v) override {
    v[0] = a - b * y[1], v[1] = d * y[1], v[2] = -b * y[0], v[3] = d * y[0] - c;
    return Evaluation::regular;
  }
};

/// Arenstorf orbit: a satellite between earth and moon, periodic (Hairer, Norsett, Wanner, vol. I,
/// sec. II.0). Close passages make the step vary by a factor of a thousand.
class Arenstorf : public Classic {
 public:
  static constexpr double mu = 0.012277471, period = 17.0652165601579625588917206249;
  Arenstorf() : Classic({1, 1, 1, 1}) {}
  static std::vector<double> start() { return {0.994, 0, 0, -2.00158510637908252240537862224}; }

 protected:
  Evaluation f(double, const double* y, double* ydot) override {
    const double x1 = y[0] + mu, x2 = y[0] - (1 - mu);
    const double d1 = std::pow(x1 * x1 + y[1] * y[1], 1.5);
    const double d2 = std::pow(x2 * x2 + y[1] * y[1], 1.5);
    ydot[0] = y[2];
    ydot[1] = y[3];
    ydot[2] = y[0] + 2 * y[3] - (1 - mu) * x1 / d1 - mu * x2 / d2;
    ydot[3] = y[1] - 2 * y[2] - (1 - mu) * y[1] / d1 - mu * y[1] / d2;
    return Evaluation::regular;
  }
  Evaluation df(double, const double* y, double* d) override {
    const double x1 = y[0] + mu, x2 = y[0] - (1 - mu);
    const double r1 = x1 * x1 + y[1] * y[1], r2 = x2 * x2 + y[1] * y[1];
    const double c1 = (1 - mu) / std::pow(r1, 1.5), c2 = mu / std::pow(r2, 1.5);
    for (int k = 0; k < 16; ++k) d[k] = 0;
    d[2] = 1 - c1 - c2 + 3 * (c1 * x1 * x1 / r1 + c2 * x2 * x2 / r2);
    d[3] = d[6] = 3 * y[1] * (c1 * x1 / r1 + c2 * x2 / r2);
    d[7] = 1 - c1 - c2 + 3 * y[1] * y[1] * (c1 / r1 + c2 / r2);
    d[8] = 1, d[11] = -2;
    d[13] = 1, d[14] = 2;
    return Evaluation::regular;
  }
};

/// Pendulum in cartesian coordinates x, y, u, v, index 1, on x^2 + y^2 = 1 and x u + y v = 0.
/// Released at rest at 90 degrees; the closed form is an elliptic function.
class Pendulum : public Classic {
 public:
  static constexpr double g = 9.81;
  /// `amplitude` is the angle of release, from the vertical.
  explicit Pendulum(double amplitude = 1.5707963267948966)
      : Classic({1, 1, 1, 1}), amplitude_(amplitude) {}
  std::vector<double> start() const { return {std::sin(amplitude_), -std::cos(amplitude_), 0, 0}; }
  std::size_t invariants() const override { return projects ? 2 : 0; }
  bool projects = true;

  /// sin(phi/2) = k sn(K - sqrt(g) t), k = sin(amplitude/2), with sn by the arithmetic-geometric
  /// mean (Abramowitz and Stegun, 16.4) in long double.
  std::vector<double> exact(double t) const {
    const long double k = std::sin(static_cast<long double>(amplitude_) / 2);
    long double a[16], c[16];
    a[0] = 1, c[0] = k;
    long double b = std::sqrt(1 - k * k);
    int n = 0;
    while (std::abs(c[n]) > 1e-19L && n < 14) {
      a[n + 1] = (a[n] + b) / 2;
      c[n + 1] = (a[n] - b) / 2;
      b = std::sqrt(a[n] * b);
      ++n;
    }
    const long double w = std::sqrt(static_cast<long double>(g));
    const long double quarter = std::acos(-1.0L) / (2 * a[n]);
    long double angle = std::ldexp(a[n] * (quarter - w * t), n);
    for (int i = n; i > 0; --i) angle = (angle + std::asin(c[i] / a[i] * std::sin(angle))) / 2;
    const long double sn = std::sin(angle), cn = std::cos(angle);
    const long double dn = std::sqrt(1 - k * k * sn * sn);
    // phi = 2 asin(k sn), phi' = -2 w k cn (the derivative of sn is cn dn, and cos(phi/2) = dn).
    const long double sine = 2 * k * sn * dn, cosine = 1 - 2 * k * k * sn * sn;
    const long double rate = -2 * w * k * cn;
    return {static_cast<double>(sine), static_cast<double>(-cosine),
            static_cast<double>(rate * cosine), static_cast<double>(rate * sine)};
  }

 protected:
  Evaluation f(double, const double* y, double* ydot) override {
    const double lambda = tension(y);
    ydot[0] = y[2], ydot[1] = y[3];
    ydot[2] = -lambda * y[0], ydot[3] = -lambda * y[1] - g;
    return Evaluation::regular;
  }
  Evaluation df(double, const double* y, double* d) override {
    const double r2 = y[0] * y[0] + y[1] * y[1], lambda = tension(y);
    const double dl[4] = {-2 * y[0] * lambda / r2, (-g - 2 * y[1] * lambda) / r2, 2 * y[2] / r2,
                          2 * y[3] / r2};
    for (int j = 0; j < 4; ++j) {
      d[4 * j] = j == 2, d[4 * j + 1] = j == 3;
      d[4 * j + 2] = -dl[j] * y[0] - (j == 0 ? lambda : 0);
      d[4 * j + 3] = -dl[j] * y[1] - (j == 1 ? lambda : 0);
    }
    return Evaluation::regular;
  }
  Evaluation to_invariants(double, double* y) override {
    // One Newton step for the position, then the velocity, in the mass norm.
    const double r2 = y[0] * y[0] + y[1] * y[1], shift = (r2 - 1) / 2 / r2;
    y[0] -= shift * y[0], y[1] -= shift * y[1];
    for (int pass = 0; pass < 2; ++pass) {
      const double radial = (y[0] * y[2] + y[1] * y[3]) / (y[0] * y[0] + y[1] * y[1]);
      y[2] -= radial * y[0], y[3] -= radial * y[1];
    }
    return Evaluation::regular;
  }

 private:
  static double tension(const double* y) {
    return (y[2] * y[2] + y[3] * y[3] - g * y[1]) / (y[0] * y[0] + y[1] * y[1]);
  }
  double amplitude_;
};

/// y' = y^2: from 1 it is 1 / (1 - t) and has no value at t = 1.
class BlowUp : public Classic {
 public:
  BlowUp() : Classic({1}) {}
  static std::vector<double> start() { return {1}; }
  std::string state_name(std::size_t) const override { return "reactor.temperature"; }

 protected:
  Evaluation f(double, const double* y, double* ydot) override {
    ydot[0] = y[0] * y[0];
    return Evaluation::regular;
  }
  Evaluation df(double, const double* y, double* d) override {
    d[0] = 2 * y[0];
    return Evaluation::regular;
  }
};

/// y' = -y, but NaN after t = 3, without being reported as failed.
class NanAfterThree : public Classic {
 public:
  NanAfterThree() : Classic({1}) {}
  static std::vector<double> start() { return {1}; }
  std::string failure() const override { return "log(3 - time) in clock.y has no value."; }

 protected:
  Evaluation f(double t, const double* y, double* ydot) override {
    ydot[0] = t > 3 ? std::numeric_limits<double>::quiet_NaN() : -y[0];
    return Evaluation::regular;
  }
  Evaluation df(double, const double*, double* d) override {
    d[0] = -1;
    return Evaluation::regular;
  }
};

/// Prothero and Robinson: y' = -rate (y - sin t) + cos t, y = sin t whatever the rate.
class ProtheroRobinson : public Classic {
 public:
  explicit ProtheroRobinson(double rate) : Classic({1}), rate_(rate) {}
  static std::vector<double> start() { return {0}; }

 protected:
  Evaluation f(double t, const double* y, double* ydot) override {
    ydot[0] = -rate_ * (y[0] - std::sin(t)) + std::cos(t);
    return Evaluation::regular;
  }
  Evaluation df(double, const double*, double* d) override {
    d[0] = -rate_;
    return Evaluation::regular;
  }

 private:
  double rate_;
};

/// Heat in a rod of n cells with cold ends: u_i' = (n+1)^2 (u_(i-1) - 2 u_i + u_(i+1)). Starts as
/// the first eigenvector, which decays as exp(-rate() t).
class Diffusion : public Classic {
 public:
  explicit Diffusion(std::size_t n) : Classic(std::vector<double>(n, 1)), n_(n) {
    pattern_.start.assign(1, 0);
    pattern_.row.clear();
    for (std::size_t j = 0; j < n; ++j) {
      if (j > 0) pattern_.row.push_back(static_cast<std::int32_t>(j - 1));
      pattern_.row.push_back(static_cast<std::int32_t>(j));
      if (j + 1 < n) pattern_.row.push_back(static_cast<std::int32_t>(j + 1));
      pattern_.start.push_back(static_cast<std::int32_t>(pattern_.row.size()));
    }
  }
  std::vector<double> start() const {
    std::vector<double> u(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      u[i] = std::sin(kPi * static_cast<double>(i + 1) / static_cast<double>(n_ + 1));
    }
    return u;
  }
  double rate() const {
    const double sine = std::sin(kPi / 2 / static_cast<double>(n_ + 1));
    return 4 * k() * sine * sine;
  }

 protected:
  Evaluation f(double, const double* u, double* udot) override {
    for (std::size_t i = 0; i < n_; ++i) {
      const double left = i > 0 ? u[i - 1] : 0, right = i + 1 < n_ ? u[i + 1] : 0;
      udot[i] = k() * (left - 2 * u[i] + right);
    }
    return Evaluation::regular;
  }
  Evaluation df(double, const double*, double* d) override {
    for (std::size_t j = 0; j < n_; ++j) {
      if (j > 0) *d++ = k();
      *d++ = -2 * k();
      if (j + 1 < n_) *d++ = k();
    }
    return Evaluation::regular;
  }

 private:
  static constexpr double kPi = 3.14159265358979323846;
  double k() const { return static_cast<double>((n_ + 1) * (n_ + 1)); }
  std::size_t n_;
};

/// A model without states.
class Nothing : public Classic {
 public:
  Nothing() : Classic({}) {}

 protected:
  Evaluation f(double, const double*, double*) override { return Evaluation::regular; }
  Evaluation df(double, const double*, double*) override { return Evaluation::regular; }
};

/// Steps from where the integrator is to `end` and returns how it went; `advanced` if it got there.
inline StepOutcome advance(Integrator& integrator, double end) {
  StepOutcome outcome = StepOutcome::advanced;
  while (integrator.time() != end) {
    outcome = integrator.step(end);
    if (outcome == StepOutcome::step_too_small || outcome == StepOutcome::failed) return outcome;
  }
  return StepOutcome::advanced;
}

/// Largest difference, in units of 1 + |expected|.
inline double difference(const double* y, const std::vector<double>& expected) {
  double largest = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double error = std::abs(y[i] - expected[i]) / (1 + std::abs(expected[i]));
    if (!(error <= largest)) largest = error;
  }
  return largest;
}

}  // namespace multibond::classics
