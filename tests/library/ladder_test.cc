// A long bond graph: 1000 cells of R and C, against the sum of their modes.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "multibond/simulate/simulation.h"
#include "view/models.h"

namespace multibond {
namespace {

/// Effort of cell k = 1 ... n at the time t, with R = C = 1, a source of 1 at one end, and nothing
/// at the other: 1 - v is a sum of sin(theta k), where cos(theta (n + 1/2)) = 0.
double ladder_effort(int n, int k, double t) {
  double deficit = 0;
  for (int m = 1; m <= n; ++m) {
    const double theta = (2 * m - 1) * std::numbers::pi / (2 * n + 1);
    const double half = std::sin(theta / 2);
    deficit += 2 / std::tan(theta / 2) / (2 * n + 1) * std::sin(theta * k) *
               std::exp(-4 * half * half * t);
  }
  return 1 - deficit;
}

std::string effort_of(int k) { return "c[" + std::to_string(k) + "].port.e"; }

TEST(LongLadder, OfThousandCellsStartsAsItsModesSay) {
  const Result result =
      simulate(bonds::Ladder(1000), {.stop = 100, .tolerance = 1e-8, .intervals = 10});
  ASSERT_EQ(result.status, RunStatus::completed);
  for (const int k : {1, 2, 10, 30, 100, 1000}) {
    EXPECT_NEAR(result.final(effort_of(k)), ladder_effort(1000, k, 100), 1e-6) << k;
    EXPECT_NEAR(result.at(effort_of(k), 50), ladder_effort(1000, k, 50), 1e-6) << k;
  }
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-6);
}

TEST(LongLadder, OfThousandCellsComesToRest) {
  const Result result = simulate(bonds::Ladder(1000),
                                 {.stop = 2e6, .tolerance = 1e-7, .intervals = 4, .solver = "bdf"});
  ASSERT_EQ(result.status, RunStatus::completed);
  for (const int k : {1, 500, 1000}) {
    EXPECT_NEAR(result.at(effort_of(k), 5e5), ladder_effort(1000, k, 5e5), 1e-4) << k;
    EXPECT_NEAR(result.final(effort_of(k)), ladder_effort(1000, k, 2e6), 1e-4) << k;
  }
  EXPECT_GT(result.final(effort_of(1000)), 0.98);
}

}  // namespace
}  // namespace multibond
