/// Decompositions of small dense matrices in memory of the caller: nothing is allocated, so that
/// they can be used in the middle of a simulation step. For everything else there is dense.h.
///
/// Matrices are n by n, unless it is said, and stored by columns.
#pragma once

#include <cstddef>

namespace multibond::dense {

/// Replaces A by its factors P A = L U (partial pivoting); `exchanges` gets n numbers: the row that
/// changed places with row i. A singular matrix shows in solutions that are not finite.
void factorize_in_place(std::size_t n, double* A, double* exchanges);
/// Replaces b by the solution of A x = b.
void solve_in_place(std::size_t n, const double* factors, const double* exchanges, double* b);

/// Sets x to the vector of least length among those with the least |A x - b|, for A of any shape.
/// Pivots below `tolerance` times the largest count as 0. A and b are lost; b has room for the
/// larger of both numbers, `work` for 3 columns. Complete orthogonal decomposition (Golub, Van
/// Loan: Matrix Computations, 5.4).
void least_norm_in_place(std::size_t rows, std::size_t columns, double* A, double* b,
                         double tolerance, double* x, double* work);

/// Sets x to the vector of least length with the least |A' x - b|, where A' is A reduced to this
/// rank: what elimination with complete pivoting leaves over is taken for zero. Fewer pivots count
/// if others are below `tolerance` times the largest. Returns the last pivot looked at by the
/// largest. The result does not depend on which rows and columns were left over, as long as they
/// are small. A and b are lost; `work` has room for n (n + 3) numbers.
double solve_with_rank(std::size_t n, std::size_t rank, double* A, double* b, double tolerance,
                       double* x, double* work);

}  // namespace multibond::dense
