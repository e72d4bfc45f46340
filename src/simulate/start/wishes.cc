#include "wishes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gauss_newton.h"
#include "multibond/base/dense.h"
#include "multibond/base/text.h"

namespace multibond {
namespace {

/// A wish that is missed by this part of its size is not honoured.
constexpr double kMissed = 1e-3;
/// So many missed wishes are told one by one.
constexpr std::size_t kMostTold = 3;
constexpr double kStep = 0.3;
/// Weighted distances from all wishes that nobody needs to improve.
constexpr double kHonoured = 1e-13;

/// Weighted distances of a cluster from its wishes.
class WishRows {
 public:
  WishRows(StartProblem& problem, const StartCluster& cluster,
           const std::vector<std::size_t>& released)
      : problem_(problem), cluster_(cluster), released_(released) {
    for (const std::uint32_t i : cluster.unknowns) {
      if (problem.unknowns()[i].given) given_.push_back(i);
    }
  }

  bool values(Eigen::VectorXd& r) {
    std::vector<double> wished, demands;
    if (!problem_.wished(wished) || !problem_.demands(demands)) return false;
    r.resize(rows());
    Eigen::Index row = 0;
    for (const std::uint32_t i : given_) {
      const StartUnknown& unknown = problem_.unknowns()[i];
      r[row++] = weight(unknown) * (problem_.values[i] - unknown.wish);
    }
    for (const std::size_t k : cluster_.wishes) {
      const OtherWishDescription& wish = problem_.known().other_wishes[k];
      r[row++] = wish.weight / wish.nominal * problem_.missed(wish, wished[k]);
    }
    for (const std::size_t d : released_) r[row++] = released_weight(d) * demands[d];
    return r.allFinite();
  }

  bool slopes(const StartColumns& columns, Eigen::MatrixXd& A) {
    Eigen::MatrixXd wished, demands;
    const InitializationDescription& known = problem_.known();
    const std::size_t outputs = released_.empty() ? 0 : known.demands.size();
    if (!problem_.slopes(FunctionKind::wished_slopes, known.other_wishes.size(), columns, wished) ||
        !problem_.slopes(FunctionKind::demand_slopes, outputs, columns, demands)) {
      return false;
    }
    A.setZero(rows(), static_cast<Eigen::Index>(columns.unknowns.size()));
    Eigen::Index row = 0;
    for (const std::uint32_t i : given_) {
      const auto place = std::find(columns.unknowns.begin(), columns.unknowns.end(), i);
      const auto j = place - columns.unknowns.begin();
      A(row++, j) = weight(problem_.unknowns()[i]) * columns.size[j];
    }
    for (const std::size_t k : cluster_.wishes) {
      const OtherWishDescription& wish = known.other_wishes[k];
      A.row(row++) = wish.weight / wish.nominal * wished.row(static_cast<Eigen::Index>(k));
    }
    for (const std::size_t d : released_) {
      A.row(row++) = released_weight(d) * demands.row(static_cast<Eigen::Index>(d));
    }
    return A.allFinite();
  }

 private:
  Eigen::Index rows() const {
    return static_cast<Eigen::Index>(given_.size() + cluster_.wishes.size() + released_.size());
  }
  static double weight(const StartUnknown& unknown) { return unknown.weight / unknown.nominal; }
  double released_weight(std::size_t d) const { return kFixedWeight / problem_.demand(d).nominal; }

