#include "recorded_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "multibond/base/text.h"

namespace multibond {
namespace {

using Parameters = std::shared_ptr<const std::vector<double>>;

/// What changes in a run: corrections are zero.
std::size_t width_of_row(const InputLayout& layout) { return layout.corrections; }

std::span<const double> parameters_of(const CompiledDynamics& dynamics) {
  const InputLayout& layout = dynamics.mode().layout;
  return std::span(dynamics.inputs())
      .subspan(layout.parameters, layout.constants - layout.parameters);
}

/// Values of all parameters, dependent ones included.
std::vector<double> parameter_values(const ModelDescription& description,
                                     CompiledDynamics& dynamics) {
  const std::span<const double> given = parameters_of(dynamics);
  std::vector<double> values(given.begin(), given.end()), dependents(given.size());
  const auto dependent = [&](std::size_t p) {
    return description.parameters[p].kind == ParameterDescription::Kind::dependent;
  };
  bool any = false;
  for (std::size_t p = 0; p < values.size(); ++p) any = any || dependent(p);
  if (any) dynamics.run(FunctionKind::dependents, dependents.data());
  for (std::size_t p = 0, k = 0; p < values.size(); ++p) {
    if (dependent(p)) values[p] = dependents[k++];
  }
  return values;
}

const Signal kTime{"time", "s", "time", false, 0, 1};

Signal signal_of(const VariableDescription& v) {
  return {std::string(v.path),
          std::string(v.unit),
          std::string(v.description),
          v.constant,
          v.column + (v.constant ? 0 : 1),
          v.constant ? 1 : v.sign};
}

/// Variables at the present point. Rows are farther apart than steps: where following a solution
/// from the row before fails, it is sought anew.
bool solve(CompiledDynamics& dynamics, double t, std::vector<double>& row) {
  if (dynamics.run_outputs(row)) return true;
  dynamics.allow_jumps(t);
  return dynamics.run_outputs(row);
}

}  // namespace

RecordedRun::RecordedRun(std::shared_ptr<const CompiledModel> model,
                         const CompiledDynamics& dynamics, std::size_t expected_rows)
    : model_(std::move(model)),
      projects_(dynamics.projects()),
      parameters_version_(dynamics.parameters_version()) {
  stretches_.push_back(begin_stretch(dynamics, nullptr));
  constexpr std::size_t kMostReserved = 1 << 20;  // numbers: a run may end early
  const std::size_t width = width_of_row(stretches_.front().mode->layout);
  const std::size_t rows = std::min(expected_rows, kMostReserved / width + 1);
  stretches_.front().inputs.reserve(rows * width);
  times_.reserve(rows);
}

RecordedRun::Stretch RecordedRun::begin_stretch(const CompiledDynamics& dynamics,
                                                Parameters known) const {
  const std::span<const double> values = parameters_of(dynamics);
  if (!known || !std::equal(values.begin(), values.end(), known->begin(), known->end())) {
    known = std::make_shared<const std::vector<double>>(values.begin(), values.end());
  }
  return {dynamics.shared_mode(), dynamics.shared_functions(), std::move(known), 0, {}};
}

void RecordedRun::append(const CompiledDynamics& dynamics, std::span<const double> times,
                         const double* states) {
  Stretch* last = &stretches_.back();
  if (last->mode.get() != &dynamics.mode() || last->functions.get() != &dynamics.functions() ||
      parameters_version_ != dynamics.parameters_version()) {
    parameters_version_ = dynamics.parameters_version();
    stretches_.push_back(begin_stretch(dynamics, last->parameters));
    last = &stretches_.back();
  }
  const InputLayout& layout = last->mode->layout;
  // The layout of the inputs: time, states, and what stays as it is between events.
  const double* const others = dynamics.inputs().data() + layout.discretes;
  const std::size_t size = dynamics.size(), other = width_of_row(layout) - layout.discretes;
  std::vector<double>& inputs = last->inputs;
  for (const double t : times) {
    inputs.push_back(t);
    inputs.insert(inputs.end(), states, states + size);
    if (other > 0) inputs.insert(inputs.end(), others, others + other);
    states += size;
  }
  last->rows += times.size();
  times_.insert(times_.end(), times.begin(), times.end());
}

/// Computes rows, best in their order: solvers follow their solutions from one to the next.
class RecordedRun::RowFunction {
 public:
  explicit RowFunction(const RecordedRun& run)
      : run_(run), row_(run.model_->description().columns) {}

  /// The next row does not come after the latest.
  void jump() { last_time_.reset(); }

