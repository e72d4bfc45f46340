#include "multibond/library/mechanics3d/frame.h"

#include <limits>

namespace multibond::mechanics3d {

Frame::Frame(Component* owner, std::string_view name) : Port(owner, name) {
  f.resize(3);
  t.resize(3);
  v.kind(VariableKind::velocity);
  w.kind(VariableKind::velocity);
  x.derivative_rule(v);
  R.derivative_rule(-skew(w) * R.expr());
}

std::vector<std::string> Frame::reaction_names() const {
  return {"f[1]", "f[2]", "f[3]", "t[1]", "t[2]", "t[3]"};
}

/// Residuals and reactions are both resolved in this frame: rows that are chosen at the start stay
/// independent when the whole mechanism turns. The orientation gap is the skew part of R_a R_b',
/// which for small angles is the vector of rotation.
LoopCut Frame::cut(const Port& other, const std::vector<Expr>& reactions) const {
  const auto& b = dynamic_cast<const Frame&>(other);
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
    result.contribution_a.push_back(reactions[3 + i]);
    result.contribution_b.push_back(-reactions[3 + i]);
  }
  result.angles = 3;
  result.trace = {E.trace()};
  return result;
}

TranslationBond::TranslationBond(Component* owner, std::string_view name, const Frame& frame)
    : Attachment(owner, name), frame_(frame) {
  n = 3;
}

void TranslationBond::equations() {
  const double direction = port.direction();
  equation(port.f, direction * frame_.velocity());
  equation(frame_.f, -direction * port.effort());
}

RotationBond::RotationBond(Component* owner, std::string_view name, const Frame& frame)
    : Attachment(owner, name), frame_(frame) {
  n = 3;
}

void RotationBond::equations() {
  const double direction = port.direction();
  equation(port.f, direction * frame_.rate());
  equation(frame_.t, -direction * port.effort());
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
  if (from_b_) {
    equation(f1(), R_.transpose() * f2());
    equation(e2(), R_ * e1());
  } else {
    equation(f2(), R_ * f1());
    equation(e1(), R_.transpose() * e2());
  }
  conserves_power(net_power());
}

}  // namespace multibond::mechanics3d
