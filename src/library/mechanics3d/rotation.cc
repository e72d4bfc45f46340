#include "multibond/library/mechanics3d/rotation.h"

#include <cmath>

#include "multibond/diagnostic.h"
#include "multibond/model/component.h"

namespace multibond::mechanics3d {
namespace {

Vector3 axis(int i) { return Vector3::Unit(i); }

/// +1 if j follows i and k follows j around the circle x, y, z, else -1.
double handedness(int i, int j) { return (i + 1) % 3 == j ? 1 : -1; }

}  // namespace

ExprMatrix3 skew(const ExprVector3& v) {
  ExprMatrix3 result;
  result << Expr(0.0), -v(2), v(1), v(2), Expr(0.0), -v(0), -v(1), v(0), Expr(0.0);
  return result;
}

ExprVector3 cross(const ExprVector3& a, const ExprVector3& b) {
  return {a(1) * b(2) - a(2) * b(1), a(2) * b(0) - a(0) * b(2), a(0) * b(1) - a(1) * b(0)};
}

ExprMatrix3 axis_rotation(const Vector3& n, const Expr& phi) {
  const Expr c = cos(phi), s = sin(phi);
  ExprMatrix3 result;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    // 1 - n_i^2 by the other two: exactly zero along an axis.
    result(i, i) = n(i) * n(i) + (n(j) * n(j) + n(k) * n(k)) * c;
    result(i, j) = n(i) * n(j) * (1 - c) + n(k) * s;
    result(j, i) = n(i) * n(j) * (1 - c) - n(k) * s;
  }
  return result;
}

ExprMatrix3 cardan_rotation(const Sequence& sequence, const ExprVector3& phi) {
  return axis_rotation(axis(sequence[2]), phi(2)) * axis_rotation(axis(sequence[1]), phi(1)) *
         axis_rotation(axis(sequence[0]), phi(0));
}

ExprMatrix3 cardan_rates(const Sequence& sequence, const ExprVector3& phi) {
  const ExprMatrix3 last = axis_rotation(axis(sequence[2]), phi(2));
  ExprMatrix3 result;
  result.col(2) = axis(sequence[2]).cast<Expr>();
  result.col(1) = last.col(sequence[1]);
  result.col(0) = last * ExprVector3(axis_rotation(axis(sequence[1]), phi(1)).col(sequence[0]));
  return result;
}

/// The last angle is read off what the first one leaves of R: the second axis, which the second
/// turn keeps. So the three fit together where the first one is any.
ExprVector3 cardan_angles(const Sequence& sequence, const ExprMatrix3& R) {
  const auto [i, j, k] = sequence;
  const double sign = handedness(i, j);
  const int l = 3 - i - j;  // l = k if all three axes occur
  Expr first, second;
  if (i != k) {
    first = atan2(-sign * R(k, j), R(k, k));
    second = atan2(sign * R(k, i), sqrt(R(k, j) * R(k, j) + R(k, k) * R(k, k)));
  } else {
    first = atan2(R(i, j), -sign * R(i, l));
    second = atan2(sqrt(R(i, j) * R(i, j) + R(i, l) * R(i, l)), R(i, i));
  }
  const ExprVector3 turned = R.col(j) * cos(first) + R.col(l) * (sign * sin(first));
  const int across = 3 - j - k;
  return {first, second, atan2(-handedness(k, j) * turned(across), turned(j))};
}

ExprMatrix3 quaternion_rotation(const ExprVector4& Q) {
  const ExprVector3 u = Q.head<3>();
  const Expr scale = 2.0 / Q.dot(Q);
  ExprMatrix3 result;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    result(i, i) = 1.0 - scale * (u(j) * u(j) + u(k) * u(k));
    result(i, j) = scale * (u(i) * u(j) + Q(3) * u(k));
    result(j, i) = scale * (u(i) * u(j) - Q(3) * u(k));
  }
  return result;
}

ExprVector4 quaternion_product(const ExprVector4& a, const ExprVector4& b) {
  const ExprVector3 u = a.head<3>(), v = b.head<3>();
  ExprVector4 result;
  result.head<3>() = a(3) * v + b(3) * u + cross(u, v);
  result(3) = a(3) * b(3) - u.dot(v);
  return result;
}

