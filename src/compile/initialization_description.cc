// What is known of the start of a run: wishes, demands, loops.

#include <fmt/format.h>

#include <algorithm>

#include "compiled_mode.h"
#include "initial_functions.h"
#include "multibond/symbolic/linear.h"

namespace multibond {
namespace {

bool is_discrete(const SystemVariable& variable) { return is_given(variable.kind); }

double wish_weight(const SystemVariable& variable) {
  if (variable.fixed) return 100;
  return variable.hint >= StateHint::prefer ? 2 : 1;
}

/// A start value that was left open has this part of the weight that it has once it is given.
constexpr double kOpen = 0.01;

/// Whether a start value follows from parameters alone that are zero by default and were left so:
/// then it is nobody's wish, such as the orientation that a ball joint begins with.
bool is_left_open(const System& system, const SystemVariable& variable) {
  if (variable.fixed || variable.start_value.is_number()) return false;
  const auto is_parameter = [](const Expr& leaf) { return leaf.op() == Op::parameter; };
  return std::ranges::all_of(leaves(variable.start_value, is_parameter), [&](const Expr& leaf) {
    const SystemParameter& parameter = system.parameters[leaf.index()];
    return parameter.value == 0 && parameter.default_value == 0;
  });
}

/// A long equation, as that of teeth or of a fixed orientation, is known by its component.
std::string readable(std::string_view kind, const System& system, const SystemEquation& e) {
  constexpr std::size_t kLong = 120;
  if (system.text(e).size() <= kLong) return fmt::format("{} {}", kind, system.cited(e));
  return fmt::format("{} of {}", kind, system.component_name(e.component));
}

/// The equality of two frames that close a loop is known by its place: as an equation it is long.
std::string constraint_text(const System& system, const SystemEquation& e) {
  if (e.loop != StatedEquation::kNone) {
    return fmt::format("the loop that closes at {}", system.loops[e.loop]);
  }
  return readable("the constraint", system, e);
}

/// Collects the description of one plan.
class StartDescriber {
 public:
  explicit StartDescriber(const Plan& plan)
      : plan_(plan),
        variables_(plan.original.variables),
        place_(variables_.size(), 0),
        slots_(unknown_slots(plan)) {}

  InitializationDescription run() {
    describe_wishes();
    describe_found();
    describe_demands();
    describe_other_wishes();
    describe_closures();
    describe_joint_motions();
    return std::move(d_);
  }

 private:
  /// Start values, and wishes for states: of several for one state the weightiest.
  void describe_wishes() {
    NodeMap state_of_leaf;
    for (std::uint32_t i = 0; i < plan_.states(); ++i) {
      state_of_leaf.insert(plan_.selection.states[i].leaf.id(), i);
    }
    constexpr std::size_t kNone = ~std::size_t{0};
    std::vector<std::size_t> wish_of(plan_.states(), kNone);
    for (std::uint32_t v = 0; v < variables_.size(); ++v) {
      const SystemVariable& variable = variables_[v];
      const bool discrete = is_discrete(variable) || variable.discrete;
      const AliasTarget& target = plan_.aliases.targets[v];
      std::uint32_t i = NodeMap::kMissing;
      if (!discrete && !target.constant) {
        i = state_of_leaf.find(plan_.system.pool->variable(target.root, target.order).id());
      }
      if (i != NodeMap::kMissing) d_.aliases.push_back({VariableId(v), i, target.sign});
      if (!variable.has_start && !variable.fixed && !discrete) continue;
      place_[v] = d_.starts.size();
      d_.starts.push_back(VariableId(v));
      if (i == NodeMap::kMissing) continue;
      const double weight =
          wish_weight(variable) * (is_left_open(plan_.original, variable) ? kOpen : 1.0);
      if (wish_of[i] != kNone && d_.wishes[wish_of[i]].weight >= weight) continue;
      if (wish_of[i] == kNone) {
        wish_of[i] = d_.wishes.size();
        d_.wishes.emplace_back();
      }
      d_.wishes[wish_of[i]] = {i, place_[v], target.sign, weight};
    }
    for (const VariableId v : plan_.discretes) d_.discrete_starts.push_back(place_[v.index()]);
    for (const Expr& leaf : plan_.pres) {
      const bool remembered = variables_[leaf.index()].discrete;
      d_.pre_starts.push_back(remembered ? std::optional(place_[leaf.index()]) : std::nullopt);
    }
  }

  void describe_found() {
    d_.found = found_places(plan_);
    for (std::uint32_t k = 0; k < d_.found.size(); ++k) {
      const auto unknown = static_cast<std::uint32_t>(plan_.states() + k);
      d_.wishes.push_back({unknown, d_.discrete_starts[d_.found[k]], 1, 1});
    }
  }

  std::vector<std::vector<std::uint32_t>> unknowns_in(const std::vector<Expr>& list) const {
    if (list.empty()) return {};
    return dependencies(plan_.program(list), slots_);
  }

