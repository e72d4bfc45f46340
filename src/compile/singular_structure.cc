#include "multibond/compile/singular_structure.h"

#include <fmt/format.h>

#include <algorithm>

#include "multibond/base/text.h"
#include "multibond/compile/graph.h"
#include "multibond/compile/index_reduction.h"
#include "multibond/symbolic/linear.h"
#include "open_reasons.h"

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
                                       const Aliases& aliases) {
  std::vector<bool> mentioned(system.variables.size(), false);
  for (std::uint32_t v : incidence.variable_of_column) mentioned[v] = true;
  std::vector<std::uint32_t> free;
  for (std::uint32_t v = 0; v < system.variables.size(); ++v) {
    const SystemVariable& variable = system.variables[v];
    const bool live = !aliases.targets[v].constant && aliases.targets[v].root == v;
    if (!live || mentioned[v] || variable.has_rule) continue;
    if (is_given(variable.kind)) continue;
    free.push_back(v);
  }
  return free;
}

/// What is wrong with the structure of a system.
class StructureCheck {
 public:
  StructureCheck(const System& system, const Origin& origin) : system_(system), origin_(origin) {}

  std::vector<Diagnostic> run() {
    for (const bool positions : {false, true}) {
      const Incidence structure = incidence(system_, positions);
      const Matching matching = maximum_matching(structure.graph);
      const DulmageMendelsohn parts = dulmage_mendelsohn(structure.graph, matching);
      if (!positions) report_free(structure, matching, parts);
      report_surplus(structure, matching, parts);
    }
    return std::move(findings_);
  }

 private:
  void report_free(const Incidence& structure, const Matching& matching,
                   const DulmageMendelsohn& parts) {
    std::vector<std::uint32_t> free, open;
    for (std::uint32_t c = 0; c < structure.graph.columns; ++c) {
      if (matching.column_to_row[c] == kUnmatched) free.push_back(structure.variable_of_column[c]);
    }
    const auto never = unmentioned(system_, structure, origin_.aliases);
    free.insert(free.end(), never.begin(), never.end());
    if (free.empty()) return;
    for (std::uint32_t c : parts.under_columns) open.push_back(structure.variable_of_column[c]);
    std::vector<std::string> names, others;
    for (std::uint32_t v : free) names.push_back(describe(system_, v));
    for (std::uint32_t v : open) {
      if (std::find(free.begin(), free.end(), v) != free.end()) continue;
      others.emplace_back(system_.variables[v].path);
    }
    const std::string count = count_text(free.size(), "equation");
    std::string text =
        fmt::format("The model has {} too few. Free: {}.", count, join_names(names, 6));
    if (!others.empty()) {
      text += fmt::format(" With {} {} left open as well.", join_names(others, 5),
                          others.size() == 1 ? "is" : "are");
    }
    if (const auto reason = reason_for(origin_, free, open)) {
      explained_ = true;
      findings_.push_back({Severity::error, reason->path, fmt::format("{} {}", text, reason->fact),
                           reason->remedy});
      return;
    }
    findings_.push_back(
        {Severity::error, std::string(system_.variables[free[0]].path),
         fmt::format("{} No component determines {}.", text, free.size() == 1 ? "it" : "them"),
         fmt::format("Connect {}, or give the quantity a source or an equation.",
                     system_.component_name(system_.variables[free[0]].component))});
  }

  void report_surplus(const Incidence& structure, const Matching& matching,
                      const DulmageMendelsohn& parts) {
    std::vector<std::uint32_t> surplus, involved;
    for (std::uint32_t r = 0; r < structure.graph.rows.size(); ++r) {
      if (matching.row_to_column[r] != kUnmatched) continue;
      const std::uint32_t e = structure.equation_of_row[r];
      if (!structure.graph.rows[r].empty() || !report_known(system_.equations[e])) {
        surplus.push_back(e);
      }
    }
    // What has no law of motion has none to fit the surplus into either: said already.
    if (surplus.empty() || explained_) return;
    for (std::uint32_t r : parts.over_rows) involved.push_back(structure.equation_of_row[r]);
    std::vector<std::uint32_t> components;
    for (std::uint32_t e : surplus) components.push_back(system_.equations[e].component);
    if (auto reason = hanging_part(origin_.system, components)) {
      findings_.push_back({Severity::error, reason->path, reason->fact, reason->remedy});
      return;
    }
    if (surplus.size() == 1 && report_given_twice(involved)) return;
    std::vector<std::string> texts;
    for (std::uint32_t e : surplus) {
      texts.push_back(system_.cited(system_.equations[e]));
    }
    findings_.push_back(
        {Severity::error, system_.component_name(system_.equations[surplus[0]].component),
         fmt::format("The model has {} too many: {}. The equations of {} already determine what "
                     "{}, or something else.",
                     count_text(surplus.size(), "equation"), join_names(texts, 3),
                     join_names(owners(system_, involved), 6),
                     surplus.size() == 1 ? "it says" : "they say"),
         "Remove one of these parts or equations, or put something compliant between them."});
  }

