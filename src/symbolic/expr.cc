#include "multibond/symbolic/expr.h"

#include <cmath>
#include <utility>

#include "multibond/diagnostic.h"
#include "multibond/symbolic/operations.h"
#include "multibond/symbolic/pool.h"

namespace multibond {
namespace {

ExprPool* common_pool(const Expr& a, const Expr& b) {
  if (!a.pool()) return b.pool();
  if (b.pool() && b.pool() != a.pool()) refuse_other_pool();
  return a.pool();
}

Expr make(Op op, const Expr& a) {
  if (a.is_number()) return op_info(op).evaluate(a.number(), 0, 0);
  return Expr(a.pool(), a.pool()->intern(op, a.id()));
}

/// The operands of a commutative operation have one order: numbers first, then by age.
Expr make(Op op, const Expr& a, const Expr& b) {
  if (a.is_number() && b.is_number()) return op_info(op).evaluate(a.number(), b.number(), 0);
  ExprPool* pool = common_pool(a, b);
  const bool swap =
      op_info(op).commutative && (b.is_number() || (!a.is_number() && b.id() < a.id()));
  const std::uint32_t x = pool->intern(swap ? b : a);
  const std::uint32_t y = pool->intern(swap ? a : b);
  return Expr(pool, pool->intern(op, x, y));
}

bool is(const Expr& e, Op op) { return !e.is_number() && e.op() == op; }

/// Whether the value is known to be 1 or 0, so that "x and true" is x.
bool is_truth(const Expr& e) {
  return is_logical(e.op()) || (is(e, Op::no_event) && is_logical(e.operand(0).op()));
}

}  // namespace

Op Expr::op() const { return is_number() ? Op::number : pool_->node(id_).op; }
std::uint32_t Expr::index() const { return pool_->node(id_).a; }
std::uint32_t Expr::order() const { return pool_->node(id_).b; }
std::size_t Expr::arity() const { return is_number() ? 0 : pool_->operands(id_).size(); }
Expr Expr::operand(std::size_t i) const { return pool_->expr(pool_->operands(id_)[i]); }
const Function& Expr::function() const { return pool_->function(pool_->node(id_).a); }

Expr& Expr::operator+=(const Expr& other) { return *this = *this + other; }
Expr& Expr::operator-=(const Expr& other) { return *this = *this - other; }
Expr& Expr::operator*=(const Expr& other) { return *this = *this * other; }
Expr& Expr::operator/=(const Expr& other) { return *this = *this / other; }

Expr operator+(const Expr& a, const Expr& b) {
  if (a.is_number(0)) return b;
  if (b.is_number(0)) return a;
  if (is(b, Op::neg)) return a - b.operand(0);
  if (is(a, Op::neg)) return b - a.operand(0);
  return make(Op::add, a, b);
}

Expr operator-(const Expr& a, const Expr& b) {
  if (a.is_number() && b.is_number()) return a.number() - b.number();
  if (b.is_number(0)) return a;
  if (same(a, b)) return 0.0;
  if (a.is_number(0)) return -b;
  if (is(b, Op::neg)) return a + b.operand(0);
  return make(Op::sub, a, b);
}

Expr operator-(const Expr& a) {
  if (a.is_number()) return 0.0 - a.number();  // no negative zero
  if (is(a, Op::neg)) return a.operand(0);
  if (is(a, Op::sub)) return a.operand(1) - a.operand(0);
  if (is(a, Op::mul) && a.operand(0).is_number()) return -a.operand(0) * a.operand(1);
  return make(Op::neg, a);
}

Expr operator*(const Expr& a, const Expr& b) {
  if (a.is_number() && b.is_number()) return a.number() * b.number();
  if (a.is_number(0) || b.is_number(0)) return 0.0;
  if (a.is_number(1)) return b;
  if (b.is_number(1)) return a;
  if (a.is_number(-1)) return -b;
  if (b.is_number(-1)) return -a;
  // Signs move outwards: (-a) b = -(a b).
  if (is(a, Op::neg)) return -(a.operand(0) * b);
  if (is(b, Op::neg)) return -(a * b.operand(0));
  // Numbers meet: c1 (c2 x) = (c1 c2) x, unless their product leaves the range of doubles.
  if (b.is_number()) return b * a;
  if (a.is_number() && is(b, Op::mul) && b.operand(0).is_number()) {
    const double product = a.number() * b.operand(0).number();
    if (std::isnormal(product)) return product * b.operand(1);
  }
  return make(Op::mul, a, b);
}

Expr operator/(const Expr& a, const Expr& b) {
  if (a.is_number() && b.is_number()) return a.number() / b.number();
  if (a.is_number(0)) return 0.0;
  if (b.is_number(1)) return a;
  if (b.is_number(-1)) return -a;
  if (same(a, b)) return 1.0;
  if (is(a, Op::neg)) return -(a.operand(0) / b);
  if (is(b, Op::neg)) return -(a / b.operand(0));
  return make(Op::div, a, b);
}

Expr abs(const Expr& a) { return is(a, Op::neg) ? abs(a.operand(0)) : make(Op::abs, a); }
Expr sign(const Expr& a) { return make(Op::sign, a); }
Expr sqrt(const Expr& a) { return make(Op::sqrt, a); }
Expr exp(const Expr& a) { return make(Op::exp, a); }
Expr log(const Expr& a) { return make(Op::log, a); }
Expr sin(const Expr& a) { return is(a, Op::neg) ? -sin(a.operand(0)) : make(Op::sin, a); }
Expr cos(const Expr& a) { return is(a, Op::neg) ? cos(a.operand(0)) : make(Op::cos, a); }
Expr tan(const Expr& a) { return make(Op::tan, a); }
Expr asin(const Expr& a) { return make(Op::asin, a); }
Expr acos(const Expr& a) { return make(Op::acos, a); }
Expr atan(const Expr& a) { return make(Op::atan, a); }
Expr sinh(const Expr& a) { return make(Op::sinh, a); }
Expr cosh(const Expr& a) { return make(Op::cosh, a); }
Expr tanh(const Expr& a) { return make(Op::tanh, a); }
Expr floor(const Expr& a) { return make(Op::floor, a); }

Expr pow(const Expr& a, const Expr& b) {
  if (b.is_number(0)) return 1.0;
  if (b.is_number(1)) return a;
  if (b.is_number(2)) return a * a;
  if (b.is_number(3)) return a * a * a;
  if (b.is_number(-1)) return 1.0 / a;
  if (b.is_number(0.5)) return sqrt(a);
  return make(Op::pow, a, b);
}

Expr atan2(const Expr& a, const Expr& b) { return make(Op::atan2, a, b); }
Expr min(const Expr& a, const Expr& b) { return same(a, b) ? a : make(Op::min, a, b); }
Expr max(const Expr& a, const Expr& b) { return same(a, b) ? a : make(Op::max, a, b); }

Expr operator<(const Expr& a, const Expr& b) { return make(Op::less, a, b); }
Expr operator<=(const Expr& a, const Expr& b) { return make(Op::less_equal, a, b); }
Expr operator>(const Expr& a, const Expr& b) { return make(Op::less, b, a); }
Expr operator>=(const Expr& a, const Expr& b) { return make(Op::less_equal, b, a); }
Expr equals(const Expr& a, const Expr& b) { return make(Op::equal, a, b); }

Expr operator&&(const Expr& a, const Expr& b) {
  if (a.is_number(0) || b.is_number(0)) return 0.0;
  if (is_truth(b) && (a.is_number() || same(a, b))) return b;
  if (is_truth(a) && b.is_number()) return a;
  return make(Op::logical_and, a, b);
}

Expr operator||(const Expr& a, const Expr& b) {
  const auto is_true = [](const Expr& e) { return e.is_number() && e.number() != 0; };
  if (is_true(a) || is_true(b)) return 1.0;
  if (is_truth(b) && (a.is_number() || same(a, b))) return b;
  if (is_truth(a) && b.is_number()) return a;
  return make(Op::logical_or, a, b);
}

Expr operator!(const Expr& a) {
  if (is(a, Op::logical_not) && is_truth(a.operand(0))) return a.operand(0);
  return make(Op::logical_not, a);
}

Expr select(const Expr& condition, const Expr& a, const Expr& b) {
  if (condition.is_number()) return condition.number() != 0 ? a : b;
  if (same(a, b)) return a;
  ExprPool* pool = condition.pool();
  common_pool(condition, a);
  common_pool(condition, b);
  const std::uint32_t x = pool->intern(a);
  const std::uint32_t y = pool->intern(b);
  return Expr(pool, pool->intern(Op::select, condition.id(), x, y));
}

Expr no_event(const Expr& a) {
  return is_leaf(a.op()) || is(a, Op::no_event) ? a : make(Op::no_event, a);
}

Expr call(std::shared_ptr<const Function> function, std::span<const Expr> arguments) {
  if (!function) {
    throw Error("", "A function is called that does not exist: the pointer to it is null.",
                "Make it before the call, e.g. with make_table.");
  }
  if (arguments.size() != function->arity()) {
    throw Error("",
                function->name() + " takes " + std::to_string(function->arity()) +
                    (function->arity() == 1 ? " argument, not " : " arguments, not ") +
                    std::to_string(arguments.size()) + ".",
                "Call it with as many arguments as it takes.");
  }
  ExprPool* pool = nullptr;
  for (const Expr& argument : arguments) {
    if (argument.is_number()) continue;
    if (pool) common_pool(Expr(pool, 0), argument);
    pool = argument.pool();
  }
  if (!pool) {
    std::vector<double> values;
    for (const Expr& argument : arguments) values.push_back(argument.number());
    return function->evaluate(values);
  }
  std::vector<std::uint32_t> ids;
  for (const Expr& argument : arguments) ids.push_back(pool->intern(argument));
  return Expr(pool, pool->intern_call(std::move(function), ids));
}

Expr call(std::shared_ptr<const Function> function, std::initializer_list<Expr> arguments) {
  return call(std::move(function), std::span<const Expr>(arguments.begin(), arguments.size()));
}

}  // namespace multibond
