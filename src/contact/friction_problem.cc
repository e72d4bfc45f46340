#include "multibond/contact/friction_problem.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <Eigen/Core>

#include "cone_problem.h"
#include "locks.h"
#include "multibond/base/union_find.h"
#include "objection.h"
#include "one_contact.h"
#include "proximal_newton.h"

namespace multibond::contact {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Map<const RowMatrix> matrix(const FrictionProblem& p) {
  const auto n = static_cast<Index>(p.b.size());
  return {p.W.data(), n, n};
}

Eigen::Map<const VectorXd> vector(std::span<const double> v) {
  return {v.data(), static_cast<Index>(v.size())};
}

/// Not zero.
double nominal_force(const FrictionProblem& p) {
  if (p.force_scale > 0 || p.b.empty()) return p.force_scale > 0 ? p.force_scale : 1;
  const double motion = vector(p.b).cwiseAbs().maxCoeff(), mean = matrix(p).diagonal().mean();
  return motion > 0 && mean > 0 ? motion / mean : 1;
}

/// Torques of spin are forces at the arm at which W is that of the normal.
double spin_arm(double W_nn, double W_ss) {
  return W_nn > 0 && W_ss > 0 ? std::sqrt(W_nn / W_ss) : 1;
}

/// The contacts without locks: rows in the order of the contacts, scaled.
struct Scaled {
  ConeProblem problem;
  std::vector<Index> rows;  ///< of the original, by row of the scaled problem
  VectorXd force;           ///< what a scaled force of 1 is
};

/// Scales of forces. Contacts whose W differ by less than about 30 have the same scale, so that
/// least length means what it says; others get powers of two that bring their W near each other.
Scaled scaled(const FrictionProblem& p, const MatrixXd& W, const VectorXd& b, double nominal) {
  Scaled s;
  for (const ContactRows& c : p.contacts) {
    if (c.bilateral) continue;
    Cone cone{static_cast<Index>(s.rows.size()), c.rows, c.mu, 0};
    for (int i = 0; i < c.rows; ++i) s.rows.push_back(static_cast<Index>(c.first) + i);
    s.problem.cones.push_back(cone);
  }
  const auto n = static_cast<Index>(s.rows.size());
  s.force = s.problem.weight = VectorXd::Ones(n);
  std::size_t k = 0;
  std::vector<double> sizes;
  for (const ContactRows& c : p.contacts) {
    if (c.bilateral) continue;
    Cone& cone = s.problem.cones[k++];
    const Index row = s.rows[static_cast<std::size_t>(cone.first)];
    const double size = W(row, row);
    if (c.rows == 4) {
      const double arm = spin_arm(size, W(row + 3, row + 3));
      s.force[cone.first + 3] = arm;
      cone.spin_mu = c.mu * c.spin / arm;
    }
    if (size > 0) sizes.push_back(size);
  }
  double middle = 1;
  if (!sizes.empty()) {
    const auto at = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
    std::nth_element(sizes.begin(), at, sizes.end());
    middle = *at;
  }
  for (const Cone& cone : s.problem.cones) {
    const Index row = s.rows[static_cast<std::size_t>(cone.first)];
    if (!(W(row, row) > 0)) continue;
    const double bits = std::round(std::log2(W(row, row) / middle) / 10) * 5;
    s.force.segment(cone.first, cone.rows) *= std::exp2(-bits);
    s.problem.weight.segment(cone.first, cone.rows) *= std::exp2(-bits);
  }
  s.problem.W = s.force.asDiagonal() * W(s.rows, s.rows) * s.force.asDiagonal();
  s.problem.b = s.force.cwiseProduct(b(s.rows));
  const double mean = n > 0 ? s.problem.W.diagonal().mean() : 1;
  const double size = mean > 0 ? mean : 1;
  s.problem.W /= size;
  s.problem.b /= size * nominal;
  s.force *= nominal;
  return s;
}

/// Contacts that feel each other, as lists of cones.
std::vector<std::vector<std::size_t>> groups(const ConeProblem& p) {
  constexpr double kNone = 1e-15;
  UnionFind sets(p.cones.size());
  const VectorXd size = p.W.diagonal().cwiseSqrt();
  for (std::size_t i = 0; i < p.cones.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (sets.find(i) == sets.find(j)) continue;
      const Cone &a = p.cones[i], &b = p.cones[j];
      bool coupled = false;
      for (Index r = a.first; r < a.first + a.rows && !coupled; ++r) {
        for (Index c = b.first; c < b.first + b.rows && !coupled; ++c) {
          coupled = std::abs(p.W(r, c)) > kNone * size[r] * size[c];
        }
      }
      if (coupled) sets.join(i, j);
    }
  }
  std::vector<std::vector<std::size_t>> members(p.cones.size());
  for (std::size_t i = 0; i < p.cones.size(); ++i) members[sets.find(i)].push_back(i);
  std::erase_if(members, [](const auto& group) { return group.empty(); });
  return members;
}

