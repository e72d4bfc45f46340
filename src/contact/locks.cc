#include "locks.h"

#include <cmath>

#include "multibond/base/dense.h"

namespace multibond::contact {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

Locks::Locks(const MatrixXd& W, const std::vector<Index>& rows) : rows_(rows), response_(W) {
  if (rows.empty()) return;
  columns_ = W(Eigen::all, rows);
  const auto n = static_cast<Index>(rows.size());
  // Scaled to a diagonal of 1: what counts as dependent must not depend on units.
  VectorXd scale = VectorXd::Ones(n);
  for (Index i = 0; i < n; ++i) {
    const double diagonal = columns_(rows[static_cast<std::size_t>(i)], i);
    if (diagonal > 0) scale[i] = 1 / std::sqrt(diagonal);
  }
  const MatrixXd scaled = scale.asDiagonal() * columns_(rows, Eigen::all) * scale.asDiagonal();
  const dense::SingularValues svd = dense::singular_values(scaled);
  VectorXd inverse = VectorXd::Zero(n);
  for (Index i = 0; i < n; ++i) {
    if (svd.values[i] > 1e-11 * svd.values[0]) inverse[i] = 1 / svd.values[i];
  }
  inverse_ =
      scale.asDiagonal() * svd.V * inverse.asDiagonal() * svd.U.transpose() * scale.asDiagonal();
  response_ -= columns_ * inverse_ * columns_.transpose();
  response_(rows, Eigen::all).setZero();
  response_(Eigen::all, rows).setZero();
  response_ = ((response_ + response_.transpose()) / 2).eval();
  // What a lock takes away completely is left as rounding, possibly negative.
  for (Index i = 0; i < W.rows(); ++i) {
    if (response_(i, i) > 1e-14 * W(i, i)) continue;
    response_.row(i).setZero();
    response_.col(i).setZero();
  }
}

VectorXd Locks::velocity(const VectorXd& u) const {
  if (rows_.empty()) return u;
  VectorXd result = u - columns_ * (inverse_ * u(rows_));
  result(rows_).setZero();
  return result;
}

VectorXd Locks::forces(const VectorXd& u, const VectorXd& l) const {
  VectorXd result = VectorXd::Zero(u.size());
  if (rows_.empty()) return result;
  const VectorXd without = u(rows_) + columns_.transpose() * l;
  result(rows_) = -inverse_ * without;
  return result;
}

}  // namespace multibond::contact
