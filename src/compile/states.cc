// After index reduction equation e has been differentiated k times and variable v occurs up to
// order h. If v^(h) has a constant coefficient c in e^(k), then v^(h-k+j) has the same coefficient
// c in e^(j), and e, e', …, e^(k-1) determine v^(h-k) … v^(h-1): a dummy derivative (Mattsson and
// Soederlind 1993) whose choice is regular at every instant and costs nothing. A matching decides
// which pairs to use, in tiers, so that variables that want to be states stay states. What has no
// constant coefficient - closed kinematic loops - stays as an invariant and is projected onto.

#include "multibond/compile/states.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "derivative_names.h"
#include "multibond/base/dense.h"
#include "multibond/base/text.h"
#include "multibond/compile/graph.h"
#include "multibond/symbolic/linear.h"

namespace multibond {
namespace {

struct StateCandidate {
  std::uint32_t variable;
  double coefficient;
  int tier;
};

bool is_constant(const Expr& e) {
  return !depends_on(e, [](const Expr& leaf) { return leaf.op() != Op::parameter; });
}

class Selector {
 public:
  Selector(const System& system, const ReducedSystem& reduced,
           const std::vector<std::uint32_t>& rank)
      : system_(system), reduced_(reduced), rank_(rank) {}

  StateSelection run() {
    collect_candidates();
    do {
      match_in_tiers();
    } while (forbid_singular_groups());
    return assemble();
  }

 private:
  /// Smaller tiers are served first: what nobody wants as a state is made dependent before what
  /// somebody does, and tree equations before constraints.
  int tier(std::uint32_t e, std::uint32_t v) const {
    const bool constraint = system_.equations[e].role == EquationRole::constraint;
    switch (system_.variables[v].hint) {
      case StateHint::avoid:
        return constraint ? 1 : 0;
      case StateHint::none:
        return constraint ? 3 : 2;
      case StateHint::prefer:
        return constraint ? 5 : 4;
      case StateHint::always:
        return -1;
    }
    return -1;
  }

  void collect_candidates() {
    for (std::uint32_t e = 0; e < reduced_.levels.size(); ++e) {
      const std::size_t k = reduced_.levels[e].size() - 1;
      if (k == 0) continue;
      differentiated_.push_back(e);
      auto& list = candidates_.emplace_back();
      const auto form = linear_form(reduced_.levels[e].back(), [&](const Expr& leaf) {
        return leaf.op() == Op::variable && leaf.order() == reduced_.highest[leaf.index()];
      });
      if (!form) continue;
      for (const LinearTerm& term : form->terms) {
        const std::uint32_t v = term.unknown.index();
        if (reduced_.highest[v] < k || !is_constant(term.coefficient)) continue;
        const double value = system_.evaluate(term.coefficient);
        const int t = tier(e, v);
        if (value == 0 || !std::isfinite(value) || t < 0) continue;
        list.push_back({v, value, t});
      }
      std::sort(list.begin(), list.end(), [&](const StateCandidate& a, const StateCandidate& b) {
        return rank_[a.variable] < rank_[b.variable];
      });
    }
  }

  void match_in_tiers() {
    // Columns: candidate variables in canonical order.
    std::vector<std::uint32_t> variables;
    for (const auto& list : candidates_) {
      for (const StateCandidate& c : list) variables.push_back(c.variable);
    }
    std::sort(variables.begin(), variables.end(),
              [&](std::uint32_t a, std::uint32_t b) { return rank_[a] < rank_[b]; });
    variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
    variable_of_column_ = variables;
    std::vector<std::uint32_t> column(system_.variables.size(), kUnmatched);
    for (std::uint32_t c = 0; c < variables.size(); ++c) column[variables[c]] = c;

    BipartiteGraph graph;
    graph.columns = variables.size();
    graph.rows.resize(differentiated_.size());
    matching_.row_to_column.assign(graph.rows.size(), kUnmatched);
    matching_.column_to_row.assign(graph.columns, kUnmatched);
    for (int t = 0; t <= 5; ++t) {
      bool added = false;
      for (std::size_t r = 0; r < candidates_.size(); ++r) {
        for (const StateCandidate& c : candidates_[r]) {
          if (c.tier != t) continue;
          graph.rows[r].push_back(column[c.variable]);
          added = true;
        }
      }
      if (added) matching_ = maximum_matching(graph, matching_);
    }
  }

