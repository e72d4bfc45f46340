#include "multibond/symbolic/rewrite.h"

#include <stdexcept>

namespace multibond {

Expr rebuild(ExprPool& pool, std::uint32_t id, std::span<const Expr> x) {
  const Op op = pool.node(id).op;
  switch (op) {
    case Op::neg:
      return -x[0];
    case Op::abs:
      return abs(x[0]);
    case Op::sign:
      return sign(x[0]);
    case Op::sqrt:
      return sqrt(x[0]);
    case Op::exp:
      return exp(x[0]);
    case Op::log:
      return log(x[0]);
    case Op::sin:
      return sin(x[0]);
    case Op::cos:
      return cos(x[0]);
    case Op::tan:
      return tan(x[0]);
    case Op::asin:
      return asin(x[0]);
    case Op::acos:
      return acos(x[0]);
    case Op::atan:
      return atan(x[0]);
    case Op::sinh:
      return sinh(x[0]);
    case Op::cosh:
      return cosh(x[0]);
    case Op::tanh:
      return tanh(x[0]);
    case Op::floor:
      return floor(x[0]);
    case Op::logical_not:
      return !x[0];
    case Op::no_event:
      return no_event(x[0]);
    case Op::add:
      return x[0] + x[1];
    case Op::sub:
      return x[0] - x[1];
    case Op::mul:
      return x[0] * x[1];
    case Op::div:
      return x[0] / x[1];
    case Op::pow:
      return pow(x[0], x[1]);
    case Op::atan2:
      return atan2(x[0], x[1]);
    case Op::min:
      return min(x[0], x[1]);
    case Op::max:
      return max(x[0], x[1]);
    case Op::less:
      return x[0] < x[1];
    case Op::less_equal:
      return x[0] <= x[1];
    case Op::equal:
      return equals(x[0], x[1]);
    case Op::logical_and:
      return x[0] && x[1];
    case Op::logical_or:
      return x[0] || x[1];
    case Op::select:
      return select(x[0], x[1], x[2]);
    case Op::call:
      return call(pool.shared_function(pool.node(id).a), x);
    default:
      throw std::logic_error("a leaf has no operands to rebuild");
  }
}

Expr Rewriter::operator()(const Expr& expr) {
  if (expr.is_number()) return expr;
  ExprPool& pool = *expr.pool();
  pool.claim(pool_);
  std::vector<Expr> operands;
  stack_.assign(1, expr.id());
  while (!stack_.empty()) {
    const std::uint32_t id = stack_.back();
    if (image_.contains(id)) {
      stack_.pop_back();
      continue;
    }
    if (before_ && !is_leaf(pool.node(id).op)) {
      if (const std::optional<Expr> image = before_(pool.expr(id))) {
        image_.insert(id, pool.intern(*image));
        stack_.pop_back();
        continue;
      }
    }
    bool ready = true;
    for (std::uint32_t operand : pool.operands(id)) {
      if (!image_.contains(operand)) {
        stack_.push_back(operand);
        ready = false;
      }
    }
    if (!ready) continue;
    stack_.pop_back();
    Expr image = pool.expr(id);
    if (is_leaf(pool.node(id).op)) {
      if (!image.is_number()) image = replace_(image).value_or(image);
    } else {
      operands.clear();
      bool changed = false;
      for (std::uint32_t operand : pool.operands(id)) {
        operands.push_back(pool.expr(image_.find(operand)));
        changed = changed || image_.find(operand) != operand;
      }
      if (changed) image = rebuild(pool, id, operands);
      if (after_ && !image.is_number()) image = after_(image).value_or(image);
    }
    const std::uint32_t node = pool.intern(image);
    image_.insert(id, node);
  }
  return pool.expr(image_.find(expr.id()));
}

}  // namespace multibond
