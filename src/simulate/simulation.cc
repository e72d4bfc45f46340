#include "multibond/simulate/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <set>

#include "accumulation.h"
#include "energy_meter.h"
#include "machine.h"
#include "multibond/base/text.h"
#include "multibond/simulate/initialization.h"
#include "recorder.h"
#include "scene_recorder.h"
#include "singular_position.h"
#include "stiffness.h"

namespace multibond {
namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

constexpr int kMaximumModeChanges = 1000;
/// An element that conserves power may miss this fraction of the energy of the run.
constexpr double kNeutral = 1e-9;

/// One run: the loop of steps, events and outputs.
class Run {
 public:
  Run(Plan plan, const SimulationOptions& options)
      : options_(options), machines_(std::move(plan), options.backend) {
    use(machines_.first());
    result_.model = this->plan().original.name;
    result_.stop_time = options.stop;
    result_.diagnostics = this->plan().diagnostics;
  }

  Result go() {
    const auto begin = std::chrono::steady_clock::now();
    find_initial_state();
    recorder_ = std::make_unique<Recorder>(dynamics(), result_);
    if (options_.pictures) scenery_ = std::make_unique<SceneRecorder>(dynamics(), result_.scene);
    if (options_.audit && !plan().system.powers.empty()) {
      meter_ = std::make_unique<EnergyMeter>(dynamics());
      meter_->start(options_.start, y_.data());
    }
    solver_ = options_.solver == "auto" ? "dop853" : options_.solver;
    result_.solver = solver_;
    prepare_integrator();
    t_ = options_.start;
    next_output_ = 0;
    if (start_events()) loop();
    if (meter_) report_energy();
    machines_.for_each([&](Machine& machine) {
      if (machine.integrator) add(machine.integrator->statistics());
    });
    result_.statistics = total_;
    result_.seconds_run = seconds_since(begin);
    return std::move(result_);
  }

 private:
  double output_time(int k) const {
    if (k >= options_.intervals) return options_.stop;
    return options_.start + (options_.stop - options_.start) * k / options_.intervals;
  }

  CompiledDynamics& dynamics() { return machine_->dynamics; }
  const Plan& plan() const { return machine_->dynamics.plan(); }
  EventHandler& events() { return machine_->events; }
  Integrator& integrator() { return *machine_->integrator; }

  void use(Machine& machine) {
    machine_ = &machine;
    if (!options_.project) dynamics().disable_projection();
    if (recorder_) recorder_->use(dynamics());
    if (scenery_) scenery_->use(dynamics());
    if (meter_) meter_->use(dynamics());
  }

  /// Initial states depend on conditions and modes, and these on states: repeated until they agree.
  void find_initial_state() {
    std::set<std::vector<bool>> met;
    for (int round = 0; round < kMaximumModeChanges; ++round) {
      find_initial_state_in_mode();
      if (plan().system.modes.empty()) return;
      dynamics().set_point(options_.start, y_.data());
      const std::vector<bool> wanted = events().wanted_modes();
      if (wanted == machine_->modes()) return;
      const bool one_by_one = !met.insert(machine_->modes()).second;
      use(machines_.machine(one_by_one ? first_change(wanted) : wanted));
    }
    throw Error("", "No combination of modes is consistent with the start values.",
                "Check the switches, diodes and frictions of the model, and its start values.");
  }

  /// The present modes with only the first of the wanted changes: changing one at a time cannot
  /// run in circles where there is one solution (Murty's rule for complementarity problems).
  std::vector<bool> first_change(const std::vector<bool>& wanted) const {
    std::vector<bool> next = machine_->modes();
    for (std::size_t m = 0; m < next.size(); ++m) {
      if (next[m] == wanted[m]) continue;
      next[m] = wanted[m];
      break;
    }
    return next;
  }

  void find_initial_state_in_mode() {
    for (int round = 0; round < 20; ++round) {
      y_ = initialize(dynamics(), options_.start).y;
      if (!events().any()) return;
      std::vector<bool> before(plan().conditions.size());
      for (std::size_t c = 0; c < before.size(); ++c) before[c] = events().truth(c);
      if (!events().set_initial_conditions(options_.start, y_.data())) {
        throw Error("", "A condition has no value at the start. " + dynamics().failure(),
                    "Give start values at which all conditions can be evaluated.");
      }
      bool same = true;
      for (std::size_t c = 0; c < before.size(); ++c) same = same && before[c] == events().truth(c);
      if (same) return;
    }
  }

