#include "multibond/compile/blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <optional>

#include "multibond/base/text.h"
#include "multibond/compile/constraint_solver.h"
#include "multibond/compile/graph.h"
#include "multibond/compile/hidden_constraints.h"
#include "multibond/compile/nonlinear_block.h"
#include "multibond/compile/redundancy.h"
#include "multibond/symbolic/linear.h"
#include "multibond/symbolic/node_map.h"
#include "sampled_matrix.h"

namespace multibond {

std::vector<std::uint32_t> component_depth(const System& system) {
  constexpr auto kFar = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> depth(system.components.size(), kFar);
  std::vector<std::vector<std::uint32_t>> neighbours(system.components.size());
  const auto join = [&](std::uint32_t a, std::uint32_t b) {
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  };
  for (const auto& [a, b] : system.edges) join(a, b);
  // Parts of a wrapped component are tied to its ports by equations, not by connections. What the
  // model itself states is no neighbourhood: it may speak of parts at opposite ends.
  for (const SystemEquation& equation : system.equations) {
    const std::uint32_t own = equation.component;
    if (own == 0) continue;
    std::uint32_t last = own;
    for (const Expr& leaf : leaves(equation.left - equation.right,
                                   [](const Expr& l) { return l.op() == Op::variable; })) {
      const std::uint32_t other = system.variables[leaf.index()].component;
      if (other == 0 || other == own || other == last) continue;
      last = other;
      join(own, other);
    }
  }
  std::deque<std::uint32_t> queue;
  for (std::uint32_t c = 0; c < system.components.size(); ++c) {
    if (!system.components[c].grounded) continue;
    depth[c] = 0;
    queue.push_back(c);
  }
  if (queue.empty()) return {};
  std::uint32_t deepest = 0;
  while (!queue.empty()) {
    const std::uint32_t c = queue.front();
    queue.pop_front();
    deepest = std::max(deepest, depth[c]);
    for (std::uint32_t n : neighbours[c]) {
      if (depth[n] != kFar) continue;
      depth[n] = depth[c] + 1;
      queue.push_back(n);
    }
  }
  for (std::uint32_t& d : depth) {
    if (d == kFar) d = deepest + 1;
  }
  return depth;
}

namespace {

/// Of all solutions of a linear system that may lose rank the least one; none if it contradicts
/// itself. Rows count alike, however small their factors are, unless these are rounding.
class LeastSolution final : public Solver {
 public:
  LeastSolution(const std::string& unknown, std::vector<double> column_sizes)
      : size_(column_sizes.size()),
        solver_(fmt::format("linear equations around {}", unknown), size_,
                std::vector<double>(size_, 1.0), std::move(column_sizes)) {}
  std::string name() const override { return solver_.name(); }
  std::size_t inputs() const override { return solver_.inputs(); }
  std::size_t outputs() const override { return size_; }
  /// What the solver needs, the scaled system and its rates, a solution and its rate.
  std::size_t scratch() const override {
    return solver_.scratch() + 2 * inputs() + 2 * (size_ + 1);
  }

  bool solve(const double* in, double* out, double* memory, double* scratch) const override {
    double *const scaled = scratch + solver_.scratch(), *const x = scaled + 2 * inputs();
    scale(in, in, scaled);
    if (!solver_.solve(scaled, x, memory, scratch)) return false;
    std::copy_n(x, size_, out);
    double largest_gap = 0, largest_term = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      double gap = -in[size_ * size_ + i];
      largest_term = std::max(largest_term, std::abs(gap));
      for (std::size_t j = 0; j < size_; ++j) {
        const double term = in[i * size_ + j] * out[j];
        gap += term;
        largest_term = std::max(largest_term, std::abs(term));
      }
      largest_gap = std::max(largest_gap, std::abs(gap));
    }
    return largest_gap <= kContradiction * largest_term;
  }

  bool tangent(const double* in, const double* out, const double* in_dot, double* out_dot,
               double* scratch) const override {
    double *const scaled = scratch + solver_.scratch(), *const scaled_dot = scaled + inputs();
    double *const x = scaled_dot + inputs(), *const rates = x + size_ + 1;
    std::copy_n(out, size_, x);
    scale(in, in, scaled);
    scale(in, in_dot, scaled_dot);
    const bool solved = solver_.tangent(scaled, x, scaled_dot, rates, scratch);
    std::copy_n(rates, size_, out_dot);
    return solved;
  }

