#include "multibond/compile/singular_structure.h"

#include <fmt/format.h>

#include <algorithm>

#include "multibond/base/text.h"
#include "multibond/compile/graph.h"
#include "multibond/compile/index_reduction.h"
#include "multibond/symbolic/linear.h"

namespace multibond {
namespace {

std::string count_text(std::size_t n, std::string_view thing) {
  static constexpr const char* kWords[] = {"no", "one", "two", "three", "four", "five"};
  return fmt::format("{} {}{}", n < 6 ? kWords[n] : std::to_string(n), thing, n == 1 ? "" : "s");
}

std::string describe(const System& system, std::uint32_t v) {
  const SystemVariable& variable = system.variables[v];
  return variable.description.empty() ? std::string(variable.path)
                                      : fmt::format("{} ({})", variable.path, variable.description);
}

std::vector<std::string> owners(const System& system, const std::vector<std::uint32_t>& equations) {
  std::vector<std::string> names;
  for (std::uint32_t e : equations)
    names.push_back(system.component_name(system.equations[e].component));
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

/// Incidence of equations and variables, derivatives counted as their variable.
struct Incidence {
  BipartiteGraph graph;
  std::vector<std::uint32_t> equation_of_row, variable_of_column;
};

Incidence incidence(const System& system, bool positions) {
  Incidence result;
  std::vector<std::uint32_t> column(system.variables.size(), kUnmatched);
  const Unknowns unknown(system);
  std::vector<bool> position;
  for (const SystemVariable& variable : system.variables) position.push_back(variable.has_rule);
  const bool any_position = std::find(position.begin(), position.end(), true) != position.end();
  const auto is_position = [&](const Expr& leaf) {
    return leaf.op() == Op::variable && position[leaf.index()];
  };
  const auto wanted = [&](const Expr& leaf) {
    return positions ? is_position(leaf) : unknown(leaf);
  };
  for (std::uint32_t e = 0; e < system.equations.size(); ++e) {
    if ((system.equations[e].role == EquationRole::position) != positions) continue;
    result.equation_of_row.push_back(e);
    auto& row = result.graph.rows.emplace_back();
    std::vector<Expr> found = leaves(system.equations[e].residual, wanted);
    if (any_position && !positions) {
      // A position stands for the velocities of its rate, as any variable does for its derivative.
      for (const Expr& leaf : leaves(system.equations[e].residual, is_position)) {
        const auto rates = leaves(system.variables[leaf.index()].rule, wanted);
        found.insert(found.end(), rates.begin(), rates.end());
      }
    }
    for (const Expr& leaf : found) {
      std::uint32_t& c = column[leaf.index()];
      if (c == kUnmatched) {
        c = static_cast<std::uint32_t>(result.variable_of_column.size());
        result.variable_of_column.push_back(leaf.index());
      }
      if (std::find(row.begin(), row.end(), c) == row.end()) row.push_back(c);
    }
  }
  result.graph.columns = result.variable_of_column.size();
  return result;
}

/// Unknowns that no equation mentions at all, e.g. the value of an input nobody connected.
std::vector<std::uint32_t> unmentioned(const System& system, const Incidence& incidence,
                                       const std::vector<bool>& live) {
  std::vector<bool> mentioned(system.variables.size(), false);
  for (std::uint32_t v : incidence.variable_of_column) mentioned[v] = true;
  std::vector<std::uint32_t> free;
  for (std::uint32_t v = 0; v < system.variables.size(); ++v) {
    const SystemVariable& variable = system.variables[v];
    if (!live[v] || mentioned[v] || variable.has_rule) continue;
    if (variable.kind == VariableKind::discrete || variable.kind == VariableKind::input) continue;
    free.push_back(v);
  }
  return free;
}

}  // namespace

void check_structure(const System& system) { check_structure(system, {}); }

void check_structure(const System& system, const std::vector<bool>& live_variables) {
  std::vector<Diagnostic> findings;
  for (const bool positions : {false, true}) {
    const Incidence structure = incidence(system, positions);
    const Matching matching = maximum_matching(structure.graph);
    const DulmageMendelsohn parts = dulmage_mendelsohn(structure.graph, matching);

    if (!positions) {
      std::vector<std::uint32_t> free;
      for (std::uint32_t c = 0; c < structure.graph.columns; ++c) {
        if (matching.column_to_row[c] == kUnmatched)
          free.push_back(structure.variable_of_column[c]);
      }
      if (!live_variables.empty()) {
        const auto never = unmentioned(system, structure, live_variables);
        free.insert(free.end(), never.begin(), never.end());
      }
      if (!free.empty()) {
        std::vector<std::string> names, others;
        for (std::uint32_t v : free) names.push_back(describe(system, v));
        for (std::uint32_t c : parts.under_columns) {
          const std::uint32_t v = structure.variable_of_column[c];
          if (std::find(free.begin(), free.end(), v) == free.end()) {
            others.emplace_back(system.variables[v].path);
          }
        }
        const std::string component = system.component_name(system.variables[free[0]].component);
        findings.push_back(
            {Severity::error, std::string(system.variables[free[0]].path),
             fmt::format("The model has {} too few. Free: {}.{} No component determines {}.",
                         count_text(free.size(), "equation"), join_names(names, 6),
                         others.empty()
                             ? ""
                             : fmt::format(" With {} {} left open as well.", join_names(others, 5),
                                           others.size() == 1 ? "is" : "are"),
                         free.size() == 1 ? "it" : "them"),
             fmt::format("Connect {}, or give the quantity a source or an equation.", component)});
      }
    }

    std::vector<std::uint32_t> surplus, involved;
    for (std::uint32_t r = 0; r < structure.graph.rows.size(); ++r) {
      if (matching.row_to_column[r] == kUnmatched) surplus.push_back(structure.equation_of_row[r]);
    }
    for (std::uint32_t r : parts.over_rows) involved.push_back(structure.equation_of_row[r]);
    if (!surplus.empty()) {
      std::vector<std::string> texts;
      for (std::uint32_t e : surplus) {
        texts.push_back(fmt::format("'{}' of {}", system.text(system.equations[e]),
                                    system.component_name(system.equations[e].component)));
      }
      findings.push_back(
          {Severity::error, system.component_name(system.equations[surplus[0]].component),
           fmt::format("The model has {} too many: {}. It says again, or against them, what {} "
                       "already determine.",
                       count_text(surplus.size(), "equation"), join_names(texts, 3),
                       join_names(owners(system, involved), 6)),
           "Remove one of these parts or equations, or put something compliant between them."});
    }
  }
  if (!findings.empty()) throw Error(std::move(findings));
}

void report_endless_differentiation(const System& system,
                                    const std::vector<std::uint32_t>& equations) {
  std::vector<std::string> texts;
  for (std::uint32_t e : equations) texts.push_back('\'' + system.text(system.equations[e]) + '\'');
  const auto names = owners(system, equations);
  throw Error(
      names.empty() ? "" : names.front(),
      fmt::format("{} constrain each other more often than they have freedom to move: {}.",
                  join_names(names, 6), join_names(texts, 4)),
      "Remove one of these constraints, or state it with constraint(…) and a reaction, so that "
      "dependent ones can be recognised.");
}

}  // namespace multibond
