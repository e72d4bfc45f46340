#include "multibond/symbolic/evaluate.h"

#include <algorithm>

#include "multibond/symbolic/operations.h"
#include "multibond/symbolic/pool.h"
#include "multibond/symbolic/post_order.h"

namespace multibond {

double Evaluator::operator()(const Expr& expr) {
  if (expr.is_number()) return expr.number();
  ExprPool& pool = *expr.pool();
  pool.claim(pool_);
  post_order(
      expr.id(), stack_, [&](std::uint32_t id) { return known_.contains(id); },
      [&](std::uint32_t id) { return pool.operands(id); },
      [&](std::uint32_t id) {
        const double value = node_value(pool, id);
        known_.insert(id, static_cast<std::uint32_t>(value_.size()));
        value_.push_back(value);
      });
  return value_[known_.find(expr.id())];
}

double Evaluator::node_value(ExprPool& pool, std::uint32_t id) {
  const ExprNode& node = pool.node(id);
  if (node.op == Op::number) return pool.number(id);
  if (is_leaf(node.op)) return leaf_value_(pool.expr(id));
  const std::span<const std::uint32_t> operands = pool.operands(id);
  arguments_.resize(std::max<std::size_t>(3, operands.size()));  // an operation takes up to three
  for (std::size_t i = 0; i < operands.size(); ++i) {
    arguments_[i] = value_[known_.find(operands[i])];
  }
  if (node.op == Op::call) {
    return pool.function(node.a).evaluate(std::span(arguments_).first(operands.size()));
  }
  return op_info(node.op).evaluate(arguments_[0], arguments_[1], arguments_[2]);
}

}  // namespace multibond
