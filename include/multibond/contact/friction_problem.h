/// The contact problem: which forces act in contacts with Coulomb friction, and how they move.
///
///     u = W l + b        u: relative velocities (or accelerations), l: forces (or impulses)
///
/// Each contact has a normal row n, positive where it opens, and up to three rows of friction:
///
///     rows   what they are                    law
///     1      n                                0 <= l_n, u_n >= 0, l_n u_n = 0
///     2      n, t           in the plane      and |l_t| <= mu l_n; where u_t is not 0,
///     3      n, t1, t2      in space              l_t = -mu l_n u_t / |u_t|
///     4      n, t1, t2, s   with spin         and the same for the torque about the normal:
///                                                 |l_s| <= spin mu l_n, against u_s
///     1      a lock (bilateral)               u = 0, with a force of either sign
///
/// The cone is the round one, not a pyramid. With redundant contacts (a table with four legs) u is
/// what counts; of the forces that give it, those near the least length are found: what equal
/// springs in all contacts would carry. For large mu there may be several u (Painleve); one is
/// found.
///
/// Where a problem cannot be solved the answer says so, with a sentence; no force is invented.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace multibond::contact {

/// The rows of one contact; they follow each other from `first`.
struct ContactRows {
  std::size_t first = 0;
  int rows = 1;
  double mu = 0;           ///< coefficient of friction
  double spin = 0;         ///< m, radius r_s at which friction resists spin (4 rows)
  bool bilateral = false;  ///< a lock: one row, always active
};

struct FrictionProblem {
  std::vector<double> W;  ///< n x n by rows, symmetric, positive semi-definite
  std::vector<double> b;  ///< u without forces
  std::vector<ContactRows> contacts;
  /// A force typical of the model (the largest weight). Differences below 1e-12 of it, or of the
  /// largest force found, count as none. 0: what would stop the largest b.
  double force_scale = 1;
  /// Hard problems take a thousand times as long as others. False: those are given up.
  bool patient = true;
};

/// How a problem was solved; of several independent groups of contacts, the last in this order.
enum class FrictionMethod {
  none,             ///< no contact carries force
  closed_form,      ///< each contact for itself
  active_set,       ///< without friction: Newton's method on min(l, u), steps of least length
  newton,           ///< Gauss-Seidel, then Newton's method on the projected forces
  proximal_newton,  ///< the same, with further rounds or stronger damping than usual
};

struct FrictionSolution {
  bool solved = false;
  std::vector<double> force;     ///< l; if not solved, the best found
  std::vector<double> velocity;  ///< u = W l + b
  double residual = 0;           ///< see `residual`
  int iterations = 0;            ///< sweeps and Newton steps, the most of any group
  FrictionMethod method = FrictionMethod::none;
  std::string failure;  ///< if not solved: what is wrong, in a sentence
};

/// Solves the problem to a residual of 1e-12. `start`: forces near the solution, from an earlier
/// one; without them those of least length are looked for. May be called by several threads.
FrictionSolution solve(const FrictionProblem& problem, std::span<const double> start = {});

/// How far forces are from a solution: the largest change of a force by the projections
///
///     l_n -> max(0, l_n - r u_n),    l_t -> P(l_t - r u_t) onto the ball |l_t| <= mu l_n
///
/// (Alart, Curnier 1991; r = 1 / mean diagonal of W in these rows), divided by the larger of
/// the nominal force and the largest one. It is zero for solutions and for nothing else, and loses
/// no digits to large sliding velocities. A torque of spin counts as a force at the arm sqrt(W_nn /
/// W_ss).
double residual(const FrictionProblem& problem, std::span<const double> force);

/// A solution with its forces away from the limits of friction, for contacts that persist: which
/// contacts stick must not be read from a distribution of forces that happens to touch the limits.
struct MarginSolution {
  FrictionSolution solution;
  /// The motion is the same if contacts that stick have this times their friction; 1: no less.
  double kappa = 1;
};

/// Solves again with 0.5, 0.8, 0.95 ... 0.9999 times the friction of those that stick in
/// `solution`, and returns the first that gives the same motion.
MarginSolution with_margin(const FrictionProblem& problem, const FrictionSolution& solution);

}  // namespace multibond::contact
