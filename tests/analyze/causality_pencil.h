/// The number of states of a linear system by algebra alone, to compare causality and compiler
/// with.
#pragma once

#include <cmath>
#include <optional>

#include "multibond/base/dense.h"
#include "multibond/model/system.h"
#include "multibond/symbolic/linear.h"

namespace multibond::bonds::test {

/// Coefficients of the unknowns with d/dt replaced by s.
inline Eigen::MatrixXd laplace_matrix(const System& system, double s) {
  const auto n = static_cast<Eigen::Index>(system.variables.size());
  Eigen::MatrixXd matrix =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(system.equations.size()), n);
  for (std::size_t i = 0; i < system.equations.size(); ++i) {
    const auto form = linear_form(system.equations[i].residual,
                                  [](const Expr& leaf) { return leaf.is_variable(); });
    for (const LinearTerm& term : form.value().terms) {
      matrix(static_cast<Eigen::Index>(i), term.unknown.index()) +=
          system.evaluate(term.coefficient) * std::pow(s, term.unknown.order());
    }
  }
  return matrix;
}

/// Degree of det(s E - A), the number of free initial values; none if the determinant vanishes.
inline std::optional<int> pencil_degree(const System& system) {
  if (system.equations.size() != system.variables.size()) return std::nullopt;
  if (!dense::is_invertible(laplace_matrix(system, 1.37), 1e-11)) return std::nullopt;
  // The determinant is the volume that the rows span.
  const auto log_determinant = [&](double s) {
    double sum = 0;
    for (const dense::PivotedRow& row : dense::pivoted_rows(laplace_matrix(system, s))) {
      sum += std::log10(row.distance);
    }
    return sum;
  };
  // d log |det| / d log s for large s
  return static_cast<int>(std::lround(log_determinant(1e5) - log_determinant(1e4)));
}

}  // namespace multibond::bonds::test
