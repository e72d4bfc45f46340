/// Rotation matrices as expressions, and what follows from them.
///
/// A matrix R of a frame maps coordinates of the world to coordinates of the frame; its rows are
/// the axes of the frame. With w, the angular velocity in coordinates of the frame, dR/dt = -w x R.
#pragma once

#include <array>

#include "multibond/model/parameter.h"
#include "multibond/symbolic/eigen.h"

namespace multibond::mechanics3d {

using ExprVector4 = Eigen::Matrix<Expr, 4, 1>;

/// Three axes, counted from 0, about which Cardan angles turn one after the other: any of the
/// twelve sequences, as 0 1 2 or 2 0 2.
using Sequence = std::array<int, 3>;

ExprMatrix3 skew(const ExprVector3& v);  ///< skew(v) u = v x u
ExprVector3 cross(const ExprVector3& a, const ExprVector3& b);
/// Turned by phi about the unit vector n.
ExprMatrix3 axis_rotation(const Vector3& n, const Expr& phi);
/// Turned by phi(0) about the first axis of the sequence, then about the turned second one, …
ExprMatrix3 cardan_rotation(const Sequence& sequence, const ExprVector3& phi);
/// Angular velocity, in the turned frame, of rates of Cardan angles: w = K rates.
ExprMatrix3 cardan_rates(const Sequence& sequence, const ExprVector3& phi);
/// The angles of a matrix; the second one within 90 degrees of zero, or, if the first axis is also
/// the last, between 0 and 180. Where the first and last are not unique they are two that fit.
ExprVector3 cardan_angles(const Sequence& sequence, const ExprMatrix3& R);
/// Matrix of a quaternion (vector part first) of any length.
ExprMatrix3 quaternion_rotation(const ExprVector4& Q);
/// Quaternion of a matrix; its angle is at most half a turn. It makes no events.
ExprVector4 rotation_quaternion(const ExprMatrix3& R);
/// dQ/dt of a quaternion whose frame turns with w, in coordinates of the turned frame.
ExprVector4 quaternion_rate(const ExprVector4& Q, const ExprVector3& w);
/// Hamilton product: turned by a, then by b in the turned frame.
ExprVector4 quaternion_product(const ExprVector4& a, const ExprVector4& b);
/// Quaternion of Cardan angles.
ExprVector4 cardan_quaternion(const Sequence& sequence, const ExprVector3& phi);

/// Three of 1, 2, 3 as a sequence. Throws Error if the parameter is none.
Sequence sequence_of(const Parameter<Vector3>& axes);
/// A direction of length one. Throws Error if the parameter is zero. Its value shapes the
/// equations.
Vector3 unit(const Parameter<Vector3>& n);
/// A unit vector across n: the coordinate axis that is least along n, less its part along n.
Vector3 across(const Vector3& n);

}  // namespace multibond::mechanics3d
