// Union-find over variables in which a member is +-(a derivative of) its class: the weight of a
// member is a sign and a derivative order relative to the representative. Rows with coefficients
// +-1 are looked at again only when one of their variables changes class; classes are joined small
// to large, so the work is near-linear (Tarjan 1975). Which member names the class is decided at
// the end, by hints and canonical rank, not by the order of joining.

#include "multibond/compile/aliases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "multibond/base/text.h"
#include "multibond/symbolic/linear.h"
#include "multibond/symbolic/rewrite.h"
#include "multibond/symbolic/signed_sum.h"
#include "part_names.h"
#include "sum_rows.h"

namespace multibond {

Expr Aliases::image(ExprPool& pool, std::uint32_t variable, std::uint32_t order) const {
  const AliasTarget& target = targets[variable];
  if (target.constant) return order == 0 ? target.value : Expr(0.0);
  return target.sign * pool.variable(target.root, target.order + order);
}

Expr Aliases::image(const Expr& expr) const {
  return Rewriter([this](const Expr& leaf) -> std::optional<Expr> {
    if (leaf.op() != Op::variable) return std::nullopt;
    return image(*leaf.pool(), leaf.index(), leaf.order());
  })(expr);
}

std::size_t Aliases::remaining(const System& system) const {
  std::size_t count = 0;
  for (std::uint32_t v = 0; v < targets.size(); ++v) {
    if (!is_given(system.variables[v].kind) && !targets[v].constant && targets[v].root == v)
      ++count;
  }
  return count;
}

namespace {

constexpr std::uint32_t kUnset = 0xffffffffu;

using Row = SumRow;

class AliasFinder {
 public:
  AliasFinder(System& system, const CanonicalOrder& order, const std::vector<std::uint32_t>& zero)
      : system_(system), order_(order) {
    const std::size_t n = system.variables.size();
    parent_.resize(n);
    std::iota(parent_.begin(), parent_.end(), 0);
    shift_.assign(n, 0);
    sign_.assign(n, 1.0);
    rows_of_.assign(n, {});
    size_.assign(n, 1);
    lowest_.assign(n, 0);
    constant_.resize(n);
    for (std::uint32_t v : zero) constant_[v] = Expr(0.0);
    for (std::size_t v = 0; v < n; ++v) {
      unknown_.push_back(!is_given(system.variables[v].kind));
    }
  }

  Aliases run() {
    collect_rows();
    for (std::uint32_t r = static_cast<std::uint32_t>(rows_.size()); r-- > 0;) schedule(r);
    while (!short_rows_.empty() || !long_rows_.empty()) {
      while (!short_rows_.empty()) {
        const std::uint32_t r = short_rows_.back();
        short_rows_.pop_back();
        if (rows_[r].active) examine(r);
      }
      std::vector<std::uint32_t> waiting;
      waiting.swap(long_rows_);
      for (std::uint32_t r : waiting) rows_[r].waits = false;
      for (std::uint32_t r : waiting) {
        if (rows_[r].active) examine(r);
      }
    }
    for (const Row& row : rows_) {
      if (!row.active) removed_[row.equation] = true;
    }
    return name_classes();
  }

  const std::vector<bool>& removed() const { return removed_; }
  const std::vector<Expr>& vanishing() const { return vanishing_; }

 private:
  bool is_unknown(const Expr& leaf) const {
    return leaf.op() == Op::variable && unknown_[leaf.index()];
  }

