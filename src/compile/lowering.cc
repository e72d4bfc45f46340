#include "multibond/compile/lowering.h"

#include <stdexcept>

#include "multibond/compile/function_solver.h"
#include "multibond/symbolic/pool.h"

namespace multibond {
namespace {

Code code_of(Op op) {
  switch (op) {
    case Op::neg:
      return Code::neg;
    case Op::abs:
      return Code::abs;
    case Op::sign:
      return Code::sign;
    case Op::sqrt:
      return Code::sqrt;
    case Op::exp:
      return Code::exp;
    case Op::log:
      return Code::log;
    case Op::sin:
      return Code::sin;
    case Op::cos:
      return Code::cos;
    case Op::tan:
      return Code::tan;
    case Op::asin:
      return Code::asin;
    case Op::acos:
      return Code::acos;
    case Op::atan:
      return Code::atan;
    case Op::sinh:
      return Code::sinh;
    case Op::cosh:
      return Code::cosh;
    case Op::tanh:
      return Code::tanh;
    case Op::floor:
      return Code::floor;
    case Op::logical_not:
      return Code::logical_not;
    case Op::add:
      return Code::add;
    case Op::sub:
      return Code::sub;
    case Op::mul:
      return Code::mul;
    case Op::div:
      return Code::div;
    case Op::pow:
      return Code::pow;
    case Op::atan2:
      return Code::atan2;
    case Op::min:
      return Code::min;
    case Op::max:
      return Code::max;
    case Op::less:
      return Code::less;
    case Op::less_equal:
      return Code::less_equal;
    case Op::equal:
      return Code::equal;
    case Op::logical_and:
      return Code::logical_and;
    case Op::logical_or:
      return Code::logical_or;
    case Op::select:
      return Code::select;
    default:
      throw std::logic_error("operation has no instruction");
  }
}

}  // namespace

Lowering::Lowering(ExprPool& pool, Fingerprints& fingerprints, ProgramBuilder& builder,
                   LeafValue leaf_value)
    : pool_(pool),
      builder_(builder),
      leaf_value_(std::move(leaf_value)),
      fingerprints_(fingerprints) {}

void Lowering::define(const Expr& expr, ProgramBuilder::Value value) {
  value_.insert(expr.id(), value);
}

ProgramBuilder::Value Lowering::lower_node(std::uint32_t id) {
  const ExprNode node = pool_.node(id);
  if (node.op == Op::number) return builder_.constant(pool_.number(id));
  if (is_leaf(node.op)) return leaf_value_(pool_.expr(id));
  if (node.op == Op::no_event) return value_.find(node.a);

  const Fingerprints::Value print = fingerprints_.of(pool_.expr(id));
  const std::uint32_t known = shared_.find(print);
  if (known != FingerprintMap::kMissing) return known;

  ProgramBuilder::Value value = 0;
  if (node.op == Op::call) {
    value = lower_call(id);
  } else {
    const auto operand = [&](std::uint32_t o) { return value_.find(o); };
    const Code code = code_of(node.op);
    if (is_unary(node.op)) {
      value = builder_.emit(code, operand(node.a));
    } else if (is_binary(node.op)) {
      value = builder_.emit(code, operand(node.a), operand(node.b));
    } else {
      value = builder_.emit(code, operand(node.a), operand(node.b), operand(node.c));
    }
  }
  shared_.insert(print, value);
  return value;
}

ProgramBuilder::Value Lowering::lower_call(std::uint32_t id) {
  const ExprNode node = pool_.node(id);
  const auto arguments = [&] {
    std::vector<ProgramBuilder::Value> values;
    for (std::uint32_t operand : pool_.operands(id)) values.push_back(value_.find(operand));
    return values;
  };
  const Function::Part part = pool_.function(node.a).part();
  if (!part.whole) {
    return builder_.call(std::make_shared<FunctionSolver>(pool_.shared_function(node.a)),
                         arguments())[0];
  }
  // Equal arguments are at equal places.
  auto& results = results_[{part.whole.get(), node.b}];
  if (results.empty()) {
    results = builder_.call(std::make_shared<VectorFunctionSolver>(part.whole), arguments());
  }
  return results[part.result];
}

ProgramBuilder::Value Lowering::operator()(const Expr& expr) {
  if (expr.is_number()) return builder_.constant(expr.number());
  stack_.assign(1, expr.id());
  while (!stack_.empty()) {
    const std::uint32_t id = stack_.back();
    if (value_.contains(id)) {
      stack_.pop_back();
      continue;
    }
    bool ready = true;
    for (std::uint32_t operand : pool_.operands(id)) {
      if (!value_.contains(operand)) {
        stack_.push_back(operand);
        ready = false;
      }
    }
    if (!ready) continue;
    stack_.pop_back();
    value_.insert(id, lower_node(id));
  }
  return value_.find(expr.id());
}

}  // namespace multibond
