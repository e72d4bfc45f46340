// Contacts in scenes that nobody thought of: no crash, no number that is none, nothing passes
// through anything, no energy from nowhere.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "multibond/simulate/simulation.h"
#include "scenes/support/random_scene.h"

namespace multibond {
namespace {

/// A fixed choice of short ones; MULTIBOND_SCENES=FIRST,COUNT runs others. Among them are those
/// that once failed: 11 and 21 (no forces), 56, 62, 68 and 89 (overlaps), 85, 98, 101, 123 and
/// 135 (events without end), 112 (friction without limit), 208 (energy, with long steps), 265
/// and 986 (corners that were hopped over). From 192 on all others failed or took long before
/// contacts were held by pulses (decision 36): 215, 402 and 455 had no forces, the others changed
/// without end.
std::vector<unsigned> chosen_seeds() {
  if (const char* text = std::getenv("MULTIBOND_SCENES")) {
    char* rest = nullptr;
    const auto first = static_cast<unsigned>(std::strtoul(text, &rest, 10));
    const auto count =
        *rest == ',' ? static_cast<unsigned>(std::strtoul(rest + 1, nullptr, 10)) : 1;
    std::vector<unsigned> seeds(count);
    std::iota(seeds.begin(), seeds.end(), first);
    return seeds;
  }
  return {1,   3,   4,   11,  13,  18,  19,  20,  21,  25,  26,  27,  28,  29,  30,
          31,  33,  40,  56,  62,  68,  85,  89,  98,  101, 112, 123, 135, 192, 208,
          215, 265, 303, 342, 402, 412, 437, 441, 455, 457, 471, 473, 986};
}

void expect_no_overlap(const test::Scene& scene, const Result& result) {
  for (std::size_t row = 0; row < result.rows(); ++row) {
    std::string which;
    ASSERT_LT(test::deepest_overlap(scene, result, row, which), 1e-6)
        << which << " at t = " << result.value(result.signal("time"), row);
  }
}

class RandomScenes : public testing::TestWithParam<unsigned> {};

TEST_P(RandomScenes, RunWithoutTunnellingOrGainOfEnergy) {
  const test::Scene scene = test::random_scene(GetParam());
  const Result result = simulate(*scene.model, {.stop = 5, .intervals = 100});
  ASSERT_EQ(result.status, RunStatus::completed)
      << "at t = " << result.final("time")
      << (result.diagnostics.empty() ? "" : result.diagnostics.back().text);
  for (const Signal& signal : result.signals()) {
    ASSERT_TRUE(std::isfinite(result.final(signal.path))) << signal.path;
  }
  expect_no_overlap(scene, result);
  const EnergyAudit& energy = result.energy;
  EXPECT_LE(energy.jumps, 1e-9 * energy.scale);
  EXPECT_GE(energy.dissipated, -1e-6 * energy.scale);
  // Errors of the steps: where they are more, they are those of the tolerance, and vanish with it.
  if (std::abs(energy.relative_error()) >= 1e-5) {
    const Result finer = simulate(*scene.model, {.stop = 5, .tolerance = 1e-8, .intervals = 100});
    EXPECT_EQ(finer.status, RunStatus::completed);
    EXPECT_LT(std::abs(finer.energy.relative_error()), 1e-7);
  }
}

/// Scene 156 up to an impact whose velocities the joints contradict by their rounding. All of it
/// takes long.
TEST(PartsOfScenes, VelocitiesContradictJointsByRounding) {
  const Result result = simulate(*test::random_scene(156).model, {.stop = 1.35, .intervals = 10});
  EXPECT_EQ(result.status, RunStatus::completed)
      << (result.diagnostics.empty() ? "" : result.diagnostics.back().text);
}

/// In scene 936 two bodies are jammed between others: what each pulse left to them came to an
/// overlap of 1.2 um.
TEST(PartsOfScenes, WhatIsJammedDoesNotGiveWayFurtherAndFurther) {
  const test::Scene scene = test::random_scene(936);
  const Result result = simulate(*scene.model, {.stop = 1.57, .intervals = 100});
  EXPECT_EQ(result.status, RunStatus::completed);
  expect_no_overlap(scene, result);
}

/// In scene 455 friction leaves contacts without forces: the run goes on, and says so, with the
/// time.
TEST(PartsOfScenes, ContactsWithoutForcesAreToldWhereTheyAreHeldByImpulses) {
  const Result result = simulate(*test::random_scene(455).model, {.stop = 5, .intervals = 10});
  ASSERT_EQ(result.status, RunStatus::completed);
  const bool told = std::any_of(
      result.diagnostics.begin(), result.diagnostics.end(), [](const Diagnostic& diagnostic) {
        return diagnostic.text.find("cannot be found") != std::string::npos &&
               diagnostic.text.find("From t = ") != std::string::npos &&
               diagnostic.text.find("held by impulses") != std::string::npos;
      });
  EXPECT_TRUE(told);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomScenes, testing::ValuesIn(chosen_seeds()),
                         testing::PrintToStringParamName());

}  // namespace
}  // namespace multibond
