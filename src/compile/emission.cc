#include "multibond/compile/emission.h"

#include <array>

#include "multibond/compile/function_solver.h"
#include "multibond/symbolic/pool.h"
#include "multibond/symbolic/post_order.h"

namespace multibond {
Emission::Emission(ExprPool& pool, Fingerprints& fingerprints, ProgramBuilder& builder,
                   LeafValue leaf_value)
    : pool_(pool),
      builder_(builder),
      leaf_value_(std::move(leaf_value)),
      fingerprints_(fingerprints) {}

void Emission::define(const Expr& expr, ProgramBuilder::Value value) {
  value_.insert(expr.id(), value);
}

ProgramBuilder::Value Emission::emit_node(std::uint32_t id) {
  const ExprNode node = pool_.node(id);
  if (node.op == Op::number) return builder_.constant(pool_.number(id));
  if (is_leaf(node.op)) return leaf_value_(pool_.expr(id));
  if (node.op == Op::no_event) return value_.find(node.a);

  const Fingerprints::Value print = fingerprints_.of(pool_.expr(id));
  const std::uint32_t known = shared_.find(print);
  if (known != FingerprintMap::kMissing) return known;

  ProgramBuilder::Value value = 0;
  if (node.op == Op::call) {
    value = emit_call(id);
  } else {
    std::array<ProgramBuilder::Value, 3> operands{};
    std::size_t count = 0;
    for (std::uint32_t operand : pool_.operands(id)) operands[count++] = value_.find(operand);
    value = builder_.emit(node.op, operands[0], operands[1], operands[2]);
  }
  shared_.insert(print, value);
  return value;
}

ProgramBuilder::Value Emission::emit_call(std::uint32_t id) {
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

ProgramBuilder::Value Emission::operator()(const Expr& expr) {
  if (expr.is_number()) return builder_.constant(expr.number());
  post_order(
      expr.id(), stack_, [&](std::uint32_t id) { return value_.contains(id); },
      [&](std::uint32_t id) { return pool_.operands(id); },
      [&](std::uint32_t id) { value_.insert(id, emit_node(id)); });
  return value_.find(expr.id());
}

}  // namespace multibond
