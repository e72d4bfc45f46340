#include "multibond/model/system.h"

#include <fmt/format.h>

#include "multibond/symbolic/evaluate.h"
#include "multibond/symbolic/print.h"

namespace multibond {

std::string System::leaf_name(const Expr& leaf) const {
  switch (leaf.op()) {
    case Op::parameter:
      return std::string(parameters[leaf.index()].path);
    case Op::variable: {
      std::string name(variables[leaf.index()].path);
      for (std::uint32_t k = 0; k < leaf.order(); ++k) name = "der(" + name + ")";
      return name;
    }
    case Op::pre:
      return fmt::format("pre({})", variables[leaf.index()].path);
    case Op::condition:
      return "condition[" + std::to_string(leaf.index() + 1) + "]";
    case Op::correction:
      return "correction[" + std::to_string(leaf.index() + 1) + "]";
    case Op::rank_flag:
      return "rank_flag[" + std::to_string(leaf.index() + 1) + "]";
    default:
      return "time";
  }
}

std::string System::component_name(std::uint32_t component) const {
  const std::string_view path = components[component].path;
  return path.empty() ? "the model" : std::string(path);
}

std::string System::text(const SystemEquation& equation) const {
  const auto name = [this](const Expr& leaf) { return leaf_name(leaf); };
  return to_text(equation.left, name) + " = " + to_text(equation.right, name);
}

std::string System::place_text(std::uint32_t place) const {
  return sources ? to_string((*sources)[place]) : std::string();
}

std::string System::cited(const SystemEquation& equation) const {
  const std::string place = place_text(equation.place);
  return fmt::format("'{}' of {}{}", text(equation), component_name(equation.component),
                     place.empty() ? "" : fmt::format(" ({})", place));
}

std::vector<BranchOfMode> System::nesting() const {
  std::vector<BranchOfMode> branches;
  for (const SystemMode& mode : modes) branches.push_back(mode.inside);
  return branches;
}

System clone(const System& system) {
  System copy = system;
  copy.pool = std::make_shared<ExprPool>(*system.pool);
  for_each_expression(copy, [&](Expr& expr) { expr = copy.pool->rebase(expr); });
  return copy;
}

void set_values(System& system, const std::vector<double>& parameters) {
  Evaluator value([&](const Expr& leaf) { return parameters[leaf.index()]; });
  for (std::size_t p = 0; p < system.parameters.size(); ++p) {
    SystemParameter& parameter = system.parameters[p];
    parameter.value =
        parameter.role == ParameterRole::dependent ? value(parameter.binding) : parameters[p];
  }
  for (SystemVariable& variable : system.variables) {
    if (!variable.start_value.is_number()) variable.start = value(variable.start_value);
  }
}

double System::evaluate(const Expr& expr) const {
  return Evaluator([this](const Expr& leaf) {
    return leaf.op() == Op::parameter ? parameters[leaf.index()].value
                                      : std::numeric_limits<double>::quiet_NaN();
  })(expr);
}

}  // namespace multibond
