#include "multibond/model/context.h"

#include <fmt/format.h>

#include "multibond/symbolic/evaluate.h"

namespace multibond {

double ModelContext::evaluate(const Expr& expr) const {
  // Nearly always a plain value.
  if (expr.is_number()) return expr.number();
  if (expr.op() == Op::parameter && !parameters[expr.index()].bound) {
    return parameters[expr.index()].value;
  }
  // Bindings may refer to bound parameters in turn.
  std::unordered_map<std::uint32_t, double> known;
  std::unordered_set<std::uint32_t> open;
  std::function<double(const Expr&)> value = [&](const Expr& leaf) -> double {
    if (leaf.op() != Op::parameter) {
      throw Error(leaf_name(leaf),
                  leaf_name(leaf) + " is not a parameter: its value is not known yet.",
                  "Use parameters only where a constant is needed.");
    }
    const ParameterElement& element = parameters[leaf.index()];
    if (!element.bound) return element.value;
    const std::uint32_t index = leaf.index();
    if (const auto it = known.find(index); it != known.end()) return it->second;
    if (!open.insert(index).second) {
      throw Error(leaf_name(leaf),
                  fmt::format("{} depends on itself through its bindings.", leaf_name(leaf)),
                  "Break the circle of parameter bindings.");
    }
    Evaluator inner(value);
    const double result = inner(element.binding);
    open.erase(index);
    known[index] = result;
    return result;
  };
  return Evaluator(value)(expr);
}

std::string ModelContext::variable_path(std::uint32_t index) const {
  const VariableData& data = variables[index];
  const std::string above = data.component->path();
  return above.empty() ? data.name : above + '.' + data.name;
}

std::string ModelContext::leaf_name(const Expr& leaf) const {
  switch (leaf.op()) {
    case Op::parameter: {
      const ParameterElement& element = parameters[leaf.index()];
      std::string name = element.parameter->path();
      if (element.parameter->elements() > 1) name += fmt::format("[{}]", element.element + 1);
      return name;
    }
    case Op::variable: {
      std::string name = variable_path(leaf.index());
      for (std::uint32_t k = 0; k < leaf.order(); ++k) name = "der(" + name + ")";
      return name;
    }
    case Op::pre:
      return "pre(" + variable_path(leaf.index()) + ")";
    default:
      return "time";
  }
}

}  // namespace multibond
