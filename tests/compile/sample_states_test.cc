#include "src/compile/sample_states.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/system_text.h"

namespace multibond {
namespace {

using test::read_expression;
using test::read_system;

const std::vector<Redundancy::Configuration> kOpen;

TEST(SampleStates, BeginWithTheStartValuesAndGoThroughZero) {
  const System system = read_system("variable x = 3 (nominal 10)");
  Samples samples = sample_states(system, kOpen);
  const auto x = samples.values(read_expression(system, "x"));
  EXPECT_EQ(samples.count(), x.size());
  EXPECT_EQ(x[0], 3);
  EXPECT_EQ(x[1], 0);
  // the others go about as far as the variable is large
  const auto [least, most] = std::ranges::minmax(x);
  EXPECT_LT(least, -5);
  EXPECT_GT(most, 5);
  EXPECT_LT(most, 60);
}

TEST(SampleStates, AreTheSameEveryTime) {
  const System system = read_system("variable x = 3");
  Samples first = sample_states(system, kOpen), second = sample_states(system, kOpen);
  const Expr x = read_expression(system, "x");
  EXPECT_TRUE(std::ranges::equal(first.values(x), second.values(x)));
}

TEST(SampleStates, StayWithinLimits) {
  const System system = read_system("variable x = 3 (min 2, max 4)");
  Samples samples = sample_states(system, kOpen);
  for (const double x : samples.values(read_expression(system, "x"))) {
    EXPECT_GE(x, 2);
    EXPECT_LE(x, 4);
  }
}

TEST(SampleStates, KeepWhatIsConstantBetweenEvents) {
  const System system = read_system("parameter k = 5\n discrete n = 2\n input u = 7");
  Samples samples = sample_states(system, kOpen);
  EXPECT_TRUE(samples.is_constant(read_expression(system, "k")));
  EXPECT_EQ(samples.value(read_expression(system, "k"), 9), 5);
  for (std::size_t s = 0; s < samples.count(); ++s) {
    EXPECT_EQ(samples.value(read_expression(system, "n"), s), 2);
    EXPECT_EQ(samples.value(read_expression(system, "u"), s), 7);
  }
}

TEST(SampleStates, LookAtConditionsBothWays) {
  System system = read_system("variable x");
  system.indicators.push_back(read_expression(system, "x"));
  Samples samples = sample_states(system, kOpen);
  const auto truth = samples.values(read_expression(system, "condition[1]"));
  EXPECT_EQ(truth[0], 0);
  EXPECT_EQ(std::ranges::count(truth, 0.0) + std::ranges::count(truth, 1.0),
            static_cast<std::ptrdiff_t>(truth.size()));
  EXPECT_GT(std::ranges::count(truth, 1.0), 3);
}

TEST(SampleStates, StayNearClosedLoops) {
  const System system = read_system("variable x = 3, y = 3");
  const std::vector<Redundancy::Configuration> closed{{{0, 10.0}}, {{0, 20.0}}};
  Samples samples = sample_states(system, closed);
  const auto x = samples.values(read_expression(system, "x"));
  EXPECT_EQ(x[0], 10);
  EXPECT_EQ(x[1], 20);
  for (std::size_t s = 2; s < x.size(); ++s) EXPECT_NEAR(x[s], s % 2 == 0 ? 10 : 20, 0.1);
  EXPECT_EQ(samples.value(read_expression(system, "y"), 0), 3);  // takes no part in a loop
}

TEST(SampleStates, LookAtAllConfigurationsThatWereSeen) {
  const System system = read_system("variable x = 3");
  const std::vector<Redundancy::Configuration> closed{{{0, 10.0}}, {{0, 20.0}}, {{0, 30.0}}};
  Samples samples = sample_states(system, closed);
  const auto x = samples.values(read_expression(system, "x"));
  for (std::size_t s = 0; s < x.size(); ++s) {
    EXPECT_NEAR(x[s], 10 + 10 * static_cast<double>(s % 3), s < 3 ? 0 : 0.1);
  }
}

/// Wherever the mechanism stands, and also where its loops are open.
TEST(SampleStates, CompareLengthsWithTheSizeOfTheMechanism) {
  const System system = read_system("variable s = 500 (unit \"m\"), x = 500 (unit \"m\")");
  const std::vector<Redundancy::Configuration> closed{{{0, 500.001}, {1, 500.0}},
                                                      {{0, 500.002}, {1, 500.0}}};
  Samples near = sample_states(system, closed),
          open = sample_states(system, closed, SamplePlaces::anywhere);
  const Expr s = read_expression(system, "s");
  for (std::size_t k = 2; k < near.count(); ++k) EXPECT_NEAR(near.value(s, k), 500.0015, 1e-3);
  for (std::size_t k = 3; k < open.count(); k += 2) EXPECT_NEAR(open.value(s, k), 500, 1e-2);
}

TEST(SampleStates, StayNearThePresentStateIfThereIsOne) {
  const System system = read_system("parameter k = 5\n variable x = 3, y = 4");
  const Expr k = read_expression(system, "k"), x = read_expression(system, "x");
  Samples samples = sample_states(system, kOpen, SamplePlaces::closed,
                                  [&](const Expr& leaf) -> std::optional<double> {
                                    if (same(leaf, k)) return 6;
                                    if (same(leaf, x)) return 100;
                                    return std::nullopt;
                                  });
  EXPECT_EQ(samples.value(k, 0), 6);
  EXPECT_EQ(samples.value(x, 0), 100);
  for (std::size_t s = 1; s < samples.count(); ++s) EXPECT_NEAR(samples.value(x, s), 100, 0.11);
  EXPECT_EQ(samples.value(read_expression(system, "y"), 0), 4);  // not part of the state
}

}  // namespace
}  // namespace multibond