  /// Matched pairs that depend on each other must form a regular constant matrix
  /// (a + b = c, a + b = d is perfectly matched and singular). If not, a pair is forbidden, and the
  /// matching made anew. True if there was such a group.
  bool forbid_singular_groups() {
    BipartiteGraph graph;
    std::vector<std::uint32_t> rows;
    for (std::uint32_t r = 0; r < differentiated_.size(); ++r) {
      if (matching_.row_to_column[r] == kUnmatched) continue;
      rows.push_back(r);
    }
    if (rows.empty()) return false;
    std::map<std::uint32_t, std::uint32_t> index_of_variable;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      index_of_variable[variable_of_column_[matching_.row_to_column[rows[i]]]] =
          static_cast<std::uint32_t>(i);
    }
    graph.columns = rows.size();
    Matching identity;
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
      auto& row = graph.rows.emplace_back();
      // All occurrences count, constant or not: a varying one makes the group unsafe.
      for (const Expr& leaf : leaves(reduced_.levels[differentiated_[rows[i]]].back(),
                                     [&](const Expr& l) { return reduced_.is_unknown(l); })) {
        if (leaf.order() != reduced_.highest[leaf.index()]) continue;
        const auto it = index_of_variable.find(leaf.index());
        if (it != index_of_variable.end()) row.push_back(it->second);
      }
      identity.row_to_column.push_back(i);
      identity.column_to_row.push_back(i);
    }
    identity.size = rows.size();
    bool forbidden = false;
    for (const auto& group : block_order(graph, identity)) {
      if (group.size() == 1 || regular(group, rows)) continue;
      // The least wanted pair leaves: the one whose variable would most like to be a state.
      const std::uint32_t worst =
          *std::max_element(group.begin(), group.end(), [&](std::uint32_t a, std::uint32_t b) {
            const std::uint32_t va = variable_of_column_[matching_.row_to_column[rows[a]]];
            const std::uint32_t vb = variable_of_column_[matching_.row_to_column[rows[b]]];
            return std::pair(system_.variables[va].hint, rank_[va]) <
                   std::pair(system_.variables[vb].hint, rank_[vb]);
          });
      const std::uint32_t r = rows[worst];
      const std::uint32_t v = variable_of_column_[matching_.row_to_column[r]];
      std::erase_if(candidates_[r], [&](const StateCandidate& c) { return c.variable == v; });
      forbidden = true;
    }
    return forbidden;
  }

