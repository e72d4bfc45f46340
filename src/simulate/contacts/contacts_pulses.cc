#include "contacts_pulses.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "contacts.h"
#include "multibond/base/text.h"
#include "multibond/contact/friction_problem.h"
#include "multibond/contact/sweeps.h"
#include "multibond/simulate/compiled_dynamics.h"

namespace multibond {
namespace {

constexpr double kHop = 2.5e-7;                      ///< m, of what rests between two pulses
constexpr double kShortest = 1e-5, kLongest = 1e-3;  ///< s, between two pulses
/// Of the time between pulses, after one that only stops (what touches falls until the next),
/// after an impact, and after those at once.
constexpr double kStopped = 1.0 / 8;
/// Gaps that pulses hold, in m: all that hop.
constexpr double kReach = 4 * kHop;
/// How often impulses are found anew for the accelerations after them.
constexpr int kRounds = 5;
/// Gaps that are closed, in m, where forces take over: free motion ends with those of its errors.
constexpr double kSettled = 1e-8;
/// For so many intervals pulses hold before forces are tried again; if these soon are of no use
/// once more, twice as long, up to so many.
constexpr double kFirstPeriod = 40, kLongestPeriod = 2000, kSoon = 10;
/// Pulses so near to each other, by their interval, are at once: after a few of them, touches of
/// these pairs wait for the next one.
constexpr double kAtOnce = 1e-3;
constexpr int kMostAtOnce = 10;
/// Changes of a pair that are no chatter; how many events at which a pair changed more often are,
/// and how many soon after pulses. A row of dominoes has 250, as it hits the floor.
constexpr int kUsualChanges = 5, kMostRepeats = 800, kMostRepeatsSoon = 150;
/// So many iterations of a problem count as an event as well, and one event as no more than so
/// many.
constexpr int kEasyProblem = 1000, kHardProblem = 30;
/// Events are counted over so many intervals of pulses.
constexpr double kStretch = 1000;
/// Events at one instant.
constexpr int kMostEvents = 200;
/// Sweeps of a problem of impulses, and the velocities to which they find it, in m/s. If they leave
/// an approach, in m/s, there are more of them, so many times.
constexpr int kSweeps = 200, kMoreSweeps = 10;
constexpr double kSwept = 1e-8, kLeft = 1e-5;
/// An overlap, in m, that is left to what is jammed.
constexpr double kJammed = 2e-7;
/// An impulse, by the largest that a single contact needs, that is more than a wedge has.
constexpr double kWedged = 1e3;
/// Of its own response: how far a contact gives way where no impulses hold all of them, and how
/// often that is made less.
constexpr double kGive = 1e-4;
constexpr int kGiveRounds = 5;
/// An overlap, in m, that may come of an approach which is left: the next pulse takes it back.
constexpr double kOverlap = 1e-7;

}  // namespace

double pulse_interval(double acceleration) {
  return std::clamp(std::sqrt(8 * kHop / std::max(acceleration, 1e-300)), kShortest, kLongest);
}

bool Chatter::note(double t, const std::vector<ContactId>& changed, int iterations, double stretch,
                   bool soon) {
  Event event{t, {}, 0};
  for (const ContactId& id : changed) event.pairs.emplace_back(id.a, id.b);
  std::sort(event.pairs.begin(), event.pairs.end());
  event.pairs.erase(std::unique(event.pairs.begin(), event.pairs.end()), event.pairs.end());
  bool again = changed.empty();
  for (const auto& pair : event.pairs) again = ++count_[pair] > kUsualChanges || again;
  if (again) event.repeats = 1 + std::min(iterations / kEasyProblem, kHardProblem);
  repeats_ += event.repeats;
  events_.push_back(std::move(event));
  for (; events_.front().time < t - stretch; events_.pop_front()) {
    for (const auto& pair : events_.front().pairs) {
      if (--count_[pair] == 0) count_.erase(pair);
    }
    repeats_ -= events_.front().repeats;
  }
  return repeats_ > (soon ? kMostRepeatsSoon : kMostRepeats);
}

bool Pulses::soon(double t) const { return t < until + kSoon * period; }

const Pulses::Held* Pulses::find(const ContactId& id) const {
  const auto found = std::lower_bound(
      held.begin(), held.end(), id,
      [](const Held& contact, const ContactId& wanted) { return contact.id < wanted; });
  return found != held.end() && found->id == id ? &*found : nullptr;
}

namespace {

/// The impulses of contacts that feel each other by W, and the approach that is left.
double sweep(const contact::FrictionProblem& problem, std::vector<double>& impulse) {
  const std::size_t m = problem.b.size();
  contact::Sweeps sweeps;
  std::vector<std::uint32_t> places;
  std::vector<double> jacobian, response;
  double fastest = 0;
  for (const contact::ContactRows& contact : problem.contacts) {
    const auto rows = static_cast<std::size_t>(contact.rows);
    places.clear();
    for (std::size_t place = 0; place < m; ++place) {
      bool felt = false;
      for (std::size_t r = 0; r < rows; ++r) {
        felt = felt || problem.W[place * m + contact.first + r] != 0;
      }
      if (felt) places.push_back(static_cast<std::uint32_t>(place));
    }
    jacobian.assign(rows * places.size(), 0.0);
    response.assign(rows * places.size(), 0.0);
    for (std::size_t k = 0; k < places.size(); ++k) {
      for (std::size_t r = 0; r < rows; ++r) {
        if (places[k] == contact.first + r) jacobian[r * places.size() + k] = 1;
        response[k * rows + r] = problem.W[places[k] * m + contact.first + r];
      }
    }
    sweeps.add(contact.rows, places, jacobian, response, contact.mu, contact.spin,
               std::span(impulse).subspan(contact.first, rows));
  }
  for (const double u : problem.b) fastest = std::max(fastest, std::abs(u));
  std::vector<double> velocity = problem.b;
  const std::vector<double> target(problem.contacts.size(), 0.0);
  sweeps.solve(velocity, target, kSwept * (1 + fastest), kSweeps);
  double left = 0;
  for (std::size_t k = 0; k < sweeps.size(); ++k) {
    std::copy(sweeps.force(k).begin(), sweeps.force(k).end(),
              impulse.begin() + static_cast<std::ptrdiff_t>(problem.contacts[k].first));
    left = std::max(left, -velocity[problem.contacts[k].first]);
  }
  return left;
}

}  // namespace

bool Contacts::hold_by_pulses(double t, const std::string& why) {
  if (pulses_.on) return false;
  const double interval = pulse_interval(acceleration_);
  pulses_.period = std::clamp(pulses_.soon(t) ? 2 * pulses_.period : 0.0, kFirstPeriod * interval,
                              kLongestPeriod * interval);
  pulses_.until = t + pulses_.period;
  pulses_.on = true;
  if (!pulses_.told) pulses_.why = why;
  pulses_.hopeless = false;
  pulses_.latest = -1e300;
  pulses_.held.clear();
  closed_.list.clear();
  closed_.noise = {};
  closed_.kept = nullptr;
  chatter_.clear();
  return true;
}

/// Accelerations of rows of contacts without forces, at (t, y), which what touches is moved to.
bool Contacts::accelerate(CompiledDynamics& dynamics, double t, const std::vector<double>& y,
                          const std::vector<KnownContact>& known, std::vector<double>& b) {
  std::vector<double> free(dynamics.size()), accelerations;
  if (!look(dynamics, t, y.data()) ||
      dynamics.free_derivatives(t, y.data(), free.data()) == Evaluation::failed ||
      !response_.accelerations(dynamics, free.data(), true, accelerations)) {
    return false;
  }
  b.clear();
  acceleration_ = 0;
  for (const KnownContact& contact : known) {
    const ContactPoint point = scene_.point(contact);
    for (int row = 0; row < point.rows; ++row) {
      const auto r = static_cast<std::size_t>(row);
      b.push_back(point.directions[r].dot(accelerations) + point.offsets[r]);
      if (row < 3) acceleration_ = std::max(acceleration_, std::abs(b.back()));
    }
  }
  return std::isfinite(acceleration_);
}

/// The impulses, for accelerations b in the motion of length h that follows; false if there are
/// none.
bool Contacts::find_pulse(const Touching& touching, const std::vector<double>& b, double h,
                          const std::vector<bool>& fast, Aim aim, std::vector<double>& impulse) {
  contact::FrictionProblem problem;
  problem.W = touching.W;
  problem.b = touching.u;
  problem.force_scale = 0;
  impulse.assign(touching.rows, 0.0);
  for (std::size_t k = 0; k < fast.size(); ++k) {
    const ContactPoint& point = touching.points[k];
    const std::size_t first = touching.first[k];
    problem.contacts.push_back({first, point.rows, point.friction, point.spin});
    const double u = touching.u[first];
    if (fast[k] && point.restitution < 0) {
      problem.b[first] += point.restitution * u;
    } else if (aim != Aim::stops) {
      // What opens faster and faster must not come nearer before it does; in a wedge, where one
      // side opens as the other closes, it has to.
      const double turn = aim == Aim::rebounds ? std::min(b[first], 0.0) : b[first];
      // What is jammed cannot leave an overlap: then that stays what it is.
      const bool stays = aim == Aim::keeps || aim == Aim::gives;
      const double gap = stays && point.gap < 0 ? std::min(point.gap + kJammed, 0.0) : point.gap;
      const double way = h > 0 ? turn * h / 2 + gap / h : 0.0;
      const double rebound = fast[k] && aim == Aim::rebounds ? point.restitution * u : 0.0;
      problem.b[first] += fast[k] ? std::min(rebound, way) : way;
    }
    const Pulses::Held* held = fast[k] ? nullptr : pulses_.find(point.known.id);
    for (int row = 0; row < point.rows; ++row) {
      const std::size_t r = first + static_cast<std::size_t>(row);
      if (row > 0 && aim != Aim::stops) problem.b[r] += b[r] * h / 2;
      if (held) impulse[r] = held->impulse[r - first];
    }
  }
  // Each gives way by its impulse. Where that is too far, the next round gives way by what its
  // impulses are more only (proximal point iteration): to nothing, if there are impulses at all.
  const auto give = [&] {
    const std::vector<double> b0 = problem.b;
    std::vector<double> way;
    for (const std::size_t first : touching.first) {
      double& own = problem.W[first * (touching.rows + 1)];
      way.push_back(kGive * own);
      own *= 1 + kGive;
    }
    problem.patient = false;
    impulse.assign(touching.rows, 0.0);
    for (int round = 0; round < kGiveRounds; ++round) {
      const std::vector<double> before = impulse;
      impulse = contact::solve(problem, before).force;
      double left = 0;
      for (std::size_t k = 0; k < way.size(); ++k) {
        const std::size_t first = touching.first[k];
        left = std::max(left, way[k] * (impulse[first] - before[first]));
        problem.b[first] = b0[first] - way[k] * impulse[first];
      }
      if (left * std::max(h, kShortest) <= kOverlap) break;
    }
    return true;
  };
  if (aim == Aim::gives) return give();
  const std::vector<double> start = impulse;
  double needed = 0;
  for (const std::size_t first : touching.first) {
    const double own = problem.W[first * (touching.rows + 1)];
    if (own > 0) needed = std::max(needed, std::abs(problem.b[first]) / own);
  }
  // What is jammed may press against itself without bound, and friction then holds anything.
  const auto jams = [&](const std::vector<double>& impulses) {
    return std::any_of(touching.first.begin(), touching.first.end(),
                       [&](std::size_t row) { return impulses[row] > kWedged * needed; });
  };
  double left = sweep(problem, impulse);
  if (left <= kLeft && !jams(impulse)) return true;
  // Strong friction makes sweeps go round in circles. What is wedged is solved once, with patience,
  // and then from there.
  const auto solved = [&](bool patient, std::span<const double> from) {
    problem.patient = patient;
    contact::FrictionSolution solution = contact::solve(problem, from);
    if (!solution.solved || jams(solution.force)) return false;
    impulse = std::move(solution.force);
    return true;
  };
  if (solved(false, start)) return true;
  for (int more = 0; left > kLeft && more < kMoreSweeps; ++more) left = sweep(problem, impulse);
  if (left * std::max(h, kShortest) <= kOverlap && !jams(impulse)) return true;
  if (!pulses_.hopeless && solved(true, {})) return true;
  pulses_.hopeless = true;
  return aim == Aim::stops && give();
}

/// An impulse on all that touches. The `last` one is followed by no free motion.
ContactEvent Contacts::pulse(CompiledDynamics& dynamics, double t, std::vector<double>& y,
                             bool last) {
  ContactEvent event;
  event_time_ = t;
  const auto fail = [&] {
    event.failure = "What touches has no accelerations. " + dynamics.failure();
    return event;
  };
  if (!look(dynamics, t, y.data())) return fail();
  const std::vector<KnownContact> known = find_touching(kReach);
  const std::size_t n = known.size();
  Touching touching;
  std::vector<double> b;
  if (!accelerate(dynamics, t, y, known, b) || !respond(dynamics, known, touching)) return fail();
  const double before = std::min(t - pulses_.latest, kLongest);
  double h = last ? 0.0 : pulse_interval(acceleration_);
  pulses_.at_once = before < kAtOnce * h ? pulses_.at_once + 1 : 0;
  // Touches that wait must not wait for long.
  if (pulses_.at_once >= kMostAtOnce) h *= kStopped;
  std::vector<bool> fast(n);
  for (std::size_t k = 0; k < n; ++k) {
    // What was held falls back by the accelerations since.
    const bool held = pulses_.find(known[k].id) != nullptr;
    const double falls = held ? 2 * acceleration_ * before : 0.0;
    fast[k] = touching.u[touching.first[k]] < -(rest_speed_ + falls);
  }
  // What an impact leads to is known less well than what hops.
  if (std::find(fast.begin(), fast.end(), true) != fast.end()) h *= kStopped;
  std::vector<double> impulse;
  Aim aim = Aim::rebounds;
  const auto find = [&] {
    while (!find_pulse(touching, b, h, fast, aim, impulse)) {
      aim = aim == Aim::rebounds ? Aim::holds : aim == Aim::holds ? Aim::keeps : Aim::gives;
    }
  };
  find();
  const auto forces = [&] {
    return Eigen::Map<const Eigen::VectorXd>(impulse.data(),
                                             static_cast<Eigen::Index>(touching.rows));
  };
  // Accelerations are those of the motion that follows, and change with the velocities.
  for (int round = 0; round < kRounds && h > 0 && n > 0 && aim != Aim::stops; ++round) {
    std::vector<double> after = y, next;
    islands_.add(forces(), after.data());
    if (!accelerate(dynamics, t, after, known, next)) return fail();
    double change = 0;
    for (const std::size_t first : touching.first) {
      change = std::max(change, std::abs(next[first] - b[first]));
    }
    if (change * h * h / 2 < kSettled) break;
    b = next;
    find();
  }
  // Contacts give no energy to a run: no more than what they have taken.
  if (aim != Aim::stops && touching.work(impulse, 1) > statistics_.lost) {
    aim = Aim::stops;
    find();
  }
  if (aim == Aim::stops) h *= kStopped;
  islands_.add(forces(), y.data());
  statistics_.lost -= touching.work(impulse, 1);
  statistics_.largest_problem = std::max(statistics_.largest_problem, touching.rows);
  std::vector<double> given(response_.coordinates());
  pulses_.held.clear();
  for (std::size_t k = 0; k < n; ++k) {
    const ContactPoint& point = touching.points[k];
    Pulses::Held held{point.known.id};
    for (int row = 0; row < point.rows; ++row) {
      const auto r = static_cast<std::size_t>(row);
      held.impulse[r] = impulse[touching.first[k] + r];
      point.directions[r].add_to(given, held.impulse[r]);
    }
    pulses_.held.push_back(held);
    if (!fast[k] || held.impulse[0] == 0) continue;
    ++statistics_.impacts;
    event.texts.push_back("impact of " + scene_.name(point.known.id));
    if (point.restitution < 0) passing_.push_back(point.known);
  }
  // Pulses without an impact are no event whose impulses are told.
  if (!event.texts.empty()) {
    impulses_.resize(given.size());
    for (std::size_t c = 0; c < given.size(); ++c) impulses_[c] += given[c];
  }
  std::sort(pulses_.held.begin(), pulses_.held.end(),
            [](const Pulses::Held& one, const Pulses::Held& other) { return one.id < other.id; });
  pulses_.ignored.clear();
  for (const Pulses::Held& held : pulses_.held) {
    const ContactSearch::Pair pair{held.id.a, held.id.b};
    const bool again = !pulses_.ignored.empty() && pulses_.ignored.back() == pair;
    if (pulses_.at_once >= kMostAtOnce && !is_stop(held.id) && !again) {
      pulses_.ignored.push_back(pair);
    }
  }
  search_.ignore(pulses_.ignored);
  pulses_.latest = t;
  pulses_.next = t + h;
  if (!pulses_.told && !last) {
    pulses_.told = true;
    event.notes.push_back(
        fmt::format("{} From t = {} on contacts are held by impulses for a while, each {} after "
                    "the one before, and have no forces in between. Later times are not told.",
                    std::exchange(pulses_.why, {}), quantity(t, "s"), quantity(h, "s")));
  }
  return event;
}

ContactEvent Contacts::settle(CompiledDynamics& dynamics, double t, std::vector<double>& y,
                              int number) {
  if (pulses_.on && (t < pulses_.until || t < pulses_.next)) return pulse(dynamics, t, y, false);
  ContactEvent event;
  double reach = kTouchingGap;
  if (pulses_.on) {
    event = pulse(dynamics, t, y, true);
    if (!event.failure.empty()) return event;
    reach = kSettled;
    pulses_.on = false;
    pulses_.held.clear();
    pulses_.ignored.clear();
    search_.ignore({});
  }
  const Memory memory = before_decision();
  const std::vector<double> y_before = y, impulses_before = impulses_;
  ContactEvent decided = decide(dynamics, t, y, number, reach);
  if (decided.interrupted) return decided;
  std::string why = decided.failure;
  std::vector<double> slopes(dynamics.size());
  if (why.empty() && closed_.any() &&
      dynamics.derivatives(t, y.data(), slopes.data()) == Evaluation::failed) {
    why = dynamics.failure();
  }
  const bool failed = !why.empty();
  if (!failed && (number > kMostEvents ||
                  chatter_.note(t, decided.changed, decided.iterations,
                                kStretch * pulse_interval(acceleration_), pulses_.soon(t)))) {
    why = "Contacts hit each other, open, stick and slide faster than a run can follow.";
  }
  if (!why.empty()) {
    const ContactEvent without = decided;
    if (failed) {
      decided = {};
      y = y_before;
      restore(memory);
      impulses_ = impulses_before;
    }
    hold_by_pulses(t, why);
    const ContactEvent pulsed = pulse(dynamics, t, y, false);
    if (!pulsed.failure.empty()) return failed ? without : pulsed;
    decided.texts.insert(decided.texts.end(), pulsed.texts.begin(), pulsed.texts.end());
    decided.notes.insert(decided.notes.end(), pulsed.notes.begin(), pulsed.notes.end());
  }
  decided.texts.insert(decided.texts.begin(), event.texts.begin(), event.texts.end());
  return decided;
}

}  // namespace multibond