  /// Whether a term of a sum is a product or a function of unknowns, and is there once: nothing can
  /// make that a variable with the coefficient 1 or -1.
  bool has_other_terms(const ExprPool& pool, std::uint32_t root,
                       const std::vector<char>& with_unknowns) {
    constexpr std::size_t kMost = 32;
    terms_.assign(1, root);
    others_.clear();
    for (std::size_t met = 0; !terms_.empty(); ++met) {
      if (met == kMost) return false;
      const std::uint32_t id = terms_.back();
      terms_.pop_back();
      const ExprNode& node = pool.node(id);
      if (node.op == Op::add || node.op == Op::sub) {
        terms_.push_back(node.a);
        terms_.push_back(node.b);
      } else if (node.op == Op::neg) {
        terms_.push_back(node.a);
      } else if (!is_leaf(node.op) && with_unknowns[id]) {
        // What these are has to be looked at: no_event(x), select(c, x, x), 2 x - x, x / 1.
        if (node.op == Op::no_event || node.op == Op::select || node.op == Op::div) return false;
        if (node.op == Op::mul && pool.node(node.a).op == Op::number) return false;
        if (std::find(others_.begin(), others_.end(), id) != others_.end()) return false;
        others_.push_back(id);
      }
    }
    return !others_.empty();
  }

  /// Equations of the form sum of +-variables = constant.
  void collect_rows() {
    std::vector<char> with_unknowns;
    if (system_.pool) {
      with_unknowns = nodes_with(*system_.pool, [&](const ExprNode& node) {
        return node.op == Op::variable && unknown_[node.a];
      });
    }
    removed_.assign(system_.equations.size(), false);
    rows_.reserve(system_.equations.size());
    row_terms_.reserve(3 * system_.equations.size());
    std::vector<std::size_t> ends;  // of the terms of each row
    ends.reserve(system_.equations.size());
    const auto add_row = [&](std::uint32_t equation, const Expr& constant) {
      rows_.push_back({.constant = constant, .equation = equation});
      ends.push_back(row_terms_.size());
    };
    SignedSum sum;
    for (std::uint32_t e : order_.equations) {
      const SystemEquation& equation = system_.equations[e];
      if (equation.role == EquationRole::constraint) continue;
      if (equation.residual.is_number()) {
        add_row(e, equation.residual);
        continue;
      }
      const ExprPool& pool = *equation.residual.pool();
      if (sum.read(pool, equation.residual.id(),
                   [&](std::uint32_t node) { return unknown_[pool.node(node).a]; })) {
        for (const auto& [node, sign] : sum.terms()) {
          const ExprNode& leaf = pool.node(node);
          row_terms_.push_back({leaf.a, static_cast<int>(leaf.b), sign});
        }
        add_row(e, 0.0);
        continue;
      }
      if (has_other_terms(pool, equation.residual.id(), with_unknowns)) continue;
      const auto form =
          linear_form(equation.residual, [this](const Expr& leaf) { return is_unknown(leaf); });
      if (!form) continue;
      const auto is_sign = [](const LinearTerm& term) {
        return term.coefficient.is_number(1) || term.coefficient.is_number(-1);
      };
      if (depends_on(form->rest, [](const Expr& l) { return l.op() != Op::parameter; }) ||
          !std::ranges::all_of(form->terms, is_sign)) {
        continue;
      }
      for (const LinearTerm& term : form->terms) {
        row_terms_.push_back({term.unknown.index(), static_cast<int>(term.unknown.order()),
                              term.coefficient.number()});
      }
      add_row(e, form->rest);
    }
    for (std::uint32_t r = 0; r < rows_.size(); ++r) {
      const std::size_t begin = r == 0 ? 0 : ends[r - 1];
      rows_[r].terms = {row_terms_.data() + begin, ends[r] - begin};
      for (const SumTerm& term : rows_[r].terms) {
        occurrences_.push_back({r});
        const auto added = static_cast<std::uint32_t>(occurrences_.size() - 1);
        append(rows_of_[term.variable], {added, added});
      }
    }
  }

  /// Rows in which a class occurs, one after the other in `occurrences_`.
  struct RowList {
    std::uint32_t first = kUnset, last = kUnset;
  };
  void append(RowList& list, const RowList& more) {
    if (more.first == kUnset) return;
    (list.first == kUnset ? list.first : occurrences_[list.last].next) = more.first;
    list.last = more.last;
  }
  void schedule_all(const RowList& list) {
    for (std::uint32_t o = list.first; o != kUnset; o = occurrences_[o].next) {
      schedule(occurrences_[o].row);
    }
  }

