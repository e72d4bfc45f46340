/// Numerical evaluation of expressions: the slow, obvious reference for everything that is
/// compiled.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "multibond/symbolic/expr.h"
#include "multibond/symbolic/node_map.h"

namespace multibond {

/// Value of a leaf other than a number.
using LeafValue = std::function<double(const Expr& leaf)>;

/// Evaluates many expressions that share parts; each node is computed once.
class Evaluator {
 public:
  explicit Evaluator(LeafValue leaf_value) : leaf_value_(std::move(leaf_value)) {}
  double operator()(const Expr& expr);

 private:
  double node_value(ExprPool& pool, std::uint32_t id);

  LeafValue leaf_value_;
  const ExprPool* pool_ = nullptr;
  NodeMap known_;  ///< node to place in value_
  std::vector<double> value_;
  std::vector<double> arguments_;     ///< scratch
  std::vector<std::uint32_t> stack_;  ///< scratch
};

}  // namespace multibond
