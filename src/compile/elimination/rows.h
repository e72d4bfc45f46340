/// SparseRows: the pattern of a matrix under elimination, by rows, with loose lists by columns.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "plan.h"

namespace multibond {

class SparseRows {
 public:
  using Cell = EliminationPlan::Cell;
  static constexpr std::uint32_t kNone = 0xffffffffu;

  explicit SparseRows(const BlockMatrix& matrix);

  std::span<const Cell> cells(std::uint32_t row) const { return rows_[row]; }
  std::size_t row_count(std::uint32_t row) const { return rows_[row].size(); }
  std::size_t column_count(std::uint32_t column) const { return column_count_[column]; }
  /// Rows that contain or once contained the column, perhaps more than once.
  std::span<const std::uint32_t> rows_of(std::uint32_t column) const { return columns_[column]; }

  /// Slot at a place, or kNone.
  std::uint32_t find(std::uint32_t row, std::uint32_t column) const {
    const std::size_t place = position(row, column);
    return place == kNone ? kNone : rows_[row][place].slot;
  }
  void insert(std::uint32_t row, Cell cell);
  void erase(std::uint32_t row, std::uint32_t column);
  /// Takes a row out of the matrix; its cells remain readable.
  void retire(std::uint32_t row);

 private:
  static constexpr std::size_t kLong = 48;  ///< rows from here on have an index
  std::size_t position(std::uint32_t row, std::uint32_t column) const;
  std::vector<std::vector<Cell>> rows_;
  std::vector<std::vector<std::uint32_t>> columns_;
  std::vector<std::size_t> column_count_;
  std::unordered_map<std::uint32_t, std::unordered_map<std::uint32_t, std::size_t>> index_;
};

}  // namespace multibond
