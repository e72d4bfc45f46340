#include "sparse_lu.h"

#include <klu.h>

#include <algorithm>
#include <cmath>

namespace multibond {

std::vector<double> solve_sparse(int size, std::vector<Triplet> entries, std::vector<double> b) {
  if (size == 0) return b;
  std::sort(entries.begin(), entries.end(), [](const Triplet& x, const Triplet& y) {
    return std::pair(x.column, x.row) < std::pair(y.column, y.row);
  });
  std::vector<int> start(static_cast<std::size_t>(size) + 1, 0), row;
  std::vector<double> value;
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const Triplet& e = entries[k];
    const bool again = k > 0 && entries[k - 1].column == e.column && entries[k - 1].row == e.row;
    if (again) {
      value.back() += e.value;
      continue;
    }
    row.push_back(e.row);
    value.push_back(e.value);
    ++start[static_cast<std::size_t>(e.column) + 1];
  }
  for (std::size_t c = 1; c < start.size(); ++c) start[c] += start[c - 1];

  klu_common common;
  klu_defaults(&common);
  klu_symbolic* symbolic = klu_analyze(size, start.data(), row.data(), &common);
  klu_numeric* numeric =
      symbolic ? klu_factor(start.data(), row.data(), value.data(), symbolic, &common) : nullptr;
  const bool solved = numeric && klu_solve(symbolic, numeric, size, 1, b.data(), &common) == 1 &&
                      std::all_of(b.begin(), b.end(), [](double x) { return std::isfinite(x); });
  if (numeric) klu_free_numeric(&numeric, &common);
  if (symbolic) klu_free_symbolic(&symbolic, &common);
  return solved ? b : std::vector<double>{};
}

}  // namespace multibond
