// Contacts of a run: where in a step they begin, end or change, and what happens there.

#include <fmt/format.h>

#include <algorithm>

#include "contacts/part_clocks.h"
#include "multibond/base/text.h"
#include "run_loop.h"

namespace multibond {
namespace {

constexpr int kMostAtOnce = 1000;  ///< events of contacts at one instant
constexpr const char* kKept = "Results up to there are kept.";

}  // namespace

void Simulator::Run::make_contacts(const std::optional<Contacts::Memory>& memory) {
  if (!dynamics().mode().contacts.any()) return;
  contacts_ = std::make_unique<Contacts>(dynamics().shared_mode(), dynamics(), options.tolerance);
  if (memory) contacts_->restore(*memory);
  contacts_->interrupted = [this] { return interrupted && interrupted(); };
  machines_->for_each([&](Machine& machine) { machine.dynamics.attach(&contacts_->closed()); });
}

ContactStatistics Simulator::Run::contacts() const {
  return contacts_ ? contacts_->statistics() : ContactStatistics{};
}

bool Simulator::Run::begin_contacts() {
  for (const std::string& note : contacts_->begin(dynamics(), time, y_)) {
    diagnostics.push_back({Severity::note, "", note,
                           "Move them apart, or give both the same group to have no note."});
  }
  return !has_contact_events() || contact_event();
}

/// The latest step ends where contacts change in it.
bool Simulator::Run::search_contacts() {
  if (const PartClocks* clocks = machine_->clocks(); clocks && clocks->apart()) {
    pending_.contact = clocks->ends_at_contact();
    return true;
  }
  const Contacts::Found found = contacts_->search(dynamics(), integrator(), pending_.end);
  if (found.failed) {
    fail(RunStatus::failed, "",
         fmt::format("The run stopped at t = {}: {}", quantity(integrator().time(), "s"),
                     dynamics().failure()),
         kKept);
    return false;
  }
  if (!found.time) return true;
  if (*found.time < pending_.end) {
    pending_.crossing = false;
    pending_.crossed.clear();
  }
  pending_.end = *found.time;
  pending_.contact = true;
  return true;
}

/// Impacts that were settled within the step, up to the present time.
void Simulator::Run::pass_impacts() {
  const PartClocks* clocks = machine_->clocks();
  if (!clocks) return;
  const std::vector<LocalImpact>& impacts = clocks->impacts();
  for (; pending_.impacts < impacts.size(); ++pending_.impacts) {
    const LocalImpact& impact = impacts[pending_.impacts];
    if (impact.time > time) return;
    contacts_->count_impact(impact.lost, impact.rows);
    events.push_back({impact.time, {"impact of " + contacts_->scene().name(impact.id)}, 1});
  }
}

/// What impulses of the present event did to the efforts that were asked for.
void Simulator::Run::note_impulses(EventRecord& record) {
  if (!contacts_ || impulse_leaves_.empty()) return;
  record.impulses = contacts_->take_impulses(dynamics(), time, y_, impulse_leaves_);
}

/// Impulses given from outside; false if the run ends.
bool Simulator::Run::strike(const std::vector<EventOutcome::Strike>& strikes) {
  for (const EventOutcome::Strike& given : strikes) {
    if (contacts_->strike(dynamics(), time, y_, given.coordinate, given.value, given.energy)) {
      continue;
    }
    fail(RunStatus::failed, "",
         fmt::format("The run stopped at t = {}: no impulse does the work of {}.",
                     quantity(time, "s"), quantity(given.value, "J")),
         kKept);
    return false;
  }
  return true;
}

/// Impacts at the present time, and which contacts are closed from then on; false if the run ends.
bool Simulator::Run::contact_event() {
  contact_events_ = time == contact_time_ ? contact_events_ + 1 : 1;
  contact_time_ = time;
  if (!tell([&](RunObserver& observer) { return observer.before_event(view()); })) return false;
  const ContactEvent happened = contacts_->settle(dynamics(), time, y_, contact_events_);
  if (happened.interrupted) {
    interrupt();
    return false;
  }
  if (!happened.failure.empty() || contact_events_ > kMostAtOnce) {
    fail(RunStatus::failed, "",
         fmt::format(
             "The run stopped at t = {}: {}", quantity(time, "s"),
             happened.failure.empty() ? "contacts open and close without end." : happened.failure),
         happened.hint + (happened.hint.empty() ? "" : " ") + kKept);
    return false;
  }
  for (const std::string& note : happened.notes) {
    const bool told = std::any_of(diagnostics.begin(), diagnostics.end(),
                                  [&](const Diagnostic& d) { return d.text == note; });
    if (!told) diagnostics.push_back({Severity::note, "", note, ""});
  }
  if (!tell([&](RunObserver& o) { return o.after_event(view(), happened.texts); })) return false;
  if (!happened.texts.empty()) {
    events.push_back({time, happened.texts, 1});
    note_impulses(events.back());
  }
  return true;
}

/// Where no step goes on with what is closed, and its forces, contacts are held by impulses; false
/// if they already are, if nothing is closed, or if that does not help either.
bool Simulator::Run::release_contacts() {
  if (!contacts_->closed().any() || !contacts_->hold_by_pulses(time, integrator().failure()))
    return false;
  y_.assign(integrator().state(), integrator().state() + dynamics().size());
  return contact_event() && restart();
}

}  // namespace multibond
