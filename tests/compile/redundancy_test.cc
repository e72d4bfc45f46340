#include "multibond/compile/redundancy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "multibond/symbolic/linear.h"
#include "support/system_text.h"

namespace multibond {
namespace {

using test::message_of;
using test::read_system;
using test::variable;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

test::Lines dropped(const System& system) {
  return test::paths(system, find_redundant_constraints(system).reactions);
}

TEST(Redundancy, IsNotLookedForWithoutConstraints) {
  const Redundancy found = find_redundant_constraints(
      read_system("variable x, y\n equation der(x) = y\n equation der(y) = -x"));
  EXPECT_THAT(found.reactions, IsEmpty());
  EXPECT_THAT(found.diagnostics, IsEmpty());
  EXPECT_THAT(found.closed, IsEmpty());
}

TEST(Redundancy, OfThePendulumIsNone) {
  const System system = read_system(R"(
    variable x = 2, y = 0
    reaction f
    equation der(der(x)) = -x*f
    equation der(der(y)) = -y*f - 9.81
    constraint x^2 + y^2 = 4 by f
  )");
  const Redundancy found = find_redundant_constraints(system);
  EXPECT_THAT(found.reactions, IsEmpty());
  EXPECT_THAT(found.diagnostics, IsEmpty());
  // the configurations are closed, and they differ
  ASSERT_GE(found.closed.size(), 2u);
  for (const auto& place : found.closed) {
    EXPECT_NEAR(std::hypot(place.at(0), place.at(1)), 2, 1e-8);
  }
  EXPECT_GT(std::abs(found.closed[0].at(1) - found.closed[1].at(1)), 1e-2);
}

/// A loop with a surplus constraint is taken for a walk, another one is looked at twice.
TEST(Redundancy, LooksAtAllLoopsInEachConfiguration) {
  const System system = read_system(R"(
    variable x = 2, y = 0, u = 3, v = 0
    reaction f, g, h
    equation der(der(x)) = -x*(f + g)
    equation der(der(y)) = -y*(f + g) - 9.81
    constraint x^2 + y^2 = 4 by f
    constraint 3*x^2 + 3*y^2 = 12 by g
    equation der(der(u)) = -u*h
    equation der(der(v)) = -v*h - 9.81
    constraint u^2 + v^2 = 9 by h
  )");
  const Redundancy found = find_redundant_constraints(system);
  EXPECT_GT(found.closed.size(), 2u);
  double farthest = 0;
  for (const auto& place : found.closed) {
    EXPECT_NEAR(std::hypot(place.at(0), place.at(1)), 2, 1e-8);
    EXPECT_NEAR(std::hypot(place.at(2), place.at(3)), 3, 1e-8);
    farthest = std::max(farthest, std::hypot(place.at(0) - 2, place.at(1)));
  }
  EXPECT_GT(farthest, 3);  // nearly opposite to the start
}

TEST(Redundancy, OfAConstraintStatedTwiceDropsOneWithItsReaction) {
  const System system = read_system(R"(
    component a
    variable x = 2, y = 0
    reaction f, g
    equation der(der(x)) = -x*(f + g)
    equation der(der(y)) = -y*(f + g) - 9.81
    constraint x^2 + y^2 = 4 by f
    component b
    constraint 3*x^2 + 3*y^2 = 12 by g
  )");
  const Redundancy found = find_redundant_constraints(system);
  ASSERT_EQ(found.reactions.size(), 1u);
  ASSERT_EQ(found.diagnostics.size(), 1u);
  EXPECT_EQ(found.diagnostics[0].severity, Severity::note);
  EXPECT_THAT(found.diagnostics[0].text,
              HasSubstr("The constraints at a, b constrain the same motion more than once"));
}

TEST(Redundancy, LooksAtEachClusterAlone) {
  const System system = read_system(R"(
    variable x = 1, y = 0, u = 1, v = 0
    reaction f, g, h
    equation der(der(x)) = -x*f
    equation der(der(y)) = -y*f
    equation der(der(u)) = -u*(g + h)
    equation der(der(v)) = -v*(g + h)
    constraint x^2 + y^2 = 1 by f
    constraint u^2 + v^2 = 1 by g
    constraint 2*u^2 + 2*v^2 = 2 by h
  )");
  const test::Lines list = dropped(system);
  ASSERT_EQ(list.size(), 1u);
  EXPECT_NE(list[0], "f");
}

TEST(Redundancy, ThatChangesFromPlaceToPlaceStays) {
  // Bars that stay parallel: sin a = sin b holds a and b together but at a right angle, and there
  // cos a = cos b does.
  const System system = read_system(R"(
    variable a = 0, b = 0
    reaction f, g
    equation der(der(a)) = f
    equation der(der(b)) = g
    constraint 2*cos(a) - 2*cos(b) = 0 by f
    constraint 2*sin(a) - 2*sin(b) = 0 by g
  )");
  const Redundancy found = find_redundant_constraints(system);
  EXPECT_THAT(found.reactions, IsEmpty());
  EXPECT_EQ(found.shadows.size(), 1u);
  EXPECT_EQ(found.keep.size(), 2u);
}

TEST(Redundancy, ThatIsTheSameEverywhereIsDropped) {
  const System system = read_system(R"(
    variable a = 0.3, b = 0.3
    reaction f, g
    equation der(der(a)) = f
    equation der(der(b)) = g
    constraint sin(a) - sin(b) = 0 by f
    constraint 2*sin(a) - 2*sin(b) = 0 by g
  )");
  EXPECT_EQ(dropped(system).size(), 1u);
}

TEST(Redundancy, HasNoShadowsWithoutAForce) {
  // The value of f follows from other equations: there is nothing to stay for.
  System system = read_system(R"(
    variable a = 0, b = 0
    reaction f, g
    equation der(der(a)) = f
    equation der(der(b)) = g
    constraint 2*cos(a) - 2*cos(b) = 0 by f
    constraint 2*sin(a) - 2*sin(b) = 0 by g
  )");
  const Redundancy free = find_redundant_constraints(system);
  ASSERT_EQ(free.shadows.size(), 1u);
  const Redundancy found = find_redundant_constraints(system, {free.shadows[0]});
  EXPECT_THAT(found.shadows, IsEmpty());
  EXPECT_EQ(found.reactions, free.shadows);
}

TEST(Redundancy, ShadowsAreEquationsBetweenAccelerations) {
  System system = read_system(R"(
    variable a = 0, b = 0
    reaction f, g
    equation der(der(a)) = f
    equation der(der(b)) = g
    constraint 2*cos(a) - 2*cos(b) = 0 by f
    constraint 2*sin(a) - 2*sin(b) = 0 by g
  )");
  const Redundancy found = find_redundant_constraints(system);
  const std::vector<Shadow> shadows = make_shadows(
      system, found.shadows, [&](std::uint32_t v) { return system.pool->variable(v); });
  ASSERT_EQ(shadows.size(), 1u);
  EXPECT_EQ(shadows[0].levels.size(), 2u);
  const SystemEquation& row = system.equations[shadows[0].equation];
  EXPECT_TRUE(row.redundant);
  EXPECT_EQ(row.role, EquationRole::plain);
  const auto leaf = [&](const Expr& l) { return l.op() == Op::variable && l.order() == 2; };
  EXPECT_EQ(leaves(row.residual, leaf).size(), 2u);
  EXPECT_TRUE(depends_on(row.residual, [&](const Expr& l) {
    return l.op() == Op::variable && l.index() == found.shadows[0];
  }));
}

TEST(Redundancy, IsNotTakenFromASingularStart) {
  // The rate of q^2 = p^2 vanishes at the start, and nowhere else.
  const System system = read_system(R"(
    component cross
    variable x = 1, y = 1, p = 0, q = 0
    reaction f, g
    equation der(der(x)) = f
    equation der(der(y)) = f
    equation der(der(p)) = g
    equation der(der(q)) = g + f
    constraint x^2 + y^2 - p = 2 by f
    constraint q^2 - p^2 = 0 by g
  )");
  const Redundancy found = find_redundant_constraints(system);
  EXPECT_THAT(found.reactions, IsEmpty());
  ASSERT_EQ(found.diagnostics.size(), 1u);
  EXPECT_EQ(found.diagnostics[0].severity, Severity::warning);
  EXPECT_THAT(found.diagnostics[0].text, HasSubstr("The start position is singular: there cross"));
}

TEST(Redundancy, WarnsOfConstraintsThatLeaveNoFreedom) {
  const System system = read_system(R"(
    component frame
    variable x = 1, y = 1
    reaction f, g
    equation der(der(x)) = f
    equation der(der(y)) = g
    constraint x + y = 2 by f
    constraint x - y = 0 by g
  )");
  const Redundancy found = find_redundant_constraints(system);
  EXPECT_THAT(found.reactions, IsEmpty());
  ASSERT_EQ(found.diagnostics.size(), 1u);
  EXPECT_THAT(found.diagnostics[0].text, HasSubstr("frame leave no freedom"));
}

TEST(Redundancy, WarnsOfConstraintsThatNearlyRepeatEachOther) {
  const System system = read_system(R"(
    component frame
    variable x = 1, y = 1, z = 0
    reaction f, g
    equation der(der(x)) = f
    equation der(der(y)) = g
    equation der(der(z)) = g - f
    constraint x + y + z = 2 by f
    constraint x + 1.0001*y + z = 2.0001 by g
  )");
  const Redundancy found = find_redundant_constraints(system);
  EXPECT_THAT(found.reactions, IsEmpty());
  ASSERT_EQ(found.diagnostics.size(), 1u);
  EXPECT_THAT(found.diagnostics[0].text, HasSubstr("frame nearly repeat each other"));
}

TEST(Redundancy, KnowsVelocitiesThatOthersGive) {
  // A wheel that rolls is held twice, in terms of velocities that a joint relates.
  const System system = read_system(R"(
    velocity v, w, rim
    reaction f, g
    equation rim = 0.5*w
    equation 2*der(v) = f + g
    equation 3*der(w) = f + g
    constraint v - 0.5*w = 0 by f
    constraint 4*v - 4*rim = 0 by g
  )");
  EXPECT_EQ(dropped(system).size(), 1u);
}

TEST(Redundancy, RefusesWhatDoesNotHoldAndCannotMove) {
  const System system = read_system(R"(
    component rod
    position p, q
    velocity w
    reaction f
    rule der(p) = 0*w
    rule der(q) = 0*w
    position equation p = 0
    position equation q = 1
    constraint q - p = 2 by f
    equation der(w) = f
  )");
  EXPECT_THAT(message_of([&] { find_redundant_constraints(system); }),
              HasSubstr("rod cannot satisfy all its connections"));
}

TEST(Redundancy, LeavesWhatCannotBeClosedToTheInitialization) {
  const System system = read_system(R"(
    variable x = 1
    reaction f
    equation der(der(x)) = f
    constraint x^2 + 1 = 0 by f
  )");
  const Redundancy found = find_redundant_constraints(system);
  EXPECT_THAT(found.reactions, IsEmpty());
  EXPECT_THAT(found.closed, IsEmpty());
}

TEST(DropConstraints, TakesThemOutOfTheEquationsAndSaysWhatTheySaid) {
  System system = read_system(R"(
    variable x, y
    reaction f, g
    equation der(x) = f + g
    constraint x = y by f
    constraint 2*x = 2*y by g
  )");
  EXPECT_THAT(drop_constraints(system, {variable(system, "g")}),
              ElementsAre("2 * x = 2 * y (reaction g)"));
  EXPECT_TRUE(test::has_equations(system, "der(x) = f + g\n x = y"));
  EXPECT_THAT(drop_constraints(system, {}), IsEmpty());
  EXPECT_EQ(system.equations.size(), 2u);
}

}  // namespace
}  // namespace multibond
