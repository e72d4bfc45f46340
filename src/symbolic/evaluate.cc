#include "multibond/symbolic/evaluate.h"

#include <array>
#include <cmath>
#include <stdexcept>

#include "multibond/symbolic/pool.h"

namespace multibond {

double apply(Op op, double a) {
  switch (op) {
    case Op::neg:
      return -a;
    case Op::abs:
      return std::fabs(a);
    case Op::sign:
      return a > 0 ? 1.0 : a < 0 ? -1.0 : a;  // keeps NaN and zero
    case Op::sqrt:
      return std::sqrt(a);
    case Op::exp:
      return std::exp(a);
    case Op::log:
      return std::log(a);
    case Op::sin:
      return std::sin(a);
    case Op::cos:
      return std::cos(a);
    case Op::tan:
      return std::tan(a);
    case Op::asin:
      return std::asin(a);
    case Op::acos:
      return std::acos(a);
    case Op::atan:
      return std::atan(a);
    case Op::sinh:
      return std::sinh(a);
    case Op::cosh:
      return std::cosh(a);
    case Op::tanh:
      return std::tanh(a);
    case Op::floor:
      return std::floor(a);
    case Op::logical_not:
      return a != 0 ? 0.0 : 1.0;
    case Op::no_event:
      return a;
    default:
      throw std::logic_error("not a unary operation");
  }
}

double apply(Op op, double a, double b) {
  switch (op) {
    case Op::add:
      return a + b;
    case Op::sub:
      return a - b;
    case Op::mul:
      return a * b;
    case Op::div:
      return a / b;
    case Op::pow:
      return std::pow(a, b);
    case Op::atan2:
      return std::atan2(a, b);
    case Op::min:
      return a < b ? a : b;
    case Op::max:
      return a > b ? a : b;
    case Op::less:
      return a < b ? 1.0 : 0.0;
    case Op::less_equal:
      return a <= b ? 1.0 : 0.0;
    case Op::equal:
      return a == b ? 1.0 : 0.0;
    case Op::logical_and:
      return a != 0 && b != 0 ? 1.0 : 0.0;
    case Op::logical_or:
      return a != 0 || b != 0 ? 1.0 : 0.0;
    default:
      throw std::logic_error("not a binary operation");
  }
}

double Evaluator::operator()(const Expr& expr) {
  if (expr.is_number()) return expr.number();
  ExprPool& pool = *expr.pool();
  pool.claim(pool_);
  const auto value_of = [&](std::uint32_t id) { return value_[known_.find(id)]; };
  std::vector<double> arguments;
  stack_.assign(1, expr.id());
  while (!stack_.empty()) {
    const std::uint32_t id = stack_.back();
    if (known_.contains(id)) {
      stack_.pop_back();
      continue;
    }
    bool ready = true;
    for (std::uint32_t operand : pool.operands(id)) {
      if (!known_.contains(operand)) {
        stack_.push_back(operand);
        ready = false;
      }
    }
    if (!ready) continue;
    stack_.pop_back();
    const ExprNode& node = pool.node(id);
    double result = 0;
    if (node.op == Op::number) {
      result = pool.number(id);
    } else if (is_leaf(node.op)) {
      result = leaf_value_(pool.expr(id));
    } else if (is_unary(node.op)) {
      result = apply(node.op, value_of(node.a));
    } else if (is_binary(node.op)) {
      result = apply(node.op, value_of(node.a), value_of(node.b));
    } else if (node.op == Op::select) {
      result = value_of(node.a) != 0 ? value_of(node.b) : value_of(node.c);
    } else {
      arguments.clear();
      for (std::uint32_t operand : pool.operands(id)) arguments.push_back(value_of(operand));
      result = pool.function(node.a).evaluate(arguments);
    }
    known_.insert(id, static_cast<std::uint32_t>(value_.size()));
    value_.push_back(result);
  }
  return value_of(expr.id());
}

}  // namespace multibond
