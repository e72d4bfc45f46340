#include "multibond/compile/function_solver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "multibond/symbolic/table.h"

namespace multibond {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A function of two arguments that knows no derivative.
class Law final : public Function {
 public:
  explicit Law(std::function<double(double, double)> law) : law_(std::move(law)) {}
  std::string name() const override { return "law"; }
  std::size_t arity() const override { return 2; }
  double evaluate(std::span<const double> x) const override { return law_(x[0], x[1]); }
  std::shared_ptr<const Function> derivative(std::size_t) const override { return nullptr; }

 private:
  std::function<double(double, double)> law_;
};

struct Answer {
  bool found;
  double value;
};

Answer value(const Solver& solver, std::vector<double> in) {
  std::vector<double> scratch(solver.scratch());
  double out = 0;
  const bool found = solver.solve(in.data(), &out, nullptr, scratch.data());
  return {found, out};
}

Answer rate(const Solver& solver, std::vector<double> in, std::vector<double> in_dot) {
  std::vector<double> scratch(solver.scratch());
  const double out = value(solver, in).value;
  double out_dot = 0;
  const bool found = solver.tangent(in.data(), &out, in_dot.data(), &out_dot, scratch.data());
  return {found, out_dot};
}

TEST(FunctionSolver, CallsTheFunction) {
  const FunctionSolver solver(make_table("valve", {0, 1, 3}, {0, 2, 8}));
  EXPECT_EQ(solver.name(), "valve");
  EXPECT_EQ(solver.inputs(), 1u);
  EXPECT_EQ(solver.outputs(), 1u);
  EXPECT_EQ(value(solver, {2}).value, 5);
}

TEST(FunctionSolver, TakesTheSlopeThatTheFunctionKnows) {
  const FunctionSolver solver(make_table("valve", {0, 1, 3}, {0, 2, 8}));
  const Answer answer = rate(solver, {2}, {10});
  EXPECT_TRUE(answer.found);
  EXPECT_EQ(answer.value, 30);
}

TEST(FunctionSolver, TakesDifferencesOfAFunctionThatKnowsNone) {
  const FunctionSolver solver(
      std::make_shared<Law>([](double x, double y) { return std::sin(x) * y * y; }));
  const Answer answer = rate(solver, {0.7, 3}, {1, 0.5});
  EXPECT_TRUE(answer.found);
  EXPECT_NEAR(answer.value, std::cos(0.7) * 9 + std::sin(0.7) * 3, 1e-9);
}

TEST(FunctionSolver, TakesOneSidedDifferencesAtTheBorder) {
  const FunctionSolver solver(
      std::make_shared<Law>([](double x, double) { return x < 1 ? NAN : 3 * x; }));
  const Answer answer = rate(solver, {1, 0}, {1, 0});
  EXPECT_TRUE(answer.found);
  EXPECT_NEAR(answer.value, 3, 1e-9);
}

TEST(FunctionSolver, AsksOnlyForSlopesOfWhatMoves) {
  // by the second argument there is no slope anywhere
  const FunctionSolver solver(
      std::make_shared<Law>([](double x, double y) { return y == 2 ? x * x : NAN; }));
  EXPECT_NEAR(rate(solver, {3, 2}, {1, 0}).value, 6, 1e-8);
  EXPECT_FALSE(rate(solver, {3, 2}, {0, 1}).found);
}

TEST(FunctionSolver, HasNoAnswerWhereTheFunctionHasNoValue) {
  const FunctionSolver solver(
      make_table("valve", {0, 1}, {0, 2}, Interpolation::linear, Extrapolation::error));
  EXPECT_TRUE(value(solver, {0.5}).found);
  EXPECT_FALSE(value(solver, {1.5}).found);
}

TEST(FunctionSolver, IsExportedIfTheFunctionIs) {
  const FunctionSolver table(make_table("valve", {0, 1}, {0, 2}));
  EXPECT_THAT(table.c99("f7"), HasSubstr("static int f7(const double* in, double* out"));
  EXPECT_THAT(table.c99("f7"), HasSubstr("f7_value"));
  const FunctionSolver law(std::make_shared<Law>([](double x, double) { return x; }));
  EXPECT_THAT(law.c99("f7"), IsEmpty());
}

/// Quotient and remainder; none by zero.
class Division final : public VectorFunction {
 public:
  std::string name() const override { return "division"; }
  std::size_t arity() const override { return 2; }
  std::size_t results() const override { return 2; }
  void evaluate(std::span<const double> x, std::span<double> y) const override {
    y[0] = x[0] / x[1];
    y[1] = std::fmod(x[0], x[1]);
  }
  void tangent(std::span<const double> x, std::span<const double> v,
               std::span<double> y) const override {
    y[0] = (v[0] - x[0] / x[1] * v[1]) / x[1];
    y[1] = v[0];
  }
};

TEST(VectorFunctionSolver, GivesAllResultsAndTheirRates) {
  const VectorFunctionSolver solver(std::make_shared<Division>());
  EXPECT_EQ(solver.outputs(), 2u);
  const double in[] = {7, 2}, in_dot[] = {1, 0}, zero[] = {7, 0};
  double out[2], out_dot[2];
  ASSERT_TRUE(solver.solve(in, out, nullptr, nullptr));
  EXPECT_EQ(out[0], 3.5);
  EXPECT_EQ(out[1], 1);
  ASSERT_TRUE(solver.tangent(in, out, in_dot, out_dot, nullptr));
  EXPECT_EQ(out_dot[0], 0.5);
  EXPECT_EQ(out_dot[1], 1);
  EXPECT_FALSE(solver.solve(zero, out, nullptr, nullptr));
}

}  // namespace
}  // namespace multibond
