#include "multibond/simulate/compiled_dynamics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "contacts/closed_contacts.h"
#include "delays.h"
#include "integrators/detail.h"
#include "projection.h"
#include "run_functions.h"

namespace multibond {
namespace {

/// A watched pivot below this fraction of its usual size calls for another choice of pivots.
constexpr double kSmallPivot = 1e-3;
/// A choice of pivots that was kept is used again where all of them are above this.
constexpr double kSafePivot = 3e-2;
/// Ratio of the pivots of S = W W' below which the position counts as singular, and above which it
/// is regular beyond doubt: 1e-3 and 1e-2 of W (studies: singular positions).
constexpr double kSingular = 1e-6;
constexpr double kRegular = 1e-4;
/// So many choices of pivots are kept beside the one in use.
constexpr std::size_t kMostAside = 8;

}  // namespace

struct CompiledDynamics::Memory {
  std::vector<double> inputs;
  double jump_time;
  RunFunctions::Memory functions;
  std::vector<RunFunctions::Memory> aside;
  bool near_singular;
  std::size_t wait, next_wait;
};

CompiledDynamics::CompiledDynamics(std::shared_ptr<const CompiledMode> mode)
    : mode_(std::move(mode)),
      size_(mode_->states.size()),
      inputs_(mode_->layout.constants, 0.0),
      projection_(std::make_unique<Projection>(mode_->invariants, mode_->layout)) {
  std::copy(mode_->parameters.begin(), mode_->parameters.end(),
            inputs_.begin() + static_cast<std::ptrdiff_t>(mode_->layout.parameters));
  use(std::make_unique<RunFunctions>(mode_->usual()));
}

CompiledDynamics::~CompiledDynamics() = default;

const Functions& CompiledDynamics::functions() const { return functions_->shared(); }

std::shared_ptr<const Functions> CompiledDynamics::shared_functions() const {
  return functions_->pointer();
}

void CompiledDynamics::use(const std::shared_ptr<const Functions>& functions) {
  if (functions.get() == &functions_->shared()) return;
  const auto known = std::find_if(aside_.begin(), aside_.end(), [&](const auto& kept) {
    return &kept->shared() == functions.get();
  });
  auto chosen =
      known == aside_.end() ? std::make_unique<RunFunctions>(functions) : std::move(*known);
  if (known != aside_.end()) aside_.erase(known);
  aside_.push_back(std::move(functions_));
  use(std::move(chosen));
}

void CompiledDynamics::use(std::unique_ptr<RunFunctions> functions) {
  functions_ = std::move(functions);
  set_constants(*functions_);
  functions_->may_jump.set();  // its solvers remember another place, if any
  const Functions& shared = functions_->shared();
  scratch_.assign(size() + (shared.watches ? 1 : 0) + shared.ranks, 0.0);
  watches_ = shared.watches;
  kept_ = shared.kept;
  ranks_ = shared.ranks;
}

void CompiledDynamics::set_parameters(const std::vector<double>& values) {
  std::copy(values.begin(), values.end(),
            inputs_.begin() + static_cast<std::ptrdiff_t>(mode_->layout.parameters));
  ++parameters_version_;
  functions_->constants_known = false;
  functions_->may_jump.set();
  for (auto& kept : aside_) kept->constants_known = false;
  set_constants(*functions_);
}

/// The constants of a choice of pivots stand at the end of the inputs.
void CompiledDynamics::set_constants(RunFunctions& functions) {
  const std::size_t first = mode_->layout.constants, count = functions.shared().constants;
  seeded_is_known_ = false;
  inputs_.resize(first + count);
  if (count == 0) return;
  if (!functions.constants_known) {
    functions.constants.resize(count);
    functions[FunctionKind::constants].run(inputs_.data(), functions.constants.data());
    functions.constants_known = true;
  }
  std::copy(functions.constants.begin(), functions.constants.end(),
            inputs_.begin() + static_cast<std::ptrdiff_t>(first));
}

void CompiledDynamics::set_free_point(double t, const double* y) {
  inputs_[mode_->layout.time] = t;
  if (size_ > 0) std::memcpy(inputs_.data() + mode_->layout.states, y, size_ * sizeof(double));
  if (!signals_.empty() || delays_ || efforts_act_) set_free_inputs(t);
}

/// Inputs that change between events, with no efforts of contacts.
void CompiledDynamics::set_free_inputs(double t) {
  for (const auto& [slot, signal] : signals_) inputs_[slot] = signal(t);
  if (delays_) delays_->fill(*this, t);
  if (efforts_act_) let_go();
}

/// Contacts exert nothing.
void CompiledDynamics::let_go() {
  for (const ContactCoordinate& coordinate : mode_->contacts.coordinates) {
    inputs_[mode_->layout.discretes + coordinate.effort] = 0;
  }
  efforts_act_ = false;
  if (!contacts_told_) return;
  const auto forget = [&](std::size_t place) {
    if (place != ContactReports::kNone) inputs_[mode_->layout.discretes + place] = 0;
  };
  for (const ColliderDescription& collider : mode_->contacts.colliders) {
    forget(collider.reports.active);
    forget(collider.reports.normal);
  }
  for (const StopDescription& stop : mode_->contacts.stops) forget(stop.reports.active);
  contacts_told_ = false;
}

void CompiledDynamics::set_point(double t, const double* y) {
  set_free_point(t, y);
  if (!has_contacts()) return;
  free_.resize(size());
  if (evaluate(free_.data()) == Evaluation::failed || !exert(free_.data())) return;
  // Equations do not ask for it: it is told where somebody looks, and not in every evaluation.
  contacts_->report(inputs_.data() + mode_->layout.discretes);
  contacts_told_ = true;
}

void CompiledDynamics::attach(ClosedContacts* contacts) {
  contacts_ = contacts;
  efforts_act_ = contacts_told_ = mode_->contacts.any();  // whatever they were, they are found anew
}

bool CompiledDynamics::has_closed_contacts() const { return contacts_->any(); }

void CompiledDynamics::attach(Delays* delays) { delays_ = delays; }

void CompiledDynamics::arrive(double t) {
  if (delays_) delays_->arrive(t);
}

double CompiledDynamics::contact_loss() const {
  return has_contacts() ? contacts_->lost_power() : 0;
}

bool CompiledDynamics::is_driven() const { return !signals_.empty() || delays_ || has_contacts(); }

/// The efforts of closed contacts at a point with these derivatives without them.
bool CompiledDynamics::exert(const double* free) {
  if (!contacts_->exert(*this, free, efforts_)) {
    failure_ = contacts_->failure();
    return false;
  }
  const auto& coordinates = mode_->contacts.coordinates;
  for (std::size_t k = 0; k < coordinates.size(); ++k) {
    inputs_[mode_->layout.discretes + coordinates[k].effort] = efforts_[k];
  }
  efforts_act_ = true;
  return true;
}

std::size_t CompiledDynamics::input_slot(VariableId variable) const {
  const auto place = std::find(mode_->discretes.begin(), mode_->discretes.end(), variable);
  return mode_->layout.discretes + static_cast<std::size_t>(place - mode_->discretes.begin());
}

void CompiledDynamics::set_input(VariableId variable, double value) {
  signals_.erase(input_slot(variable));
  inputs_[input_slot(variable)] = value;
}

void CompiledDynamics::drive(VariableId variable, std::function<double(double)> signal) {
  signals_[input_slot(variable)] = std::move(signal);
}

bool CompiledDynamics::run(FunctionKind kind, double* out) { return run(kind, inputs_, out); }

bool CompiledDynamics::run(FunctionKind kind, const std::vector<double>& inputs, double* out) {
  if (!(*functions_)[kind].run(inputs.data(), out) && !run_anew(kind, inputs, out)) return false;
  functions_->may_jump[static_cast<std::size_t>(kind)] = false;
  return true;
}

/// After a run without an answer: solvers may begin anew where there was a jump.
bool CompiledDynamics::run_anew(FunctionKind kind, const std::vector<double>& inputs, double* out) {
  Runner& runner = (*functions_)[kind];
  const bool jumps = functions_->may_jump[static_cast<std::size_t>(kind)] ||
                     inputs[mode_->layout.time] == jump_time_;
  if (jumps) runner.reset();
  if (jumps && runner.run(inputs.data(), out)) return true;
  failure_ = runner.failure();
  return false;
}

void CompiledDynamics::allow_jumps(double t) {
  jump_time_ = t;
  functions_->may_jump.set();
}

std::vector<double>& CompiledDynamics::inputs_with_seeds(std::size_t seeds) {
  // Parameters are most of the inputs, and seldom change.
  const std::size_t changing = seeded_is_known_ ? mode_->layout.parameters : inputs_.size();
  seeded_.resize(inputs_.size() + seeds);
  std::copy_n(inputs_.begin(), changing, seeded_.begin());
  seeded_is_known_ = true;
  return seeded_;
}

const std::vector<double>& CompiledDynamics::inputs_with_motion(const double* ydot) {
  const std::size_t seeds = inputs_.size(), past = seeds + 1 + size();
  std::vector<double>& point = inputs_with_seeds(1 + size() + mode_->delays.size());
  point[seeds] = 1.0;
  std::copy_n(ydot, size(), point.begin() + static_cast<std::ptrdiff_t>(seeds + 1));
  std::fill(point.begin() + static_cast<std::ptrdiff_t>(past), point.end(), 0.0);
  if (delays_) delays_->slopes(inputs_[mode_->layout.time], point.data() + past);
  return point;
}

std::string CompiledDynamics::explain(const double* ydot) const {
  for (std::size_t i = 0; i < size(); ++i) {
    if (std::isfinite(ydot[i])) continue;
    return fmt::format(
        "The derivative of {} (in {}) is {} there: an equation divides by zero or leaves "
        "the domain of a function.",
        state_name(i), mode_->states[i].component,
        std::isnan(ydot[i]) ? "not a number" : "infinite");
  }
  return {};
}

inline Evaluation CompiledDynamics::run_derivatives(double* ydot) {
  ++evaluations_;
  // Derivatives that come alone are written where they belong: in a large model copies are costly.
  const bool alone = scratch_.size() == size();
  if (!run(FunctionKind::derivatives, inputs_, alone ? ydot : scratch_.data())) {
    return Evaluation::failed;
  }
  if (!alone) std::copy_n(scratch_.begin(), size(), ydot);
  return Evaluation::regular;
}

// -- choices of pivots ----------------------------------------------------------------------------

/// Functions whose pivots suit a point; those in use are put aside. Throws Error if there are none,
/// and then goes on with what was in use.
void CompiledDynamics::choose(PivotStrategy strategy, const std::vector<double>& inputs) {
  auto chosen = std::make_unique<RunFunctions>(mode_->choose(strategy, inputs));
  if (aside_.size() == kMostAside) aside_.erase(aside_.begin());
  aside_.push_back(std::move(functions_));
  use(std::move(chosen));
}

/// Goes on with a choice of pivots that was made before and suits the present point: the one whose
/// smallest pivot is largest. False if there is none.
bool CompiledDynamics::use_known(bool kept) {
  std::size_t best = aside_.size();
  double best_pivot = kept ? kSmallPivot : kSafePivot;
  const bool seeded_is_known = seeded_is_known_;
  for (std::size_t k = 0; k < aside_.size(); ++k) {
    RunFunctions& other = *aside_[k];
    const Functions& shared = other.shared();
    if (shared.kept != kept) continue;
    set_constants(other);
    known_.resize(size() + 1 + shared.ranks);
    if (!other[FunctionKind::derivatives].run(inputs_.data(), known_.data())) continue;
    const double pivot = shared.watches ? known_[size()] : 1.0;
    if (!(pivot > best_pivot)) continue;
    best_pivot = pivot;
    best = k;
  }
  if (best == aside_.size()) {
    set_constants(*functions_);
    seeded_is_known_ = seeded_is_known;
    return false;
  }
  std::unique_ptr<RunFunctions> chosen = std::move(aside_[best]);
  aside_.erase(aside_.begin() + static_cast<std::ptrdiff_t>(best));
  aside_.push_back(std::move(functions_));
  use(std::move(chosen));
  return true;
}

/// Whether the derivatives just computed come from a pivot that is too small.
inline bool CompiledDynamics::has_small_pivot() const {
  return watches_ && !(scratch_[size_] > kSmallPivot);
}

bool CompiledDynamics::suits() {
  if (!watches_) return true;
  return run(FunctionKind::derivatives, scratch_.data()) && !has_small_pivot();
}

/// How regular the position is at which derivatives were just computed.
double CompiledDynamics::regularity() const {
  double smallest = 1;
  const std::size_t first = size() + (watches_ ? 1 : 0);
  for (std::size_t k = 0; k < ranks_; ++k) {
    smallest = std::min(smallest, scratch_[first + k]);
  }
  return smallest;
}

/// Answers a small pivot at the present point.
void CompiledDynamics::adapt() {
  ++pivot_changes_;
  wait_ = 0;
  next_wait_ = 1;
  if (!mode_->invariants.multipliers) {
    if (!use_known(false)) choose(PivotStrategy::regular, inputs_);
    return;
  }
  if (kept_) {
    choose(PivotStrategy::kept, inputs_);
  } else if (!use_known(true)) {
    choose(PivotStrategy::kept, {});
  }
}

void CompiledDynamics::repivot() {
  ++pivot_changes_;
  choose(PivotStrategy::regular, inputs_);
}

/// Between steps: from the functions that suit all positions back to the usual ones, which are
/// faster, if they suit.
void CompiledDynamics::go_back() {
  if (kept_ && !near_singular_) use_known(false);
}

/// The same between evaluations. An event may be at the very position that the usual functions do
/// not suit, and the step that leads away from it is long: it does not take all its evaluations
/// from the solver. Trying costs an evaluation, so it is done ever more seldom until the step is
/// over.
void CompiledDynamics::go_back_now_and_then() {
  if (near_singular_) return;
  if (wait_ > 0) {
    --wait_;
    return;
  }
  if (use_known(false)) return;
  wait_ = next_wait_;
  next_wait_ *= 2;
}

/// Derivatives where loops are left to a solver. Near a singular position velocities are projected
/// before they enter forces and constraints, so that stage errors are not amplified (studies:
/// singular positions, measure 3).
Evaluation CompiledDynamics::run_and_rank(double* ydot) {
  if (run_derivatives(ydot) == Evaluation::failed) return Evaluation::failed;
  if (has_small_pivot()) return Evaluation::regular;
  const double regular = regularity();
  if (regular > kRegular) {
    near_singular_ = false;
    return Evaluation::regular;
  }
  singular_passages_ += near_singular_ ? 0 : 1;
  near_singular_ = true;
  saved_inputs_ = inputs_;
  const bool projected = projection_->project_velocities(*this);
  const Evaluation outcome = projected ? run_derivatives(ydot) : Evaluation::failed;
  // Positions move with the velocities that were given.
  inputs_.swap(saved_inputs_);
  if (outcome == Evaluation::failed) return outcome;
  return regular < kSingular ? Evaluation::singular : Evaluation::regular;
}

/// Names the first state without a value.
Evaluation CompiledDynamics::lost_state(const double* y) {
  std::size_t i = 0;
  while (std::isfinite(y[i])) ++i;
  failure_ = fmt::format("{} is not a finite number.", state_name(i));
  return Evaluation::failed;
}

Evaluation CompiledDynamics::derivatives(double t, const double* y, double* ydot) {
  if (!all_finite(y, size())) return lost_state(y);
  set_free_point(t, y);
  const Evaluation outcome = evaluate(ydot);
  if (outcome == Evaluation::failed || !has_contacts()) return outcome;
  if (!exert(ydot)) return Evaluation::failed;
  const Evaluation with_contacts = evaluate(ydot);
  if (with_contacts != Evaluation::failed) contacts_->still(ydot, size());
  return with_contacts;
}

Evaluation CompiledDynamics::free_derivatives(double t, const double* y, double* ydot) {
  set_free_point(t, y);
  return evaluate(ydot);
}

/// Derivatives by the choice of pivots that suits the present point.
inline Evaluation CompiledDynamics::run_and_watch(double* ydot) {
  if (kept_) go_back_now_and_then();
  const Evaluation outcome = ranks_ > 0 ? run_and_rank(ydot) : run_derivatives(ydot);
  if (outcome == Evaluation::failed || !has_small_pivot()) return outcome;
  adapt();
  return ranks_ > 0 ? run_and_rank(ydot) : run_derivatives(ydot);
}

/// Derivatives at the present point.
Evaluation CompiledDynamics::evaluate(double* ydot) {
  Evaluation outcome = Evaluation::regular;
  try {
    outcome = run_and_watch(ydot);
  } catch (const Error& error) {
    failure_ = fact(error.diagnostics().front());
    return Evaluation::failed;
  }
  if (outcome == Evaluation::failed) return outcome;
  if (!all_finite(ydot, size())) {
    failure_ = explain(ydot);
    return Evaluation::failed;
  }
  return outcome;
}

bool CompiledDynamics::run_outputs(std::vector<double>& row) {
  const std::size_t columns = row.size();
  const auto run_once = [&] {
    row.resize(columns + (watches_ ? 1 : 0));
    return run(FunctionKind::outputs, row.data());
  };
  bool solved = run_once();
  if (solved && watches_ && !(row.back() > kSmallPivot)) {
    try {
      adapt();
    } catch (const Error& error) {
      failure_ = fact(error.diagnostics().front());
      solved = false;
    }
    solved = solved && run_once();
  }
  row.resize(columns);
  return solved;
}

// -- Jacobian -------------------------------------------------------------------------------------

/// Contacts couple what nothing else does, and change from event to event.
const SparsePattern& CompiledDynamics::jacobian_pattern() {
  if (!contacts_) return functions().jacobian_pattern().pattern;
  if (dense_pattern_.start.empty()) {
    const auto n = static_cast<std::int32_t>(size());
    dense_pattern_.rows = size();
    for (std::int32_t c = 0; c < n; ++c) {
      dense_pattern_.start.push_back(c * n);
      for (std::int32_t r = 0; r < n; ++r) dense_pattern_.row.push_back(r);
    }
    dense_pattern_.start.push_back(n * n);
  }
  return dense_pattern_;
}

/// By differences: the forces of contacts are found by a solver that has no derivative.
Evaluation CompiledDynamics::contact_jacobian(double t, const double* y, double* values) {
  const std::size_t n = size();
  std::vector<double> moved(y, y + n), before(n), after(n), scale(n);
  error_scale(y, scale.data());
  for (std::size_t c = 0; c < n; ++c) {
    const double step = 6e-6 * scale[c];  // cube root of the rounding error
    moved[c] = y[c] + step;
    if (derivatives(t, moved.data(), after.data()) == Evaluation::failed) return Evaluation::failed;
    moved[c] = y[c] - step;
    if (derivatives(t, moved.data(), before.data()) == Evaluation::failed) {
      return Evaluation::failed;
    }
    moved[c] = y[c];
    for (std::size_t r = 0; r < n; ++r) values[c * n + r] = (after[r] - before[r]) / (2 * step);
  }
  return Evaluation::regular;
}

Evaluation CompiledDynamics::jacobian(double t, const double* y, double* values) {
  if (contacts_) return contact_jacobian(t, y, values);
  set_point(t, y);
  const ColouredPattern& coloured = functions().jacobian_pattern();
  const SparsePattern& pattern = coloured.pattern;
  std::vector<double>& point = inputs_with_seeds(size());
  direction_.resize(size());
  for (std::uint32_t colour = 0; colour < coloured.colours; ++colour) {
    for (std::size_t c = 0; c < size(); ++c) {
      point[inputs_.size() + c] = coloured.colour[c] == colour ? 1 : 0;
    }
    if (!run(FunctionKind::jacobian, point, direction_.data())) return Evaluation::failed;
    for (std::size_t c = 0; c < size(); ++c) {
      if (coloured.colour[c] != colour) continue;
      for (std::int32_t k = pattern.start[c]; k < pattern.start[c + 1]; ++k) {
        values[k] = direction_[static_cast<std::size_t>(pattern.row[static_cast<std::size_t>(k)])];
        if (!std::isfinite(values[k])) {
          failure_ = fmt::format("The slope of the derivative of {} is not finite there.",
                                 state_name(static_cast<std::size_t>(pattern.row[k])));
          return Evaluation::failed;
        }
      }
    }
  }
  return Evaluation::regular;
}

void CompiledDynamics::error_scale(const double* y, double* scale) const {
  for (std::size_t i = 0; i < size(); ++i) {
    const StateDescription& state = mode_->states[i];
    // An angle that grows without bound is no less precise for it.
    scale[i] =
        state.nominal + (state.angle ? std::min(std::abs(y[i]), state.nominal) : std::abs(y[i]));
  }
}

// -- invariants -----------------------------------------------------------------------------------

/// Methods settle how they treat invariants before the run: what may close later counts too.
std::size_t CompiledDynamics::invariants() const {
  const ContactsDescription& contacts = mode_->contacts;
  return projects_ ? mode_->invariants.levels + contacts.colliders.size() + contacts.stops.size()
                   : 0;
}

Evaluation CompiledDynamics::project(double t, double* y) {
  if (!projects_ || (mode_->invariants.levels == 0 && !has_contacts())) return Evaluation::regular;
  set_free_point(t, y);
  Evaluation outcome = projection_->project(*this);
  // Answers to contacts move along the other constraints, so that these stay closed.
  if (outcome != Evaluation::failed && has_contacts() && !contacts_->project(*this)) {
    outcome = Evaluation::failed;
  }
  if (outcome == Evaluation::failed) {
    failure_ = "The constraints cannot be closed there.";
    return outcome;
  }
  std::copy_n(inputs_.begin() + static_cast<std::ptrdiff_t>(mode_->layout.states), size(), y);
  go_back();
  return outcome;
}

double CompiledDynamics::largest_residual() const { return projection_->largest_residual(); }

double CompiledDynamics::residual(double t, const double* y) {
  set_point(t, y);
  return projection_->residual(*this);
}

// -- indicators -----------------------------------------------------------------------------------

Evaluation CompiledDynamics::evaluate_indicators(double t, const double* y, double* g) {
  if (state_conditions().empty()) return Evaluation::regular;
  set_point(t, y);
  if (!run(FunctionKind::state_indicators, g)) return Evaluation::failed;
  return check_indicators(g, "value");
}

/// Names the condition whose indicator, or its rate, is not a finite number.
Evaluation CompiledDynamics::check_indicators(const double* values, std::string_view what) {
  for (std::size_t i = 0; i < state_conditions().size(); ++i) {
    if (std::isfinite(values[i])) continue;
    const ConditionDescription& condition = mode_->conditions[state_conditions()[i]];
    failure_ = fmt::format("The condition {} of {} has no finite {} there.", condition.text,
                           condition.component, what);
    return Evaluation::failed;
  }
  return Evaluation::regular;
}

Evaluation CompiledDynamics::indicator_rates(double t, const double* y, const double* ydot,
                                             double* rates) {
  if (state_conditions().empty()) return Evaluation::regular;
  values_.resize(state_conditions().size());
  if (evaluate_indicators(t, y, values_.data()) == Evaluation::failed) return Evaluation::failed;
  if (!run(FunctionKind::state_indicator_rates, inputs_with_motion(ydot), rates))
    return Evaluation::failed;
  return check_indicators(rates, "rate");
}

// -- memory ---------------------------------------------------------------------------------------

std::shared_ptr<const CompiledDynamics::Memory> CompiledDynamics::save() const {
  auto memory = std::make_shared<Memory>();
  memory->inputs = inputs_;
  memory->jump_time = jump_time_;
  memory->functions = functions_->save();
  for (const auto& other : aside_) memory->aside.push_back(other->save());
  memory->near_singular = near_singular_;
  memory->wait = wait_;
  memory->next_wait = next_wait_;
  return memory;
}

void CompiledDynamics::restore(const Memory& memory) {
  inputs_ = memory.inputs;
  efforts_act_ = contacts_told_ = mode_->contacts.any();
  seeded_is_known_ = false;
  aside_.clear();
  for (const RunFunctions::Memory& other : memory.aside) {
    aside_.push_back(std::make_unique<RunFunctions>(other));
  }
  near_singular_ = memory.near_singular;
  wait_ = memory.wait;
  next_wait_ = memory.next_wait;
  use(std::make_unique<RunFunctions>(memory.functions));
  functions_->may_jump = memory.functions.may_jump;
  jump_time_ = memory.jump_time;
}

}  // namespace multibond