  /// A row may have become simpler. Long rows, such as the currents into a ground, change with
  /// nearly every alias: they wait until the short ones are through, and are then looked at once.
  void schedule(std::uint32_t r) {
    if (rows_[r].terms.size() <= kShortRow) {
      short_rows_.push_back(r);
    } else if (!rows_[r].waits) {
      rows_[r].waits = true;
      long_rows_.push_back(r);
    }
  }

  /// Representative of a variable; shift_ and sign_ then relate the variable to it directly.
  std::uint32_t find(std::uint32_t v) {
    std::uint32_t root = v;
    int shift = 0;
    double sign = 1;
    while (parent_[root] != root) {
      shift += shift_[root];
      sign *= sign_[root];
      root = parent_[root];
    }
    while (parent_[v] != root && v != root) {
      const std::uint32_t next = parent_[v];
      const int own_shift = shift_[v];
      const double own_sign = sign_[v];
      parent_[v] = root;
      shift_[v] = shift;
      sign_[v] = sign;
      shift -= own_shift;
      sign *= own_sign;
      v = next;
    }
    return root;
  }

  struct Resolved {
    std::vector<SumTerm> terms;
    Expr constant;
  };

  /// The row in terms of representatives, like terms joined, constants moved to the rest. Good
  /// until the next one is asked for.
  const Resolved& resolved(const Row& row) {
    Resolved& result = resolved_;
    result.terms.clear();
    result.constant = row.constant;
    for (const SumTerm& term : row.terms) {
      const std::uint32_t root = find(term.variable);
      const bool own = root == term.variable;
      const int order = term.order + (own ? 0 : shift_[term.variable]);
      const double sign = term.sign * (own ? 1.0 : sign_[term.variable]);
      if (constant_[root]) {
        // The lowest member of the class is the constant; derivatives of it are zero.
        if (order == lowest_[root]) result.constant += sign * *constant_[root];
        continue;
      }
      result.terms.push_back({root, order, sign});
    }
    join_like_terms(result.terms);
    std::erase_if(result.terms, [](const SumTerm& t) { return t.sign == 0; });
    return result;
  }

  static void join_like_terms(std::vector<SumTerm>& terms) {
    const auto key = [](const SumTerm& t) { return std::pair(t.variable, t.order); };
    std::sort(terms.begin(), terms.end(),
              [&](const SumTerm& a, const SumTerm& b) { return key(a) < key(b); });
    std::size_t last = 0;
    for (std::size_t i = 1; i < terms.size(); ++i) {
      if (key(terms[i]) == key(terms[last])) {
        terms[last].sign += terms[i].sign;
      } else {
        terms[++last] = terms[i];
      }
    }
    if (!terms.empty()) terms.resize(last + 1);
  }

  void examine(std::uint32_t r) {
    const Resolved& row = resolved(rows_[r]);
    if (row.terms.empty()) {
      settle_empty(r, row);
    } else if (row.terms.size() == 1) {
      const SumTerm& term = row.terms[0];
      // x = c, unless x is the derivative of another member: then x' = c stays an equation.
      if (term.order != lowest_[term.variable]) return;
      make_constant(term.variable, -row.constant / term.sign);
      rows_[r].active = false;
    } else if (row.terms.size() == 2 && row.constant.is_number(0)) {
      if (join(row.terms[0], row.terms[1])) rows_[r].active = false;
    }
  }