  void describe_demands() {
    std::vector<Expr> residuals;
    for (const Demand& demand : demands_of(plan_)) {
      residuals.push_back(demand.residual);
      DemandDescription description{demand.kind, {}, 0, demand_text(plan_, demand)};
      if (demand.kind == DemandDescription::Kind::fixed) {
        const SystemVariable& variable = variables_[demand.origin];
        description.variable = VariableId(demand.origin);
        description.start = place_[demand.origin];
        description.source = plan_.system.place_text(variable.start_place);
        description.unit = variable.unit;
        description.nominal = variable.nominal;
      }
      description.gap = is_gap(demand);
      description.position = description.gap || is_position(demand);
      d_.demands.push_back(std::move(description));
    }
    const auto unknowns = unknowns_in(residuals);
    for (std::size_t k = 0; k < residuals.size(); ++k) d_.demands[k].unknowns = unknowns[k];
    if (residuals.empty()) return;
    DemandTerms terms = terms_of(plan_);
    for (std::size_t k = 0; k < residuals.size(); ++k) {
      d_.demands[k].terms = std::move(terms.of_demand[k]);
    }
    d_.terms = terms.leaves.size();
  }

  /// Whether a demand is the position of a loop, not its rate.
  bool is_gap(const Demand& demand) const {
    if (demand.kind == DemandDescription::Kind::redundant) {
      return plan_.original.equations[demand.origin].loop != StatedEquation::kNone;
    }
    if (demand.kind != DemandDescription::Kind::invariant) return false;
    const Invariant& invariant = plan_.selection.invariants[demand.origin];
    return !invariant.declared && same(demand.residual, invariant.levels[0]) &&
           plan_.system.equations[invariant.equation].loop != StatedEquation::kNone;
  }

  bool is_position(const Demand& demand) const {
    if (demand.kind != DemandDescription::Kind::invariant) return false;
    const Invariant& invariant = plan_.selection.invariants[demand.origin];
    return invariant.levels.size() == 2 && same(demand.residual, invariant.levels[0]);
  }

  void describe_other_wishes() {
    const std::vector<VariableId> wished = other_wishes(plan_);
    std::vector<Expr> images;
    for (const VariableId id : wished) {
      const std::uint32_t v = id.index();
      const SystemVariable& variable = variables_[v];
      images.push_back(plan_.image(v));
      d_.other_wishes.push_back({std::string(variable.path),
                                 variable.unit,
                                 place_[v],
                                 wish_weight(variable),
                                 variable.nominal,
                                 {},
                                 !variable.start_value.is_number()});
    }
    const auto unknowns = unknowns_in(images);
    for (std::size_t k = 0; k < wished.size(); ++k) d_.other_wishes[k].unknowns = unknowns[k];
  }

  void describe_closures() {
    for (const LoopGap& gap : gaps_of(plan_)) {
      ClosureDescription closure{plan_.original.loops[gap.loop],
                                 gap.lengths.size(),
                                 gap.angles.size(),
                                 !gap.trace.empty(),
                                 {}};
      std::vector<Expr> all = gap.lengths;
      all.insert(all.end(), gap.angles.begin(), gap.angles.end());
      for (const auto& unknowns : unknowns_in(all)) {
        closure.unknowns.insert(closure.unknowns.end(), unknowns.begin(), unknowns.end());
      }
      std::sort(closure.unknowns.begin(), closure.unknowns.end());
      closure.unknowns.erase(std::unique(closure.unknowns.begin(), closure.unknowns.end()),
                             closure.unknowns.end());
      d_.closures.push_back(std::move(closure));
    }
  }

  void describe_joint_motions() {
    std::vector<Expr> images;
    for (const VariableId id : joint_motions(plan_)) {
      const std::uint32_t v = id.index();
      images.push_back(plan_.image(v));
      d_.joint_motions.push_back({variables_[v].nominal, {}});
    }
    const auto unknowns = unknowns_in(images);
    for (std::size_t k = 0; k < images.size(); ++k) d_.joint_motions[k].unknowns = unknowns[k];
  }

  static std::string demand_text(const Plan& plan, const Demand& demand) {
    switch (demand.kind) {
      case DemandDescription::Kind::fixed:
        return std::string(plan.original.variables[demand.origin].path);
      case DemandDescription::Kind::redundant:
        return constraint_text(plan.original, plan.original.equations[demand.origin]);
      case DemandDescription::Kind::initial: {
        const auto& e = plan.system.initial_equations[demand.origin];
        return readable("the initial equation", plan.system, e);
      }
      case DemandDescription::Kind::invariant:
        break;
    }
    const Invariant& invariant = plan.selection.invariants[demand.origin];
    const auto& e = invariant.declared ? plan.system.invariants[invariant.equation]
                                       : plan.system.equations[invariant.equation];
    return constraint_text(plan.system, e);
  }

  const Plan& plan_;
  const std::vector<SystemVariable>& variables_;
  std::vector<std::size_t> place_;  ///< of start values, by variable
  std::vector<std::uint32_t> slots_;
  InitializationDescription d_;
};

}  // namespace

InitializationDescription PlanMode::describe_initialization() const {
  return StartDescriber(plan_).run();
}

}  // namespace multibond
