#include "contacts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "multibond/contact/candidates.h"
#include "multibond/contact/friction_problem.h"
#include "multibond/contact/impact.h"
#include "multibond/contact/unreachable.h"
#include "multibond/diagnostic.h"
#include "multibond/simulate/compiled_dynamics.h"

namespace multibond {
namespace {

/// An approach that is an impact, in m/s (or rad/s).
constexpr double kApproach = 1e-9;
/// A slip of this speed, in m/s, that friction stops at once deserves to be told.
constexpr double kJamsNotably = 1e-3;
/// Part of the time that a slip still has which one step may take.
constexpr double kSlipStep = 0.9;
/// Velocities that are errors of the steps, by the tolerance of the run: no slip, and no approach
/// to rebound from.
constexpr double kErrors = 10;
constexpr double kSlowestSlip = 1e-7;  ///< in m/s
/// A slip that has turned round by this much is over.
constexpr double kTurned = 1e-10;
/// Forces by the largest so far. What an event needs must be well above what counts as zero when it
/// is decided (studies: contacts, section 4).
constexpr double kEventForce = 1e-9, kZeroForce = 1e-11;
/// Where an event decides nothing, since what gives way gives way by less than what counts as zero,
/// the next one takes ten times as much, up to this.
constexpr double kLargestEventForce = 1e-5;
/// A contact whose features end is looked at again when it is this many borders beyond: what is
/// found then is within one.
constexpr double kBeyond = 2;
/// A closed gap, in m, that moves other gaps of its bodies notably when it is closed.
constexpr double kDrift = 1e-10;
/// Overlap at the start, in m, of shapes that are not meant to touch.
constexpr double kOverlap = 1e-6;
/// In the problem of accelerations, what slips already is to slip on, the way it does: its velocity
/// counts by a time in which no acceleration turns it by more than this.
constexpr double kTurn = 1e-6;
constexpr int kMostImpacts = 1000;  ///< at one instant
constexpr int kMostChoices = 10;    ///< of what sticks and slides, at one instant
/// The next event is expected within so many pauses between the latest; of a longer one before,
/// so much is remembered.
constexpr double kPausesAhead = 4, kRemembered = 0.5;
constexpr int kSamples = 4;  ///< of a step, at which closed contacts are looked at

std::vector<double> contact_numbers(CompiledDynamics& dynamics) {
  std::vector<double> numbers(dynamics.mode().contacts.numbers);
  if (!numbers.empty()) dynamics.run(FunctionKind::contact_numbers, numbers.data());
  return numbers;
}

contact::ImpactLaw law_of(ImpactLaw law) {
  switch (law) {
    case ImpactLaw::newton:
      return contact::ImpactLaw::newton;
    case ImpactLaw::poisson:
      return contact::ImpactLaw::poisson;
    default:
      return contact::ImpactLaw::energetic;
  }
}

}  // namespace

Contacts::Contacts(std::shared_ptr<const CompiledMode> mode, CompiledDynamics& dynamics,
                   double tolerance)
    : mode_(std::move(mode)),
      response_(mode_->contacts),
      islands_(response_),
      scene_(mode_->contacts, contact_numbers(dynamics)),
      search_(scene_),
      closed_(response_, scene_) {
  closed_.slip_speed = std::max(kSlowestSlip, kErrors * tolerance);
  rest_speed_ = std::max(mode_->contacts.rules.rest_speed, kErrors * tolerance);
  check_pairs();
}

/// Whether there is a rule for all that may meet: asked once for shapes that are alike, since of
/// thousands of shapes most are.
void Contacts::check_pairs() {
  using Kind = std::tuple<contact::ShapeKind, std::string_view, std::string_view>;
  std::map<Kind, std::vector<std::uint32_t>> alike;  // two of each are enough
  std::vector<std::uint32_t> infinite;
  for (std::uint32_t k = 0; k < scene_.colliders(); ++k) {
    const ColliderDescription& collider = mode_->contacts.colliders[k];
    std::vector<std::uint32_t>& list =
        alike[{scene_.shape(k).kind, collider.group, collider.partner}];
    if (list.size() < 2) list.push_back(k);
    if (!std::isfinite(scene_.shape(k).size)) infinite.push_back(k);
  }
  // Two half spaces: neither can move into the other's way.
  for (const std::uint32_t a : infinite) {
    for (const std::uint32_t b : infinite) {
      if (a < b) search_.exclude({a, b});
    }
  }
  std::vector<std::uint32_t> some;
  for (const auto& [kind, list] : alike) some.insert(some.end(), list.begin(), list.end());
  std::sort(some.begin(), some.end());
  for (const std::uint32_t a : some) {
    for (const std::uint32_t b : some) {
      if (a >= b || !scene_.may_touch(a, b) || search_.excluded().contains({a, b})) continue;
      try {
        contact::check_pair(scene_.shape(a), scene_.shape(b));
      } catch (const Error& error) {
        const Diagnostic& why = error.diagnostics().front();
        throw Error(mode_->contacts.colliders[a].component,
                    fmt::format("{} cannot touch: {}", scene_.name({a, b, 0}), why.text),
                    why.hint + " Or give both the same group: then they do not touch.");
      }
    }
  }
}

void Contacts::restore(const Memory& memory) {
  closed_.list = memory.closed;
  closed_.noise = memory.noise;
  closed_.kept = memory.kept;
  for (const ContactSearch::Pair& pair : memory.excluded) search_.exclude(pair);
  passing_ = memory.passing;
  undecided_ = memory.undecided;
  largest_force_ = memory.largest_force;
  event_time_ = memory.event_time;
  pause_ = memory.pause;
  told_poisson_ = memory.told_poisson;
  statistics_ = memory.statistics;
}

ContactStatistics Contacts::statistics() const {
  ContactStatistics statistics = statistics_;
  statistics.possible = scene_.possible_pairs() - search_.excluded().size() + scene_.stops();
  return statistics;
}

bool Contacts::look(CompiledDynamics& dynamics, double t, const double* y) {
  dynamics.set_free_point(t, y);
  if (!response_.places(dynamics, places_) || !response_.rates(dynamics, rates_)) return false;
  scene_.update(places_, rates_);
  return true;
}

std::vector<std::string> Contacts::begin(CompiledDynamics& dynamics, double t,
                                         const std::vector<double>& y) {
  std::vector<std::string> notes;
  if (!look(dynamics, t, y.data())) return notes;
  if (const auto coordinate = response_.massless(dynamics)) {
    std::string component;
    for (const ColliderDescription& collider : mode_->contacts.colliders) {
      if (collider.coordinate <= *coordinate) component = collider.component;
    }
    for (const StopDescription& stop : mode_->contacts.stops) {
      if (stop.coordinate == *coordinate) component = stop.component;
    }
    throw Error(component,
                fmt::format("{} touches with a part that has no mass: an impact would have to move "
                            "it at once.",
                            component),
                "Connect it to a body with a mass and an inertia.");
  }
  for (const auto& pair : search_.near_pairs(kTouchingGap)) {
    std::vector<KnownContact> known;
    for (const contact::Contact& features :
         contact::touching(scene_.moving(pair.first), scene_.moving(pair.second), kTouchingGap)) {
      known.push_back({{pair.first, pair.second, features.feature}, features});
    }
    if (known.empty()) continue;
    Touching touching;
    if (!respond(dynamics, known, touching)) continue;
    bool moves = false, overlaps = false;
    for (std::size_t k = 0; k < known.size(); ++k) {
      moves = moves || touching.W[touching.first[k] * (touching.rows + 1)] > 0;
      overlaps = overlaps || touching.points[k].gap < -kOverlap;
    }
    if (moves && !overlaps) continue;
    search_.exclude(pair);
    if (moves) {
      notes.push_back(
          fmt::format("{} overlap at the start and do not touch each other in this run.",
                      scene_.name(known.front().id)));
    }
  }
  return notes;
}

std::vector<ContactId> Contacts::closed_ids() const {
  std::vector<ContactId> ids;
  for (const ClosedContact& contact : closed_.list) ids.push_back(contact.known.id);
  for (const KnownContact& contact : passing_) ids.push_back(contact.id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

// -- search ---------------------------------------------------------------------------------------

/// How far a closed contact is from an event, at the latest point: negative, and it is one.
double Contacts::slack(std::size_t k) const {
  const ClosedContact& contact = closed_.list[k];
  const ContactState& state = closed_.states()[k];
  const double dead =
      std::min(kLargestEventForce, kEventForce * std::pow(10.0, undecided_)) * largest_force_;
  // Forces are brought to the size of one, so that slacks can be compared.
  const double unit = largest_force_ > 0 ? largest_force_ : 1;
  double least = (state.force[0] + dead) / unit;
  if (std::isfinite(state.margin)) least = std::min(least, state.margin + kBeyond * state.border);
  if (state.rows == 1) return least;
  const double limit = state.friction * state.force[0];
  const double second = state.rows > 2 ? state.force[2] : 0.0;
  if (contact.sticks) {
    least = std::min(least, (limit - std::hypot(state.force[1], second) + dead) / unit);
  } else {
    // In one direction the equations go on through zero. In two the direction of a slip has no
    // limit there: what is as slow as none has ended.
    const Eigen::Vector2d slip(state.velocity[1], state.rows > 2 ? state.velocity[2] : 0.0);
    const bool turns = state.rows > 2 && contact.slides;
    least = std::min(least,
                     turns ? slip.norm() - closed_.slip_speed : slip.dot(contact.sense) + kTurned);
  }
  if (state.rows == 4) {
    least = std::min(least, contact.spin_sticks
                                ? (limit * state.spin - std::abs(state.force[3]) + dead) / unit
                                : state.velocity[3] * contact.spin_sense + kTurned);
  }
  return least;
}

double Contacts::smallest_slack() const {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < closed_.list.size(); ++k) least = std::min(least, slack(k));
  return least;
}

namespace {

/// The first time at which a slack is negative, between one where it is not and one where it is:
/// regula falsi (Illinois), with a bisection where that comes down slowly.
template <typename Slack>
double first_without(double good, double slack_good, double bad, double slack_bad,
                     const Slack& slack_at) {
  bool halve = slack_good <= 0;
  for (;;) {
    const double width = bad - good;
    double t = halve ? good + width / 2 : bad - width * slack_bad / (slack_bad - slack_good);
    if (!(t > good && t < bad)) t = good + width / 2;
    if (t <= good || t >= bad) return bad;
    const double slack = slack_at(t);
    if (slack >= 0) {
      good = t;
      slack_good = slack;
      slack_bad /= 2;
    } else {
      bad = t;
      slack_bad = slack;
      slack_good /= 2;
    }
    halve = slack_good <= 0 || bad - good > width / 2;
  }
}

}  // namespace

Contacts::Found Contacts::search(CompiledDynamics& dynamics, Integrator& integrator, double until) {
  Found found;
  const double t0 = integrator.previous_time(), t1 = std::min(until, integrator.time());
  y_.resize(dynamics.size());
  // What touches is found without forces, and ends most of the steps that end early: forces are
  // asked for up to there only.
  const ContactSearch::Found touched = search_.search(
      t0, t1,
      [&](double t) {
        integrator.interpolate(t, y_.data());
        if (!look(dynamics, t, y_.data())) return false;
        // Between steps closed gaps are as wide as the errors of the steps allow. An event closes
        // them: what touches then must be looked for where they are closed.
        const bool drifts = std::any_of(
            closed_.list.begin(), closed_.list.end(),
            [&](const ClosedContact& c) { return std::abs(scene_.gap(c.known)) > kDrift; });
        return !drifts || dynamics.project(t, y_.data()) == Evaluation::failed ||
               look(dynamics, t, y_.data());
      },
      closed_ids());
  found.failed = touched.failed;
  found.time = touched.time;
  if (found.failed || !closed_.any()) return found;
  const double end = touched.time.value_or(t1);
  const auto slack_at = [&](double t) {
    integrator.interpolate(t, y_.data());
    std::vector<double> ydot(dynamics.size());
    if (dynamics.derivatives(t, y_.data(), ydot.data()) == Evaluation::failed) {
      found.failed = true;
      return -1.0;
    }
    return smallest_slack();
  };
  double good = t0, slack_before = 0;
  for (int k = 1; k <= kSamples; ++k) {
    const double t = k == kSamples ? end : t0 + (end - t0) * k / kSamples;
    const double value = slack_at(t);
    if (found.failed) return found;
    if (value >= 0) {
      good = t;
      slack_before = value;
      continue;
    }
    found.time = first_without(good, slack_before, t, value, slack_at);
    break;
  }
  return found;
}

void Contacts::follow(CompiledDynamics& dynamics, double t, const double* y) {
  undecided_ = 0;
  if ((!closed_.any() && passing_.empty()) || !look(dynamics, t, y)) return;
  std::erase_if(passing_, [&](const KnownContact& contact) {
    return scene_.gap(contact) > 10 * kTouchingGap;
  });
  for (ClosedContact& contact : closed_.list) {
    if (!is_stop(contact.known.id)) {
      contact.known.features =
          contact::with_axes(contact.known.features, scene_.moving(contact.known.id.a),
                             scene_.moving(contact.known.id.b));
    }
    if (contact.sticks) continue;
    const ContactPoint point = scene_.point(contact.known);
    if (point.rows == 1) continue;
    const Eigen::Vector2d slip(point.directions[1].dot(rates_),
                               point.rows > 2 ? point.directions[2].dot(rates_) : 0.0);
    if (slip.norm() > closed_.slip_speed) contact.sense = slip.normalized();
    if (slip.norm() > 2 * closed_.slip_speed) contact.slides = true;
  }
  closed_.renew(dynamics, t, y);
}

double Contacts::horizon(CompiledDynamics& dynamics, double t, const std::vector<double>& y) {
  double end = std::numeric_limits<double>::infinity();
  if (t == event_time_ && pause_ > 0) end = t + kPausesAhead * pause_;
  const bool slides =
      std::any_of(closed_.list.begin(), closed_.list.end(),
                  [](const ClosedContact& contact) { return contact.slides && !contact.sticks; });
  std::vector<double> slopes(dynamics.size()), accelerations;
  if (!slides || dynamics.derivatives(t, y.data(), slopes.data()) == Evaluation::failed ||
      !response_.accelerations(dynamics, slopes.data(), true, accelerations)) {
    return end;
  }
  for (std::size_t k = 0; k < closed_.list.size(); ++k) {
    const ContactState& state = closed_.states()[k];
    if (!closed_.list[k].slides || closed_.list[k].sticks || state.rows < 3) continue;
    const ContactPoint point = scene_.point(closed_.list[k].known);
    const Eigen::Vector2d slip(state.velocity[1], state.velocity[2]);
    const Eigen::Vector2d change(point.directions[1].dot(accelerations) + point.offsets[1],
                                 point.directions[2].dot(accelerations) + point.offsets[2]);
    const double closing = -slip.dot(change);
    if (closing > 0) end = std::min(end, t + kSlipStep * slip.squaredNorm() / closing);
  }
  return end;
}

// -- events ---------------------------------------------------------------------------------------

bool Contacts::passes(const ContactId& id) const {
  return std::any_of(passing_.begin(), passing_.end(),
                     [&](const KnownContact& contact) { return contact.id == id; });
}

/// Whether some of what touches has an impact now.
bool Contacts::any_approach(const std::vector<KnownContact>& touching) const {
  return std::any_of(touching.begin(), touching.end(), [&](const KnownContact& contact) {
    return scene_.point(contact).directions[0].dot(rates_) < -kApproach;
  });
}

/// All that touches at the present places. What is closed keeps its features and its tangents.
std::vector<KnownContact> Contacts::find_touching() {
  std::vector<KnownContact> list;
  const auto keep = [&](const KnownContact& found) {
    if (passes(found.id)) return;
    const auto same =
        std::find_if(closed_.list.begin(), closed_.list.end(),
                     [&](const ClosedContact& contact) { return contact.known.id == found.id; });
    list.push_back(
        same == closed_.list.end() || scene_.point(same->known).margin < 0 ? found : same->known);
  };
  for (const auto& [a, b] : search_.near_pairs(kTouchingGap)) {
    for (const contact::Contact& features :
         contact::touching(scene_.moving(a), scene_.moving(b), kTouchingGap)) {
      keep({{a, b, features.feature}, features});
    }
  }
  for (std::uint32_t s = 0; s < scene_.stops(); ++s) {
    if (scene_.stop_gap(s) <= kTouchingGap) keep({{s, kStop, 0}, {}});
  }
  return list;
}

bool Contacts::respond(CompiledDynamics& dynamics, const std::vector<KnownContact>& known,
                       Touching& touching) {
  touching = {};
  std::vector<const ContactDirection*> directions;
  for (const KnownContact& contact : known) {
    touching.points.push_back(scene_.point(contact));
    touching.first.push_back(touching.rows);
    touching.rows += static_cast<std::size_t>(touching.points.back().rows);
  }
  for (const ContactPoint& point : touching.points) {
    for (int row = 0; row < point.rows; ++row) {
      directions.push_back(&point.directions[static_cast<std::size_t>(row)]);
    }
  }
  const std::size_t m = touching.rows;
  if (!islands_.respond(dynamics, directions)) return false;
  // Symmetric but for rounding.
  Eigen::MatrixXd W = islands_.accelerations(directions);
  W = 0.5 * (W + W.transpose()).eval();
  touching.W.assign(W.data(), W.data() + W.size());
  touching.u.resize(m);
  for (std::size_t s = 0; s < m; ++s) touching.u[s] = directions[s]->dot(rates_);
  return W.allFinite();
}

double Contacts::Touching::work(const std::vector<double>& force, double time) const {
  double sum = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    double change = 0;
    for (std::size_t s = 0; s < rows; ++s) change += W[r * rows + s] * force[s];
    sum += time * force[r] * (u[r] + time * change / 2);
  }
  return sum;
}

/// In motions with few degrees of freedom a contact slips only as it opens. To take the one as zero
/// and the other as it is would be a problem without a solution.
void Contacts::Touching::close() {
  const auto n = static_cast<Eigen::Index>(points.size()), m = static_cast<Eigen::Index>(rows);
  const Eigen::Map<const Eigen::MatrixXd> response(W.data(), m, m);
  Eigen::Map<Eigen::VectorXd> velocity(u.data(), m);
  const std::vector<Eigen::Index> normals(first.begin(), first.end());
  const Eigen::VectorXd opening = velocity(normals);
  if (n == 0 || opening.isZero(0)) return;
  velocity += response(Eigen::all, normals) * least_forces(response(normals, normals), -opening);
  velocity(normals).setZero();
}

/// The impacts of all that touches and approaches.
bool Contacts::hit(const Touching& touching, std::vector<double>& y, ContactEvent& event) {
  contact::ImpactProblem problem;
  problem.W = touching.W;
  problem.u = touching.u;
  problem.rest_speed = rest_speed_;
  const auto rules = mode_->contacts.rules;
  for (std::size_t k = 0; k < touching.points.size(); ++k) {
    const ContactPoint& point = touching.points[k];
    problem.contacts.push_back({{touching.first[k], point.rows, point.friction, point.spin},
                                point.restitution,
                                law_of(rules.law)});
  }
  const contact::ImpactSolution impact = contact::impact(
      problem, rules.order == ImpactOrder::simultaneous ? contact::ImpactOrder::simultaneous
                                                        : contact::ImpactOrder::sequential);
  const auto name = [&](std::size_t k) { return scene_.name(touching.points[k].known.id); };
  if (!impact.solved) {
    event.failure = fmt::format("The impact of {} cannot be resolved. {}", name(0), impact.failure);
    return false;
  }
  islands_.add(Eigen::Map<const Eigen::VectorXd>(impact.impulse.data(),
                                                 static_cast<Eigen::Index>(touching.rows)),
               y.data());
  statistics_.lost -= touching.work(impact.impulse, 1);
  impulses_.resize(response_.coordinates(), 0.0);
  for (std::size_t k = 0; k < touching.points.size(); ++k) {
    for (int row = 0; row < touching.points[k].rows; ++row) {
      const auto place = static_cast<std::size_t>(row);
      touching.points[k].directions[place].add_to(impulses_,
                                                  impact.impulse[touching.first[k] + place]);
    }
  }
  statistics_.largest_problem = std::max(statistics_.largest_problem, touching.rows);
  for (std::size_t k = 0; k < touching.points.size(); ++k) {
    if (impact.impulse[touching.first[k]] == 0) continue;
    ++statistics_.impacts;
    event.texts.push_back("impact of " + name(k));
    if (touching.points[k].restitution < 0) passing_.push_back(touching.points[k].known);
  }
  for (const contact::ImpactNote& note : impact.notes) {
    using Kind = contact::ImpactNote::Kind;
    if (note.kind == Kind::tie) {
      event.notes.push_back(
          fmt::format("{}, and {}, are hit at one instant and equally fast: what happens depends "
                      "on their order.",
                      name(note.contact), name(note.other)));
    } else if (note.kind == Kind::poisson && !told_poisson_) {
      told_poisson_ = true;
      std::string together;
      for (std::size_t k = 0; k < touching.points.size(); ++k) {
        if (impact.impulse[touching.first[k]] == 0) continue;
        together += (together.empty() ? "" : "; ") + name(k);
      }
      event.notes.push_back(
          fmt::format("No motion leaves all contacts of a simultaneous impact ({}) as fast as "
                      "Newton's law asks: they gave back impulses instead, by Poisson's law. Later "
                      "impacts of this kind are not told.",
                      together));
    } else if (note.kind == Kind::reduced) {
      event.notes.push_back(fmt::format(
          "The law of impact would have gained energy at {}: the restitution was reduced.",
          name(note.contact)));
    }
  }
  event.jumped = true;
  return true;
}

/// The work of an impulse p on a rate u with the response w is p (u + w p / 2).
bool Contacts::strike(CompiledDynamics& dynamics, double t, std::vector<double>& y,
                      std::size_t coordinate, double value, bool energy) {
  std::vector<double> seeds(response_.coordinates(), 0.0), column, answer;
  seeds[coordinate] = 1;
  if (!look(dynamics, t, y.data()) || !response_.column(dynamics, seeds, column) ||
      !response_.accelerations(dynamics, column.data(), false, answer)) {
    return false;
  }
  double impulse = value;
  if (energy) {
    const double w = answer[coordinate], u = rates_[coordinate];
    const double work = u < 0 ? -value : value;
    const double root = u * u + 2 * w * work;
    if (!(root >= 0) || !(w > 0)) return false;
    impulse = 2 * work / (u + (u < 0 ? -std::sqrt(root) : std::sqrt(root)));
    if (work == 0) impulse = 0;
  }
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += column[i] * impulse;
  impulses_.resize(response_.coordinates(), 0.0);
  impulses_[coordinate] += impulse;
  statistics_.struck += impulse * (rates_[coordinate] + answer[coordinate] * impulse / 2);
  return true;
}

std::vector<double> Contacts::take_impulses(CompiledDynamics& dynamics, double t,
                                            const std::vector<double>& y,
                                            const std::vector<VariableLeaf>& efforts) {
  const std::vector<double> given = std::exchange(impulses_, {});
  std::vector<double> impulses;
  if (given.empty()) return impulses;
  dynamics.set_free_point(t, y.data());
  if (!response_.answers(dynamics, efforts, given, impulses)) impulses.clear();
  return impulses;
}

std::string Contacts::describe(const ClosedContact& contact) const {
  return scene_.name(contact.known.id) + (contact.sticks ? " stick" : " touch");
}

namespace {

/// Whether a contact, which slips or not, does not in a solution.
bool rests(const contact::FrictionProblem& problem, const contact::FrictionSolution& solution,
           std::size_t k, bool slips) {
  const contact::ContactRows& rows = problem.contacts[k];
  const double own = problem.W[rows.first * (problem.b.size() + 1)];
  if (rows.rows == 1) return true;
  const auto length = [&](const std::vector<double>& values) {
    return std::hypot(values[rows.first + 1], rows.rows > 2 ? values[rows.first + 2] : 0.0);
  };
  const double zero = std::max(kZeroForce, solution.residual) * problem.force_scale * own;
  return length(solution.velocity) <= (slips ? kTurn * length(problem.b) : 10 * zero);
}

}  // namespace

/// Friction that presses a slipping contact the more, the more it holds it, has no forces for an
/// acceleration (Painleve): it stops the slip at once, by an impulse. The problem of accelerations
/// says so with forces that stop it within the time by which slip counts; what they do in that time
/// happens now.
bool Contacts::jam(const Touching& touching, const std::vector<bool>& stopped,
                   const std::vector<double>& free, const std::vector<double>& force,
                   double slip_time, std::vector<double>& y, ContactEvent& event) {
  bool any = false;
  for (std::size_t k = 0; k < stopped.size(); ++k) {
    const ContactPoint& point = touching.points[k];
    const std::size_t first = touching.first[k], m = touching.rows;
    if (!stopped[k]) continue;
    const Eigen::Vector2d slip = touching.slip(k);
    any = true;
    if (slip.norm() < kJamsNotably) continue;
    const std::string name = scene_.name(point.known.id);
    event.texts.push_back("jam of " + name);
    const Eigen::Vector2d coupling(touching.W[first * m + first + 1],
                                   point.rows > 2 ? touching.W[first * m + first + 2] : 0.0);
    const double along = coupling.dot(slip) / slip.norm();
    event.notes.push_back(
        fmt::format("{} jam: friction stops their slip at once, by an impulse{}.", name,
                    along > 0 ? fmt::format(", for it exceeds the critical coefficient {:.4g} of "
                                            "that position (Painleve's paradox)",
                                            touching.W[first * m + first] / along)
                              : ""));
  }
  if (!any) return false;
  std::vector<double> change = free;
  islands_.add(
      Eigen::Map<const Eigen::VectorXd>(force.data(), static_cast<Eigen::Index>(touching.rows)),
      change.data());
  statistics_.lost -= touching.work(force, slip_time);
  for (const std::uint32_t i : mode_->contacts.positions) change[i] = 0;
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += slip_time * change[i];
  event.jumped = true;
  return true;
}

/// Which of the contacts that touch without an impact, and open no faster than `speed`, stay
/// closed, and which of them stick.
Contacts::Choice Contacts::choose(CompiledDynamics& dynamics, double t, std::vector<double>& y,
                                  const std::vector<KnownContact>& known, double speed,
                                  ContactEvent& event) {
  std::vector<KnownContact> candidates;
  for (const KnownContact& contact : known) {
    if (scene_.point(contact).directions[0].dot(rates_) <= speed) candidates.push_back(contact);
  }
  closed_.list.clear();
  closed_.noise = {};
  closed_.kept = nullptr;
  if (candidates.empty()) return Choice::made;
  std::vector<double> free(dynamics.size()), accelerations;
  Touching touching;
  if (dynamics.free_derivatives(t, y.data(), free.data()) == Evaluation::failed ||
      !response_.accelerations(dynamics, free.data(), true, accelerations) ||
      !respond(dynamics, candidates, touching)) {
    event.failure = dynamics.failure();
    return Choice::failed;
  }
  std::vector<bool> opens(candidates.size());
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    opens[k] = touching.u[touching.first[k]] > kApproach;
  }
  touching.close();
  contact::FrictionProblem problem;
  problem.W = touching.W;
  problem.b.resize(touching.rows);
  std::vector<bool> slips(candidates.size(), false), spins(candidates.size(), false);
  double force = 0, acceleration = 0, slowest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    const ContactPoint& point = touching.points[k];
    const std::size_t first = touching.first[k];
    for (int row = 0; row < point.rows; ++row) {
      const auto r = static_cast<std::size_t>(row);
      problem.b[first + r] = point.directions[r].dot(accelerations) + point.offsets[r];
      acceleration = std::max(acceleration, std::abs(problem.b[first + r]));
    }
    const double stiffness = touching.W[first * touching.rows + first];
    if (stiffness > 0) force = std::max(force, std::abs(problem.b[first]) / stiffness);
    const double slip = touching.slip(k).norm();
    const double spin = point.rows == 4 ? std::abs(touching.u[first + 3]) : 0.0;
    slips[k] = slip > closed_.slip_speed;
    spins[k] = spin > closed_.slip_speed;
    if (slips[k]) slowest = std::min(slowest, slip);
    if (spins[k]) slowest = std::min(slowest, spin);
    problem.contacts.push_back({first, point.rows, point.friction, point.spin});
  }
  const double slip_time = kTurn * slowest / std::max(acceleration, 1e-300);
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    const std::size_t first = touching.first[k];
    const auto rows = static_cast<std::size_t>(touching.points[k].rows);
    for (std::size_t r = 1; slips[k] && r < std::min<std::size_t>(3, rows); ++r) {
      problem.b[first + r] += touching.u[first + r] / slip_time;
    }
    if (spins[k]) problem.b[first + 3] += touching.u[first + 3] / slip_time;
  }
  largest_force_ = std::max(largest_force_, force);
  problem.force_scale = largest_force_ > 0 ? largest_force_ : 1;
  contact::FrictionSolution solution = contact::solve(problem);
  if (!solution.solved && contact::remove_unreachable(problem)) {
    solution = contact::solve(problem);
  }
  if (!solution.solved) {
    event.failure = fmt::format("The forces between {} cannot be found. {}",
                                scene_.name(candidates.front().id), solution.failure);
    event.hint = "Check whether friction is so large that the parts jam.";
    return Choice::failed;
  }
  const double zero_force = std::max(kZeroForce, solution.residual) * problem.force_scale;
  // What opens and is left open opens on: the others do not slip as if it had been closed.
  std::vector<KnownContact> others;
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    if (!opens[k] || solution.force[touching.first[k]] > zero_force) {
      others.push_back(candidates[k]);
    }
  }
  if (others.size() < candidates.size()) return choose(dynamics, t, y, others, speed, event);
  solution = contact::with_margin(problem, solution).solution;
  std::vector<bool> stopped(candidates.size(), false);
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    stopped[k] = slips[k] && rests(problem, solution, k, true);
  }
  if (jam(touching, stopped, free, solution.force, slip_time, y, event)) return Choice::jumped;
  for (std::size_t k = 0; k < candidates.size(); ++k) {
    const ContactPoint& point = touching.points[k];
    const std::size_t first = touching.first[k];
    const double own = touching.W[first * touching.rows + first];
    const double zero = zero_force * own;
    // One that bears nothing is open, or held closed by others: then it would pull and push in
    // turn.
    if (!(solution.force[first] > zero_force)) continue;
    ClosedContact contact;
    contact.known = candidates[k];
    for (int row = 0; row < point.rows; ++row) {
      const auto r = static_cast<std::size_t>(row);
      contact.reference[r] = solution.force[first + r];
    }
    if (point.rows > 1) {
      const bool space = point.rows > 2;
      const auto tangent = [&](const std::vector<double>& values) {
        return Eigen::Vector2d(values[first + 1], space ? values[first + 2] : 0.0);
      };
      // What friction stops within the time in which slip counts sticks, whether it slips or not.
      contact.sticks = rests(problem, solution, k, slips[k]);
      contact.starts = !slips[k] && !contact.sticks;
      contact.slides = slips[k] && !contact.sticks;
      if (!contact.sticks) {
        contact.sense = tangent(slips[k] ? touching.u : solution.velocity).normalized();
      }
    }
    if (point.rows == 4) {
      const double spin = spins[k] ? touching.u[first + 3] : solution.velocity[first + 3];
      contact.spin_sticks = std::abs(solution.velocity[first + 3]) <= 10 * zero;
      contact.spin_sense = spin < 0 ? -1 : 1;
    }
    closed_.list.push_back(contact);
  }
  statistics_.most_closed = std::max(statistics_.most_closed, closed_.list.size());
  return Choice::made;
}

