// Mechanisms of the zoo with what else a run may have: other methods, saved states, friction,
// stops; and their small oscillations.
#include <gmock/gmock.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <algorithm>

#include "multibond/analyze/linearize.h"
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

/// Frequencies of small oscillations, rad/s, about the start where all springs are relaxed: without
/// weight, by the kinematics of the zoo.
std::vector<double> frequencies_of(const Mechanism& m) {
  const Kinematics kinematics(m);
  const Eigen::VectorXd q = vector_of(start_of(m));
  Eigen::FullPivLU<Eigen::MatrixXd> lu(kinematics.jacobian(q));
  lu.setThreshold(1e-9);
  const Eigen::MatrixXd motions = lu.kernel();
  const Eigen::Index free = motions.cols();
  // Velocities of all links, times the roots of masses, for each way to move.
  Eigen::MatrixXd momenta(6 * static_cast<Eigen::Index>(m.links.size()), free);
  momenta.setZero();
  const double h = 1e-5;
  for (Eigen::Index k = 0; k < free; ++k) {
    const auto after = kinematics.poses(q + h * motions.col(k)),
               before = kinematics.poses(q - h * motions.col(k));
    for (std::size_t l = 1; l < m.links.size(); ++l) {
      const Link& link = m.links[l];
      const Vector3d v = (after[l] * Pose{link.centre}).x - (before[l] * Pose{link.centre}).x;
      const Vector3d turned = rotation_vector(before[l].A.transpose() * after[l].A);
      momenta.col(k).segment<3>(6 * static_cast<Eigen::Index>(l)) =
          std::sqrt(link.mass) * v / (2 * h);
      momenta.col(k).segment<3>(6 * static_cast<Eigen::Index>(l) + 3) =
          link.inertia.cwiseSqrt().cwiseProduct(turned) / (2 * h);
    }
  }
  Eigen::MatrixXd stiffness = Eigen::MatrixXd::Zero(free, free);
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    if (m.joints[j].spring == 0) continue;
    const Eigen::RowVectorXd share = motions.row(static_cast<Eigen::Index>(kinematics.place(j)));
    stiffness += m.joints[j].spring * share.transpose() * share;
  }
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> modes(
      stiffness, momenta.transpose() * momenta);
  std::vector<double> all;
  for (const double square : modes.eigenvalues()) all.push_back(std::sqrt(std::max(square, 0.0)));
  return all;
}

TEST_P(ZooFeatures, OscillatesAsItsLinearizationSays) {
  Mechanism m = mechanism();
  m.gravity.setZero();
  for (Drive& drive : m.drives) drive.rate = 0;
  // Not in joints that must start a turn away to close a loop in the plane.
  Simulator assembled(compile_model(*model_of(m)), {});
  assembled.initialize();
  const std::vector<double> exact = start_of(m), start = coordinates_of(m, assembled);
  std::size_t place = 0;
  for (Joint& joint : m.joints) {
    const bool there = place < start.size() && std::abs(start[place] - exact[place]) < 1e-9;
    joint.spring = coordinates(joint.kind) == 1 && there ? 50 : 0;
    place += coordinates(joint.kind);
  }
  const Linearization linear = linearize(*model_of(m));
  EXPECT_LT(linear.drift, 1e-9);
  EXPECT_EQ(static_cast<std::size_t>(linear.A.rows()), freedom_of(m).directions);
  for (const double frequency : frequencies_of(m)) {
    double nearest = 1e300;
    for (const std::complex<double>& value : linear.eigenvalues) {
      nearest = std::min(nearest, std::abs(value - std::complex<double>(0, frequency)));
    }
    EXPECT_LT(nearest, 1e-6 * (1 + frequency)) << frequency << " rad/s";
  }
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

/// Friction in every joint that can have it, where many constraints are redundant and one joint has
/// stops: they are met, and left, with either kind of method.
TEST_P(ZooFeatures, MovesBetweenStopsWithFrictionInAllJoints) {
  Mechanism m = mechanism();
  free_joint(m).reach = .02;
  for (Joint& joint : m.joints) {
    if (coordinates(joint.kind) == 1) joint.friction = .4;
  }
  for (const char* solver : {"dop853", "bdf"}) {
    SCOPED_TRACE(solver);
    const Result result =
        simulate(*model_of(m), {.stop = 1, .tolerance = 1e-6, .intervals = 40, .solver = solver});
    EXPECT_EQ(result.status, RunStatus::completed) << complaints(result);
    EXPECT_GT(result.energy.dissipated, 0);
    EXPECT_LT(std::abs(result.energy.relative_error()), 1e-4);
    EXPECT_LT(quality_of(m, result).gap, 1e-10);
  }
}

}  // namespace
}  // namespace multibond::zoo
