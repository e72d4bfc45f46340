#include "elimination_network.h"

#include <gtest/gtest.h>

namespace multibond::testing {
namespace {

// Every potential and every current, also the smallest, against quadruple precision.
constexpr double kTolerance = 1e-9;

TEST(IllScaledNetwork, TreesAreSolvedToTheLastDigits) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Model model(3, seed);
    Network network(model, 25, 0, 9, seed);
    const Elimination result = eliminate(model);
    ASSERT_TRUE(result.regular) << seed;
    EXPECT_LT(network.error(result), 1e-14) << seed;
  }
}

TEST(IllScaledNetwork, MeshesOverEighteenDecadesAreSolved) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Model model(3, seed);
    Network network(model, 25, 20, 9, seed);
    const Elimination result = eliminate(model);
    ASSERT_TRUE(result.regular) << seed;
    EXPECT_LT(network.error(result), kTolerance) << seed;
    EXPECT_LT(result.accuracy, kTolerance) << seed;
  }
}

TEST(IllScaledNetwork, NumbersServeAsWellAsParameters) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Model model(3, seed);
    Network network(model, 15, 15, 9, seed, false);
    const Elimination result = eliminate(model);
    ASSERT_TRUE(result.regular) << seed;
    EXPECT_LT(network.error(result), kTolerance) << seed;
  }
}

TEST(IllScaledNetwork, ChainOfLargeConductancesOverASmallLeakIsSolved) {
  // Nodal analysis computes 1e9 - 1e18 / (1e9 + 1e-9): no digit of the leak would survive.
  Model model(3);
  std::vector<Expr> v{0.0}, i;
  const std::size_t n = 30;
  for (std::size_t k = 1; k <= n; ++k) v.push_back(model.unknown());
  for (std::size_t k = 0; k < n; ++k) i.push_back(model.unknown());
  const Expr leak = model.unknown(), large = model.parameter(1e9), small = model.parameter(1e-9);
  model.equation(leak - small * v[1]);
  model.equation(leak - i[n - 1]);  // all current leaves through the leak
  for (std::size_t k = 1; k < n; ++k) {
    model.equation(i[k] - large * (v[k + 1] - v[k]));
    model.equation(k + 1 < n ? i[k] - i[k + 1] : i[0] - model.state());
  }
  model.equation(i[0] - i[1]);
  const Elimination result = eliminate(model);
  ASSERT_TRUE(result.regular);
  EXPECT_LT(result.accuracy, 1e-12);
}

}  // namespace
}  // namespace multibond::testing