  StartProblem& problem_;
  const StartCluster& cluster_;
  const std::vector<std::size_t>& released_;
  std::vector<std::uint32_t> given_;
};

/// Largest share of the allowed step.
double largest_step(const StartProblem& problem, const StartColumns& columns,
                    const Eigen::VectorXd& step) {
  double largest = 0;
  for (Eigen::Index j = 0; j < step.size(); ++j) {
    const StartUnknown& unknown = problem.unknowns()[columns.unknowns[j]];
    if (unknown.angle) largest = std::max(largest, std::abs(step[j] * columns.size[j]) / kStep);
  }
  return largest;
}

}  // namespace

void honour_wishes(StartProblem& problem, const StartCluster& cluster,
                   const std::vector<std::size_t>& released) {
  WishRows wishes(problem, cluster, released);
  const DemandRows demands{cluster.demands, weighted_columns(problem, cluster.unknowns)};
  StartColumns columns = demands.columns;
  for (Eigen::Index j = 0; j < columns.size.size(); ++j) {
    columns.size[j] = problem.unknowns()[columns.unknowns[j]].nominal;
  }
  const DemandRows plain{cluster.demands, columns};
  ScaledRows now, then;
  Eigen::VectorXd missed, next;
  Eigen::MatrixXd A;
  if (!wishes.values(missed) || missed.norm() < kHonoured) return;
  if (!scaled_rows(problem, plain, now)) return;
  for (int iteration = 0; iteration < 50 && missed.norm() >= kHonoured; ++iteration) {
    if (!wishes.slopes(columns, A)) return;
    Eigen::MatrixXd free = Eigen::MatrixXd::Identity(columns.size.size(), columns.size.size());
    if (now.J.rows() > 0) free = dense::orthonormal_kernel(now.J, 1e-8);
    if (free.cols() == 0) return;
    Eigen::VectorXd step = -free * dense::least_norm_solution(A * free, missed, 1e-9);
    const double largest = largest_step(problem, columns, step);
    if (largest > 1) step /= largest;
    if (step.norm() < 1e-12) return;
    const std::vector<double> from = problem.values;
    bool better = false;
    for (double part = 1; part > 1e-3 && !better; part /= 2) {
      problem.values = from;
      for (Eigen::Index j = 0; j < step.size(); ++j) {
        problem.values[columns.unknowns[j]] += part * columns.size[j] * step[j];
      }
      gauss_newton(problem, demands);
      better = wishes.values(next) && next.norm() < (1 - 1e-6 * part) * missed.norm() &&
               scaled_rows(problem, plain, then) &&
               then.r.norm() <= std::max(1e-10, 2 * now.r.norm());
    }
    if (!better) {
      problem.values = from;
      return;
    }
    std::swap(missed, next);
    std::swap(now, then);
  }
}

void settle_free_rates(StartProblem& problem, const StartCluster& cluster) {
  const std::vector<JointMotionDescription>& known = problem.known().joint_motions;
  const std::vector<std::size_t> none;
  WishRows wishes(problem, cluster, none);
  const DemandRows demands{cluster.demands, weighted_columns(problem, cluster.unknowns)};
  StartColumns columns = demands.columns;
  for (Eigen::Index j = 0; j < columns.size.size(); ++j) {
    columns.size[j] = problem.unknowns()[columns.unknowns[j]].nominal;
  }
  ScaledRows now;
  Eigen::MatrixXd A;
  if (!scaled_rows(problem, {cluster.demands, columns}, now) || !wishes.slopes(columns, A)) return;
  Eigen::MatrixXd held(now.J.rows() + A.rows(), columns.size.size());
  held << now.J, A;
  Eigen::MatrixXd free = Eigen::MatrixXd::Identity(held.cols(), held.cols());
  if (held.rows() > 0) free = dense::orthonormal_kernel(held, 1e-8);
  if (free.cols() == 0) return;
  std::vector<double> motions;
  Eigen::MatrixXd slopes;
  if (!problem.joint_motions(motions) ||
      !problem.slopes(FunctionKind::joint_motion_slopes, known.size(), columns, slopes)) {
    return;
  }
  Eigen::VectorXd r = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(known.size()));
  for (std::size_t k = 0; k < known.size(); ++k) {
    const auto row = static_cast<Eigen::Index>(k);
    const bool is_rate =
        std::any_of(known[k].unknowns.begin(), known[k].unknowns.end(), [&](std::uint32_t i) {
          return std::find(cluster.unknowns.begin(), cluster.unknowns.end(), i) !=
                 cluster.unknowns.end();
        });
    slopes.row(row) *= is_rate ? 1 / known[k].nominal : 0.0;
    if (is_rate) r[row] = motions[k] / known[k].nominal;
  }
  // What is free may be no joint's affair: the spin of a rod between balls.
  const Eigen::MatrixXd felt = slopes * free;
  if (!(felt.norm() > 1e-9 * slopes.norm())) return;
  const Eigen::VectorXd step = -free * dense::least_norm_solution(felt, r, 1e-9);
  if (!step.allFinite()) return;
  for (Eigen::Index j = 0; j < step.size(); ++j) {
    problem.values[columns.unknowns[static_cast<std::size_t>(j)]] += columns.size[j] * step[j];
  }
  gauss_newton(problem, demands);
}

std::vector<Diagnostic> missed_wishes(StartProblem& problem) {
  std::vector<double> wished;
  std::vector<Diagnostic> notes;
  if (problem.mode().events.starts_are_guesses || !problem.wished(wished)) return notes;
  for (std::size_t k = 0; k < wished.size(); ++k) {
    const OtherWishDescription& wish = problem.known().other_wishes[k];
    if (!problem.is_wish(wish)) continue;
    const double wanted = problem.wish_of(wish);
    const double size = std::max(std::abs(wanted), wish.nominal);
    if (std::abs(problem.missed(wish, wished[k])) <= kMissed * size) continue;
    notes.push_back(
        {Severity::note, wish.path,
         fmt::format("{} starts at {} and not at its start value {}, which the rest of "
                     "the model does not allow.",
                     wish.path, quantity(wished[k], wish.unit), quantity(wanted, wish.unit)),
         "Use fixed() if it must hold."});
  }
  // Libraries give start values as guesses by the hundred; a few examples tell enough.
  if (notes.size() > kMostTold + 1) {
    const std::size_t others = notes.size() - kMostTold;
    notes.resize(kMostTold);
    notes.push_back(
        {Severity::note, "",
         fmt::format("{} other variables do not start at their start values either.", others),
         "Compare the first row of the result with them."});
  }
  return notes;
}

}  // namespace multibond
