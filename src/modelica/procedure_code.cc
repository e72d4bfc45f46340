#include "procedure_code.h"

#include <unordered_map>
#include <utility>

#include "multibond/symbolic/operations.h"

namespace multibond::modelica {

Formula::Formula(const std::vector<Expr>& values, ExprPool& pool) {
  std::vector<Expr> roots;
  for (const Expr& value : values) {
    if (!value.is_number()) roots.push_back(value);
  }
  std::unordered_map<std::uint32_t, std::uint32_t> place;
  for (const std::uint32_t id : pool.reachable(roots)) {
    Node node{pool.node(id).op};
    const auto operands = pool.operands(id);
    if (node.op == Op::number) {
      node.number = pool.number(id);
    } else if (is_leaf(node.op)) {
      node.operands[0] = pool.node(id).a;
    } else if (node.op == Op::call) {
      node.function = pool.shared_function(pool.node(id).a);
      for (const std::uint32_t operand : operands) node.arguments.push_back(place.at(operand));
    } else {
      for (std::size_t k = 0; k < operands.size(); ++k) node.operands[k] = place.at(operands[k]);
    }
    place.emplace(id, static_cast<std::uint32_t>(nodes.size()));
    nodes.push_back(std::move(node));
  }
  for (const Expr& value : values) {
    if (value.is_number()) {
      Node node{Op::number};
      node.number = value.number();
      results.push_back(static_cast<std::uint32_t>(nodes.size()));
      nodes.push_back(std::move(node));
    } else {
      results.push_back(place.at(value.id()));
    }
  }
}

void Formula::evaluate(const std::vector<double>& slots, std::vector<double>& values) const {
  values.resize(nodes.size());
  std::vector<double> arguments;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    if (node.op == Op::number) {
      values[i] = node.number;
    } else if (is_leaf(node.op)) {
      values[i] = slots[node.operands[0]];
    } else if (node.op == Op::call) {
      arguments.clear();
      for (const std::uint32_t a : node.arguments) arguments.push_back(values[a]);
      values[i] = node.function->evaluate(arguments);
    } else {
      const auto& [a, b, c] = node.operands;
      values[i] = op_info(node.op).evaluate(values[a], values[b], values[c]);
    }
  }
}

std::vector<CodeStep> lower(const std::vector<Step>& steps, ExprPool& pool) {
  std::vector<CodeStep> list;
  for (const Step& step : steps) {
    list.push_back({step.kind, step.targets, Formula(step.values, pool), lower(step.body, pool),
                    lower(step.otherwise, pool)});
  }
  return list;
}

}  // namespace multibond::modelica
