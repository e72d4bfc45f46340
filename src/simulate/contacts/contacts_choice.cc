// Which of the contacts that touch stay closed, stick and slide: the complementarity problem of
// their accelerations.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "contacts.h"
#include "multibond/contact/friction_problem.h"
#include "multibond/contact/unreachable.h"
#include "multibond/simulate/compiled_dynamics.h"

namespace multibond {
namespace {

/// A slip of this speed, in m/s, that friction stops at once deserves to be told.
constexpr double kJamsNotably = 1e-3;
/// A slip ends at the slip speed, found to the last digit: what is decided there must not take it
/// for one again.
constexpr double kSlips = 1.01;
/// A force, by the largest so far, that counts as zero.
constexpr double kZeroForce = 1e-11;
/// In the problem of accelerations, what slips already is to slip on, the way it does: its velocity
/// counts by a time in which no acceleration turns it by more than this.
constexpr double kTurn = 1e-6;

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
    event.changed.push_back(point.known.id);
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
    slips[k] = slip > kSlips * closed_.slip_speed;
    spins[k] = spin > kSlips * closed_.slip_speed;
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
  acceleration_ = acceleration;
  largest_force_ = std::max(largest_force_, force);
  problem.force_scale = largest_force_ > 0 ? largest_force_ : 1;
  contact::FrictionSolution solution = contact::solve(problem);
  if (!solution.solved && contact::remove_unreachable(problem)) {
    event.iterations += solution.iterations;
    solution = contact::solve(problem);
  }
  event.iterations += solution.iterations;
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

}  // namespace multibond
