// Mechanisms of the zoo with what else a run may have: other methods, saved states, friction,
// stops.
#include <gmock/gmock.h>

#include <algorithm>

#include "multibond/simulate/simulator.h"
#include "support/judge.h"
#include "support/kinematics.h"
#include "support/zoo.h"

namespace multibond::zoo {
namespace {

class ZooFeatures : public ::testing::TestWithParam<const char*> {
 protected:
  /// A copy, to be changed.
  Mechanism mechanism() const {
    const auto& all = zoo();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [](const Mechanism& m) { return m.name == GetParam(); });
    if (found == all.end()) throw std::logic_error(GetParam());
    return *found;
  }
  static std::vector<double> coordinates_of(const Mechanism& m, Simulator& run) {
    std::vector<double> values;
    for (const Joint& joint : m.joints) {
      for (std::size_t k = 0; k < coordinates(joint.kind); ++k) {
        values.push_back(run.get(coordinate_path(joint, k)));
      }
    }
    return values;
  }
  /// A joint that can resist, other than the one that is driven.
  static Joint& free_joint(Mechanism& m) {
    for (std::size_t j = m.joints.size(); j-- > 0;) {
      if (coordinates(m.joints[j].kind) == 1 && m.drives[0].joint != j) return m.joints[j];
    }
    return m.joints[m.drives[0].joint];
  }
};

std::string name_of(const ::testing::TestParamInfo<const char*>& info) { return info.param; }

INSTANTIATE_TEST_SUITE_P(Mechanisms, ZooFeatures,
                         ::testing::Values("Bennett", "Schatz", "Kaleidocycle", "CrankRocker",
                                           "CrankRockerInSpace", "SliderCrank", "V2", "Delta",
                                           "ThreeRPS", "DoubleWishbone", "Planetary3", "Scissors3",
                                           "EllipticTrammel", "Hoberman6", "ClosedChain10"),
                         name_of);

TEST_P(ZooFeatures, GoesOnFromASavedStateToTheLastBit) {
  const Mechanism m = mechanism();
  Simulator run(compile_model(*model_of(m)), {.tolerance = 1e-8});
  run.initialize();
  run.advance(.4);
  const SimulatorState middle = run.save();
  run.advance(1);
  const std::vector<double> expected = coordinates_of(m, run);
  run.restore(middle);
  run.advance(1);
  EXPECT_EQ(coordinates_of(m, run), expected);
  EXPECT_EQ(run.status(), RunStatus::completed);
}

TEST_P(ZooFeatures, MovesAlikeWithImplicitMethods) {
  const Mechanism m = mechanism();
  const auto compiled = compile_model(*model_of(m));
  const auto simulated = [&](const char* solver) {
    return simulate(compiled, {.stop = .3, .tolerance = 1e-9, .intervals = 10, .solver = solver});
  };
  const Result expected = simulated("dop853");
  for (const char* solver : {"bdf", "arkode"}) {
    SCOPED_TRACE(solver);
    const Result result = simulated(solver);
    EXPECT_EQ(result.status, RunStatus::completed);
    EXPECT_LT(difference(m, expected, m, result), 1e-5);
    EXPECT_LT(quality_of(m, result).gap, 1e-10);
  }
}

TEST_P(ZooFeatures, LosesEnergyToDryFrictionOnly) {
  Mechanism m = mechanism();
  free_joint(m).friction = .5;
  const Result result = run(*model_of(m), 2, 1e-8, 50);
  EXPECT_EQ(result.status, RunStatus::completed) << complaints(result);
  EXPECT_GT(result.energy.dissipated, 0);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-6);
  EXPECT_LT(quality_of(m, result).gap, 1e-10);
}

/// A lock takes the joint's freedom, in a loop that states much of it already, and gives it back.
TEST_P(ZooFeatures, IsHeldByALockAndGoesOn) {
  Mechanism m = mechanism();
  Joint& held = free_joint(m);
  held.locked_from = .1;
  held.locked_until = .3;
  if (held.spring == 0) held.spring = 5;  // moves what is balanced, too
  const Result result = run(*model_of(m), .6, 1e-9, 60);
  EXPECT_EQ(result.status, RunStatus::completed) << complaints(result);
  EXPECT_EQ(complaints(result), "");
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-7);
  EXPECT_LT(quality_of(m, result).gap, 1e-10);
  const std::vector<double> q = result[coordinate_path(held, 0)];
  for (std::size_t row = 0; row < result.rows(); ++row) {
    if (result.times()[row] < .11 || result.times()[row] > .295) continue;
    EXPECT_NEAR(q[row], result.at(coordinate_path(held, 0), .2), 1e-10) << result.times()[row];
    if (m.mobility > 1) continue;
    for (const Joint& joint : m.joints) {
      if (coordinates(joint.kind) != 1) continue;
      EXPECT_NEAR(result.at(rate_path(joint, 0), result.times()[row]), 0, 1e-9) << joint.name;
    }
  }
  EXPECT_GT(std::abs(q.back() - result.at(coordinate_path(held, 0), .2)), 1e-6);
}

TEST_P(ZooFeatures, ComesBackFromElasticStops) {
  Mechanism m = mechanism();
  free_joint(m).reach = .005;
  const Result result = run(*model_of(m), 1, 1e-8, 50);
  EXPECT_EQ(result.status, RunStatus::completed) << complaints(result);
  EXPECT_FALSE(result.events.empty());
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-6);
  EXPECT_LT(quality_of(m, result).gap, 1e-10);
}

}  // namespace
}  // namespace multibond::zoo
