#include "compiled_mode.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "energy_forms.h"
#include "multibond/base/union_find.h"
#include "multibond/compile/impulse_response.h"
#include "multibond/symbolic/linear.h"

namespace multibond {
namespace {

/// As many choices of pivots are kept for all; more are made anew where they are asked for.
constexpr std::size_t kMostChoices = 64;
constexpr std::size_t kMostAnswers = 512;

bool same(const Program& a, const Program& b) {
  const auto calls_equal = [](const Call& x, const Call& y) {
    return x.solver->name() == y.solver->name() && x.arguments == y.arguments;
  };
  return a.inputs == b.inputs && a.constants == b.constants && a.instructions == b.instructions &&
         a.outputs == b.outputs && a.calls.size() == b.calls.size() &&
         std::equal(a.calls.begin(), a.calls.end(), b.calls.begin(), calls_equal);
}

/// Below this many equations, a function that is called once in a step is done sooner than its
/// machine code would be in place (some ten microseconds).
constexpr std::size_t kFewEquations = 32;

Use use_of(FunctionKind kind) {
  switch (kind) {
    case FunctionKind::constants:
    case FunctionKind::constant_outputs:
    case FunctionKind::starts:
    case FunctionKind::contact_numbers:
    case FunctionKind::dependents:
    case FunctionKind::picture_constants:
    case FunctionKind::term_slopes:
    case FunctionKind::term_coefficients:
    case FunctionKind::fixed_values:
    case FunctionKind::pivots:
      return Use::seldom;
    case FunctionKind::indicators:
    case FunctionKind::indicator_rates:
    case FunctionKind::state_indicators:
    case FunctionKind::state_indicator_rates:
    case FunctionKind::whens:
    case FunctionKind::actions:
    case FunctionKind::pres:
    case FunctionKind::switch_times:
    case FunctionKind::modes:
    case FunctionKind::energies:
    case FunctionKind::demands:
    case FunctionKind::demand_slopes:
    case FunctionKind::gaps:
    case FunctionKind::gap_slopes:
    case FunctionKind::wished_values:
    case FunctionKind::wished_slopes:
    case FunctionKind::joint_motions:
    case FunctionKind::joint_motion_slopes:
      return Use::each_step;
    default:
      return Use::often;
  }
}

ColouredPattern colour(const std::vector<std::vector<std::uint32_t>>& rows, std::size_t columns) {
  ColouredPattern result;
  std::vector<std::vector<std::int32_t>> rows_of(columns);
  for (std::uint32_t r = 0; r < rows.size(); ++r) {
    for (std::uint32_t c : rows[r]) rows_of[c].push_back(static_cast<std::int32_t>(r));
  }
  SparsePattern& pattern = result.pattern;
  pattern.rows = rows.size();
  pattern.start.push_back(0);
  for (const auto& column : rows_of) {
    pattern.row.insert(pattern.row.end(), column.begin(), column.end());
    pattern.start.push_back(static_cast<std::int32_t>(pattern.row.size()));
  }
  constexpr std::uint32_t kNoColour = ~0u;
  result.colour.assign(columns, kNoColour);
  std::vector<std::uint32_t> taken;  // by colour: last column that excluded it
  for (std::uint32_t c = 0; c < columns; ++c) {
    for (std::int32_t r : rows_of[c]) {
      for (std::uint32_t other : rows[static_cast<std::size_t>(r)]) {
        if (result.colour[other] != kNoColour) taken[result.colour[other]] = c;
      }
    }
    std::uint32_t colour = 0;
    while (colour < result.colours && taken[colour] == c) ++colour;
    if (colour == result.colours) {
      ++result.colours;
      taken.push_back(kNoColour);
    }
    result.colour[c] = colour;
  }
  return result;
}

}  // namespace

// -- functions ------------------------------------------------------------------------------------

namespace {

/// What the mode does not determine is zero.
std::vector<Expr> images(const Plan& plan, const std::vector<VariableLeaf>& leaves) {
  std::vector<Expr> list;
  for (const VariableLeaf& leaf : leaves) {
    const Expr image = plan.image(leaf.variable.index(), leaf.order);
    list.push_back(plan.computes(image) ? image : Expr(0.0));
  }
  return list;
}

}  // namespace

std::shared_ptr<const Executable> PlanFunctions::get(FunctionKind kind) const {
  const auto k = static_cast<std::size_t>(kind);
  if (made_[k].load(std::memory_order_acquire)) return functions_[k];
  const std::lock_guard guard(making_[k]);
  if (!functions_[k]) {
    functions_[k] = make(kind);
    made_[k].store(true, std::memory_order_release);
  }
  return functions_[k];
}

/// The plan is locked while the program is made, and free again for the machine code.
std::shared_ptr<const Executable> PlanFunctions::make(FunctionKind kind) const {
  const bool known = kind == FunctionKind::derivatives && !derivatives.outputs.empty();
  Program program = known ? derivatives : mode_.with(*this, [&](const Plan& plan) {
    if (kind == FunctionKind::constants) return plan.constants_program();
    FunctionContents contents = function_contents(kind, plan, mode_, mode_.columns());
    if (kind == FunctionKind::checked_outputs) {
      checked_columns_ = columns_to_check(plan);
      std::vector<Expr> checked;
      for (std::uint32_t column : checked_columns_) checked.push_back(contents.outputs[column]);
      contents.outputs = std::move(checked);
    }
    Program made = plan.program(contents.outputs);
    if (contents.active.empty()) return made;
    if (kind == FunctionKind::jacobian) {
      pattern_ = colour(dependencies(made, contents.active), contents.active.size());
      pattern_made_.store(true, std::memory_order_release);
    }
    return tangent(made, contents.active);
  });
  return make_executable(program, backend_for(use_of(kind), program));
}

Backend PlanFunctions::backend_for(Use use, const Program& program) const {
  const bool small = mode_.plan().system.equations.size() < kFewEquations;
  const bool pays = use == Use::often || (use == Use::each_step && !small);
  return pays && !program.instructions.empty() ? mode_.backend() : Backend::interpreter;
}

std::vector<std::uint32_t> PlanFunctions::columns_to_check(const Plan& plan) const {
  const auto outputs_of = [&](FunctionKind kind) {
    return function_contents(kind, plan, mode_, mode_.columns()).outputs;
  };
  std::vector<Expr> all = outputs_of(FunctionKind::derivatives);
  const std::size_t certain = all.size();
  const std::vector<Expr> columns = outputs_of(FunctionKind::checked_outputs);
  all.insert(all.end(), columns.begin(), columns.end());
  std::vector<std::uint32_t> result = mode_.columns().limited;
  for (std::uint32_t output : doubtful_outputs(plan.program(all), certain)) {
    result.push_back(output - static_cast<std::uint32_t>(certain));
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

const std::vector<std::uint32_t>& PlanFunctions::checked_columns() const {
  constexpr auto k = static_cast<std::size_t>(FunctionKind::checked_outputs);
  if (!made_[k].load(std::memory_order_acquire)) get(FunctionKind::checked_outputs);
  return checked_columns_;
}

const ColouredPattern& PlanFunctions::jacobian_pattern() const {
  if (!pattern_made_.load(std::memory_order_acquire)) get(FunctionKind::jacobian);
  return pattern_;
}

std::shared_ptr<const Executable> PlanFunctions::probe(
    const std::vector<VariableLeaf>& leaves) const {
  return make_probe({leaves, {}});
}

std::shared_ptr<const Executable> PlanFunctions::slopes(
    const std::vector<VariableLeaf>& leaves, const std::vector<std::uint32_t>& slots) const {
  return make_probe({leaves, slots});
}

Program PlanFunctions::program(const std::vector<FunctionKind>& kinds,
                               const std::vector<VariableLeaf>& leaves) const {
  const std::lock_guard guard(mode_.lock());
  return mode_.with(*this, [&](const Plan& plan) {
    std::vector<Expr> outputs;
    for (const FunctionKind kind : kinds) {
      const FunctionContents contents = function_contents(kind, plan, mode_, mode_.columns());
      outputs.insert(outputs.end(), contents.outputs.begin(), contents.outputs.end());
    }
    const std::vector<Expr> values = images(plan, leaves);
    outputs.insert(outputs.end(), values.begin(), values.end());
    return plan.program(outputs);
  });
}

Backend PlanFunctions::backend() const { return mode_.backend(); }

std::shared_ptr<const Executable> PlanFunctions::make_probe(const ProbeKey& key) const {
  const std::lock_guard guard(mode_.lock());
  std::shared_ptr<const Executable>& place = probes_[key];
  if (place) return place;
  const Program program = mode_.with(*this, [&](const Plan& plan) {
    std::vector<Expr> outputs = images(plan, key.first);
    if (key.first.empty()) {
      for (const State& state : plan.selection.states) outputs.push_back(state.derivative);
    }
    Program values = plan.program(outputs);
    return key.second.empty() ? values : tangent(values, key.second);
  });
  // Values are looked at now and then, slopes by closed contacts in every evaluation.
  place = make_executable(program,
                          backend_for(key.second.empty() ? Use::each_step : Use::often, program));
  return place;
}

// -- the mode -------------------------------------------------------------------------------------

PlanMode::PlanMode(Plan plan, std::shared_ptr<std::recursive_mutex> lock, Backend backend,
                   std::shared_ptr<const SharedColumns> columns)
    : plan_(std::move(plan)),
      lock_(std::move(lock)),
      backend_(backend),
      columns_(std::move(columns)),
      mark_(plan_.system.pool->mark()) {
  describe();
  auto functions = std::make_unique<PlanFunctions>(*this);
  describe(*functions);
  usual_ = std::move(functions);
  find_velocities();
  find_contact_positions();
  find_contact_islands();
}

void PlanMode::describe(PlanFunctions& functions) const {
  functions.watches = !plan_.blocks.watched.empty();
  functions.ranks = plan_.blocks.rank_flags.size();
  functions.constants = plan_.hoisted.size();
  for (const WatchedPivot& pivot : plan_.blocks.watched) {
    const auto& variable = plan_.system.variables[pivot.unknown.index()];
    functions.pivot_parts.emplace_back(plan_.system.components[variable.component].path);
  }
}

std::shared_ptr<const Functions> PlanMode::usual() const {
  return {shared_from_this(), usual_.get()};
}

std::shared_ptr<const Functions> PlanMode::choose(PivotStrategy strategy,
                                                  const std::vector<double>& inputs) const {
  const std::lock_guard guard(*lock_);
  Question question{strategy, inputs};
  question.second.resize(std::min(inputs.size(), layout.constants));
  if (const auto known = answers_.find(question); known != answers_.end()) {
    return {shared_from_this(), known->second};
  }
  const auto answer = [&](const PlanFunctions& functions) -> std::shared_ptr<const Functions> {
    if (answers_.size() < kMostAnswers) answers_.emplace(std::move(question), &functions);
    return {shared_from_this(), &functions};
  };
  auto chosen = std::make_unique<PlanFunctions>(*this);
  chosen->kept = strategy == PivotStrategy::kept;
  // The usual pivots are put aside; after this they are in the plan again.
  const InputLayout usual_layout = plan_.layout;
  plan_.exchange_pivots(chosen->pivots);
  plan_.layout = usual_layout;
  try {
    plan_.choose_pivots(chosen->kept ? BlockStrategy::kept : BlockStrategy::repivot, inputs);
    describe(*chosen);
    const ExprPool::Mark before = plan_.system.pool->mark();
    chosen->derivatives = plan_.program(
        function_contents(FunctionKind::derivatives, plan_, *this, *columns_).outputs);
    plan_.cut(before);
  } catch (...) {
    plan_.exchange_pivots(chosen->pivots);
    plan_.cut(mark_);
    throw;
  }
  plan_.exchange_pivots(chosen->pivots);
  chosen->tail = plan_.cut(mark_);
  for (const auto& known : choices_) {
    if (known->kept == chosen->kept && same(known->derivatives, chosen->derivatives)) {
      return answer(*known);
    }
  }
  if (choices_.size() >= kMostChoices) {
    // Kept by the run alone, together with the mode it belongs to.
    struct Alone {
      std::shared_ptr<const PlanMode> mode;
      std::unique_ptr<PlanFunctions> functions;
    };
    auto alone = std::make_shared<Alone>(Alone{shared_from_this(), std::move(chosen)});
    return {alone, alone->functions.get()};
  }
  choices_.push_back(std::move(chosen));
  return answer(*choices_.back());
}

std::shared_ptr<const ImpulseResponse> PlanMode::impulse() const {
  const std::lock_guard guard(*lock_);
  if (!impulse_) {
    impulse_ = make_impulse_response(plan_);
    plan_.cut(mark_);
  }
  return impulse_;
}

Judgement& PlanMode::judgement() const {
  if (!judgement_) {
    judgement_ = std::make_unique<Judgement>(plan_);
    plan_.cut(mark_);
  }
  return *judgement_;
}

bool PlanMode::serves(const std::vector<double>& values) const {
  if (values == parameters) return true;
  const std::lock_guard guard(*lock_);
  return judgement().holds(values);
}

void PlanMode::describe() {
  modes = plan_.options.modes;
  diagnostics = plan_.diagnostics;
  for (const SystemMode& mode : plan_.system.modes) {
    mode_components.push_back(plan_.system.component_name(mode.component));
  }
  mode_nesting = plan_.system.nesting();
  layout = plan_.layout;
  layout.size = layout.constants;
  for (const SystemParameter& p : plan_.original.parameters) parameters.push_back(p.value);
  discretes = plan_.discretes;
  for (std::uint32_t d = 0; d < discretes.size(); ++d) {
    if (plan_.system.variables[discretes[d].index()].kind == VariableKind::input)
      inputs.push_back(d);
  }
  for (const Expr& leaf : plan_.pres) pres.push_back(VariableId(leaf.index()));
  describe_states();
  describe_events();
  describe_invariants();
  describe_powers();
}

void PlanMode::describe_powers() {
  const std::vector<EnergyForm> forms = energy_forms(plan_.original, plan_.aliases);
  std::map<std::tuple<PowerKind, EnergyForm, std::string_view>, std::size_t> entries;
  for (std::size_t k = 0; k < forms.size(); ++k) {
    const SystemPower& power = plan_.original.powers[k];
    const std::string_view path = plan_.original.components[power.component].path;
    // How a store tells what it holds makes no difference.
    const PowerKind kind =
        power.kind == PowerKind::stored_power ? PowerKind::stored_energy : power.kind;
    const std::size_t entry =
        entries.try_emplace({kind, forms[k], path}, entries.size()).first->second;
    powers.push_back(
        {static_cast<PowerDescription::Kind>(power.kind), std::string(path), forms[k], entry});
  }
  power_entries = entries.size();
  for (std::size_t k = 0; k < powers.size(); ++k) {
    flows = flows || (powers[k].integrated() && !plan_.system.powers[k].value.is_number(0));
  }
}

/// Sizes that count as one are those declared for the variable that a state stands for.
void PlanMode::describe_states() {
  NodeMap state_of_leaf;
  for (std::uint32_t i = 0; i < plan_.states(); ++i) {
    const Expr leaf = plan_.selection.states[i].leaf;
    state_of_leaf.insert(leaf.id(), i);
    const SystemVariable& variable = plan_.system.variables[leaf.index()];
    states.push_back({plan_.state_name(i),
                      plan_.system.component_name(variable.component),
                      1,
                      false,
                      {VariableId(leaf.index()), leaf.order()}});
  }
  for (std::uint32_t v = 0; v < plan_.original.variables.size(); ++v) {
    const AliasTarget& target = plan_.aliases.targets[v];
    if (target.constant) continue;
    const Expr leaf = plan_.system.pool->variable(target.root, target.order);
    const std::uint32_t i = state_of_leaf.find(leaf.id());
    if (i == NodeMap::kMissing) continue;
    const SystemVariable& variable = plan_.original.variables[v];
    if (variable.nominal != 1) states[i].nominal = variable.nominal;
    if (variable.unit == "rad" || variable.unit == "deg") states[i].angle = true;
  }
}

void PlanMode::describe_events() {
  for (std::size_t c = 0; c < plan_.conditions.size(); ++c) {
    const Condition& condition = plan_.conditions[c];
    conditions.push_back({condition.id, condition.kind, condition.at_zero, condition.equality,
                          condition.text, plan_.system.component_name(condition.component)});
    if (condition.kind == ConditionKind::state) state_conditions.push_back(c);
    if (condition.kind == ConditionKind::time) time_conditions.push_back(c);
  }
  if (!state_conditions.empty()) {
    std::vector<Expr> indicators;
    for (std::size_t c : state_conditions) indicators.push_back(plan_.conditions[c].indicator);
    // What was some time ago changes with the time.
    std::vector<std::uint32_t> moving{static_cast<std::uint32_t>(plan_.layout.time)};
    for (const SystemDelay& delay : plan_.system.delays)
      moving.push_back(slot_of_past(plan_, delay));
    const auto by_time = dependencies(plan_.program(indicators), moving);
    for (const auto& row : by_time) indicator_uses_time.push_back(!row.empty());
    plan_.cut(mark_);
  }
  const auto place_of = [&](std::uint32_t discrete) {
    const auto place = std::lower_bound(discretes.begin(), discretes.end(), VariableId(discrete));
    return static_cast<std::size_t>(place - discretes.begin());
  };
  const EventRules& rules = plan_.system.event_rules;
  events = {rules.together, rules.band, {}, {}, rules.starts_are_guesses};
  if (rules.terminal != kNoVariable) events.terminal = place_of(rules.terminal);
  if (rules.initial != kNoVariable) events.initial = place_of(rules.initial);
  for (const SystemDelay& from : plan_.system.delays) {
    delays.push_back({place_of(from.past),
                      {VariableId(from.source), 0},
                      {VariableId(from.time), 0},
                      !plan_.aliases.targets[from.time].constant,
                      from.longest,
                      plan_.original.component_name(from.component),
                      plan_.original.place_text(from.place)});
  }
  for (const StatedFriction& from : plan_.system.frictions) {
    const SystemVariable& mode = plan_.original.variables[from.mode];
    frictions.push_back({{VariableId(from.flow), 0},
                         {VariableId(from.effort), 0},
                         place_of(from.mode),
                         place_of(from.share),
                         0,
                         plan_.original.component_name(mode.component)});
  }
  describe_contacts(place_of);
  for (const SystemWhen& from : plan_.system.whens) {
    WhenDescription when{from.initial, {}, actions};
    for (const WhenAction& action : from.actions) {
      ActionDescription description;
      description.kind = static_cast<ActionDescription::Kind>(action.kind);
      description.message = action.message;
      if (action.kind == WhenAction::Kind::assign) {
        description.place = place_of(action.variable);
      } else if (action.kind == WhenAction::Kind::settle) {
        const std::size_t mode = place_of(action.variable);
        const auto friction = std::find_if(frictions.begin(), frictions.end(),
                                           [&](const auto& f) { return f.mode == mode; });
        friction->speed = actions + when.actions.size();
        description.place = static_cast<std::size_t>(friction - frictions.begin());
      } else if (action.kind == WhenAction::Kind::strike ||
                 action.kind == WhenAction::Kind::inject) {
        const std::size_t effort = place_of(action.variable);
        const auto& list = contacts.coordinates;
        description.place = static_cast<std::size_t>(
            std::find_if(list.begin(), list.end(),
                         [&](const ContactCoordinate& c) { return c.effort == effort; }) -
            list.begin());
      } else if (action.kind == WhenAction::Kind::reinit) {
        const AliasTarget& target = plan_.aliases.targets[action.variable];
        std::size_t slot = 0;
        plan_.input_slot(plan_.system.pool->variable(target.root, target.order), slot);
        description.place = slot - layout.states;
        description.sign = target.sign;
      }
      description.source = plan_.original.place_text(action.place);
      if (action.has_variable()) {
        description.path = plan_.original.variables[action.variable].path;
      }
      when.actions.push_back(std::move(description));
    }
    actions += when.actions.size();
    whens.push_back(std::move(when));
  }
}

void PlanMode::describe_contacts(
    const std::function<std::size_t(std::uint32_t discrete)>& place_of) {
  const System& system = plan_.original;
  const auto leaves = [](const std::vector<std::uint32_t>& variables) {
    std::vector<VariableLeaf> result;
    for (const std::uint32_t v : variables) result.push_back({VariableId(v), 0});
    return result;
  };
  const auto told = [&](std::uint32_t report) {
    return report == kNoVariable ? ContactReports::kNone : place_of(report);
  };
  for (const SystemCollider& from : system.colliders) {
    ColliderDescription collider{
        from.shape,       leaves(from.place),  contacts.coordinates.size(),
        contacts.numbers, from.numbers.size(), system.component_name(from.component),
        from.group,       from.partner,        {told(from.active), told(from.normal)}};
    for (std::size_t k = 0; k < from.rates.size(); ++k) {
      contacts.coordinates.push_back({{VariableId(from.rates[k]), 0}, place_of(from.efforts[k])});
    }
    contacts.numbers += from.numbers.size();
    contacts.colliders.push_back(std::move(collider));
  }
  for (const SystemStop& from : system.stops) {
    contacts.stops.push_back({{VariableId(from.gap), 0},
                              contacts.coordinates.size(),
                              contacts.numbers++,
                              system.component_name(from.component),
                              {told(from.active), ContactReports::kNone}});
    contacts.coordinates.push_back({{VariableId(from.rate), 0}, place_of(from.effort)});
  }
  for (const StatedStrike& from : system.strikes) {
    contacts.coordinates.push_back({{VariableId(from.rate), 0}, place_of(from.effort)});
  }
  contacts.rules = system.contact_rules;
}

void PlanMode::describe_invariants() {
  InvariantsDescription& d = invariants;
  const auto& list = plan_.selection.invariants;
  d.top.assign(list.size(), d.kNone);
  d.below.assign(list.size(), d.kNone);
  for (std::size_t k = 0; k < list.size(); ++k) {
    const Invariant& invariant = list[k];
    const std::size_t n = invariant.levels.size();
    if (invariant.declared) {
      InvariantsDescription::Declared declared{{}, d.declared_outputs};
      std::size_t slot = 0;
      for (const Expr& leaf : leaves(invariant.levels[0], [&](const Expr& l) {
             return l.op() == Op::variable && plan_.input_slot(l, slot);
           })) {
        if (!plan_.input_slot(leaf, slot) || slot >= plan_.layout.discretes) continue;
        declared.states.push_back(static_cast<std::uint32_t>(slot - plan_.layout.states));
      }
      d.declared_outputs += 1 + declared.states.size();
      d.declared.push_back(std::move(declared));
      d.levels += n;
      continue;
    }
    const auto& equation = plan_.system.equations[invariant.equation];
    if (n > 2) {
      throw Error(std::string(plan_.system.components[equation.component].path),
                  fmt::format("The constraint '{}' must be differentiated {} times; at most 2 are "
                              "supported.",
                              plan_.system.text(equation), n),
                  "Prescribe the motion by a position or velocity that forces can follow, or model "
                  "the actuator.",
                  plan_.system.place_text(equation.place));
    }
    for (std::size_t j = 0; j < n; ++j) (j + 1 == n ? d.top : d.below)[k] = d.levels++;
    d.constraints = true;
    d.positions = d.positions || n == 2;
    d.multipliers = d.multipliers || equation.reaction != StatedEquation::kNone;
  }
}

/// Velocities are the states whose derivatives feel the corrections; the others are positions.
void PlanMode::find_velocities() {
  if (!invariants.constraints) return;
  std::vector<std::uint32_t> corrections(plan_.selection.invariants.size());
  std::iota(corrections.begin(), corrections.end(), static_cast<std::uint32_t>(layout.corrections));
  usual_->derivatives =
      plan_.program(function_contents(FunctionKind::derivatives, plan_, *this, *columns_).outputs);
  plan_.cut(mark_);
  const auto felt = dependencies(usual_->derivatives, corrections);
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    (felt[i].empty() ? invariants.position_states : invariants.velocity_states).push_back(i);
  }
}

void PlanMode::find_contact_positions() {
  if (!contacts.any()) return;
  std::vector<Expr> places;
  const auto add = [&](const VariableLeaf& leaf) {
    const Expr image = plan_.image(leaf.variable.index(), leaf.order);
    if (plan_.computes(image)) places.push_back(image);
  };
  for (const ColliderDescription& collider : contacts.colliders) {
    for (const VariableLeaf& leaf : collider.place) add(leaf);
  }
  for (const StopDescription& stop : contacts.stops) add(stop.gap);
  std::vector<std::uint32_t> slots(states.size());
  std::iota(slots.begin(), slots.end(), static_cast<std::uint32_t>(layout.states));
  std::vector<bool> used(states.size(), false);
  for (const auto& row : dependencies(plan_.program(places), slots)) {
    for (const std::uint32_t state : row) used[state] = true;
  }
  plan_.cut(mark_);
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    if (used[i]) contacts.positions.push_back(i);
  }
}

/// From which effort changes which state, and from which state enters which rate.
void PlanMode::find_contact_islands() {
  if (!contacts.any()) return;
  const std::size_t n = states.size(), m = contacts.coordinates.size();
  std::vector<Expr> derivatives, rates;
  for (const State& state : plan_.selection.states) derivatives.push_back(state.derivative);
  std::vector<std::uint32_t> efforts, slots(n);
  std::iota(slots.begin(), slots.end(), static_cast<std::uint32_t>(layout.states));
  for (const ContactCoordinate& coordinate : contacts.coordinates) {
    efforts.push_back(static_cast<std::uint32_t>(layout.discretes + coordinate.effort));
    const Expr image = plan_.image(coordinate.rate.variable.index(), coordinate.rate.order);
    rates.push_back(plan_.computes(image) ? image : Expr(0.0));
  }
  const auto by_effort = dependencies(plan_.program(derivatives), efforts);
  const auto by_state = dependencies(plan_.program(rates), slots);
  plan_.cut(mark_);
  UnionFind sets(n + m);  // states, then coordinates
  for (std::size_t i = 0; i < n; ++i) {
    for (const std::uint32_t c : by_effort[i]) sets.join(i, n + c);
  }
  std::vector<bool> moved(m, false);
  for (std::size_t c = 0; c < m; ++c) {
    for (const std::uint32_t i : by_state[c]) {
      if (by_effort[i].empty()) continue;  // a position: no effort changes it at once
      sets.join(i, n + c);
      moved[c] = true;
    }
  }
  std::vector<std::uint32_t> number(n + m, ContactsDescription::kNoIsland);
  const auto island = [&](std::size_t thing) {
    std::uint32_t& found = number[sets.find(thing)];
    if (found == ContactsDescription::kNoIsland) {
      found = static_cast<std::uint32_t>(contacts.islands++);
    }
    return found;
  };
  contacts.island_of_state.assign(n, ContactsDescription::kNoIsland);
  contacts.island_of_coordinate.assign(m, ContactsDescription::kNoIsland);
  for (std::size_t i = 0; i < n; ++i) {
    if (!by_effort[i].empty()) contacts.island_of_state[i] = island(i);
  }
  for (std::size_t c = 0; c < m; ++c) {
    if (moved[c]) contacts.island_of_coordinate[c] = island(n + c);
  }
}

// -- initialization -------------------------------------------------------------------------------

const InitializationDescription& PlanMode::initialization() const {
  std::call_once(initialization_once_, [this] {
    const std::lock_guard guard(*lock_);
    initialization_ = describe_initialization();
    plan_.cut(mark_);
  });
  return initialization_;
}

}  // namespace multibond
