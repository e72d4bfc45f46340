#include "causality_matrix.h"

#include <cmath>
#include <random>

namespace multibond {
namespace {

constexpr double kDependent = 1e-9;  // relative to the largest entry

Eigen::MatrixXd with_generic_values(Eigen::MatrixXd matrix) {
  std::mt19937 random(1);
  for (Eigen::Index i = 0; i < matrix.size(); ++i) {
    double& entry = matrix.data()[i];
    const double generic = std::uniform_real_distribution<double>(0.5, 1.5)(random);
    if (std::isnan(entry)) entry = generic;
  }
  return matrix;
}

}  // namespace

RowBasis::RowBasis(const Eigen::MatrixXd& matrix) : rows_(with_generic_values(matrix)) {
  column_of_row_.assign(static_cast<std::size_t>(rows_.rows()), -1);
  taken_.assign(static_cast<std::size_t>(rows_.cols()), false);
  tolerance_ = rows_.size() == 0 ? 0 : kDependent * rows_.cwiseAbs().maxCoeff();
}

RowBasis RowBasis::below_identity(const Eigen::MatrixXd& matrix) {
  const Eigen::Index columns = matrix.cols();
  Eigen::MatrixXd rows(columns + matrix.rows(), columns);
  rows << Eigen::MatrixXd::Identity(columns, columns), matrix;
  return RowBasis(rows);
}

bool RowBasis::add(std::uint32_t row) {
  Eigen::Index pivot = -1;
  for (Eigen::Index j = 0; j < rows_.cols(); ++j) {
    if (taken_[static_cast<std::size_t>(j)]) continue;
    if (std::abs(rows_(row, j)) <= tolerance_) continue;
    if (pivot < 0 || std::abs(rows_(row, j)) > std::abs(rows_(row, pivot))) pivot = j;
  }
  if (pivot < 0) return false;
  rows_.col(pivot) /= rows_(row, pivot);
  for (Eigen::Index j = 0; j < rows_.cols(); ++j) {
    const double factor = rows_(row, j);
    if (j != pivot && factor != 0) rows_.col(j) -= factor * rows_.col(pivot);
  }
  taken_[static_cast<std::size_t>(pivot)] = true;
  column_of_row_[row] = pivot;
  ++size_;
  return true;
}

bool RowBasis::independent(std::uint32_t row) const {
  for (Eigen::Index j = 0; j < rows_.cols(); ++j) {
    if (!taken_[static_cast<std::size_t>(j)] && std::abs(rows_(row, j)) > tolerance_) return true;
  }
  return false;
}

bool RowBasis::needs(std::uint32_t row, std::uint32_t member) const {
  return std::abs(rows_(row, column_of_row_[member])) > tolerance_;
}

bool deduce(const RowBasis& rows, std::vector<Marked>& marked) {
  RowBasis basis = rows;
  for (std::uint32_t i = 0; i < basis.size(); ++i) {
    if (marked[i] == Marked::yes && !basis.add(i)) return false;
  }
  std::vector<std::uint32_t> open, added, left;
  for (std::uint32_t i = 0; i < basis.size(); ++i) {
    if (marked[i] != Marked::open) continue;
    if (basis.independent(i)) {
      open.push_back(i);
    } else {
      marked[i] = Marked::no;
    }
  }
  for (const std::uint32_t i : open) (basis.add(i) ? added : left).push_back(i);
  if (!basis.complete()) return false;
  // A row of the basis that no other open row could replace is in every basis.
  for (const std::uint32_t i : added) {
    bool replaceable = false;
    for (const std::uint32_t other : left) replaceable = replaceable || basis.needs(other, i);
    if (!replaceable) marked[i] = Marked::yes;
  }
  return true;
}

}  // namespace multibond
