/// What the solvers of the contact problem work on: scaled, without locks, connected.
#pragma once

#include <vector>

#include <Eigen/Core>

namespace multibond::contact {

/// Contact of an n row and up to two balls of friction: |x_t| <= mu x_n of one or two rows, and
/// |x_s| <= spin_mu x_n of the row of spin.
struct Cone {
  Eigen::Index first = 0;
  int rows = 1;
  double mu = 0;
  double spin_mu = 0;

  int tangents() const { return rows < 2 ? 0 : rows == 2 ? 1 : 2; }
  bool spins() const { return rows == 4; }
};

/// u = W x + b for cones whose rows follow each other without gaps. Scaled: forces by a nominal
/// force, the mean diagonal of W is 1.
struct ConeProblem {
  Eigen::MatrixXd W;
  Eigen::VectorXd b;
  std::vector<Cone> cones;
  Eigen::VectorXd weight;  ///< by row: the force that x = 1 is, in nominal forces
};

/// Factors r of the projections by row: 1 / mean diagonal of W in the rows of a ball.
Eigen::VectorXd projection_factors(const ConeProblem& problem);

/// x minus its projection (friction_problem.h, `residual`), for the velocities u.
void projection_error(const ConeProblem& problem, const Eigen::VectorXd& factors,
                      const Eigen::VectorXd& x, const Eigen::VectorXd& u, Eigen::VectorXd& error);

/// The largest of its entries, as a force, by the larger of the nominal and the largest force.
double relative_error(const ConeProblem& problem, const Eigen::VectorXd& error,
                      const Eigen::VectorXd& x);

/// What is asked of all solvers: half of what is promised, since scaling back rounds.
inline constexpr double kTolerance = 5e-13;
/// Where rounding keeps it from that (light parts between heavy ones), this is a solution too.
inline constexpr double kAcceptable = 1e-9;

/// What a solver found.
struct ConeSolution {
  Eigen::VectorXd x;
  double error = 0;  ///< relative_error
  int iterations = 0;
  bool routine = true;  ///< solved by the first round of what the method does
  bool solved() const { return error <= kTolerance; }
};

}  // namespace multibond::contact
