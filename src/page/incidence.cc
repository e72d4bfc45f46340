#include "incidence.h"

#include <set>

#include <fmt/format.h>

#include "multibond/compile/graph.h"
#include "multibond/symbolic/linear.h"
#include "multibond/symbolic/node_map.h"

namespace multibond::page {
namespace {

constexpr std::size_t kMostRows = 6000;

/// Rows with the columns in them, and names of both.
Json matrix_json(const BipartiteGraph& graph, const std::vector<std::string>& rows,
                 const std::vector<std::string>& columns) {
  return {{"rows", graph.rows}, {"row_names", rows}, {"column_names", columns}};
}

/// Equations that hold while no condition of a mode does.
std::vector<const SystemEquation*> equations_of(const System& system) {
  std::vector<const SystemEquation*> list;
  for (const SystemEquation& equation : system.equations) list.push_back(&equation);
  std::vector<bool> choice;
  const std::vector<bool> counts = counting_modes(system.nesting(), choice);
  for (std::size_t m = 0; m < system.modes.size(); ++m) {
    if (!counts[m]) continue;
    for (const SystemEquation& equation : system.modes[m].otherwise) list.push_back(&equation);
  }
  return list;
}

/// Variables count whatever their order of derivative.
Json stated_matrix(const System& system) {
  const std::vector<const SystemEquation*> equations = equations_of(system);
  std::vector<std::vector<std::uint32_t>> variables;  // in each equation
  std::vector<bool> occurs(system.variables.size(), false);
  for (const SystemEquation* equation : equations) {
    std::set<std::uint32_t> found;
    for (const Expr& leaf :
         leaves(equation->residual, [](const Expr& l) { return l.op() == Op::variable; })) {
      if (!is_given(system.variables[leaf.index()].kind)) found.insert(leaf.index());
    }
    for (const std::uint32_t variable : found) occurs[variable] = true;
    variables.emplace_back(found.begin(), found.end());
  }
  std::vector<std::uint32_t> column(system.variables.size(), 0);
  BipartiteGraph graph;
  std::vector<std::string> rows, columns;
  for (std::uint32_t v = 0; v < occurs.size(); ++v) {
    column[v] = static_cast<std::uint32_t>(columns.size());
    if (occurs[v]) columns.emplace_back(system.variables[v].path);
  }
  for (std::size_t e = 0; e < equations.size(); ++e) {
    auto& row = graph.rows.emplace_back();
    for (const std::uint32_t variable : variables[e]) row.push_back(column[variable]);
    rows.push_back(system.text(*equations[e]));
  }
  graph.columns = columns.size();
  return matrix_json(graph, rows, columns);
}

std::string name_of(const Plan& plan, const StateSelection::Equation& equation) {
  const std::string text = plan.system.text(plan.system.equations[equation.source]);
  if (equation.level == 0) return text;
  return equation.level == 1 ? fmt::format("derivative of {}", text)
                             : fmt::format("derivative {} of {}", equation.level, text);
}

/// As the blocks are found (compile/blocks.cc).
Json solved_matrix(const Plan& plan) {
  const StateSelection& selection = plan.selection;
  NodeMap column;
  std::vector<std::string> rows, columns;
  for (std::uint32_t u = 0; u < selection.unknowns.size(); ++u) {
    column.insert(selection.unknowns[u].id(), u);
    columns.push_back(plan.name(selection.unknowns[u]));
  }
  BipartiteGraph graph;
  graph.columns = selection.unknowns.size();
  for (const StateSelection::Equation& equation : selection.equations) {
    auto& row = graph.rows.emplace_back();
    for (const Expr& leaf :
         leaves(equation.residual, [&](const Expr& l) { return column.contains(l.id()); })) {
      row.push_back(column.find(leaf.id()));
    }
    rows.push_back(name_of(plan, equation));
  }
  const Matching matching = maximum_matching(graph);
  Json row_order = Json::array(), column_order = Json::array(), blocks = Json::array();
  for (const std::vector<std::uint32_t>& block : block_order(graph, matching)) {
    for (const std::uint32_t row : block) {
      row_order.push_back(row);
      column_order.push_back(matching.row_to_column[row]);
    }
    blocks.push_back(block.size());
  }
  Json json = matrix_json(graph, rows, columns);
  json["order"] = {{"rows", std::move(row_order)}, {"columns", std::move(column_order)}};
  json["blocks"] = std::move(blocks);
  return json;
}

}  // namespace

Json incidence_json(const System& stated, const Plan& plan) {
  if (plan.original.equations.size() > kMostRows) return nullptr;
  return {{"stated", stated_matrix(stated)}, {"solved", solved_matrix(plan)}};
}

}  // namespace multibond::page
