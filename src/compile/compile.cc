// The passes in order. Each leaves a line in the structure report.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <functional>
#include <numeric>
#include <tuple>

#include "multibond/base/text.h"
#include "multibond/compile/canonical.h"
#include "multibond/compile/hidden_constraints.h"
#include "multibond/compile/plan.h"
#include "multibond/compile/promotion.h"
#include "multibond/compile/redundancy.h"
#include "multibond/compile/singular_structure.h"
#include "multibond/compile/specialization.h"
#include "multibond/symbolic/evaluate.h"
#include "multibond/symbolic/linear.h"
#include "plan_samples.h"
#include "pseudo_leaves.h"

namespace multibond {

class PlanMaker {
 public:
  PlanMaker(System system, const CompileOptions& options) {
    plan_.options = options;
    plan_.original = std::move(system);
    const auto counts = counting_modes(plan_.original.nesting(), plan_.options.modes);
    for (std::size_t m = 0; m < counts.size(); ++m) plan_.original.modes[m].counts = counts[m];
    plan_.fingerprints_ = std::make_shared<Fingerprints>(*plan_.original.pool);
  }

  Plan run() {
    find_common_aliases();
    choose_branches();
    record("flatten", plan_.original.equations.size(), plan_.original.variables.size());
    order_equations();
    prepare(plan_.original.equations);
    remove_aliases_and_redundancy();
    classify_conditions(plan_.system, plan_.conditions);
    record("conditions", plan_.system.equations.size(), live_count(),
           plan_.conditions.empty() ? "" : fmt::format("{} conditions", plan_.conditions.size()));
    determine();
    record("blocks", plan_.selection.equations.size(), plan_.selection.unknowns.size(),
           block_note());
    plan_.diagnostics.insert(plan_.diagnostics.begin(), plan_.original.diagnostics.begin(),
                             plan_.original.diagnostics.end());
    return std::move(plan_);
  }

 private:
  /// From equations to blocks. Where a block proves singular because terms cancel, the constraint
  /// behind it is put into the open and all is done again.
  void determine() {
    const std::size_t passes = plan_.passes.size();
    std::exception_ptr first;
    for (int attempt = 0;; ++attempt) {
      try {
        reduce();
        add_corrections();
        lay_out();
        name_derivatives();
        check_actions();
        plan_.choose_pivots(BlockStrategy::regular, {});
        return;
      } catch (const SingularBlock& block) {
        if (!first) first = std::current_exception();
        const auto hidden = attempt < kMostHidden
                                ? find_hidden_constraint(plan_.system, reduced_, block)
                                : std::nullopt;
        if (!hidden) std::rethrow_exception(first);
        put_in_place(*hidden);
        plan_.passes.resize(passes);
      } catch (const Error&) {
        // What was wrong to begin with says more than what became of it.
        if (first) std::rethrow_exception(first);
        throw;
      }
    }
  }

  void put_in_place(const HiddenConstraint& hidden) {
    plan_.system.equations[hidden.equation].residual = hidden.residual;
    for (std::uint32_t p : hidden.parameters) plan_.specialized.push_back(p);
    plan_.selection = {};
    plan_.slot_of_leaf_ = {};
    plan_.name_of_leaf_ = {};
    plan_.layout = {};
    plan_.discretes.clear();
    plan_.pres.clear();
  }

  void record(std::string pass, std::size_t equations, std::size_t variables,
              std::string note = {}) {
    const auto now = std::chrono::steady_clock::now();
    plan_.passes.push_back({std::move(pass), equations, variables,
                            std::chrono::duration<double>(now - last_).count(), std::move(note)});
    last_ = std::chrono::steady_clock::now();
  }

  /// What all modes have in common, so that results need not change their columns with the mode.
  void find_common_aliases() {
    if (plan_.original.modes.empty()) return;
    System common = plan_.original;
    AliasReport report;
    plan_.common_aliases = remove_aliases(common, canonical_order(common), report);
  }

  /// One branch of each mode that counts joins the equations.
  void choose_branches() {
    for (std::size_t m = 0; m < plan_.original.modes.size(); ++m) {
      SystemMode& mode = plan_.original.modes[m];
      auto& branch = plan_.options.modes[m] ? mode.then : mode.otherwise;
      if (mode.counts) {
        auto& equations = plan_.original.equations;
        equations.insert(equations.end(), branch.begin(), branch.end());
      }
      mode.then.clear();
      mode.otherwise.clear();
    }
  }

  /// From here on nothing depends on the order in which things were stated.
  void order_equations() {
    order_ = canonical_order(plan_.original);
    std::vector<SystemEquation> sorted;
    sorted.reserve(plan_.original.equations.size());
    for (std::uint32_t e : order_.equations) {
      sorted.push_back(std::move(plan_.original.equations[e]));
    }
    plan_.original.equations = std::move(sorted);
    std::iota(order_.equations.begin(), order_.equations.end(), 0);
    order_.equation_rank = order_.equations;
    record("order", plan_.original.equations.size(), plan_.original.variables.size());
  }

