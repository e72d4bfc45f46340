/// Decompositions of dense matrices. They are compiled once, in dense.cc: Eigen's templates would
/// cost every file that uses one of them between half a minute and a minute and a half.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <Eigen/Core>

namespace multibond::dense {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
using Eigen::VectorXd;

/// Factors P A = L U of a regular matrix (partial pivoting), for one or more right-hand sides.
/// A singular matrix shows in solutions that are not finite.
class LuFactors {
 public:
  explicit LuFactors(const MatrixXd& A);
  LuFactors(LuFactors&&) noexcept;
  LuFactors& operator=(LuFactors&&) noexcept;
  ~LuFactors();

  VectorXd solve(const VectorXd& b) const;
  MatrixXd solve(const MatrixXd& B) const;

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

/// The inverse of a regular matrix (partial pivoting).
MatrixXd inverse(const MatrixXd& A);

/// Solution of A x = b by complete pivoting, more careful and slower than LuFactors. If A is
/// singular, one of the solutions, with zeros for the unknowns that are free.
VectorXd carefully_solved(const MatrixXd& A, const VectorXd& b);

/// Whether no pivot of A is smaller than `tolerance` times the largest (complete pivoting).
bool is_invertible(const MatrixXd& A, double tolerance);

/// Basis of the x with A x = 0, as columns that are neither orthogonal nor of unit length
/// (complete pivoting; pivots below `tolerance` times the largest count as 0). If there is only
/// x = 0, this is one column of zeros.
MatrixXd kernel(const MatrixXd& A, double tolerance);

/// Orthonormal basis of the x with A x = 0, as columns, possibly none (orthogonal transformations;
/// pivots below `tolerance` times the largest count as 0).
MatrixXd orthonormal_kernel(const MatrixXd& A, double tolerance);

/// The x of least length among those with the least |A x - b|, for A of any shape and rank. Pivots
/// below `rank_tolerance` times the largest count as 0.
VectorXd least_norm_solution(const MatrixXd& A, const VectorXd& b, double rank_tolerance);

/// The x with the least |A x - b|^2 + mu |x|^2, for A of any shape and rank and mu > 0.
VectorXd damped_solution(const MatrixXd& A, const VectorXd& b, double mu);

/// Rows in the order in which they say something new: at each place the row that is farthest from
/// the space of all rows before it, with this distance. The distances fall.
struct PivotedRow {
  std::size_t row = 0;
  double distance = 0;
};
std::vector<PivotedRow> pivoted_rows(const MatrixXd& A);

/// A = U diag(values) V' of a square matrix, the values falling, U and V orthogonal. A symmetric
/// matrix is done by its eigenvalues, others by rotations after Jacobi: beyond some fifty rows that
/// takes long.
struct SingularValues {
  MatrixXd U;
  VectorXd values;
  MatrixXd V;
};
SingularValues singular_values(const MatrixXd& A);

/// Eigenvalues of a square matrix, in no particular order.
VectorXcd eigenvalues(const MatrixXd& A);

/// Eigenvalues of a square matrix with their eigenvectors, as columns of unit length.
struct Modes {
  VectorXcd values;
  MatrixXcd vectors;
};
Modes modes(const MatrixXd& A);

}  // namespace multibond::dense
