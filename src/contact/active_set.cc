#include <algorithm>
#include <vector>

#include "multibond/base/dense.h"
#include "proximal_newton.h"

namespace multibond::contact {

using Eigen::Index;
using Eigen::VectorXd;

ConeSolution active_set(const ConeProblem& problem) {
  const VectorXd factors = projection_factors(problem);
  const Index n = problem.b.size();
  ConeSolution best{VectorXd::Zero(n), 0, 0, true};
  VectorXd x = best.x, u = problem.b, error;
  projection_error(problem, factors, x, u, error);
  best.error = relative_error(problem, error, x);
  for (int step = 1; step <= 30 && !best.solved(); ++step) {
    std::vector<Index> closed;
    for (const Cone& cone : problem.cones) {
      const Index i = cone.first;
      if (x[i] - factors[i] * u[i] > 0) closed.push_back(i);
    }
    x.setZero();
    if (!closed.empty()) {
      x(closed) = dense::least_norm_solution(problem.W(closed, closed), -problem.b(closed), 1e-11);
    }
    u = problem.b + problem.W * x;
    projection_error(problem, factors, x, u, error);
    const double now = relative_error(problem, error, x);
    best.iterations = step;
    if (now < best.error) {
      best.error = now;
      best.x = x;
    }
  }
  return best;
}

}  // namespace multibond::contact
