#include "multibond/compile/plan.h"

#include <algorithm>

#include "derivative_names.h"
#include "multibond/compile/emission.h"
#include "multibond/program/runner.h"
#include "multibond/symbolic/linear.h"
#include "sample_states.h"

namespace multibond {
namespace {

/// The steps that a step needs, without those that are needed on the way there: expressions of a
/// long chain have most of their nodes in common, and each node is looked at once.
///
/// A node that was met before is left out. The steps below it are then computed already: they come
/// before all that need them in the list of steps, and whoever met the node first computes what he
/// needs in the order of that list.
class NeededSteps {
 public:
  NeededSteps(const ExprPool& pool, const NodeMap& step_of_leaf)
      : pool_(pool), step_of_leaf_(step_of_leaf), met_(pool.size(), false) {}

  std::vector<std::uint32_t> operator()(const Step& step) {
    std::vector<std::uint32_t> needs;
    meet(step.value);
    for (const Expr& argument : step.arguments) meet(argument);
    while (!nodes_.empty()) {
      const std::uint32_t id = nodes_.back();
      nodes_.pop_back();
      const std::uint32_t found = step_of_leaf_.find(id);
      if (found != NodeMap::kMissing) needs.push_back(found);
      for (const std::uint32_t operand : pool_.operands(id)) meet(operand);
    }
    std::sort(needs.begin(), needs.end());
    needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
    return needs;
  }

 private:
  void meet(const Expr& expr) {
    if (!expr.is_number()) meet(expr.id());
  }
  void meet(std::uint32_t id) {
    if (met_[id]) return;
    met_[id] = true;
    nodes_.push_back(id);
  }

  const ExprPool& pool_;
  const NodeMap& step_of_leaf_;
  std::vector<bool> met_;
  std::vector<std::uint32_t> nodes_;  ///< to be looked at
};

}  // namespace

Expr Plan::image(std::uint32_t variable, std::uint32_t order) const {
  return aliases.image(*system.pool, variable, order);
}

std::string Plan::name(const Expr& leaf) const { return name_of(system, name_of_leaf_, leaf); }

std::vector<std::string> Plan::state_names() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < states(); ++i) names.push_back(state_name(i));
  return names;
}

Expr Plan::correction(std::size_t k) const {
  return system.pool->correction(static_cast<std::uint32_t>(k));
}

bool Plan::input_slot(const Expr& leaf, std::size_t& slot) const {
  const std::uint32_t found = slot_of_leaf_.find(leaf.id());
  if (found == NodeMap::kMissing) return false;
  slot = found;
  return true;
}

bool Plan::computes(const Expr& expr) const {
  return !depends_on(expr, [this](const Expr& leaf) {
    return !slot_of_leaf_.contains(leaf.id()) && !step_of_leaf_.contains(leaf.id());
  });
}

void Plan::index_steps() {
  step_of_leaf_ = {};
  for (std::uint32_t s = 0; s < blocks.steps.size(); ++s) {
    for (const Expr& leaf : blocks.steps[s].leaves) step_of_leaf_.insert(leaf.id(), s);
  }
}

/// Finds the largest subexpressions that contain parameters only; they are computed once.
void Plan::hoist_constants() {
  std::vector<Expr> roots;
  for (const Step& step : blocks.steps) {
    roots.push_back(step.value);
    roots.insert(roots.end(), step.arguments.begin(), step.arguments.end());
  }
  for (const State& state : selection.states) roots.push_back(state.derivative);
  for (const Condition& condition : conditions) roots.push_back(condition.indicator);
  ExprPool& pool = *system.pool;
  const std::vector<std::uint32_t> nodes = pool.reachable(roots);
  NodeMap constant;  // 1 if the node contains parameters and nothing else that varies
  hoisted.clear();
  slot_of_constant_ = {};
  const auto is_constant = [&](std::uint32_t id) { return constant.find(id) == 1; };
  const auto is_number = [&](std::uint32_t id) { return pool.node(id).op == Op::number; };
  const auto hoist = [&](std::uint32_t id) {
    if (!is_constant(id) || pool.node(id).op == Op::parameter || slot_of_constant_.contains(id))
      return;
    slot_of_constant_.insert(id, static_cast<std::uint32_t>(layout.constants + hoisted.size()));
    hoisted.push_back(pool.expr(id));
  };
  for (std::uint32_t id : nodes) {
    const Op op = pool.node(id).op;
    if (is_leaf(op)) {
      constant.insert(id, op == Op::parameter ? 1 : 0);
      continue;
    }
    bool all = true, any = false;
    for (std::uint32_t operand : pool.operands(id)) {
      all = all && (is_constant(operand) || is_number(operand));
      any = any || is_constant(operand);
    }
    constant.insert(id, all && any ? 1 : 0);
    if (all) continue;
    for (std::uint32_t operand : pool.operands(id)) hoist(operand);
  }
  for (const Expr& root : roots) {
    if (!root.is_number()) hoist(root.id());
  }
  layout.size = layout.constants + hoisted.size();
}

