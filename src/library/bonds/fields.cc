#include "multibond/library/bonds/fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "matrix_check.h"
#include "matrix_groups.h"
#include "multibond/base/dense.h"
#include "multibond/base/text.h"

namespace multibond::bonds {
namespace {

/// Differences of this relative size are rounding: no mistake, and no independence.
constexpr double kSame = 1e-12;

}  // namespace

std::vector<CausalRule> Field::coupled(CausalRule::Kind kind,
                                       const Parameter<MatrixX>& matrix) const {
  if (matrix.elements() == 1) return each(kind);
  const MatrixX values = matrix.now();
  // Components i and j belong together if either acts on the other.
  const MatrixX either = values.cwiseAbs() + values.transpose().cwiseAbs() +
                         MatrixX::Identity(values.rows(), values.cols());
  std::vector<CausalRule> rules;
  for (const MatrixGroup& group : matrix_groups(either)) {
    rules.push_back({kind, group.columns, values(group.columns, group.columns)});
  }
  return rules;
}

void StorageField::check_symmetric(const Parameter<MatrixX>& matrix) {
  check_matrix(
      *this, matrix, [name = matrix.name()](const MatrixX& values) -> std::optional<Fault> {
        const double size = values.cwiseAbs().maxCoeff();
        for (int j = 0; j < values.cols(); ++j) {
          for (int i = j + 1; i < values.rows(); ++i) {
            if (std::abs(values(i, j) - values(j, i)) <= kSame * size) continue;
            return Fault{
                fmt::format(
                    "has a matrix {0} that is not symmetric: {0}[{1},{2}] = {3}, {0}[{2},{1}] "
                    "= {4}. Such a storage would yield energy in a cycle.",
                    name, i + 1, j + 1, format_number(values(i, j)), format_number(values(j, i))),
                "Make it symmetric, and put what is left into a resistive field."};
          }
        }
        return std::nullopt;
      });
}

Expr Field::row(const ExprMatrix& matrix, const ExprVector& vector, int i) {
  Expr sum = 0.0;
  for (int j = 0; j < vector.size(); ++j) sum += matrix(i, j) * vector(j);
  return sum;
}

void RF::equations() {
  const ExprMatrix matrix = square(R);
  for (int i = 0; i < size(); ++i) equation(e(i), row(matrix, port.flow(), i));
  dissipates(net_power());
}

void GF::equations() {
  const ExprMatrix matrix = square(G);
  for (int i = 0; i < size(); ++i) equation(f(i), row(matrix, port.effort(), i));
  dissipates(net_power());
}

/// Values that would have been built in another way are refused later.
void StorageField::keep_independent(const Parameter<MatrixX>& matrix, std::vector<int> rows) {
  std::sort(rows.begin(), rows.end());
  check_matrix(
      *this, matrix, [name = matrix.name(), rows](const MatrixX& values) -> std::optional<Fault> {
        const MatrixX kept = values(rows, rows);
        if (rows.empty() || dense::is_invertible(kept, kSame)) return std::nullopt;
        return Fault{
            fmt::format("has a matrix {} with dependent rows, which it had not when the model "
                        "was compiled.",
                        name),
            "Compile the model with these values."};
      });
}

/// Finds independent rows; the values decide what is built then.
void StorageField::make_states(const Parameter<MatrixX>& matrix) {
  independent_.clear();
  if (matrix.elements() == 1 || matrix.actual_rows() != matrix.actual_columns()) return;
  const MatrixX values = matrix.now();
  // Rows of zeros need no such care: a zero is seen by the compiler.
  int zeros = 0;
  const std::vector<dense::PivotedRow> rows = dense::pivoted_rows(values);
  for (const auto& [row, distance] : rows) {
    if (distance > kSame * rows[0].distance) independent_.push_back(static_cast<int>(row));
    zeros += values.row(static_cast<Eigen::Index>(row)).isZero(0);
  }
  if (static_cast<int>(independent_.size()) + zeros == values.rows()) {
    keep_independent(matrix, independent_);
    independent_.clear();
    return;
  }
  std::sort(independent_.begin(), independent_.end());
  const MatrixX basis = matrix.value()(independent_, Eigen::all).transpose();
  dependence_.resize(values.rows(), basis.cols());
  for (Eigen::Index i = 0; i < values.rows(); ++i) {
    dependence_.row(i) = dense::least_norm_solution(basis, values.row(i), kSame).transpose();
  }
  stored.resize(independent_.size());
}

void StorageField::store(const Parameter<MatrixX>& matrix, const VariableArray& y, VariableArray& x,
                         const Parameter<VectorX>& start, bool fixed) {
  const ExprMatrix m = square(matrix);
  check_symmetric(matrix);
  Expr energy = 0.0;
  for (int i = 0; i < size(); ++i) energy += 0.5 * x[i] * row(m, x.expr(), i);
  stores(energy);
  if (!independent_.empty()) return store_dependent(m, y, x, start, fixed);
  ExprVector rate(size());
  for (int i = 0; i < size(); ++i) rate(i) = der(x[i]);
  for (int i = 0; i < size(); ++i) {
    equation(y[i], row(m, rate, i));
    x[i].hint(StateHint::prefer).start(entry(start, i)).fixed(fixed);
  }
}

void StorageField::store_dependent(const ExprMatrix& m, const VariableArray& y,
                                   const VariableArray& x, const Parameter<VectorX>& start,
                                   bool fixed) {
  ExprVector initial(size()), rate(stored.size());
  for (int i = 0; i < size(); ++i) initial(i) = entry(start, i);
  for (std::size_t k = 0; k < stored.size(); ++k) {
    equation(stored[k], row(m, x.expr(), independent_[k]));
    rate(static_cast<Eigen::Index>(k)) = der(stored[k]);
    stored[k].hint(StateHint::prefer).start(row(m, initial, independent_[k])).fixed(fixed);
  }
  for (int i = 0; i < size(); ++i) {
    const auto own = std::find(independent_.begin(), independent_.end(), i);
    if (own != independent_.end()) {
      equation(y[i], rate(own - independent_.begin()));
    } else {
      Expr sum = 0.0;
      for (std::size_t k = 0; k < stored.size(); ++k) {
        sum += dependence_(i, static_cast<Eigen::Index>(k)) * y[independent_[k]];
      }
      equation(y[i], sum);
    }
  }
}

}  // namespace multibond::bonds
