#include "multibond/library/planar/frame.h"

#include "../direction.h"

namespace multibond::planar {

ExprVector2 rotated(const ExprVector2& d, const Expr& phi) {
  const Expr c = cos(phi), s = sin(phi);
  return {c * d(0) - s * d(1), s * d(0) + c * d(1)};
}

ExprVector2 across(const ExprVector2& d) { return {-d(1), d(0)}; }

ExprVector3 joined(const ExprVector2& d, const Expr& about) { return {d(0), d(1), about}; }

ExprVector2 unit(const Parameter<Vector2>& n) {
  check_direction(n, "it has no direction", "Give it one, e.g. {1, 0}.");
  const ExprVector2 direction = n;
  return direction / sqrt(direction.dot(direction));
}

Frame::Frame(Component* owner, std::string_view name) : Port(owner, name) {
  x.derivative_rule(vx);
  y.derivative_rule(vy);
  phi.derivative_rule(w);
  for (Variable* velocity : {&vx, &vy, &w}) velocity->kind(VariableKind::velocity);
}

/// Residuals and reactions are both resolved in this frame: rows that are chosen at the start stay
/// independent when the whole mechanism turns.
LoopCut Frame::cut(const Port& other, const std::vector<Expr>& reactions) const {
  const auto& b = dynamic_cast<const Frame&>(other);
  const ExprVector2 gap = rotated(b.position() - position(), -phi);
  const ExprVector2 force = resolve({reactions[0], reactions[1]});
  // The force acts at the origin of b; with the gap closed there is no moment of it here.
  LoopCut result;
  result.residuals = {gap(0), gap(1), b.phi - phi};
  result.angles = 1;
  result.contribution_a = {force(0), force(1), reactions[2]};
  result.contribution_b = {-force(0), -force(1), -reactions[2]};
  return result;
}

FrameBond::FrameBond(Component* owner, std::string_view name, const Frame& frame)
    : Attachment(owner, name), frame_(frame) {
  n = 3;
}

void FrameBond::equations() {
  const double direction = port.direction();
  equation(port.f, direction * frame_.rates());
  equation(frame_.efforts(), -direction * port.effort());
}

ExprMatrix Arm::matrix() const {
  ExprMatrix result = ExprMatrix::Identity(3, 3);
  result(0, 2) = -arm_(1);
  result(1, 2) = arm_(0);
  return result;
}

}  // namespace multibond::planar
