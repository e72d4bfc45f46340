#include "recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "multibond/base/text.h"

namespace multibond {

Recorder::Recorder(CompiledDynamics& dynamics, Result& result)
    : dynamics_(&dynamics), result_(result) {
  const Plan& plan = dynamics.plan();
  const Aliases& aliases = plan.source ? plan.common_aliases : plan.aliases;
  struct Column {
    std::size_t number = 0;
    double sign = 1;
  };
  std::map<std::uint32_t, Column> column_of_leaf;
  result.add_signal({"time", "s", "time", false, 0, 1});
  for (std::uint32_t v = 0; v < plan.original.variables.size(); ++v) {
    const SystemVariable& variable = plan.original.variables[v];
    const AliasTarget& target = aliases.targets[v];
    Signal signal{std::string(variable.path),
                  std::string(variable.unit),
                  std::string(variable.description),
                  false,
                  0,
                  1};
    const bool input = variable.kind == VariableKind::input;
    if (target.constant || input) {
      signal.constant = true;
      signal.column =
          result.add_constant(input ? variable.start : plan.system.evaluate(target.value));
    } else {
      const Expr leaf = plan.system.pool->variable(target.root, target.order);
      const auto [it, added] = column_of_leaf.try_emplace(leaf.id());
      if (added) {
        it->second = {result.add_column(), target.sign};
        outputs_.push_back(v);
      }
      signal.column = it->second.number;
      signal.sign = target.sign * it->second.sign;
      if (std::isfinite(variable.min) || std::isfinite(variable.max)) {
        limits_.push_back({signal.column, signal.sign, variable.min, variable.max,
                           std::string(variable.path), std::string(variable.unit)});
      }
    }
    result.add_signal(std::move(signal));
  }
  for (const SystemParameter& parameter : plan.original.parameters) {
    if (parameter.path.empty() || result.has(parameter.path)) continue;
    Signal signal{std::string(parameter.path),          std::string(parameter.unit),
                  std::string(parameter.description),   true,
                  result.add_constant(parameter.value), 1};
    result.add_signal(std::move(signal));
  }
  row_.resize(outputs_.size() + 1);
}

void Recorder::use(CompiledDynamics& dynamics) { dynamics_ = &dynamics; }

Runner& Recorder::function() {
  return functions_[dynamics_].get(dynamics_->revision(), [this] {
    std::vector<Expr> values;
    for (std::uint32_t v : outputs_) values.push_back(dynamics_->plan().image(v));
    return dynamics_->make(values);
  });
}

bool Recorder::record(double t, const double* y) {
  state_.assign(y, y + dynamics_->size());
  if (dynamics_->invariants() > 0) {
    if (dynamics_->project(t, state_.data()) == Evaluation::failed)
      state_.assign(y, y + state_.size());
  }
  if (!dynamics_->plan().selection.invariants.empty()) {
    result_.largest_residual =
        std::max(result_.largest_residual, dynamics_->residual(t, state_.data()));
  }
  Runner& program = function();
  dynamics_->set_point(t, state_.data());
  row_[0] = t;
  const bool solved = program.run(dynamics_->inputs().data(), row_.data() + 1);
  if (!solved) {
    failure_ =
        fmt::format("There is no solution of {} at t = {}.", program.failure(), quantity(t, "s"));
    return false;
  }
  for (std::size_t k = 1; k < row_.size(); ++k) {
    if (std::isfinite(row_[k])) continue;
    failure_ = fmt::format("{} is {} at t = {}.",
                           dynamics_->plan().original.variables[outputs_[k - 1]].path,
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
    const double value = limit.sign * row[limit.column];
    if (value >= limit.min && value <= limit.max) continue;
    limit.reported = true;
    result_.diagnostics.push_back(
        {Severity::warning, limit.path,
         fmt::format("{} leaves its limits [{}, {}] at t = {}: it is {}.", limit.path,
                     format_number(limit.min), format_number(limit.max), quantity(row[0], "s"),
                     quantity(value, limit.unit)),
         "The model may not be valid beyond; check it, or widen the limits."});
  }
}

}  // namespace multibond
