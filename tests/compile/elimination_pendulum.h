/// The planar chain pendulum, as its components state it, and the closed form it must agree with.
///
///    O-----o-----o-----o ...      O pivot on the ground, o revolute joints, links of length l,
///     \g                          centre of mass at c, gravity g downwards (-y)
#pragma once

#include <cmath>
#include <vector>

#include "elimination_models.h"
#include "multibond/base/dense.h"

namespace multibond::testing {

struct Pendulum {
  Model& model;
  std::size_t n;
  bool closed;                                              ///< the tip is pinned: two constraints
  std::vector<double> m, l, c, J;                           ///< of link k
  std::vector<std::vector<double>> angle_values, w_values;  ///< of link k at the samples
  std::vector<Expr> qdd, z;  ///< joint and absolute angular acceleration
  static constexpr double g = 9.81;

  Pendulum(Model& given, std::size_t links, bool pinned = false, unsigned seed = 3)
      : model(given), n(links), closed(pinned) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> size(0.5, 1.5), angle(-3.14, 3.14), speed(-2, 2);
    for (std::size_t k = 0; k < n; ++k) {
      m.push_back(size(random));
      l.push_back(size(random));
      c.push_back(0.4 * l[k]);
      J.push_back(0.1 * size(random));
      std::vector<double> q(model.count()), w(model.count());
      for (std::size_t s = 0; s < model.count(); ++s) {
        // a third of the samples at right angles: sines and cosines vanish there
        q[s] = s % 3 == 0 ? std::round(angle(random)) * 1.5707963267948966 : angle(random);
        w[s] = speed(random);
      }
      angle_values.push_back(q);
      w_values.push_back(w);
    }
    state_equations();
  }

  void state_equations() {
    Expr ax_a = 0.0, ay_a = 0.0, z_a = 0.0;  // of the frame a link hangs on
    std::vector<Expr> fx, fy, t;             // force and torque on the link at its joint
    model.depth.assign(2 * n + 1, 0);
    for (std::size_t k = 0; k < n; ++k) {
      const auto joint = static_cast<std::uint32_t>(2 * k + 1);
      fx.push_back(model.unknown(joint));
      fy.push_back(model.unknown(joint));
      t.push_back(model.unknown(joint));
      model.depth[joint] = joint;
      model.depth[joint + 1 <= 2 * n ? joint + 1 : joint] = joint + 1;
    }
    fx.push_back(closed ? model.unknown(0, true) : Expr(0.0));
    fy.push_back(closed ? model.unknown(0, true) : Expr(0.0));
    t.push_back(0.0);
    for (std::size_t k = 0; k < n; ++k) {
      const auto joint = static_cast<std::uint32_t>(2 * k + 1), body = joint + 1;
      const Expr phi = model.state(angle_values[k]), w = model.state(w_values[k]);
      const Expr mass = model.parameter(m[k]), length = model.parameter(l[k]);
      const Expr centre = model.parameter(c[k]), inertia = model.parameter(J[k]);
      // joint: relative acceleration, no torque
      qdd.push_back(model.unknown(joint));
      z.push_back(model.unknown(body));
      model.equation(z[k] - z_a - qdd[k], joint);
      model.equation(t[k], joint);
      // body: kinematics of centre and tip, Newton, Euler about the centre
      const Expr acx = model.unknown(body), acy = model.unknown(body);
      const Expr ax = model.unknown(body), ay = model.unknown(body);
      model.equation(acx - ax_a + centre * (sin(phi) * z[k] + cos(phi) * w * w), body);
      model.equation(acy - ay_a - centre * (cos(phi) * z[k] - sin(phi) * w * w), body);
      model.equation(ax - ax_a + length * (sin(phi) * z[k] + cos(phi) * w * w), body);
      model.equation(ay - ay_a - length * (cos(phi) * z[k] - sin(phi) * w * w), body);
      model.equation(fx[k] - fx[k + 1] - mass * acx, body);
      model.equation(fy[k] - fy[k + 1] - mass * (acy + g), body);
      const Expr behind = length - centre;
      model.equation(inertia * z[k] - t[k] + t[k + 1] +
                         centre * (cos(phi) * fy[k] - sin(phi) * fx[k]) +
                         behind * (cos(phi) * fy[k + 1] - sin(phi) * fx[k + 1]),
                     body);
      ax_a = ax;
      ay_a = ay;
      z_a = z[k];
    }
    if (closed) {
      model.equation(ax_a, 0, true);
      model.equation(ay_a, 0, true);
    }
  }

  /// Lagrange's equations in absolute angles; with multipliers if the tip is pinned.
  Eigen::VectorXd angular_accelerations(std::size_t s) const {
    const auto size = static_cast<Eigen::Index>(n);
    const Eigen::Index rows = closed ? size + 2 : size;
    Eigen::MatrixXd M = Eigen::MatrixXd::Zero(rows, rows);
    Eigen::VectorXd b = Eigen::VectorXd::Zero(rows);
    std::vector<double> behind(n + 1, 0.0);  // mass of all links behind k
    for (std::size_t k = n; k-- > 1;) behind[k - 1] = behind[k] + m[k];
    for (std::size_t i = 0; i < n; ++i) {
      const auto row = static_cast<Eigen::Index>(i);
      const double phi = angle_values[i][s], w = w_values[i][s];
      for (std::size_t j = 0; j < n; ++j) {
        const auto column = static_cast<Eigen::Index>(j);
        const std::size_t outer = std::max(i, j), inner = std::min(i, j);
        const double a = i == j ? J[i] + m[i] * c[i] * c[i] + l[i] * l[i] * behind[i]
                                : l[inner] * (m[outer] * c[outer] + l[outer] * behind[outer]);
        const double difference = phi - angle_values[j][s];
        M(row, column) = a * std::cos(difference);
        b(row) -= a * std::sin(difference) * w_values[j][s] * w_values[j][s];
      }
      b(row) -= g * std::cos(phi) * (m[i] * c[i] + l[i] * behind[i]);
      if (!closed) continue;
      M(row, size) = M(size, row) = -l[i] * std::sin(phi);
      M(row, size + 1) = M(size + 1, row) = l[i] * std::cos(phi);
      b(size) += l[i] * std::cos(phi) * w * w;
      b(size + 1) += l[i] * std::sin(phi) * w * w;
    }
    return dense::carefully_solved(M, b).head(size);
  }

  /// Largest error of the angular accelerations at a sample, relative to the largest of them.
  double error(const Elimination& elimination, std::size_t s) {
    const Eigen::VectorXd x = model.solve(elimination, s);
    const Eigen::VectorXd exact = angular_accelerations(s);
    double largest = 0;
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t c = 0; c < model.block.unknowns.size(); ++c) {
        if (!same(model.block.unknowns[c].leaf, z[k])) continue;
        const double e =
            std::fabs(x(static_cast<Eigen::Index>(c)) - exact(static_cast<Eigen::Index>(k)));
        largest = std::max(largest, e);
      }
    }
    return largest / exact.lpNorm<Eigen::Infinity>();
  }
};

}  // namespace multibond::testing
