#include "holding.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

#include "multibond/base/union_find.h"

namespace multibond {

namespace {

using Indices = std::vector<Eigen::Index>;

/// The share of a friction that has reached its limit is found up to this.
constexpr double kAtLimit = 1e-9;
/// What is left of a diagonal element when it depends on others.
constexpr double kDependent = 1e-9;
/// Where a friction that has reached its limit may be put instead, on the other side.
constexpr double kFarAway = 0.9;

/// Elimination in A, one friction after the other.
class Elimination {
 public:
  explicit Elimination(const Eigen::MatrixXd& A) : size_(A.diagonal()), left_(A) {}
  /// Whether what is left of i follows from those eliminated.
  bool depends(Eigen::Index i) const { return left_(i, i) <= kDependent * size_[i]; }
  double strength(Eigen::Index i) const { return std::sqrt(std::max(0.0, left_(i, i))); }
  void eliminate(Eigen::Index i) {
    const Eigen::VectorXd column = left_.col(i) / left_(i, i);
    const Eigen::RowVectorXd row = left_.row(i);
    left_ -= column * row;
  }

 private:
  Eigen::VectorXd size_;
  Eigen::MatrixXd left_;
};

/// Solution of least norm of A_FF x = r, by rows that are independent.
Eigen::VectorXd least_norm(const Eigen::MatrixXd& A, const Indices& F, const Eigen::VectorXd& r) {
  const Eigen::MatrixXd inside = A(F, F);
  Elimination elimination(inside);
  Indices rows;
  for (;;) {
    Eigen::Index best = -1;
    for (Eigen::Index i = 0; i < r.size(); ++i) {
      if (elimination.depends(i)) continue;
      if (best < 0 || elimination.strength(i) > elimination.strength(best)) best = i;
    }
    if (best < 0) break;
    rows.push_back(best);
    elimination.eliminate(best);
  }
  if (rows.empty()) return Eigen::VectorXd::Zero(r.size());
  Eigen::MatrixXd chosen = inside(rows, Eigen::all);
  Eigen::VectorXd right = r(rows);
  for (Eigen::Index i = 0; i < right.size(); ++i) {
    const double norm = chosen.row(i).norm();
    chosen.row(i) /= norm;
    right[i] /= norm;
  }
  return chosen.completeOrthogonalDecomposition().solve(right);
}

/// How far s can go by `step`, at most all of it; what stops it, or -1. `limits`: of their sizes.
double reach(const Eigen::VectorXd& s, const Eigen::VectorXd& step, const Indices& F,
             const Eigen::VectorXd& limits, Eigen::Index& stops) {
  double length = 1;
  stops = -1;
  for (std::size_t k = 0; k < F.size(); ++k) {
    const Eigen::Index i = F[k];
    const double by = step[static_cast<Eigen::Index>(k)];
    const double after = std::abs(s[i] + by);
    if (after <= limits[i] || after <= std::abs(s[i])) continue;
    const double until = std::max(0.0, (std::copysign(limits[i], by) - s[i]) / by);
    if (until < length || stops < 0) {
      length = std::min(length, until);
      stops = i;
    }
  }
  return length;
}

/// The active-set method: free shares are those of least norm, what would leave its limits is put
/// there, and set free again where it should have yielded.
Eigen::VectorXd holding_shares(const HoldingProblem& p) {
  const Eigen::Index n = p.b.size();
  Eigen::VectorXd s = Eigen::VectorXd::Zero(n);
  std::vector<bool> free(static_cast<std::size_t>(n), true);
  const Eigen::VectorXd limits = Eigen::VectorXd::Ones(n);
  const Eigen::VectorXd rounding = 1e-12 * (p.b.cwiseAbs() + p.A.cwiseAbs().rowwise().sum());
  for (Eigen::Index round = 0; round < 50 + 10 * n; ++round) {
    Indices F;
    for (Eigen::Index i = 0; i < n; ++i) {
      if (free[static_cast<std::size_t>(i)]) F.push_back(i);
    }
    if (!F.empty()) {
      const Eigen::VectorXd left = p.b - p.A * s;
      const Eigen::VectorXd loads = left(F) + p.A(F, F) * s(F);
      const Eigen::VectorXd step = least_norm(p.A, F, loads) - s(F);
      Eigen::Index stops = -1;
      const double length = reach(s, step, F, limits, stops);
      s(F) += length * step;
      if (stops >= 0) {
        s[stops] = std::copysign(1.0, s[stops]);
        free[static_cast<std::size_t>(stops)] = false;
        continue;
      }
    }
    const Eigen::VectorXd a = p.b - p.A * s;
    Eigen::Index worst = -1;
    double most = 0;
    for (Eigen::Index i = 0; i < n; ++i) {
      if (free[static_cast<std::size_t>(i)]) continue;
      const double against = -s[i] * a[i] - rounding[i];
      if (against <= most) continue;
      most = against;
      worst = i;
    }
    if (worst < 0) break;
    free[static_cast<std::size_t>(worst)] = true;
  }
  return s;
}

/// Moves shares without a change of acceleration so that those which have reached their limits come
/// as far away from them as they can.
void relieve(const HoldingProblem& p, const std::vector<int>& exceeded, Eigen::VectorXd& s) {
  const Eigen::VectorXd a = p.b - p.A * s;
  Eigen::VectorXd target = s, limits = Eigen::VectorXd::Ones(s.size());
  for (std::size_t e = 0; e < exceeded.size(); ++e) {
    if (exceeded[e] == 0) continue;
    const auto k = static_cast<Eigen::Index>(e);
    for (Eigen::Index i = 0; i < s.size(); ++i) {
      const double coupling = p.A(k, i);
      if (i != k && coupling != 0) target[i] = std::copysign(1.0, coupling) * exceeded[e];
    }
    target[k] = -kFarAway * exceeded[e];
    limits[k] = kFarAway;
  }
  const Eigen::VectorXd rounding = 1e-9 * (p.b.cwiseAbs() + p.A.cwiseAbs().rowwise().sum());
  Indices F;
  for (Eigen::Index i = 0; i < s.size(); ++i) {
    if (std::abs(a[i]) <= rounding[i]) F.push_back(i);
  }
  while (!F.empty()) {
    // The part of the wish that changes no acceleration: least of norm is what does.
    const Eigen::MatrixXd inside = p.A(F, F);
    const Eigen::VectorXd wish = (target - s)(F);
    const Eigen::VectorXd step = wish - least_norm(p.A, F, inside * wish);
    if (step.cwiseAbs().maxCoeff() < 1e-12) return;
    Eigen::Index stops = -1;
    s(F) += reach(s, step, F, limits, stops) * step;
    if (stops < 0) return;
    if (limits[stops] == 1) s[stops] = std::copysign(1.0, s[stops]);
    std::erase(F, stops);
  }
}

/// How far a share is from its limit: in the direction in which it was going, if known.
double room_of(double share, int exceeded) {
  return exceeded == 0 ? 1 - std::abs(share) : std::max(0.0, 1 - exceeded * share - kAtLimit);
}

struct Alone {
  double share;
  Holding holding;
};

/// What the rest of this file says of a friction that no other one feels.
Alone hold_alone(double A, double b, int exceeded) {
  // Nothing that could hold.
  if (A <= 0) return {0, b < 0 ? Holding::slips_backward : Holding::slips_forward};
  const double share = std::clamp(b / A, -1.0, 1.0);
  if (room_of(share, exceeded) > 0) return {share, Holding::sticks};
  return {share, share > 0 ? Holding::slips_forward : Holding::slips_backward};
}

/// Those that stick are as many as there are motions to hold: those that can bear most. What
/// depends on them rests.
std::vector<Holding> roles(const HoldingProblem& p, const std::vector<int>& exceeded,
                           const Eigen::VectorXd& s) {
  const Eigen::Index n = s.size();
  std::vector<Holding> roles(static_cast<std::size_t>(n), Holding::rests);
  const auto role = [&](Eigen::Index i) -> Holding& { return roles[static_cast<std::size_t>(i)]; };
  const auto room = [&](Eigen::Index i) {
    return room_of(s[i], exceeded[static_cast<std::size_t>(i)]);
  };
  Elimination elimination(p.A);
  for (;;) {
    Eigen::Index best = -1;
    double most = 0;
    for (Eigen::Index i = 0; i < n; ++i) {
      if (role(i) == Holding::sticks || elimination.depends(i)) continue;
      const double value = elimination.strength(i) * room(i);
      if (value <= most) continue;
      most = value;
      best = i;
    }
    if (best < 0) break;
    role(best) = Holding::sticks;
    elimination.eliminate(best);
  }
  for (Eigen::Index i = 0; i < n; ++i) {
    if (role(i) == Holding::sticks || elimination.depends(i)) continue;
    role(i) = s[i] > 0 ? Holding::slips_forward : Holding::slips_backward;
  }
  return roles;
}

/// Frictions that feel each other.
std::vector<Indices> groups(const Eigen::MatrixXd& A) {
  const auto n = static_cast<std::size_t>(A.rows());
  UnionFind sets(n);
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const double size = std::sqrt(std::abs(A(i, i) * A(j, j)));
      if (std::max(std::abs(A(i, j)), std::abs(A(j, i))) > 1e-12 * size) {
        sets.join(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
      }
    }
  }
  std::vector<Indices> members(n);
  for (std::size_t i = 0; i < n; ++i) {
    members[sets.find(i)].push_back(static_cast<Eigen::Index>(i));
  }
  std::erase_if(members, [](const Indices& group) { return group.empty(); });
  return members;
}

}  // namespace

