#include "proximal_newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "multibond/base/dense.h"
#include "one_contact.h"

namespace multibond::contact {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// One round: the problem with W + eps and b - eps r, whose matrix is regular.
class Round {
 public:
  Round(const ConeProblem& original, const VectorXd& factors)
      : original_(original), factors_(factors), strong_(factors), p_(original) {}

  void set_strength(double strength) { strong_ = strength * factors_; }

  void set(double eps, const VectorXd& r) {
    p_.W.diagonal() = original_.W.diagonal().array() + eps;
    p_.b = original_.b - eps * r;
  }

  /// Gauss-Seidel: each contact in turn is solved exactly, the others as they are.
  void sweep(VectorXd& x, int times) {
    u_ = p_.b + p_.W * x;
    for (int i = 0; i < times; ++i) {
      for (const Cone& cone : p_.cones) relax(cone, x);
    }
    iterations += times;
  }

  /// How far x is from the solution; leaves what Newton's method makes smaller in merit_.
  double error(const VectorXd& x) {
    u_.noalias() = p_.W * x;
    u_ += p_.b;
    projection_error(p_, factors_, x, u_, error_);
    const double error = relative_error(p_, error_, x);
    projection_error(p_, strong_, x, u_, error_);
    merit_ = error_.norm();
    return error;
  }

  /// Newton's method with halved steps where the error would grow; returns the error reached.
  double newton(VectorXd& x, int most) {
    double now = error(x);
    double merit_now = merit_;
    VectorXd next, trial;
    for (int step = 0; step < most && now > kTolerance / 10; ++step) {
      ++iterations;
      if (!newton_step(x, next)) return now;
      double length = 1, after = 0;
      bool better = false;
      for (int halving = 0; halving < 7; ++halving, length /= 2) {
        trial = x + length * (next - x);
        after = error(trial);
        better = merit_ < (1 - 0.1 * length) * merit_now;
        if (better) break;
      }
      if (!better) {
        error(x);
        return now;
      }
      x.swap(trial);
      now = after;
      merit_now = merit_;
    }
    return now;
  }

  int iterations = 0;

 private:
  void relax(const Cone& cone, VectorXd& x) {
    const Index first = cone.first;
    const int rows = cone.rows;
    const Matrix4 W = p_.W.block(first, first, rows, rows);
    const Vector4 old = x.segment(first, rows);
    const Vector4 q = u_.segment(first, rows) - W * old;
    const Vector4 change = one_contact(W, q, cone) - old;
    if (change.isZero(0) || !change.allFinite()) return;
    x.segment(first, rows) += change;
    for (int i = 0; i < rows; ++i) {
      if (change[i] != 0) u_ += change[i] * p_.W.col(first + i);
    }
  }

  /// Newton's equations for the new forces y, of the contacts that are closed (the others get 0):
  ///
  ///     u_n = 0;   u_t = 0 where it sticks;   where it slips, with d = x_t - r u_t, e = d / |d|,
  ///     radius = mu (x_n - r u_n), and P = (1 - e e') radius / |d|:
  ///     y_t - mu e y_n - P (y_t - r u_t(y)) = 0
  bool newton_step(const VectorXd& x, VectorXd& y) {
    rows_.clear();
    for (const Cone& cone : p_.cones) {
      if (x[cone.first] - strong_[cone.first] * u_[cone.first] <= 0) continue;
      for (int i = 0; i < cone.rows; ++i) rows_.push_back(cone.first + i);
    }
    y = VectorXd::Zero(x.size());
    if (rows_.empty()) return true;
    A_ = p_.W(rows_, rows_);
    right_ = -p_.b(rows_);
    Index at = 0;
    for (const Cone& cone : p_.cones) {
      const Index n = cone.first;
      const double normal = x[n] - strong_[n] * u_[n];
      if (normal <= 0) continue;
      if (cone.tangents() > 0) slip(x, n + 1, at + 1, cone.tangents(), at, cone.mu, normal);
      if (cone.spins()) slip(x, n + 3, at + 3, 1, at, cone.spin_mu, normal);
      at += cone.rows;
    }
    const VectorXd solved = dense::LuFactors(A_).solve(right_);
    if (!solved.allFinite()) return false;
    y(rows_) = solved;
    return true;
  }

