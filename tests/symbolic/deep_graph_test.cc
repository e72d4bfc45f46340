/// Graphs a million operations deep: no algorithm may recurse, and all are linear.
#include <cmath>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/large_size.h"
#include "multibond/symbolic/derivative.h"
#include "multibond/symbolic/evaluate.h"
#include "multibond/symbolic/linear.h"
#include "multibond/symbolic/print.h"
#include "multibond/symbolic/rewrite.h"
#include "symbolic/same.h"

namespace multibond {
namespace {

constexpr int kDepth = test::large_size(1000000);

/// Made once for all tests: building is the longer part.
struct Graphs {
  Graphs() {
    smooth = left = right = scaled = x;
    for (int i = 0; i < kDepth / 2; ++i) smooth = sin(smooth) + p;
    for (int i = 0; i < kDepth; ++i) left = left - y;
    for (int i = 0; i < kDepth; ++i) right = y - right;
    for (int i = 0; i < kDepth / 2; ++i) scaled = p * scaled + q;
  }
  ExprPool pool;
  Expr x = pool.variable(0), y = pool.variable(1), p = pool.parameter(0), q = pool.parameter(1);
  Expr smooth, left, right, scaled;
};

class DeepGraph : public testing::Test {
 protected:
  static void SetUpTestSuite() { graphs = std::make_unique<Graphs>(); }
  static void TearDownTestSuite() { graphs.reset(); }
  static std::string name(const Expr& leaf) { return leaf.is_variable() ? "x" : "p"; }

  static inline std::unique_ptr<Graphs> graphs;
  ExprPool& pool = graphs->pool;
  Expr x = graphs->x, y = graphs->y, p = graphs->p, q = graphs->q;
  Expr smooth = graphs->smooth, left = graphs->left, right = graphs->right, scaled = graphs->scaled;
};

TEST_F(DeepGraph, CanBeEvaluated) {
  Evaluator value([&](const Expr& leaf) { return same(leaf, y) ? 1.0 : 0.5; });
  EXPECT_EQ(value(left), 0.5 - kDepth);
  EXPECT_EQ(value(right), 0.5);
  EXPECT_NEAR(value(scaled), 1, 1e-15);
  EXPECT_TRUE(std::isfinite(value(smooth)));
}

TEST_F(DeepGraph, CanBeRewritten) {
  Rewriter rename(
      [&](const Expr& leaf) { return same(leaf, x) ? std::optional(y) : std::nullopt; });
  const std::size_t before = pool.size();
  EXPECT_SAME(rename(right), y);  // y - (y - (y - ...)) folds all the way
  rename(smooth);
  EXPECT_LE(pool.size() - before, static_cast<std::size_t>(kDepth) + 10);
}

TEST_F(DeepGraph, CanBeDifferentiated) {
  EXPECT_EQ(partial(left, y).number(), -kDepth);
  EXPECT_SAME(partial(right, x), Expr(1));
  const std::size_t before = pool.size();
  const Expr d = partial(smooth, p);
  EXPECT_LE(pool.size() - before, 2 * static_cast<std::size_t>(kDepth));
  Evaluator value([&](const Expr& leaf) { return same(leaf, p) ? 0.3 : 0.5; });
  // the fixed point s = sin(s) + p has ds/dp = 1 / (1 - cos(s))
  const double s = value(smooth);
  EXPECT_NEAR(value(d), 1 / (1 - std::cos(s)), 1e-9);
}

TEST_F(DeepGraph, HasALinearForm) {
  const auto unknown = [&](const Expr& leaf) { return same(leaf, x) || same(leaf, y); };
  const LinearForm a = linear_form(left, unknown).value();
  EXPECT_EQ(a.coefficient(y).number(), -kDepth);
  EXPECT_SAME(a.coefficient(x), Expr(1));
  const LinearForm b = linear_form(right, unknown).value();
  EXPECT_SAME(b.coefficient(x), Expr(1));
  EXPECT_EQ(b.terms.size(), 1u);
  EXPECT_EQ(linear_form(scaled, unknown).value().terms.size(), 1u);
  EXPECT_FALSE(linear_form(smooth, unknown));
}

TEST_F(DeepGraph, HasLeaves) {
  EXPECT_SAME_LIST(leaves(smooth, [](const Expr&) { return true; }), (std::vector<Expr>{x, p}));
  EXPECT_SAME_LIST(leaves(right, [](const Expr&) { return true; }), (std::vector<Expr>{x, y}));
}

TEST_F(DeepGraph, IsPrintedAsFarAsTheLimit) {
  for (const Expr& e : {smooth, left, right, scaled}) {
    for (const std::string& printed : {to_text(e, name), to_latex(e, name)}) {
      EXPECT_THAT(printed, testing::EndsWith("…"));
      EXPECT_LT(printed.size(), 4100u);
      EXPECT_GT(printed.size(), 300u);
    }
  }
}

}  // namespace
}  // namespace multibond
