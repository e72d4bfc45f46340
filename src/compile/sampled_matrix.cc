#include "sampled_matrix.h"

#include <algorithm>
#include <cmath>

#include "multibond/base/dense_in_place.h"
#include "multibond/compile/constraint_solver.h"

namespace multibond {
namespace {

constexpr double kNoise = 1e-13;  ///< by the largest entry

}  // namespace

SampledMatrix::SampledMatrix(std::span<const Expr> entries, std::size_t n, Samples& samples)
    : row_sizes_(n, 1.0), column_sizes_(n, 1.0) {
  const auto size = static_cast<Eigen::Index>(n);
  values_.assign(samples.count(), Eigen::MatrixXd(size, size));
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::span<const double> values = samples.values(entries[k]);
    const auto row = static_cast<Eigen::Index>(k / n), column = static_cast<Eigen::Index>(k % n);
    for (std::size_t s = 0; s < values_.size(); ++s) {
      values_[s](row, column) = values[values.size() == 1 ? 0 : s];
    }
  }
  std::erase_if(values_, [](const Eigen::MatrixXd& value) { return !value.allFinite(); });
  find_sizes();
}

/// Square roots in turn until they settle (Ruiz 2001): symmetric for a symmetric matrix.
void SampledMatrix::find_sizes() {
  const auto n = static_cast<Eigen::Index>(row_sizes_.size());
  Eigen::MatrixXd typical = Eigen::MatrixXd::Zero(n, n);
  for (const Eigen::MatrixXd& value : values_) typical += value.cwiseAbs2();
  if (!values_.empty()) typical = (typical / static_cast<double>(values_.size())).cwiseSqrt();
  // Rounding is no size: a row of noise must not be blown up.
  const double noise = n > 0 ? kNoise * typical.maxCoeff() : 0.0;
  typical = (typical.array() < noise).select(0.0, typical);
  for (int sweep = 0; sweep < 8; ++sweep) {
    const Eigen::VectorXd rows = typical.rowwise().maxCoeff().cwiseSqrt();
    const Eigen::VectorXd columns = typical.colwise().maxCoeff().transpose().cwiseSqrt();
    for (Eigen::Index i = 0; i < n; ++i) {
      if (rows[i] > 0) {
        typical.row(i) /= rows[i];
        row_sizes_[static_cast<std::size_t>(i)] *= rows[i];
      }
      if (columns[i] > 0) {
        typical.col(i) /= columns[i];
        column_sizes_[static_cast<std::size_t>(i)] *= columns[i];
      }
    }
  }
}

bool SampledMatrix::reaches_rank(std::size_t rank) const {
  const auto n = static_cast<Eigen::Index>(row_sizes_.size());
  const Eigen::Map<const Eigen::VectorXd> rows(row_sizes_.data(), n);
  const Eigen::Map<const Eigen::VectorXd> columns(column_sizes_.data(), n);
  return std::any_of(values_.begin(), values_.end(), [&](const Eigen::MatrixXd& value) {
    Eigen::MatrixXd A = value.array() / (rows * columns.transpose()).array();
    Eigen::VectorXd b = Eigen::VectorXd::Zero(n), x(n), work(n * (n + 3));
    const double last =
        dense::solve_with_rank(static_cast<std::size_t>(n), rank, A.data(), b.data(),
                               ConstraintSolver::kRankTolerance, x.data(), work.data());
    return last > ConstraintSolver::kRankTolerance;
  });
}

}  // namespace multibond