  /// The system to be reduced, with these equations: its relations are conditions, and parameters
  /// of special values are numbers. The original stays as it was stated.
  void prepare(std::vector<SystemEquation> equations) {
    plan_.system = plan_.original;
    plan_.system.equations = std::move(equations);
    plan_.conditions = extract_conditions(plan_.system);
    plan_.specialized = specialize(plan_.system, plan_.options.free);
  }

  void remove_aliases_and_redundancy() {
    AliasReport report;
    plan_.aliases = remove_aliases(plan_.system, order_, report);
    record("aliases", plan_.system.equations.size(), live_count(),
           fmt::format("{} removed", report.equations_removed));
    // Constraints that say nothing new are found by numbers; without their reactions more aliases
    // appear, so the pass is run again from the flattened system.
    const Redundancy redundancy = find_redundant_constraints(plan_.system);
    plan_.diagnostics.insert(plan_.diagnostics.end(), redundancy.diagnostics.begin(),
                             redundancy.diagnostics.end());
    plan_.dropped_constraints = report.dropped_constraints;
    plan_.closed = redundancy.closed;
    if (!redundancy.reactions.empty()) {
      drop(redundancy);
      report = {};
      prepare(kept_equations(redundancy));
      std::iota(order_.equations.begin(), order_.equations.end(), 0);
      order_.equations.resize(plan_.system.equations.size());
      plan_.aliases = remove_aliases(plan_.system, order_, report, redundancy.reactions);
    }
    require_input_rates();
    require_structure(report);
    record(
        "redundancy", plan_.system.equations.size(), live_count(),
        redundancy.reactions.empty() ? "" : fmt::format("{} dropped", redundancy.reactions.size()));
  }

  void drop(const Redundancy& redundancy) {
    for (std::uint32_t reaction : redundancy.reactions) {
      for (const SystemEquation& equation : plan_.original.equations) {
        if (equation.role != EquationRole::constraint || equation.reaction != reaction) continue;
        plan_.dropped_constraints.push_back(fmt::format("{} (reaction {})",
                                                        plan_.original.text(equation),
                                                        plan_.original.variables[reaction].path));
      }
    }
  }

  std::vector<SystemEquation> kept_equations(const Redundancy& redundancy) const {
    std::vector<SystemEquation> kept;
    for (const SystemEquation& equation : plan_.original.equations) {
      const bool dropped = equation.role == EquationRole::constraint &&
                           std::find(redundancy.reactions.begin(), redundancy.reactions.end(),
                                     equation.reaction) != redundancy.reactions.end();
      if (!dropped) kept.push_back(equation);
    }
    return kept;
  }

  std::vector<bool> live() const {
    std::vector<bool> result(plan_.system.variables.size(), false);
    for (std::uint32_t v = 0; v < result.size(); ++v) {
      const AliasTarget& target = plan_.aliases.targets[v];
      result[v] = !target.constant && target.root == v;
    }
    return result;
  }

  std::size_t live_count() const {
    const auto marks = live();
    return static_cast<std::size_t>(std::count(marks.begin(), marks.end(), true));
  }

  /// Where an input stands for others, their derivatives are its own.
  void require_input_rates() {
    const auto& variables = plan_.system.variables;
    if (std::none_of(variables.begin(), variables.end(),
                     [](const SystemVariable& v) { return v.kind == VariableKind::input; })) {
      return;
    }
    apply_derivative_rules(plan_.system);
    for (const SystemEquation& equation : plan_.system.equations) {
      for (const Expr& leaf : leaves(equation.residual, [&](const Expr& l) {
             return l.op() == Op::variable && l.order() > 0 && l.index() < variables.size() &&
                    variables[l.index()].kind == VariableKind::input;
           })) {
        refuse_rate(variables[leaf.index()].path);
      }
    }
  }

  void require_structure(const AliasReport& report) const {
    check_structure(plan_.system, {plan_.original, plan_.aliases, report.idle_equations});
  }

