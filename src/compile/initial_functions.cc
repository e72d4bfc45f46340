#include "initial_functions.h"

#include <algorithm>
#include <numeric>

#include "mode_functions.h"
#include "multibond/symbolic/derivative.h"
#include "multibond/symbolic/linear.h"

namespace multibond {
namespace {

bool is_known(const System& system, const Expr& leaf) {
  const VariableKind kind = system.variables[leaf.index()].kind;
  return is_given(kind) &&
         !(kind == VariableKind::discrete && system.variables[leaf.index()].found);
}

std::vector<Expr> variable_leaves(const Plan& plan, const Expr& expr) {
  return leaves(expr, [&](const Expr& leaf) {
    return leaf.op() == Op::variable && !is_known(plan.system, leaf);
  });
}

/// The steps by the leaves that they compute.
NodeMap steps_by_leaf(const Plan& plan) {
  NodeMap steps;
  for (std::uint32_t k = 0; k < plan.blocks.steps.size(); ++k) {
    for (const Expr& leaf : plan.blocks.steps[k].leaves) steps.insert(leaf.id(), k);
  }
  return steps;
}

}  // namespace

std::vector<std::uint32_t> found_places(const Plan& plan) {
  std::vector<std::uint32_t> places;
  for (std::uint32_t d = 0; d < plan.discretes.size(); ++d) {
    if (plan.system.variables[plan.discretes[d].index()].found) places.push_back(d);
  }
  return places;
}

std::vector<std::uint32_t> unknown_slots(const Plan& plan) {
  std::vector<std::uint32_t> slots(plan.states());
  std::iota(slots.begin(), slots.end(), static_cast<std::uint32_t>(plan.layout.states));
  for (const std::uint32_t place : found_places(plan)) {
    slots.push_back(static_cast<std::uint32_t>(plan.layout.discretes) + place);
  }
  return slots;
}

/// A fixed variable is one leaf; what it is summed from is in the step that computes it.
DemandTerms terms_of(const Plan& plan) {
  DemandTerms terms;
  const NodeMap steps = steps_by_leaf(plan);
  NodeMap known;
  for (const Demand& demand : demands_of(plan)) {
    Expr residual = demand.residual;
    if (demand.kind == DemandDescription::Kind::fixed) {
      const std::vector<Expr> own = variable_leaves(plan, residual);
      const std::uint32_t k = own.size() == 1 ? steps.find(own[0].id()) : NodeMap::kMissing;
      if (k != NodeMap::kMissing && !plan.blocks.steps[k].solver) {
        residual = plan.blocks.steps[k].value;
      }
    }
    terms.of_demand.emplace_back();
    for (const Expr& leaf : variable_leaves(plan, residual)) {
      std::uint32_t place = known.find(leaf.id());
      if (place == NodeMap::kMissing) {
        place = static_cast<std::uint32_t>(terms.leaves.size());
        known.insert(leaf.id(), place);
        terms.leaves.push_back(leaf);
      }
      terms.of_demand.back().push_back(place);
    }
    terms.residuals.push_back(residual);
  }
  return terms;
}

std::vector<Expr> coefficients(const DemandTerms& terms) {
  std::vector<Expr> list;
  for (std::size_t d = 0; d < terms.residuals.size(); ++d) {
    for (const std::uint32_t leaf : terms.of_demand[d]) {
      list.push_back(partial(terms.residuals[d], terms.leaves[leaf]));
    }
  }
  return list;
}

std::vector<LoopGap> gaps_of(const Plan& plan) {
  std::vector<LoopGap> gaps(plan.original.loops.size());
  const auto add = [&](std::vector<Expr>& list, const Expr& original) {
    const Expr value = reduced(plan, original);
    list.push_back(plan.computes(value) ? value : Expr(0.0));
  };
  for (std::uint32_t l = 0; l < gaps.size(); ++l) gaps[l].loop = l;
  for (const SystemEquation& equation : plan.original.equations) {
    if (equation.loop == StatedEquation::kNone) continue;
    LoopGap& gap = gaps[equation.loop];
    add(equation.angle ? gap.angles : gap.lengths, equation.residual);
  }
  for (const SystemClosure& closure : plan.original.closures) {
    add(gaps[closure.loop].trace, closure.trace);
  }
  return gaps;
}

namespace {

/// Whether a variable is computed from the unknowns, without a block that is solved.
bool follows_from_unknowns(const Plan& plan, const NodeMap& steps, const Expr& image) {
  const std::vector<Expr> own = variable_leaves(plan, image);
  if (own.size() != 1 || !plan.computes(image)) return false;
  const std::uint32_t k = steps.find(own[0].id());
  return k != NodeMap::kMissing && !plan.blocks.steps[k].solver;
}

}  // namespace

/// What an iteration solves for has a start value to begin with, which is no wish.
std::vector<VariableId> other_wishes(const Plan& plan) {
  std::vector<VariableId> list;
  const NodeMap steps = steps_by_leaf(plan);
  for (std::uint32_t v = 0; v < plan.original.variables.size(); ++v) {
    const SystemVariable& variable = plan.original.variables[v];
    if (!variable.has_start || variable.fixed || variable.discrete || is_given(variable.kind) ||
        plan.aliases.targets[v].constant) {
      continue;
    }
    if (follows_from_unknowns(plan, steps, plan.image(v))) list.push_back(VariableId(v));
  }
  return list;
}

std::vector<VariableId> joint_motions(const Plan& plan) {
  std::vector<VariableId> list;
  if (plan.original.loops.empty()) return list;
  const NodeMap steps = steps_by_leaf(plan);
  NodeMap known, states;
  for (std::uint32_t i = 0; i < plan.states(); ++i) {
    states.insert(plan.selection.states[i].leaf.id(), i);
  }
  for (std::uint32_t v = 0; v < plan.original.variables.size(); ++v) {
    const AliasTarget& target = plan.aliases.targets[v];
    const bool meant = plan.original.variables[v].hint >= StateHint::prefer;
    if (!meant || target.constant || target.order > 1) continue;
    const Expr leaf = plan.system.pool->variable(target.root, target.order);
    if (known.find(leaf.id()) != NodeMap::kMissing) continue;
    known.insert(leaf.id(), v);
    if (states.find(leaf.id()) != NodeMap::kMissing ||
        follows_from_unknowns(plan, steps, plan.image(v))) {
      list.push_back(VariableId(v));
    }
  }
  return list;
}

}  // namespace multibond
