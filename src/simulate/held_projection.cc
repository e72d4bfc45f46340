#include "held_projection.h"

#include <algorithm>
#include <cmath>

#include "multibond/base/dense.h"

namespace multibond {
namespace {

constexpr int kMostRounds = 4;
/// What is left of the difference to the values wanted, by their size.
constexpr double kReached = 1e-13;
/// How far a state is moved to see what the projection makes of it, by its size.
constexpr double kProbe = 1e-3;
constexpr double kRankTolerance = 1e-9;

}  // namespace

/// The values at the end depend on those at the beginning; in velocities linearly. So it is asked
/// where to begin.
void project_around(CompiledDynamics& dynamics, double t, std::vector<double>& y,
                    const std::vector<std::size_t>& set) {
  const auto n = static_cast<Eigen::Index>(set.size());
  Eigen::VectorXd wanted(n), sizes(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const std::size_t state = set[static_cast<std::size_t>(i)];
    wanted[i] = y[state];
    sizes[i] = std::max(std::abs(y[state]), dynamics.nominal(state));
  }
  const auto ends_at = [&](std::vector<double>& point) {
    dynamics.project(t, point.data());
    Eigen::VectorXd end(n);
    for (Eigen::Index i = 0; i < n; ++i) end[i] = point[set[static_cast<std::size_t>(i)]];
    return end;
  };
  std::vector<double> begin = y;
  for (int round = 0;; ++round) {
    std::vector<double> result = begin;
    const Eigen::VectorXd end = ends_at(result);
    const Eigen::VectorXd missing = wanted - end;
    const double miss = (missing.array() / sizes.array()).abs().maxCoeff();
    if (!std::isfinite(miss)) return;
    y = result;
    if (miss <= kReached || round == kMostRounds) return;
    Eigen::MatrixXd slopes(n, n);
    for (Eigen::Index j = 0; j < n; ++j) {
      std::vector<double> beside = begin;
      beside[set[static_cast<std::size_t>(j)]] += kProbe * sizes[j];
      slopes.col(j) = (ends_at(beside) - end) / (kProbe * sizes[j]);
    }
    // Values that contradict each other are met as nearly as they can be.
    const Eigen::VectorXd shift = dense::least_norm_solution(slopes, missing, kRankTolerance);
    if (!shift.allFinite()) return;
    for (Eigen::Index i = 0; i < n; ++i) begin[set[static_cast<std::size_t>(i)]] += shift[i];
  }
}

}  // namespace multibond