/// By that of its four elements which is large. With the angle a about n the trace is 1 + 2 cos a,
/// R' - R is made of 2 n sin a, and R + R' of 2 n n' (1 - cos a).
ExprVector4 rotation_quaternion(const ExprMatrix3& R) {
  const Expr trace = R.trace();
  const ExprVector3 odd(R(1, 2) - R(2, 1), R(2, 0) - R(0, 2), R(0, 1) - R(1, 0));
  const ExprMatrix3 even = R + R.transpose();
  const auto either = [](const Expr& condition, const ExprVector4& a, const ExprVector4& b) {
    ExprVector4 result;
    for (int i = 0; i < 4; ++i) result(i) = select(no_event(condition), a(i), b(i));
    return result;
  };
  // Each is twice its element, and one or more where it is taken.
  const Expr scalar = sqrt(max(1.0 + trace, 1.0));
  std::array<ExprVector4, 3> by;
  for (int i = 0; i < 3; ++i) {
    const Expr size = sqrt(max(1.0 - trace + 2.0 * R(i, i), 1.0));
    const Expr element = select(no_event(odd(i) < 0.0), -size, size);
    by[i](i) = element / 2.0;
    for (const int j : {(i + 1) % 3, (i + 2) % 3}) by[i](j) = even(i, j) / (2.0 * element);
    by[i](3) = odd(i) / (2.0 * element);
  }
  ExprVector4 by_scalar;
  by_scalar << odd / (2.0 * scalar), scalar / 2.0;
  const ExprVector4 by_last = either(R(1, 1) >= R(2, 2), by[1], by[2]);
  const ExprVector4 by_vector = either(R(0, 0) >= max(R(1, 1), R(2, 2)), by[0], by_last);
  return either(trace > 0.0, by_scalar, by_vector);
}

ExprVector4 quaternion_rate(const ExprVector4& Q, const ExprVector3& w) {
  return quaternion_product(Q, {w(0), w(1), w(2), Expr(0.0)}) * Expr(0.5);
}

ExprVector4 cardan_quaternion(const Sequence& sequence, const ExprVector3& phi) {
  const auto about = [&](int turn) {
    ExprVector4 result(Expr(0.0), Expr(0.0), Expr(0.0), cos(phi(turn) / 2));
    result(sequence[turn]) = sin(phi(turn) / 2);
    return result;
  };
  return quaternion_product(quaternion_product(about(0), about(1)), about(2));
}

Sequence sequence_of(const Parameter<Vector3>& axes) {
  const Vector3 given = axes.value();
  Sequence result{};
  for (int i = 0; i < 3; ++i) {
    const double axis = given(i);
    if (axis != 1 && axis != 2 && axis != 3) {
      throw Error(axes.path(), axes.path() + " names an axis that does not exist.",
                  "Give three of 1 (x), 2 (y) and 3 (z), e.g. {1, 2, 3}.");
    }
    result[i] = static_cast<int>(axis) - 1;
  }
  if (result[0] == result[1] || result[1] == result[2]) {
    throw Error(axes.path(),
                axes.path() + " turns about the same axis twice in a row: one angle is lost.",
                "Give neighbours different axes, e.g. {1, 2, 3} or {3, 1, 3}.");
  }
  return result;
}

Vector3 unit(const Parameter<Vector3>& n) {
  const Vector3 direction = n.value();
  if (direction.isZero(0)) {
    throw Error(n.path(), n.path() + " must not be zero: it has no direction.",
                "Give it one, e.g. {0, 0, 1}.");
  }
  // Scaled first: the length of a very short or very long vector must not under- or overflow.
  return (direction / direction.cwiseAbs().maxCoeff()).normalized();
}

Vector3 across(const Vector3& n) {
  int least = 0;
  n.cwiseAbs().minCoeff(&least);
  return (Vector3::Unit(least) - n(least) * n).normalized();
}

}  // namespace multibond::mechanics3d
