#include "multibond/library/bonds/space.h"

#include <limits>

namespace multibond::bonds::space {

using mechanics3d::sequence_of;

namespace {

ExprVector3 vector_of(const Signals& signals) {
  return {signals[0].value, signals[1].value, signals[2].value};
}

/// Nine signals as rows.
ExprMatrix3 matrix_of(const Signals& signals) {
  ExprMatrix3 result;
  for (int i = 0; i < 9; ++i) result(i / 3, i % 3) = signals[i].value;
  return result;
}

}  // namespace

void MGY::equations() {
  const ExprVector3 w = port.flow();
  equation(port.e, mechanics3d::cross(w, ExprVector3(square(I) * w)));
  conserves_power(net_power());
}

ExprMatrix TranslationalTF::matrix() const { return -mechanics3d::skew(r.expr() * ampl.value); }

void TranslationalTF::equations() {
  if (!is_connected(ampl)) equation(ampl.value, 1.0);
  Coupling::equations();
}

ExprMatrix TranslationalMTF::matrix() const { return -mechanics3d::skew(vector_of(r)); }

std::vector<CausalRule> RotationTF::causal_rules() const {
  const double varies = std::numeric_limits<double>::quiet_NaN();
  return {{CausalRule::Kind::flow_matrix, {0, 1, 2, 3, 4, 5}, MatrixX::Constant(3, 3, varies)}};
}

void RotationTF::equations() {
  const ExprMatrix3 matrix = matrix_of(R);
  if (forward.value()) {
    equation(f2(), matrix * f1());
    equation(e1(), matrix.transpose() * e2());
  } else {
    equation(f1(), matrix.transpose() * f2());
    equation(e2(), matrix * e1());
  }
  conserves_power(net_power());
}

void Translation::equations() {
  if (!is_connected(ampl)) equation(ampl.value, 1.0);
  const ExprVector3 arm = r.expr() * ampl.value;
  equation(vector_of(x2), vector_of(x1) + matrix_of(R).transpose() * arm);
}

void Rotation::equations() {
  if (forward.value()) {
    equation(matrix_of(R2), matrix_of(Rrel) * matrix_of(R1));
  } else {
    equation(matrix_of(R1), matrix_of(Rrel).transpose() * matrix_of(R2));
  }
}

void PlanarRotation::equations() {
  equation(matrix_of(R), mechanics3d::axis_rotation(mechanics3d::unit(n), phi.value));
}

void CardanRotation::equations() {
  equation(matrix_of(R), mechanics3d::cardan_rotation(sequence_of(sequence), vector_of(phi)));
}

void CardanAngles::equations() {
  equation(vector_of(phi), mechanics3d::cardan_angles(sequence_of(sequence), matrix_of(R)));
}

void QuaternionRotation::equations() {
  mechanics3d::ExprVector4 q;
  for (int i = 0; i < 4; ++i) q(i) = Q[i].value;
  equation(matrix_of(R), mechanics3d::quaternion_rotation(q));
}

void ToCardanAngles::equations() {
  const ExprVector3 angle = angles;
  for (int i = 0; i < 3; ++i) angles[i].start(phi_start.element(i)).fixed();
  equation(vector_of(w),
           mechanics3d::cardan_rates(sequence_of(sequence), angle) * ExprVector3(der(angles)));
  equation(vector_of(phi), angles);
}

void ToQuaternions::equations() {
  const mechanics3d::ExprVector4 q = quaternion.expr();
  const mechanics3d::ExprVector4 start =
      mechanics3d::cardan_quaternion(sequence_of(sequence), phi_start);
  for (int i = 0; i < 4; ++i) {
    quaternion[i].start(start(i)).fixed();
    equation(Q[i].value, quaternion[i]);
  }
  equation(der(quaternion), mechanics3d::quaternion_rate(q, vector_of(w)));
  invariant(q.dot(q) - 1.0);
}

}  // namespace multibond::bonds::space
