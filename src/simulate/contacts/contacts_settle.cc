// An event of contacts: impacts as long as something approaches, then the choice of what stays
// closed.

#include <fmt/format.h>

#include <algorithm>

#include "contacts.h"
#include "multibond/simulate/compiled_dynamics.h"

namespace multibond {
namespace {

constexpr int kMostImpacts = 1000;  ///< at one instant
constexpr int kMostChoices = 10;    ///< of what sticks and slides, at one instant
constexpr int kUsualEvents = 5;     ///< at one instant, before contacts seem to change without end
/// Of a pause between events that was longer than the latest, so much is remembered.
constexpr double kRemembered = 0.5;

}  // namespace

std::string Contacts::describe(const ClosedContact& contact) const {
  return scene_.name(contact.known.id) + (contact.sticks ? " stick" : " touch");
}

/// What is closed otherwise than before.
void Contacts::tell_changes(const std::vector<ClosedContact>& before, ContactEvent& event) const {
  for (const ClosedContact& contact : closed_.list) {
    const auto same = std::find_if(before.begin(), before.end(), [&](const ClosedContact& other) {
      return other.known.id == contact.known.id && other.sticks == contact.sticks;
    });
    if (same != before.end()) continue;
    event.texts.push_back(describe(contact));
    event.changed.push_back(contact.known.id);
  }
  for (const ClosedContact& contact : before) {
    const bool stays =
        std::any_of(closed_.list.begin(), closed_.list.end(),
                    [&](const ClosedContact& other) { return other.known.id == contact.known.id; });
    if (stays) continue;
    event.texts.push_back(scene_.name(contact.known.id) + " separate");
    event.changed.push_back(contact.known.id);
  }
}

/// Closing some contacts may press others that touch and were left open, by no more than counts as
/// rest: a plate that comes to lie on two corners lifts or presses the third. An impact there would
/// lift the first two, and so on without end. So all of these stop together, which takes energy and
/// gives none, and those that bear nothing open from there by their accelerations. False if
/// something approaches faster than that, or if not all can stop: in a wedge one side opens as the
/// other closes.
bool Contacts::stop_pressed(CompiledDynamics& dynamics, double t, std::vector<double>& y,
                            const std::vector<KnownContact>& known) {
  std::vector<ContactId> held = closed_ids();
  std::vector<KnownContact> pressed;
  for (;;) {
    if (!look(dynamics, t, y.data())) return false;
    bool more = false;
    for (const KnownContact& contact : known) {
      const double speed = scene_.point(contact).directions[0].dot(rates_);
      if (speed >= -kApproach) continue;
      const bool is_held = std::binary_search(held.begin(), held.end(), contact.id);
      if (speed < -rest_speed_ || is_held) return false;
      pressed.push_back(contact);
      held.insert(std::upper_bound(held.begin(), held.end(), contact.id), contact.id);
      more = true;
    }
    if (!more) return true;
    std::vector<ContactDirection> rows;
    for (const ClosedContact& contact : closed_.list) {
      const ContactPoint point = scene_.point(contact.known);
      for (int row = 0; row < point.rows; ++row) {
        const bool stops = row == 0 || (row == 3 ? contact.spin_sticks : contact.sticks);
        if (stops) rows.push_back(point.directions[static_cast<std::size_t>(row)]);
      }
    }
    for (const KnownContact& contact : pressed) rows.push_back(scene_.point(contact).directions[0]);
    std::vector<const ContactDirection*> directions;
    Eigen::VectorXd velocity(static_cast<Eigen::Index>(rows.size()));
    for (const ContactDirection& row : rows) {
      velocity[static_cast<Eigen::Index>(directions.size())] = row.dot(rates_);
      directions.push_back(&row);
    }
    if (!islands_.respond(dynamics, directions)) return false;
    const Eigen::VectorXd impulse = least_forces(islands_.accelerations(directions), -velocity);
    islands_.add(impulse, y.data());
    statistics_.lost -= impulse.dot(velocity) / 2;  // their velocities become zero
  }
}

/// Moves onto the closed gaps, and stops what sticks; false if that is not what the choice was made
/// for: what stops changes the slip of its neighbours.
bool Contacts::take_up(CompiledDynamics& dynamics, double t, std::vector<double>& y,
                       const std::vector<KnownContact>& known, bool endless, ContactEvent& event) {
  if (!closed_.any()) return true;
  if (dynamics.project(t, y.data()) == Evaluation::failed) event.failure = dynamics.failure();
  for (ClosedContact& contact : closed_.list) contact.starts = false;
  if (endless && !stop_pressed(dynamics, t, y, known)) return false;
  std::vector<double> free(dynamics.size()), slopes(dynamics.size());
  if (dynamics.free_derivatives(t, y.data(), free.data()) == Evaluation::failed ||
      dynamics.derivatives(t, y.data(), slopes.data()) == Evaluation::failed ||
      !(smallest_slack() >= 0)) {
    return false;
  }
  // The forces there, to the last digit: as long as all rests, nothing else has to be found.
  closed_.keep_forces(dynamics, free.data());
  return true;
}

/// Impacts and the choice at (t, y), of all that touches with gaps up to `reach`.
ContactEvent Contacts::decide(CompiledDynamics& dynamics, double t, std::vector<double>& y,
                              int number, double reach) {
  ContactEvent event;
  if (t > event_time_) pause_ = std::max(t - event_time_, kRemembered * pause_);
  event_time_ = t;
  const std::vector<ClosedContact> before = closed_.list;
  const std::vector<double> y_before = y;
  std::vector<KnownContact> known;
  int choices = 0;
  for (int round = 0;; ++round) {
    if (interrupted && interrupted()) {
      y = y_before;
      event.interrupted = true;
      return event;
    }
    if (!look(dynamics, t, y.data())) {
      event.failure = "The places of the contacts have no value.";
      return event;
    }
    if (round == 0) known = find_touching(reach);
    const bool hits = any_approach(known);
    if (round == kMostImpacts) {
      event.failure = fmt::format("{} hit each other without end.", scene_.name(known.front().id));
      event.hint =
          "Make their restitution smaller, or let all contacts share an impact: "
          "Impacts.order = simultaneous.";
      return event;
    }
    if (!hits) {
      // What the first choice has left open opens, however slowly: the others slip by its motion.
      const double speed = choices == 0 ? rest_speed_ : kApproach;
      const Choice choice = choose(dynamics, t, y, known, speed, event);
      if (choice == Choice::failed) return event;
      if (choice == Choice::jumped) continue;
      const bool endless = number > kUsualEvents;
      if (take_up(dynamics, t, y, known, endless, event) || ++choices == kMostChoices) break;
      continue;
    }
    Touching touching;
    if (!respond(dynamics, known, touching)) {
      event.failure = dynamics.failure();
      return event;
    }
    if (!hit(touching, y, event)) return event;
    std::erase_if(known, [&](const KnownContact& contact) { return passes(contact.id); });
  }
  tell_changes(before, event);
  undecided_ = event.texts.empty() ? undecided_ + 1 : 0;
  return event;
}

}  // namespace multibond