  bool regular(const std::vector<std::uint32_t>& group,
               const std::vector<std::uint32_t>& rows) const {
    if (group.size() > 200) return true;  // the linear block itself is checked later
    const auto n = static_cast<Eigen::Index>(group.size());
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const std::uint32_t r = rows[group[i]];
      for (Eigen::Index j = 0; j < n; ++j) {
        const std::uint32_t v = variable_of_column_[matching_.row_to_column[rows[group[j]]]];
        for (const StateCandidate& c : candidates_[r]) {
          if (c.variable == v) matrix(i, j) = c.coefficient;
        }
        // A varying coefficient inside the group: not a constant matrix.
        if (matrix(i, j) == 0 && occurs(differentiated_[r], v)) return false;
      }
      const double size = matrix.row(i).cwiseAbs().maxCoeff();
      if (size == 0) return false;
      matrix.row(i) /= size;
    }
    return dense::is_invertible(matrix, 1e-9);
  }

  bool occurs(std::uint32_t e, std::uint32_t v) const {
    return depends_on(reduced_.levels[e].back(), [&](const Expr& leaf) {
      return leaf.op() == Op::variable && leaf.index() == v && leaf.order() == reduced_.highest[v];
    });
  }

  StateSelection assemble() {
    StateSelection result;
    // Orders [from, highest) of a variable that are dependent.
    std::vector<std::uint32_t> dependent_from(system_.variables.size(), kUnmatched);
    std::vector<bool> explicit_equation(reduced_.levels.size(), false);
    for (std::size_t r = 0; r < differentiated_.size(); ++r) {
      if (matching_.row_to_column[r] == kUnmatched) continue;
      const std::uint32_t e = differentiated_[r];
      const std::uint32_t v = variable_of_column_[matching_.row_to_column[r]];
      const auto k = static_cast<std::uint32_t>(reduced_.levels[e].size() - 1);
      dependent_from[v] = reduced_.highest[v] - k;
      explicit_equation[e] = true;
    }

    // Variables in canonical order, so that states and blocks come in that order too.
    std::vector<std::uint32_t> variables(system_.variables.size());
    for (std::uint32_t v = 0; v < variables.size(); ++v) variables[rank_[v]] = v;
    ExprPool& pool = *system_.pool;
    for (std::uint32_t v : variables) {
      const std::uint32_t highest = reduced_.highest[v];
      if (highest == ReducedSystem::kAbsent) continue;
      for (std::uint32_t k = 0; k <= highest; ++k) {
        const Expr leaf = pool.variable(v, k);
        if (k == highest || k >= dependent_from[v]) {
          result.unknowns.push_back(leaf);
          if (k < highest) result.dependent.push_back(leaf);
        } else {
          result.states.push_back({leaf, pool.variable(v, k + 1)});
        }
      }
    }
    add_positions(result, variables);

    for (std::uint32_t e = 0; e < reduced_.levels.size(); ++e) {
      const auto& levels = reduced_.levels[e];
      const auto top = static_cast<std::uint32_t>(levels.size() - 1);
      if (explicit_equation[e]) {
        for (std::uint32_t j = 0; j < top; ++j)
          result.equations.push_back({e, j, levels[j], false});
      } else if (top > 0) {
        result.invariants.push_back({e, {levels.begin(), levels.end() - 1}, false});
      }
      result.equations.push_back({e, top, levels[top], top > 0 && !explicit_equation[e]});
    }
    for (std::uint32_t i = 0; i < system_.invariants.size(); ++i) {
      result.invariants.push_back({i, {system_.invariants[i].residual}, true});
    }
    return result;
  }

  /// Positions with a derivative rule: those that position equations determine are unknowns, the
  /// others are integrated.
  void add_positions(StateSelection& result, const std::vector<std::uint32_t>& variables) {
    if (std::none_of(system_.variables.begin(), system_.variables.end(),
                     [](const SystemVariable& v) { return v.has_rule; })) {
      return;
    }
    BipartiteGraph graph;
    std::vector<std::uint32_t> column(system_.variables.size(), kUnmatched), live;
    std::vector<bool> occurs(system_.variables.size(), false);
    const auto is_position = [&](const Expr& leaf) {
      return leaf.op() == Op::variable && system_.variables[leaf.index()].has_rule;
    };
    for (const auto& levels : reduced_.levels) {
      for (const Expr& level : levels) {
        for (const Expr& leaf : leaves(level, is_position)) occurs[leaf.index()] = true;
      }
    }
    for (std::uint32_t v : variables) {
      if (!occurs[v]) continue;
      column[v] = static_cast<std::uint32_t>(live.size());
      live.push_back(v);
    }
    if (live.empty()) return;
    graph.columns = live.size();
    // What nobody prefers as a state is computed first; a free root that does prefer is integrated.
    Matching matching;
    for (const bool preferred : {false, true}) {
      graph.rows.clear();
      for (std::uint32_t e = 0; e < system_.equations.size(); ++e) {
        if (system_.equations[e].role != EquationRole::position) continue;
        auto& row = graph.rows.emplace_back();
        for (const Expr& leaf : leaves(system_.equations[e].residual, is_position)) {
          const bool wants = system_.variables[leaf.index()].hint >= StateHint::prefer;
          if (preferred || !wants) row.push_back(column[leaf.index()]);
        }
        std::sort(row.begin(), row.end());
      }
      matching = preferred ? maximum_matching(graph, matching) : maximum_matching(graph);
    }
    for (std::uint32_t c = 0; c < live.size(); ++c) {
      const Expr leaf = system_.pool->variable(live[c]);
      if (matching.column_to_row[c] == kUnmatched) {
        result.states.push_back({leaf, system_.variables[live[c]].rule});
      } else {
        result.unknowns.push_back(leaf);
      }
    }
  }

  const System& system_;
  const ReducedSystem& reduced_;
  const std::vector<std::uint32_t>& rank_;
  std::vector<std::uint32_t> differentiated_;
  std::vector<std::vector<StateCandidate>> candidates_;  ///< by position in differentiated_
  std::vector<std::uint32_t> variable_of_column_;
  Matching matching_;
};

}  // namespace

StateSelection select_states(const System& system, const ReducedSystem& reduced,
                             const std::vector<std::uint32_t>& rank) {
  return Selector(system, reduced, rank).run();
}

void require_states_to_jump(const System& system, const Aliases& aliases,
                            const StateSelection& selection, const NodeMap& derivative_names) {
  const auto is_state = [&](std::uint32_t v) {
    const AliasTarget& target = aliases.targets[v];
    if (target.constant) return false;
    const Expr leaf = system.pool->variable(target.root, target.order);
    return std::any_of(selection.states.begin(), selection.states.end(),
                       [&](const State& state) { return same(state.leaf, leaf); });
  };
  for (const SystemWhen& when : system.whens) {
    for (const WhenAction& action : when.actions) {
      if (action.kind != WhenAction::Kind::reinit || is_state(action.variable)) continue;
      const std::string path(system.variables[action.variable].path);
      std::vector<std::string> names;
      for (const State& state : selection.states) {
        names.push_back(name_of(system, derivative_names, state.leaf));
      }
      throw Error(
          path,
          fmt::format("reinit({}) cannot jump: {} is not a state, its value follows from "
                      "the equations.",
                      path, path),
          fmt::format("Reinitialize a state ({}), or ask for this one with StateHint::always.",
                      join_names(names, 6)),
          system.place_text(action.place));
    }
  }
}

}  // namespace multibond