 private:
  /// `values`, a matrix and a right side, by the sizes of the rows of the matrix `in`.
  void scale(const double* in, const double* values, double* scaled) const {
    const auto row_size = [&](std::size_t i) {
      double size = 0;
      for (std::size_t j = 0; j < size_; ++j) {
        size = std::max(size, std::abs(in[i * size_ + j]));
      }
      return size;
    };
    double largest = 0;
    for (std::size_t i = 0; i < size_; ++i) largest = std::max(largest, row_size(i));
    for (std::size_t i = 0; i < size_; ++i) {
      const double size = row_size(i);
      const double factor = size > kRounding * largest ? 1 / size : 1.0;
      for (std::size_t j = 0; j < size_; ++j) {
        scaled[i * size_ + j] = factor * values[i * size_ + j];
      }
      scaled[size_ * size_ + i] = factor * values[size_ * size_ + i];
    }
  }

  static constexpr double kRounding = 1e-14;
  static constexpr double kContradiction = 1e-6;
  std::size_t size_;
  ConstraintSolver solver_;
};

class BlockSolver {
 public:
  BlockSolver(const System& system, const StateSelection& selection, Samples& samples,
              const BlockOptions& options)
      : system_(system), selection_(selection), samples_(samples), options_(options) {
    for (std::uint32_t u = 0; u < selection.unknowns.size(); ++u) {
      column_.insert(selection.unknowns[u].id(), u);
    }
  }

  BlockPlan run() {
    BipartiteGraph graph;
    graph.columns = selection_.unknowns.size();
    graph.rows.reserve(selection_.equations.size());
    for (const auto& equation : selection_.equations) {
      auto& row = graph.rows.emplace_back();
      for (const Expr& leaf :
           leaves(equation.residual, [this](const Expr& l) { return column_.contains(l.id()); })) {
        row.push_back(column_.find(leaf.id()));
      }
    }
    const Matching matching = maximum_matching(graph);
    require_perfect(graph, matching);
    for (const auto& rows : block_order(graph, matching)) {
      std::vector<std::uint32_t> columns;
      for (std::uint32_t r : rows) columns.push_back(matching.row_to_column[r]);
      solve(rows, columns);
    }
    return std::move(plan_);
  }

 private:
  /// Asked for by linear blocks of several unknowns; many models have none.
  const std::vector<std::uint32_t>& depth() {
    if (!depth_) depth_ = component_depth(system_);
    return *depth_;
  }

  std::string name(std::uint32_t column) const {
    return system_.leaf_name(selection_.unknowns[column]);
  }

  std::string owner(std::uint32_t row) const {
    const auto& equation = system_.equations[selection_.equations[row].source];
    return system_.component_name(equation.component);
  }

  void require_perfect(const BipartiteGraph& graph, const Matching& matching) const {
    if (matching.size == graph.rows.size() && matching.size == graph.columns) return;
    std::vector<std::string> free, surplus;
    for (std::uint32_t c = 0; c < graph.columns; ++c) {
      if (matching.column_to_row[c] == kUnmatched) free.push_back(name(c));
    }
    for (std::uint32_t r = 0; r < graph.rows.size(); ++r) {
      if (matching.row_to_column[r] != kUnmatched) continue;
      surplus.push_back(system_.cited(system_.equations[selection_.equations[r].source]));
    }
    throw Error(
        free.empty() ? "" : free.front(),
        fmt::format("After index reduction {} {} undetermined, while {} {} nothing new.",
                    join_names(free, 6), free.size() == 1 ? "is" : "are", join_names(surplus, 4),
                    surplus.size() == 1 ? "says" : "say"),
        "Two constraints act on the same freedom, and another freedom has none. Give the free "
        "part inertia or a law, and remove one of the constraints.");
  }

  void assign(const Expr& leaf, const Expr& value) {
    samples_.define(leaf, value);
    if (options_.open) options_.open->define(leaf, value);
    plan_.steps.push_back({{leaf}, value, nullptr, {}});
    note_remembered(plan_.steps.back());
  }