Program Plan::program(const std::vector<Expr>& outputs) const {
  ProgramBuilder builder(layout.size);
  Emission emit(*system.pool, *fingerprints_, builder, [&](const Expr& leaf) {
    const std::uint32_t slot = slot_of_leaf_.find(leaf.id());
    if (slot != NodeMap::kMissing) return builder.input(slot);
    throw std::logic_error("no value for a leaf of the plan: " + system.leaf_name(leaf));
  });
  for (std::size_t k = 0; k < hoisted.size(); ++k) {
    emit.define(hoisted[k], builder.input(layout.constants + k));
  }
  const auto compute = [&](const Step& step) {
    if (!step.solver) {
      emit.define(step.leaves[0], emit(step.value));
      return;
    }
    std::vector<ProgramBuilder::Value> arguments;
    for (const Expr& argument : step.arguments) arguments.push_back(emit(argument));
    const auto results = builder.call(step.solver, arguments);
    for (std::size_t i = 0; i < step.leaves.size(); ++i) emit.define(step.leaves[i], results[i]);
  };
  // Each step is computed just before the first that needs it, so that its values are used while
  // they are in registers, however large the model.
  struct Visit {
    std::uint32_t step;
    std::vector<std::uint32_t> needs;  ///< ascending
    std::size_t next = 0;
  };
  std::vector<bool> entered(blocks.steps.size(), false);
  std::vector<Visit> path;
  NeededSteps needed(*system.pool, step_of_leaf_);
  const auto need = [&](std::uint32_t s) {
    if (!entered[s]) path.push_back({s, needed(blocks.steps[s])});
    entered[s] = true;
  };
  for (const Expr& output : outputs) {
    for (const Expr& leaf :
         leaves(output, [this](const Expr& l) { return step_of_leaf_.contains(l.id()); })) {
      need(step_of_leaf_.find(leaf.id()));
      while (!path.empty()) {
        Visit& visit = path.back();
        if (visit.next < visit.needs.size()) {
          need(visit.needs[visit.next++]);
          continue;
        }
        compute(blocks.steps[visit.step]);
        path.pop_back();
      }
    }
    builder.output(emit(output));
  }
  return builder.finish();
}

std::vector<double> Plan::make_inputs() const {
  std::vector<double> inputs(layout.size, 0.0);
  for (std::size_t p = 0; p < system.parameters.size(); ++p) {
    inputs[layout.parameters + p] = system.parameters[p].value;
  }
  for (std::size_t d = 0; d < discretes.size(); ++d) {
    inputs[layout.discretes + d] = system.variables[discretes[d].index()].start;
  }
  if (hoisted.empty()) return inputs;
  Runner(constants_program(), Backend::interpreter)
      .run(inputs.data(), inputs.data() + layout.constants);
  return inputs;
}

Program Plan::constants_program() const {
  ProgramBuilder builder(layout.constants);
  Emission emit(*system.pool, *fingerprints_, builder,
                [&](const Expr& leaf) { return builder.input(slot_of_leaf_.find(leaf.id())); });
  for (const Expr& constant : hoisted) builder.output(emit(constant));
  return builder.finish();
}

ExprPool::Tail Plan::cut(const ExprPool::Mark& mark) {
  fingerprints_->forget_from(mark.nodes);
  return system.pool->cut(mark);
}

void Plan::exchange_pivots(Pivots& other) {
  std::swap(blocks, other.blocks);
  std::swap(layout, other.layout);
  std::swap(hoisted, other.hoisted);
  std::swap(step_of_leaf_, other.step_of_leaf);
  std::swap(slot_of_constant_, other.slot_of_constant);
}

void Plan::choose_pivots(BlockStrategy strategy, const std::vector<double>& inputs) {
  PresentValue present;
  if (!inputs.empty()) {
    present = [&](const Expr& leaf) {
      std::size_t slot = 0;
      return input_slot(leaf, slot) ? std::optional(inputs[slot]) : std::nullopt;
    };
  }
  // A tree is at home in all positions; loops are where they are closed, and how large their
  // forces usually are is not seen in a singular position.
  const bool kept = strategy == BlockStrategy::kept;
  Samples samples =
      sample_states(system, closed, SamplePlaces::closed, kept ? PresentValue() : present);
  Samples open =
      sample_states(system, closed, SamplePlaces::anywhere, kept ? present : PresentValue());
  blocks =
      solve_blocks(system, selection, samples, {strategy, !inputs.empty(), keep, &open, &aliases});
  index_steps();
  hoist_constants();
}

}  // namespace multibond