struct Part {
  ConeProblem problem;
  std::vector<Index> rows;
};

Part part(const ConeProblem& p, const std::vector<std::size_t>& group) {
  Part part;
  for (const std::size_t i : group) {
    Cone cone = p.cones[i];
    for (Index row = cone.first; row < cone.first + cone.rows; ++row) part.rows.push_back(row);
    cone.first = static_cast<Index>(part.rows.size()) - cone.rows;
    part.problem.cones.push_back(cone);
  }
  part.problem.W = p.W(part.rows, part.rows);
  part.problem.b = p.b(part.rows);
  part.problem.weight = p.weight(part.rows);
  return part;
}

ConeSolution checked(const ConeProblem& p, VectorXd x) {
  ConeSolution solution{std::move(x), 0, 1, true};
  VectorXd error;
  projection_error(p, projection_factors(p), solution.x, p.b + p.W * solution.x, error);
  solution.error = relative_error(p, error, solution.x);
  return solution;
}

ConeSolution solve_group(const ConeProblem& p, const VectorXd& start, bool patient,
                         FrictionMethod& method) {
  const bool opens = std::all_of(p.cones.begin(), p.cones.end(),
                                 [&](const Cone& cone) { return p.b[cone.first] >= 0; });
  if (opens) {
    method = FrictionMethod::none;
    return checked(p, VectorXd::Zero(p.b.size()));
  }
  ConeSolution best;
  best.error = std::numeric_limits<double>::infinity();
  if (p.cones.size() == 1) {
    method = FrictionMethod::closed_form;
    best = checked(p, one_contact(p.W, p.b, p.cones.front()));
    if (best.solved()) return best;
  }
  const bool frictionless = std::all_of(p.cones.begin(), p.cones.end(), [](const Cone& cone) {
    return cone.rows == 1 || (cone.mu == 0 && cone.spin_mu == 0);
  });
  if (frictionless && p.cones.size() > 1) {
    method = FrictionMethod::active_set;
    best = active_set(p);
    if (best.solved()) return best;
  }
  ConeSolution solution = proximal_newton(p, start, patient);
  method = solution.routine ? FrictionMethod::newton : FrictionMethod::proximal_newton;
  solution.iterations += best.iterations;
  return solution.error <= best.error ? solution : best;
}

std::string start_objection(const FrictionProblem& p, std::span<const double> start) {
  if (start.empty()) return {};
  if (start.size() != p.b.size()) {
    return fmt::format("there are {} start forces for {} rows", start.size(), p.b.size());
  }
  for (std::size_t i = 0; i < start.size(); ++i) {
    if (!std::isfinite(start[i])) return fmt::format("start force {} is {}", i, start[i]);
  }
  return {};
}

FrictionSolution refused(const FrictionProblem& p, std::string why) {
  FrictionSolution solution;
  solution.force.assign(p.b.size(), 0.0);
  solution.velocity = p.b;
  solution.residual = std::numeric_limits<double>::infinity();
  solution.failure = std::move(why);
  return solution;
}

/// Changes of the forces by the projections, as forces.
VectorXd force_errors(const FrictionProblem& p, const VectorXd& force) {
  ConeProblem all{matrix(p), vector(p.b), {}, VectorXd::Ones(force.size())};
  VectorXd arms = VectorXd::Ones(force.size());
  for (const ContactRows& c : p.contacts) {
    const auto first = static_cast<Index>(c.first);
    if (c.bilateral) continue;
    Cone cone{first, c.rows, c.mu, 0};
    if (c.rows == 4) {
      arms[first + 3] = spin_arm(all.W(first, first), all.W(first + 3, first + 3));
      cone.spin_mu = c.mu * c.spin / arms[first + 3];
    }
    all.cones.push_back(cone);
  }
  all.W = arms.asDiagonal() * all.W * arms.asDiagonal();
  all.b = all.b.cwiseProduct(arms);
  const VectorXd x = force.cwiseQuotient(arms);
  VectorXd u = all.b + all.W * x, error;
  VectorXd factors = projection_factors(all);
  projection_error(all, factors, x, u, error);
  for (const ContactRows& c : p.contacts) {
    const auto row = static_cast<Index>(c.first);
    // A lock without any response holds if nothing moves it.
    if (c.bilateral) error[row] = u[row] == 0 ? 0 : u[row] / all.W(row, row);
  }
  return error;
}