  /// Whether a value is made of what an event has left behind: zero before the first one, and
  /// anything afterwards. What only decides between values does not count.
  bool is_remembered(const Expr& value) const {
    if (value.is_number()) return false;
    std::vector<Expr> open{value};
    NodeMap met;
    while (!open.empty()) {
      const Expr next = open.back();
      open.pop_back();
      if (next.is_number() || met.contains(next.id())) continue;
      met.insert(next.id(), 0);
      if (next.op() == Op::pre || remembered_.contains(next.id())) return true;
      for (std::size_t i = next.op() == Op::select ? 1 : 0; i < next.arity(); ++i) {
        open.push_back(next.operand(i));
      }
    }
    return false;
  }

  void note_remembered(const Step& step) {
    if (!system_.event_rules.together) return;
    const auto remembered = [this](const Expr& value) { return is_remembered(value); };
    if (step.solver ? std::none_of(step.arguments.begin(), step.arguments.end(), remembered)
                    : !remembered(step.value)) {
      return;
    }
    for (const Expr& leaf : step.leaves) remembered_.insert(leaf.id(), 0);
  }

  void solve(const std::vector<std::uint32_t>& rows, const std::vector<std::uint32_t>& columns) {
    NodeMap inside;
    for (std::uint32_t c : columns) inside.insert(selection_.unknowns[c].id(), c);
    std::vector<LinearForm> forms;
    for (std::uint32_t r : rows) {
      auto form = linear_form(selection_.equations[r].residual,
                              [&](const Expr& leaf) { return inside.contains(leaf.id()); });
      if (!form) return solve_nonlinear(rows, columns);
      if (system_.equations[selection_.equations[r].source].redundant) {
        std::erase_if(form->terms, [](const LinearTerm& term) {
          return term.coefficient.is_number() &&
                 std::abs(term.coefficient.number()) == kShadowCompliance;
        });
      }
      forms.push_back(std::move(*form));
    }
    if (rows.size() == 1 && solve_scalar(rows[0], columns[0], forms[0])) return;
    solve_linear(rows, columns, std::move(forms));
  }

  /// One equation, one unknown with a coefficient that is constant and not zero.
  bool solve_scalar(std::uint32_t row, std::uint32_t column, const LinearForm& form) {
    if (form.terms.size() != 1) return false;
    const Expr& coefficient = form.terms[0].coefficient;
    if (depends_on(coefficient, [](const Expr& l) { return l.op() != Op::parameter; }))
      return false;
    const double value = system_.evaluate(coefficient);
    if (value == 0 || !std::isfinite(value)) {
      const auto& equation = system_.equations[selection_.equations[row].source];
      throw Error(
          name(column),
          fmt::format("{} cannot be determined: in {} its coefficient is {}.", name(column),
                      system_.cited(equation), value),
          "A parameter that is zero removes the equation's meaning; give it another value.");
    }
    if (!coefficient.is_number()) plan_.divisors.push_back(coefficient);
    assign(selection_.unknowns[column], -form.rest / coefficient);
    return true;
  }

  void solve_linear(const std::vector<std::uint32_t>& rows,
                    const std::vector<std::uint32_t>& columns, std::vector<LinearForm> forms) {
    LinearBlock block;
    block.depth = depth();
    std::size_t nonzeros = 0;
    std::vector<std::uint32_t> reactions;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto& equation = selection_.equations[rows[i]];
      nonzeros += forms[i].terms.size();
      block.rows.push_back({std::move(forms[i]), system_.equations[equation.source].component,
                            equation.top_of_invariant});
      if (equation.top_of_invariant) {
        reactions.push_back(variable_of(system_.equations[equation.source].reaction));
      }
    }
    EliminationOptions options;
    std::vector<Expr> multipliers;
    bool keeps = options_.strategy == BlockStrategy::kept;
    for (std::uint32_t c : columns) {
      const Expr& leaf = selection_.unknowns[c];
      const bool multiplier =
          std::find(reactions.begin(), reactions.end(), leaf.index()) != reactions.end() &&
          leaf.order() == 0;
      block.unknowns.push_back({leaf, system_.variables[leaf.index()].component, multiplier});
      if (!multiplier) continue;
      multipliers.push_back(leaf);
      keeps = keeps || is_kept(leaf.index());
    }
    options.one_sample = options_.at_present;
    if (keeps && !multipliers.empty()) options.keep = std::move(multipliers);
    Samples& judges = options.keep.empty() || !options_.open ? samples_ : *options_.open;
    Elimination elimination = eliminate(block, judges, options);
    if (!options.keep.empty() && !solve_kept(elimination, redundant(rows))) {
      // No position is regular: the usual elimination says why.
      options.keep.clear();
      elimination = eliminate(block, samples_, options);
    }
    bool least = false;  // whether what is kept is the least of all solutions
    if (!elimination.regular && options_.at_present && system_.event_rules.together) {
      // Where a factor is zero for a while, what it multiplies may be anything.
      options.keep = elimination.undetermined;
      Elimination rest = eliminate(block, samples_, options);
      if (rest.regular && !rest.kept.empty()) {
        elimination = std::move(rest);
        least = true;
      }
    }
    if (!elimination.regular) report_singular(elimination, rows, columns, block.rows);
    if (system_.event_rules.together && (least || options.keep.empty())) {
      least = leave_remembered(block, options, elimination) || least;
    }
    if (least) solve_least(elimination);

