// P A Q = [L1; L2] [U1 U2] + what is taken for zero, with L1 and U1 triangular of the wanted rank.
// The rows beyond the rank are W = L2 / L1 times the first ones, the columns beyond it V = U1 \ U2
// times the first ones. So [-W I] is what the rows have to fulfil to be consistent, and [-V; I] can
// be added to a solution: both are used to make lengths least.

#include <cmath>
#include <utility>

#include <Eigen/Core>

#include "multibond/base/dense_in_place.h"
#include "multibond/base/wide_registers.h"

namespace multibond::dense {
namespace {

using Eigen::Index;
using Matrix = Eigen::Map<Eigen::MatrixXd, 0, Eigen::OuterStride<>>;
using Vector = Eigen::Map<Eigen::VectorXd>;

// The search for pivots and the elimination are most of the work, and matrices are small: so both
// are one pass over a column, four rows at a time. Of coupled loops each touches few others, so
// that most columns have a zero in the row of the pivot: these stay as they are, and with them
// their largest entry.
using Four [[gnu::vector_size(32), gnu::aligned(8), gnu::may_alias]] = double;

/// Subtracts `share` times the factors from a column, from row `begin` on; the largest entry of
/// what remains. Without factors nothing is subtracted.
MULTIBOND_WIDE double eliminate_column(double* column, const double* factors, double share,
                                       Index begin, Index n) {
  Four sizes = {};
  double largest = 0;
  Index i = begin;
  for (; i + 4 <= n; i += 4) {
    Four& x = *reinterpret_cast<Four*>(column + i);
    if (factors) x -= share * *reinterpret_cast<const Four*>(factors + i);
    const Four negative = -x;
    const Four size = x < negative ? negative : x;
    sizes = size > sizes ? size : sizes;
  }
  for (; i < n; ++i) {
    if (factors) column[i] -= share * factors[i];
    const double size = std::fabs(column[i]);
    if (size > largest) largest = size;
  }
  for (int k = 0; k < 4; ++k) largest = sizes[k] > largest ? sizes[k] : largest;
  return largest;
}

/// A in its factors, with the places from which rows and columns came.
struct Factors {
  Matrix A;
  Vector rows, columns;
  Vector largest;  ///< entry of each column that is left
  Index rank = 0;
  double last = 1;  ///< pivot by the largest

  void exchange(Index k, Index row, Index column) {
    if (row != k) {
      A.row(k).swap(A.row(row));
      std::swap(rows[k], rows[row]);
    }
    if (column != k) {
      A.col(k).swap(A.col(column));
      std::swap(columns[k], columns[column]);
      std::swap(largest[k], largest[column]);
    }
  }

  void eliminate(Index wanted, double tolerance) {
    const Index n = A.rows();
    for (Index k = 0; k < n; ++k) {
      rows[k] = columns[k] = static_cast<double>(k);
      largest[k] = eliminate_column(A.col(k).data(), nullptr, 0, 0, n);
    }
    double first = 0;
    for (; rank < wanted; ++rank) {
      const Index k = rank;
      Index column = k, row = k;
      for (Index j = k + 1; j < n; ++j) {
        if (largest[j] > largest[column]) column = j;
      }
      const double pivot = largest[column];
      if (k == 0) first = pivot;
      last = first > 0 ? pivot / first : 0;
      if (!(pivot > tolerance * first)) return;
      while (std::abs(A(row, column)) != pivot) ++row;
      exchange(k, row, column);
      A.col(k).tail(n - k - 1) /= A(k, k);
      for (Index j = k + 1; j < n; ++j) {
        if (A(k, j) == 0) continue;
        largest[j] = eliminate_column(A.col(j).data(), A.col(k).data(), A(k, j), k + 1, n);
      }
    }
  }

  /// W takes the place of L2, V that of U2.
  void relate() {
    const Index n = A.rows();
    for (Index k = rank; k-- > 0;) {
      for (Index i = k + 1; i < rank; ++i) {
        if (A(i, k) != 0) A.col(k).tail(n - rank) -= A(i, k) * A.col(i).tail(n - rank);
      }
    }
    for (Index j = rank; j < n; ++j) solve_upper(A.col(j));
  }

  template <typename Column>
  void solve_lower(Column&& b) const {
    for (Index k = 0; k < rank; ++k) {
      b.segment(k + 1, rank - k - 1) -= b[k] * A.col(k).segment(k + 1, rank - k - 1);
    }
  }
  template <typename Column>
  void solve_upper(Column&& b) const {
    for (Index k = rank; k-- > 0;) {
      if (b[k] == 0) continue;
      b[k] /= A(k, k);
      b.head(k) -= b[k] * A.col(k).head(k);
    }
  }
};

/// (I + M) y = y in place, for M = W W' or V' V: definite, so no pivoting is needed.
void solve_definite(Matrix& S, Vector y) {
  const Index n = S.rows();
  for (Index k = 0; k < n; ++k) {
    for (Index i = k + 1; i < n; ++i) {
      const double factor = S(i, k) / S(k, k);
      S.row(i).tail(n - k - 1) -= factor * S.row(k).tail(n - k - 1);
      y[i] -= factor * y[k];
    }
  }
  for (Index k = n; k-- > 0;) {
    for (Index j = k + 1; j < n; ++j) y[k] -= S(k, j) * y[j];
    y[k] /= S(k, k);
  }
}

}  // namespace

double solve_with_rank(std::size_t size, std::size_t wanted, double* matrix, double* right,
                       double tolerance, double* x, double* work) {
  const auto n = static_cast<Index>(size);
  if (n == 0) return 1;
  // The largest entries are needed before b.
  Factors factors{Matrix(matrix, n, n, Eigen::OuterStride<>(n)), Vector(work, n),
                  Vector(work + n, n), Vector(work + 2 * n, n)};
  factors.eliminate(static_cast<Index>(wanted), tolerance);
  const Index rank = factors.rank, beyond = n - rank;
  Vector b(work + 2 * n, n);
  for (Index i = 0; i < n; ++i) b[i] = right[static_cast<Index>(factors.rows[i])];
  Vector first(b.data(), rank), rest(b.data() + rank, beyond);
  Matrix S(work + 3 * n, beyond, beyond, Eigen::OuterStride<>(beyond > 0 ? beyond : 1));
  if (beyond > 0) {
    factors.relate();
    const auto W = factors.A.bottomLeftCorner(beyond, rank);
    for (Index j = 0; j < beyond; ++j) {
      for (Index i = 0; i < beyond; ++i) S(i, j) = W.row(i).dot(W.row(j)) + (i == j ? 1 : 0);
    }
    for (Index k = 0; k < rank; ++k) rest -= first[k] * W.col(k);
    solve_definite(S, rest);
    for (Index k = 0; k < rank; ++k) first[k] += W.col(k).dot(rest);
  }
  factors.solve_lower(first);
  factors.solve_upper(first);
  if (beyond > 0) {
    const auto V = factors.A.topRightCorner(rank, beyond);
    for (Index j = 0; j < beyond; ++j) {
      for (Index i = 0; i < beyond; ++i) S(i, j) = V.col(i).dot(V.col(j)) + (i == j ? 1 : 0);
      rest[j] = V.col(j).dot(first);
    }
    solve_definite(S, rest);
    for (Index j = 0; j < beyond; ++j) first -= rest[j] * V.col(j);
  }
  for (Index k = 0; k < n; ++k) x[static_cast<Index>(factors.columns[k])] = b[k];
  return factors.last;
}

}  // namespace multibond::dense
