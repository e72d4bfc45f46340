#include "multibond/symbolic/derivative.h"

#include "multibond/diagnostic.h"
#include "multibond/symbolic/operations.h"
#include "multibond/symbolic/post_order.h"

namespace multibond {
namespace {

/// The operands on which the derivative of a node depends: not those of truth values and jumps, and
/// not the condition of a select. What is left out may contain functions without derivative.
std::span<const std::uint32_t> smooth_operands(const ExprPool& pool, std::uint32_t id) {
  const Op op = pool.node(id).op;
  if (op != Op::call && op_info(op).derivative == nullptr) return {};
  return op == Op::select ? pool.operands(id).subspan(1) : pool.operands(id);
}

}  // namespace

Expr Differentiator::node_derivative(ExprPool& pool, std::uint32_t id) {
  const Expr y = pool.expr(id);
  const Op op = y.op();
  if (op == Op::number) return 0.0;
  if (is_leaf(op)) return leaf_derivative_(y);
  if (op == Op::call) return call_derivative(pool, y);
  if (op_info(op).derivative == nullptr) return 0.0;

  Differential d{y, y.operand(0), 0.0, 0.0, 0.0, 0.0};
  if (y.arity() > 1) d.b = y.operand(1);
  Expr* const rates[] = {&d.da, &d.db, &d.dc};
  bool moves = false;
  for (std::size_t i = op == Op::select ? 1 : 0; i < y.arity(); ++i) {
    *rates[i] = operand_derivative(pool, y, i);
    moves = moves || !rates[i]->is_number(0);
  }
  return moves ? op_info(op).derivative(d) : 0.0;
}

Expr Differentiator::operand_derivative(ExprPool& pool, const Expr& node, std::size_t i) const {
  return pool.expr(image_.find(pool.operands(node.id())[i]));
}

Expr Differentiator::call_derivative(ExprPool& pool, const Expr& y) const {
  std::vector<Expr> arguments;
  for (std::size_t i = 0; i < y.arity(); ++i) arguments.push_back(y.operand(i));
  Expr sum = 0.0;
  for (std::size_t i = 0; i < y.arity(); ++i) {
    const Expr dx = operand_derivative(pool, y, i);
    if (dx.is_number(0)) continue;
    auto slope = y.function().derivative(i);
    if (!slope) {
      throw Error(y.function().name(),
                  "Function " + y.function().name() + " has no derivative by its argument " +
                      std::to_string(i + 1) + ", but index reduction or a Jacobian needs it.",
                  "Supply the derivative, or keep the function out of constraints.");
    }
    sum += call(std::move(slope), arguments) * dx;
  }
  return sum;
}

Expr Differentiator::operator()(const Expr& expr) {
  if (expr.is_number()) return 0.0;
  ExprPool& pool = *expr.pool();
  pool.claim(pool_);
  post_order(
      expr.id(), stack_, [&](std::uint32_t id) { return image_.contains(id); },
      [&](std::uint32_t id) { return smooth_operands(pool, id); },
      [&](std::uint32_t id) { image_.insert(id, pool.intern(node_derivative(pool, id))); });
  return pool.expr(image_.find(expr.id()));
}

Expr partial(const Expr& expr, const Expr& leaf) {
  return Differentiator([&](const Expr& other) { return Expr(same(other, leaf) ? 1.0 : 0.0); })(
      expr);
}

Expr time_derivative(const Expr& expr) {
  return Differentiator([](const Expr& leaf) -> Expr {
    if (leaf.op() == Op::time) return 1.0;
    if (leaf.op() != Op::variable) return 0.0;
    return leaf.pool()->variable(leaf.index(), leaf.order() + 1);
  })(expr);
}

}  // namespace multibond
