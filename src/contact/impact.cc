#include "multibond/contact/impact.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <Eigen/Core>

#include "locks.h"
#include "multibond/contact/unreachable.h"
#include "objection.h"

namespace multibond::contact {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

class Impacts {
 public:
  Impacts(const ImpactProblem& problem, ImpactSolution& solution)
      : p_(problem), solution_(solution) {
    const auto n = static_cast<Index>(p_.u.size());
    const MatrixXd W = Eigen::Map<const MatrixXd>(p_.W.data(), n, n);
    before_ = Eigen::Map<const VectorXd>(p_.u.data(), n);
    std::vector<Index> locked;
    for (const ImpactContact& c : p_.contacts) {
      if (c.rows.bilateral) locked.push_back(static_cast<Index>(c.rows.first));
    }
    locks_ = Locks(W, locked);
    u_ = locks_.velocity(before_);
    impulse_ = VectorXd::Zero(n);
    rounding_ = 1e-14 * (n > 0 ? before_.cwiseAbs().maxCoeff() : 0);
    broken_.assign(p_.contacts.size(), false);
    solution_.work.assign(p_.contacts.size(), 0.0);
  }

  void sequential() {
    const int most = 20 + 10 * static_cast<int>(p_.contacts.size());
    const double slow = std::max(p_.rest_speed, rounding_);
    for (;;) {
      const std::size_t next = fastest(slow);
      if (next == p_.contacts.size()) break;
      if (solution_.impacts == most) {
        note({ImpactNote::Kind::bounded, next, 0});
        break;
      }
      if (!single(next)) break;
    }
    if (fastest(rounding_) < p_.contacts.size()) together(0);
  }

  /// The largest share of the restitutions that gains no energy; all of it in most cases. What is
  /// held on several sides (a slider between two walls) may have no motion that leaves each
  /// contact as fast as Newton's law asks: then contacts give back impulses instead.
  void simultaneous() {
    if (fastest(rounding_) == p_.contacts.size()) return;
    const VectorXd u = u_;
    bool by_velocity = true;
    const auto fails_or_gains = [&](double share) {
      u_ = u;
      impulse_.setZero();
      std::fill(solution_.work.begin(), solution_.work.end(), 0.0);
      solution_.failure.clear();
      by_velocity ? together(share) : give_back(share);
      double work = 0;
      for (const double w : solution_.work) work += w;
      return !solution_.failure.empty() ||
             work > 1e-13 * impulse_.dot(locks_.response() * impulse_) / 2;
    };
    if (!fails_or_gains(1)) return;
    if (!solution_.failure.empty()) {
      by_velocity = false;
      note({ImpactNote::Kind::poisson, 0, 0});
      if (!fails_or_gains(1)) return;
    }
    double low = 0, high = 1;
    for (int i = 0; i < 50; ++i) {
      const double middle = (low + high) / 2;
      (fails_or_gains(middle) ? high : low) = middle;
    }
    fails_or_gains(low);
    note({ImpactNote::Kind::reduced, 0, 0});
  }

  void finish() {
    // Locks do work only as they engage; later they take impulses at rest.
    const VectorXd engaging = locks_.forces(before_, VectorXd::Zero(before_.size()));
    const VectorXd all = impulse_ + locks_.forces(before_, impulse_);
    for (std::size_t i = 0; i < p_.contacts.size(); ++i) {
      const ContactRows& rows = p_.contacts[i].rows;
      const auto row = static_cast<Index>(rows.first);
      if (rows.bilateral) solution_.work[i] = engaging[row] * before_[row] / 2;  // u+ = 0
    }
    solution_.impulse.assign(all.begin(), all.end());
    solution_.velocity.assign(u_.begin(), u_.end());
    solution_.solved = solution_.failure.empty();
  }

 private:
  bool takes_part(std::size_t i) const { return !p_.contacts[i].rows.bilateral && !broken_[i]; }
  double normal_velocity(std::size_t i) const {
    return u_[static_cast<Index>(p_.contacts[i].rows.first)];
  }

