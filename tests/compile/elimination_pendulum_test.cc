#include "elimination_pendulum.h"

#include <gtest/gtest.h>

namespace multibond::testing {
namespace {

TEST(ChainPendulum, AgreesWithLagrangesEquations) {
  for (std::size_t n : {1u, 2u, 5u, 20u, 80u}) {
    Model model;
    Pendulum pendulum(model, n);
    const Elimination result = eliminate(model);
    ASSERT_TRUE(result.regular) << n;
    EXPECT_LT(result.accuracy, 1e-12) << n;
    for (std::size_t s = 0; s < model.count(); ++s) {
      EXPECT_LT(pendulum.error(result, s), 1e-11) << n << " links, sample " << s;
    }
  }
}

TEST(ChainPendulum, OneVaryingPivotAndTheSameOperationsForEachLink) {
  std::vector<std::size_t> operations;
  for (std::size_t n : {20u, 40u, 80u}) {
    Model model;
    Pendulum pendulum(model, n);
    const Elimination result = eliminate(model);
    EXPECT_EQ(result.order, EliminationOrder::components);
    EXPECT_LE(result.watched.size(), n);
    operations.push_back(result.operations);
  }
  EXPECT_EQ(operations[2] - operations[1], 2 * (operations[1] - operations[0]));
  EXPECT_LE(operations[1] - operations[0], 20u * 110u);
}

TEST(ChainPendulum, LoopThroughTheGroundStaysLinear) {
  std::vector<std::size_t> operations;
  for (std::size_t n : {20u, 40u, 80u}) {
    Model model;
    Pendulum pendulum(model, n, true);
    const Elimination result = eliminate(model);
    ASSERT_TRUE(result.regular) << n;
    EXPECT_LE(result.watched.size(), n + 2);
    for (std::size_t s = 0; s < model.count(); ++s) {
      EXPECT_LT(pendulum.error(result, s), 1e-10) << n << " links, sample " << s;
    }
    operations.push_back(result.operations);
  }
  EXPECT_EQ(operations[2] - operations[1], 2 * (operations[1] - operations[0]));
}

TEST(ChainPendulum, ShortLoopsAgreeWithMultipliers) {
  for (std::size_t n : {3u, 5u}) {
    Model model;
    Pendulum pendulum(model, n, true);
    const Elimination result = eliminate(model);
    ASSERT_TRUE(result.regular) << n;
    for (std::size_t s = 1; s < model.count(); s += 3) {  // not at the dead centres
      EXPECT_LT(pendulum.error(result, s), 1e-10) << n << " links, sample " << s;
    }
  }
}

TEST(ChainPendulum, OrderChosenAtTwentyFourStatesHoldsAtAThousandOthers) {
  for (bool closed : {false, true}) {
    Model chosen(24);
    Pendulum pendulum(chosen, 12, closed);
    const Elimination result = eliminate(chosen);
    // The same equations with other values: the numbers of all leaves agree.
    Model tested(1000);
    Pendulum other(tested, 12, closed);
    double largest = 0;
    for (std::size_t s = 0; s < tested.count(); ++s) {
      largest = std::max(largest, other.error(result, s));
    }
    EXPECT_LT(largest, 1e-10) << (closed ? "closed" : "open");
  }
}

}  // namespace
}  // namespace multibond::testing
