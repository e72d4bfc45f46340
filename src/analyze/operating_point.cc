#include "operating_point.h"

#include <cmath>

#include <fmt/format.h>

#include "multibond/base/text.h"

namespace multibond {
namespace {

std::string recorded_name(std::size_t state) { return fmt::format("$state[{}]", state); }

/// A plan whose results contain all states, those too that no variable of the model names, such as
/// the speed in der(der(x)) = a.
Plan with_recorded_states(Plan plan) {
  for (std::size_t i = 0; i < plan.states(); ++i) {
    const Expr leaf = plan.selection.states[i].leaf;
    SystemVariable variable;
    variable.path = plan.original.texts->add(recorded_name(i));
    plan.original.variables.push_back(std::move(variable));
    AliasTarget target;
    target.root = leaf.index();
    target.order = leaf.order();
    plan.aliases.targets.push_back(target);
  }
  return plan;
}

Result run_to(const Plan& plan, double time, SimulationOptions options) {
  const bool at_start = time == options.start;
  if (time < options.start) {
    throw Error("time",
                fmt::format("The time {} lies before the start of the run at {}.",
                            quantity(time, "s"), quantity(options.start, "s")),
                "Give a later time.");
  }
  options.stop = at_start ? options.start + 1 : time;
  // Only the initial state, with the events at the start, is wanted: the run ends before a step.
  if (at_start) options.interrupted = [] { return true; };
  Result result = simulate(with_recorded_states(plan), options);
  const bool reached =
      result.rows() > 0 && result.times().back() == time && result.status != RunStatus::failed;
  if (!reached) {
    std::vector<Diagnostic> findings = result.diagnostics;
    findings.insert(
        findings.begin(),
        {Severity::error, "time",
         fmt::format("The model cannot be linearized at t = {}: the run ended at {}.",
                     quantity(time, "s"),
                     quantity(result.rows() ? result.times().back() : options.start, "s")),
         "Choose an earlier time."});
    throw Error(std::move(findings));
  }
  return result;
}

/// Whether a condition holds; at its zero it is decided by where the indicator goes.
bool holds(const Condition& condition, double value, double rate, double size) {
  if (condition.equality) return value == 0;
  if (std::abs(value) > 1e-12 * size) return value > 0;
  if (condition.kind == ConditionKind::discrete) return value > 0 || condition.at_zero;
  return rate > 0 || (rate == 0 && condition.at_zero);
}

/// Conditions may depend on each other through the equations: repeated until they settle.
void settle_conditions(CompiledDynamics& dynamics, double t, const std::vector<double>& y) {
  const std::size_t count = dynamics.plan().conditions.size();
  std::vector<double> f(y.size()), values(count), rates(count);
  for (std::size_t round = 0; round < count + 2 && count > 0; ++round) {
    if (dynamics.derivatives(t, y.data(), f.data()) == Evaluation::failed) return;
    const Plan& plan = dynamics.plan();
    std::vector<Expr> indicators;
    for (const Condition& condition : plan.conditions) indicators.push_back(condition.indicator);
    const Program program = dynamics.program(indicators);
    std::vector<std::uint32_t> active{static_cast<std::uint32_t>(plan.layout.time)};
    for (std::size_t i = 0; i < y.size(); ++i) {
      active.push_back(static_cast<std::uint32_t>(plan.layout.states + i));
    }
    std::vector<double>& inputs = dynamics.inputs();
    std::vector<double> point = inputs;
    point.push_back(1);
    point.insert(point.end(), f.begin(), f.end());
    Runner(program, dynamics.backend()).run(inputs.data(), values.data());
    Runner(tangent(program, active), dynamics.backend()).run(point.data(), rates.data());
    bool changed = false;
    for (std::size_t c = 0; c < count; ++c) {
      double& slot = inputs[plan.layout.conditions + c];
      const bool truth = holds(plan.conditions[c], values[c], rates[c], 1 + std::abs(t));
      changed = changed || truth != (slot != 0);
      slot = truth ? 1 : 0;
    }
    if (!changed) return;
  }
}

}  // namespace

std::vector<double> go_to(CompiledDynamics& dynamics, double time, SimulationOptions options) {
  const Result result = run_to(dynamics.plan(), time, std::move(options));
  const Plan& plan = dynamics.plan();
  std::vector<double>& inputs = dynamics.inputs();
  std::vector<double> y(plan.states());
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = result.final(recorded_name(i));
  for (std::size_t d = 0; d < plan.discretes.size(); ++d) {
    inputs[plan.layout.discretes + d] =
        result.final(plan.original.variables[plan.discretes[d]].path);
  }
  for (std::size_t p = 0; p < plan.pres.size(); ++p) {
    inputs[plan.layout.pres + p] = result.final(plan.original.variables[plan.pres[p].index()].path);
  }
  dynamics.set_point(time, y.data());
  settle_conditions(dynamics, time, y);
  return y;
}

}  // namespace multibond
