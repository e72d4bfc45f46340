#include "multibond/compile/resting.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "multibond/compile/graph.h"
#include "multibond/compile/index_reduction.h"
#include "multibond/symbolic/linear.h"
#include "multibond/symbolic/rewrite.h"

namespace multibond {
namespace {

/// By variable: whether its derivative occurs, in the equations or as what an alias stands for.
std::vector<bool> moving(System& system, const Aliases& aliases) {
  std::vector<bool> moves(system.variables.size(), false);
  std::vector<Expr> roots;
  for_each_meaning(system, [&](const Expr& expr) {
    if (!expr.is_number()) roots.push_back(expr);
  });
  for (const std::uint32_t id : system.pool->reachable(roots)) {
    const ExprNode& node = system.pool->node(id);
    if (node.op == Op::variable && node.b > 0) moves[node.a] = true;
  }
  for (const AliasTarget& target : aliases.targets) {
    if (!target.constant && target.order > 0) moves[target.root] = true;
  }
  return moves;
}

/// The unknowns of an equation in which nothing moves by itself; nothing if something does.
std::optional<std::vector<std::uint32_t>> still_unknowns(const System& system,
                                                         const SystemEquation& equation,
                                                         const Unknowns& is_unknown) {
  const bool plain =
      equation.role == EquationRole::plain || equation.role == EquationRole::connection;
  if (!plain || !equation.slope.is_number(0)) return std::nullopt;
  std::vector<std::uint32_t> unknowns;
  for (const Expr& leaf : leaves(equation.residual, [](const Expr& l) {
         return !l.is_number() && l.op() != Op::parameter;
       })) {
    if (!is_unknown(leaf) || leaf.order() > 0) return std::nullopt;
    if (system.variables[leaf.index()].discrete) return std::nullopt;
    unknowns.push_back(leaf.index());
  }
  return unknowns;
}

}  // namespace

RestingVariables find_resting_variables(System& system, Aliases aliases) {
  RestingVariables found;
  const bool has_reactions = std::ranges::any_of(
      system.equations, [](const SystemEquation& e) { return e.role == EquationRole::constraint; });
  if (has_reactions) {
    found.aliases = std::move(aliases);
    return found;
  }
  const std::vector<bool> moves = moving(system, aliases);
  const Unknowns is_unknown(system);
  BipartiteGraph graph;
  graph.columns = system.variables.size();
  bool concerns_any = false;
  for (const SystemEquation& equation : system.equations) {
    auto unknowns = still_unknowns(system, equation, is_unknown);
    if (!unknowns) continue;
    for (const std::uint32_t v : *unknowns) concerns_any = concerns_any || moves[v];
    graph.rows.push_back(std::move(*unknowns));
  }
  std::vector<bool> rests(system.variables.size(), false);
  if (concerns_any) {
    const Matching matching = maximum_matching(graph);
    const DulmageMendelsohn parts = dulmage_mendelsohn(graph, matching);
    for (std::uint32_t v = 0; v < graph.columns; ++v) {
      rests[v] = moves[v] && matching.column_to_row[v] != kUnmatched;
    }
    for (const std::uint32_t v : parts.under_columns) rests[v] = false;
    for (const std::uint32_t v : parts.over_columns) rests[v] = false;
    found.count = static_cast<std::size_t>(std::count(rests.begin(), rests.end(), true));
  }
  if (found.count > 0) {
    Rewriter zeros([&](const Expr& leaf) -> std::optional<Expr> {
      if (leaf.op() != Op::variable || leaf.order() == 0 || !rests[leaf.index()]) {
        return std::nullopt;
      }
      return Expr(0.0);
    });
    for_each_meaning(system, [&](Expr& expr) { expr = zeros(expr); });
    for (AliasTarget& target : aliases.targets) {
      if (target.constant || target.order == 0 || !rests[target.root]) continue;
      target = AliasTarget{};
      target.constant = true;
    }
  }
  found.aliases = std::move(aliases);
  return found;
}

}  // namespace multibond
