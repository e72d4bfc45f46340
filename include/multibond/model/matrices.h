/// What reads as a vector or matrix of expressions: Eigen's own, vectors of variables, parameters.
///
/// Statements such as `equation(v, der(r))` take any of these, element by element.
#pragma once

#include <utility>

#include "multibond/symbolic/expr.h"

namespace multibond {

/// The expressions: of a matrix of expressions or numbers, evaluated; of what has `expr()`.
template <typename Derived>
Eigen::Matrix<Expr, Derived::RowsAtCompileTime, Derived::ColsAtCompileTime> expressions(
    const Eigen::MatrixBase<Derived>& matrix) {
  return matrix.template cast<Expr>();
}
template <typename T>
auto expressions(const T& matrix) requires requires {
  matrix.expr().rows();
}
{ return matrix.expr(); }

template <typename T>
concept MatrixLike = requires(const T& matrix) {
  expressions(matrix);
};

/// Whether two matrices have the same size, as far as it is known before the program runs.
template <typename A, typename B>
constexpr bool same_shape() {
  using Left = decltype(expressions(std::declval<const A&>()));
  using Right = decltype(expressions(std::declval<const B&>()));
  const auto fits = [](int a, int b) {
    return a == Eigen::Dynamic || b == Eigen::Dynamic || a == b;
  };
  return fits(Left::RowsAtCompileTime, Right::RowsAtCompileTime) &&
         fits(Left::ColsAtCompileTime, Right::ColsAtCompileTime);
}
template <typename A, typename B>
concept SameShape = MatrixLike<A> && MatrixLike<B> && same_shape<A, B>();

}  // namespace multibond
