// Events of a run, and the changes of mode that they ask for.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "multibond/base/text.h"
#include "run_loop.h"

namespace multibond {

/// Handles an event at the present time; false if the run ends.
bool Simulator::Run::event(const std::optional<std::vector<std::size_t>>& triggered) {
  if (!tell([&](RunObserver& observer) { return observer.before_event(view()); })) return false;
  dynamics().allow_jumps(time);
  EventRecord happened;
  const bool goes_on = handle_event(triggered, happened);
  if (status == RunStatus::failed) return false;
  if (has_delays() && happened.conditions.empty() && delays_.jumps_at(time)) {
    happened.conditions.emplace_back("delay()");
  }
  if (!tell([&](RunObserver& o) { return o.after_event(view(), happened.conditions); })) {
    return false;
  }
  if (!happened.conditions.empty()) {
    note_impulses(happened);
    events.push_back(happened);
    const Accumulation::Verdict verdict = accumulation_.add(happened, start_);
    if (verdict.found) {
      fail(RunStatus::failed, "", verdict.text, verdict.hint);
      return false;
    }
  }
  return goes_on;
}

bool Simulator::Run::handle_event(const std::optional<std::vector<std::size_t>>& triggered,
                                  EventRecord& happened, bool at_end) {
  EventOutcome outcome = at_end      ? handler().end(time, y_)
                         : triggered ? handler().handle(time, y_, *triggered)
                                     : handler().begin(time, y_);
  take_warnings(outcome);
  happened = outcome.record;
  std::set<ModeSet> met;
  int settled = 0;
  while ((outcome.mode_change || !outcome.unsettled.empty() || !outcome.strikes.empty()) &&
         !outcome.failed && !outcome.terminated) {
    // Impulses move nothing: what was at its zero still is. A new mode has other conditions.
    const bool struck = !outcome.strikes.empty();
    if (struck) {
      if (!strike(outcome.strikes)) return false;
    } else if (outcome.unsettled.empty()) {
      if (!change_mode(met)) return false;
    } else if (!settle_frictions(outcome.unsettled, ++settled)) {
      return false;
    }
    outcome = struck && triggered && met.empty() ? handler().resume(time, y_, *triggered)
                                                 : handler().resume(time, y_);
    take_warnings(outcome);
    happened.iterations += outcome.record.iterations;
    for (const std::string& text : outcome.record.conditions) {
      if (std::find(happened.conditions.begin(), happened.conditions.end(), text) ==
          happened.conditions.end()) {
        happened.conditions.push_back(text);
      }
    }
  }
  if (outcome.without_value) {
    outcome.message =
        fmt::format("{} has no finite value after the event. {}",
                    model->description()[*outcome.without_value].path, outcome.message);
    outcome.hint = "Check its equations for a division by zero.";
  }
  if (outcome.failed) {
    fail(RunStatus::failed, "",
         fmt::format("The run stopped at t = {}: {}", quantity(time, "s"), outcome.message),
         "Results up to there are kept. " +
             (outcome.hint.empty() ? "Separate the conditions by a hysteresis or a delay."
                                   : outcome.hint));
    return false;
  }
  if (outcome.terminated) {
    fail(RunStatus::terminated, "",
         fmt::format("The model ended the run at t = {}: {}", quantity(time, "s"), outcome.message),
         "");
    return false;
  }
  return true;
}

/// What the model asserts without insisting on it is told once, when it first fails.
void Simulator::Run::take_warnings(EventOutcome& outcome) {
  for (const EventOutcome::Warning& warning : std::exchange(outcome.told, {})) {
    if (!warned_.insert(warning.text + warning.place).second) continue;
    diagnostics.push_back(
        {Severity::warning, "", fmt::format("At t = {}: {}", quantity(time, "s"), warning.text),
         "The model asserts this, as a warning: its results may not be valid.", warning.place});
  }
}

/// The event at the end. Who goes on all the same finds the model as it was before the end.
void Simulator::Run::finish() {
  const bool well = status == RunStatus::completed || status == RunStatus::terminated;
  if (!initialized_ || !well || !handler().any_at_end()) return;
  adopt_parameters();
  disturb();
  const RunStatus before = std::exchange(status, RunStatus::completed);
  if (!tell([&](RunObserver& observer) { return observer.before_event(view()); })) return;
  dynamics().allow_jumps(time);
  EventRecord happened;
  handle_event(std::nullopt, happened, true);
  if (status == RunStatus::failed) return;
  happened.conditions.insert(happened.conditions.begin(), "terminal()");
  events.push_back(happened);
  tell([&](RunObserver& o) { return o.after_event(view(), happened.conditions); });
  handler().forget_end();
  if (status == RunStatus::completed) status = before;
}

/// Enters the modes that the conditions ask for; one change at a time where going all the way
/// came back to a mode that was left at this instant.
bool Simulator::Run::change_mode(std::set<ModeSet>& met) {
  const ModeSet wanted = handler().wanted_modes();
  const bool again = !met.insert(machine_->modes()).second;
  mode_changes_ = met.size() == 1 ? 1 : mode_changes_ + 1;
  if (mode_changes_ > kMaximumModeChanges) {
    fail(RunStatus::failed, "",
         fmt::format("The run stopped at t = {}: {} switch each other on and off without end.",
                     quantity(time, "s"), switching(wanted)),
         "Results up to there are kept. Give one of them a hysteresis or a small leakage.");
    return false;
  }
  const ModeSet next = again ? first_change(wanted) : wanted;
  ModeEntry entry = machines_->enter(*machine_, time, y_, next);
  if (!entry.machine) {
    const std::string failure = entry.failure;
    entry = enter_beside(next, met);
    entry.failure = failure;
  }
  if (!entry.machine) {
    fail(RunStatus::failed, "",
         fmt::format("The run stopped at t = {}: {} cannot switch. {}", quantity(time, "s"),
                     switching(wanted), entry.failure),
         "Results up to there are kept. Ideal switches must not short-circuit a source of "
         "effort or cut off a source of flow; use leaking ones.");
    return false;
  }
  use(*entry.machine);
  dynamics().allow_jumps(time);
  y_ = entry.y;
  dynamics().project(time, y_.data());
  return true;
}

/// A mode near one that cannot be: there another component has to change too. A switch that
/// closes on a diode in the middle of its current leaves no solution until the diode blocks. Only
/// those take part whose equations contradict each other there.
ModeEntry Simulator::Run::enter_beside(const ModeSet& impossible, const std::set<ModeSet>& met) {
  ModeEntry entry;
  const ModeSet& present = machine_->modes();
  const auto attempt = [&](const ModeSet& modes) {
    if (met.contains(modes)) return false;
    entry = machines_->enter(*machine_, time, y_, modes);
    return entry.machine != nullptr;
  };
  std::vector<std::size_t> candidates;
  for (const ModeId m : model->conflicting_modes(impossible)) {
    if (impossible[m.index()] == present[m.index()]) candidates.push_back(m.index());
  }
  const auto turned = [&](std::initializer_list<std::size_t> which) {
    ModeSet modes = impossible;
    for (std::size_t m : which) modes[m] = !modes[m];
    return modes;
  };
  for (std::size_t a : candidates) {
    if (attempt(turned({a}))) return entry;
  }
  for (std::size_t a = 0; a < candidates.size(); ++a) {
    for (std::size_t b = a + 1; b < candidates.size(); ++b) {
      if (attempt(turned({candidates[a], candidates[b]}))) return entry;
    }
  }
  return entry;
}

/// The components whose mode is to change.
std::string Simulator::Run::switching(const ModeSet& wanted) const {
  std::vector<std::string> names;
  for (std::size_t m = 0; m < wanted.size(); ++m) {
    if (wanted[m] != machine_->modes()[m]) {
      names.push_back(machine_->dynamics.mode().mode_components[m]);
    }
  }
  return join_names(names, 6);
}

}  // namespace multibond
