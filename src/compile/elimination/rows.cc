#include "rows.h"

namespace multibond {

SparseRows::SparseRows(const BlockMatrix& matrix)
    : rows_(matrix.rows.size()),
      columns_(matrix.unknowns.size()),
      column_count_(matrix.unknowns.size(), 0) {
  std::uint32_t slot = 0;
  for (std::uint32_t r = 0; r < matrix.rows.size(); ++r) {
    for (const BlockMatrix::Entry& entry : matrix.rows[r].entries) {
      insert(r, {entry.column, slot++});
    }
  }
}

std::size_t SparseRows::position(std::uint32_t row, std::uint32_t column) const {
  const std::vector<Cell>& cells = rows_[row];
  if (cells.size() >= kLong) {
    const auto& places = index_.at(row);
    const auto found = places.find(column);
    return found == places.end() ? kNone : found->second;
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].column == column) return i;
  }
  return kNone;
}

void SparseRows::insert(std::uint32_t row, Cell cell) {
  std::vector<Cell>& cells = rows_[row];
  cells.push_back(cell);
  columns_[cell.column].push_back(row);
  ++column_count_[cell.column];
  if (cells.size() == kLong) {  // becomes long
    auto& places = index_[row];
    places.clear();
    for (std::size_t i = 0; i < cells.size(); ++i) places[cells[i].column] = i;
  } else if (cells.size() > kLong) {
    index_[row][cell.column] = cells.size() - 1;
  }
}

void SparseRows::erase(std::uint32_t row, std::uint32_t column) {
  const std::size_t place = position(row, column);
  if (place == kNone) return;
  std::vector<Cell>& cells = rows_[row];
  if (cells.size() >= kLong) {
    auto& places = index_[row];
    places.erase(column);
    if (place + 1 < cells.size()) places[cells.back().column] = place;
  }
  cells[place] = cells.back();
  cells.pop_back();
  --column_count_[column];
}

void SparseRows::retire(std::uint32_t row) {
  for (const Cell& cell : rows_[row]) --column_count_[cell.column];
  index_.erase(row);
}

}  // namespace multibond
