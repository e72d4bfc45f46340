#include "multibond/simulate/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "accumulation.h"
#include "crossing.h"
#include "events.h"
#include "multibond/base/text.h"
#include "multibond/simulate/initialization.h"
#include "recorder.h"
#include "stiffness.h"

namespace multibond {
namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// One run: the loop of steps, events and outputs.
class Run {
 public:
  Run(Plan plan, const SimulationOptions& options)
      : options_(options),
        dynamics_(std::move(plan), options.backend),
        events_(dynamics_),
        crossings_(dynamics_, nullptr) {
    result_.model = dynamics_.plan().original.name;
    result_.stop_time = options.stop;
    result_.diagnostics = dynamics_.plan().diagnostics;
  }

  Result go() {
    const auto begin = std::chrono::steady_clock::now();
    y_.resize(dynamics_.size());
    if (!options_.project) dynamics_.disable_projection();
    find_initial_state();
    recorder_ = std::make_unique<Recorder>(dynamics_, result_);
    choose_integrator();
    t_ = options_.start;
    next_output_ = 0;
    if (start_events()) loop();
    result_.statistics = total_;
    if (integrator_) add(integrator_->statistics());
    result_.statistics = total_;
    result_.seconds_run = seconds_since(begin);
    return std::move(result_);
  }

 private:
  double output_time(int k) const {
    if (k >= options_.intervals) return options_.stop;
    return options_.start + (options_.stop - options_.start) * k / options_.intervals;
  }

  /// Initial states depend on conditions and conditions on states: repeated until they agree.
  void find_initial_state() {
    for (int round = 0; round < 20; ++round) {
      y_ = initialize(dynamics_, options_.start).y;
      if (!events_.any()) return;
      std::vector<bool> before(dynamics_.plan().conditions.size());
      for (std::size_t c = 0; c < before.size(); ++c) before[c] = events_.truth(c);
      if (!events_.set_initial_conditions(options_.start, y_.data())) {
        throw Error("", "A condition has no value at the start. " + dynamics_.failure(),
                    "Give start values at which all conditions can be evaluated.");
      }
      bool same = true;
      for (std::size_t c = 0; c < before.size(); ++c) same = same && before[c] == events_.truth(c);
      if (same) return;
    }
  }

  void choose_integrator() {
    const std::string name = options_.solver == "auto" ? "dop853" : options_.solver;
    make(name);
    result_.solver = name;
  }

  void make(const std::string& name) {
    IntegratorOptions integrator_options;
    integrator_options.tolerance = options_.tolerance;
    integrator_options.maximum_step = options_.maximum_step;
    integrator_options.fixed_step = options_.fixed_step > 0 ? options_.fixed_step
                                                            : (options_.stop - options_.start) /
                                                                  std::max(1, options_.intervals);
    integrator_ = make_integrator(name, dynamics_, integrator_options);
    crossings_.use(integrator_.get());
  }

  void add(const IntegratorStatistics& s) {
    total_.steps += s.steps;
    total_.rejected += s.rejected;
    total_.evaluations += s.evaluations;
    total_.jacobians += s.jacobians;
    total_.projections += s.projections;
    total_.restarts += s.restarts;
    total_.smallest_step = total_.smallest_step == 0
                               ? s.smallest_step
                               : std::min(total_.smallest_step, s.smallest_step);
    total_.largest_step = std::max(total_.largest_step, s.largest_step);
    total_.last_order = s.last_order;
    total_.linear_solver = s.linear_solver;
  }

  void fail(RunStatus status, std::string path, std::string text, std::string hint) {
    result_.status = status;
    const Severity severity = status == RunStatus::failed ? Severity::error : Severity::note;
    result_.diagnostics.push_back({severity, std::move(path), std::move(text), std::move(hint)});
  }

  bool record(double t, const double* y) {
    if (recorder_->record(t, y)) return true;
    fail(RunStatus::failed, "", fmt::format("The run stopped: {}", recorder_->failure()),
         "Results up to there are kept. Check the equations of this variable for a division by "
         "zero, a "
         "root of a negative number, or values far outside the model's range.");
    return false;
  }

