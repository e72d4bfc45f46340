/// Pulses: contacts that are held by impulses where forces are of no use.
///
/// Friction may leave contacts without forces (Painleve), and many contacts on one body may open,
/// close, stick and slide again thousands of times while nothing moves by more than a micrometre.
/// Then, for a while, all that touches gets an impulse L every h, and nothing in between:
///
///     w = u + W L + b h / 2 + n g / h      mean velocity of the free motion that follows, and
///                                          that which would close the gaps in it
///     0 <= L_n,  w_n >= 0,  one of them zero;  |L_t| <= mu L_n against w_t
///
/// with the velocities u before, the accelerations b without contacts and the gaps g. That is time
/// stepping (Moreau 1988), but for the motion between impulses, which is integrated as accurately
/// as any, and for new contacts, which are found at their time. What rests hops by b h^2 / 8, and h
/// is chosen such that this is a quarter of a micrometre. What comes fast rebounds: u_n+ >= -e u_n.
/// Where no motion does all that (in a wedge), less is asked for, and the next pulse comes sooner.
///
/// Impulses change the energy by L . (u+ + u) / 2, which is told as lost in impacts: the bill of a
/// run closes. They give back no more than contacts have taken. What is not told are forces.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "contact_scene.h"

namespace multibond {

/// What is known of them between two steps.
struct Pulses {
  struct Held {
    ContactId id;
    std::array<double, 4> impulse{};  ///< the latest
  };
  bool on = false;
  std::string why;        ///< they were taken, until that was told
  bool told = false;      ///< they were
  bool hopeless = false;  ///< no impulses were found that hold all, with all patience
  double until = -1e300;  ///< then forces are tried again
  double period = 0;      ///< for how long they hold
  double latest = 0, next = 0;
  int at_once = 0;         ///< pulses at nearly the same time
  std::vector<Held> held;  ///< in the order of their ids
  /// Pairs whose touches wait for the next pulse.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ignored;

  const Held* find(const ContactId& id) const;  ///< nullptr if it is not held
  bool soon(double t) const;                    ///< after they held
};

/// The time between pulses in which accelerations let contacts hop by a quarter of a micrometre.
double pulse_interval(double acceleration);

/// Whether contacts change without end: the same ones, again and again.
class Chatter {
 public:
  /// Notes contacts that changed at t (none: an event that decided nothing), by a problem of so
  /// many iterations; true if they did so too often in the latest stretch of time. `soon`: after
  /// they did before.
  bool note(double t, const std::vector<ContactId>& changed, int iterations, double stretch,
            bool soon);
  void clear() { *this = {}; }

 private:
  struct Event {
    double time;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  ///< that changed
    int repeats;                                                 ///< as how many it counts
  };
  std::deque<Event> events_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> count_;  ///< of changes
  int repeats_ = 0;
};

}  // namespace multibond
