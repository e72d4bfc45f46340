/// Reference motions for the tests of mechanisms: equations of motion written by hand, integrated
/// by methods that the product does not have.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <vector>

#include "multibond/base/dense.h"

namespace multibond::test {

using State = Eigen::VectorXd;  ///< coordinates, then their rates
using Motion = std::function<State(const State&)>;

inline State state_of(const std::vector<double>& values) {
  return Eigen::Map<const State>(values.data(), static_cast<Eigen::Index>(values.size()));
}

/// The classical Runge-Kutta method, in steps that the caller knows to be small enough.
inline State integrated(const Motion& f, State y, double stop, int steps) {
  const double h = stop / steps;
  for (int k = 0; k < steps; ++k) {
    const State k1 = f(y), k2 = f(y + h / 2 * k1), k3 = f(y + h / 2 * k2), k4 = f(y + h * k3);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return y;
}

/// Midpoint rule over H in n parts, smoothed at the end: its error has even powers of H / n only.
inline State midpoint(const Motion& f, const State& y, const State& slope, double H, int n) {
  const double h = H / n;
  State before = y, now = y + h * slope;
  for (int k = 1; k < n; ++k) {
    State next = before + 2 * h * f(now);
    before = std::move(now);
    now = std::move(next);
  }
  return (now + before + h * f(now)) / 2;
}

/// Extrapolated midpoint rules (Gragg; Bulirsch and Stoer), of order 16, in steps as large as the
/// difference of the last two columns allows: far below what any test asks for.
inline State reference(const Motion& f, State y, double stop) {
  constexpr int kColumns = 8;
  constexpr double kError = 1e-12;
  double t = 0, H = stop / 20;
  while (t < stop) {
    const bool last = t + H >= stop;
    if (last) H = stop - t;
    const State slope = f(y);
    std::vector<State> row;
    double error = 0;
    for (int j = 1; j <= kColumns; ++j) {
      std::vector<State> next{midpoint(f, y, slope, H, 2 * j)};
      for (int k = 1; k < j; ++k) {
        const double ratio = static_cast<double>(j) / (j - k);
        next.push_back(next[k - 1] + (next[k - 1] - row[k - 1]) / (ratio * ratio - 1));
      }
      if (j == kColumns) {
        error = (next[j - 1] - next[j - 2]).cwiseAbs().maxCoeff() / (1 + y.cwiseAbs().maxCoeff());
      }
      row = std::move(next);
    }
    if (!std::isfinite(error) || (error > kError && H < 1e-12 * stop)) {
      throw std::runtime_error("the reference motion cannot be integrated");
    }
    if (error <= kError) {
      y = row.back();
      t = last ? stop : t + H;
    }
    H *= std::clamp(0.8 * std::pow(kError / (error + 1e-300), 1.0 / (2 * kColumns - 1)), 0.2, 2.0);
  }
  return y;
}

inline Eigen::Vector2d turned(const Eigen::Vector2d& r, double phi) {
  return {std::cos(phi) * r(0) - std::sin(phi) * r(1), std::sin(phi) * r(0) + std::cos(phi) * r(1)};
}
/// By a right angle, counter-clockwise: the derivative of turned(r, phi) for phi.
inline Eigen::Vector2d across(const Eigen::Vector2d& r) { return {-r(1), r(0)}; }

/// Coordinates q with mass matrix M and generalised forces Q, from Lagrange's equations.
inline State from_accelerations(const State& y, const Eigen::MatrixXd& M,
                                const Eigen::VectorXd& Q) {
  const Eigen::Index n = M.rows();
  State result(2 * n);
  result << y.tail(n), dense::LuFactors(M).solve(Q);
  return result;
}

}  // namespace multibond::test
