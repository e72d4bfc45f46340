#include "multibond/compile/elimination.h"

#include <gtest/gtest.h>

#include "elimination_models.h"

namespace multibond::testing {
namespace {

/// A x = b with A varying: random numbers, parameters and functions of states.
void add_random_rows(Model& model, std::size_t n, double density, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<Expr> unknowns;
  for (std::size_t i = 0; i < n; ++i) unknowns.push_back(model.unknown());
  const Expr q = model.state(), p = model.parameter(0.7);
  for (std::size_t i = 0; i < n; ++i) {
    Expr row = sin(q + uniform(random)) - uniform(random);
    for (std::size_t j = 0; j < n; ++j) {
      if (i != j && std::fabs(uniform(random)) > density) continue;
      const double kind = uniform(random);
      const Expr c = kind < -0.4  ? Expr(uniform(random))
                     : kind < 0.0 ? Expr(1.0)
                     : kind < 0.4 ? p * uniform(random)
                                  : cos(q * uniform(random)) + uniform(random);
      row += (i == j ? c + 3.0 : c) * unknowns[j];
    }
    model.equation(row);
  }
}

TEST(Elimination, OneUnknownIsOneAssignment) {
  Model model;
  const Expr x = model.unknown(), q = model.state();
  model.equation(2.0 * x - q);
  const Elimination result = eliminate(model);
  ASSERT_TRUE(result.regular);
  ASSERT_EQ(result.assignments.size(), 1u);
  EXPECT_EQ(result.assignments[0].first, x);
  EXPECT_EQ(result.assignments[0].second, 0.5 * q);
  EXPECT_TRUE(result.watched.empty());
}

TEST(Elimination, EmptyBlockNeedsNothing) {
  Model model;
  const Elimination result = eliminate(model);
  EXPECT_TRUE(result.regular);
  EXPECT_TRUE(result.assignments.empty());
}

TEST(Elimination, RandomDenseSystemsAgreeWithFactorization) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Model model(6, seed);
    add_random_rows(model, 3 + seed % 8, 1.0, seed);
    const Elimination result = eliminate(model);
    ASSERT_TRUE(result.regular) << seed;
    EXPECT_LT(result.accuracy, 1e-10) << seed;
    EXPECT_LT(model.error(result), 1e-10) << seed;
  }
}

TEST(Elimination, RandomSparseSystemsAgreeWithFactorization) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Model model(6, seed);
    add_random_rows(model, 40, 0.05, seed);
    const Elimination result = eliminate(model);
    ASSERT_TRUE(result.regular) << seed;
    EXPECT_LT(model.error(result), 1e-10) << seed;
  }
}

}  // namespace
}  // namespace multibond::testing
