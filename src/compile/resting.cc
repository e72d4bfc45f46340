#include "multibond/compile/resting.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "multibond/base/dense.h"
#include "multibond/compile/graph.h"
#include "multibond/compile/index_reduction.h"
#include "multibond/symbolic/derivative.h"
#include "multibond/symbolic/evaluate.h"
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

/// Blocks larger than this count as regular.
constexpr std::size_t kLargestJudged = 50;

/// Whether the equations of a block can determine its unknowns (ascending), judged where none of
/// them has a special value. x^2 + y^2 = 1 and x^2 + y^2 = 4 cannot: that is for the passes that
/// follow to tell.
bool is_regular(const System& system, const std::vector<std::uint32_t>& equations,
                const std::vector<std::uint32_t>& unknowns) {
  if (unknowns.size() > kLargestJudged) return true;
  Evaluator value([&](const Expr& leaf) {
    if (leaf.op() == Op::parameter) return system.parameters[leaf.index()].value;
    const double place = 0.6180339887498949 * (leaf.index() + 1.0);
    return 0.5 + place - std::floor(place);
  });
  const auto n = static_cast<Eigen::Index>(unknowns.size());
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index r = 0; r < n; ++r) {
    const Expr& residual = system.equations[equations[static_cast<std::size_t>(r)]].residual;
    for (Eigen::Index c = 0; c < n; ++c) {
      const Expr unknown = system.pool->variable(unknowns[static_cast<std::size_t>(c)]);
      J(r, c) = value(partial(residual, unknown));
    }
    const double size = J.row(r).norm();
    if (!std::isfinite(size)) return true;
    if (size > 0) J.row(r) /= size;
  }
  return dense::is_invertible(J, 1e-9);
}

/// Columns that follow from the rows one block after the other.
std::vector<bool> determined_columns(const System& system, const BipartiteGraph& all,
                                     const std::vector<std::uint32_t>& equations) {
  std::vector<bool> determined(all.columns, false);
  const Matching whole = maximum_matching(all);
  const DulmageMendelsohn parts = dulmage_mendelsohn(all, whole);
  std::vector<bool> elsewhere(all.rows.size(), false);
  for (const auto* rows : {&parts.over_rows, &parts.under_rows}) {
    for (const std::uint32_t row : *rows) elsewhere[row] = true;
  }
  BipartiteGraph square{all.columns, {}};
  Matching matching;
  matching.column_to_row.assign(all.columns, kUnmatched);
  std::vector<std::uint32_t> equation_of_row;
  for (std::uint32_t row = 0; row < all.rows.size(); ++row) {
    if (elsewhere[row]) continue;
    const std::uint32_t column = whole.row_to_column[row];
    matching.column_to_row[column] = static_cast<std::uint32_t>(square.rows.size());
    matching.row_to_column.push_back(column);
    square.rows.push_back(all.rows[row]);
    equation_of_row.push_back(equations[row]);
  }
  matching.size = square.rows.size();
  for (const auto& block : block_order(square, matching)) {
    std::vector<std::uint32_t> own, stated;
    for (const std::uint32_t row : block) {
      own.push_back(matching.row_to_column[row]);
      stated.push_back(equation_of_row[row]);
    }
    std::sort(own.begin(), own.end());
    const bool known = std::ranges::all_of(block, [&](std::uint32_t row) {
      return std::ranges::all_of(square.rows[row], [&](std::uint32_t column) {
        return determined[column] || std::ranges::binary_search(own, column);
      });
    });
    if (!known || !is_regular(system, stated, own)) continue;
    for (const std::uint32_t column : own) determined[column] = true;
  }
  return determined;
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
  std::vector<std::uint32_t> equations;  // by row
  bool concerns_any = false;
  for (std::uint32_t e = 0; e < system.equations.size(); ++e) {
    auto unknowns = still_unknowns(system, system.equations[e], is_unknown);
    if (!unknowns) continue;
    for (const std::uint32_t v : *unknowns) concerns_any = concerns_any || moves[v];
    graph.rows.push_back(std::move(*unknowns));
    equations.push_back(e);
  }
  std::vector<bool> rests(system.variables.size(), false);
  if (concerns_any) {
    rests = determined_columns(system, graph, equations);
    for (std::size_t v = 0; v < rests.size(); ++v) rests[v] = rests[v] && moves[v];
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
