/// Decompositions of small dense matrices in memory of the caller: nothing is allocated, so that
/// they can be used in the middle of a simulation step. For everything else there is dense.h.
///
/// Matrices are n by n and stored by columns.
#pragma once

#include <cstddef>

namespace multibond::dense {

/// Replaces A by its factors P A = L U (partial pivoting); `exchanges` gets n numbers: the row that
/// changed places with row i. A singular matrix shows in solutions that are not finite.
void factorize_in_place(std::size_t n, double* A, double* exchanges);
/// Replaces b by the solution of A x = b.
void solve_in_place(std::size_t n, const double* factors, const double* exchanges, double* b);

/// Replaces A by A V, whose columns are orthogonal, with V orthogonal: the length of a column is a
/// singular value of A, in no particular order. Each singular value has a small error relative to
/// itself if the columns of A differ mainly in size.
void orthogonalize_in_place(std::size_t n, double* A, double* V);

}  // namespace multibond::dense
