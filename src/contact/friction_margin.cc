#include <algorithm>
#include <cmath>

#include "multibond/contact/friction_problem.h"

namespace multibond::contact {
namespace {

/// u that a nominal force gives: what is far below it counts as no motion.
double nominal_motion(const FrictionProblem& p, const FrictionSolution& s) {
  const std::size_t n = p.b.size();
  double force = p.force_scale, mean = 0;
  for (const double f : s.force) force = std::max(force, std::abs(f));
  for (std::size_t i = 0; i < n; ++i) mean += p.W[i * n + i] / static_cast<double>(n);
  return force * mean;
}

}  // namespace

MarginSolution with_margin(const FrictionProblem& problem, const FrictionSolution& solution) {
  if (!solution.solved) return {solution, 1};
  const double still = 1e-11 * nominal_motion(problem, solution);
  // Those that stick: closed, and no motion in any row.
  std::vector<bool> sticks;
  for (const ContactRows& c : problem.contacts) {
    bool stands = !c.bilateral && c.rows > 1 && c.mu > 0 && solution.force[c.first] > 0;
    for (std::size_t i = c.first; i < c.first + static_cast<std::size_t>(c.rows); ++i) {
      stands = stands && std::abs(solution.velocity[i]) <= still;
    }
    sticks.push_back(stands);
  }
  if (std::find(sticks.begin(), sticks.end(), true) == sticks.end()) return {solution, 1};

  for (const double kappa : {0.5, 0.8, 0.95, 0.99, 0.999, 0.9999}) {
    FrictionProblem less = problem;
    for (std::size_t i = 0; i < sticks.size(); ++i) {
      if (sticks[i]) less.contacts[i].mu *= kappa;
    }
    FrictionSolution found = solve(less);
    if (!found.solved) continue;
    bool same = true;
    for (std::size_t i = 0; i < found.velocity.size() && same; ++i) {
      same = std::abs(found.velocity[i] - solution.velocity[i]) <= 10 * still;
    }
    // With less friction in contacts that stick it is a solution of the problem itself.
    found.residual = residual(problem, found.force);
    if (same && found.residual <= 1e-11) return {std::move(found), kappa};
  }
  return {solution, 1};
}

}  // namespace multibond::contact
