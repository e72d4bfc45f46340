/// Symbolic differentiation.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "multibond/symbolic/expr.h"
#include "multibond/symbolic/node_map.h"
#include "multibond/symbolic/pool.h"

namespace multibond {

/// Directional derivative of expressions, given that of every leaf; memory shared between calls, so
/// differentiating all equations of a model is linear in their graph.
///
/// Truth values, `sign` and `floor` have derivative zero; `select`, `min`, `max`, `abs` follow the
/// active branch. Throws Error naming a user function that supplies no derivative.
class Differentiator {
 public:
  using LeafDerivative = std::function<Expr(const Expr& leaf)>;
  explicit Differentiator(LeafDerivative leaf_derivative)
      : leaf_derivative_(std::move(leaf_derivative)) {}
  Expr operator()(const Expr& expr);

 private:
  Expr node_derivative(ExprPool& pool, std::uint32_t id);
  Expr call_derivative(ExprPool& pool, const Expr& call) const;
  Expr operand_derivative(ExprPool& pool, const Expr& node, std::size_t i) const;

  LeafDerivative leaf_derivative_;
  const ExprPool* pool_ = nullptr;
  NodeMap image_;
  std::vector<std::uint32_t> stack_;
};

/// Partial derivative by one leaf.
Expr partial(const Expr& expr, const Expr& leaf);

/// Total time derivative: d/dt of variable(i, k) is variable(i, k + 1), of time 1, of all other
/// leaves 0. Passes that know derivative rules use a Differentiator of their own.
Expr time_derivative(const Expr& expr);

}  // namespace multibond
