/// Contacts: what touches in a run, and what happens where something begins or ceases to.
///
/// Between events, closed contacts have the forces that keep them closed (closed_contacts.h) and
/// everything else is open. An event comes where something open touches (contact_search.h), or
/// where a closed contact would pull, leaves its cone of friction, ceases to slip, or comes to the
/// border of its features. There
///
///     impacts     as long as something that touches approaches: velocities jump (contact/impact.h)
///     the choice  of contacts that stay closed, of those that stick and of those that slide: the
///                 complementarity problem of the accelerations (contact/friction_problem.h)
///
/// are decided for all that touches together, on the matrix of its responses. Nothing is compiled,
/// and the cost follows what touches, not what could.
///
/// Where there are no such forces, or where they change without end, contacts are held by impulses
/// for a while (contacts_pulses.h).
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "closed_contacts.h"
#include "contact_response.h"
#include "contact_scene.h"
#include "contact_search.h"
#include "contacts_pulses.h"
#include "island_response.h"
#include "multibond/contact/impact_law.h"
#include "multibond/simulate/contact_statistics.h"
#include "multibond/simulate/integrator.h"

namespace multibond {

/// What an event of contacts did.
struct ContactEvent {
  std::string failure, hint;       ///< not empty: the run cannot go on
  bool interrupted = false;        ///< before it was settled: nothing has changed
  bool jumped = false;             ///< velocities have changed
  std::vector<std::string> texts;  ///< "ball and floor: impact"
  std::vector<std::string> notes;  ///< worth telling once
  std::vector<ContactId> changed;  ///< contacts that had an impact, began, changed or ended
  int iterations = 0;              ///< of all its problems
};

class Contacts {
 public:
  /// Throws Error naming the component if a shape cannot be, or if two shapes have no rule.
  /// `tolerance`: of the steps.
  Contacts(std::shared_ptr<const CompiledMode> mode, CompiledDynamics& dynamics, double tolerance);

  /// Asked on the way through long events; true ends the run.
  std::function<bool()> interrupted;

  ClosedContacts& closed() { return closed_; }
  ContactResponse& response() { return response_; }
  ContactScene& scene() { return scene_; }
  ContactSearch& search() { return search_; }
  contact::ImpactLaw impact_law() const;
  double rest_speed() const { return rest_speed_; }
  /// Nothing is closed, and nothing passes through anything.
  bool all_open() const { return !closed_.any() && passing_.empty() && !pulses_.on; }
  /// An impact of a single contact that was settled elsewhere.
  void count_impact(double lost, std::size_t rows) {
    ++statistics_.impacts;
    statistics_.lost += lost;
    statistics_.largest_problem = std::max(statistics_.largest_problem, rows);
  }
  /// Pairs of shapes that may be within `margin` of each other at the present places.
  std::vector<ContactSearch::Pair> search_pairs(double margin) {
    return search_.near_pairs(margin);
  }

  /// At the start: what overlaps then never touches, and is told; what has no mass is refused.
  std::vector<std::string> begin(CompiledDynamics& dynamics, double t,
                                 const std::vector<double>& y);
  /// The first event of contacts in the latest step of the integrator, up to `until`.
  struct Found {
    bool failed = false;
    std::optional<double> time;
  };
  Found search(CompiledDynamics& dynamics, Integrator& integrator, double until);
  /// Until when a step may go from (t, y): not beyond where friction ends a slip in two directions,
  /// which turns faster and faster as it becomes slower; and not far beyond where the next event is
  /// to be expected, for a step that is thrown away but for its beginning costs as much as any, and
  /// more if its length is tried in vain.
  double horizon(CompiledDynamics& dynamics, double t, const std::vector<double>& y);
  /// Decides what happens at (t, y); velocities may jump, and `y` is moved onto closed gaps.
  /// `number` counts the events at this instant: after a few of them contacts that touch without
  /// rebound stop together, which the laws of impact would not make them do.
  ContactEvent settle(CompiledDynamics& dynamics, double t, std::vector<double>& y, int number);
  /// From t on, what touches is held by impulses for a while, for a reason (a sentence); false if
  /// it already is.
  bool hold_by_pulses(double t, const std::string& why);
  /// An impulse at a coordinate, or the one that does a work there; false if there is none.
  bool strike(CompiledDynamics& dynamics, double t, std::vector<double>& y, std::size_t coordinate,
              double value, bool energy);
  /// Impulses of efforts, from all impacts since they were last asked for; empty if there were
  /// none. Efforts are linear in those of the contacts, so that their impulses are as well.
  std::vector<double> take_impulses(CompiledDynamics& dynamics, double t,
                                    const std::vector<double>& y,
                                    const std::vector<VariableLeaf>& efforts);
  /// The directions of slip follow the motion: after each step.
  void follow(CompiledDynamics& dynamics, double t, const double* y);

