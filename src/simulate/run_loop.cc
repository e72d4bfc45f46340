// The loop of a run. The integrator makes steps of its own size; the run follows it up to the time
// asked for, tells its observers what it has passed, and handles what happens on the way:
//
//   step of the integrator         up to the next time event at most
//   search for crossings           in the step, on the dense output
//   observers                      of the part of the step that has been passed
//   if something crossed           state at the crossing, projected; event; restart
//   else if a time event is due    event; restart
//   else if it proves stiff        solver auto: go on with bdf

#include "run_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "integrators/stiffness.h"
#include "multibond/base/text.h"
#include "multibond/simulate/initialization.h"
#include "singular_position.h"

namespace multibond {
namespace {

/// From so many moving parts on they have clocks of their own, unless the options say otherwise:
/// then impacts have no rows of their own, and cost no time in proportion to the model.
constexpr std::size_t kManyParts = 64;
constexpr const char* kKept = "Results up to there are kept.";

}  // namespace

Simulator::Run::Run(std::shared_ptr<const CompiledModel> given, SimulatorOptions given_options)
    : model(std::move(given)), options(std::move(given_options)) {
  check(options);
  diagnostics = model->description().diagnostics;
  for (const ParameterDescription& parameter : model->description().parameters) {
    parameters_.push_back(parameter.value);
  }
  for (const std::string& path : options.impulses) {
    const auto variable = model->find_variable(path);
    if (!variable) no_such(path);
    impulse_leaves_.push_back({*variable, 0});
  }
}

RunView Simulator::Run::view() {
  if (pending_.any) {
    y_.resize(dynamics().size());
    integrator().interpolate(time, y_.data());
  }
  return {*model, dynamics(), time, y_.data()};
}

/// Tells every observer; false if one of them ends the run.
bool Simulator::Run::tell(const TellOne& tell_one) {
  for (RunObserver* observer : observers) {
    const std::optional<Diagnostic> stop = tell_one(*observer);
    if (!stop) continue;
    fail(RunStatus::failed, stop->path, stop->text, stop->hint);
    return false;
  }
  return true;
}

void Simulator::Run::fail(RunStatus how, std::string path, std::string text, std::string hint) {
  status = how;
  const Severity severity = how == RunStatus::failed ? Severity::error : Severity::note;
  diagnostics.push_back({severity, std::move(path), std::move(text), std::move(hint)});
}

void Simulator::Run::interrupt() {
  fail(RunStatus::interrupted, "",
       fmt::format("The run was interrupted at t = {}.", quantity(time, "s")), kKept);
}

void Simulator::Run::use(Machine& machine) {
  machine_ = &machine;
  if (!options.project) dynamics().disable_projection();
  for (const auto& [variable, signal] : signals_) dynamics().drive(variable, signal);
  if (contacts_) dynamics().attach(&contacts_->closed());
  if (has_delays()) dynamics().attach(&delays_);
}

// -- the start ------------------------------------------------------------------------------------

void Simulator::Run::initialize(double start) {
  model->check(parameters_);
  model = general_model(notes_);
  status = RunStatus::completed;
  events.clear();
  warned_.clear();
  accumulation_ = {};
  total_ = {};
  pending_ = {};
  changed_ = disturbed_ = unadopted_ = false;
  contacts_.reset();
  delays_ = {};
  machines_ = std::make_unique<Machines>(model);
  machines_->set_parameters(parameters_);
  use(machines_->first());
  diagnostics = dynamics().mode().diagnostics;
  diagnostics.insert(diagnostics.end(), notes_.begin(), notes_.end());
  for (const auto& entry : starts_) require_start(dynamics().mode(), entry.first);
  start_ = time = start;
  find_initial_state(start);
  check_found();
  diagnostics.insert(diagnostics.end(), start_notes_.begin(), start_notes_.end());
  solver_ = options.solver == "auto" ? "dop853" : options.solver;
  solver_text = solver_;
  initialized_ = true;
  if (has_delays()) {
    dynamics().set_point(time, y_.data());
    delays_.begin(dynamics(), time);
  }
  make_contacts(std::nullopt);
  prepare_integrator();
  std::vector<double> f(y_.size());
  if (dynamics().derivatives(time, y_.data(), f.data()) == Evaluation::failed) {
    throw Error("",
                fmt::format("The model cannot start at t = {}: {}", quantity(time, "s"),
                            dynamics().failure()),
                "Give start values at which all equations have a value.");
  }
  if (!tell([&](RunObserver& observer) { return observer.start(view()); })) return;
  if (handler().any() && !event(std::nullopt)) return;
  if (contacts_ && !begin_contacts()) return;
  if (has_delays()) {
    dynamics().set_point(time, y_.data());
    if (delays_.began_elsewhere(dynamics())) {
      delays_.begin(dynamics(), time);
      disturbed_ = true;  // what hangs on the delayed value follows
    }
  }
  restart();
}

/// Initial states depend on conditions and modes, and these on states: repeated until they agree.
void Simulator::Run::find_initial_state(double start) {
  std::set<ModeSet> met;
  for (int round = 0; round < kMaximumModeChanges; ++round) {
    find_initial_state_in_mode(start);
    if (machine_->modes().empty()) return;
    dynamics().set_point(start, y_.data());
    const ModeSet wanted = handler().wanted_modes();
    if (wanted == machine_->modes()) return;
    const bool one_by_one = !met.insert(machine_->modes()).second;
    use(machines_->machine(one_by_one ? first_change(wanted) : wanted));
  }
  throw Error("", "No combination of modes is consistent with the start values.",
              "Check the switches, diodes and frictions of the model, and its start values.");
}

/// The present modes with only the first of the wanted changes: changing one at a time cannot
/// run in circles where there is one solution (Murty's rule for complementarity problems).
ModeSet Simulator::Run::first_change(const ModeSet& wanted) const {
  ModeSet next = machine_->modes();
  for (std::size_t m = 0; m < next.size(); ++m) {
    if (next[m] == wanted[m]) continue;
    next[m] = wanted[m];
    break;
  }
  return next;
}

void Simulator::Run::find_initial_state_in_mode(double start) {
  dynamics().allow_jumps(start);
  for (int round = 0; round < 20; ++round) {
    InitialState initial;
    try {
      initial = multibond::initialize(dynamics(), start, starts_);
    } catch (const OpenLoopError& error) {
      const Diagnostic& why = error.diagnostics().front();
      throw Error(why.path, why.text + length_advice(start), why.hint, why.place);
    }
    y_ = std::move(initial.y);
    start_notes_ = std::move(initial.notes);
    if (!handler().any()) return;
    std::vector<bool> before(dynamics().mode().conditions.size());
    for (std::size_t c = 0; c < before.size(); ++c) before[c] = handler().truth(c);
    if (!handler().set_initial_conditions(start, y_.data())) {
      throw Error("", "A condition has no value at the start. " + dynamics().failure(),
                  "Give start values at which all conditions can be evaluated.");
    }
    bool same = true;
    for (std::size_t c = 0; c < before.size(); ++c) same = same && before[c] == handler().truth(c);
    if (same) return;
  }
}

// -- integrators ----------------------------------------------------------------------------------

/// The present machine gets the present method, unless it has it.
void Simulator::Run::prepare_integrator() {
  if (machine_->integrator && machine_->solver() == solver_) return;
  if (machine_->integrator) add(integrator().statistics());
  IntegratorOptions chosen;
  chosen.tolerance = options.tolerance;
  chosen.maximum_step = options.maximum_step;
  chosen.fixed_step = options.fixed_step;
  // Impulses that are asked for follow from those of the whole model.
  const bool apart = options.impacts != "whole" && impulse_leaves_.empty();
  const std::size_t parts = options.impacts == "apart" ? 1 : kManyParts;
  machine_->use(solver_, chosen, contacts_.get(), apart ? parts : 0);
}

void Simulator::Run::add(const IntegratorStatistics& s) {
  total_.steps += s.steps;
  total_.rejected += s.rejected;
  total_.evaluations += s.evaluations;
  total_.jacobians += s.jacobians;
  total_.projections += s.projections;
  total_.restarts += s.restarts;
  total_.smallest_step =
      total_.smallest_step == 0 ? s.smallest_step : std::min(total_.smallest_step, s.smallest_step);
  total_.largest_step = std::max(total_.largest_step, s.largest_step);
  total_.last_order = s.last_order;
  total_.linear_solver = s.linear_solver;
}

IntegratorStatistics Simulator::Run::statistics() {
  const IntegratorStatistics kept = total_;
  if (machines_) {
    machines_->for_each([&](Machine& machine) {
      if (machine.integrator) add(machine.integrator->statistics());
    });
  }
  return std::exchange(total_, kept);
}

bool Simulator::Run::restart() {
  dynamics().arrive(time);
  prepare_integrator();
  integrator().start(time, y_.data());
  if (!machine_->crossings.restart(time, y_.data())) {
    fail(RunStatus::failed, "",
         fmt::format("The run stopped at t = {}: {}", quantity(time, "s"), dynamics().failure()),
         kKept);
    return false;
  }
  segment_ = nullptr;
  segment_steps_ = 0;
  if (!integrator().save()) segment_ = content();
  return true;
}

void Simulator::Run::change_to_implicit() {
  changed_ = true;
  solver_ = "bdf";
  solver_text = "dop853, from t = " + quantity(time, "s") + " on bdf";
  diagnostics.push_back(
      {Severity::note, "",
       fmt::format("The model is stiff: switched to bdf at t = {}.", quantity(time, "s")), ""});
  restart();
}

// -- steps ----------------------------------------------------------------------------------------

RunStatus Simulator::Run::advance(double until) {
  if (!initialized_) {
    throw Error("", "The run has not begun.", "Call initialize() before advance().");
  }
  if (!std::isfinite(until)) {
    throw Error("", "The time to advance to must be a finite number.", "Give a time in seconds.");
  }
  adopt_parameters();
  try {
    settle();
    while (!ended() && time < until) {
      if (!pending_.any && !make_step()) break;
      const double from = time;
      time = std::min(until, pending_.end);
      pass_impacts();
      if (!tell([&](RunObserver& o) { return o.advance(view(), from, time, integrator()); })) break;
      if (time == pending_.end && !end_step()) break;
    }
  } catch (const Error& error) {
    // What was computed is kept, whatever happens.
    const Diagnostic& first = error.diagnostics().front();
    fail(RunStatus::failed, first.path,
         fmt::format("The run stopped at t = {}: {}", quantity(time, "s"), fact(first)),
         first.hint + (first.hint.empty() ? "" : " ") + kKept);
  }
  return status;
}

/// After something was set: conditions and modes follow, and the method starts again.
void Simulator::Run::settle() {
  if (!disturbed_ || ended()) return;
  disturbed_ = false;
  dynamics().allow_jumps(time);
  if (handler().any() && !event(std::nullopt)) return;
  if (has_contact_events() && !contact_event()) return;
  restart();
}

/// How far the next steps may go. Methods measure their smallest step by what remains, so a run
/// without end gets a nearer one: 1, 2, 4, ... seconds after its start. It depends on the time
/// alone, so that neither stretches nor restoring change the steps.
double Simulator::Run::horizon() const {
  if (options.stop < 1e300) return options.stop;
  double ahead = 1;
  while (start_ + ahead <= time) ahead *= 2;
  return start_ + ahead;
}

/// A step of the integrator, and where in it something crosses.
bool Simulator::Run::make_step() {
  if (interrupted && interrupted()) {
    interrupt();
    return false;
  }
  pending_ = {};
  pending_.time_event = handler().next_time_event(time);
  double limit = horizon();
  if (contacts_) limit = std::min(limit, contacts_->horizon(dynamics(), time, y_));
  if (has_delays()) {
    dynamics().set_point(time, y_.data());
    limit = std::min(limit, time + delays_.reach(dynamics(), time));
    pending_.time_event = std::min(pending_.time_event, delays_.next_event(time));
  }
  pending_.outcome = integrator().step(std::min(limit, pending_.time_event));
  if (pending_.outcome == StepOutcome::failed || pending_.outcome == StepOutcome::step_too_small) {
    if (has_contact_events() && release_contacts()) return make_step();
    if (!ended()) stopped(pending_.outcome);
    return false;
  }
  ++segment_steps_;
  const CrossingFinder::Found found = machine_->crossings.search(truths());
  if (found.failed) {
    fail(RunStatus::failed, "",
         fmt::format("The run stopped at t = {}: {}", quantity(integrator().time(), "s"),
                     dynamics().failure()),
         kKept);
    return false;
  }
  pending_.any = true;
  pending_.crossing = found.any;
  pending_.crossed = found.conditions;
  pending_.end = found.any ? found.time : integrator().time();
  if (has_contact_events() && !search_contacts()) return false;
  if (has_delays()) delays_.append(dynamics(), integrator(), time, pending_.end);
  return true;
}

/// What happens at the end of a step; false if the run ends.
bool Simulator::Run::end_step() {
  const PendingStep step = std::exchange(pending_, {});
  if (step.crossing || step.contact) {
    integrator().interpolate(time, y_.data());
    dynamics().project(time, y_.data());
  } else {
    y_.assign(integrator().state(), integrator().state() + dynamics().size());
  }
  const bool happens = step.crossing || time >= step.time_event;
  if (happens && !event(step.crossed)) return false;
  if (has_contact_events() && (happens || step.contact) && !contact_event()) return false;
  if (happens || step.contact) return time >= options.stop || restart();
  if (has_contact_events()) contacts_->follow(dynamics(), time, y_.data());
  // A slip that comes to its end turns fast, for an instant: that is no stiffness to be answered.
  if (step.outcome == StepOutcome::stiff && options.solver == "auto" && !changed_ &&
      !dynamics().has_contacts() &&
      is_stiff(dynamics(), time, y_.data(), integrator().time() - integrator().previous_time(),
               options.tolerance)) {
    change_to_implicit();
  }
  return !ended();
}

std::vector<bool> Simulator::Run::truths() {
  std::vector<bool> result;
  for (std::size_t c : dynamics().state_conditions()) result.push_back(handler().truth(c));
  return result;
}

void Simulator::Run::stopped(StepOutcome outcome) {
  const std::string why = integrator().failure();
  y_.assign(integrator().state(), integrator().state() + dynamics().size());
  if (auto cause = singular_position(dynamics(), time, y_.data())) {
    fail(RunStatus::failed, cause->path, cause->text + ' ' + why, cause->hint);
    return;
  }
  fail(RunStatus::failed, "",
       fmt::format("The run stopped at t = {}. {}", quantity(time, "s"), why),
       outcome == StepOutcome::step_too_small
           ? "Results up to there are kept. The solution may become infinite there, or an equation "
             "may jump without an event."
           : kKept);
}

}  // namespace multibond
