#include "multibond/library/bonds/planar.h"

namespace multibond::bonds::planar {

ExprVector2 rotated(const Parameter<Vector2>& d, const Expr& phi) {
  const Expr c = cos(phi), s = sin(phi);
  const Expr d1 = d.element(0), d2 = d.element(1);
  return {c * d1 + s * d2, c * d2 - s * d1};
}

ExprMatrix TranslationalTF::matrix() const {
  const ExprVector2 arm = rotated(d, phi);
  // Clockwise, w turns the arm (x, y) with the velocity (y, -x).
  ExprMatrix result = ExprMatrix::Identity(3, 3);
  result(0, 2) = ampl.value * arm(1);
  result(1, 2) = -ampl.value * arm(0);
  return result;
}

void TranslationalTF::equations() {
  if (!is_connected(ampl)) equation(ampl.value, 1.0);
  Coupling::equations();
}

ExprMatrix PrismaticTF::matrix() const { return rotated(d, phi); }

void Translation::equations() {
  if (!is_connected(phi)) equation(phi.value, 0.0);
  if (!is_connected(ampl)) equation(ampl.value, 1.0);
  const ExprVector2 arm = rotated(d, q1[2].value);
  for (int i = 0; i < 2; ++i) equation(q2[i].value, q1[i].value + ampl.value * arm(i));
  equation(q2[2].value, q1[2].value + phi.value);
}

}  // namespace multibond::bonds::planar
