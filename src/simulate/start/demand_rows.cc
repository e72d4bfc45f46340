#include "demand_rows.h"

#include <cmath>

namespace multibond {
namespace {

/// A row much smaller than the others may be noise; it is if it is that much smaller than the
/// terms it is summed from.
constexpr double kSuspicious = 1e-8, kNoise = 1e-10;

bool residuals(StartProblem& problem, const DemandRows& rows, Eigen::VectorXd& r) {
  std::vector<double> all;
  if (!problem.demands(all)) return false;
  r.resize(static_cast<Eigen::Index>(rows.demands.size()));
  for (Eigen::Index k = 0; k < r.size(); ++k) r[k] = all[rows.demands[k]];
  return r.allFinite();
}

/// Rows of noise become 0.
void silence_noise(StartProblem& problem, const DemandRows& rows, Eigen::MatrixXd& J,
                   Eigen::VectorXd& scale) {
  const double largest = scale.size() == 0 ? 0 : scale.maxCoeff();
  const double usual = rows.columns.size.size() == 0 ? 0 : rows.columns.size.maxCoeff();
  const double limit = kSuspicious * std::max(largest, usual);
  if ((scale.array() > limit).all()) return;
  const Eigen::MatrixXd terms = problem.term_sizes(rows.demands, rows.columns);
  if (terms.rows() != J.rows() || !terms.allFinite()) return;
  for (Eigen::Index k = 0; k < J.rows(); ++k) {
    const double size = terms.row(k).norm();
    if (scale[k] > limit || scale[k] > kNoise * size) continue;
    J.row(k).setZero();
    scale[k] = size;
  }
}

}  // namespace

StartColumns weighted_columns(const StartProblem& problem, std::vector<std::uint32_t> unknowns) {
  StartColumns columns{std::move(unknowns), {}};
  columns.size.resize(static_cast<Eigen::Index>(columns.unknowns.size()));
  for (Eigen::Index j = 0; j < columns.size.size(); ++j) {
    const StartUnknown& unknown = problem.unknowns()[columns.unknowns[j]];
    columns.size[j] = unknown.nominal / unknown.weight;
  }
  return columns;
}

bool scale_rows(StartProblem& problem, const DemandRows& rows, ScaledRows& out) {
  out.scale = out.J.rowwise().norm();
  if (!out.scale.allFinite()) return false;
  silence_noise(problem, rows, out.J, out.scale);
  for (Eigen::Index k = 0; k < out.r.size(); ++k) {
    if (out.scale[k] == 0) out.scale[k] = 1;
  }
  out.J = out.scale.cwiseInverse().asDiagonal() * out.J;
  out.r = out.r.cwiseQuotient(out.scale);
  return true;
}

bool scaled_rows(StartProblem& problem, const DemandRows& rows, ScaledRows& out) {
  Eigen::MatrixXd all;
  if (!residuals(problem, rows, out.r) ||
      !problem.slopes(FunctionKind::demand_slopes, problem.known().demands.size(), rows.columns,
                      all)) {
    return false;
  }
  out.J.resize(out.r.size(), all.cols());
  for (Eigen::Index k = 0; k < out.r.size(); ++k) {
    out.J.row(k) = all.row(static_cast<Eigen::Index>(rows.demands[k]));
  }
  return scale_rows(problem, rows, out);
}

}  // namespace multibond
