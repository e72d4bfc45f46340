#include "multibond/symbolic/rewrite.h"

#include <cmath>

#include <gtest/gtest.h>

#include "multibond/symbolic/evaluate.h"
#include "symbolic/same.h"

namespace multibond {
namespace {

class RewriteTest : public testing::Test {
 protected:
  ExprPool pool;
  Expr x = pool.variable(0), y = pool.variable(1), p = pool.parameter(0);
};

std::optional<Expr> keep(const Expr&) { return std::nullopt; }

TEST_F(RewriteTest, KeepsWhatIsNotReplaced) {
  const Expr e = select(x < y, sin(x) * p, pow(y, p) / 2);
  const std::size_t size = pool.size();
  EXPECT_SAME(Rewriter(keep)(e), e);
  EXPECT_EQ(pool.size(), size);
  EXPECT_SAME(Rewriter(keep)(Expr(2)), Expr(2));
}

TEST_F(RewriteTest, ReplacesLeavesEverywhere) {
  Rewriter swap([&](const Expr& leaf) -> std::optional<Expr> {
    if (same(leaf, x)) return y;
    if (same(leaf, y)) return x;
    return std::nullopt;
  });
  EXPECT_SAME(swap(atan2(x, y) + p), atan2(y, x) + p);
  EXPECT_SAME(swap(x), y);
}

TEST_F(RewriteTest, DoesNotRewriteWhatItPutIn) {
  Rewriter shift([&](const Expr& leaf) -> std::optional<Expr> {
    return same(leaf, x) ? std::optional(x + 1) : std::nullopt;
  });
  EXPECT_SAME(shift(x * x), (x + 1) * (x + 1));
}

TEST_F(RewriteTest, FoldsNumbersAndPropagatesZeros) {
  Rewriter zero([&](const Expr& leaf) -> std::optional<Expr> {
    return same(leaf, x) ? std::optional(Expr(0)) : std::nullopt;
  });
  EXPECT_SAME(zero(x * sin(y) + p), p);
  EXPECT_SAME(zero(cos(x) * y), y);
  EXPECT_SAME(zero(select(x > 1, y, p)), p);
  EXPECT_SAME(zero(sin(x) + exp(x)), Expr(1));
}

TEST_F(RewriteTest, AsksForEachLeafOnce) {
  int asked = 0;
  Rewriter count([&](const Expr&) -> std::optional<Expr> {
    ++asked;
    return std::nullopt;
  });
  for (int i = 0; i < 10; ++i) count(x * y + sin(x * static_cast<double>(i)) + p);
  EXPECT_EQ(asked, 3);
}

TEST_F(RewriteTest, RebuildsEveryOperation) {
  // replacing a leaf by an equal value leaves values as they are
  const Expr half = 0.5 * x;
  for (int i = static_cast<int>(Op::neg); i <= static_cast<int>(Op::logical_or); ++i) {
    const Op op = static_cast<Op>(i);
    const Expr node(&pool,
                    is_unary(op) ? pool.intern(op, half.id()) : pool.intern(op, half.id(), p.id()));
    Rewriter rename([&](const Expr& leaf) -> std::optional<Expr> {
      return same(leaf, x) ? std::optional(y) : std::nullopt;
    });
    Evaluator value([](const Expr&) { return 0.8; });
    EXPECT_EQ(value(rename(node)), value(node)) << i;
  }
}

TEST_F(RewriteTest, GrowsLinearly) {
  const auto nodes_added = [](int n) {
    ExprPool pool;
    const Expr x = pool.variable(0);
    Expr e = x;
    for (int i = 0; i < n; ++i) e = sin(e) * (e + x);
    const std::size_t before = pool.size();
    Rewriter([&](const Expr&) { return pool.variable(1); })(e);
    return pool.size() - before;
  };
  EXPECT_EQ(nodes_added(1000), 3 * 1000 + 1u);
  EXPECT_EQ(nodes_added(2000), 3 * 2000 + 1u);
}

}  // namespace
}  // namespace multibond
