#include "src/compile/loop_kinematics.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/system_text.h"

namespace multibond {
namespace {

using test::read_system;
using test::variable;

/// All constraints, kinematic and position equations of a system as one cluster.
struct Loop {
  System system;
  Differentiator derivative;
  LoopKinematics kinematics;

  explicit Loop(std::string_view text)
      : system(read_system(text)),
        derivative(make_time_derivative(system)),
        kinematics(system, cluster(system), derivative) {}

  static LoopCluster cluster(const System& system) {
    LoopCluster cluster;
    for (std::uint32_t e = 0; e < system.equations.size(); ++e) {
      const EquationRole role = system.equations[e].role;
      (role == EquationRole::constraint ? cluster.constraints
       : role == EquationRole::position ? cluster.positions
                                        : cluster.kinematic)
          .push_back(e);
    }
    return cluster;
  }

  double place(std::string_view path) {
    Redundancy::Configuration configuration;
    kinematics.note(configuration);
    return configuration.at(variable(system, path));
  }
};

constexpr const char* kPendulum = R"(
  variable x = 3, y = 4
  reaction f
  constraint x^2 + y^2 = 4 by f
)";

TEST(LoopKinematics, ClosesALoopOnTheShortestWay) {
  Loop loop(kPendulum);
  ASSERT_TRUE(loop.kinematics.assemble());
  EXPECT_NEAR(loop.place("x"), 1.2, 1e-8);
  EXPECT_NEAR(loop.place("y"), 1.6, 1e-8);
}

TEST(LoopKinematics, MovesAClosedLoopToAnotherClosedPlace) {
  Loop loop(kPendulum);
  ASSERT_TRUE(loop.kinematics.assemble());
  const double x = loop.place("x");
  ASSERT_TRUE(loop.kinematics.move());
  EXPECT_NEAR(std::hypot(loop.place("x"), loop.place("y")), 2, 1e-8);
  EXPECT_GT(std::abs(loop.place("x") - x), 1e-2);
}

TEST(LoopKinematics, ComesBackToWhereAssemblingBegan) {
  Loop loop(kPendulum);
  ASSERT_TRUE(loop.kinematics.assemble());
  ASSERT_TRUE(loop.kinematics.restart());
  EXPECT_EQ(loop.place("x"), 3);
  EXPECT_EQ(loop.place("y"), 4);
}

TEST(LoopKinematics, LetsPositionsWithoutAStartFollowThoseThatHaveOne) {
  Loop loop(R"(
    position p = 2, s = 1, q
    reaction f
    position equation q = 3*p
    constraint p + q + s = 20 by f
  )");
  ASSERT_TRUE(loop.kinematics.assemble());
  // From q = 6, where it belongs at the start, all go on the shortest way: 4 dp + ds = 11 with
  // 10 dp^2 + ds^2 least.
  EXPECT_NEAR(loop.place("p"), 2 + 22.0 / 13, 1e-12);
  EXPECT_NEAR(loop.place("s"), 1 + 55.0 / 13, 1e-12);
  EXPECT_NEAR(loop.place("q"), 6 + 66.0 / 13, 1e-12);
}

TEST(LoopKinematics, SaysThatALoopDoesNotClose) {
  Loop loop("variable x = 1\n reaction f\n constraint x^2 + 1 = 0 by f");
  EXPECT_FALSE(loop.kinematics.assemble());
  EXPECT_FALSE(loop.kinematics.immovable().has_value());  // it could move, if it helped
}

// A straight chain between two points that are nearer: no joint feels which way to go.
TEST(LoopKinematics, ClosesAStraightChainFromWhereItIsBent) {
  Loop loop(R"(
    variable a = 0, b = 0
    reaction f, g
    constraint cos(a) + cos(b) = 1 by f
    constraint sin(a) + sin(b) = 0 by g
  )");
  EXPECT_FALSE(loop.kinematics.assemble());
  EXPECT_FALSE(loop.kinematics.immovable().has_value());
  EXPECT_TRUE(loop.kinematics.assemble_bent());
}

TEST(LoopKinematics, NamesTheConstraintThatNothingCanChange) {
  Loop loop(R"(
    variable x = 1
    position p = 1
    velocity w
    reaction f, g
    rule der(p) = 0*w
    constraint x = 3 by f
    constraint p = 2 by g
    position equation p = 1
  )");
  EXPECT_FALSE(loop.kinematics.assemble());
  const auto gap = loop.kinematics.immovable();
  ASSERT_TRUE(gap.has_value());
  EXPECT_EQ(*gap, 1u);
}

TEST(LoopKinematics, GivesTheRatesOfTheConstraintsByTheirSize) {
  Loop loop("variable x = 3, y = 4\n reaction f\n constraint 7*x + 24*y = 117 by f");
  ASSERT_TRUE(loop.kinematics.assemble());
  const Eigen::MatrixXd rates = loop.kinematics.scaled_rates();
  ASSERT_EQ(rates.rows(), 1);
  ASSERT_EQ(rates.cols(), 2);
  EXPECT_NEAR(rates.norm(), 1, 1e-12);
}

TEST(LoopKinematics, GivesRatesInTermsOfIndependentVelocities) {
  Loop loop(R"(
    velocity v, w
    reaction f
    equation v = 2*w
    constraint v - 2*w = 0 by f
  )");
  ASSERT_TRUE(loop.kinematics.assemble());
  EXPECT_FALSE(loop.kinematics.move());  // only velocities are constrained
  const Eigen::MatrixXd rates = loop.kinematics.scaled_rates();
  ASSERT_EQ(rates.cols(), 1);
  EXPECT_LT(rates.norm(), kDependentRate);  // the joint says it already
}

/// A chain of n position equations along which the last place follows from the first.
std::string chain(int n) {
  std::string text = "velocity w\n prefer position p[0] = 0.5\n rule der(p[0]) = w\n reaction f\n";
  for (int i = 1; i <= n; ++i) {
    text += fmt::format("position p[{}]\n rule der(p[{}]) = w\n", i, i);
    text += fmt::format("position equation p[{}] = p[{}] + 0.01\n", i, i - 1);
  }
  return text + fmt::format("constraint p[{}] = 1 by f\n", n);
}

TEST(LoopKinematics, OfManyPartsIsThatOfItsCoordinates) {
  for (const int n : {20, 300}) {  // from 200 equations on, what follows from others is substituted
    Loop loop(chain(n));
    ASSERT_TRUE(loop.kinematics.assemble()) << n;
    EXPECT_NEAR(loop.place("p[0]"), 1 - 0.01 * n, 1e-8) << n;
    EXPECT_NEAR(loop.place(fmt::format("p[{}]", n)), 1, 1e-8) << n;
    EXPECT_EQ(loop.kinematics.scaled_rates().cols(), 1) << n;
  }
}

TEST(Velocities, AreDerivativesAndWhatIsDeclaredAsOne) {
  const System system = read_system("velocity w\n variable x");
  EXPECT_TRUE(is_velocity(system, test::read_expression(system, "w")));
  EXPECT_TRUE(is_velocity(system, test::read_expression(system, "der(x)")));
  EXPECT_FALSE(is_velocity(system, test::read_expression(system, "x")));
}

}  // namespace
}  // namespace multibond