HoldingSolution hold(const HoldingProblem& problem, const std::vector<int>& exceeded) {
  const Eigen::Index n = problem.b.size();
  HoldingSolution solution{Eigen::VectorXd::Zero(n),
                           std::vector<Holding>(static_cast<std::size_t>(n))};
  for (const Indices& group : groups(problem.A)) {
    if (group.size() == 1) {
      const Eigen::Index i = group.front();
      const Alone alone =
          hold_alone(problem.A(i, i), problem.b[i], exceeded[static_cast<std::size_t>(i)]);
      solution.shares[i] = alone.share;
      solution.holding[static_cast<std::size_t>(i)] = alone.holding;
      continue;
    }
    const HoldingProblem part{problem.A(group, group), problem.b(group)};
    Eigen::VectorXd s = holding_shares(part);
    std::vector<int> limits;
    for (const Eigen::Index i : group) limits.push_back(exceeded[static_cast<std::size_t>(i)]);
    relieve(part, limits, s);
    const std::vector<Holding> found = roles(part, limits, s);
    for (std::size_t k = 0; k < group.size(); ++k) {
      solution.shares[group[k]] = s[static_cast<Eigen::Index>(k)];
      solution.holding[static_cast<std::size_t>(group[k])] = found[k];
    }
  }
  return solution;
}

}  // namespace multibond