  /// The present machine gets the present method, unless it has it.
  void prepare_integrator() {
    if (machine_->integrator && machine_->solver() == solver_) return;
    if (machine_->integrator) add(integrator().statistics());
    IntegratorOptions options;
    options.tolerance = options_.tolerance;
    options.maximum_step = options_.maximum_step;
    options.fixed_step = options_.fixed_step > 0
                             ? options_.fixed_step
                             : (options_.stop - options_.start) / std::max(1, options_.intervals);
    machine_->use(solver_, options);
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
    if (recorder_->record(t, y)) {
      if (scenery_) scenery_->record(t);  // the inputs are at the point that was recorded
      return true;
    }
    fail(RunStatus::failed, "", fmt::format("The run stopped: {}", recorder_->failure()),
         "Results up to there are kept. Check the equations of this variable for a division by "
         "zero, a "
         "root of a negative number, or values far outside the model's range.");
    return false;
  }

  /// First row, and the events that happen at the start.
  bool start_events() {
    std::vector<double> f(y_.size());
    if (dynamics().derivatives(t_, y_.data(), f.data()) == Evaluation::failed) {
      throw Error("",
                  fmt::format("The model cannot start at t = {}: {}", quantity(t_, "s"),
                              dynamics().failure()),
                  "Give start values at which all equations have a value.");
    }
    if (!record(t_, y_.data())) return false;
    next_output_ = 1;
    if (events().any() && !event({})) return false;
    return restart();
  }

  bool restart() {
    prepare_integrator();
    integrator().start(t_, y_.data());
    if (machine_->crossings.restart(t_, y_.data())) return true;
    fail(RunStatus::failed, "",
         fmt::format("The run stopped at t = {}: {}", quantity(t_, "s"), dynamics().failure()),
         "Results up to there are kept.");
    return false;
  }

  void loop() {
    while (t_ < options_.stop) {
      if (options_.interrupted && options_.interrupted()) {
        keep_last();
        fail(RunStatus::interrupted, "",
             fmt::format("The run was interrupted at t = {}.", quantity(t_, "s")),
             "Results up to there are kept.");
        return;
      }
      const double time_event = events().next_time_event(t_);
      const double limit = std::min(options_.stop, time_event);
      const StepOutcome outcome = integrator().step(limit);
      if (outcome == StepOutcome::failed || outcome == StepOutcome::step_too_small) {
        stopped(outcome);
        return;
      }
      if (options_.progress) options_.progress(integrator().time(), steps_ += 1);

      const CrossingFinder::Found found = machine_->crossings.search(truths());
      if (found.failed) {
        keep_last();
        fail(RunStatus::failed, "",
             fmt::format("The run stopped at t = {}: {}", quantity(integrator().time(), "s"),
                         dynamics().failure()),
             "Results up to there are kept.");
        return;
      }
      const double until = found.any ? found.time : integrator().time();
      if (meter_) meter_->integrate(t_, until, integrator());
      if (!write_outputs(until)) return;
      t_ = until;
      if (found.any) {
        integrator().interpolate(until, y_.data());
        dynamics().project(until, y_.data());
        if (!record(t_, y_.data()) || !event(found.conditions)) return;
        if (t_ >= options_.stop) break;
        if (!restart()) return;
        continue;
      }
      std::copy_n(integrator().state(), y_.size(), y_.begin());
      if (t_ >= time_event) {
        if (!record(t_, y_.data()) || !event({})) return;
        if (t_ >= options_.stop) break;
        if (!restart()) return;
        continue;
      }
      if (outcome == StepOutcome::stiff && options_.solver == "auto" && !changed_ &&
          is_stiff(dynamics(), t_, y_.data(), integrator().time() - integrator().previous_time(),
                   options_.tolerance)) {
        change_to_implicit();
      }
    }
  }

  void change_to_implicit() {
    changed_ = true;
    solver_ = "bdf";
    prepare_integrator();
    result_.solver = "dop853, from t = " + quantity(t_, "s") + " on bdf";
    result_.diagnostics.push_back(
        {Severity::note, "",
         fmt::format("The model proved stiff at t = {}; the run went on with bdf.",
                     quantity(t_, "s")),
         ""});
    integrator().start(t_, y_.data());
  }

