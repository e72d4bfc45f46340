/// SparseLu: solves one sparse linear system (KLU).
#pragma once

#include <vector>

namespace multibond {

struct Triplet {
  int row, column;
  double value;
};

/// x with A x = b; empty if A is singular. Entries given twice are added.
std::vector<double> solve_sparse(int size, std::vector<Triplet> entries, std::vector<double> b);

}  // namespace multibond
