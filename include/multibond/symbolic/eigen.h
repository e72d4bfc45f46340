/// Expr as the scalar type of Eigen matrices, so that component equations read as in the papers.
#pragma once

#include <Eigen/Core>

#include <Eigen/Geometry>
#include "multibond/base/vectors.h"

namespace Eigen {

template <>
struct NumTraits<multibond::Expr> : GenericNumTraits<multibond::Expr> {
  using Real = multibond::Expr;
  using NonInteger = multibond::Expr;
  using Nested = multibond::Expr;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 1,
    AddCost = 3,
    MulCost = 3
  };
};

template <typename BinaryOp>
struct ScalarBinaryOpTraits<multibond::Expr, double, BinaryOp> {
  using ReturnType = multibond::Expr;
};
template <typename BinaryOp>
struct ScalarBinaryOpTraits<double, multibond::Expr, BinaryOp> {
  using ReturnType = multibond::Expr;
};

namespace internal {

/// The imaginary part of an expression. Products ask whether that of a factor is zero, by ==, which
/// expressions do not have.
struct NoImaginaryPart {
  friend bool operator==(NoImaginaryPart, const multibond::Expr& x) { return x.is_number(0); }
};
template <>
struct imag_retval<multibond::Expr> {
  using type = NoImaginaryPart;
};
template <>
struct imag_impl<multibond::Expr> {
  static NoImaginaryPart run(const multibond::Expr&) { return {}; }
};

}  // namespace internal
}  // namespace Eigen

namespace multibond {

using VectorX = Eigen::Matrix<double, Eigen::Dynamic, 1>;
using MatrixX = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic>;
using ExprVector2 = Eigen::Matrix<Expr, 2, 1>;
using ExprVector3 = Eigen::Matrix<Expr, 3, 1>;
using ExprMatrix3 = Eigen::Matrix<Expr, 3, 3>;
using ExprVector = Eigen::Matrix<Expr, Eigen::Dynamic, 1>;
using ExprMatrix = Eigen::Matrix<Expr, Eigen::Dynamic, Eigen::Dynamic>;

// Eigen asks for these by argument-dependent look-up.
inline const Expr& conj(const Expr& x) { return x; }
inline const Expr& real(const Expr& x) { return x; }
inline Expr imag(const Expr&) { return Expr(0.0); }
inline Expr abs2(const Expr& x) { return x * x; }

}  // namespace multibond
