#include "multibond/symbolic/derivative.h"

#include "multibond/diagnostic.h"

namespace multibond {
namespace {

/// The operands on which the derivative of a node depends: not those of truth values and jumps, and
/// not the condition of a select. What is left out may contain functions without derivative.
std::span<const std::uint32_t> smooth_operands(const ExprPool& pool, std::uint32_t id) {
  const Op op = pool.node(id).op;
  if (is_logical(op) || op == Op::sign || op == Op::floor) return {};
  return op == Op::select ? pool.operands(id).subspan(1) : pool.operands(id);
}

}  // namespace

Expr Differentiator::node_derivative(ExprPool& pool, std::uint32_t id) {
  const Expr y = pool.expr(id);
  const Op op = y.op();
  if (op == Op::number) return 0.0;
  if (is_leaf(op)) return leaf_derivative_(y);
  if (smooth_operands(pool, id).empty()) return 0.0;

  const auto derivative_of = [&](std::size_t i) {
    return pool.expr(image_.find(pool.operands(id)[i]));
  };
  const Expr a = y.operand(0);
  if (op == Op::select) return select(a, derivative_of(1), derivative_of(2));
  const Expr da = derivative_of(0);
  if (is_unary(op)) {
    if (da.is_number(0)) return 0.0;
    switch (op) {
      case Op::neg:
        return -da;
      case Op::abs:
        return sign(a) * da;
      case Op::sqrt:
        return da / (2.0 * y);
      case Op::exp:
        return y * da;
      case Op::log:
        return da / a;
      case Op::sin:
        return cos(a) * da;
      case Op::cos:
        return -(sin(a) * da);
      case Op::tan:
        return (1.0 + y * y) * da;
      case Op::asin:
        return da / sqrt(1.0 - a * a);
      case Op::acos:
        return -(da / sqrt(1.0 - a * a));
      case Op::atan:
        return da / (1.0 + a * a);
      case Op::sinh:
        return cosh(a) * da;
      case Op::cosh:
        return sinh(a) * da;
      case Op::tanh:
        return (1.0 - y * y) * da;
      case Op::no_event:
        return no_event(da);
      default:
        return 0.0;
    }
  }
  if (op == Op::call) {
    Expr sum = 0.0;
    for (std::size_t i = 0; i < y.arity(); ++i) {
      const Expr dx = derivative_of(i);
      if (dx.is_number(0)) continue;
      auto slope = y.function().derivative(i);
      if (!slope) {
        throw Error(y.function().name(),
                    "Function " + y.function().name() + " has no derivative by its argument " +
                        std::to_string(i + 1) + ", but index reduction or a Jacobian needs it.",
                    "Supply the derivative, or keep the function out of constraints.");
      }
      std::vector<Expr> arguments;
      for (std::size_t k = 0; k < y.arity(); ++k) arguments.push_back(y.operand(k));
      sum += call(std::move(slope), arguments) * dx;
    }
    return sum;
  }
  const Expr b = y.operand(1);
  const Expr db = derivative_of(1);
  switch (op) {
    case Op::add:
      return da + db;
    case Op::sub:
      return da - db;
    case Op::mul:
      return da * b + a * db;
    case Op::div:
      return db.is_number(0) ? da / b : (da - y * db) / b;
    case Op::pow: {
      Expr sum = 0.0;
      if (!da.is_number(0)) sum += b * pow(a, b - 1.0) * da;
      if (!db.is_number(0)) sum += y * log(a) * db;
      return sum;
    }
    case Op::atan2:
      return da.is_number(0) && db.is_number(0) ? Expr(0.0) : (b * da - a * db) / (a * a + b * b);
    case Op::min:
      return select(no_event(a < b), da, db);
    case Op::max:
      return select(no_event(a > b), da, db);
    default:
      return 0.0;
  }
}

Expr Differentiator::operator()(const Expr& expr) {
  if (expr.is_number()) return 0.0;
  ExprPool& pool = *expr.pool();
  pool.claim(pool_);
  stack_.assign(1, expr.id());
  while (!stack_.empty()) {
    const std::uint32_t id = stack_.back();
    if (image_.contains(id)) {
      stack_.pop_back();
      continue;
    }
    bool ready = true;
    for (std::uint32_t operand : smooth_operands(pool, id)) {
      if (!image_.contains(operand)) {
        stack_.push_back(operand);
        ready = false;
      }
    }
    if (!ready) continue;
    stack_.pop_back();
    const std::uint32_t derivative = pool.intern(node_derivative(pool, id));
    image_.insert(id, derivative);
  }
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