    BlockReport report{
        BlockKind::linear,      rows.size(),           nonzeros, elimination.watched.size(),
        elimination.operations, !options.keep.empty(), {}};
    for (std::size_t i = 0; i < std::min<std::size_t>(columns.size(), 4); ++i) {
      report.names.push_back(name(columns[i]));
    }
    if (rows.size() > 1 || !elimination.watched.empty()) plan_.reports.push_back(std::move(report));
    for (const auto& [leaf, value] : elimination.assignments) assign(leaf, value);
    plan_.watched.insert(plan_.watched.end(), elimination.watched.begin(),
                         elimination.watched.end());
    plan_.divisors.insert(plan_.divisors.end(), elimination.divisors.begin(),
                          elimination.divisors.end());
  }

  /// A pivot that follows from remembered values suits one event and no other. What such pivots
  /// would determine is left to a solver that chooses its pivots when it runs. True if there is
  /// any.
  bool leave_remembered(const LinearBlock& block, EliminationOptions& options,
                        Elimination& elimination) {
    bool any = false;
    for (;;) {
      const std::size_t before = options.keep.size();
      for (const WatchedPivot& pivot : elimination.watched) {
        if (is_remembered(pivot.value)) options.keep.push_back(pivot.unknown);
      }
      if (options.keep.size() == before) return any;
      Elimination rest = eliminate(block, samples_, options);
      if (!rest.regular || rest.kept.empty()) return any;
      elimination = std::move(rest);
      any = true;
    }
  }

  /// The variable that stands for a reaction; none if its value is known.
  std::uint32_t variable_of(std::uint32_t stated) const {
    if (!options_.aliases || stated == StatedEquation::kNone) return stated;
    const AliasTarget& target = options_.aliases->targets[stated];
    return target.constant ? StatedEquation::kNone : target.root;
  }

  bool is_kept(std::uint32_t multiplier) const {
    return std::any_of(options_.keep.begin(), options_.keep.end(),
                       [&](std::uint32_t stated) { return variable_of(stated) == multiplier; });
  }

  /// Constraints among these rows that say nothing new.
  std::size_t redundant(const std::vector<std::uint32_t>& rows) const {
    std::size_t count = 0;
    for (std::uint32_t r : rows) {
      count += system_.equations[selection_.equations[r].source].redundant ? 1 : 0;
    }
    return count;
  }

  /// The reduced system of the multipliers goes to a run-time solver. False if it would have no
  /// answer in any of the sampled positions.
  bool solve_kept(const Elimination& elimination, std::size_t redundant) {
    const std::size_t n = elimination.kept.size();
    if (!elimination.regular || n == 0 || redundant > n) return elimination.regular && n == 0;
    Step step;
    for (const LinearForm& row : elimination.reduced) {
      for (const Expr& leaf : elimination.kept) step.arguments.push_back(row.coefficient(leaf));
    }
    const SampledMatrix matrix(step.arguments, n, samples_);
    if (options_.strategy == BlockStrategy::regular && !matrix.reaches_rank(n - redundant)) {
      return false;
    }
    for (const LinearForm& row : elimination.reduced) step.arguments.push_back(-row.rest);
    step.solver = std::make_shared<ConstraintSolver>(
        fmt::format("constraint forces around {}", system_.leaf_name(elimination.kept.front())),
        n - redundant, matrix.row_sizes(), matrix.column_sizes());
    step.leaves = elimination.kept;
    const Expr flag = system_.pool->rank_flag(static_cast<std::uint32_t>(plan_.rank_flags.size()));
    plan_.rank_flags.push_back(flag);
    step.leaves.push_back(flag);
    for (Samples* samples : {&samples_, options_.open}) {
      if (!samples) continue;
      for (const Expr& leaf : step.leaves) {
        samples->define(leaf, std::vector<double>(samples->count(), 0.0));
      }
    }
    plan_.steps.push_back(std::move(step));
    return true;
  }

