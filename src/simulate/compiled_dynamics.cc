#include "multibond/simulate/compiled_dynamics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "integrators_detail.h"
#include "kept_programs.h"

namespace multibond {
namespace {

/// A watched pivot below this fraction of its usual size calls for another choice of pivots.
constexpr double kSmallPivot = 1e-3;
/// A choice of pivots that was kept is used again where all of them are above this.
constexpr double kSafePivot = 3e-2;
/// Ratio of singular values of S = W W' below which the position counts as singular, and above
/// which it is regular again: 1e-3 and 3e-3 of W (studies: singular positions).
constexpr double kSingular = 1e-6;
constexpr double kRegular = 1e-5;

}  // namespace

/// What belongs to one choice of pivots.
struct CompiledDynamics::Functions {
  BlockStrategy strategy = BlockStrategy::regular;
  std::size_t revision = 0;
  std::unique_ptr<Runner> derivatives;  ///< derivatives, then watch, then rank ratios
  std::unique_ptr<Runner> jacobian;     ///< directional derivative of the derivatives
  std::unique_ptr<Runner> indicators;
  std::unique_ptr<Runner> indicator_rates;
  std::unique_ptr<Projection> projection;
  bool watches = false;
  std::size_t ranks = 0;
  std::vector<double> constants;  ///< values of the expressions of parameters
  SparsePattern pattern;          ///< of the Jacobian, with groups of columns
  std::vector<std::uint32_t> colour;
  std::uint32_t colours = 0;
  Plan::Pivots pivots;  ///< while another choice is in use