double relative(const FrictionProblem& p, const VectorXd& errors, const VectorXd& force) {
  if (force.size() == 0) return 0;
  const double error = errors.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
  // As in relative_error.
  constexpr double kWedged = 1e3;
  const double nominal = nominal_force(p), mean = matrix(p).diagonal().mean();
  double motion = 0;
  for (const ContactRows& c : p.contacts) motion = std::max(motion, std::abs(p.b[c.first]));
  const double needed = kWedged * std::max(nominal, mean > 0 ? motion / mean : 0.0);
  return error / std::max(nominal, std::min(needed, force.cwiseAbs().maxCoeff()));
}

/// One contact needs neither scales nor groups.
VectorXd single(const FrictionProblem& p, FrictionSolution& solution) {
  const ContactRows& c = p.contacts[0];
  solution.method = p.b[0] >= 0 ? FrictionMethod::none : FrictionMethod::closed_form;
  return one_contact(matrix(p), vector(p.b), Cone{0, c.rows, c.mu, c.mu * c.spin});
}

VectorXd grouped(const FrictionProblem& problem, std::span<const double> start,
                 FrictionSolution& solution) {
  // Locks hold whatever the contacts do: without them, W and b are smaller.
  std::vector<Index> locked;
  for (const ContactRows& c : problem.contacts) {
    if (c.bilateral) locked.push_back(static_cast<Index>(c.first));
  }
  const Locks locks(matrix(problem), locked);
  const Scaled s =
      scaled(problem, locks.response(), locks.velocity(vector(problem.b)), nominal_force(problem));

  VectorXd force = VectorXd::Zero(static_cast<Index>(problem.b.size()));
  for (const std::vector<std::size_t>& group : groups(s.problem)) {
    const Part p = part(s.problem, group);
    VectorXd from = VectorXd::Zero(p.problem.b.size());
    std::vector<Index> rows;
    for (const Index row : p.rows) rows.push_back(s.rows[static_cast<std::size_t>(row)]);
    const VectorXd unit = s.force(p.rows);
    if (!start.empty()) from = vector(start)(rows).cwiseQuotient(unit);
    FrictionMethod method = FrictionMethod::none;
    const ConeSolution found = solve_group(p.problem, from, problem.patient, method);
    force(rows) = found.x.cwiseProduct(unit);
    solution.iterations = std::max(solution.iterations, found.iterations);
    solution.method = std::max(solution.method, method);
  }
  return force + locks.forces(vector(problem.b), force);
}

}  // namespace

double residual(const FrictionProblem& problem, std::span<const double> force) {
  return relative(problem, force_errors(problem, vector(force)), vector(force));
}

FrictionSolution solve(const FrictionProblem& problem, std::span<const double> start) {
  if (std::string why = objection(problem); !why.empty()) return refused(problem, why);
  if (std::string why = start_objection(problem, start); !why.empty()) {
    return refused(problem, why);
  }

  FrictionSolution solution;
  const bool alone = problem.contacts.size() == 1 && !problem.contacts[0].bilateral;
  VectorXd force = alone ? single(problem, solution) : grouped(problem, start, solution);
  VectorXd errors = force_errors(problem, force);
  if (alone && !(relative(problem, errors, force) <= 2 * kTolerance)) {
    force = grouped(problem, start, solution);
    errors = force_errors(problem, force);
  }

  const VectorXd velocity = vector(problem.b) + matrix(problem) * force;
  solution.force.assign(force.begin(), force.end());
  solution.velocity.assign(velocity.begin(), velocity.end());
  solution.residual = relative(problem, errors, force);
  solution.solved = solution.residual <= kAcceptable;
  if (!solution.solved) {
    Index worst = 0;
    errors.cwiseAbs().maxCoeff(&worst);
    std::size_t contact = 0;
    while (static_cast<Index>(problem.contacts[contact].first) > worst ||
           worst >= static_cast<Index>(problem.contacts[contact].first) +
                        problem.contacts[contact].rows) {
      ++contact;
    }
    solution.failure = fmt::format(
        "no forces of contact were found: after {} iterations the force of contact {} of {} is {} "
        "off, {} of the largest",
        solution.iterations, contact, problem.contacts.size(), errors[worst], solution.residual);
  }
  return solution;
}

}  // namespace multibond::contact
