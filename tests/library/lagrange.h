/// Reference motions for the tests of mechanisms: equations of motion written by hand, integrated
/// by the classical Runge-Kutta method in steps far below what the result needs.
#pragma once

#include <cmath>
#include <functional>

#include "multibond/base/dense.h"

namespace multibond::test {

using State = Eigen::VectorXd;  ///< coordinates, then their rates
using Motion = std::function<State(const State&)>;

inline State integrated(const Motion& f, State y, double stop, int steps) {
  const double h = stop / steps;
  for (int k = 0; k < steps; ++k) {
    const State k1 = f(y), k2 = f(y + h / 2 * k1), k3 = f(y + h / 2 * k2), k4 = f(y + h * k3);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return y;
}

/// Two lengths of step and their extrapolation, so that the error is far below 1e-10.
inline State reference(const Motion& f, const State& y, double stop, int steps = 4000) {
  const State coarse = integrated(f, y, stop, steps), fine = integrated(f, y, stop, 2 * steps);
  return fine + (fine - coarse) / 15;
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