  void settle_empty(std::uint32_t r, const Resolved& row) {
    const SystemEquation& equation = system_.equations[rows_[r].equation];
    const double value = system_.evaluate(row.constant);
    if (std::abs(value) > kVanishes * scale_of(row.constant)) {
      throw Error(
          std::string(system_.components[equation.component].path),
          fmt::format("The equations of {} contradict each other: by all others, {} would mean "
                      "{} = 0.",
                      join_names(parts_that_agree(r), 6), system_.text(equation), value),
          "Two parts impose different values on the same quantity. Remove one of them, or put "
          "something compliant between them, such as a resistance or a spring.",
          system_.place_text(equation.place));
    }
    if (!row.constant.is_number()) vanishing_.push_back(row.constant);
    rows_[r].active = false;
    redundant_.push_back(r);
  }

  /// The components whose equations, connections apart, say what row r says.
  std::vector<std::string> parts_that_agree(std::uint32_t r) const {
    std::vector<std::uint32_t> components;
    for (const std::uint32_t row : rows_that_agree(rows_, r)) {
      const SystemEquation& equation = system_.equations[rows_[row].equation];
      if (equation.role != EquationRole::connection) components.push_back(equation.component);
    }
    if (components.empty()) {
      components.push_back(system_.equations[rows_[r].equation].component);
    }
    return part_names(system_, std::move(components));
  }

  double scale_of(const Expr& constant) const {
    double scale = 1e-300;
    for (const Expr& leaf : leaves(constant, [](const Expr&) { return true; })) {
      scale = std::max(scale, std::abs(system_.evaluate(leaf)));
    }
    return std::max(scale, std::abs(constant.is_number() ? constant.number() : 0.0) * 1e-3);
  }

  void make_constant(std::uint32_t root, const Expr& value) {
    constant_[root] = value;
    schedule_all(rows_of_[root]);
    rows_of_[root] = {};
  }

  /// a.sign * a + b.sign * b = 0 with one of them a plain variable (not a derivative of a member).
  bool join(SumTerm a, SumTerm b) {
    if (a.variable == b.variable) return false;
    if (std::abs(a.sign) != std::abs(b.sign)) return false;
    // The side that disappears must be the lowest member of its class, or its integral would too.
    if (a.order != lowest_[a.variable] && b.order != lowest_[b.variable]) return false;
    if (rule(a.variable) != rule(b.variable)) return false;
    const bool equal_level = a.order == lowest_[a.variable] && b.order == lowest_[b.variable];
    if (!equal_level && (system_.variables[a.variable].has_rule || reaction_class(a, b)))
      return false;
    // Small class into large.
    if (size_[a.variable] > size_[b.variable]) std::swap(a, b);
    const std::uint32_t from = a.variable, into = b.variable;
    parent_[from] = into;
    shift_[from] = b.order - a.order;  // from^(a.order) = sign * into^(b.order)
    sign_[from] = -b.sign / a.sign;
    size_[into] += size_[from];
    lowest_[into] = std::min(lowest_[into], lowest_[from] + shift_[from]);
    reaction_[into] = reaction_[into] || reaction_[from];
    schedule_all(rows_of_[from]);
    append(rows_of_[into], rows_of_[from]);
    rows_of_[from] = {};
    return true;
  }

  bool rule(std::uint32_t v) const { return system_.variables[v].has_rule; }

  /// A reaction is never made a derivative: dropping it would fix what it is the derivative of.
  bool reaction_class(const SumTerm& a, const SumTerm& b) {
    if (reaction_.empty()) return false;
    return (reaction_[a.variable] && a.order == lowest_[a.variable]) ||
           (reaction_[b.variable] && b.order == lowest_[b.variable]);
  }

 public:
  void mark_reactions() {
    reaction_.assign(system_.variables.size(), false);
    for (std::size_t v = 0; v < system_.variables.size(); ++v) {
      reaction_[v] = system_.variables[v].reaction;
    }
  }
  /// Equations that say nothing new, for the case that something else is missing.
  std::vector<IdleEquation> idle_equations() const {
    constexpr std::size_t kMost = 5;  // for a message that is enough
    std::vector<IdleEquation> found;
    for (const std::uint32_t r : redundant_) {
      if (found.size() == kMost) break;
      found.push_back({system_.equations[rows_[r].equation], parts_that_agree(r)});
    }
    return found;
  }

