#include "multibond/library/mechanics3d/frame.h"

#include <limits>

namespace multibond::mechanics3d {

MatrixVariables::MatrixVariables(Component* owner, const std::string& name,
                                 const std::string& description) {
  for (std::size_t k = 0; k < 9; ++k) {
    elements_[k] = std::make_unique<Variable>(
        owner, name + '[' + std::to_string(k / 3 + 1) + ',' + std::to_string(k % 3 + 1) + ']', "1",
        description);
  }
}

ExprMatrix3 MatrixVariables::expr() const {
  ExprMatrix3 result;
  for (int k = 0; k < 9; ++k) result(k / 3, k % 3) = elements_[static_cast<std::size_t>(k)]->expr();
  return result;
}

Frame::Frame(Component* owner, std::string_view name) : Port(owner, name) {
  f.resize(3);
  t.resize(3);
  v.kind(VariableKind::velocity);
  w.kind(VariableKind::velocity);
  const ExprMatrix3 rate = -skew(w) * R.expr();
  for (int i = 0; i < 3; ++i) {
    x[static_cast<std::size_t>(i)].derivative_rule(v[static_cast<std::size_t>(i)]);
    for (int j = 0; j < 3; ++j) R(i, j).derivative_rule(rate(i, j));
  }
}

std::vector<std::string> Frame::reaction_names() const {
  return {"f[1]", "f[2]", "f[3]", "t[1]", "t[2]", "t[3]"};
}

/// Residuals and reactions are both resolved in this frame: rows that are chosen at the start stay
/// independent when the whole mechanism turns. The orientation gap is the skew part of R_a R_b',
/// which for small angles is the vector of rotation.
LoopCut Frame::cut(const Port& other, const std::vector<Expr>& reactions) const {
  const auto& b = static_cast<const Frame&>(other);
  const ExprVector3 gap = seen(b.position() - position());
  const ExprMatrix3 E = R.expr() * b.R.expr().transpose();
  const ExprVector3 force = resolve({reactions[0], reactions[1], reactions[2]});
  LoopCut result;
  for (int i = 0; i < 3; ++i) {
    result.residuals.push_back(gap(i));
    result.contribution_a.push_back(force(i));
    result.contribution_b.push_back(-force(i));
  }
  // With the gap closed the force has no moment at either origin, and both frames have the same
  // axes.
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    result.residuals.push_back(0.5 * (E(k, j) - E(j, k)));
    result.contribution_a.push_back(reactions[static_cast<std::size_t>(3 + i)]);
    result.contribution_b.push_back(-reactions[static_cast<std::size_t>(3 + i)]);
  }
  // The skew part vanishes after half a turn too; there the trace is -1.
  result.right_way = {E.trace()};
  return result;
}

TranslationBond::TranslationBond(Component* owner, std::string_view name, const Frame& frame)
    : Attachment(owner, name), frame_(frame) {
  n = 3;
}

void TranslationBond::equations() {
  const double direction = port.direction();
  for (int i = 0; i < 3; ++i) {
    const auto k = static_cast<std::size_t>(i);
    equation(f(i), direction * frame_.v[k]);
    equation(frame_.f[k], -direction * e(i));
  }
}

RotationBond::RotationBond(Component* owner, std::string_view name, const Frame& frame)
    : Attachment(owner, name), frame_(frame) {
  n = 3;
}

void RotationBond::equations() {
  const double direction = port.direction();
  for (int i = 0; i < 3; ++i) {
    const auto k = static_cast<std::size_t>(i);
    equation(f(i), direction * frame_.w[k]);
    equation(frame_.t[k], -direction * e(i));
  }
}

GivenTransformer::GivenTransformer(Component* owner, std::string_view name, int rows, int columns,
                                   Form form)
    : Coupling(owner, name, form), matrix_(ExprMatrix::Zero(rows, columns)) {}

int GivenTransformer::port_size(const bonds::BondPort& port) const {
  return static_cast<int>(&port == &port_a ? matrix_.cols() : matrix_.rows());
}

std::vector<bonds::CausalRule> Turn::causal_rules() const {
  const double varies = std::numeric_limits<double>::quiet_NaN();
  return {
      {bonds::CausalRule::Kind::flow_matrix, {0, 1, 2, 3, 4, 5}, MatrixX::Constant(3, 3, varies)}};
}

void Turn::equations() {
  const ExprVector3 flow_a = f1(), flow_b = f2(), effort_a = e1(), effort_b = e2();
  if (from_b_) {
    equation(flow_a, ExprVector3(R_.transpose() * flow_b));
    equation(effort_b, ExprVector3(R_ * effort_a));
  } else {
    equation(flow_b, ExprVector3(R_ * flow_a));
    equation(effort_a, ExprVector3(R_.transpose() * effort_b));
  }
  conserves_power(net_power());
}

}  // namespace multibond::mechanics3d