  /// First row, and the events that happen at the start.
  bool start_events() {
    std::vector<double> f(y_.size());
    if (dynamics_.derivatives(t_, y_.data(), f.data()) == Evaluation::failed) {
      throw Error("",
                  fmt::format("The model cannot start at t = {} s: {}", format_number(t_),
                              dynamics_.failure()),
                  "Give start values at which all equations have a value.");
    }
    if (!record(t_, y_.data())) return false;
    next_output_ = 1;
    if (events_.any() && !event({})) return false;
    return restart();
  }

  bool restart() {
    integrator_->start(t_, y_.data());
    if (crossings_.restart(t_, y_.data())) return true;
    fail(RunStatus::failed, "",
         fmt::format("The run stopped at t = {} s: {}", format_number(t_), dynamics_.failure()),
         "Results up to there are kept.");
    return false;
  }

  void loop() {
    while (t_ < options_.stop) {
      if (options_.interrupted && options_.interrupted()) {
        fail(RunStatus::interrupted, "",
             fmt::format("The run was interrupted at t = {} s.", format_number(t_)),
             "Results up to there are kept.");
        return;
      }
      const double time_event = events_.next_time_event(t_);
      const double limit = std::min(options_.stop, time_event);
      const StepOutcome outcome = integrator_->step(limit);
      if (outcome == StepOutcome::failed || outcome == StepOutcome::step_too_small) {
        stopped(outcome);
        return;
      }
      if (options_.progress)
        options_.progress(integrator_->time(), total_.steps + integrator_->statistics().steps);

      const CrossingFinder::Found found = crossings_.search(truths());
      if (found.failed) {
        fail(RunStatus::failed, "",
             fmt::format("The run stopped at t = {} s: {}", format_number(integrator_->time()),
                         dynamics_.failure()),
             "Results up to there are kept.");
        return;
      }
      const double until = found.any ? found.time : integrator_->time();
      if (!write_outputs(until)) return;
      t_ = until;
      if (found.any) {
        integrator_->interpolate(until, y_.data());
        dynamics_.project(until, y_.data());
        if (!record(t_, y_.data()) || !event(found.conditions)) return;
        if (t_ >= options_.stop) break;
        if (!restart()) return;
        continue;
      }
      std::copy_n(integrator_->state(), y_.size(), y_.begin());
      if (t_ >= time_event) {
        if (!record(t_, y_.data()) || !event({})) return;
        if (t_ >= options_.stop) break;
        if (!restart()) return;
        continue;
      }
      if (outcome == StepOutcome::stiff && options_.solver == "auto" && !changed_ &&
          is_stiff(dynamics_, t_, y_.data(), integrator_->time() - integrator_->previous_time())) {
        change_to_implicit();
      }
    }
  }

  void change_to_implicit() {
    changed_ = true;
    add(integrator_->statistics());
    make("bdf");
    result_.solver = "dop853, from t = " + format_number(t_) + " s on bdf";
    result_.diagnostics.push_back(
        {Severity::note, "",
         fmt::format("The model proved stiff at t = {} s; the run went on with bdf.",
                     format_number(t_)),
         ""});
    integrator_->start(t_, y_.data());
  }

  std::vector<bool> truths() const {
    std::vector<bool> result;
    for (std::size_t c : dynamics_.state_conditions()) result.push_back(events_.truth(c));
    return result;
  }

  /// Rows for the output times within the step, up to `until`.
  bool write_outputs(double until) {
    std::vector<double> y(y_.size());
    while (next_output_ <= options_.intervals) {
      const double t = output_time(next_output_);
      if (t > until) break;
      if (t == integrator_->time()) {
        std::copy_n(integrator_->state(), y.size(), y.begin());
      } else {
        integrator_->interpolate(t, y.data());
      }
      if (!record(t, y.data())) return false;
      ++next_output_;
    }
    return true;
  }