  /// The columns of a row of the stretch, the time left out.
  const std::vector<double>& operator()(const Stretch& stretch, std::size_t r) {
    CompiledDynamics& dynamics = enter(stretch);
    const InputLayout& layout = stretch.mode->layout;
    const double* inputs = stretch.inputs.data() + r * width_of_row(layout);
    std::copy_n(inputs, width_of_row(layout), dynamics.inputs().begin());
    const double t = inputs[layout.time];
    // The rows before and after an event have the same time.
    if (!last_time_ || t == *last_time_) dynamics.allow_jumps(t);
    last_time_ = t;
    // Between steps the solution is interpolated: states are moved onto the invariants.
    if (dynamics.invariants() > 0) {
      const double* const states = inputs + layout.states;
      state_.assign(states, states + dynamics.size());
      if (dynamics.project(t, state_.data()) == Evaluation::failed) {
        state_.assign(states, states + dynamics.size());
      }
      dynamics.set_point(t, state_.data());
    }
    if (!row_.empty() && !solve(dynamics, t, row_)) {
      throw Error("", fmt::format("At t = {}: {}", quantity(t, "s"), dynamics.failure()),
                  "The run passed there in smaller steps: ask for more output intervals.");
    }
    return row_;
  }

 private:
  CompiledDynamics& enter(const Stretch& stretch) {
    auto& [dynamics, parameters] = modes_[stretch.mode.get()];
    if (&stretch == stretch_) return *dynamics;
    stretch_ = &stretch;
    if (!dynamics) {
      dynamics = std::make_unique<CompiledDynamics>(stretch.mode);
      if (!run_.projects_) dynamics->disable_projection();
    }
    if (parameters != stretch.parameters) dynamics->set_parameters(*stretch.parameters);
    parameters = stretch.parameters;
    dynamics->use(stretch.functions);
    return *dynamics;
  }