  /// The contact that approaches fastest, if one is faster than this; the first of equal ones.
  std::size_t fastest(double speed) {
    std::size_t best = p_.contacts.size();
    for (std::size_t i = 0; i < p_.contacts.size(); ++i) {
      if (!takes_part(i) || normal_velocity(i) >= -speed) continue;
      if (best == p_.contacts.size() || normal_velocity(i) < (1 + kTie) * normal_velocity(best)) {
        best = i;
      }
    }
    return best;
  }

  /// Equal contacts matter only if they feel each other.
  void report_ties(std::size_t i) {
    const auto a = static_cast<Index>(p_.contacts[i].rows.first);
    const MatrixXd& W = locks_.response();
    for (std::size_t j = i + 1; j < p_.contacts.size(); ++j) {
      const auto b = static_cast<Index>(p_.contacts[j].rows.first);
      if (!takes_part(j) || normal_velocity(j) > (1 - kTie) * normal_velocity(i)) continue;
      if (std::abs(W(a, b)) <= 1e-12 * std::sqrt(W(a, a) * W(b, b))) continue;
      note({ImpactNote::Kind::tie, i, j});
    }
  }

  /// False if nothing can stop the contact; the problem of all together then says so.
  bool single(std::size_t i) {
    report_ties(i);
    const ImpactContact& c = p_.contacts[i];
    const auto first = static_cast<Index>(c.rows.first);
    const MatrixXd W = locks_.response().block(first, first, c.rows.rows, c.rows.rows);
    const VectorXd u = u_.segment(first, c.rows.rows);
    const SingleImpact hit = impact({W.data(), static_cast<std::size_t>(W.size())},
                                    {u.data(), static_cast<std::size_t>(u.size())},
                                    ImpactSurface{c.rows.mu, c.rows.spin, c.restitution, c.law});
    ++solution_.impacts;
    solution_.work[i] += hit.work;
    if (hit.reduced) note({ImpactNote::Kind::reduced, i, 0});
    const VectorXd L = Eigen::Map<const VectorXd>(hit.impulse.data(), c.rows.rows);
    impulse_.segment(first, c.rows.rows) += L;
    u_ += locks_.response().middleCols(first, c.rows.rows) * L;
    u_.segment(first, c.rows.rows) = Eigen::Map<const VectorXd>(hit.velocity.data(), c.rows.rows);
    if (c.restitution < 0) broken_[i] = true;
    return hit.impulse[0] > 0;
  }

  /// One problem for all contacts: u_n+ + share eps u_n- >= 0.
  void together(double share) {
    solution_.together = true;
    FrictionProblem problem;
    // Measured by all of the impact, of which this may be a small rest.
    problem.force_scale = before_.cwiseAbs().maxCoeff() / locks_.response().diagonal().mean();
    if (!std::isfinite(problem.force_scale)) problem.force_scale = 0;
    std::vector<Index> rows;
    std::vector<std::size_t> contacts;
    for (std::size_t i = 0; i < p_.contacts.size(); ++i) {
      if (!takes_part(i)) continue;
      ContactRows c = p_.contacts[i].rows;
      const auto first = static_cast<Index>(c.first);
      c.first = rows.size();
      problem.contacts.push_back(c);
      contacts.push_back(i);
      for (int k = 0; k < c.rows; ++k) {
        rows.push_back(first + k);
        problem.b.push_back(u_[first + k]);
      }
      problem.b[c.first] += share * p_.contacts[i].restitution * std::min(u_[first], 0.0);
    }
    const MatrixXd W = locks_.response()(rows, rows);
    problem.W.assign(W.data(), W.data() + W.size());
    FrictionSolution found = solve(problem);
    solution_.iterations += found.iterations;
    // Joints may contradict velocities by their rounding, as they do accelerations.
    if (!found.solved && remove_unreachable(problem)) {
      found = solve(problem);
      solution_.iterations += found.iterations;
    }
    if (!found.solved) {
      solution_.failure = "the impact of all contacts together: " + found.failure;
    }
    const VectorXd L = Eigen::Map<const VectorXd>(found.force.data(), W.rows());
    VectorXd change = locks_.response()(Eigen::all, rows) * L;
    // What stays closed or sticks does so exactly.
    for (const Index row : rows) {
      if (std::abs(u_[row] + change[row]) <= rounding_) change[row] = -u_[row];
    }
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      const ContactRows& c = problem.contacts[k];
      for (std::size_t i = c.first; i < c.first + static_cast<std::size_t>(c.rows); ++i) {
        const Index row = rows[i];
        solution_.work[contacts[k]] += found.force[i] * (u_[row] + change[row] / 2);
      }
    }
    u_ += change;
    impulse_(rows) += L;
  }

