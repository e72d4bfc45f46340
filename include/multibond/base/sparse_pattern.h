/// SparsePattern: where the entries of a sparse matrix are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace multibond {

/// By columns: rows of column j are row[start[j]] .. row[start[j+1]-1], ascending.
struct SparsePattern {
  std::size_t rows = 0;
  std::vector<std::int32_t> start;  ///< columns + 1 entries
  std::vector<std::int32_t> row;
  std::size_t columns() const { return start.empty() ? 0 : start.size() - 1; }
  std::size_t nonzeros() const { return row.size(); }
};

}  // namespace multibond
