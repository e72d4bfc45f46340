#include "multibond/compile/constraint_solver.h"

#include <gtest/gtest.h>

#include <cmath>

#include <Eigen/Core>

#include "multibond/program/builder.h"
#include "multibond/program/runner.h"

namespace multibond {
namespace {

using Value = ProgramBuilder::Value;

/// A program that does nothing but call a solver with its inputs.
Program calling(std::shared_ptr<const Solver> solver) {
  ProgramBuilder b(solver->inputs());
  std::vector<Value> arguments;
  for (std::size_t i = 0; i < solver->inputs(); ++i) arguments.push_back(b.input(i));
  for (const Value value : b.call(std::move(solver), arguments)) b.output(value);
  return b.finish();
}

std::shared_ptr<const Solver> forces(std::size_t size, std::size_t redundant = 0) {
  const std::vector<double> ones(size, 1.0);
  return std::make_shared<ConstraintSolver>("forces", size - redundant, ones, ones);
}

/// Arguments of a ConstraintSolver.
std::vector<double> arguments(const Eigen::MatrixXd& S, const Eigen::VectorXd& b) {
  std::vector<double> in;
  for (Eigen::Index i = 0; i < S.rows(); ++i) in.insert(in.end(), S.row(i).begin(), S.row(i).end());
  in.insert(in.end(), b.begin(), b.end());
  return in;
}

/// S = W W' of n rows, the last of which is the sum of the first two if `singular`.
Eigen::MatrixXd constraints(Eigen::Index n, bool singular) {
  Eigen::MatrixXd W(n, n + 2);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n + 2; ++j) W(i, j) = std::sin(2.3 * (i + 2) * (j + 1) + j * j);
  }
  if (singular) W.row(n - 1) = W.row(0) + W.row(1);
  return W * W.transpose();
}

TEST(ConstraintSolver, SolvesARegularSystem) {
  const Eigen::MatrixXd S = constraints(6, false);
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(6, -1, 3);
  Runner runner(calling(forces(6)));
  Eigen::VectorXd out(7);
  ASSERT_TRUE(runner.run(arguments(S, S * x).data(), out.data()));
  EXPECT_LT((out.head(6) - x).norm(), 1e-9);
  EXPECT_GT(out[6], ConstraintSolver::kRankTolerance);
}

TEST(ConstraintSolver, FindsTheShortestSolutionOfASingularOne) {
  const Eigen::MatrixXd S = constraints(5, true);
  const Eigen::VectorXd b = S * Eigen::VectorXd::Ones(5);
  Eigen::VectorXd free(5);  // S free = 0
  free << 1, 1, 0, 0, -1;
  Runner runner(calling(forces(5)));
  Eigen::VectorXd out(6);
  ASSERT_TRUE(runner.run(arguments(S, b).data(), out.data()));
  EXPECT_LT((S * out.head(5) - b).norm(), 1e-12 * b.norm());
  EXPECT_NEAR(out.head(5).dot(free), 0, 1e-12);
  EXPECT_LT(out[5], 1e-14);
}

// S x = b with S + s I in place of S: x' = -S^-1 x at s = 0.
TEST(ConstraintSolver, HasADerivative) {
  const Eigen::MatrixXd S = constraints(4, false);
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(4, 1, 2);
  const Program program = calling(forces(4));
  Runner runner(tangent(program, {0, 5, 10, 15}));
  std::vector<double> in = arguments(S, S * x);
  in.insert(in.end(), 4, 1.0);
  Eigen::VectorXd out(5);
  ASSERT_TRUE(runner.run(in.data(), out.data()));
  EXPECT_LT((S * out.head(4) + x).norm(), 1e-10 * x.norm());
}

TEST(ConstraintSolver, TakesASystemOfZeros) {
  Runner runner(calling(forces(2)));
  const double in[6] = {};
  double out[3] = {1, 1, 1};
  ASSERT_TRUE(runner.run(in, out));
  EXPECT_EQ(out[0], 0);
  EXPECT_EQ(out[1], 0);
  EXPECT_EQ(out[2], 0);
}

/// W W' with a last row that is the sum of the first two but for an error, as off the positions in
/// which loops are closed.
Eigen::MatrixXd nearly_redundant(double error) {
  Eigen::MatrixXd W(5, 7);
  for (Eigen::Index i = 0; i < 5; ++i) {
    for (Eigen::Index j = 0; j < 7; ++j) W(i, j) = std::sin(2.3 * (i + 2) * (j + 1) + j * j);
  }
  W.row(4) = W.row(0) + W.row(1);
  for (Eigen::Index j = 0; j < 7; ++j) W(4, j) += error * std::cos(1.7 * j);
  return W;
}

// A redundant row off the manifold contradicts the others by as much as it seems to say: the
// accelerations W' x must not follow it.
TEST(ConstraintSolver, KeepsTheRankOffTheConstraints) {
  const double error = 1e-5;
  const Eigen::VectorXd demand = Eigen::VectorXd::LinSpaced(5, 1, 2);
  const auto accelerations = [&](double off, double contradiction) {
    const Eigen::MatrixXd W = nearly_redundant(off);
    Eigen::VectorXd b = demand;
    b[4] = b[0] + b[1] + contradiction;
    Runner runner(calling(forces(5, 1)));
    Eigen::VectorXd out(6);
    EXPECT_TRUE(runner.run(arguments(W * W.transpose(), b).data(), out.data()));
    EXPECT_GT(out[5], 1e-3);
    return Eigen::VectorXd(W.transpose() * out.head(5));
  };
  const Eigen::VectorXd exact = accelerations(0, 0), near = accelerations(error, error);
  EXPECT_LT((near - exact).norm(), 20 * error * exact.norm());
}

// Sizes say what counts as small: forces in kN beside torques in mN m.
TEST(ConstraintSolver, ComparesRowsAndColumnsByTheirSizes) {
  const Eigen::MatrixXd S = constraints(4, false);
  const Eigen::Vector4d sizes(1e-6, 1, 1e5, 1);
  const Eigen::MatrixXd scaled = sizes.asDiagonal() * S * sizes.asDiagonal();
  const Eigen::VectorXd x = Eigen::Vector4d::LinSpaced(1, 2).cwiseQuotient(sizes);
  const std::vector<double> list(sizes.begin(), sizes.end());
  Runner runner(calling(std::make_shared<ConstraintSolver>("forces", 4, list, list)));
  Eigen::VectorXd out(5);
  ASSERT_TRUE(runner.run(arguments(scaled, scaled * x).data(), out.data()));
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(out[i] / x[i], 1, 1e-9) << i;
  EXPECT_GT(out[4], 1e-3);
}

}  // namespace
}  // namespace multibond
