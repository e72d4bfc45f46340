#include "multibond/symbolic/rewrite.h"

#include <stdexcept>

#include "multibond/symbolic/operations.h"
#include "multibond/symbolic/post_order.h"

namespace multibond {

Expr rebuild(ExprPool& pool, std::uint32_t id, std::span<const Expr> x) {
  const ExprNode& node = pool.node(id);
  if (is_leaf(node.op)) throw std::logic_error("a leaf has no operands to rebuild");
  if (node.op == Op::call) return call(pool.shared_function(node.a), x);
  return op_info(node.op).build(x[0], x[x.size() > 1 ? 1 : 0], x[x.size() > 2 ? 2 : 0]);
}

Expr Rewriter::operator()(const Expr& expr) {
  if (expr.is_number() || stays(expr.id())) return expr;
  ExprPool& pool = *expr.pool();
  pool.claim(pool_);
  post_order(
      expr.id(), stack_, [&](std::uint32_t id) { return image_of(id) != NodeMap::kMissing; },
      [&](std::uint32_t id) -> std::span<const std::uint32_t> {
        if (answered_before(pool, id)) return {};
        return pool.operands(id);
      },
      [&](std::uint32_t id) {
        if (!image_.contains(id)) image_.insert(id, pool.intern(image(pool, id)));
      });
  return pool.expr(image_.find(expr.id()));
}

bool Rewriter::answered_before(ExprPool& pool, std::uint32_t id) {
  if (!before_ || is_leaf(pool.node(id).op)) return false;
  const std::optional<Expr> answer = before_(pool.expr(id));
  if (answer) image_.insert(id, pool.intern(*answer));
  return answer.has_value();
}

Expr Rewriter::image(ExprPool& pool, std::uint32_t id) {
  const Expr node = pool.expr(id);
  if (node.is_number()) return node;
  if (is_leaf(node.op())) return replace_(node).value_or(node);
  operands_.clear();
  bool changed = false;
  for (std::uint32_t operand : pool.operands(id)) {
    operands_.push_back(pool.expr(image_of(operand)));
    changed = changed || image_of(operand) != operand;
  }
  const Expr image = changed ? rebuild(pool, id, operands_) : node;
  return after_ && !image.is_number() ? after_(image).value_or(image) : image;
}

}  // namespace multibond