  bool singular() const { return strategy == BlockStrategy::singular; }
};

CompiledDynamics::CompiledDynamics(Plan plan, Backend backend)
    : plan_(std::move(plan)), backend_(backend) {
  inputs_ = plan_.make_inputs();
  for (std::size_t c = 0; c < plan_.conditions.size(); ++c) {
    if (plan_.conditions[c].kind == ConditionKind::state) state_conditions_.push_back(c);
  }
  for (const Invariant& invariant : plan_.selection.invariants) {
    if (invariant.declared) continue;
    const std::uint32_t reaction = plan_.system.equations[invariant.equation].reaction;
    has_multipliers_ = has_multipliers_ || reaction != StatedEquation::kNone;
  }
  // Sizes that count as one: those declared for the variable the state stands for.
  nominal_.assign(size(), 1.0);
  angle_.assign(size(), false);
  NodeMap state_of_leaf;
  for (std::uint32_t i = 0; i < size(); ++i) {
    state_of_leaf.insert(plan_.selection.states[i].leaf.id(), i);
  }
  for (std::uint32_t v = 0; v < plan_.original.variables.size(); ++v) {
    const AliasTarget& target = plan_.aliases.targets[v];
    if (target.constant) continue;
    const Expr leaf = plan_.system.pool->variable(target.root, target.order);
    const std::uint32_t i = state_of_leaf.find(leaf.id());
    if (i == NodeMap::kMissing) continue;
    const SystemVariable& variable = plan_.original.variables[v];
    if (variable.nominal != 1) nominal_[i] = variable.nominal;
    if (variable.unit == "rad" || variable.unit == "deg") angle_[i] = true;
  }
  usual_pivots_ = plan_.blocks.watched;
  build_functions(BlockStrategy::regular);
}

CompiledDynamics::~CompiledDynamics() = default;

std::unique_ptr<Runner> CompiledDynamics::make(const std::vector<Expr>& outputs) const {
  return std::make_unique<Runner>(plan_.program(outputs), backend_);
}

/// The functions of the pivots in use.
void CompiledDynamics::build_functions(BlockStrategy strategy) {
  functions_ = std::make_unique<Functions>();
  functions_->strategy = strategy;
  functions_->revision = revision_ = ++revisions_;
  const std::vector<double> inputs = plan_.make_inputs();
  functions_->constants.assign(inputs.begin() + static_cast<std::ptrdiff_t>(plan_.layout.constants),
                               inputs.end());
  set_constants();

  std::vector<Expr> outputs;
  for (const State& state : plan_.selection.states) outputs.push_back(state.derivative);
  if (!plan_.blocks.watched.empty()) {
    functions_->watches = true;
    Expr smallest = 1e300;
    for (const WatchedPivot& pivot : plan_.blocks.watched) {
      const Expr relative = abs(pivot.value) * (1.0 / pivot.scale);
      smallest = smallest.is_number() ? relative : min(smallest, relative);
    }
    outputs.push_back(smallest);
  }
  functions_->ranks = plan_.blocks.rank_flags.size();
  for (const Expr& flag : plan_.blocks.rank_flags) outputs.push_back(flag);
  functions_->derivatives = make(outputs);
  functions_->projection = std::make_unique<Projection>(plan_, backend_);
  scratch_.assign(outputs.size(), 0.0);
}

/// The constants of a choice of pivots stand at the end of the inputs.
void CompiledDynamics::set_constants() {
  inputs_.resize(plan_.layout.constants);
  inputs_.insert(inputs_.end(), functions_->constants.begin(), functions_->constants.end());
}

void CompiledDynamics::set_point(double t, const double* y) {
  inputs_[plan_.layout.time] = t;
  if (size() > 0) std::memcpy(inputs_.data() + plan_.layout.states, y, size() * sizeof(double));
}

std::string CompiledDynamics::explain(const double* ydot) const {
  for (std::size_t i = 0; i < size(); ++i) {
    if (std::isfinite(ydot[i])) continue;
    const Expr leaf = plan_.selection.states[i].leaf;
    const SystemVariable& variable = plan_.system.variables[leaf.index()];
    return fmt::format(
        "The derivative of {} (in {}) is {} there: an equation divides by zero or leaves "
        "the domain of a function.",
        state_name(i), plan_.system.component_name(variable.component),
        std::isnan(ydot[i]) ? "not a number" : "infinite");
  }
  return {};
}

Evaluation CompiledDynamics::run_derivatives(double* ydot) {
  ++evaluations_;
  // Derivatives that come alone are written where they belong: in a large model copies are dear.
  const bool alone = scratch_.size() == size();
  if (!functions_->derivatives->run(inputs_.data(), alone ? ydot : scratch_.data())) {
    failure_ = fmt::format("There is no solution of {} there.", functions_->derivatives->failure());
    return Evaluation::failed;
  }
  if (!alone) std::copy_n(scratch_.begin(), size(), ydot);
  return Evaluation::regular;
}

// -- choices of pivots ----------------------------------------------------------------------------

/// Pivots chosen at the present point, and functions for them; those in use are kept. Throws Error
/// if there are none, and then goes on with what was in use.
void CompiledDynamics::choose(BlockStrategy strategy) {
  const InputLayout layout = plan_.layout;
  plan_.exchange_pivots(functions_->pivots);
  plan_.layout = layout;
  try {
    plan_.choose_pivots(strategy, inputs_);
  } catch (...) {
    plan_.exchange_pivots(functions_->pivots);
    throw;
  }
  if (kept_.size() == KeptPrograms::kMost) kept_.erase(kept_.begin());
  kept_.push_back(std::move(functions_));
  build_functions(strategy);
}

/// Goes back to a choice of pivots that was made before and suits the present point: the one whose
/// smallest pivot is largest. False if there is none.
bool CompiledDynamics::use_kept(bool singular) {
  std::size_t best = kept_.size();
  double best_pivot = singular ? kSmallPivot : kSafePivot;
  for (std::size_t k = 0; k < kept_.size(); ++k) {
    Functions& other = *kept_[k];
    if (other.singular() != singular) continue;
    std::vector<double> point(
        inputs_.begin(), inputs_.begin() + static_cast<std::ptrdiff_t>(plan_.layout.constants));
    point.insert(point.end(), other.constants.begin(), other.constants.end());
    std::vector<double> values(size() + 1 + other.ranks);
    if (!other.derivatives->run(point.data(), values.data())) continue;
    const double pivot = other.watches ? values[size()] : 1.0;
    if (!(pivot > best_pivot)) continue;
    best_pivot = pivot;
    best = k;
  }
  if (best == kept_.size()) return false;
  plan_.exchange_pivots(functions_->pivots);
  std::swap(functions_, kept_[best]);
  plan_.exchange_pivots(functions_->pivots);
  std::rotate(kept_.begin() + static_cast<std::ptrdiff_t>(best),
              kept_.begin() + static_cast<std::ptrdiff_t>(best) + 1, kept_.end());
  revision_ = functions_->revision;
  set_constants();
  scratch_.assign(size() + (functions_->watches ? 1 : 0) + functions_->ranks, 0.0);
  return true;
}

/// Answers a small pivot at the present point.
void CompiledDynamics::adapt() {
  ++pivot_changes_;
  singular_passages_ += has_multipliers_ ? 1 : 0;
  if (use_kept(has_multipliers_)) return;
  choose(has_multipliers_ ? BlockStrategy::singular : BlockStrategy::repivot);
}

/// Near a singular position: velocities are projected before they enter forces and constraints, so
/// that stage errors are not amplified (studies: singular positions, measure 3).
Evaluation CompiledDynamics::run_singular(double* ydot) {
  const std::vector<double> kept = inputs_;
  if (!functions_->projection->project_velocities(inputs_)) {
    inputs_ = kept;
    return Evaluation::failed;
  }
  const Evaluation outcome = run_derivatives(ydot);
  // Positions move with the velocities that were given.
  inputs_ = kept;
  if (outcome == Evaluation::failed) return outcome;
  const auto suits = [&] { return !functions_->watches || scratch_[size()] > kSmallPivot; };
  if (!suits()) {
    // The pivots were chosen in a singular position far from here: back to usual ones, or, in
    // another singular position, to new ones.
    if (!use_kept(false)) choose(BlockStrategy::repivot);
    const Evaluation usual = run_derivatives(ydot);
    if (usual == Evaluation::failed || suits()) return usual;
    choose(BlockStrategy::singular);
    return run_singular(ydot);
  }
  double smallest = 1;
  const std::size_t first = size() + (functions_->watches ? 1 : 0);
  for (std::size_t k = 0; k < functions_->ranks; ++k)
    smallest = std::min(smallest, scratch_[first + k]);
  if (smallest > kRegular && !use_kept(false)) choose(BlockStrategy::repivot);
  return smallest < kSingular ? Evaluation::singular : Evaluation::regular;
}

Evaluation CompiledDynamics::derivatives(double t, const double* y, double* ydot) {
  if (!all_finite(y, size())) {
    failure_ = "A state is not a finite number.";
    return Evaluation::failed;
  }
  set_point(t, y);
  Evaluation outcome = Evaluation::regular;
  try {
    const auto run = [&] {
      return functions_->singular() ? run_singular(ydot) : run_derivatives(ydot);
    };
    const bool watches = !functions_->singular() && functions_->watches;
    outcome = run();
    if (outcome != Evaluation::failed && watches && !(scratch_[size()] > kSmallPivot)) {
      adapt();
      outcome = run();
    }
  } catch (const Error& error) {
    failure_ = error.diagnostics().front().text;
    return Evaluation::failed;
  }
  if (outcome == Evaluation::failed) return outcome;
  if (!all_finite(ydot, size())) {
    failure_ = explain(ydot);
    return Evaluation::failed;
  }
  return outcome;
}

const SparsePattern& CompiledDynamics::jacobian_pattern() {
  if (functions_->jacobian) return functions_->pattern;
  std::vector<Expr> outputs;
  std::vector<std::uint32_t> active;
  for (std::uint32_t i = 0; i < size(); ++i) {
    outputs.push_back(plan_.selection.states[i].derivative);
    active.push_back(static_cast<std::uint32_t>(plan_.layout.states) + i);
  }
  const Program program = plan_.program(outputs);
  const auto rows = dependencies(program, active);
  functions_->jacobian = std::make_unique<Runner>(tangent(program, active), backend_);

  // Columns of the pattern, and groups of columns that share no row (Curtis, Powell, Reid 1974):
  // one directional derivative serves a whole group.
  std::vector<std::vector<std::int32_t>> columns(size());
  for (std::uint32_t r = 0; r < rows.size(); ++r) {
    for (std::uint32_t c : rows[r]) columns[c].push_back(static_cast<std::int32_t>(r));
  }
  SparsePattern& pattern = functions_->pattern;
  std::vector<std::uint32_t>& colour_of = functions_->colour;
  std::uint32_t& colours = functions_->colours;
  pattern.rows = size();
  pattern.start.push_back(0);
  for (const auto& column : columns) {
    pattern.row.insert(pattern.row.end(), column.begin(), column.end());
    pattern.start.push_back(static_cast<std::int32_t>(pattern.row.size()));
  }
  constexpr std::uint32_t kNoColour = ~0u;
  colour_of.assign(size(), kNoColour);
  colours = 0;
  std::vector<std::uint32_t> taken;  // by colour: last column that excluded it
  for (std::uint32_t c = 0; c < columns.size(); ++c) {
    for (std::int32_t r : columns[c]) {
      for (std::uint32_t other : rows[static_cast<std::size_t>(r)]) {
        if (colour_of[other] != kNoColour) taken[colour_of[other]] = c;
      }
    }
    std::uint32_t colour = 0;
    while (colour < colours && taken[colour] == c) ++colour;
    if (colour == colours) {
      ++colours;
      taken.push_back(kNoColour);
    }
    colour_of[c] = colour;
  }
  return pattern;
}

Evaluation CompiledDynamics::jacobian(double t, const double* y, double* values) {
  set_point(t, y);
  const SparsePattern& pattern = jacobian_pattern();
  std::vector<double> point = inputs_;
  point.resize(inputs_.size() + size());
  std::vector<double> direction(size());
  for (std::uint32_t colour = 0; colour < functions_->colours; ++colour) {
    for (std::size_t c = 0; c < size(); ++c)
      point[inputs_.size() + c] = functions_->colour[c] == colour ? 1 : 0;
    if (!functions_->jacobian->run(point.data(), direction.data())) return Evaluation::failed;
    for (std::size_t c = 0; c < size(); ++c) {
      if (functions_->colour[c] != colour) continue;
      for (std::int32_t k = pattern.start[c]; k < pattern.start[c + 1]; ++k) {
        values[k] = direction[static_cast<std::size_t>(pattern.row[static_cast<std::size_t>(k)])];
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
    // An angle that grows without bound is no less precise for it.
    const double size_of = angle_[i] ? std::min(std::abs(y[i]), nominal_[i]) : std::abs(y[i]);
    scale[i] = nominal_[i] + size_of;
  }
}

std::size_t CompiledDynamics::invariants() const {
  return projects_ ? functions_->projection->count() : 0;
}

Evaluation CompiledDynamics::project(double t, double* y) {
  if (!projects_ || functions_->projection->empty()) return Evaluation::regular;
  set_point(t, y);
  const Evaluation outcome = functions_->projection->project(inputs_);
  if (outcome == Evaluation::failed) {
    failure_ = "The constraints cannot be closed there.";
    return outcome;
  }
  std::copy_n(inputs_.begin() + static_cast<std::ptrdiff_t>(plan_.layout.states), size(), y);
  return outcome;
}

double CompiledDynamics::residual(double t, const double* y) {
  set_point(t, y);
  return functions_->projection->residual(inputs_);
}

Evaluation CompiledDynamics::evaluate_indicators(double t, const double* y, double* g) {
  if (state_conditions_.empty()) return Evaluation::regular;
  if (!functions_->indicators) {
    std::vector<Expr> outputs;
    for (std::size_t c : state_conditions_) outputs.push_back(plan_.conditions[c].indicator);
    const Program program = plan_.program(outputs);
    std::vector<std::uint32_t> active{static_cast<std::uint32_t>(plan_.layout.time)};
    for (std::uint32_t i = 0; i < size(); ++i) {
      active.push_back(static_cast<std::uint32_t>(plan_.layout.states) + i);
    }
    const auto by_time = dependencies(program, {static_cast<std::uint32_t>(plan_.layout.time)});
    indicator_uses_time_.clear();
    for (const auto& row : by_time) indicator_uses_time_.push_back(!row.empty());
    functions_->indicator_rates = std::make_unique<Runner>(tangent(program, active), backend_);
    functions_->indicators = std::make_unique<Runner>(program, backend_);
  }
  set_point(t, y);
  if (!functions_->indicators->run(inputs_.data(), g) || !all_finite(g, state_conditions_.size())) {
    failure_ = "A condition has no value there.";
    return Evaluation::failed;
  }
  return Evaluation::regular;
}

Evaluation CompiledDynamics::indicator_rates(double t, const double* y, const double* ydot,
                                             double* rates) {
  if (state_conditions_.empty()) return Evaluation::regular;
  std::vector<double> values(state_conditions_.size());
  if (evaluate_indicators(t, y, values.data()) == Evaluation::failed) return Evaluation::failed;
  std::vector<double> point = inputs_;
  point.push_back(1.0);
  point.insert(point.end(), ydot, ydot + size());
  const bool good = functions_->indicator_rates->run(point.data(), rates) &&
                    all_finite(rates, state_conditions_.size());
  return good ? Evaluation::regular : Evaluation::failed;
}

}  // namespace multibond
