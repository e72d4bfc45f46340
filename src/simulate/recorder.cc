#include "recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "multibond/base/text.h"

namespace multibond {
namespace {

/// What is beyond a limit by less than this part of its size is at it, but for the tolerance.
constexpr double kSlack = 1e-6;

}  // namespace

Recorder::Recorder(const CompiledModel& model, CompiledDynamics& dynamics, Result& result,
                   std::size_t expected_rows)
    : description_(model.description()),
      result_(result),
      rows_(std::make_shared<RecordedRun>(model.shared_from_this(), dynamics, expected_rows)) {
  result.show(rows_);
  reported_.resize(description_.limited.size(), false);
}

bool Recorder::record(CompiledDynamics& dynamics, double t, const double* y) {
  dynamics.set_point(t, y);
  if (has_checks(dynamics) && !check(dynamics, t)) return false;
  // Later states were projected, and what that left is known.
  const bool unknown = !dynamics.projects() || rows_->times().empty();
  const double residual = unknown ? dynamics.residual(t, y) : dynamics.largest_residual();
  result_.largest_residual = std::max(result_.largest_residual, residual);
  rows_->append(dynamics, {&t, 1}, y);
  return true;
}

bool Recorder::record_unseen(CompiledDynamics& dynamics, std::span<const double> times,
                             const double* states) {
  if (has_checks(dynamics) || !dynamics.projects() || dynamics.is_driven()) return false;
  result_.largest_residual = std::max(result_.largest_residual, dynamics.largest_residual());
  rows_->append(dynamics, times, states);
  return true;
}

bool Recorder::has_checks(const CompiledDynamics& dynamics) {
  if (&dynamics.functions() != functions_) {
    functions_ = &dynamics.functions();
    checks_ = !functions_->checked_columns().empty();
  }
  return checks_;
}

bool Recorder::check(CompiledDynamics& dynamics, double t) {
  const std::vector<std::uint32_t>& columns = dynamics.functions().checked_columns();
  checked_.resize(columns.size());
  if (!dynamics.run(FunctionKind::checked_outputs, checked_.data())) {
    failure_ = fmt::format("At t = {}: {}", quantity(t, "s"), dynamics.failure());
    return false;
  }
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (std::isfinite(checked_[k])) {
      check_limits(columns[k], checked_[k], t);
      continue;
    }
    const auto named = std::find_if(
        description_.variables.begin(), description_.variables.end(),
        [&](const VariableDescription& v) { return !v.constant && v.column == columns[k]; });
    failure_ = fmt::format("{} is {} at t = {}.", named->path,
                           std::isnan(checked_[k]) ? "not a number" : "infinite", quantity(t, "s"));
    return false;
  }
  return true;
}

/// A variable outside its declared limits is worth a warning, once.
void Recorder::check_limits(std::uint32_t column, double value_of_column, double t) {
  const auto& limited = description_.limited;
  auto place = std::lower_bound(
      limited.begin(), limited.end(), column,
      [&](VariableId v, std::uint32_t wanted) { return description_[v].column < wanted; });
  for (; place != limited.end() && description_[*place].column == column; ++place) {
    const VariableDescription& variable = description_[*place];
    const auto k = static_cast<std::size_t>(place - limited.begin());
    const double value = variable.sign * value_of_column;
    const auto slack = [&](double limit) {
      return kSlack * std::max(std::abs(limit), variable.nominal);
    };
    const bool within = !(value < variable.min - slack(variable.min)) &&
                        !(value > variable.max + slack(variable.max));
    if (reported_[k] || within) continue;
    reported_[k] = true;
    result_.diagnostics.push_back(
        {Severity::warning, std::string(variable.path),
         fmt::format("{} leaves its limits [{}, {}] at t = {}: it is {}.", variable.path,
                     format_number(variable.min), format_number(variable.max), quantity(t, "s"),
                     quantity(value, variable.unit)),
         "The model may not be valid beyond; check it, or widen the limits."});
  }
}

}  // namespace multibond
