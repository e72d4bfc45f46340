#include "multibond/library/bonds/two_port.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "matrix_check.h"
#include "matrix_groups.h"
#include "multibond/base/dense.h"
#include "multibond/symbolic/evaluate.h"

namespace multibond::bonds {
namespace {

using Kind = CausalRule::Kind;
using Form = Coupling::Form;

ExprVector product(const ExprMatrix& matrix, const ExprVector& vector) {
  ExprVector result(matrix.rows());
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    result(i) = 0.0;
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) result(i) += matrix(i, j) * vector(j);
  }
  return result;
}

Kind matrix_kind(Form form) {
  switch (form) {
    case Form::transformer_effort:
      return Kind::effort_matrix;
    case Form::transformer_flow:
      return Kind::flow_matrix;
    case Form::gyrator_effort:
      return Kind::gyrator_inverse_matrix;
    default:
      return Kind::gyrator_matrix;
  }
}

/// Numbers of a matrix, what varies being given some value. Equal variables have equal values, so
/// that a matrix which is singular for all of them, such as a cross product, stays so. NaN where
/// the value does not exist.
MatrixX numbers(const Component& component, const ExprMatrix& matrix) {
  Evaluator evaluate([&](const Expr& leaf) {
    if (leaf.op() == Op::parameter) return component.now(leaf);
    // Squares by the golden ratio: no two leaves share a value, and no plain sum relates them.
    const double number = 3.0 * leaf.index() + leaf.order() + 1.0;
    return 0.5 + std::fmod(number * number * std::numbers::phi, 1.0);
  });
  MatrixX result(matrix.rows(), matrix.cols());
  for (Eigen::Index i = 0; i < matrix.size(); ++i) result.data()[i] = evaluate(matrix.data()[i]);
  return result;
}

}  // namespace

bool Coupling::is_transformer() const {
  return form_ == Form::transformer_effort || form_ == Form::transformer_flow;
}

std::string Coupling::code() const {
  return std::string(modulated() ? "m" : "") + (is_transformer() ? "TF" : "GY");
}

std::vector<CausalRule> Coupling::causal_rules() const {
  const MatrixX m = numbers(*this, matrix());
  const auto columns = static_cast<std::uint32_t>(m.cols());
  // A column of zeros leaves nothing but zero for the dual quantity of port_a, a row of zeros is
  // zero itself: sources.
  const bool flow = form_ == Form::transformer_flow, effort = form_ == Form::transformer_effort;
  const bool a_effort = flow || form_ == Form::gyrator_flow;
  const bool b_effort = effort || form_ == Form::gyrator_flow;
  std::vector<CausalRule> rules;
  for (const MatrixGroup& group : matrix_groups(m)) {
    CausalRule rule{matrix_kind(form_), group.columns};
    for (const std::uint32_t row : group.rows) rule.places.push_back(columns + row);
    if (group.rows.empty()) {
      rule.kind = a_effort ? Kind::effort_source : Kind::flow_source;
    } else if (group.columns.empty()) {
      rule.kind = b_effort ? Kind::effort_source : Kind::flow_source;
    } else if (rule.places.size() == 2) {
      rule.kind = is_transformer() ? Kind::transformer : Kind::gyrator;
    } else {
      rule.matrix = m(group.rows, group.columns);
    }
    rules.push_back(std::move(rule));
  }
  return rules;
}

void Coupling::equations() {
  const ExprMatrix m = matrix();
  const bool from_effort = form_ == Form::transformer_effort || form_ == Form::gyrator_effort;
  const bool to_effort = form_ == Form::transformer_effort || form_ == Form::gyrator_flow;
  equation(to_effort ? e2() : f2(), product(m, from_effort ? e1() : f1()));
  equation(from_effort ? f1() : e1(), product(m.transpose(), to_effort ? f2() : e2()));
  conserves_power(net_power());
}

ExprMatrix ConstantCoupling::matrix() const { return square(M); }

void ConstantCoupling::equations() {
  Coupling::equations();  // and so its size
  check_matrix(*this, M, [](const MatrixX& values) -> std::optional<Fault> {
    if (dense::is_invertible(values, 1e-12)) return std::nullopt;
    return Fault{fmt::format("has a singular matrix M = {}.", matrix_text(values)),
                 "Give it an invertible one, or use a projective transformer (TF2)."};
  });
}

}  // namespace multibond::bonds
