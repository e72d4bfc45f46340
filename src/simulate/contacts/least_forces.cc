#include "least_forces.h"

#include <algorithm>
#include <cmath>

#include <Eigen/QR>

#include "multibond/base/union_find.h"

namespace multibond {
namespace {

/// Rank of redundant contacts: relative to the largest pivot.
constexpr double kRank = 1e-10;

/// Rows that feel each other, group by group.
std::vector<std::vector<Eigen::Index>> coupled_rows(const Eigen::MatrixXd& A) {
  const auto n = static_cast<std::size_t>(A.rows());
  UnionFind sets(n);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < n; ++i) {
      if (A(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) != 0) sets.join(i, j);
    }
  }
  std::vector<std::vector<Eigen::Index>> groups(n);
  for (std::size_t i = 0; i < n; ++i) groups[sets.find(i)].push_back(static_cast<Eigen::Index>(i));
  std::erase_if(groups, [](const auto& group) { return group.empty(); });
  return groups;
}

/// What is to be solved for one group.
struct Scaled {
  Scaled(const Eigen::MatrixXd& A, const Eigen::VectorXd& weights)
      : rows(A.diagonal().cwiseAbs().cwiseMax(1e-300).cwiseSqrt().cwiseInverse()),
        columns(rows.cwiseProduct(weights)) {
    factors.setThreshold(kRank);
    factors.compute(rows.asDiagonal() * A * columns.asDiagonal());
  }
  Eigen::VectorXd rows, columns;
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
};

}  // namespace

Eigen::VectorXd least_forces(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  Eigen::VectorXd forces(b.size());
  for (const std::vector<Eigen::Index>& group : coupled_rows(A)) {
    if (group.size() == 1) {
      forces[group[0]] = b[group[0]] / A(group[0], group[0]);
      continue;
    }
    const auto n = static_cast<Eigen::Index>(group.size());
    const Scaled scaled(A(group, group), Eigen::VectorXd::Ones(n));
    const Eigen::VectorXd right = scaled.rows.asDiagonal() * b(group);
    forces(group) = scaled.columns.asDiagonal() * scaled.factors.solve(right);
  }
  return forces;
}

LeastForces::LeastForces(const Eigen::MatrixXd& A, const Eigen::VectorXd& weights) {
  for (std::vector<Eigen::Index>& rows : coupled_rows(A)) {
    Group& group = groups_.emplace_back();
    if (rows.size() == 1) {
      group.inverse = A(rows, rows).cwiseInverse();
    } else {
      const Scaled scaled(A(rows, rows), weights(rows));
      group.inverse =
          scaled.columns.asDiagonal() * scaled.factors.pseudoInverse() * scaled.rows.asDiagonal();
    }
    group.rows = std::move(rows);
  }
}

void LeastForces::add(const Eigen::VectorXd& b, Eigen::VectorXd& x) const {
  for (const Group& group : groups_) {
    const auto n = static_cast<Eigen::Index>(group.rows.size());
    for (Eigen::Index k = 0; k < n; ++k) {
      const double value = b[group.rows[static_cast<std::size_t>(k)]];
      for (Eigen::Index i = 0; i < n; ++i) {
        x[group.rows[static_cast<std::size_t>(i)]] += value * group.inverse(i, k);
      }
    }
  }
}

}  // namespace multibond
