#include "multibond/library/bonds/fields.h"

#include <fmt/format.h>

#include "matrix_groups.h"
#include "multibond/base/text.h"

namespace multibond::bonds {

std::vector<CausalRule> Field::coupled(CausalRule::Kind kind,
                                       const Parameter<MatrixX>& matrix) const {
  if (matrix.elements() == 1) return each(kind);
  const MatrixX values = present(matrix);
  // Components i and j belong together if either acts on the other.
  const MatrixX either = values.cwiseAbs() + values.transpose().cwiseAbs() +
                         MatrixX::Identity(values.rows(), values.cols());
  std::vector<CausalRule> rules;
  for (const MatrixGroup& group : matrix_groups(either)) rules.push_back({kind, group.columns});
  return rules;
}

void Field::check_symmetric(const Parameter<MatrixX>& matrix) const {
  const MatrixX values = present(matrix);
  const double size = values.cwiseAbs().maxCoeff();
  for (int j = 0; j < values.cols(); ++j) {
    for (int i = j + 1; i < values.rows(); ++i) {
      // What two ways of computing a matrix differ by is no mistake.
      if (std::abs(values(i, j) - values(j, i)) <= 1e-12 * size) continue;
      fail(fmt::format("has a matrix {0} that is not symmetric: {0}[{1},{2}] = {3}, {0}[{2},{1}] = "
                       "{4}. Such a storage would yield energy in a cycle.",
                       matrix.name(), i + 1, j + 1, format_number(values(i, j)),
                       format_number(values(j, i))),
           "Make it symmetric, and put what is left into a resistive field.");
    }
  }
}

Expr Field::row(const ExprMatrix& matrix, const ExprVector& vector, int i) {
  Expr sum = 0.0;
  for (int j = 0; j < vector.size(); ++j) sum += matrix(i, j) * vector(j);
  return sum;
}

void RF::equations() {
  const ExprMatrix matrix = square(resistance);
  for (int i = 0; i < size(); ++i) equation(e(i), row(matrix, port.flow(), i));
  dissipates(net_power());
}

void GF::equations() {
  const ExprMatrix matrix = square(conductance);
  for (int i = 0; i < size(); ++i) equation(f(i), row(matrix, port.effort(), i));
  dissipates(net_power());
}

void CF::equations() {
  const ExprMatrix matrix = square(capacitance);
  check_symmetric(capacitance);
  ExprVector rate(size());
  for (int i = 0; i < size(); ++i) rate(i) = der(e(i));
  Expr energy = 0.0;
  for (int i = 0; i < size(); ++i) {
    equation(f(i), row(matrix, rate, i));
    port.e[static_cast<std::size_t>(i)]
        .hint(StateHint::prefer)
        .start(entry(e_start, i))
        .fixed(fixed.value());
    energy += 0.5 * e(i) * row(matrix, port.effort(), i);
  }
  stores(energy);
}

void IF::equations() {
  const ExprMatrix matrix = square(inertance);
  check_symmetric(inertance);
  ExprVector rate(size());
  for (int i = 0; i < size(); ++i) rate(i) = der(f(i));
  Expr energy = 0.0;
  for (int i = 0; i < size(); ++i) {
    equation(e(i), row(matrix, rate, i));
    port.f[static_cast<std::size_t>(i)]
        .hint(StateHint::prefer)
        .start(entry(f_start, i))
        .fixed(fixed.value());
    energy += 0.5 * f(i) * row(matrix, port.flow(), i);
  }
  stores(energy);
}

}  // namespace multibond::bonds
