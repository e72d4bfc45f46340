/// SampledMatrix: a small square matrix of expressions, as numbers at the sampled states.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "multibond/compile/samples.h"

namespace multibond {

class SampledMatrix {
 public:
  /// `entries`: n by n, by rows. Samples at which an entry has no value are left out.
  SampledMatrix(std::span<const Expr> entries, std::size_t n, Samples& samples);

  /// Typical sizes: an entry is about row_size * column_size, or smaller.
  const std::vector<double>& row_sizes() const { return row_sizes_; }
  const std::vector<double>& column_sizes() const { return column_sizes_; }

  /// Whether the matrix has this rank, or more, at any sample.
  bool reaches_rank(std::size_t rank) const;

 private:
  void find_sizes();
  std::vector<Eigen::MatrixXd> values_;  ///< by sample
  std::vector<double> row_sizes_, column_sizes_;
};

}  // namespace multibond