  std::vector<bool> truths() {
    std::vector<bool> result;
    for (std::size_t c : dynamics().state_conditions()) result.push_back(events().truth(c));
    return result;
  }

  /// Rows for the output times within the step, up to `until`.
  bool write_outputs(double until) {
    std::vector<double> y(y_.size());
    while (next_output_ <= options_.intervals) {
      const double t = output_time(next_output_);
      if (t > until) break;
      if (t == integrator().time()) {
        std::copy_n(integrator().state(), y.size(), y.begin());
      } else {
        integrator().interpolate(t, y.data());
      }
      if (!record(t, y.data())) return false;
      ++next_output_;
    }
    return true;
  }

  /// Handles an event at t_; false if the run ends.
  bool event(const std::vector<std::size_t>& triggered) {
    const double stored = meter_ ? meter_->stored(t_, y_.data()) : 0.0;
    const bool goes_on = handle_event(triggered);
    if (meter_) meter_->jump(stored, meter_->stored(t_, y_.data()));
    return goes_on;
  }

  bool handle_event(const std::vector<std::size_t>& triggered) {
    EventOutcome outcome = events().handle(t_, y_, triggered);
    EventRecord happened = outcome.record;
    std::set<std::vector<bool>> met;
    while (outcome.mode_change && !outcome.failed && !outcome.terminated) {
      if (!change_mode(met)) return false;
      outcome = events().resume(t_, y_);
      happened.iterations += outcome.record.iterations;
      for (const std::string& text : outcome.record.conditions) {
        if (std::find(happened.conditions.begin(), happened.conditions.end(), text) ==
            happened.conditions.end()) {
          happened.conditions.push_back(text);
        }
      }
    }
    if (outcome.failed) {
      fail(RunStatus::failed, "",
           fmt::format("The run stopped at t = {}: {}", quantity(t_, "s"), outcome.message),
           "Results up to there are kept. Separate the conditions by a hysteresis or a delay.");
      return false;
    }
    if (!happened.conditions.empty()) {
      result_.events.push_back(happened);
      if (!record(t_, y_.data())) return false;
      const Accumulation::Verdict verdict = accumulation_.add(happened, options_.start);
      if (verdict.found) {
        fail(RunStatus::failed, "", verdict.text, verdict.hint);
        return false;
      }
    }
    if (outcome.terminated) {
      fail(RunStatus::terminated, "",
           fmt::format("The model ended the run at t = {}: {}", quantity(t_, "s"), outcome.message),
           "");
      return false;
    }
    return true;
  }

  /// Enters the modes that the conditions ask for; one change at a time where going all the way
  /// came back to a mode that was left at this instant.
  bool change_mode(std::set<std::vector<bool>>& met) {
    const std::vector<bool> wanted = events().wanted_modes();
    const bool again = !met.insert(machine_->modes()).second;
    mode_changes_ = met.size() == 1 ? 1 : mode_changes_ + 1;
    if (mode_changes_ > kMaximumModeChanges) {
      fail(RunStatus::failed, "",
           fmt::format("The run stopped at t = {}: {} switch each other on and off without end.",
                       quantity(t_, "s"), switching(wanted)),
           "Results up to there are kept. Give one of them a hysteresis or a small leakage.");
      return false;
    }
    const std::vector<bool> next = again ? first_change(wanted) : wanted;
    ModeEntry entry = machines_.enter(*machine_, t_, y_, next);
    if (!entry.machine) {
      const std::string failure = entry.failure;
      entry = enter_beside(next, met);
      entry.failure = failure;
    }
    if (!entry.machine) {
      fail(RunStatus::failed, "",
           fmt::format("The run stopped at t = {}: {} cannot switch. {}", quantity(t_, "s"),
                       switching(wanted), entry.failure),
           "Results up to there are kept. Ideal switches must not short-circuit a source of "
           "effort or cut off a source of flow; use leaking ones.");
      return false;
    }
    use(*entry.machine);
    y_ = entry.y;
    dynamics().project(t_, y_.data());
    return true;
  }