  /// Handles an event at t_; false if the run ends.
  bool event(const std::vector<std::size_t>& triggered) {
    const EventOutcome outcome = events_.handle(t_, y_, triggered);
    if (outcome.failed) {
      fail(RunStatus::failed, "",
           fmt::format("The run stopped at t = {} s: {}", format_number(t_), outcome.message),
           "Results up to there are kept. Separate the conditions by a hysteresis or a delay.");
      return false;
    }
    if (!outcome.record.conditions.empty()) {
      result_.events.push_back(outcome.record);
      if (!record(t_, y_.data())) return false;
      const Accumulation::Verdict verdict = accumulation_.add(outcome.record, options_.start);
      if (verdict.found) {
        fail(RunStatus::failed, "", verdict.text, verdict.hint);
        return false;
      }
    }
    if (outcome.terminated) {
      fail(RunStatus::terminated, "",
           fmt::format("The model ended the run at t = {} s: {}", format_number(t_),
                       outcome.message),
           "");
      return false;
    }
    return true;
  }

  void stopped(StepOutcome outcome) {
    // What the integrator last accepted is kept.
    const std::string why = integrator_->failure();
    fail(RunStatus::failed, "",
         fmt::format("The run stopped at t = {} s. {}", format_number(integrator_->time()), why),
         outcome == StepOutcome::step_too_small ? "Results up to there are kept. The solution may "
                                                  "become infinite there, or an equation may "
                                                  "jump without an event."
                                                : "Results up to there are kept.");
  }

  const SimulationOptions& options_;
  CompiledDynamics dynamics_;
  EventHandler events_;
  CrossingFinder crossings_;
  Accumulation accumulation_;
  Result result_;
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<Integrator> integrator_;
  IntegratorStatistics total_;
  std::vector<double> y_;
  double t_ = 0;
  int next_output_ = 0;
  bool changed_ = false;
};

void check(const SimulationOptions& options) {
  std::vector<Diagnostic> findings;
  const auto wrong = [&](std::string_view name, std::string text, std::string hint) {
    findings.push_back({Severity::error, std::string(name), std::move(text), std::move(hint)});
  };
  if (!std::isfinite(options.start) || !std::isfinite(options.stop) ||
      options.stop <= options.start) {
    wrong("stop",
          fmt::format("The stop time {} must be finite and after the start time {}.",
                      format_number(options.stop), format_number(options.start)),
          "Give a stop time in seconds, e.g. 10.");
  }
  if (!(options.tolerance > 0) || options.tolerance >= 1) {
    wrong("tolerance", fmt::format("The tolerance {} must lie between 0 and 1.", options.tolerance),
          "Usual values are 1e-4 to 1e-10.");
  }
  if (options.intervals < 1 || options.intervals > 100000000) {
    wrong("intervals",
          fmt::format("The number of output intervals {} must be at least 1.", options.intervals),
          "The default is 500.");
  }
  if (options.fixed_step < 0 || options.maximum_step < 0) {
    wrong("step", "A step size must not be negative.", "Leave it out to let it be chosen.");
  }
  const auto& infos = integrator_infos();
  const bool known = options.solver == "auto" ||
                     std::any_of(infos.begin(), infos.end(),
                                 [&](const IntegratorInfo& i) { return i.name == options.solver; });
  if (!known) {
    std::vector<std::string> names{"auto"};
    for (const IntegratorInfo& info : infos) names.emplace_back(info.name);
    wrong("solver", fmt::format("There is no solver '{}'.", options.solver),
          fmt::format("Choose one of: {}.", join_names(names, 20)));
  }
  if (!findings.empty()) throw Error(std::move(findings));
}

}  // namespace

Result simulate(Plan plan, const SimulationOptions& options) {
  check(options);
  return Run(std::move(plan), options).go();
}

Result simulate(Component& model, const SimulationOptions& options) {
  check(options);
  const auto begin = std::chrono::steady_clock::now();
  Plan plan = compile(model, {options.baumgarte_alpha, options.baumgarte_beta});
  const double seconds = seconds_since(begin);
  Result result = simulate(std::move(plan), options);
  result.seconds_compile = seconds;
  return result;
}

Result simulate(Component&& model, const SimulationOptions& options) {
  return simulate(model, options);
}

}  // namespace multibond
