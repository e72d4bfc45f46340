/// Linear form: an expression written as sum of coefficient * unknown plus a rest.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "multibond/symbolic/expr.h"

namespace multibond {

struct LinearTerm {
  Expr unknown;  ///< the leaf
  Expr coefficient;
};

struct LinearForm {
  std::vector<LinearTerm> terms;  ///< ascending by node of the unknown; coefficients not zero
  Expr rest;
  Expr coefficient(const Expr& unknown) const;
};

/// The linear form of `expr` in the leaves for which `is_unknown` holds; nullopt if it is not
/// linear in them. The work is linear in the graph times the number of unknowns of one expression.
std::optional<LinearForm> linear_form(const Expr& expr,
                                      const std::function<bool(const Expr& leaf)>& is_unknown);

/// The leaves of an expression for which `wanted` holds, ascending by node.
std::vector<Expr> leaves(const Expr& expr, const std::function<bool(const Expr& leaf)>& wanted);

/// Whether any leaf of the expression satisfies `wanted`.
bool depends_on(const Expr& expr, const std::function<bool(const Expr& leaf)>& wanted);

}  // namespace multibond
