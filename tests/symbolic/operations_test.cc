#include "multibond/symbolic/operations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "multibond/symbolic/derivative.h"
#include "multibond/symbolic/evaluate.h"
#include "multibond/symbolic/pool.h"

namespace multibond {
namespace {

const double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<Op> operations() {
  std::vector<Op> list;
  for (auto i = static_cast<int>(Op::neg); i < static_cast<int>(Op::call); ++i) {
    list.push_back(static_cast<Op>(i));
  }
  return list;
}

TEST(Operations, HaveAsManyOperandsAsTheirGroupSays) {
  for (const Op op : operations()) {
    EXPECT_EQ(op_info(op).operands, is_unary(op) ? 1 : is_binary(op) ? 2 : 3) << op_info(op).name;
  }
  EXPECT_EQ(op_info(Op::time).operands, 0);
  EXPECT_EQ(op_info(Op::time).evaluate, nullptr);
}

TEST(Operations, CommuteIfTheySaySo) {
  const double numbers[] = {kNaN, 0.0, -0.0, 1.0, -2.5, std::numeric_limits<double>::infinity()};
  for (const Op op : operations()) {
    if (!op_info(op).commutative) continue;
    for (const double a : numbers) {
      for (const double b : numbers) {
        const double ab = op_info(op).evaluate(a, b, 0), ba = op_info(op).evaluate(b, a, 0);
        EXPECT_TRUE(ab == ba || (std::isnan(ab) && std::isnan(ba))) << op_info(op).name;
      }
    }
  }
  EXPECT_TRUE(op_info(Op::add).commutative);
  EXPECT_FALSE(op_info(Op::min).commutative);  // min(NaN, 1) = 1, min(1, NaN) = NaN
}

// The node that `build` makes has the value that `evaluate` gives, and the derivative is its slope.
TEST(Operations, AgreeInValueExpressionAndDerivative) {
  ExprPool pool;
  const Expr x = pool.variable(0), y = pool.variable(1), z = pool.variable(2);
  const double at[] = {0.37, 0.81, 0.55};
  const auto value = [&](const Expr& e, double step, std::uint32_t moved) {
    return Evaluator(
        [&](const Expr& leaf) { return at[leaf.index()] + (leaf.index() == moved ? step : 0); })(e);
  };
  for (const Op op : operations()) {
    const Expr node = op_info(op).build(x, y, z);
    EXPECT_EQ(value(node, 0, 0), op_info(op).evaluate(at[0], at[1], at[2])) << op_info(op).name;
    for (std::uint32_t k = 0; k < static_cast<std::uint32_t>(op_info(op).operands); ++k) {
      constexpr double kStep = 1e-6;
      const double slope = (value(node, kStep, k) - value(node, -kStep, k)) / (2 * kStep);
      EXPECT_NEAR(value(partial(node, pool.variable(k)), 0, 0), slope, 1e-8)
          << op_info(op).name << " by operand " << k;
    }
  }
}

TEST(Operations, KeepTheSignOfWhatHasNone) {
  const auto sign = op_info(Op::sign).evaluate;
  EXPECT_EQ(sign(-3, 0, 0), -1);
  EXPECT_EQ(sign(3, 0, 0), 1);
  EXPECT_TRUE(std::signbit(sign(-0.0, 0, 0)));
  EXPECT_TRUE(std::isnan(sign(kNaN, 0, 0)));
}

}  // namespace
}  // namespace multibond