  void reduce() {
    // Derivatives that only an alias names must come out too.
    std::vector<std::uint32_t> demanded(plan_.system.variables.size(), 0);
    for (const AliasTarget& target : plan_.aliases.targets) {
      if (!target.constant) demanded[target.root] = std::max(demanded[target.root], target.order);
    }
    // So must those that only initial equations, conditions or actions mention.
    const Unknowns unknown(plan_.system);
    const auto demand = [&](const Expr& expr) {
      for (const Expr& leaf : leaves(expr, std::cref(unknown))) {
        demanded[leaf.index()] = std::max(demanded[leaf.index()], leaf.order());
      }
    };
    for (const SystemEquation& equation : plan_.system.initial_equations) demand(equation.residual);
    for (const Condition& condition : plan_.conditions) demand(condition.indicator);
    for (const SystemPower& power : plan_.system.powers) demand(power.value);
    for (const SystemWhen& when : plan_.system.whens) {
      demand(when.condition);
      for (const WhenAction& action : when.actions) demand(action.value);
    }
    reduced_ = reduce_index(plan_.system, demanded);
    std::size_t promoted = 0;
    for (int round = 0; round < kMostPromotions; ++round) {
      const auto promotions = find_promotions(plan_.system, plan_.aliases, reduced_);
      if (promotions.empty()) break;
      for (std::uint32_t v : promotions) demanded[v] = reduced_.highest[v] + 1;
      promoted += promotions.size();
      reduced_ = reduce_index(plan_.system, demanded);
    }
    record(
        "index reduction", plan_.system.equations.size() + reduced_.differentiations, live_count(),
        fmt::format("{} differentiations in {} rounds{}", reduced_.differentiations,
                    reduced_.rounds, promoted == 0 ? "" : fmt::format(", {} promoted", promoted)));
    plan_.selection = select_states(plan_.system, reduced_, order_.variable_rank);
    record("states", plan_.selection.equations.size(), plan_.selection.unknowns.size(),
           fmt::format("{} states, {} dependent, {} invariants", plan_.selection.states.size(),
                       plan_.selection.dependent.size(), plan_.selection.invariants.size()));
  }

  /// The top level of invariant k gets a correction as a new term: zero in a run, the residual of a
  /// lower level in projection; or Baumgarte's stabilisation g'' + 2 alpha g' + beta^2 g.
  void add_corrections() {
    for (std::size_t k = 0; k < plan_.selection.invariants.size(); ++k) {
      const Invariant& invariant = plan_.selection.invariants[k];
      if (invariant.declared) continue;
      Expr extra = plan_.correction(k);
      const std::size_t n = invariant.levels.size();
      if (n >= 1) extra += 2.0 * plan_.options.baumgarte_alpha * invariant.levels[n - 1];
      if (n >= 2) {
        extra +=
            plan_.options.baumgarte_beta * plan_.options.baumgarte_beta * invariant.levels[n - 2];
      }
      for (auto& equation : plan_.selection.equations) {
        if (equation.source == invariant.equation && equation.top_of_invariant) {
          equation.residual += extra;
        }
      }
    }
  }

  void lay_out() {
    Plan& p = plan_;
    ExprPool& pool = *p.system.pool;
    InputLayout& layout = p.layout;
    const auto place = [&](const Expr& leaf, std::size_t slot) {
      p.slot_of_leaf_.insert(leaf.id(), static_cast<std::uint32_t>(slot));
    };
    place(pool.time(), layout.time);
    std::size_t next = layout.states;
    for (const State& state : p.selection.states) place(state.leaf, next++);
    layout.discretes = next;
    for (std::uint32_t v = 0; v < p.system.variables.size(); ++v) {
      const VariableKind kind = p.system.variables[v].kind;
      if (kind != VariableKind::discrete && kind != VariableKind::input) continue;
      p.discretes.push_back(v);
      place(pool.variable(v), next++);
    }
    layout.conditions = next;
    for (std::uint32_t c = 0; c < p.conditions.size(); ++c) place(pool.condition(c), next++);
    layout.pres = next;
    collect_pres();
    for (const Expr& leaf : p.pres) place(leaf, next++);
    layout.corrections = next;
    for (std::size_t k = 0; k < p.selection.invariants.size(); ++k) place(p.correction(k), next++);
    layout.parameters = next;
    for (std::uint32_t i = 0; i < p.system.parameters.size(); ++i) place(pool.parameter(i), next++);
    layout.constants = next;
    layout.size = next;
  }

  /// Derivatives that a variable stands for are called by its name: der(mass.s) is mass.v.
  void name_derivatives() {
    const auto& variables = plan_.original.variables;
    // The nearest to the differentiated variable, then the shortest.
    const auto rank = [&](std::uint32_t v) {
      const std::uint32_t root = plan_.aliases.targets[v].root;
      return std::tuple(variables[v].component != variables[root].component,
                        variables[v].path.size(), variables[v].path);
    };
    for (std::uint32_t v = 0; v < variables.size(); ++v) {
      const AliasTarget& target = plan_.aliases.targets[v];
      if (target.constant || target.order == 0 || target.sign < 0) continue;
      const Expr leaf = plan_.system.pool->variable(target.root, target.order);
      const std::uint32_t present = plan_.name_of_leaf_.find(leaf.id());
      if (present == NodeMap::kMissing || rank(v) < rank(present)) {
        plan_.name_of_leaf_.insert(leaf.id(), v);
      }
    }
  }

