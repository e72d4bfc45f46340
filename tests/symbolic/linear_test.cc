#include "multibond/symbolic/linear.h"

#include <array>
#include <random>

#include <gtest/gtest.h>

#include "multibond/symbolic/evaluate.h"
#include "multibond/symbolic/pool.h"
#include "symbolic/same.h"

namespace multibond {
namespace {

bool is_variable(const Expr& leaf) { return leaf.is_variable(); }

class LinearTest : public testing::Test {
 protected:
  std::optional<LinearForm> form(const Expr& e) { return linear_form(e, is_variable); }
  ExprPool pool;
  Expr x = pool.variable(0), y = pool.variable(1), z = pool.variable(2);
  Expr p = pool.parameter(0), q = pool.parameter(1);
};

/// Sums, products with numbers and quotients of random linear parts, with small whole coefficients
/// carried along: the form must have exactly these.
TEST_F(LinearTest, RecoversRandomLinearExpressionsExactly) {
  constexpr std::size_t n = 6;
  std::mt19937 random(4);
  struct Part {
    Expr e;
    std::array<double, n + 1> c{};  // the last is the rest
  };
  for (int trial = 0; trial < 500; ++trial) {
    std::vector<Part> parts;
    for (std::uint32_t i = 0; i < n; ++i) {
      parts.push_back({pool.variable(i)});
      parts.back().c[i] = 1;
    }
    parts.push_back({Expr(3)});
    parts.back().c[n] = 3;
    for (int i = 0; i < 40; ++i) {
      const Part a = parts[random() % parts.size()], b = parts[random() % parts.size()];
      Part next;
      const double factor = static_cast<int>(random() % 7) - 3;
      switch (random() % 5) {
        case 0:
          next.e = a.e + b.e;
          for (std::size_t k = 0; k <= n; ++k) next.c[k] = a.c[k] + b.c[k];
          break;
        case 1:
          next.e = a.e - b.e;
          for (std::size_t k = 0; k <= n; ++k) next.c[k] = a.c[k] - b.c[k];
          break;
        case 2:
          next.e = factor * a.e;
          for (std::size_t k = 0; k <= n; ++k) next.c[k] = factor * a.c[k];
          break;
        case 3:
          next.e = (4 * a.e) / 2;
          for (std::size_t k = 0; k <= n; ++k) next.c[k] = 2 * a.c[k];
          break;
        default:
          next.e = -no_event(a.e);
          for (std::size_t k = 0; k <= n; ++k) next.c[k] = -a.c[k];
      }
      double largest = 0;
      for (double c : next.c) largest = std::max(largest, std::abs(c));
      if (largest < 1e9) parts.push_back(next);
    }
    for (const Part& part : parts) {
      const auto found = form(part.e);
      ASSERT_TRUE(found);
      EXPECT_SAME(found->rest, Expr(part.c[n]));
      std::size_t terms = 0;
      for (std::uint32_t i = 0; i < n; ++i) {
        EXPECT_SAME(found->coefficient(pool.variable(i)), Expr(part.c[i]));
        terms += part.c[i] != 0;
      }
      EXPECT_EQ(found->terms.size(), terms);  // no zero coefficients
    }
  }
}

TEST_F(LinearTest, KeepsParametersInCoefficients) {
  const auto found = form((p * x + 2 * y) * q - sin(p) / q + y / p);
  ASSERT_TRUE(found);
  EXPECT_SAME(found->coefficient(x), p * q);
  EXPECT_SAME(found->coefficient(y), 2 * q + 1 / p);
  EXPECT_SAME(found->coefficient(z), Expr(0));
  EXPECT_SAME(found->rest, -(sin(p) / q));
  ASSERT_EQ(found->terms.size(), 2u);
  EXPECT_LT(found->terms[0].unknown.id(), found->terms[1].unknown.id());
}

TEST_F(LinearTest, TakesOnlyTheGivenLeavesAsUnknown) {
  const auto found = linear_form(x * y + z, [&](const Expr& leaf) { return same(leaf, x); });
  ASSERT_TRUE(found);
  EXPECT_SAME(found->coefficient(x), y);
  EXPECT_SAME(found->rest, z);
  const Expr a = pool.variable(0, 2);
  const auto second = linear_form(p * a + x * x, [&](const Expr& leaf) { return same(leaf, a); });
  ASSERT_TRUE(second);
  EXPECT_SAME(second->coefficient(a), p);
}

TEST_F(LinearTest, RefusesWhatIsNotLinear) {
  for (const Expr& e : {x * y, x * x, p / x, sin(x), sqrt(x + p), abs(x), max(x, p), pow(x, 3),
                        pow(p, x), atan2(x, p), x < p, select(x > 0, y, z), x * (y + 1),
                        p + exp(2 * x), sign(x), floor(x), x && p}) {
    EXPECT_FALSE(form(e));
    EXPECT_FALSE(form(y + p * e));
  }
}

TEST_F(LinearTest, SeesThatUnknownsCancel) {
  const Expr zero = (x + p) - x;  // p in disguise
  EXPECT_SAME(form(zero)->rest, p);
  EXPECT_TRUE(form(zero)->terms.empty());
  // inside a product or a function nobody looks for it
  EXPECT_FALSE(form(sin(zero)));
}

TEST_F(LinearTest, GoesIntoBothBranchesOfASelect) {
  const Expr c = p > 0;
  const auto found = form(select(c, 2 * x + y + 1, 3 * x - y + z));
  ASSERT_TRUE(found);
  EXPECT_SAME(found->coefficient(x), select(c, 2, 3));
  EXPECT_SAME(found->coefficient(y), select(c, 1, -1));
  EXPECT_SAME(found->coefficient(z), select(c, 0, 1));
  EXPECT_SAME(found->rest, select(c, 1, 0));
  // opposite coefficients do not cancel
  EXPECT_SAME(form(select(c, x, -x))->coefficient(x), select(c, 1, -1));
  EXPECT_SAME(form(select(c, x, x + p))->coefficient(x), Expr(1));
}

TEST_F(LinearTest, KeepsRelationsInsideNoEvent) {
  const Expr s = select(p < q, 2, 3);
  const auto found = form(no_event(s * x + s));
  ASSERT_TRUE(found);
  EXPECT_SAME(found->coefficient(x), no_event(s));
  EXPECT_SAME(found->rest, no_event(s));
}

TEST_F(LinearTest, HasTheValueOfTheExpression) {
  std::mt19937 random(8);
  std::uniform_real_distribution<> uniform(0.5, 2);
  const Expr e = select(p < q, p * (x - y / q), (x + z) * sin(p)) - (3 - x) * q + (y + p) / (p + q);
  const LinearForm found = form(e).value();
  Expr sum = found.rest;
  for (const LinearTerm& term : found.terms) sum += term.coefficient * term.unknown;
  for (int trial = 0; trial < 50; ++trial) {
    std::array<double, 6> v;
    for (double& d : v) d = uniform(random);
    Evaluator value(
        [&](const Expr& leaf) { return v[leaf.index() + (leaf.is_variable() ? 0 : 3)]; });
    EXPECT_NEAR(value(e), value(sum), 1e-13);
  }
}

TEST_F(LinearTest, ListsTheLeavesOfAnExpressionOnce) {
  const Expr e = sin(x) * p + x * y + pool.time();
  EXPECT_SAME_LIST(leaves(e, [](const Expr&) { return true; }),
                   (std::vector<Expr>{x, y, p, pool.time()}));
  EXPECT_SAME_LIST(leaves(e, is_variable), (std::vector<Expr>{x, y}));
  EXPECT_TRUE(leaves(Expr(2), is_variable).empty());
  EXPECT_TRUE(depends_on(e, [&](const Expr& leaf) { return same(leaf, p); }));
  EXPECT_FALSE(depends_on(e, [&](const Expr& leaf) { return same(leaf, z); }));
}

}  // namespace
}  // namespace multibond
