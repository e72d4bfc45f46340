// The passes in order. Each leaves a line in the structure report.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <numeric>

#include "branches.h"
#include "corrections.h"
#include "derivative_names.h"
#include "input_slots.h"
#include "multibond/compile/canonical.h"
#include "multibond/compile/hidden_constraints.h"
#include "multibond/compile/plan.h"
#include "multibond/compile/promotion.h"
#include "multibond/compile/redundancy.h"
#include "multibond/compile/resting.h"
#include "multibond/compile/singular_structure.h"
#include "multibond/compile/specialization.h"
#include "multibond/symbolic/rewrite.h"
#include "open_reasons.h"

namespace multibond {

/// Runs the passes. Each is a function of the system and of what others found; here is what goes
/// from one to the next, and what the plan keeps of it.
class PlanMaker {
 public:
  PlanMaker(System system, const CompileOptions& options) {
    plan_.options = options;
    plan_.original = std::move(system);
    counting_modes(plan_.original.nesting(), plan_.options.modes);
    plan_.fingerprints_ = std::make_shared<Fingerprints>(*plan_.original.pool);
  }

  Plan run() {
    find_common_aliases();
    choose_branches(plan_.original, plan_.options.modes);
    record("flatten", plan_.original.equations.size(), plan_.original.variables.size());
    order_ = sort_equations(plan_.original);
    record("order", plan_.original.equations.size(), plan_.original.variables.size());
    remove_aliases_and_redundancy();
    plan_.conditions = classify_conditions(plan_.system, std::move(plan_.conditions));
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
  /// What all modes have in common, so that results need not change their columns with the mode.
  void find_common_aliases() {
    if (plan_.original.modes.empty()) return;
    System common = plan_.original;
    plan_.common_aliases = remove_aliases(common, canonical_order(common)).aliases;
  }

  void remove_aliases_and_redundancy() {
    prepare({});
    AliasRemoval removal = remove_aliases(plan_.system, order_);
    std::size_t resting = 0;
    for (;;) {  // what rests may leave more aliases, and what they show may rest
      RestingVariables found = find_resting_variables(plan_.system, std::move(removal.aliases));
      removal.aliases = std::move(found.aliases);
      if (found.count == 0) break;
      resting += found.count;
      order_.equations.resize(plan_.system.equations.size());
      removal = remove_more_aliases(plan_.system, order_, std::move(removal), {});
    }
    plan_.aliases = std::move(removal.aliases);
    record("aliases", plan_.system.equations.size(), live_count(),
           fmt::format("{} removed{}", removal.equations_removed,
                       resting == 0 ? "" : fmt::format(", {} at rest", resting)));
    // Constraints that say nothing new are found by numbers; without their reactions more aliases
    // appear.
    Redundancy redundancy = find_redundant_constraints(plan_.system, known_reactions());
    plan_.diagnostics = std::move(redundancy.diagnostics);
    plan_.dropped_constraints = std::move(removal.dropped_constraints);
    plan_.closed = std::move(redundancy.closed);
    plan_.redundant = redundancy.reactions;
    plan_.keep = std::move(redundancy.keep);
    plan_.shadows = std::move(redundancy.shadows);
    if (!redundancy.reactions.empty()) {
      if (!plan_.has_common_aliases()) plan_.common_aliases = plan_.aliases;
      removal = without(redundancy.reactions, std::move(removal));
      plan_.aliases = std::move(removal.aliases);
    }
    plan_.vanishing = std::move(removal.vanishing);
    shadows_ = make_shadows(plan_.system, plan_.shadows,
                            [this](std::uint32_t reaction) { return plan_.image(reaction); });
    require_input_rates(plan_.system);
    const Origin origin{plan_.original, plan_.aliases, removal.idle_equations};
    check_structure(plan_.system, origin);
    if (!plan_.system.delays.empty()) check_structure(after_the_start(plan_.system), origin);
    std::string note;
    if (!redundancy.reactions.empty()) {
      note = fmt::format("{} dropped", redundancy.reactions.size());
    }
    if (!plan_.shadows.empty()) {
      note += fmt::format("{}{} surplus", note.empty() ? "" : ", ", plan_.shadows.size());
    }
    record("redundancy", plan_.system.equations.size(), live_count(), note);
  }

  /// What a delay gives is its source at the start only. Later the equations have to determine the
  /// source without it.
  static System after_the_start(System system) {
    const std::uint32_t initial = system.event_rules.initial;
    Rewriter later([&](const Expr& leaf) -> std::optional<Expr> {
      if (leaf.op() != Op::variable || leaf.index() != initial) return std::nullopt;
      return Expr(0.0);
    });
    for (SystemEquation& equation : system.equations) equation.residual = later(equation.residual);
    return system;
  }

  /// What becomes of the system without the constraints that have these reactions.
  AliasRemoval without(const std::vector<std::uint32_t>& reactions, AliasRemoval removal) {
    const auto is_something_else = [&](std::uint32_t reaction) {
      const AliasTarget& target = plan_.aliases.targets[reaction];
      return target.order > 0 || (target.constant && !target.value.is_number(0));
    };
    if (std::ranges::any_of(reactions, is_something_else)) {
      // They are given elsewhere: of all equations those are to be named that contradict this.
      prepare(reactions);
      order_.equations.resize(plan_.system.equations.size());
      return remove_aliases(plan_.system, order_, reactions);
    }
    drop(reactions);
    order_.equations.resize(plan_.system.equations.size());
    removal.aliases = plan_.aliases;
    removal = remove_more_aliases(plan_.system, order_, std::move(removal), reactions);
    append(plan_.dropped_constraints, removal.dropped_constraints);
    return removal;
  }

  void drop(const std::vector<std::uint32_t>& reactions) {
    append(plan_.dropped_constraints, drop_constraints(plan_.system, reactions));
  }

  static void append(std::vector<std::string>& list, const std::vector<std::string>& more) {
    list.insert(list.end(), more.begin(), more.end());
  }

  /// Reactions whose values follow from other equations alone.
  std::vector<std::uint32_t> known_reactions() const {
    std::vector<std::uint32_t> known;
    for (const SystemEquation& equation : plan_.system.equations) {
      if (equation.role != EquationRole::constraint) continue;
      if (equation.reaction == StatedEquation::kNone) continue;
      if (plan_.aliases.targets[equation.reaction].constant) known.push_back(equation.reaction);
    }
    return known;
  }

  /// The system to be reduced, without the constraints that have these reactions: its relations are
  /// conditions, and parameters of special values are numbers. The original stays as it was stated.
  void prepare(const std::vector<std::uint32_t>& reactions) {
    plan_.system = plan_.original;
    drop(reactions);
    plan_.conditions = extract_conditions(plan_.system);
    plan_.specialized = specialize(plan_.system, plan_.options.free);
  }

  /// From equations to blocks. Where a block proves singular because terms cancel, the constraint
  /// behind it is put into the open and all is done again.
  void determine() {
    const std::size_t passes = plan_.passes.size();
    std::exception_ptr first;
    for (int attempt = 0;; ++attempt) {
      try {
        reduce();
        select();
        plan_.choose_pivots(BlockStrategy::regular, {});
        return;
      } catch (const SingularBlock& block) {
        if (!first) first = std::current_exception();
        const auto hidden = attempt < kMostHidden
                                ? find_hidden_constraint(plan_.system, reduced_, block)
                                : std::nullopt;
        if (!hidden) {
          require_support(block);
          std::rethrow_exception(first);
        }
        plan_.system.equations[hidden->equation].residual = hidden->residual;
        plan_.combined.insert(plan_.combined.end(), hidden->parameters.begin(),
                              hidden->parameters.end());
        plan_.passes.resize(passes);
      } catch (const Error&) {
        // What was wrong to begin with says more than what became of it.
        if (first) std::rethrow_exception(first);
        throw;
      }
    }
  }

  /// Throws Error if the block is singular because a part hangs on nothing.
  void require_support(const SingularBlock& block) const {
    std::vector<std::uint32_t> components;
    for (const SingularBlock::Row& row : block.rows()) {
      components.push_back(plan_.system.equations[row.equation].component);
    }
    if (auto reason = hanging_part(plan_.original, components)) {
      throw Error(reason->path, reason->fact, reason->remedy);
    }
  }

  void reduce() {
    std::vector<std::uint32_t> demanded = demanded_orders(plan_.system, plan_.aliases);
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
  }

  void select() {
    StateSelection selection = select_states(plan_.system, reduced_, order_.variable_rank);
    add_shadows(selection);
    record("states", selection.equations.size(), selection.unknowns.size(),
           fmt::format("{} states, {} dependent, {} invariants", selection.states.size(),
                       selection.dependent.size(), selection.invariants.size()));
    plan_.selection =
        add_corrections(plan_.system, std::move(selection),
                        {plan_.options.baumgarte_alpha, plan_.options.baumgarte_beta});
    InputSlots inputs = lay_out_inputs(plan_.system, plan_.selection);
    plan_.layout = inputs.layout;
    plan_.discretes = std::move(inputs.discretes);
    plan_.pres = std::move(inputs.pres);
    plan_.slot_of_leaf_ = std::move(inputs.slot_of_leaf);
    plan_.name_of_leaf_ = name_derivatives(plan_.system, plan_.aliases);
    require_states_to_jump(plan_.system, plan_.aliases, plan_.selection, plan_.name_of_leaf_);
  }

  /// Surplus constraints are kept by projection as others are.
  void add_shadows(StateSelection& selection) const {
    for (const Shadow& shadow : shadows_) {
      selection.invariants.push_back({shadow.equation, shadow.levels, false});
      for (StateSelection::Equation& equation : selection.equations) {
        if (equation.source == shadow.equation) equation.top_of_invariant = true;
      }
    }
  }

  void record(std::string pass, std::size_t equations, std::size_t variables,
              std::string note = {}) {
    const auto now = std::chrono::steady_clock::now();
    plan_.passes.push_back({std::move(pass), equations, variables,
                            std::chrono::duration<double>(now - last_).count(), std::move(note)});
    last_ = std::chrono::steady_clock::now();
  }

  /// Variables that stand for themselves.
  std::size_t live_count() const {
    std::size_t count = 0;
    for (std::uint32_t v = 0; v < plan_.aliases.targets.size(); ++v) {
      const AliasTarget& target = plan_.aliases.targets[v];
      if (!target.constant && target.root == v) ++count;
    }
    return count;
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
  std::vector<Shadow> shadows_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

namespace {

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
    if (!add_slopes(leaking, options.modes)) throw;
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