  /// What jumps at an event must be a state.
  void check_actions() const {
    for (const SystemWhen& when : plan_.system.whens) {
      for (const WhenAction& action : when.actions) {
        if (action.kind != WhenAction::Kind::reinit) continue;
        const AliasTarget& target = plan_.aliases.targets[action.variable];
        std::size_t slot = 0;
        const bool state =
            !target.constant &&
            plan_.input_slot(plan_.system.pool->variable(target.root, target.order), slot) &&
            slot >= plan_.layout.states && slot < plan_.layout.discretes;
        if (state) continue;
        const std::string path(plan_.original.variables[action.variable].path);
        std::vector<std::string> states;
        for (std::size_t i = 0; i < plan_.states(); ++i) states.push_back(plan_.state_name(i));
        throw Error(
            path,
            fmt::format("reinit({}) cannot jump: {} is not a state, its value follows from "
                        "the equations.",
                        path, path),
            fmt::format("Reinitialize a state ({}), or ask for this one with StateHint::always.",
                        join_names(states, 6)),
            plan_.original.place_text(action.place));
      }
    }
  }

  void collect_pres() {
    NodeMap known;
    for_each_meaning(plan_.system, [&](const Expr& expr) {
      if (expr.is_number()) return;
      for (const Expr& leaf : leaves(expr, [](const Expr& l) { return l.op() == Op::pre; })) {
        if (known.contains(leaf.id())) continue;
        known.insert(leaf.id(), 1);
        plan_.pres.push_back(leaf);
      }
    });
  }

  std::string block_note() const {
    std::size_t linear = 0, nonlinear = 0, largest = 0;
    for (const BlockReport& report : plan_.blocks.reports) {
      (report.kind == BlockKind::linear ? linear : nonlinear) += 1;
      largest = std::max(largest, report.size);
    }
    return fmt::format("{} linear, {} non-linear, largest {}", linear, nonlinear, largest);
  }

  static constexpr int kMostHidden = 20;
  static constexpr int kMostPromotions = 4;

  Plan plan_;
  CanonicalOrder order_;
  ReducedSystem reduced_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

namespace {

/// Size of epsilon in limit equations.
constexpr double kLeak = 1e-12;

/// Limit equations with their slopes; false if no chosen branch has any.
bool add_slopes(System& system, const CompileOptions& options) {
  bool any = false;
  std::vector<bool> chosen = options.modes;
  const std::vector<bool> counts = counting_modes(system.nesting(), chosen);
  for (std::size_t m = 0; m < system.modes.size(); ++m) {
    if (!counts[m]) continue;
    SystemMode& mode = system.modes[m];
    for (SystemEquation& equation : chosen[m] ? mode.then : mode.otherwise) {
      if (equation.slope.is_number(0)) continue;
      equation.residual -= kLeak * equation.slope;
      any = true;
    }
  }
  return any;
}

/// The modes in which a run may begin, the likeliest first: by the start values, then all and
/// none.
std::vector<std::vector<bool>> likely_modes(const System& system) {
  Evaluator evaluate([&](const Expr& leaf) {
    if (leaf.op() == Op::parameter) return system.parameters[leaf.index()].value;
    const bool plain = leaf.op() == Op::variable && leaf.order() == 0;
    return plain || leaf.op() == Op::pre ? system.variables[leaf.index()].start : 0.0;
  });
  std::vector<bool> by_start;
  for (const SystemMode& mode : system.modes) by_start.push_back(evaluate(mode.condition) != 0);
  const std::size_t count = system.modes.size();
  return {by_start, std::vector<bool>(count, false), std::vector<bool>(count, true)};
}

Plan compile_mode(const std::shared_ptr<const System>& source, const CompileOptions& options) {
  const auto make = [&](const System& chosen) {
    Plan plan = PlanMaker(clone(chosen), options).run();
    plan.source = source;
    return plan;
  };
  try {
    return make(*source);
  } catch (const Error&) {
    System leaking = *source;
    if (!add_slopes(leaking, options)) throw;
    return make(leaking);
  }
}

}  // namespace

Plan compile(System system, const CompileOptions& options) {
  if (system.modes.empty()) return PlanMaker(std::move(system), options).run();
  const auto source = std::make_shared<const System>(std::move(system));
  if (!options.modes.empty()) return compile_mode(source, options);
  std::exception_ptr first;
  for (const std::vector<bool>& modes : likely_modes(*source)) {
    CompileOptions chosen = options;
    chosen.modes = modes;
    try {
      return compile_mode(source, chosen);
    } catch (const Error&) {
      if (!first) first = std::current_exception();
    }
  }
  std::rethrow_exception(first);
}

Plan compile(Component& model, const CompileOptions& options) {
  return compile(flatten(model), options);
}

}  // namespace multibond