 private:
  /// Chooses for each class the member that names it: the lowest in order, then by hint, start,
  /// depth in the model (what a user sees before what is wrapped in it) and canonical rank.
  Aliases name_classes() {
    const std::size_t n = system_.variables.size();
    std::vector<std::uint32_t> best(n, kUnset);
    std::vector<std::ptrdiff_t> known_depth(n, -1);
    const auto depth = [&](std::uint32_t v) {
      if (known_depth[v] < 0) known_depth[v] = std::ranges::count(system_.variables[v].path, '.');
      return known_depth[v];
    };
    const auto better = [&](std::uint32_t x, std::uint32_t y) {
      const SystemVariable &a = system_.variables[x], &b = system_.variables[y];
      if (a.hint != b.hint) return a.hint > b.hint;
      if (a.fixed != b.fixed) return a.fixed;
      if (a.has_start != b.has_start) return a.has_start;
      const auto depth_x = depth(x), depth_y = depth(y);
      if (depth_x != depth_y) return depth_x < depth_y;
      return order_.variable_rank[x] < order_.variable_rank[y];
    };
    for (std::uint32_t v = 0; v < n; ++v) {
      const std::uint32_t root = find(v);
      const int order = v == root ? 0 : shift_[v];
      if (order != lowest_[root]) continue;
      if (best[root] == kUnset || better(v, best[root])) best[root] = v;
    }
    Aliases aliases;
    aliases.targets.resize(n);
    for (std::uint32_t v = 0; v < n; ++v) {
      const std::uint32_t root = find(v);
      const int order = (v == root ? 0 : shift_[v]) - lowest_[root];
      const double sign = v == root ? 1.0 : sign_[v];
      AliasTarget& target = aliases.targets[v];
      if (constant_[root]) {
        target.constant = true;
        target.value = order == 0 ? sign * *constant_[root] : Expr(0.0);
        continue;
      }
      const std::uint32_t name = best[root];
      target.root = name;
      target.order = static_cast<std::uint32_t>(order);
      target.sign = sign * (name == root ? 1.0 : sign_[name]);
    }
    return aliases;
  }

