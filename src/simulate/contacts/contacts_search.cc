// The first event of contacts in a step: something open touches, or a closed contact would pull,
// leaves its cone of friction, ceases to slip, or comes to the border of its features.

#include <algorithm>
#include <cmath>
#include <limits>

#include "contacts.h"
#include "multibond/contact/candidates.h"
#include "multibond/simulate/compiled_dynamics.h"

namespace multibond {
namespace {

/// Part of the time that a slip still has which one step may take.
constexpr double kSlipStep = 0.9;
/// A slip that has turned round by this much is over.
constexpr double kTurned = 1e-10;
/// Forces by the largest so far: what an event needs. It must be well above what counts as zero
/// when it is decided (contacts_choice.cc; studies: contacts, section 4).
constexpr double kEventForce = 1e-9;
/// Where an event decides nothing, since what gives way gives way by less than what counts as zero,
/// the next one takes ten times as much, up to this.
constexpr double kLargestEventForce = 1e-5;
/// A contact whose features end is looked at again when it is this many borders beyond: what is
/// found then is within one.
constexpr double kBeyond = 2;
/// A closed gap, in m, that moves other gaps of its bodies notably when it is closed.
constexpr double kDrift = 1e-10;
/// The next event is expected within so many pauses between the latest.
constexpr double kPausesAhead = 4;
constexpr int kSamples = 4;  ///< of a step, at which closed contacts are looked at

}  // namespace

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
  if (pulses_.on && !found.failed && !found.time && t1 >= pulses_.next) found.time = t1;
  if (found.failed || !closed_.any()) return found;
  const double end = touched.time.value_or(t1);
  const auto slack_at = [&](double t) {
    integrator.interpolate(t, y_.data());
    std::vector<double> ydot(dynamics.size());
    // Where what is closed has no forces any more (friction grows with the forces that it makes),
    // it must be decided anew what is closed and slides.
    if (dynamics.derivatives(t, y_.data(), ydot.data()) == Evaluation::failed) return -1.0;
    return smallest_slack();
  };
  double good = t0, slack_before = 0;
  for (int k = 1; k <= kSamples; ++k) {
    const double t = k == kSamples ? end : t0 + (end - t0) * k / kSamples;
    const double value = slack_at(t);
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
  if (pulses_.on) return pulses_.next;
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

}  // namespace multibond
