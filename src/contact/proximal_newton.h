/// Solvers for connected contacts.
#pragma once

#include "cone_problem.h"

namespace multibond::contact {

/// Without friction (all mu are 0): x >= 0, u >= 0, x u = 0 by Newton's method on min(x, u). Each
/// step takes one set of contacts as closed and finds their forces of least length. Usually a few
/// steps; it may go round in circles, and then says that it has not solved the problem.
ConeSolution active_set(const ConeProblem& problem);

/// With friction: the proximal point method, each round of which is solved by Gauss-Seidel sweeps
/// and Newton's method. From zero it finds forces near the least length. Without patience hard
/// problems are given up.
ConeSolution proximal_newton(const ConeProblem& problem, const Eigen::VectorXd& start,
                             bool patient);

}  // namespace multibond::contact