  /// What it remembers between two steps.
  struct Memory {
    std::vector<ClosedContact> closed;
    ClosedContacts::Noise noise;
    std::shared_ptr<const ClosedContacts::Kept> kept;
    std::vector<KnownContact> passing;
    std::set<ContactSearch::Pair> excluded;
    double largest_force = 0;
    int undecided = 0;
    double event_time = 0, pause = 0;
    bool told_poisson = false;
    Pulses pulses;
    double acceleration = 0;
    ContactStatistics statistics;
    Chatter chatter;
  };
  Memory save() const {
    Memory memory = before_decision();
    memory.chatter = chatter_;
    return memory;
  }
  void restore(const Memory& memory);
  ContactStatistics statistics() const;

 private:
  /// An approach that is an impact, in m/s (or rad/s).
  static constexpr double kApproach = 1e-9;

  void check_pairs();
  /// All that it remembers but what it knows of earlier events.
  Memory before_decision() const {
    return {closed_.list,   closed_.noise, closed_.kept, passing_, search_.excluded(),
            largest_force_, undecided_,    event_time_,  pause_,   told_poisson_,
            pulses_,        acceleration_, statistics_,  {}};
  }
  /// Rows of all that touches, with the response of each to each.
  struct Touching {
    std::vector<ContactPoint> points;
    std::vector<std::size_t> first;  ///< row of each point
    std::size_t rows = 0;
    std::vector<double> W, u;
    /// Of impulses, forces times a time: p does the work p (u + u') / 2, where u' = u + W p.
    double work(const std::vector<double>& force, double time) const;
    /// Velocities become those that remain when all points have closed.
    void close();
    Eigen::Vector2d slip(std::size_t point) const {
      const int count = points[point].rows;
      return {count > 1 ? u[first[point] + 1] : 0.0, count > 2 ? u[first[point] + 2] : 0.0};
    }
  };
  bool look(CompiledDynamics& dynamics, double t, const double* y);
  bool passes(const ContactId& id) const;
  bool any_approach(const std::vector<KnownContact>& touching) const;
  std::vector<KnownContact> find_touching(double reach);
  bool respond(CompiledDynamics& dynamics, const std::vector<KnownContact>& known,
               Touching& touching);
  bool hit(const Touching& touching, std::vector<double>& y, ContactEvent& event);
  enum class Choice : std::uint8_t { made, jumped, failed };
  Choice choose(CompiledDynamics& dynamics, double t, std::vector<double>& y,
                const std::vector<KnownContact>& known, double speed, ContactEvent& event);
  bool jam(const Touching& touching, const std::vector<bool>& stopped,
           const std::vector<double>& free, const std::vector<double>& force, double slip_time,
           std::vector<double>& y, ContactEvent& event);
  bool stop_pressed(CompiledDynamics& dynamics, double t, std::vector<double>& y,
                    const std::vector<KnownContact>& known);
  bool take_up(CompiledDynamics& dynamics, double t, std::vector<double>& y,
               const std::vector<KnownContact>& known, bool endless, ContactEvent& event);
  void tell_changes(const std::vector<ClosedContact>& before, ContactEvent& event) const;
  ContactEvent decide(CompiledDynamics& dynamics, double t, std::vector<double>& y, int number,
                      double reach);
  bool accelerate(CompiledDynamics& dynamics, double t, const std::vector<double>& y,
                  const std::vector<KnownContact>& known, std::vector<double>& b);
  /// What a pulse is for: that what comes fast rebounds, and nothing overlaps until the next; that
  /// nothing does at the next; that nothing overlaps more; the same, but for a little give, which
  /// has a solution for any contacts; that nothing approaches now, which takes energy and gives
  /// none.
  enum class Aim : std::uint8_t { rebounds, holds, keeps, gives, stops };
  bool find_pulse(const Touching& touching, const std::vector<double>& b, double h,
                  const std::vector<bool>& fast, Aim aim, std::vector<double>& impulse);
  ContactEvent pulse(CompiledDynamics& dynamics, double t, std::vector<double>& y, bool last);
  std::vector<ContactId> closed_ids() const;
  double slack(std::size_t contact) const;
  double smallest_slack() const;
  std::string describe(const ClosedContact& contact) const;

  std::shared_ptr<const CompiledMode> mode_;
  ContactResponse response_;
  IslandResponse islands_;  ///< of all that touches
  ContactScene scene_;
  ContactSearch search_;
  ClosedContacts closed_;
  std::vector<KnownContact> passing_;  ///< broken through: nothing until they are open again
  double rest_speed_ = 0;              ///< approaches that do not rebound, in m/s
  double largest_force_ = 0;           ///< so far: what counts as zero is measured by it
  int undecided_ = 0;                  ///< events since the latest that changed something
  double event_time_ = 0;              ///< of the latest event
  bool told_poisson_ = false;          ///< that simultaneous impacts fell back to that law
  double pause_ = 0;                   ///< between the latest events: 0 if there were not two
  ContactStatistics statistics_;
  Pulses pulses_;
  Chatter chatter_;
  double acceleration_ = 0;       ///< the largest of what touched at the latest decision
  std::vector<double> impulses_;  ///< by coordinate, since they were last asked for
  std::vector<double> places_, rates_, y_;
};

}  // namespace multibond
