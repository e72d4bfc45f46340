#include "recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "multibond/base/text.h"

namespace multibond {
namespace {

/// Values of all parameters, dependent ones included.
std::vector<double> parameter_values(const ModelDescription& description,
                                     CompiledDynamics& dynamics) {
  const auto first =
      dynamics.inputs().begin() + static_cast<std::ptrdiff_t>(dynamics.mode().layout.parameters);
  std::vector<double> values(first,
                             first + static_cast<std::ptrdiff_t>(description.parameters.size()));
  std::vector<double> dependents(values.size());
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

}  // namespace

Recorder::Recorder(const CompiledModel& model, CompiledDynamics& dynamics, Result& result)
    : description_(model.description()), result_(result) {
  std::vector<double> constants(description_.constants);
  if (!constants.empty()) dynamics.run(FunctionKind::constant_outputs, constants.data());
  result.add_signal({"time", "s", "time", false, 0, 1});
  std::vector<std::size_t> columns(description_.columns);
  for (std::size_t& column : columns) column = result.add_column();
  for (std::uint32_t v = 0; v < description_.variables.size(); ++v) {
    const VariableDescription& variable = description_.variables[v];
    if (variable.path.empty()) continue;
    Signal signal{std::string(variable.path),
                  std::string(variable.unit),
                  std::string(variable.description),
                  variable.constant,
                  0,
                  variable.sign};
    if (variable.constant) {
      signal.column = result.add_constant(constants[variable.column]);
      signal.sign = 1;
    } else {
      signal.column = columns[variable.column];
      if (std::isfinite(variable.min) || std::isfinite(variable.max)) limits_.push_back({v});
    }
    result.add_signal(std::move(signal));
  }
  const std::vector<double> parameters = parameter_values(description_, dynamics);
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    const ParameterDescription& parameter = description_.parameters[p];
    if (parameter.path.empty() || result.has(parameter.path)) continue;
    result.add_signal({std::string(parameter.path), std::string(parameter.unit),
                       std::string(parameter.description), true, result.add_constant(parameters[p]),
                       1});
  }
  result.set_short_paths(description_.short_paths);
  row_.resize(description_.columns + 1);
}

bool Recorder::record(CompiledDynamics& dynamics, double t, const double* y) {
  state_.assign(y, y + dynamics.size());
  if (dynamics.invariants() > 0 && dynamics.project(t, state_.data()) == Evaluation::failed) {
    state_.assign(y, y + state_.size());
  }
  if (dynamics.mode().invariants.levels > 0) {
    result_.largest_residual =
        std::max(result_.largest_residual, dynamics.residual(t, state_.data()));
  }
  dynamics.set_point(t, state_.data());
  row_[0] = t;
  if (row_.size() > 1 && !dynamics.run(FunctionKind::outputs, row_.data() + 1)) {
    failure_ = fmt::format("At t = {}: {}", quantity(t, "s"), dynamics.failure());
    return false;
  }
  for (std::size_t k = 1; k < row_.size(); ++k) {
    if (std::isfinite(row_[k])) continue;
    const auto named = std::find_if(
        description_.variables.begin(), description_.variables.end(),
        [&](const VariableDescription& v) { return !v.constant && v.column == k - 1; });
    failure_ = fmt::format("{} is {} at t = {}.", named->path,
                           std::isnan(row_[k]) ? "not a number" : "infinite", quantity(t, "s"));
    return false;
  }
  result_.append(row_);
  check_limits(row_);
  return true;
}

/// A variable outside its declared limits is worth a warning, once.
void Recorder::check_limits(const std::vector<double>& row) {
  for (Limit& limit : limits_) {
    if (limit.reported) continue;
    const VariableDescription& variable = description_.variables[limit.variable];
    const double value = variable.sign * row[variable.column + 1];
    if (value >= variable.min && value <= variable.max) continue;
    limit.reported = true;
    result_.diagnostics.push_back(
        {Severity::warning, std::string(variable.path),
         fmt::format("{} leaves its limits [{}, {}] at t = {}: it is {}.", variable.path,
                     format_number(variable.min), format_number(variable.max),
                     quantity(row[0], "s"), quantity(value, variable.unit)),
         "The model may not be valid beyond; check it, or widen the limits."});
  }
}

}  // namespace multibond
