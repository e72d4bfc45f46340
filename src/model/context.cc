#include "multibond/model/context.h"

#include <fmt/format.h>

#include <unordered_set>

#include "multibond/symbolic/evaluate.h"
#include "multibond/symbolic/linear.h"

namespace multibond {

/// What only dead parts have declared is gone with them. Connections to them stay, to be reported.
void ModelContext::forget_lost_parts() {
  if (lost.empty()) return;
  std::unordered_set<std::uint32_t> dead;
  for (const LostPart& part : lost) dead.insert(part.serial);
  std::erase_if(roots, [&](const auto& root) { return dead.contains(root.serial); });
  std::erase_if(potential_roots, [&](const auto& root) { return dead.contains(root.serial); });
  std::erase_if(grounded, [&](const auto& part) { return dead.contains(part.serial); });
  std::erase_if(connections, [&](const auto& c) { return dead.contains(c.serial_where); });
  std::erase_if(branches, [&](const auto& branch) {
    return dead.contains(branch.first.serial) || dead.contains(branch.second.serial);
  });
}

void ModelContext::begin_elaboration() {
  forget_lost_parts();
  declared_ = {components,         variables.size(), parameters.size(),
               connections.size(), roots.size(),     potential_roots.size(),
               branches.size(),    grounded.size(),  pool->mark()};
  edited_.assign(variables.size(), false);
  phase = Phase::build;
}

void ModelContext::reopen() {
  if (phase == Phase::construction) return;
  phase = Phase::construction;
  stale = false;
  std::unordered_set<std::uint32_t> dead;
  for (const auto* list : {&lost, &statements.lost}) {
    for (const LostPart& part : *list) dead.insert(part.serial);
  }
  statements = {};
  while (!undo_.empty()) {
    if (!dead.contains(undo_.back().serial)) undo_.back().run();
    undo_.pop_back();
  }
  const auto back_to = [](auto& list, std::size_t size) {
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(size), list.end());
  };
  back_to(variables, declared_.variables);
  back_to(parameters, declared_.parameters);
  back_to(connections, declared_.connections);
  back_to(roots, declared_.roots);
  back_to(potential_roots, declared_.potential_roots);
  back_to(branches, declared_.branches);
  back_to(grounded, declared_.grounded);
  std::erase_if(lost, [&](const LostPart& part) { return part.serial >= declared_.components; });
  components = declared_.components;
  for (Override& setting : overrides) setting.used = false;
  pool->cut(declared_.pool);
}

void ModelContext::when_reopened(const Component& component, std::function<void()> undo) {
  // What was made while building dies when the model is reopened, and its members with it.
  if (!elaborating() || !declared_component(component.serial())) return;
  undo_.push_back({component.serial(), std::move(undo)});
}

VariableData& ModelContext::edit_variable(std::uint32_t index) {
  if (phase == Phase::done) reopen();
  if (elaborating() && declared_variable(index) && !edited_[index]) {
    edited_[index] = true;
    undo_.push_back({variables[index].component->serial(),
                     [this, index, data = variables[index]] { variables[index] = data; }});
  }
  return variables[index];
}

void ModelContext::edit_parameter(ParameterBase& parameter) {
  if (phase == Phase::done) reopen();
  if (elaborating() && declared_component(parameter.owner().serial())) {
    undo_.push_back({parameter.owner().serial(), parameter.restorer()});
  }
}

void ModelContext::note_reader(std::uint32_t parameter) {
  if (!elaborating()) return;
  if (statements.readers.size() <= parameter) statements.readers.resize(parameters.size(), nullptr);
  if (statements.readers[parameter]) return;
  statements.readers[parameter] = statements.current ? statements.current : root;
  if (!parameters[parameter].bound) return;
  // What it follows from shapes the model as well.
  const auto is_parameter = [](const Expr& leaf) { return leaf.op() == Op::parameter; };
  for (const Expr& leaf : leaves(parameters[parameter].binding, is_parameter)) {
    note_reader(leaf.index());
  }
}

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

std::vector<StatedEquation>& ModelContext::open_equations() {
  const BranchOfMode& branch = statements.open_branch;
  if (branch.mode == BranchOfMode::kNone) return statements.equations;
  StatedMode& mode = statements.modes[branch.mode];
  return branch.holds ? mode.then : mode.otherwise;
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
