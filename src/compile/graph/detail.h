/// Rows of each column: the other half of a BipartiteGraph, for algorithms that walk both ways.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "multibond/compile/graph.h"

namespace multibond::detail {

/// Compressed lists: two allocations instead of one per column. Rows ascend within a column.
class ColumnLists {
 public:
  explicit ColumnLists(const BipartiteGraph& graph) : begin_(graph.columns + 1, 0) {
    std::size_t edges = 0;
    for (const auto& row : graph.rows) {
      edges += row.size();
      for (std::uint32_t column : row) ++begin_[column + 1];
    }
    for (std::size_t c = 0; c < graph.columns; ++c) begin_[c + 1] += begin_[c];
    rows_.resize(edges);
    std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
    for (std::uint32_t r = 0; r < graph.rows.size(); ++r) {
      for (std::uint32_t column : graph.rows[r]) rows_[next[column]++] = r;
    }
  }

  std::span<const std::uint32_t> operator[](std::uint32_t column) const {
    return {rows_.data() + begin_[column], begin_[column + 1] - begin_[column]};
  }

 private:
  std::vector<std::size_t> begin_;
  std::vector<std::uint32_t> rows_;
};

}  // namespace multibond::detail
