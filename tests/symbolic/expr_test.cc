#include "multibond/symbolic/expr.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "multibond/diagnostic.h"
#include "multibond/symbolic/evaluate.h"
#include "multibond/symbolic/operations.h"
#include "multibond/symbolic/pool.h"
#include "multibond/symbolic/rewrite.h"
#include "symbolic/same.h"

namespace multibond {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

class ExprTest : public testing::Test {
 protected:
  ExprPool pool;
  Expr x = pool.variable(0), y = pool.variable(1), z = pool.variable(2), p = pool.parameter(0);
};

class Sum final : public Function {
 public:
  std::string name() const override { return "sum"; }
  std::size_t arity() const override { return 2; }
  double evaluate(std::span<const double> v) const override { return v[0] + v[1]; }
  std::shared_ptr<const Function> derivative(std::size_t) const override { return nullptr; }
};

template <typename Call>
std::string message(Call call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no error";
}

TEST_F(ExprTest, MakesEachExpressionOnce) {
  const auto build = [&] { return select(x < y, sin(x * y + 2.5), atan2(pow(x, y), 3.0) / z); };
  const Expr first = build();
  const std::size_t size = pool.size();
  EXPECT_SAME(build(), first);
  EXPECT_EQ(pool.size(), size);
  EXPECT_SAME(pool.variable(0), x);
  EXPECT_FALSE(same(pool.variable(0, 1), x));
  EXPECT_FALSE(same(pool.parameter(0), pool.pre(0)));
}

TEST_F(ExprTest, MakesEachCallOnce) {
  const auto sum = std::make_shared<Sum>(), other = std::make_shared<Sum>();
  const Expr first = call(sum, {x, y});
  const std::size_t size = pool.size();
  EXPECT_SAME(call(sum, {x, y}), first);
  EXPECT_EQ(pool.size(), size);
  EXPECT_FALSE(same(call(sum, {y, x}), first));
  EXPECT_FALSE(same(call(other, {x, y}), first));
  EXPECT_EQ(&first.function(), sum.get());
  EXPECT_SAME(first.operand(1), y);
  EXPECT_SAME(call(sum, {2.0, 3.0}), Expr(5.0));
}

TEST_F(ExprTest, KeepsManyNodesApart) {
  std::vector<Expr> made{x, y, z, p};
  std::mt19937 random(1);
  while (made.size() < 20000) {
    const Expr a = made[random() % made.size()], b = made[random() % made.size()];
    made.push_back(random() % 2 ? a * b + 1.0 : sin(a) - b / 3.0);
  }
  for (const Expr& e : made) {
    if (e.is_number() || is_leaf(e.op())) continue;
    std::vector<Expr> operands;
    for (std::size_t i = 0; i < e.arity(); ++i) operands.push_back(e.operand(i));
    ASSERT_SAME(rebuild(pool, e.id(), operands), e);
    for (std::uint32_t operand : pool.operands(e.id())) ASSERT_LT(operand, e.id());
  }
}

TEST_F(ExprTest, FoldsNumbersLikeTheReference) {
  std::mt19937 random(2);
  std::uniform_real_distribution<> uniform(-2, 2);
  for (int trial = 0; trial < 200; ++trial) {
    const double a = trial % 5 ? uniform(random) : std::round(uniform(random)), b = uniform(random);
    const std::array<Expr, 2> operands{a, b};
    for (int i = static_cast<int>(Op::neg); i <= static_cast<int>(Op::logical_or); ++i) {
      const Op op = static_cast<Op>(i);
      // any node of this operation serves as the pattern
      const std::uint32_t id =
          is_unary(op) ? pool.intern(op, x.id()) : pool.intern(op, x.id(), y.id());
      const Expr folded = rebuild(pool, id, std::span(operands).first(is_unary(op) ? 1 : 2));
      const double expected = op_info(op).evaluate(a, b, 0);
      ASSERT_TRUE(folded.is_number());
      if (!std::isnan(expected)) {
        EXPECT_DOUBLE_EQ(folded.number(), expected) << i;
      } else {
        EXPECT_TRUE(std::isnan(folded.number())) << i;
      }
    }
  }
  EXPECT_SAME(select(1.0, 2.0, 3.0), Expr(2.0));
  EXPECT_SAME(select(0.0, 2.0, 3.0), Expr(3.0));
}

TEST_F(ExprTest, AppliesTheCheapIdentities) {
  EXPECT_SAME(x + 0, x);
  EXPECT_SAME(0 + x, x);
  EXPECT_SAME(x - 0, x);
  EXPECT_SAME(0 - x, -x);
  EXPECT_SAME(x * 1, x);
  EXPECT_SAME(1 * x, x);
  EXPECT_SAME(x * 0, Expr(0));
  EXPECT_SAME(x * -1, -x);
  EXPECT_SAME(x - x, Expr(0));
  EXPECT_SAME(x / x, Expr(1));
  EXPECT_SAME(x / 1, x);
  EXPECT_SAME(x / -1, -x);
  EXPECT_SAME(0 / x, Expr(0));
  EXPECT_SAME(-(-x), x);
  EXPECT_SAME(+x, x);
  EXPECT_SAME(x + -y, x - y);
  EXPECT_SAME(-x + y, y - x);
  EXPECT_SAME(x - -y, x + y);
  EXPECT_SAME(-(x - y), y - x);
  EXPECT_SAME((-x) * y, -(x * y));
  EXPECT_SAME((-x) * (-y), x * y);
  EXPECT_SAME((-x) / y, -(x / y));
  EXPECT_SAME(x / -y, -(x / y));
  EXPECT_SAME(2 * (3 * x), 6 * x);
  EXPECT_SAME((x * 2) * 0.5, x);
  EXPECT_SAME(-(2 * x), -2 * x);
  EXPECT_SAME(sin(-x), -sin(x));
  EXPECT_SAME(cos(-x), cos(x));
  EXPECT_SAME(abs(-x), abs(x));
  EXPECT_SAME(pow(x, 0), Expr(1));
  EXPECT_SAME(pow(x, 1), x);
  EXPECT_SAME(pow(x, 2), x * x);
  EXPECT_SAME(pow(x, -1), 1 / x);
  EXPECT_SAME(pow(x, 0.5), sqrt(x));
  EXPECT_SAME(min(x, x), x);
  EXPECT_SAME(max(x, x), x);
  EXPECT_SAME(select(x < y, z, z), z);
  EXPECT_SAME(no_event(x), x);
  EXPECT_SAME(no_event(no_event(x < y)), no_event(x < y));
}

TEST_F(ExprTest, OrdersCommutativeOperandsWithNumbersToTheLeft) {
  EXPECT_SAME(x + y, y + x);
  EXPECT_SAME(x * y, y * x);
  EXPECT_SAME(equals(x, y), equals(y, x));
  EXPECT_SAME((x < y) && (y < z), (y < z) && (x < y));
  EXPECT_SAME((x < y) || (y < z), (y < z) || (x < y));
  EXPECT_SAME((x + 2).operand(0), Expr(2));
  EXPECT_SAME((x * 2).operand(0), Expr(2));
  EXPECT_SAME(equals(x, 2), equals(2, x));
  EXPECT_SAME(x > y, y < x);
  EXPECT_SAME(x >= y, y <= x);
  EXPECT_FALSE(same(x - y, y - x));
  EXPECT_FALSE(same(x / y, y / x));
  EXPECT_FALSE(same(min(x, y), min(y, x)));  // they differ for NaN
}

TEST_F(ExprTest, FoldsInfinitiesAndNotANumberAsArithmeticDoes) {
  const Expr infinity = kInfinity, nan = std::nan("");
  EXPECT_TRUE(std::isnan((infinity - infinity).number()));
  EXPECT_TRUE(std::isnan((infinity * 0).number()));
  EXPECT_TRUE(std::isnan((infinity / infinity).number()));
  EXPECT_TRUE(std::isnan((Expr(0) / 0).number()));
  EXPECT_SAME(Expr(1) / 0, infinity);
  EXPECT_TRUE(std::isnan(sqrt(Expr(-1)).number()));
  EXPECT_SAME(nan < 1, Expr(0));
  EXPECT_SAME(nan >= 1, Expr(0));
  EXPECT_SAME(equals(nan, nan), Expr(0));
  EXPECT_SAME(min(nan, 1), Expr(1));
  EXPECT_TRUE(std::isnan(min(1, nan).number()));
  EXPECT_FALSE(same(nan, nan));
  // with an expression they stay in the graph, once
  EXPECT_FALSE((x + nan).is_number());
  EXPECT_FALSE((x * nan).is_number());
  EXPECT_SAME(x * nan, nan * x);
  EXPECT_SAME(x / infinity, x / infinity);
  EXPECT_FALSE((x / 0).is_number());
}

TEST_F(ExprTest, DoesNotLoseNumbersThatOverflowWhenTheyMeet) {
  Evaluator evaluate([](const Expr&) { return 1e-250; });
  EXPECT_DOUBLE_EQ(evaluate(1e200 * (1e200 * x)), 1e150);
  Evaluator large([](const Expr&) { return 1e300; });
  EXPECT_NEAR(large(1e-200 * (1e-200 * x)), 1e-100, 1e-112);
}

TEST_F(ExprTest, KeepsTruthValuesOneOrZero) {
  const Expr a = x < y;
  EXPECT_SAME(a && 1, a);
  EXPECT_SAME(a && 0, Expr(0));
  EXPECT_SAME(a || 1, Expr(1));
  EXPECT_SAME(a || 0, a);
  EXPECT_SAME(a && a, a);
  EXPECT_SAME(!!a, a);
  EXPECT_SAME(Expr(5) && Expr(3), Expr(1));
  EXPECT_SAME(Expr(5) || Expr(0), Expr(1));
  EXPECT_SAME(!Expr(5), Expr(0));
  // x may be 5, which is true without being 1
  Evaluator evaluate([](const Expr&) { return 5.0; });
  EXPECT_EQ(evaluate(x && 1), 1);
  EXPECT_EQ(evaluate(x && x), 1);
  EXPECT_EQ(evaluate(x || 0), 1);
  EXPECT_EQ(evaluate(!!x), 1);
}

TEST_F(ExprTest, RefusesToMixTwoModels) {
  ExprPool other;
  const Expr u = other.variable(0);
  const auto has = testing::HasSubstr("two different models");
  EXPECT_THAT(message([&] { x + u; }), has);
  EXPECT_THAT(message([&] { atan2(x, u); }), has);
  EXPECT_THAT(message([&] { select(x < y, u, x); }), has);
  EXPECT_THAT(message([&] { call(std::make_shared<Sum>(), {x, u}); }), has);
  EXPECT_THAT(message([&] { Rewriter([&](const Expr&) { return u; })(x + y); }), has);
  Evaluator evaluate([](const Expr&) { return 1.0; });
  evaluate(x + y);
  EXPECT_THAT(message([&] { evaluate(u); }), has);
  EXPECT_FALSE(same(x, u));
  EXPECT_EQ(message([&] { u + 2.0; }), "no error");
}

TEST_F(ExprTest, CountsTheArgumentsOfACall) {
  EXPECT_THAT(message([&] { call(std::make_shared<Sum>(), {x}); }),
              testing::StartsWith("sum takes 2 arguments, not 1."));
  EXPECT_THROW(call(std::make_shared<Sum>(), {x}), Error);
  EXPECT_THROW(call(nullptr, {x}), Error);
}

TEST(Pool, ReachesFewAndManyNodesInTheirOrder) {
  ExprPool pool;
  Expr sum = 0.0, odd = 0.0;
  for (std::uint32_t k = 0; k < 2000; ++k) {
    const Expr x = pool.variable(1999 - k);
    sum = x * x + sum;
    if (k % 2 == 1) odd = sin(x) + odd;
  }
  const auto check = [&](const Expr& root) {
    std::vector<std::uint32_t> expected = pool.reachable_unordered(std::array{root});
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(pool.reachable(std::array{root}), expected);
    return expected.size();
  };
  EXPECT_EQ(check(sum), 5999u);
  EXPECT_EQ(check(odd), 2999u);
  EXPECT_EQ(check(sin(pool.variable(0))), 2u);
}

TEST_F(ExprTest, GivesReachableNodesInAscendingOrder) {
  const Expr a = x * y, b = sin(a) + z, unrelated = exp(p);
  const std::vector<std::uint32_t> nodes = pool.reachable(std::array{b, a});
  EXPECT_TRUE(std::is_sorted(nodes.begin(), nodes.end()));
  EXPECT_EQ(nodes.size(), 6u);
  EXPECT_THAT(nodes, testing::Not(testing::Contains(unrelated.id())));
}

/// Whatever the operators simplify, the value stays: compare with a computation on the side.
TEST_F(ExprTest, SimplifiesWithoutChangingValues) {
  std::mt19937 random(9);
  std::uniform_real_distribution<> uniform(-2, 2);
  for (int trial = 0; trial < 300; ++trial) {
    const std::array<double, 4> leaf{uniform(random), uniform(random), uniform(random),
                                     uniform(random)};
    std::vector<std::pair<Expr, double>> made{{x, leaf[0]}, {y, leaf[1]}, {z, leaf[2]},
                                              {p, leaf[3]}, {0, 0},       {1, 1},
                                              {-1, -1},     {2, 2},       {-0.5, -0.5}};
    for (int i = 0; i < 60; ++i) {
      const auto [a, u] = made[random() % made.size()];
      const auto [b, v] = made[random() % made.size()];
      std::pair<Expr, double> next;
      switch (random() % 10) {
        case 0:
        case 1:
          next = {a + b, u + v};
          break;
        case 2:
        case 3:
          next = {a - b, u - v};
          break;
        case 4:
        case 5:
          next = {a * b, u * v};
          break;
        case 6:
          next = {a / b, u / v};
          break;
        case 7:
          next = {-a, -u};
          break;
        case 8:
          next = {select(a < b, a, -b), u < v ? u : -v};
          break;
        default:
          next = {abs(a) + cos(b), std::fabs(u) + std::cos(v)};
      }
      if (std::isfinite(next.second) && std::fabs(next.second) < 1e3) made.push_back(next);
    }
    Evaluator evaluate(
        [&](const Expr& e) { return e.op() == Op::parameter ? leaf[3] : leaf[e.index()]; });
    for (const auto& [e, v] : made) EXPECT_NEAR(evaluate(e), v, 1e-9);
  }
}

}  // namespace
}  // namespace multibond
