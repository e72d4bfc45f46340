/// Independent groups of the rows and columns of a matrix.
#pragma once

#include <cstdint>
#include <vector>

#include "multibond/symbolic/expr.h"

namespace multibond::bonds {

struct MatrixGroup {
  std::vector<std::uint32_t> rows, columns;
};

/// Rows and columns that are linked by entries other than zero, in the order of their first column;
/// rows of zeros come last, each by itself. An entry that is NaN links.
std::vector<MatrixGroup> matrix_groups(const MatrixX& matrix);

}  // namespace multibond::bonds