  System& system_;
  const CanonicalOrder& order_;
  static constexpr std::size_t kShortRow = 8;
  std::vector<Row> rows_;
  std::vector<SumTerm> row_terms_;                     ///< of all rows
  Resolved resolved_;                                  ///< scratch of `resolved`
  std::vector<std::uint32_t> terms_, others_;          ///< scratch of `has_other_terms`
  std::vector<std::uint32_t> short_rows_, long_rows_;  ///< to be looked at
  struct Occurrence {
    std::uint32_t row, next = kUnset;
  };
  std::vector<Occurrence> occurrences_;
  std::vector<RowList> rows_of_;  ///< by representative
  std::vector<std::uint32_t> parent_, size_;
  std::vector<int> shift_;  ///< variable = sign * representative^(shift)
  std::vector<double> sign_;
  std::vector<int> lowest_;                    ///< smallest shift in the class of a representative
  std::vector<std::optional<Expr>> constant_;  ///< value of the lowest member of the class
  std::vector<bool> removed_, reaction_, unknown_;
  std::vector<std::uint32_t> redundant_;  ///< rows
  std::vector<Expr> vanishing_;           ///< what they say is zero
};

}  // namespace

void apply_derivative_rules(System& system) {
  bool any = false;
  for (const SystemVariable& v : system.variables) any = any || v.has_rule;
  if (!any) return;
  Rewriter rules([&](const Expr& leaf) -> std::optional<Expr> {
    if (leaf.op() != Op::variable || leaf.order() != 1) return std::nullopt;
    const SystemVariable& v = system.variables[leaf.index()];
    return v.has_rule ? std::optional<Expr>(v.rule) : std::nullopt;
  });
  if (system.pool) {
    rules.visit_only(nodes_with(*system.pool, [&](const ExprNode& node) {
      return node.op == Op::variable && node.b == 1 && system.variables[node.a].has_rule;
    }));
  }
  for (auto* list : {&system.equations, &system.initial_equations, &system.invariants}) {
    for (SystemEquation& equation : *list) equation.residual = rules(equation.residual);
  }
}

namespace {

/// Everything but the equations to be solved.
void rewrite_rest(System& system, Rewriter& rewrite) {
  for (auto* list : {&system.initial_equations, &system.invariants}) {
    for (SystemEquation& equation : *list) equation.residual = rewrite(equation.residual);
  }
  for (SystemVariable& v : system.variables) {
    if (v.has_rule) v.rule = rewrite(v.rule);
  }
  for (SystemWhen& when : system.whens) {
    when.condition = rewrite(when.condition);
    for (WhenAction& action : when.actions) action.value = rewrite(action.value);
  }
  for (SystemMode& mode : system.modes) mode.condition = rewrite(mode.condition);
  for (SystemPower& power : system.powers) power.value = rewrite(power.value);
  for (Expr& indicator : system.indicators) indicator = rewrite(indicator);
}

}  // namespace

namespace {

/// What one member of a class is, the variable that stands for all of them is too.
void propagate_kinds(System& system, const Aliases& aliases) {
  for (std::uint32_t v = 0; v < system.variables.size(); ++v) {
    const AliasTarget& target = aliases.targets[v];
    if (target.constant || target.order != 0 || target.root == v) continue;
    SystemVariable& name = system.variables[target.root];
    const VariableKind kind = system.variables[v].kind;
    const bool tells = kind == VariableKind::velocity || kind == VariableKind::effort;
    if (tells && name.kind == VariableKind::plain) name.kind = kind;
    name.discrete = name.discrete || system.variables[v].discrete;
  }
}

/// Whether a constraint says nothing, because all in it is given. If what is given contradicts it,
/// there is no motion at all.
bool holds_by_itself(const System& system, const SystemEquation& equation, const Expr& residual,
                     std::vector<Expr>& vanishing) {
  if (residual.is_number(0)) return true;
  if (depends_on(residual, [](const Expr& leaf) { return leaf.op() != Op::parameter; })) {
    return false;
  }
  double size = 1e-300;
  for (const Expr& leaf : leaves(residual, [](const Expr&) { return true; })) {
    size = std::max(size, std::abs(system.evaluate(leaf)));
  }
  const double value = system.evaluate(residual);
  if (std::abs(value) <= kVanishes * size) {
    vanishing.push_back(residual);
    return true;
  }
  const std::string path(system.components[equation.component].path);
  throw Error(
      path,
      fmt::format("{} cannot satisfy all its connections: {} is {} and not 0.",
                  path.empty() ? "The model" : path, system.text(equation), quantity(value, "")),
      "Fixed parts hold it at places that do not fit. Move one of them, or put a joint "
      "between.",
      system.place_text(equation.place));
}

}  // namespace

namespace {

/// What became of each variable in two removals, one after the other.
Aliases composed(const Aliases& first, const Aliases& then) {
  Aliases result = first;
  for (AliasTarget& target : result.targets) {
    if (target.constant) continue;
    const AliasTarget& next = then.targets[target.root];
    if (next.constant) {
      const Expr value = target.order == 0 ? target.sign * next.value : Expr(0.0);
      target = {.constant = true, .value = value};
    } else {
      target.root = next.root;
      target.order += next.order;
      target.sign *= next.sign;
    }
  }
  return result;
}

/// Removes what has become an alias since those in `result` were removed, or ever.
AliasRemoval remove(System& system, const CanonicalOrder& order, std::vector<std::uint32_t> zeros,
                    const AliasRemoval* known) {
  AliasRemoval result;
  const auto own_zero = [&](std::uint32_t v) { return known ? known->aliases.targets[v].root : v; };
  for (;;) {
    std::vector<std::uint32_t> zero_roots;
    for (const std::uint32_t v : zeros) {
      if (!known || !known->aliases.targets[v].constant) zero_roots.push_back(own_zero(v));
    }
    AliasFinder finder(system, order, zero_roots);
    finder.mark_reactions();
    const Aliases found = finder.run();
    result.aliases = known ? composed(known->aliases, found) : found;
    std::vector<Expr> vanishing;

    // Constraints that became 0 = 0 take their reactions with them; then everything is looked at
    // anew.
    Rewriter rewrite([&](const Expr& leaf) -> std::optional<Expr> {
      if (leaf.op() != Op::variable) return std::nullopt;
      return found.image(*system.pool, leaf.index(), leaf.order());
    });
    if (system.pool) {
      rewrite.visit_only(nodes_with(*system.pool, [&](const ExprNode& node) {
        if (node.op != Op::variable) return false;
        const AliasTarget& target = found.targets[node.a];
        return target.constant || target.root != node.a;
      }));
    }
    const std::size_t zeros_before = zeros.size();
    for (const SystemEquation& equation : system.equations) {
      if (equation.role != EquationRole::constraint) continue;
      if (!holds_by_itself(system, equation, rewrite(equation.residual), vanishing)) continue;
      if (equation.reaction == StatedEquation::kNone) continue;
      if (std::find(zeros.begin(), zeros.end(), equation.reaction) != zeros.end()) continue;
      zeros.push_back(equation.reaction);
      result.dropped_constraints.push_back(fmt::format("{} (reaction {})", system.text(equation),
                                                       system.variables[equation.reaction].path));
    }
    if (zeros.size() != zeros_before) continue;

    std::vector<SystemEquation> kept;
    for (std::size_t e = 0; e < system.equations.size(); ++e) {
      if (finder.removed()[e]) continue;
      SystemEquation& equation = system.equations[e];
      equation.residual = rewrite(equation.residual);
      if (equation.role == EquationRole::constraint &&
          holds_by_itself(system, equation, equation.residual, vanishing)) {
        continue;
      }
      kept.push_back(std::move(equation));
    }
    if (kept.size() < result.aliases.remaining(system)) {
      result.idle_equations = finder.idle_equations();
    }
    system.equations = std::move(kept);
    rewrite_rest(system, rewrite);
    propagate_kinds(system, result.aliases);
    result.equations_removed = static_cast<std::size_t>(
        std::count(finder.removed().begin(), finder.removed().end(), true));
    result.vanishing = std::move(vanishing);
    result.vanishing.insert(result.vanishing.end(), finder.vanishing().begin(),
                            finder.vanishing().end());
    return result;
  }
}

/// `more` behind what is there.
template <typename T>
void append(std::vector<T>& list, std::vector<T> more) {
  list.insert(list.end(), std::make_move_iterator(more.begin()),
              std::make_move_iterator(more.end()));
}

}  // namespace

AliasRemoval remove_aliases(System& system, const CanonicalOrder& order,
                            const std::vector<std::uint32_t>& zero) {
  apply_derivative_rules(system);
  return remove(system, order, zero, nullptr);
}

AliasRemoval remove_more_aliases(System& reduced, const CanonicalOrder& order, AliasRemoval known,
                                 const std::vector<std::uint32_t>& zero) {
  AliasRemoval more = remove(reduced, order, zero, &known);
  known.aliases = std::move(more.aliases);
  known.equations_removed += more.equations_removed;
  append(known.dropped_constraints, std::move(more.dropped_constraints));
  append(known.idle_equations, std::move(more.idle_equations));
  append(known.vanishing, std::move(more.vanishing));
  return known;
}

}  // namespace multibond
