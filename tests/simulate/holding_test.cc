// Which dry frictions stick together: the conditions of complementarity on random problems, and
// problems small enough to be solved by hand.
#include "../../src/simulate/holding.h"

#include <gtest/gtest.h>

#include <random>

namespace multibond {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Frictions of the largest efforts L with levers J on masses of 1.
HoldingProblem problem_of(const MatrixXd& J, const VectorXd& L, const VectorXd& force) {
  const MatrixXd levers = L.asDiagonal() * J;
  return {levers * levers.transpose(), levers * force};
}

/// Of the motion: what the shares do not hold.
VectorXd acceleration(const MatrixXd& J, const VectorXd& L, const VectorXd& force,
                      const VectorXd& shares) {
  return force - J.transpose() * L.asDiagonal() * shares;
}

TEST(Holding, OneFrictionSticksOrSlips) {
  const auto of = [](double load, int exceeded = 0) {
    return hold({MatrixXd::Constant(1, 1, 4.0), VectorXd::Constant(1, 4.0 * load)}, {exceeded});
  };
  EXPECT_EQ(of(0.5).holding[0], Holding::sticks);
  EXPECT_DOUBLE_EQ(of(0.5).shares[0], 0.5);
  EXPECT_EQ(of(1 - 1e-14).holding[0], Holding::sticks);
  EXPECT_EQ(of(1.1).holding[0], Holding::slips_forward);
  EXPECT_EQ(of(-1.1).holding[0], Holding::slips_backward);
  // What has reached its limit does not stick on because the instant is not exact.
  EXPECT_EQ(of(1 - 1e-14, 1).holding[0], Holding::slips_forward);
  EXPECT_EQ(of(-1 + 1e-14, -1).holding[0], Holding::slips_backward);
}

TEST(Holding, WhatHasNoEffortFollowsItsAcceleration) {
  HoldingProblem free;
  free.A.setZero(2, 2);
  free.b.resize(2);
  free.b << 3, -2;
  const HoldingSolution solution = hold(free, {0, 0});
  EXPECT_EQ(solution.holding[0], Holding::slips_forward);
  EXPECT_EQ(solution.holding[1], Holding::slips_backward);
}

/// One motion, three frictions: one of them sticks, and they share the load by what they can bear.
TEST(Holding, FrictionsOfOneMotionShareTheLoad) {
  const MatrixXd J = (MatrixXd(3, 1) << 1, -2, 0.5).finished();
  const VectorXd L = (VectorXd(3) << 1, 2, 4).finished();
  VectorXd load(1);
  load << 3.0;  // of 1 + 4 + 2 = 7
  const HoldingSolution solution = hold(problem_of(J, L, load), {0, 0, 0});
  EXPECT_LT(acceleration(J, L, load, solution.shares).norm(), 1e-14);
  // Of least norm: in proportion to L J.
  const VectorXd expected = 3.0 / 21.0 * (VectorXd(3) << 1, -4, 2).finished();
  EXPECT_LT((solution.shares - expected).norm(), 1e-14);
  EXPECT_EQ(std::count(solution.holding.begin(), solution.holding.end(), Holding::sticks), 1);
  EXPECT_EQ(std::count(solution.holding.begin(), solution.holding.end(), Holding::rests), 2);
  load << 6.9;  // more than shares of least norm bear, less than all of them do
  EXPECT_LT(acceleration(J, L, load, hold(problem_of(J, L, load), {0, 0, 0}).shares).norm(), 1e-13);
  load << 7.1;
  const HoldingSolution beyond = hold(problem_of(J, L, load), {0, 0, 0});
  EXPECT_EQ(beyond.holding[0], Holding::slips_forward);
  EXPECT_EQ(beyond.holding[1], Holding::slips_backward);
  EXPECT_EQ(beyond.holding[2], Holding::slips_forward);
}

/// A load that grows slowly: what sticks reaches its limit a few times only before all give way,
/// and they give way at the sum of what they bear.
TEST(Holding, TheOthersTakeOverWhatTheyCan) {
  const int n = 6;
  const MatrixXd J = MatrixXd::Ones(n, 1);
  const VectorXd L = VectorXd::Ones(n);
  VectorXd load = VectorXd::Constant(1, 0.5);
  HoldingSolution solution = hold(problem_of(J, L, load), std::vector<int>(n, 0));
  int rounds = 0;
  for (;; ++rounds) {
    ASSERT_LT(rounds, 10);
    std::vector<int> exceeded(n, 0);
    bool any = false;
    for (std::size_t i = 0; i < std::size_t{n}; ++i) {
      if (solution.holding[i] != Holding::sticks) continue;
      load[0] += 1 - solution.shares[static_cast<Eigen::Index>(i)];
      exceeded[i] = 1;
      any = true;
    }
    if (!any) break;
    solution = hold(problem_of(J, L, load), exceeded);
  }
  EXPECT_NEAR(load[0], n, 1e-9);
  for (const Holding how : solution.holding) EXPECT_EQ(how, Holding::slips_forward);
  EXPECT_LE(rounds, 5);
}

TEST(Holding, RandomProblemsAreComplementary) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  std::uniform_int_distribution<int> size(1, 9), freedoms(1, 6);
  int sticking = 0, slipping = 0, resting = 0;
  for (int k = 0; k < 2000; ++k) {
    const int n = size(random), m = freedoms(random);
    MatrixXd J(n, m);
    VectorXd L(n), force(m);
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < m; ++j) J(i, j) = normal(random);
      L[i] = std::exp(3 * normal(random));
    }
    for (int j = 0; j < m; ++j) force[j] = std::exp(2 * normal(random)) * normal(random);
    const HoldingProblem problem = problem_of(J, L, force);
    const HoldingSolution solution =
        hold(problem, std::vector<int>(static_cast<std::size_t>(n), 0));
    const VectorXd a = problem.b - problem.A * solution.shares;
    const double scale = problem.b.cwiseAbs().maxCoeff() + problem.A.cwiseAbs().maxCoeff();
    for (int i = 0; i < n; ++i) {
      const double s = solution.shares[i];
      ASSERT_LE(std::abs(s), 1);
      switch (solution.holding[static_cast<std::size_t>(i)]) {
        case Holding::sticks:
          ASSERT_LT(std::abs(s), 1);
          ASSERT_LT(std::abs(a[i]), 1e-9 * scale) << k;
          ++sticking;
          break;
        case Holding::rests:
          ASSERT_LT(std::abs(a[i]), 1e-9 * scale) << k;
          ++resting;
          break;
        case Holding::slips_forward:
        case Holding::slips_backward:
          ASSERT_EQ(std::abs(s), 1);
          ASSERT_EQ(s, static_cast<int>(solution.holding[static_cast<std::size_t>(i)]));
          ASSERT_GT(s * a[i], -1e-9 * scale) << k;
          ++slipping;
          break;
      }
    }
    ASSERT_LE(std::count(solution.holding.begin(), solution.holding.end(), Holding::sticks), m);
  }
  EXPECT_GT(sticking, 1000);
  EXPECT_GT(slipping, 1000);
  EXPECT_GT(resting, 500);
}

}  // namespace
}  // namespace multibond