  const RecordedRun& run_;
  std::map<const CompiledMode*, std::pair<std::unique_ptr<CompiledDynamics>, Parameters>> modes_;
  const Stretch* stretch_ = nullptr;  ///< the latest
  std::vector<double> row_, state_;
  std::optional<double> last_time_;
};

// -- reading --------------------------------------------------------------------------------------

const Trajectories& RecordedRun::get() const {
  const std::lock_guard guard(lock_);
  return computed();
}

const Trajectories& RecordedRun::names() const {
  const std::lock_guard guard(lock_);
  return declared();
}

const Signal* RecordedRun::find(std::string_view path) const {
  const std::lock_guard guard(lock_);
  if (declared_) {
    const auto place = trajectories_.index.find(std::string(path));
    return place == trajectories_.index.end() ? nullptr : &trajectories_.signals[place->second];
  }
  if (const auto known = found_.find(path); known != found_.end()) return &known->second;
  std::optional<Signal> signal = described(path);
  if (!signal) return nullptr;
  return &found_.emplace(path, std::move(*signal)).first->second;
}

/// The signal that has this path once all are declared. Full paths come before short ones.
std::optional<Signal> RecordedRun::described(std::string_view path) const {
  const ModelDescription& description = model_->description();
  if (path.empty()) return std::nullopt;
  if (path == kTime.path) return kTime;
  const auto variable = model_->find_variable(path);
  const auto parameter = model_->find_parameter(path);
  const auto own = [&](const auto& list, const auto& found) {
    return found && list[found->index()].path == path;
  };
  const bool is_parameter = !own(description.variables, variable) &&
                            (own(description.parameters, parameter) || !variable);
  if (!is_parameter) return signal_of(description[*variable]);
  // Parameters come behind the constants among the variables, each that has a path.
  if (!parameter) return std::nullopt;
  const auto& all = declared();
  return all.signals[all.index.at(std::string(path))];
}

const Trajectories& RecordedRun::declared() const {
  if (!declared_) declare(trajectories_);
  declared_ = true;
  return trajectories_;
}

const Trajectories& RecordedRun::computed() const {
  declared();
  if (computed_ != times_.size()) {
    compute(trajectories_);
    computed_ = times_.size();
    rows_.clear();
  }
  return trajectories_;
}

double RecordedRun::value(std::size_t column, std::size_t row) const {
  if (column == 0) return times_[row];
  const std::lock_guard guard(lock_);
  if (computed_ != times_.size()) {
    if (const std::vector<double>* alone = row_by_itself(row)) return (*alone)[column - 1];
  }
  return computed().columns[column][row];
}

std::pair<const RecordedRun::Stretch*, std::size_t> RecordedRun::find(std::size_t row) const {
  for (const Stretch& stretch : stretches_) {
    if (row < stretch.rows) return {&stretch, row};
    row -= stretch.rows;
  }
  throw std::out_of_range("a row beyond the end of a run");
}

/// Null if rows are no longer few, or if solvers follow their solutions from row to row.
const std::vector<double>* RecordedRun::row_by_itself(std::size_t row) const {
  constexpr std::size_t kFewRows = 4;
  if (const auto known = rows_.find(row); known != rows_.end()) return &known->second;
  if (rows_.size() == kFewRows) return nullptr;
  const auto [stretch, place] = find(row);
  constexpr std::size_t kForgetful = 1;  // the number of the call that failed, and no iterates
  if (stretch->functions->get(FunctionKind::outputs)->kept_size() > kForgetful) return nullptr;
  return &rows_.emplace(row, RowFunction(*this)(*stretch, place)).first->second;
}

bool RecordedRun::looks_finite() const {
  constexpr std::size_t kLooks = 8;
  const std::lock_guard guard(lock_);
  if (computed_ == times_.size() || times_.empty()) return false;
  // Of each mode the functions used last, so that no others have to be made.
  std::map<const CompiledMode*, const Functions*> used;
  for (const Stretch& stretch : stretches_) {
    if (stretch.rows > 0) used[stretch.mode.get()] = stretch.functions.get();
  }
  const auto counts = [&](const Stretch& stretch) {
    return stretch.rows > 0 && used.at(stretch.mode.get()) == stretch.functions.get();
  };
  std::size_t rows = 0, passed = 0, looks = 0;
  for (const Stretch& stretch : stretches_) rows += counts(stretch) ? stretch.rows : 0;
  RowFunction row(*this);
  for (const Stretch& stretch : stretches_) {
    if (!counts(stretch)) continue;
    for (std::size_t r = 0; r < stretch.rows; ++r) {
      // Evenly over the run, the last one included.
      if (++passed * kLooks < (looks + 1) * rows) continue;
      looks = passed * kLooks / rows;
      row.jump();
      if (!std::ranges::all_of(row(stretch, r), [](double x) { return std::isfinite(x); })) {
        return false;
      }
    }
  }
  return true;
}

/// The names, and what does not change in time.
void RecordedRun::declare(Trajectories& result) const {
  const ModelDescription& description = model_->description();
  CompiledDynamics dynamics(stretches_.front().mode);
  dynamics.set_parameters(*stretches_.front().parameters);
  result.constants.resize(description.constants);
  if (!result.constants.empty()) {
    dynamics.run(FunctionKind::constant_outputs, result.constants.data());
  }
  result.signals.reserve(1 + description.variables.size() + description.parameters.size());
  result.index.reserve(result.signals.capacity());
  const auto add = [&](Signal signal) {
    if (signal.path.empty() || !result.index.try_emplace(signal.path, result.signals.size()).second)
      return false;
    result.signals.push_back(std::move(signal));
    return true;
  };
  add(kTime);
  for (const VariableDescription& v : description.variables) add(signal_of(v));
  const std::vector<double> parameters = parameter_values(description, dynamics);
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    const ParameterDescription& parameter = description.parameters[p];
    if (add({std::string(parameter.path), std::string(parameter.unit),
             std::string(parameter.description), true, result.constants.size(), 1})) {
      result.constants.push_back(parameters[p]);
    }
  }
  const auto add_short = [&](const std::vector<ShortPath>& list, const auto& described) {
    for (const ShortPath& brief : list) {
      const std::string own(described[brief.place].path);
      result.index.try_emplace(std::string(brief.path), result.index.at(own));
    }
  };
  add_short(description.short_variables, description.variables);
  add_short(description.short_parameters, description.parameters);
}

void RecordedRun::compute(Trajectories& result) const {
  const std::size_t columns = model_->description().columns;
  result.columns.assign(columns + 1, {});
  result.columns[0] = times_;
  for (std::size_t k = 1; k <= columns; ++k) result.columns[k].resize(times_.size());
  RowFunction compute_row(*this);
  std::size_t place = 0;
  for (const Stretch& stretch : stretches_) {
    for (std::size_t r = 0; r < stretch.rows; ++r, ++place) {
      const std::vector<double>& row = compute_row(stretch, r);
      for (std::size_t k = 0; k < columns; ++k) result.columns[k + 1][place] = row[k];
    }
  }
}

}  // namespace multibond