  /// The least of all solutions, of what is left after elimination.
  void solve_least(const Elimination& elimination) {
    const std::size_t n = elimination.kept.size();
    Step step;
    for (const LinearForm& row : elimination.reduced) {
      for (const Expr& leaf : elimination.kept) step.arguments.push_back(row.coefficient(leaf));
    }
    const SampledMatrix matrix(step.arguments, n, samples_);
    for (const LinearForm& row : elimination.reduced) step.arguments.push_back(-row.rest);
    step.solver = std::make_shared<LeastSolution>(system_.leaf_name(elimination.kept.front()),
                                                  matrix.column_sizes());
    step.leaves = elimination.kept;
    for (const Expr& leaf : step.leaves) {
      samples_.define(leaf, std::vector<double>(samples_.count(), 0.0));
    }
    note_remembered(step);
    plan_.steps.push_back(std::move(step));
  }

  [[noreturn]] void report_singular(const Elimination& elimination,
                                    const std::vector<std::uint32_t>& rows,
                                    const std::vector<std::uint32_t>& columns,
                                    std::vector<LinearRow>& forms) const {
    std::vector<std::string> free, owners;
    for (const Expr& leaf : elimination.undetermined) free.push_back(system_.leaf_name(leaf));
    if (free.empty()) {
      for (std::uint32_t c : columns) free.push_back(name(c));
    }
    for (std::size_t r : elimination.dependent_rows) owners.push_back(owner(rows[r]));
    if (owners.empty()) {
      for (std::uint32_t r : rows) owners.push_back(owner(r));
    }
    std::sort(owners.begin(), owners.end());
    owners.erase(std::unique(owners.begin(), owners.end()), owners.end());
    const Error error(
        free.front(),
        fmt::format("The equations of {} do not determine {}: they depend on each other for "
                    "the present parameter values.",
                    join_names(owners, 6), join_names(free, 6)),
        "Check for parts without inertia, resistance or compliance that are connected to each "
        "other only, for values that are zero, and for a missing connection to the ground.");
    std::vector<SingularBlock::Row> block;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto& equation = selection_.equations[rows[i]];
      block.push_back({equation.source, equation.level, std::move(forms[i].form)});
    }
    throw SingularBlock(error, std::move(block));
  }

  void solve_nonlinear(const std::vector<std::uint32_t>& rows,
                       const std::vector<std::uint32_t>& columns) {
    NonlinearBlock block;
    for (std::uint32_t r : rows) {
      block.residuals.push_back(selection_.equations[r].residual);
      // Before the first event what it remembers is zero, and what that multiplies may be anything.
      if (system_.event_rules.together && is_remembered(block.residuals.back())) {
        block.undetermined = NewtonSolver::Undetermined::nearest;
      }
    }
    for (std::uint32_t c : columns) block.unknowns.push_back(selection_.unknowns[c]);
    NonlinearPlan solved = plan_nonlinear_block(system_, block, samples_);
    BlockReport report{BlockKind::nonlinear,          rows.size(), 0,
                       solved.iteration_names.size(), 0,           true,
                       solved.iteration_names};
    plan_.reports.push_back(std::move(report));
    note_remembered(solved.step);
    plan_.steps.push_back(std::move(solved.step));
    plan_.divisors.insert(plan_.divisors.end(), solved.divisors.begin(), solved.divisors.end());
  }

  const System& system_;
  const StateSelection& selection_;
  Samples& samples_;
  const BlockOptions& options_;
  std::optional<std::vector<std::uint32_t>> depth_;
  NodeMap column_;
  NodeMap remembered_;  ///< unknowns that follow from values before an event
  BlockPlan plan_;
};

}  // namespace

BlockPlan solve_blocks(const System& system, const StateSelection& selection, Samples& samples,
                       const BlockOptions& options) {
  return BlockSolver(system, selection, samples, options).run();
}

}  // namespace multibond
