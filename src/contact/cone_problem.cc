#include "cone_problem.h"

#include <algorithm>
#include <cmath>

namespace multibond::contact {

using Eigen::Index;
using Eigen::VectorXd;

VectorXd projection_factors(const ConeProblem& problem) {
  // Rows that do not move at all (W = 0) get a finite factor, so that their error stays finite.
  constexpr double kSmallest = 1e-12;
  VectorXd factors(problem.b.size());
  const auto factor = [&](Index first, int rows) {
    const double mean = problem.W.diagonal().segment(first, rows).mean();
    factors.segment(first, rows).setConstant(1 / std::max(mean, kSmallest));
  };
  for (const Cone& cone : problem.cones) {
    factor(cone.first, 1);
    if (cone.tangents() > 0) factor(cone.first + 1, cone.tangents());
    if (cone.spins()) factor(cone.first + 3, 1);
  }
  return factors;
}

void projection_error(const ConeProblem& problem, const VectorXd& factors, const VectorXd& x,
                      const VectorXd& u, VectorXd& error) {
  error.resize(x.size());
  const auto ball = [&](Index first, int rows, double radius) {
    double square = 0;
    for (Index i = first; i < first + rows; ++i) {
      error[i] = x[i] - factors[i] * u[i];
      square += error[i] * error[i];
    }
    const double length = std::sqrt(square);
    const double scale = length > radius ? radius / length : 1;
    for (Index i = first; i < first + rows; ++i) error[i] = x[i] - scale * error[i];
  };
  for (const Cone& cone : problem.cones) {
    const Index n = cone.first;
    const double pushed = x[n] - factors[n] * u[n];
    const double normal = pushed <= 0 ? 0 : pushed;  // NaN stays
    error[n] = x[n] - normal;
    if (cone.tangents() > 0) ball(n + 1, cone.tangents(), cone.mu * normal);
    if (cone.spins()) ball(n + 3, 1, cone.spin_mu * normal);
  }
}

double relative_error(const ConeProblem& problem, const VectorXd& error, const VectorXd& x) {
  if (x.size() == 0) return 0;
  const double largest =
      error.cwiseProduct(problem.weight).cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
  // Parts that are wedged bear forces of any size against each other, which no motion needs: an
  // error is not small because these are large.
  constexpr double kWedged = 1e3;
  double needed = kWedged;
  for (const Cone& cone : problem.cones) {
    needed = std::max(needed, kWedged * std::abs(problem.b[cone.first]));
  }
  const double force = x.cwiseProduct(problem.weight).cwiseAbs().maxCoeff();
  return largest / std::max(1.0, std::min(needed, force));
}

}  // namespace multibond::contact
