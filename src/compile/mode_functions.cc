#include "mode_functions.h"

#include <numeric>
#include <set>
#include <stdexcept>

#include "initial_functions.h"
#include "multibond/compile/pictures.h"
#include "multibond/symbolic/derivative.h"
#include "multibond/symbolic/linear.h"

namespace multibond {
namespace {

std::vector<std::uint32_t> slots(std::size_t first, std::size_t count) {
  std::vector<std::uint32_t> list(count);
  std::iota(list.begin(), list.end(), static_cast<std::uint32_t>(first));
  return list;
}

std::vector<std::uint32_t> state_slots(const Plan& plan) {
  return slots(plan.layout.states, plan.states());
}

/// All that moves between events: the time, the states, and what was some time ago.
std::vector<std::uint32_t> moving_slots(const Plan& plan) {
  std::vector<std::uint32_t> list = state_slots(plan);
  list.insert(list.begin(), static_cast<std::uint32_t>(plan.layout.time));
  for (const SystemDelay& delay : plan.system.delays) list.push_back(slot_of_past(plan, delay));
  return list;
}

std::vector<Expr> state_derivatives(const Plan& plan) {
  std::vector<Expr> list;
  for (const State& state : plan.selection.states) list.push_back(state.derivative);
  return list;
}

/// Size of a pivot by its usual size.
Expr relative_size(const WatchedPivot& pivot) { return abs(pivot.value) * (1.0 / pivot.scale); }

/// Adds the smallest of the watched pivots, if there are any.
void add_watch(const Plan& plan, std::vector<Expr>& list) {
  Expr smallest = 1.0;
  for (const WatchedPivot& pivot : plan.blocks.watched) {
    // min(NaN, b) is b: a pivot that vanishes is not forgotten for those that it makes NaN.
    smallest = smallest.is_number() ? relative_size(pivot) : min(relative_size(pivot), smallest);
  }
  if (!plan.blocks.watched.empty()) list.push_back(smallest);
}

std::vector<Expr> derivatives_and_watch(const Plan& plan) {
  std::vector<Expr> list = state_derivatives(plan);
  add_watch(plan, list);
  list.insert(list.end(), plan.blocks.rank_flags.begin(), plan.blocks.rank_flags.end());
  return list;
}

std::vector<Expr> indicators(const Plan& plan, const std::vector<std::size_t>* which = nullptr) {
  std::vector<Expr> list;
  if (which) {
    for (std::size_t c : *which) list.push_back(plan.conditions[c].indicator);
  } else {
    for (const Condition& condition : plan.conditions) list.push_back(condition.indicator);
  }
  return list;
}

std::vector<Expr> images(const Plan& plan, const std::vector<VariableId>& variables) {
  std::vector<Expr> list;
  for (const VariableId v : variables) list.push_back(plan.image(v.index()));
  return list;
}

std::vector<Expr> levels(const Plan& plan) {
  std::vector<Expr> list;
  for (const Invariant& invariant : plan.selection.invariants) {
    list.insert(list.end(), invariant.levels.begin(), invariant.levels.end());
  }
  return list;
}

/// Value and gradient of each declared invariant, such as Q.Q - 1.
std::vector<Expr> declared(const Plan& plan, const CompiledMode& mode) {
  std::vector<Expr> list;
  std::size_t k = 0;
  for (const Invariant& invariant : plan.selection.invariants) {
    if (!invariant.declared) continue;
    list.push_back(invariant.levels[0]);
    for (std::uint32_t state : mode.invariants.declared[k].states) {
      list.push_back(partial(invariant.levels[0], plan.selection.states[state].leaf));
    }
    ++k;
  }
  return list;
}

std::vector<Expr> derivatives_of(const Plan& plan, const std::vector<std::uint32_t>& states) {
  std::vector<Expr> list;
  for (std::uint32_t i : states) list.push_back(plan.selection.states[i].derivative);
  return list;
}

std::vector<Expr> chosen_numbers(const Plan& plan, const std::vector<std::uint32_t>& which) {
  const std::vector<Expr> all = picture_numbers(plan.original);
  std::vector<Expr> list;
  for (std::uint32_t k : which) list.push_back(reduced(plan, all[k]));
  return list;
}

}  // namespace

std::uint32_t slot_of_past(const Plan& plan, const SystemDelay& delay) {
  std::size_t slot = 0;
  plan.input_slot(plan.system.pool->variable(delay.past), slot);
  return static_cast<std::uint32_t>(slot);
}

Expr reduced(const Plan& plan, const Expr& original) { return plan.aliases.image(original); }

std::set<std::uint32_t> kept_reactions(const Plan& plan) {
  std::set<std::uint32_t> kept;
  for (const SystemEquation& e : plan.system.equations) {
    if (e.role == EquationRole::constraint || e.redundant) kept.insert(e.reaction);
  }
  return kept;
}

std::vector<Demand> demands_of(const Plan& plan) {
  using Kind = DemandDescription::Kind;
  std::vector<Demand> list;
  for (std::uint32_t k = 0; k < plan.selection.invariants.size(); ++k) {
    for (const Expr& level : plan.selection.invariants[k].levels) {
      list.push_back({Kind::invariant, level, k});
    }
  }
  // Constraints that were left out say nothing new about the motion, but they do about where it
  // begins: of the positions in which the others are closed, one in which these are too.
  if (!plan.dropped_constraints.empty()) {
    const std::set<std::uint32_t> kept = kept_reactions(plan);
    for (std::uint32_t e = 0; e < plan.original.equations.size(); ++e) {
      const SystemEquation& equation = plan.original.equations[e];
      if (equation.role != EquationRole::constraint || kept.contains(equation.reaction)) continue;
      const Expr residual = reduced(plan, equation.residual);
      if (residual.is_number() || !plan.computes(residual)) continue;
      list.push_back({Kind::redundant, residual, e});
    }
  }
  for (std::uint32_t v = 0; v < plan.original.variables.size(); ++v) {
    const SystemVariable& variable = plan.original.variables[v];
    if (!variable.fixed || variable.kind == VariableKind::discrete) continue;
    list.push_back({Kind::fixed, plan.image(v) - variable.start_value, v});
  }
  for (std::uint32_t e = 0; e < plan.system.initial_equations.size(); ++e) {
    list.push_back({Kind::initial, plan.system.initial_equations[e].residual, e});
  }
  return list;
}

FunctionContents function_contents(FunctionKind kind, const Plan& plan, const CompiledMode& mode,
                                   const SharedColumns& columns) {
  switch (kind) {
    case FunctionKind::derivatives:
      return {derivatives_and_watch(plan), {}};
    case FunctionKind::jacobian:
      return {state_derivatives(plan), state_slots(plan)};
    case FunctionKind::outputs: {
      std::vector<Expr> list = images(plan, columns.outputs);
      add_watch(plan, list);
      return {std::move(list), {}};
    }
    case FunctionKind::checked_outputs:
      return {images(plan, columns.outputs), {}};
    case FunctionKind::constant_outputs: {
      std::vector<Expr> list;
      for (const VariableId v : columns.constants) {
        const SystemVariable& variable = plan.original.variables[v.index()];
        list.push_back(is_given(variable.kind) ? variable.start_value : plan.image(v.index()));
      }
      return {list, {}};
    }
    case FunctionKind::starts: {
      std::vector<Expr> list;
      for (const VariableId v : mode.initialization().starts)
        list.push_back(plan.original.variables[v.index()].start_value);
      return {list, {}};
    }
    case FunctionKind::contact_numbers: {
      std::vector<Expr> list;
      for (const SystemCollider& collider : plan.original.colliders) {
        list.insert(list.end(), collider.numbers.begin(), collider.numbers.end());
      }
      for (const SystemStop& stop : plan.original.stops) list.push_back(stop.restitution);
      return {list, {}};
    }
    case FunctionKind::dependents: {
      std::vector<Expr> list;
      for (const SystemParameter& parameter : plan.original.parameters) {
        if (parameter.role == ParameterRole::dependent) list.push_back(parameter.binding);
      }
      return {list, {}};
    }
    case FunctionKind::indicators:
      return {indicators(plan), {}};
    case FunctionKind::indicator_rates:
      return {indicators(plan), moving_slots(plan)};
    case FunctionKind::state_indicators:
      return {indicators(plan, &mode.state_conditions), {}};
    case FunctionKind::state_indicator_rates:
      return {indicators(plan, &mode.state_conditions), moving_slots(plan)};
    case FunctionKind::whens: {
      std::vector<Expr> list;
      for (const SystemWhen& when : plan.system.whens) list.push_back(when.condition);
      return {list, {}};
    }
    case FunctionKind::actions: {
      std::vector<Expr> list;
      for (const SystemWhen& when : plan.system.whens) {
        for (const WhenAction& action : when.actions) list.push_back(action.value);
      }
      return {list, {}};
    }
    case FunctionKind::pres:
      return {images(plan, mode.pres), {}};
    case FunctionKind::switch_times: {
      std::vector<Expr> list;
      for (std::size_t c : mode.time_conditions) list.push_back(plan.conditions[c].switch_time);
      return {list, {}};
    }
    case FunctionKind::modes: {
      std::vector<Expr> list;
      for (const SystemMode& m : plan.system.modes) list.push_back(m.condition);
      return {list, {}};
    }
    case FunctionKind::levels:
      return {levels(plan), {}};
    case FunctionKind::level_slopes:
      return {levels(plan), state_slots(plan)};
    case FunctionKind::velocity_changes:
      return {derivatives_of(plan, mode.invariants.velocity_states),
              slots(plan.layout.corrections, plan.selection.invariants.size())};
    case FunctionKind::position_changes: {
      std::vector<std::uint32_t> velocities;
      for (std::uint32_t i : mode.invariants.velocity_states) {
        velocities.push_back(static_cast<std::uint32_t>(plan.layout.states) + i);
      }
      return {derivatives_of(plan, mode.invariants.position_states), velocities};
    }
    case FunctionKind::declared:
      return {declared(plan, mode), {}};
    case FunctionKind::powers:
    case FunctionKind::energies: {
      std::vector<Expr> list;
      for (std::size_t k = 0; k < mode.powers.size(); ++k) {
        const bool wanted = mode.powers[k].integrated() == (kind == FunctionKind::powers);
        if (wanted) list.push_back(plan.system.powers[k].value);
      }
      return {list, {}};
    }
    case FunctionKind::pictures:
      return {chosen_numbers(plan, columns.moving_numbers), {}};
    case FunctionKind::picture_constants:
      return {chosen_numbers(plan, columns.resting_numbers), {}};
    case FunctionKind::demands:
    case FunctionKind::demand_slopes: {
      std::vector<Expr> list;
      for (const Demand& demand : demands_of(plan)) list.push_back(demand.residual);
      if (kind == FunctionKind::demands) return {list, {}};
      return {list, unknown_slots(plan)};
    }
    case FunctionKind::term_slopes:
      return {terms_of(plan).leaves, unknown_slots(plan)};
    case FunctionKind::term_coefficients:
      return {coefficients(terms_of(plan)), {}};
    case FunctionKind::gaps:
    case FunctionKind::gap_slopes: {
      std::vector<Expr> list;
      for (const LoopGap& gap : gaps_of(plan)) {
        for (const auto* part : {&gap.lengths, &gap.angles, &gap.trace}) {
          list.insert(list.end(), part->begin(), part->end());
        }
      }
      if (kind == FunctionKind::gaps) return {list, {}};
      return {list, unknown_slots(plan)};
    }
    case FunctionKind::wished_values:
      return {images(plan, other_wishes(plan)), {}};
    case FunctionKind::wished_slopes:
      return {images(plan, other_wishes(plan)), unknown_slots(plan)};
    case FunctionKind::joint_motions:
      return {images(plan, joint_motions(plan)), {}};
    case FunctionKind::joint_motion_slopes:
      return {images(plan, joint_motions(plan)), unknown_slots(plan)};
    case FunctionKind::fixed_values: {
      std::vector<Expr> list;
      for (const DemandDescription& demand : mode.initialization().demands) {
        if (demand.kind == DemandDescription::Kind::fixed) {
          list.push_back(plan.image(demand.variable.index()));
        }
      }
      return {list, {}};
    }
    case FunctionKind::pivots: {
      std::vector<Expr> list;
      for (const WatchedPivot& pivot : plan.blocks.watched) {
        list.push_back(plan.computes(pivot.value) ? relative_size(pivot) : Expr(1.0));
      }
      return {list, {}};
    }
    case FunctionKind::constants:
      return {plan.hoisted, {}};
    case FunctionKind::count:
      break;
  }
  throw std::logic_error("no such function");
}

}  // namespace multibond