  /// An equation for a variable that another equation makes a constant: a signal that is zero where
  /// nothing is connected, say. What is left of it constrains something else.
  bool report_given_twice(const std::vector<std::uint32_t>& involved) {
    for (const std::uint32_t e : involved) {
      const SystemEquation& equation = system_.equations[e];
      for (const Expr& side : {equation.left, equation.right}) {
        if (side.op() != Op::variable || side.order() > 0) continue;
        const std::uint32_t v = side.index();
        if (!origin_.aliases.targets[v].constant) continue;
        const SystemEquation* other = giver(v, equation);
        if (!other) continue;
        findings_.push_back(
            {Severity::error, std::string(system_.variables[v].path),
             fmt::format("{} has two equations: {} and {}.", system_.variables[v].path,
                         system_.cited(equation), origin_.system.cited(*other)),
             "Remove one of them. A signal that a port takes from outside is connected to a "
             "source: "
             "where it is not, it is zero."});
        return true;
      }
    }
    return false;
  }

  /// The equation that gives a variable its constant value, in the words of its author.
  const SystemEquation* giver(std::uint32_t v, const SystemEquation& besides) const {
    const auto unknown = [](const Expr& leaf) { return leaf.op() == Op::variable; };
    for (const SystemEquation& equation : origin_.system.equations) {
      if (equation.place == besides.place && equation.component == besides.component) continue;
      const auto found = leaves(equation.residual, unknown);
      if (found.size() == 1 && found[0].index() == v) return &equation;
    }
    return nullptr;
  }

  /// An equation in which nothing is unknown, because it is meant for something that no equation
  /// determines.
  bool report_known(const SystemEquation& equation) {
    const auto given = leaves(equation.residual, [&](const Expr& leaf) {
      return leaf.op() == Op::variable && is_given(system_.variables[leaf.index()].kind);
    });
    if (given.empty()) return false;
    const SystemVariable& variable = system_.variables[given[0].index()];
    const bool discrete = variable.kind == VariableKind::discrete;
    const bool contact = variable.kind == VariableKind::contact;
    findings_.push_back(
        {Severity::error, std::string(variable.path),
         fmt::format("The equation {} determines nothing: {} is {}.", system_.cited(equation),
                     variable.path,
                     discrete  ? "discrete, and changed by `when` only"
                     : contact ? "the effort of a contact, and found by the simulator"
                     : variable.kind == VariableKind::report ? "told by the simulator"
                                                             : "an input, and given from outside"),
         discrete  ? "Use assign in a `when`, or make it a Variable."
         : contact ? "Connect its part to one that can move."
                   : "Set its value when the model is used, or make it a Variable."});
    return true;
  }

  const System& system_;
  const Origin& origin_;
  std::vector<Diagnostic> findings_;
  bool explained_ = false;
};

}  // namespace

void check_structure(const System& system, const Origin& origin) {
  std::vector<Diagnostic> findings = StructureCheck(system, origin).run();
  if (!findings.empty()) throw Error(std::move(findings));
}

void report_endless_differentiation(const System& system,
                                    const std::vector<std::uint32_t>& equations) {
  std::vector<std::string> texts;
  for (std::uint32_t e : equations) texts.push_back(system.cited(system.equations[e]));
  const auto names = owners(system, equations);
  throw Error(
      names.empty() ? "" : names.front(),
      fmt::format("The equations of {} constrain the same motion more than once: "
                  "{}.",
                  join_names(names, 6), join_names(texts, 4)),
      "Remove one of these constraints, or state it with constraint(…) and a reaction, so that "
      "dependent ones can be recognised.");
}

}  // namespace multibond
