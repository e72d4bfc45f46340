#include "multibond/compile/samples.h"

#include <gtest/gtest.h>

#include <cmath>

#include "multibond/symbolic/pool.h"

namespace multibond {
namespace {

/// Variable k has the values k, k + 10, k + 20, …; parameters have their index.
Samples make_samples(std::size_t count) {
  return Samples(count, [count](const Expr& leaf) {
    if (leaf.op() == Op::parameter) return std::vector<double>{double(leaf.index())};
    std::vector<double> values;
    for (std::size_t s = 0; s < count; ++s) values.push_back(leaf.index() + 10.0 * double(s));
    return values;
  });
}

TEST(Samples, ExpressionHasAValueAtEverySample) {
  ExprPool pool;
  Samples samples = make_samples(3);
  const auto values = samples.values(2.0 * pool.variable(1) + pool.parameter(4));
  ASSERT_EQ(values.size(), 3u);
  EXPECT_EQ(values[0], 6);
  EXPECT_EQ(values[2], 46);
}

TEST(Samples, ConstantHasOneValue) {
  ExprPool pool;
  Samples samples = make_samples(3);
  EXPECT_EQ(samples.values(Expr(5.0)).size(), 1u);
  EXPECT_EQ(samples.value(Expr(5.0), 2), 5.0);
  const Expr p = sqrt(pool.parameter(9)) * 2.0;
  EXPECT_EQ(samples.values(p).size(), 1u);
  EXPECT_EQ(samples.value(p, 1), 6.0);
  EXPECT_TRUE(samples.is_constant(p));
  EXPECT_FALSE(samples.is_constant(p + pool.time()));
}

TEST(Samples, ConstantIsKnownEvenWithOneSample) {
  ExprPool pool;
  Samples samples = make_samples(1);
  EXPECT_TRUE(samples.is_constant(pool.parameter(1) * 2.0));
  EXPECT_FALSE(samples.is_constant(pool.variable(1) * 2.0));
}

TEST(Samples, DefinedLeafHasTheValuesOfItsDefinition) {
  ExprPool pool;
  Samples samples = make_samples(2);
  const Expr x = pool.variable(7), y = pool.variable(8), z = pool.variable(9);
  samples.define(x, y + 1.0);
  samples.define(y, pool.parameter(3) * 1.0);
  samples.define(z, std::vector<double>{0.25, 0.5});
  EXPECT_EQ(samples.value(x * 2.0, 1), 8.0);
  EXPECT_TRUE(samples.is_constant(x));
  EXPECT_EQ(samples.value(z + x, 1), 4.5);
  EXPECT_FALSE(samples.is_constant(z));
}

TEST(Samples, DeepChainsOfDefinitionsAndOfOperationsAreEvaluated) {
  ExprPool pool;
  Samples samples = make_samples(2);
  const std::uint32_t n = 200000;
  for (std::uint32_t k = 1; k <= n; ++k) {
    samples.define(pool.variable(k), pool.variable(k - 1) + 1.0);
  }
  EXPECT_EQ(samples.value(pool.variable(n), 1), n + 10.0);
  Expr deep = pool.variable(n + 1);
  for (std::uint32_t k = 0; k < n; ++k) deep = deep + pool.parameter(1);
  EXPECT_EQ(samples.value(deep, 0), 2.0 * n + 1);
}

TEST(Samples, LeafThatDependsOnItselfHasNoValue) {
  ExprPool pool;
  Samples samples = make_samples(2);
  const Expr x = pool.variable(1), y = pool.variable(2);
  samples.define(x, y * 2.0);
  samples.define(y, x + 1.0);
  EXPECT_TRUE(std::isnan(samples.value(x, 0)));
}

TEST(Samples, ValueOutsideADomainIsNotANumber) {
  ExprPool pool;
  Samples samples = make_samples(3);
  const auto values = samples.values(sqrt(pool.variable(1) - 5.0));
  EXPECT_TRUE(std::isnan(values[0]));
  EXPECT_EQ(values[1], std::sqrt(6.0));
}

TEST(Samples, SelectTakesTheBranchOfEachSample) {
  ExprPool pool;
  Samples samples = make_samples(3);
  const auto values = samples.values(select(pool.variable(0) < 15.0, Expr(1.0), pool.variable(2)));
  EXPECT_EQ(values[0], 1.0);
  EXPECT_EQ(values[1], 1.0);
  EXPECT_EQ(values[2], 22.0);
}

}  // namespace
}  // namespace multibond
