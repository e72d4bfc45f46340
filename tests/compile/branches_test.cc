#include "src/compile/branches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/system_text.h"

namespace multibond {
namespace {

using test::has_equations;
using test::read_system;
using ::testing::ElementsAre;

constexpr const char* kSwitches = R"(
  parameter threshold = 2
  variable v = 3, i, j, w = 1
  equation der(v) = -i
  either v > threshold then i = 0 else i = 5*v
  either w > threshold then j = v else j = 0; w = 1
)";

TEST(Branches, JoinTheEquationsByTheTruthOfTheirConditions) {
  System system = read_system(kSwitches);
  choose_branches(system, {true, false});
  EXPECT_TRUE(has_equations(system, "der(v) = -i\n i = 0\n j = 0\n w = 1"));
  system = read_system(kSwitches);
  choose_branches(system, {false, true});
  EXPECT_TRUE(has_equations(system, "der(v) = -i\n i = 5*v\n j = v"));
}

TEST(Branches, InsideAnotherCountWhereThatIsChosen) {
  for (const bool outer : {true, false}) {
    System system = read_system(kSwitches);
    system.modes[1].inside = {0, true};
    choose_branches(system, {outer, true});
    EXPECT_EQ(system.modes[1].counts, outer);
    EXPECT_TRUE(
        has_equations(system, outer ? "der(v) = -i\n i = 0\n j = v" : "der(v) = -i\n i = 5*v"));
  }
}

TEST(Branches, LeaveTheConditionsBehind) {
  System system = read_system(kSwitches);
  choose_branches(system, {true, true});
  ASSERT_EQ(system.modes.size(), 2u);
  EXPECT_EQ(test::to_text(system, system.modes[0].condition), "threshold < v");
  EXPECT_TRUE(system.modes[0].then.empty() && system.modes[0].otherwise.empty());
}

TEST(Branches, AreThoseOfFalseWhereNothingIsSaid) {
  System system = read_system(kSwitches);
  choose_branches(system, {});
  EXPECT_TRUE(has_equations(system, "der(v) = -i\n i = 5*v\n j = 0\n w = 1"));
}

TEST(Branches, OfAModelWithoutModesAreNone) {
  System system = read_system("variable x\n equation der(x) = 1");
  choose_branches(system, {});
  EXPECT_EQ(system.equations.size(), 1u);
  EXPECT_FALSE(add_slopes(system, {}));
}

TEST(Branches, GetTheSlopesOfTheirLimitEquations) {
  System system = read_system(R"(
    variable v, i
    either v > 0 then i = 0 slope v else v = 0 slope i
  )");
  EXPECT_TRUE(add_slopes(system, {true}));
  EXPECT_TRUE(test::are_equations(system, {system.modes[0].then[0].residual}, "i = 1e-12*v"));
  EXPECT_TRUE(test::are_equations(system, {system.modes[0].otherwise[0].residual}, "v = 0"));
}

TEST(Branches, WithoutSlopesStayAsTheyAre) {
  System system = read_system("variable v, i\n either v > 0 then i = 0 slope v else v = 0");
  EXPECT_FALSE(add_slopes(system, {false}));
}

TEST(LikelyModes, BeginWithTheOneThatTheStartValuesSay) {
  const auto modes = likely_modes(read_system(kSwitches));
  EXPECT_THAT(modes, ElementsAre(ElementsAre(true, false), ElementsAre(false, false),
                                 ElementsAre(true, true)));
}

TEST(LikelyModes, KnowDiscreteValuesAndTime) {
  const auto modes = likely_modes(read_system(R"(
    discrete n = 2
    variable i
    either pre(n) > 1 then i = 0 else i = 1
    either time > 1 then i = 0 else i = 1
  )"));
  EXPECT_THAT(modes[0], ElementsAre(true, false));
}

}  // namespace
}  // namespace multibond
