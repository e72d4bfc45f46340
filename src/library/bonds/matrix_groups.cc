#include "matrix_groups.h"

#include <map>
#include <numeric>

namespace multibond::bonds {

std::vector<MatrixGroup> matrix_groups(const MatrixX& matrix) {
  // Columns are the nodes 0 ... c - 1, rows those after them.
  const auto columns = static_cast<std::uint32_t>(matrix.cols());
  const auto rows = static_cast<std::uint32_t>(matrix.rows());
  std::vector<std::uint32_t> group(columns + rows);
  std::iota(group.begin(), group.end(), 0u);
  const auto find = [&](std::uint32_t x) {
    while (group[x] != x) x = group[x];
    return x;
  };
  for (std::uint32_t j = 0; j < columns; ++j) {
    for (std::uint32_t i = 0; i < rows; ++i) {
      if (matrix(i, j) == 0) continue;
      const std::uint32_t a = find(j), b = find(columns + i);
      group[std::max(a, b)] = std::min(a, b);
    }
  }
  std::map<std::uint32_t, MatrixGroup> groups;
  for (std::uint32_t j = 0; j < columns; ++j) groups[find(j)].columns.push_back(j);
  for (std::uint32_t i = 0; i < rows; ++i) groups[find(columns + i)].rows.push_back(i);
  std::vector<MatrixGroup> result;
  for (auto& [first, members] : groups) result.push_back(std::move(members));
  return result;
}

}  // namespace multibond::bonds
