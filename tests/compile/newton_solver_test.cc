#include "multibond/compile/newton_solver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <Eigen/Core>

#include "allocations.h"
#include "multibond/compile/constraint_solver.h"
#include "multibond/program/builder.h"
#include "threads.h"

namespace multibond {
namespace {

using testing::HasSubstr;
using Value = ProgramBuilder::Value;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// x^2 + y^2 = r^2 and y = s x for given r and s, with w = x y; in the positive quadrant, which the
/// limits demand.
std::shared_ptr<const NewtonSolver> circle_and_line() {
  ProgramBuilder b(4);
  const Value r = b.input(0), s = b.input(1), x = b.input(2), y = b.input(3);
  const auto squared = [&](Value v) { return b.emit(Code::mul, v, v); };
  b.output(b.emit(Code::sub, b.emit(Code::add, squared(x), squared(y)), squared(r)));
  b.output(b.emit(Code::sub, y, b.emit(Code::mul, s, x)));
  b.output(b.emit(Code::mul, x, y));
  const std::vector<IterationVariable> variables{{"x", 1, 1, 0, kInfinity},
                                                 {"y", 0.5, 1, 0, kInfinity}};
  return std::make_shared<NewtonSolver>("circle and line", b.finish(), 2, variables);
}

/// A program that does nothing but call a solver with its inputs.
Program calling(std::shared_ptr<const Solver> solver) {
  ProgramBuilder b(solver->inputs());
  std::vector<Value> arguments;
  for (std::size_t i = 0; i < solver->inputs(); ++i) arguments.push_back(b.input(i));
  for (const Value value : b.call(std::move(solver), arguments)) b.output(value);
  return b.finish();
}

TEST(NewtonSolver, FindsTheSolutionAndWhatFollowsFromIt) {
  Runner runner(calling(circle_and_line()));
  const double in[] = {5, 0.75};
  double out[3];
  ASSERT_TRUE(runner.run(in, out));
  EXPECT_NEAR(out[0], 4, 1e-14);
  EXPECT_NEAR(out[1], 3, 1e-14);
  EXPECT_NEAR(out[2], 12, 1e-13);
}

TEST(NewtonSolver, HasADerivative) {
  Runner runner(tangent(calling(circle_and_line()), {0}));
  const double in[] = {5, 0.75, 1};
  double out[3];
  ASSERT_TRUE(runner.run(in, out));  // x = 0.8 r, y = 0.6 r, w = 0.48 r^2
  EXPECT_NEAR(out[0], 0.8, 1e-14);
  EXPECT_NEAR(out[1], 0.6, 1e-14);
  EXPECT_NEAR(out[2], 4.8, 1e-13);
}

TEST(NewtonSolver, SaysThatThereIsNoSolution) {
  Runner runner(calling(circle_and_line()));
  const double bad[] = {5, -2}, good[] = {5, 0.75};  // a falling line misses the quadrant
  double out[3];
  EXPECT_FALSE(runner.run(bad, out));
  EXPECT_THAT(runner.failure(),
              HasSubstr("No solution of circle and line was found from the start values x = 1, y = "
                        "0.5. Give start values nearer to the solution"));
  EXPECT_TRUE(std::isnan(out[0]));
  EXPECT_TRUE(runner.run(good, out));
}

TEST(NewtonSolver, RemembersTheSolutionAndItsArguments) {
  const auto solver = circle_and_line();
  std::vector<double> memory(solver->memory()), scratch(solver->scratch(), 7.0);
  solver->initialize(memory);
  EXPECT_EQ(memory, (std::vector<double>{1, 0.5, 0, 0, 0, 0}));
  const double in[] = {5, 0.75};
  double out[3];
  ASSERT_TRUE(solver->solve(in, out, memory.data(), scratch.data()));
  EXPECT_EQ(memory, (std::vector<double>{out[0], out[1], out[2], 1, 5, 0.75}));
}

/// x^3 - 3 x = u: three solutions for |u| < 2.
std::shared_ptr<const NewtonSolver> cubic(double start) {
  ProgramBuilder b(2);
  const Value u = b.input(0), x = b.input(1);
  const Value cube = b.emit(Code::mul, x, b.emit(Code::mul, x, x));
  const Value rest = b.emit(Code::add, b.emit(Code::mul, b.constant(3), x), u);
  b.output(b.emit(Code::sub, cube, rest));
  return std::make_shared<NewtonSolver>(
      "the cubic", b.finish(), 1,
      std::vector<IterationVariable>{{"x", start, 1, -kInfinity, kInfinity}});
}

TEST(NewtonSolver, FollowsABranchToItsEndAndNoFurther) {
  Runner runner(calling(cubic(-2)));
  double x = 0;
  for (const double u : {-2.0, 0.0, 1.9}) {
    ASSERT_TRUE(runner.run(&u, &x)) << u;
    EXPECT_LT(x, -1);
    EXPECT_NEAR(x * x * x - 3 * x, u, 1e-12);
  }
  const double beyond = 2.1;
  EXPECT_FALSE(runner.run(&beyond, &x));  // there is one, on another branch
  EXPECT_THAT(runner.failure(), HasSubstr("cannot be followed: near the latest one, x = -1.177"));
  runner.reset();
  ASSERT_TRUE(runner.run(&beyond, &x));
  EXPECT_GT(x, 2);
}

/// 20 cyclic equations x[i]^2 + x[i + 1] = 1 + 0.1 i. Torn, all x follow from one of them by nested
/// squares, and the iteration on that alone overflows.
TEST(NewtonSolver, TakesAllUnknownsWhereTheTornIterationFails) {
  constexpr std::size_t n = 20, first = 17;
  const auto next = [](ProgramBuilder& b, std::size_t i, Value x) {
    return b.emit(Code::sub, b.constant(1 + 0.1 * static_cast<double>(i)), b.emit(Code::mul, x, x));
  };
  ProgramBuilder torn(1), all(n);
  std::vector<Value> x{torn.input(0)};  // x[first], x[first + 1], ...
  for (std::size_t k = 0; k < n; ++k) x.push_back(next(torn, (first + k) % n, x[k]));
  torn.output(torn.emit(Code::sub, x[n], x[0]));
  for (std::size_t k = 1; k < n; ++k) torn.output(x[k]);
  std::vector<IterationVariable> variables;
  for (std::size_t k = 0; k < n; ++k) {
    all.output(
        all.emit(Code::sub, all.input((k + 1) % n), next(all, (first + k) % n, all.input(k))));
    variables.push_back({"x", 0, 1, -kInfinity, kInfinity});
  }
  const std::vector<IterationVariable> one{variables[0]};
  const auto whole = std::make_shared<NewtonSolver>("all", all.finish(), 0, variables);
  const Program program = torn.finish();
  std::vector<double> out(n);
  EXPECT_FALSE(Runner(calling(std::make_shared<NewtonSolver>("torn", program, 0, one)))
                   .run(nullptr, out.data()));
  Runner runner(calling(std::make_shared<NewtonSolver>("both", program, 0, one, whole)));
  ASSERT_TRUE(runner.run(nullptr, out.data()));
  for (std::size_t k = 0; k < n; ++k) {
    EXPECT_NEAR(out[k] * out[k] + out[(k + 1) % n], 1 + 0.1 * static_cast<double>((first + k) % n),
                1e-11)
        << k;
  }
}

/// Random points, so that the threads are at different iterations most of the time.
std::vector<std::vector<double>> points(std::size_t count) {
  std::vector<std::vector<double>> list;
  for (std::size_t i = 0; i < count; ++i) {
    list.push_back({1 + 9 * std::abs(std::sin(7.0 * i)), 0.1 + 3 * std::abs(std::sin(3.0 * i))});
  }
  return list;
}

TEST(NewtonSolver, GivesTwoThreadsWhatItGivesOne) {
  const Program program = calling(circle_and_line());
  const auto executable = make_executable(program);
  const auto alone = test::history(executable, 3, points(100), 20);
  for (const auto& history : test::histories_of_two_threads(executable, 3, points(100), 20)) {
    EXPECT_EQ(history, alone);
  }
}

TEST(NewtonSolver, AllocatesNothing) {
  const Program program = calling(circle_and_line());
  for (const Program& p : {program, tangent(program, {0, 1})}) {
    Runner runner(p);
    const double in[] = {5, 0.75, 1, 1};
    double out[3];
    const std::size_t before = test::allocations;
    const bool solved = runner.run(in, out);
    EXPECT_EQ(test::allocations, before);
    EXPECT_TRUE(solved);
  }
}

// Beside the Newton solver, since allocations are counted in one file of a program.
TEST(ConstraintSolver, AllocatesNothing) {
  constexpr std::size_t n = 5;
  const std::vector<double> ones(n, 1.0);
  const Program program = calling(std::make_shared<ConstraintSolver>("forces", n - 1, ones, ones));
  std::vector<double> in;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) in.push_back(std::sin(2.3 * (i + 2) * (j + 1)));
  }
  in.insert(in.end(), n + 1, 1.0);
  for (const Program& p : {program, tangent(program, {0})}) {
    Runner runner(p);
    double out[n + 1];
    const std::size_t before = test::allocations;
    const bool solved = runner.run(in.data(), out);
    EXPECT_EQ(test::allocations, before);
    EXPECT_TRUE(solved);
  }
}

}  // namespace
}  // namespace multibond
