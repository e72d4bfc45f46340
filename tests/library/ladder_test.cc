// Long models, against the sum of their modes: 1000 cells of R and C, chains of masses.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "examples/first.h"
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

/// Position of mass j = 1 ... n of a MassChain at the time t: modes sin(theta j) that vanish at the
/// wall and are level at the free end. The dampers are proportional to the springs, so that no mode
/// excites another.
double chain_position(int n, double c, double d, int j, double t) {
  double position = 0;
  for (int k = 1; k <= n; ++k) {
    const double theta = (2 * k - 1) * std::numbers::pi / (2 * n + 1);
    const double w = 2 * std::sqrt(c) * std::sin(theta / 2), decay = d / c * w * w / 2;
    const double damped = std::sqrt(w * w - decay * decay);
    position += 4 / (2.0 * n + 1) * std::sin(theta * n) * std::sin(theta * j) *
                std::exp(-decay * t) *
                (std::cos(damped * t) + decay / damped * std::sin(damped * t));
  }
  return position;
}

void expect_modes(int n, double c, double d, double stop, std::initializer_list<int> masses) {
  examples::MassChain chain;
  chain.n = n;
  chain.c = c;
  chain.d = d;
  const Result result = simulate(chain, {.stop = stop, .tolerance = 1e-10, .intervals = 4});
  ASSERT_EQ(result.status, RunStatus::completed);
  for (const int j : masses) {
    const std::string path = "mass[" + std::to_string(j) + "].s";
    EXPECT_NEAR(result.at(path, stop / 2), chain_position(n, c, d, j, stop / 2), 1e-8) << path;
    EXPECT_NEAR(result.final(path), chain_position(n, c, d, j, stop), 1e-8) << path;
  }
}

TEST(MassChain, MovesAsItsModesSay) {
  expect_modes(1, 100, 0.5, 3, {1});
  expect_modes(2, 30, 0, 3, {1, 2});
  expect_modes(10, 100, 0.5, 10, {1, 5, 9, 10});
  expect_modes(10, 100, 2, 10, {1, 5, 9, 10});
}

// Its machine code is a loop.
TEST(MassChain, OfThousandMassesMovesAsItsModesSay) {
  expect_modes(1000, 100, 0.5, 2, {1, 500, 970, 980, 985, 990, 995, 999, 1000});
}

}  // namespace
}  // namespace multibond