  /// Rows `at` of a ball, with the normal force in column `normal_at`.
  void slip(const VectorXd& x, Index row, Index at, int rows, Index normal_at, double mu,
            double normal) {
    Vector4 d = x.segment(row, rows) - strong_[row] * u_.segment(row, rows);
    const double length = d.norm(), radius = mu * normal;
    if (length <= radius) return;  // sticks: u = 0
    const Vector4 e = d / length;
    if (rows == 1) {
      A_.row(at).setZero();
      A_(at, at) = 1;
      right_[at] = 0;
    } else {
      // P u(y) = P (A y - right)
      const double share = radius / length;
      const Vector4 f = Vector4{{-e[1], e[0]}};  // across e
      const Eigen::RowVectorXd across = f[0] * A_.row(at) + f[1] * A_.row(at + 1);
      const double right = f[0] * right_[at] + f[1] * right_[at + 1];
      for (int i = 0; i < 2; ++i) {
        A_.row(at + i) = share * strong_[row] * f[i] * across;
        right_[at + i] = share * strong_[row] * f[i] * right;
        for (int j = 0; j < 2; ++j) {
          A_(at + i, at + j) += (i == j ? 1.0 : 0.0) - share * f[i] * f[j];
        }
      }
    }
    for (int i = 0; i < rows; ++i) A_(at + i, normal_at) -= mu * e[i];
  }

  const ConeProblem& original_;
  const VectorXd& factors_;
  VectorXd strong_;  ///< factors of the projections in Newton's method
  ConeProblem p_;
  double merit_ = 0;
  VectorXd u_, error_, right_;
  MatrixXd A_;
  std::vector<Index> rows_;
};

/// Rounds with eps as small as Newton's method allows: the smaller, the fewer are needed.
ConeSolution rounds(const ConeProblem& problem, const VectorXd& start, int most) {
  constexpr double kLargestEps = 1, kFirstEps = 1e-3, kSmallestEps = 1e-8;
  // Whether a contact is taken to stick or slip in Newton's method depends on the factors of the
  // projections. Contacts in a heap give way less than each alone: 10 is best in most cases.
  constexpr double kStrengths[] = {10, 100, 1, 30, 3};
  const VectorXd factors = projection_factors(problem);
  Round round(problem, factors);
  round.set_strength(kStrengths[0]);
  ConeSolution best{start, 0, 0, true};
  VectorXd u, error;
  const auto true_error = [&](const VectorXd& forces) {
    u = problem.b + problem.W * forces;
    projection_error(problem, factors, forces, u, error);
    return relative_error(problem, error, forces);
  };
  best.error = true_error(start);

  VectorXd r = start, x = start;
  double eps = kFirstEps;
  int sweeps = problem.cones.size() <= 4 ? 3 : 10, failures = 0;
  std::size_t strength = 0;
  for (int k = 0; k < most && !best.solved(); ++k) {
    round.set(eps, r);
    if (k == 0 || failures > 0) round.sweep(x, sweeps);
    const bool converged = round.newton(x, 15) <= kTolerance;
    const double now = true_error(x);
    if (now < best.error || !std::isfinite(best.error)) {
      best.x = x;
      best.error = now;
    }
    if (converged) {
      r = x;
      failures = 0;
      eps = std::max(kSmallestEps, eps / (best.routine ? 100 : 10));
    } else {
      ++failures;
      best.routine = false;
      sweeps = std::min(std::max(2 * sweeps, 20), 320);
      if (failures > 2) eps = std::min(kLargestEps, eps * 10);
      strength = (strength + 1) % std::size(kStrengths);
      round.set_strength(kStrengths[strength]);
    }
  }
  best.iterations = round.iterations;
  return best;
}

/// Light bodies wedged between heavy ones: the rounds creep along forces that nearly balance. Then
/// friction is changed in steps from `factor` times its value to what it is, each step starting
/// from the last.
ConeSolution along_friction(const ConeProblem& problem, double factor) {
  constexpr int kSteps = 20, kRounds = 30;
  ConeProblem changed = problem;
  ConeSolution solution;
  VectorXd x = VectorXd::Zero(problem.b.size());
  int iterations = 0;
  for (int step = 0; step <= kSteps; ++step) {
    const double share = std::pow(factor, 1 - static_cast<double>(step) / kSteps);
    for (std::size_t i = 0; i < problem.cones.size(); ++i) {
      changed.cones[i].mu = problem.cones[i].mu * share;
      changed.cones[i].spin_mu = problem.cones[i].spin_mu * share;
    }
    solution = rounds(changed, x, kRounds);
    iterations += solution.iterations;
    x = solution.x;
  }
  solution.iterations = iterations;
  solution.routine = false;
  return solution;
}

}  // namespace

ConeSolution proximal_newton(const ConeProblem& problem, const VectorXd& start, bool patient) {
  constexpr int kRounds = 40, kFewRounds = 6;
  ConeSolution best = rounds(problem, start, patient ? kRounds : kFewRounds);
  if (!patient) return best;
  double largest = 1;
  for (const Cone& cone : problem.cones) largest = std::max(largest, cone.mu);
  for (const double factor : {0.05 / largest, 2.0}) {
    if (best.error <= kAcceptable / 10) break;
    ConeSolution other = along_friction(problem, factor);
    other.iterations += best.iterations;
    if (other.error < best.error) {
      best = std::move(other);
    } else {
      best.iterations = other.iterations;
    }
  }
  return best;
}

}  // namespace multibond::contact
