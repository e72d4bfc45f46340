/// Numerical evaluation of expressions: the slow, obvious reference for everything that is
/// compiled.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "multibond/symbolic/expr.h"
#include "multibond/symbolic/node_map.h"

namespace multibond {

/// One operation on numbers, with the conventions shared by all back ends: truth is 1 or 0, a
/// comparison with NaN is false, min is (a < b ? a : b), max is (a > b ? a : b).
double apply(Op op, double a);
double apply(Op op, double a, double b);

/// Value of a leaf other than a number.
using LeafValue = std::function<double(const Expr& leaf)>;

/// Evaluates many expressions that share parts; each node is computed once.
class Evaluator {
 public:
  explicit Evaluator(LeafValue leaf_value) : leaf_value_(std::move(leaf_value)) {}
  double operator()(const Expr& expr);

 private:
  LeafValue leaf_value_;
  const ExprPool* pool_ = nullptr;
  NodeMap known_;  ///< node to place in value_
  std::vector<double> value_;
  std::vector<std::uint32_t> stack_;
};

}  // namespace multibond