  /// A mode near one that cannot be: there another component has to change too. A switch that
  /// closes on a diode in the middle of its current leaves no solution until the diode blocks.
  ModeEntry enter_beside(const std::vector<bool>& impossible,
                         const std::set<std::vector<bool>>& met) {
    ModeEntry entry;
    const std::vector<bool>& present = machine_->modes();
    const auto attempt = [&](const std::vector<bool>& modes) {
      if (met.contains(modes)) return false;
      entry = machines_.enter(*machine_, t_, y_, modes);
      return entry.machine != nullptr;
    };
    std::vector<bool> modes = impossible;
    for (std::size_t a = 0; a < modes.size(); ++a) {
      if (modes[a] != present[a]) continue;
      modes[a] = !modes[a];
      if (attempt(modes)) return entry;
      modes[a] = !modes[a];
    }
    for (std::size_t a = 0; a < modes.size(); ++a) {
      for (std::size_t b = a + 1; b < modes.size(); ++b) {
        if (impossible[a] != present[a] || impossible[b] != present[b]) continue;
        modes = impossible;
        modes[a] = !modes[a];
        modes[b] = !modes[b];
        if (attempt(modes)) return entry;
      }
    }
    return entry;
  }

  /// The components whose mode is to change.
  std::string switching(const std::vector<bool>& wanted) const {
    std::vector<std::string> names;
    const System& system = plan().system;
    for (std::size_t m = 0; m < wanted.size(); ++m) {
      if (wanted[m] != machine_->modes()[m]) {
        names.emplace_back(system.components[system.modes[m].component].path);
      }
    }
    return join_names(names, 6);
  }

  void report_energy() {
    result_.energy = meter_->finish(t_, y_.data());
    // A transformer that is none: found here, whatever the numbers of the rest.
    std::vector<std::string> names;
    double worst = 0;
    for (const EnergyAudit::Entry& entry : result_.energy.entries) {
      if (entry.kind != EnergyAudit::Kind::conserved) continue;
      if (entry.turnover <= kNeutral * result_.energy.scale) continue;
      names.push_back(entry.path);
      worst = std::max(worst, entry.turnover);
    }
    if (names.empty()) return;
    result_.diagnostics.push_back(
        {Severity::warning, names.front(),
         fmt::format("{} {} power out of nothing, or let{} it vanish: {} in this run.",
                     join_names(names, 6), names.size() == 1 ? "makes" : "make",
                     names.size() == 1 ? "s" : "", quantity(worst, "J")),
         "A transformer, gyrator or junction must be neutral: check that the equations of its "
         "efforts and flows are transposes of each other."});
  }

  /// A run that ends between two output times keeps the last state it reached.
  void keep_last() {
    if (result_.times().back() >= t_ || !recorder_->record(t_, y_.data())) return;
    if (scenery_) scenery_->record(t_);
  }

  void stopped(StepOutcome outcome) {
    keep_last();
    const std::string why = integrator().failure();
    if (auto cause = singular_position(dynamics(), integrator().time(), integrator().state())) {
      fail(RunStatus::failed, cause->path, cause->text + ' ' + why, cause->hint);
      return;
    }
    fail(RunStatus::failed, "",
         fmt::format("The run stopped at t = {}. {}", quantity(integrator().time(), "s"), why),
         outcome == StepOutcome::step_too_small ? "Results up to there are kept. The solution may "
                                                  "become infinite there, or an equation may "
                                                  "jump without an event."
                                                : "Results up to there are kept.");
  }

  const SimulationOptions& options_;
  Machines machines_;
  Machine* machine_ = nullptr;
  Accumulation accumulation_;
  Result result_;
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<SceneRecorder> scenery_;
  std::unique_ptr<EnergyMeter> meter_;
  std::string solver_;  ///< the method in use
  IntegratorStatistics total_;
  std::size_t steps_ = 0;
  int mode_changes_ = 0;  ///< at the present instant
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
          fmt::format("The number of output intervals {} must lie between 1 and 100000000.",
                      options.intervals),
          "The default is 500.");
  }
  if (options.fixed_step < 0 || options.maximum_step < 0) {
    wrong("step", "A step size must not be negative.", "Leave it out to let it be chosen.");
  }
  // Twice the distance of the doubles near the largest time: then each step brings it forward.
  const double latest = std::max(std::abs(options.start), std::abs(options.stop));
  const double useful = 2 * (std::nextafter(latest, INFINITY) - latest);
  for (const double step : {options.fixed_step, options.maximum_step}) {
    if (step > 0 && step < useful && std::isfinite(latest)) {
      wrong("step",
            fmt::format("A step of {} cannot be told from none at times of {}.",
                        quantity(step, "s"), quantity(latest, "s")),
            fmt::format("The smallest useful step of this run is {:.1e} s.", useful));
    }
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
