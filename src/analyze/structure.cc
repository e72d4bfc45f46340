#include "multibond/analyze/structure.h"

#include <algorithm>

#include <fmt/format.h>

#include "multibond/compile/pictures.h"
#include "multibond/symbolic/node_map.h"

namespace multibond {
namespace {

/// One expression for each distinct trajectory of the original variables.
std::vector<Expr> distinct_outputs(const Plan& plan) {
  std::vector<Expr> outputs;
  NodeMap seen;
  for (const AliasTarget& target : plan.aliases.targets) {
    if (target.constant) continue;
    const Expr leaf = plan.system.pool->variable(target.root, target.order);
    if (seen.contains(leaf.id())) continue;
    seen.insert(leaf.id(), 1);
    outputs.push_back(leaf);
  }
  return outputs;
}

/// Operations to compute the expressions of parameters, each shared part once.
std::size_t constant_operations(const Plan& plan) {
  if (plan.hoisted.empty()) return 0;
  ExprPool& pool = *plan.system.pool;
  std::size_t count = 0;
  for (const std::uint32_t id : pool.reachable(plan.hoisted)) {
    if (is_leaf(pool.node(id).op)) continue;
    count += std::max<std::size_t>(pool.operands(id).size(), 2) - 1;
  }
  return count;
}

std::vector<FunctionReport> count_operations(const Plan& plan) {
  std::vector<Expr> derivatives, indicators, levels;
  for (const State& state : plan.selection.states) derivatives.push_back(state.derivative);
  for (const Condition& condition : plan.conditions) indicators.push_back(condition.indicator);
  for (const Invariant& invariant : plan.selection.invariants) {
    levels.insert(levels.end(), invariant.levels.begin(), invariant.levels.end());
  }
  const auto operations = [&](const std::vector<Expr>& outputs) {
    return outputs.empty() ? 0 : plan.program(outputs).operations();
  };
  return {{"derivatives", operations(derivatives)},
          {"outputs", operations(distinct_outputs(plan))},
          {"indicators", operations(indicators)},
          {"invariants", operations(levels)},
          {"pictures", operations(moving_picture_numbers(plan.original, plan.aliases))},
          {"constants", constant_operations(plan)}};
}

void count_equations(const System& system, StructureReport& report) {
  report.equations = system.equations.size();
  for (const SystemVariable& variable : system.variables) {
    const bool discrete = variable.kind == VariableKind::discrete;
    const bool input = variable.kind == VariableKind::input;
    const bool contact = variable.kind == VariableKind::contact;
    if (variable.kind == VariableKind::report) continue;  // no equation has it
    ++(discrete  ? report.discretes
       : input   ? report.inputs
       : contact ? report.contact_efforts
                 : report.unknowns);
  }
}

}  // namespace

StructureReport structure_report(const Plan& plan) {
  StructureReport report;
  const System& system = plan.system;
  report.model = plan.original.name;
  count_equations(plan.original, report);
  report.passes = plan.passes;
  report.states = plan.state_names();
  for (const Expr& leaf : plan.selection.dependent) {
    report.dependent.push_back(system.leaf_name(leaf));
  }
  for (const Invariant& invariant : plan.selection.invariants) {
    const auto& equations = invariant.declared ? system.invariants : system.equations;
    report.invariants.push_back(system.text(equations[invariant.equation]));
  }
  report.blocks = plan.blocks.reports;
  report.functions = count_operations(plan);
  for (const Condition& condition : plan.conditions) report.conditions.push_back(condition.text);
  report.dropped_constraints = plan.dropped_constraints;
  for (const SystemParameter& parameter : plan.original.parameters) {
    if (parameter.path.empty()) continue;
    const std::string path(parameter.path);
    switch (parameter.role) {
      case ParameterRole::structural:
        report.structural_parameters.push_back(fmt::format(
            "{} (read by {})", path, parameter.reader.empty() ? "the model" : parameter.reader));
        break;
      case ParameterRole::dependent:
        report.dependent_parameters.push_back(path);
        break;
      case ParameterRole::tunable: {
        const auto p = static_cast<std::uint32_t>(&parameter - plan.original.parameters.data());
        const bool number = std::find(plan.specialized.begin(), plan.specialized.end(), p) !=
                            plan.specialized.end();
        (number ? report.specialized_parameters : report.tunable_parameters).push_back(path);
      }
    }
  }
  report.diagnostics = plan.diagnostics;
  return report;
}

}  // namespace multibond