/// What is closed otherwise than before.
void Contacts::tell_changes(const std::vector<ClosedContact>& before, ContactEvent& event) const {
  for (const ClosedContact& contact : closed_.list) {
    const auto same = std::find_if(before.begin(), before.end(), [&](const ClosedContact& other) {
      return other.known.id == contact.known.id && other.sticks == contact.sticks;
    });
    if (same == before.end()) event.texts.push_back(describe(contact));
  }
  for (const ClosedContact& contact : before) {
    const bool stays =
        std::any_of(closed_.list.begin(), closed_.list.end(),
                    [&](const ClosedContact& other) { return other.known.id == contact.known.id; });
    if (!stays) event.texts.push_back(scene_.name(contact.known.id) + " separate");
  }
}

/// Moves onto the closed gaps, and stops what sticks; false if that is not what the choice was made
/// for: what stops changes the slip of its neighbours.
bool Contacts::take_up(CompiledDynamics& dynamics, double t, std::vector<double>& y,
                       ContactEvent& event) {
  if (!closed_.any()) return true;
  if (dynamics.project(t, y.data()) == Evaluation::failed) event.failure = dynamics.failure();
  for (ClosedContact& contact : closed_.list) contact.starts = false;
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

ContactEvent Contacts::settle(CompiledDynamics& dynamics, double t, std::vector<double>& y) {
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
    if (round == 0) known = find_touching();
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
      if (take_up(dynamics, t, y, event) || ++choices == kMostChoices) break;
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
