// Pantelides (1988), "The consistent initialization of differential-algebraic systems", SIAM J.
// Sci. Stat. Comput. 9(2), done in rounds: instead of one augmenting path at a time, the whole
// over-determined Dulmage-Mendelsohn part of a maximum matching is differentiated at once. The
// result is the same and does not depend on the order of equations; there are as many rounds as the
// index is high.

#include "multibond/compile/index_reduction.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "multibond/base/text.h"
#include "multibond/compile/singular_structure.h"
#include "multibond/symbolic/linear.h"

namespace multibond {

Unknowns::Unknowns(const System& system) {
  unknown_.reserve(system.variables.size());
  for (const SystemVariable& variable : system.variables) {
    unknown_.push_back(!is_given(variable.kind) && !variable.has_rule);
  }
}

namespace {

[[noreturn]] void refuse_rate(std::string_view input) {
  throw Error(
      std::string(input),
      fmt::format("The equations need the derivative of the input {}, which is not given.", input),
      fmt::format("Declare a second input for it, {}.rate(...), or let {} act through "
                  "something that can lag behind, such as a spring.",
                  input, input));
}

[[noreturn]] void refuse_contact(std::string_view effort) {
  throw Error(std::string(effort),
              fmt::format("The equations need the derivative of {}, the effort of a contact, which "
                          "has none: it jumps.",
                          effort),
              "Let what touches have a mass, or a spring between it and the rest.");
}

[[noreturn]] void refuse_past(const System& system, std::uint32_t past) {
  for (const SystemDelay& delay : system.delays) {
    if (delay.past != past) continue;
    throw Error(std::string(system.components[delay.component].path),
                "The equations need the derivative of delay(), which has none: what is delayed may "
                "jump.",
                "Let it act through something that can lag behind, such as a spring or a filter.",
                system.place_text(delay.place));
  }
  throw std::logic_error("a past without a delay");
}

}  // namespace

void require_input_rates(System& system) {
  const auto& variables = system.variables;
  if (std::none_of(variables.begin(), variables.end(),
                   [](const SystemVariable& v) { return v.kind == VariableKind::input; })) {
    return;
  }
  apply_derivative_rules(system);
  for (const SystemEquation& equation : system.equations) {
    for (const Expr& leaf : leaves(equation.residual, [&](const Expr& l) {
           return l.op() == Op::variable && l.order() > 0 &&
                  variables[l.index()].kind == VariableKind::input;
         })) {
      refuse_rate(variables[leaf.index()].path);
    }
  }
}

Differentiator make_time_derivative(const System& system) {
  return Differentiator([&system](const Expr& leaf) -> Expr {
    if (leaf.op() == Op::time) return 1.0;
    if (leaf.op() != Op::variable) return 0.0;
    const SystemVariable& variable = system.variables[leaf.index()];
    if (variable.kind == VariableKind::discrete) return 0.0;
    if (variable.kind == VariableKind::contact || variable.kind == VariableKind::report) {
      refuse_contact(variable.path);
    }
    if (variable.kind == VariableKind::past) refuse_past(system, leaf.index());
    if (variable.kind == VariableKind::input && !variable.has_rule) refuse_rate(variable.path);
    if (variable.has_rule && leaf.order() == 0) return variable.rule;
    return leaf.pool()->variable(leaf.index(), leaf.order() + 1);
  });
}

std::vector<std::uint32_t> demanded_orders(const System& system, const Aliases& aliases) {
  std::vector<std::uint32_t> demanded(system.variables.size(), 0);
  for (const AliasTarget& target : aliases.targets) {
    if (!target.constant) demanded[target.root] = std::max(demanded[target.root], target.order);
  }
  const Unknowns unknown(system);
  const auto demand = [&](const Expr& expr) {
    for (const Expr& leaf : leaves(expr, std::cref(unknown))) {
      demanded[leaf.index()] = std::max(demanded[leaf.index()], leaf.order());
    }
  };
  for (const SystemEquation& equation : system.initial_equations) demand(equation.residual);
  for (const Expr& indicator : system.indicators) demand(indicator);
  for (const SystemPower& power : system.powers) demand(power.value);
  for (const SystemWhen& when : system.whens) {
    demand(when.condition);
    for (const WhenAction& action : when.actions) demand(action.value);
  }
  return demanded;
}

ReducedSystem reduce_index(const System& system, const std::vector<std::uint32_t>& demanded) {
  ReducedSystem reduced;
  reduced.levels.resize(system.equations.size());
  reduced.highest.assign(system.variables.size(), ReducedSystem::kAbsent);
  Differentiator derivative = make_time_derivative(system);
  const Unknowns unknown(system);

  // Unknowns of the top level of each equation, as (variable, order).
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> content(
      system.equations.size());
  std::vector<std::uint32_t> active;
  const auto scan = [&](std::uint32_t e) {
    content[e].clear();
    for (const Expr& leaf : leaves(reduced.levels[e].back(), std::cref(unknown))) {
      content[e].emplace_back(leaf.index(), leaf.order());
      std::uint32_t& highest = reduced.highest[leaf.index()];
      if (highest == ReducedSystem::kAbsent) {
        highest = demanded.empty() ? 0 : demanded[leaf.index()];
      }
      highest = std::max(highest, leaf.order());
    }
  };
  for (std::uint32_t e = 0; e < system.equations.size(); ++e) {
    reduced.levels[e].push_back(system.equations[e].residual);
    if (system.equations[e].role == EquationRole::position) continue;
    active.push_back(e);
    scan(e);
  }

  BipartiteGraph graph;
  graph.columns = system.variables.size();
  constexpr std::size_t kMaximumRounds = 12;
  for (;; ++reduced.rounds) {
    graph.rows.assign(active.size(), {});
    for (std::size_t r = 0; r < active.size(); ++r) {
      for (const auto& [variable, order] : content[active[r]]) {
        if (order == reduced.highest[variable]) graph.rows[r].push_back(variable);
      }
    }
    const Matching matching = maximum_matching(graph);
    if (matching.size == active.size()) {
      reduced.equation_of.assign(system.variables.size(), ReducedSystem::kAbsent);
      for (std::size_t r = 0; r < active.size(); ++r) {
        reduced.equation_of[matching.row_to_column[r]] = active[r];
      }
      return reduced;
    }
    const DulmageMendelsohn parts = dulmage_mendelsohn(graph, matching);
    if (reduced.rounds == kMaximumRounds) {
      std::vector<std::uint32_t> equations;
      for (std::uint32_t r : parts.over_rows) equations.push_back(active[r]);
      report_endless_differentiation(system, equations);
    }
    for (std::uint32_t r : parts.over_rows) {
      const std::uint32_t e = active[r];
      reduced.levels[e].push_back(derivative(reduced.levels[e].back()));
      ++reduced.differentiations;
      scan(e);
    }
  }
}

}  // namespace multibond
