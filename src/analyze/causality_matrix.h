/// Power-conserving elements with a matrix: which variables can be given to them.
///
/// Flows of some places are a matrix times flows of the others, f_last = M f_first, so a set of
/// flows determines all of them if its rows of [I; M] are a basis: a linear matroid. The efforts
/// follow by power: what determines the flows at some places leaves the efforts of exactly the
/// other places to be given (the structure is its own orthogonal complement; van der Schaft &
/// Jeltsema, Port-Hamiltonian Systems Theory, 2014, ch. 2). With efforts instead of flows, or with
/// both (gyrators), only the names of what is given change.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "multibond/library/bonds/element.h"

namespace multibond {

/// Rows of a matrix in terms of rows chosen so far.
class RowBasis {
 public:
  /// Of a plain matrix. Entries that vary are given generic values: equal ones on every run, with
  /// no relation between them.
  explicit RowBasis(const Eigen::MatrixXd& matrix);
  /// Of [I; matrix].
  static RowBasis below_identity(const Eigen::MatrixXd& matrix);

  /// Adds a row to the basis; false if it depends on those there.
  bool add(std::uint32_t row);
  /// What row needs is not all in the basis.
  bool independent(std::uint32_t row) const;
  /// Row `row`, not of the basis, needs the row `member` of it.
  bool needs(std::uint32_t row, std::uint32_t member) const;
  bool complete() const { return size_ == rows_.cols(); }
  std::uint32_t size() const { return static_cast<std::uint32_t>(rows_.rows()); }

 private:
  Eigen::MatrixXd rows_;  ///< columns that have a pivot: coefficients of the row of the basis
  std::vector<Eigen::Index> column_of_row_;  ///< -1: not in the basis
  std::vector<bool> taken_;                  ///< columns
  Eigen::Index size_ = 0;
  double tolerance_ = 0;
};

/// What is known of a place: whether its row is in the basis.
enum class Marked : std::uint8_t { open, yes, no };

/// Completes what follows from the places known; false if no basis agrees with them.
bool deduce(const RowBasis& rows, std::vector<Marked>& marked);

}  // namespace multibond
