// The zoo: every mechanism closes, moves as the literature says, keeps its energy, and does not
// care where its loops are cut.
#include <gmock/gmock.h>

#include <algorithm>
#include <iostream>

#include "base/large_size.h"
#include "support/judge.h"
#include "support/kinematics.h"
#include "support/zoo.h"

namespace multibond::zoo {
namespace {

class Zoo : public ::testing::TestWithParam<std::size_t> {
 protected:
  const Mechanism& mechanism() const { return zoo()[GetParam()]; }
};

std::string name_of(const ::testing::TestParamInfo<std::size_t>& info) {
  return zoo()[info.param].name;
}

/// With the sanitizers every twelfth, since they are slow.
constexpr std::size_t kStride = test::kSanitized ? 12 : 1;

INSTANTIATE_TEST_SUITE_P(Mechanisms, Zoo, ::testing::Range(std::size_t{0}, zoo().size(), kStride),
                         name_of);

TEST(ZooData, HasSixtyMechanisms) { EXPECT_GE(zoo().size(), 60u); }

/// The data themselves, without the library.
TEST_P(Zoo, IsClosedAndHasTheMobilityOfTheLiterature) {
  const Mechanism& m = mechanism();
  const Kinematics kinematics(m);
  const Eigen::VectorXd q = vector_of(start_of(m)), gaps = kinematics.gaps(q);
  const double widest = gaps.size() > 0 ? gaps.cwiseAbs().maxCoeff() : 0;
  EXPECT_LT(widest, 1e-13);
  EXPECT_EQ(kinematics.mobility(q), m.mobility);
}

TEST_P(Zoo, RunsFromExactGuesses) {
  const Mechanism& m = mechanism();
  const auto model = model_of(m);
  EXPECT_EQ(freedom_of(*model), freedom_of(m));
  const Result result = run(*model, m.stop, 1e-9, 100);
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_EQ(complaints(result), "");
  // Of positions and velocities. In a singular position what the loops demand of a velocity beside
  // the motion vanishes, and with it how well it can be corrected; positions stay closed.
  const double accurate = 1e-7;
  EXPECT_LT(result.largest_residual, m.singular ? 1e-7 : 1e-10);
  const Quality quality = quality_of(m, result);
  EXPECT_LT(quality.gap, 1e-10);
  EXPECT_LT(quality.energy, accurate) << "of " << quality.moving << " J";
  EXPECT_LT(std::abs(result.energy.error()), accurate * quality.moving);
}

/// Marks that allow for singular positions are no excuse: by the kinematics of the zoo, and not by
/// the library, loops lose rank on the way. Rows are 0.5 ms apart, so that a passage through zero
/// comes below 1e-3; mechanisms that do not pass one stay above 2e-3.
TEST_P(Zoo, IsMarkedAsSingularForAReason) {
  const Mechanism& m = mechanism();
  if (!m.singular) return;
  const Result result = run(*model_of(m), m.stop, 1e-9, static_cast<int>(m.stop / 5e-4));
  EXPECT_LT(least_regularity(m, result), 1e-3);
}

/// Other words for the same mechanism.
TEST_P(Zoo, MovesAlikeWhereverItsLoopsAreCut) {
  const Mechanism &m = mechanism(), reversed = with_joints_reversed(m),
                  renamed = with_names_reversed(m);
  const Result expected = run(*model_of(m), m.alike, 1e-11, 20);
  ASSERT_EQ(expected.status, RunStatus::completed);
  struct Variant {
    const char* name;
    const Mechanism& mechanism;
    Wording wording;
  };
  const Variant variants[] = {{"joints the other way round", reversed, {}},
                              {"parts of length zero", m, {.detours = 3}},
                              {"several grounds, other names, swapped connections",
                               renamed,
                               {.detours_inside = 2, .own_grounds = true, .swapped = true}}};
  for (const Variant& variant : variants) {
    SCOPED_TRACE(variant.name);
    const auto model = model_of(variant.mechanism, variant.wording);
    EXPECT_EQ(freedom_of(*model), freedom_of(m));
    const Result result = run(*model, m.alike, 1e-11, 20);
    EXPECT_EQ(result.status, RunStatus::completed);
    EXPECT_LT(difference(m, expected, variant.mechanism, result), 1e-8);
  }
}

/// One of millimetres and one of kilometres: the same freedom, motion and accuracy. Gravity and
/// springs fit, so that they move alike in the same time.
TEST_P(Zoo, MovesAlikeWhateverItsSize) {
  const Mechanism& m = mechanism();
  if (m.singular) return;           // rounding decides how it goes on
  if (m.links.size() > 60) return;  // long chains take time, and are as short ones
  const Result expected = run(*model_of(m), m.alike, 1e-9, 20);
  for (const double factor : {1e-3, 1e3}) {
    SCOPED_TRACE(factor);
    const Mechanism other = scaled(m, factor);
    const auto model = model_of(other);
    EXPECT_EQ(freedom_of(*model), freedom_of(m));
    const Result result = run(*model, m.alike, 1e-9, 20);
    EXPECT_EQ(result.status, RunStatus::completed);
    // Flows of bonds have no unit, so that not all lengths are known for what they are: of
    // kilometres, two linkages are still said to have constraints that nearly repeat each other.
    if (factor < 1) {
      EXPECT_EQ(complaints(result), "");
    }
    // Lengths are integrated to 1e-9 m: of a millimetre, to a millionth.
    EXPECT_LT(difference(m, expected, other, result, factor), 1e-6);
    const Quality quality = quality_of(other, result);
    EXPECT_LT(quality.gap, 1e-10 * std::max(factor, 1.0));
    EXPECT_LT(quality.energy, factor < 1 ? 1e-5 : 1e-7) << "of " << quality.moving << " J";
  }
}

/// The parallelogram of the pantograph folds flat three times, and its parts whirl there: rows
/// within such a step are interpolated, and closed as well as any.
TEST(ZooRows, AreClosedBetweenStepsTheyWhirlThrough) {
  const auto& all = zoo();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [](const Mechanism& m) { return m.name == "Pantograph"; });
  ASSERT_NE(found, all.end());
  const Result result = run(*model_of(*found), found->stop, 1e-9, 20000);
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_LT(quality_of(*found, result).gap, 1e-10);
}

/// Random guesses, wrong by up to 15 % (angles: of a radian at least).
void expect_assemblies(double factor, std::size_t count, std::size_t stride) {
  Assemblies all;
  std::string failures;
  for (std::size_t k = 0; k < zoo().size(); k += stride) {
    const Mechanism m = scaled(zoo()[k], factor);
    const Assemblies some = assemble(m, test::kSanitized ? 3 : count, .15, factor);
    all.tried += some.tried;
    all.closed += some.closed;
    all.near += some.near;
    if (some.near == some.tried) continue;
    failures += m.name + ": " + std::to_string(some.closed) + " closed, " +
                std::to_string(some.near) + " near\n";
    for (const std::string& message : some.messages) failures += "  " + message + "\n";
  }
  std::cout << all.tried << " random guesses: " << all.closed << " close, " << all.near
            << " on the nearest branch\n";
  EXPECT_GE(static_cast<double>(all.closed), .99 * static_cast<double>(all.tried)) << failures;
  EXPECT_GE(static_cast<double>(all.near), .95 * static_cast<double>(all.tried)) << failures;
}

TEST(ZooAssembly, ClosesNearlyAlwaysAndOnTheNearestBranch) { expect_assemblies(1, 20, kStride); }
TEST(ZooAssembly, ClosesMechanismsOfMillimetres) { expect_assemblies(1e-3, 4, 4 * kStride); }
TEST(ZooAssembly, ClosesMechanismsOfKilometres) { expect_assemblies(1e3, 4, 4 * kStride); }

}  // namespace
}  // namespace multibond::zoo