  /// Poisson's law for all contacts together: a plastic impact, then each gives back a share of its
  /// impulse, and what still approaches is stopped. Both problems have a solution for any contacts:
  /// rest is one motion that they allow.
  void give_back(double share) {
    together(0);
    VectorXd given = VectorXd::Zero(u_.size());
    for (const ImpactContact& c : p_.contacts) {
      if (c.rows.bilateral) continue;
      const auto first = static_cast<Index>(c.rows.first);
      given.segment(first, c.rows.rows) =
          share * std::max(c.restitution, 0.0) * impulse_.segment(first, c.rows.rows);
    }
    const VectorXd change = locks_.response() * given;
    for (std::size_t i = 0; i < p_.contacts.size(); ++i) {
      const auto first = static_cast<Index>(p_.contacts[i].rows.first);
      const int rows = p_.contacts[i].rows.rows;
      solution_.work[i] +=
          given.segment(first, rows).dot(u_.segment(first, rows) + change.segment(first, rows) / 2);
    }
    u_ += change;
    impulse_ += given;
    if (fastest(rounding_) < p_.contacts.size()) together(0);
  }

  void note(const ImpactNote& note) {
    for (const ImpactNote& old : solution_.notes) {
      if (old.kind == note.kind && old.contact == note.contact && old.other == note.other) return;
    }
    solution_.notes.push_back(note);
  }

  static constexpr double kTie = 1e-9;
  const ImpactProblem& p_;
  ImpactSolution& solution_;
  Locks locks_;
  VectorXd before_, u_, impulse_;
  double rounding_ = 0;
  std::vector<bool> broken_;
};

/// What makes a problem senseless, if anything does: friction_problem.h checks W and rows.
std::string objection(const ImpactProblem& p) {
  FrictionProblem problem;
  problem.W = p.W;
  problem.b = p.u;
  for (std::size_t i = 0; i < p.contacts.size(); ++i) {
    if (!(std::abs(p.contacts[i].restitution) <= 1)) {
      return fmt::format("contact {} has a restitution of {}; it is from -1 to 1", i,
                         p.contacts[i].restitution);
    }
    problem.contacts.push_back(p.contacts[i].rows);
  }
  if (!(p.rest_speed >= 0)) return fmt::format("the speed of rest is {}", p.rest_speed);
  return objection(problem);
}

}  // namespace

ImpactSolution impact(const ImpactProblem& problem, ImpactOrder order) {
  ImpactSolution solution;
  solution.failure = objection(problem);
  if (!solution.failure.empty()) {
    solution.impulse.assign(problem.u.size(), 0.0);
    solution.velocity = problem.u;
    solution.work.assign(problem.contacts.size(), 0.0);
    return solution;
  }
  Impacts impacts(problem, solution);
  if (order == ImpactOrder::sequential) {
    impacts.sequential();
  } else {
    impacts.simultaneous();
  }
  impacts.finish();
  return solution;
}

}  // namespace multibond::contact
