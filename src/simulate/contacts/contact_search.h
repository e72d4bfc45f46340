/// ContactSearch: when in a step of the integrator something open first touches.
///
/// Conservative advancement of second order (after Mirtich 1996): a gap g with the rate u and
/// |g''| <= A is open for at least
///
///     (u + sqrt(u^2 + 2 A g)) / A
///
/// more. The search goes on from there until nothing is left of the step, or of the gap: near a
/// contact it converges quadratically, from the open side, and a gap that has just opened at an
/// impact (g = 0, u > 0) is left by as much as it stays open. It cannot jump over a dip, whatever
/// the size of the step, as long as A holds; A is taken from the motion at several instants of the
/// step, with a margin. Where a gap is negative all the same, the way back is bisected.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "contact_scene.h"
#include "multibond/contact/broad_phase.h"

namespace multibond {

class ContactSearch {
 public:
  explicit ContactSearch(ContactScene& scene);

  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  /// Shapes that do not touch each other from now on.
  void exclude(const Pair& pair) { excluded_.insert(pair); }
  const std::set<Pair>& excluded() const { return excluded_; }
  /// Pairs, in order, whose touches are of no interest until others are given.
  void ignore(std::vector<Pair> pairs) { ignored_ = std::move(pairs); }
  /// The pairs that may be within `margin` of each other at the present places.
  std::vector<Pair> near_pairs(double margin);

  /// Puts everything of the scene where it is at a time; false if that fails.
  using Place = std::function<bool(double t)>;
  struct Found {
    bool failed = false;
    std::optional<double> time;
  };
  /// The first contact in [t0, t1] of what is not closed already; `closed` is in order.
  Found search(double t0, double t1, const Place& place, const std::vector<ContactId>& closed);

  /// The same by parts, where nothing is closed: how a collider moves in [t0, t1], and the box that
  /// holds it there; then when two that are known in this way touch.
  contact::Bounds survey(std::uint32_t collider, double t0, double t1, const Place& place);
  Found search(const Pair& pair, double t0, double t1, const Place& place);

 private:
  /// Bounds in a step: of the motion of any point of a collider, or of the gap of a stop.
  struct Motion {
    double speed = 0, acceleration = 0;
  };
  /// Two colliders, or a stop (its number and kStop), that may touch in the step; and until when
  /// they certainly do not.
  struct Candidate {
    Pair pair;
    double wake = 0;     ///< when to look at it again
    double open = 0;     ///< when it was last seen open
    bool inside = true;  ///< it has overlapped ever since the search began
    int exact = 0;       ///< steps to its touch, when the search has become long
  };
  /// What is at an instant: that nothing touches, and for how long; or that something does.
  struct Outlook {
    enum class Now : std::uint8_t { open, touches } now = Now::open;
    double safe = 0;
    bool closes = false;  ///< while it is open
    bool exact = false;   ///< it touches just now, and has not overlapped
    bool opens = false;   ///< although it overlaps
  };
  void observe(std::uint32_t collider, bool first, double h);
  void close_survey(std::uint32_t collider, double h);
  bool survey(double t0, double t1);
  Found search_among(std::vector<Candidate>& candidates, double t0, double t1);
  std::vector<Pair> overlapping();
  Outlook outlook(double gap, double rate, double acceleration) const;
  Outlook look_at(const Pair& pair) const;
  bool touches(const Pair& pair) const;
  Outlook look_at_shapes(const Pair& pair) const;
  Outlook look_at_stop(std::uint32_t stop) const;
  double begin_of_touch(double open, double shut, const std::vector<Pair>& pairs);
  bool is_closed(const ContactId& id) const;
  bool holds(const Pair& pair) const;

  ContactScene& scene_;
  contact::BroadPhase broad_phase_;
  std::set<Pair> excluded_;
  std::vector<Pair> ignored_;
  std::vector<Motion> motions_, stop_motions_;
  std::vector<contact::Bounds> bounds_;
  std::vector<contact::Twist> before_;  ///< of each collider at the latest instant of a survey
  const Place* place_ = nullptr;
  const std::vector<ContactId>* closed_ = nullptr;
  double resting_ = 0;  ///< after which time what rests is looked at again
  bool failed_ = false;
};

}  // namespace multibond
