#include "multibond/simulate/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "energy_observer.h"
#include "multibond/base/text.h"
#include "result_observer.h"

namespace multibond {
namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// An element that conserves power may miss this fraction of the energy of the run by rounding,
/// and one where a loop is closed as much as the loop is open within a step.
constexpr double kNeutral = 1e-9;

class ProgressObserver final : public RunObserver {
 public:
  ProgressObserver(const SimulationOptions& options, const Result& result)
      : options_(options), result_(result) {}
  std::optional<Diagnostic> advance(const RunView&, double, double to, Integrator&) override {
    ++steps_;
    if (options_.progress) options_.progress(to, steps_);
    if (options_.partial) options_.partial(result_);
    return std::nullopt;
  }

 private:
  const SimulationOptions& options_;
  const Result& result_;
  std::size_t steps_ = 0;
};

/// A transformer that is none: found here, whatever the numbers of the rest.
void report_makers_of_power(Result& result, double tolerance) {
  std::vector<std::string> names;
  double worst = 0;
  const double neutral = std::max(kNeutral, tolerance) * result.energy.scale;
  for (const EnergyAudit::Entry& entry : result.energy.entries) {
    if (entry.kind != EnergyAudit::Kind::conserved) continue;
    if (entry.turnover <= neutral) continue;
    names.push_back(entry.path);
    worst = std::max(worst, entry.turnover);
  }
  if (names.empty()) return;
  result.diagnostics.push_back(
      {Severity::warning, names.front(),
       fmt::format("{} {} not conserve power: {} appeared or vanished in this run.",
                   join_names(names, 6), names.size() == 1 ? "does" : "do", quantity(worst, "J")),
       "A transformer, gyrator or junction must be neutral: check that the equations of its "
       "efforts and flows are transposes of each other."});
}

}  // namespace

SimulatorOptions simulator_options(const SimulationOptions& options) {
  SimulatorOptions result;
  result.tolerance = options.tolerance;
  result.solver = options.solver;
  result.fixed_step = options.fixed_step > 0
                          ? options.fixed_step
                          : (options.stop - options.start) / std::max(1, options.intervals);
  result.maximum_step = options.maximum_step;
  result.project = options.project;
  result.stop = options.stop;
  result.impulses = options.impulses;
  result.impacts = options.impacts;
  return result;
}

void check(const SimulationOptions& options) {
  std::vector<Diagnostic> findings;
  if (!std::isfinite(options.start) || !std::isfinite(options.stop) ||
      options.stop <= options.start) {
    findings.push_back({Severity::error, "stop",
                        fmt::format("The stop time {} must be finite and after the start time {}.",
                                    format_number(options.stop), format_number(options.start)),
                        "Give a stop time in seconds, e.g. 10."});
  }
  if (options.intervals < 1 || options.intervals > 100000000) {
    findings.push_back({Severity::error, "intervals",
                        fmt::format("The number of output intervals {} must lie between 1 and "
                                    "100000000.",
                                    options.intervals),
                        "The default is 500."});
  }
  // Twice the distance of the doubles near the largest time: then each step brings it forward.
  const double latest = std::max(std::abs(options.start), std::abs(options.stop));
  const double useful = 2 * (std::nextafter(latest, INFINITY) - latest);
  for (const double step : {options.fixed_step, options.maximum_step}) {
    if (step > 0 && step < useful && std::isfinite(latest)) {
      findings.push_back(
          {Severity::error, "step",
           fmt::format("A step of {} is too small to change a time of {}.", quantity(step, "s"),
                       quantity(latest, "s")),
           fmt::format("The smallest useful step of this run is {:.1e} s.", useful)});
    }
  }
  try {
    SimulatorOptions inner = simulator_options(options);
    inner.fixed_step = options.fixed_step;
    check(inner);
  } catch (const Error& error) {
    findings.insert(findings.end(), error.diagnostics().begin(), error.diagnostics().end());
  }
  if (!findings.empty()) throw Error(std::move(findings));
}

Result simulate(const std::shared_ptr<const CompiledModel>& model,
                const SimulationOptions& options) {
  check(options);
  const auto begin = std::chrono::steady_clock::now();
  Result result;
  result.model = model->description().name;
  result.stop_time = options.stop;
  Simulator run(model, simulator_options(options));
  for (const auto& [path, value] : options.set) run.set(path, value);
  EnergyObserver energy(result.energy, options.pictures ? &result : nullptr);
  ResultObserver rows(result, options.start, options.stop, options.intervals, options.pictures);
  ProgressObserver progress(options, result);
  run.observe(rows);
  if (options.audit && !run.model().first()->powers.empty()) run.observe(energy);
  if (options.progress || options.partial) run.observe(progress);
  run.interrupt_when(options.interrupted);

  run.initialize(options.start);
  run.advance(options.stop);
  run.finish();
  result.status = run.status();
  rows.finish(run.view());
  energy.finish(run.view());

  result.solver = run.solver();
  result.events = run.events();
  result.statistics = run.statistics();
  result.contacts = run.contacts();
  result.diagnostics.insert(result.diagnostics.begin(), run.diagnostics().begin(),
                            run.diagnostics().end());
  report_makers_of_power(result, options.tolerance);
  result.seconds_run = seconds_since(begin);
  return result;
}

Result simulate(Component& model, const SimulationOptions& options) {
  check(options);
  const auto begin = std::chrono::steady_clock::now();
  CompileModelOptions compile;
  compile.baumgarte_alpha = options.baumgarte_alpha;
  compile.baumgarte_beta = options.baumgarte_beta;
  compile.backend = options.backend;
  const std::shared_ptr<const CompiledModel> compiled = compile_model(model, compile);
  const double seconds = seconds_since(begin);
  Result result = simulate(compiled, options);
  result.seconds_compile = seconds;
  return result;
}

Result simulate(Component&& model, const SimulationOptions& options) {
  return simulate(model, options);
}

}  // namespace multibond
