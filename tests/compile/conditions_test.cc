#include "multibond/compile/conditions.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/system_text.h"

namespace multibond {
namespace {

using test::has_equations;
using test::message_of;
using test::read_system;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Texts of the indicators.
test::Lines indicators(const System& system, const std::vector<Condition>& conditions) {
  test::Lines lines;
  for (const Condition& c : conditions) lines.push_back(test::to_text(system, c.indicator));
  return lines;
}

TEST(Conditions, AreNoneWhereNothingIsCompared) {
  System system = read_system("variable x\n equation der(x) = -x");
  EXPECT_THAT(extract_conditions(system), IsEmpty());
  EXPECT_THAT(classify_conditions(system, {}), IsEmpty());
  EXPECT_TRUE(has_equations(system, "der(x) = -x"));
}

TEST(Conditions, StandInPlaceOfRelationsEverywhere) {
  System system = read_system(R"(
    variable x, q
    discrete n
    rule der(q) = select(x < 1, 2, 3)
    equation der(x) = select(x < 1, -x, 5)
    initial equation x = select(x <= 2, 0, 1)
    invariant q = select(q < 3, 1, 2)
    when x < 4 then assign(n, select(x < 5, 1, 2))
    either x < 6 then q = 1 else q = 2
    power dissipated select(x < 7, x, 0)
  )");
  const std::vector<Condition> conditions = extract_conditions(system);
  EXPECT_THAT(
      indicators(system, conditions),
      ::testing::ElementsAre("1 - x", "2 - x", "3 - q", "4 - x", "5 - x", "6 - x", "7 - x"));
  EXPECT_EQ(system.indicators.size(), 7u);
  EXPECT_TRUE(has_equations(system, "der(x) = select(condition[1], -x, 5)"));
  EXPECT_EQ(test::to_text(system, system.variables[1].rule), "select(condition[1], 2, 3)");
  EXPECT_EQ(test::to_text(system, system.whens[0].condition), "condition[4]");
  EXPECT_EQ(test::to_text(system, system.whens[0].actions[0].value), "select(condition[5], 1, 2)");
  EXPECT_EQ(test::to_text(system, system.modes[0].condition), "condition[6]");
  EXPECT_EQ(test::to_text(system, system.powers[0].value), "select(condition[7], x, 0)");
}

TEST(Conditions, OfModesThatDoNotCountAreDormantUnlessOthersUseThem) {
  System system = read_system(R"(
    variable x, y
    equation der(x) = select(x < 1, 1, 2)
    either x < 1 then y = 1 else y = 2
    either x < 2 then y = 1 else y = 2
    power dissipated select(x < 3, x, 0)
  )");
  for (SystemMode& mode : system.modes) mode.counts = false;
  const std::vector<Condition> conditions = classify_conditions(system, extract_conditions(system));
  ASSERT_EQ(conditions.size(), 3u);
  EXPECT_EQ(conditions[0].kind, ConditionKind::state);
  EXPECT_EQ(conditions[1].kind, ConditionKind::state);
  EXPECT_EQ(conditions[2].kind, ConditionKind::dormant);
  EXPECT_EQ(test::to_text(system, conditions[2].indicator), "2 - x");
}

TEST(Conditions, SayWhatHoldsWhereTheirIndicatorIsZero) {
  System system = read_system(R"(
    variable x, y, z
    equation x = select(time < 1, 0, 1)
    equation y = select(time <= 1, 0, 1)
    equation z = select(time > 1, 0, 1)
  )");
  const std::vector<Condition> conditions = extract_conditions(system);
  ASSERT_EQ(conditions.size(), 3u);
  EXPECT_FALSE(conditions[0].at_zero);
  EXPECT_TRUE(conditions[1].at_zero);
  EXPECT_FALSE(conditions[2].at_zero);
  EXPECT_EQ(test::to_text(system, conditions[2].indicator), "time - 1");
}

TEST(Conditions, RememberTheirTextComponentAndRelation) {
  System system = read_system(R"(
    component ball
    variable ball.h
    equation ball.h = select(ball.h < 2, 0, 1)
  )");
  const RelationId relation(test::read_expression(system, "ball.h < 2").id());
  const std::vector<Condition> conditions = extract_conditions(system);
  ASSERT_EQ(conditions.size(), 1u);
  EXPECT_EQ(conditions[0].text, "ball.h < 2");
  EXPECT_EQ(conditions[0].component, 1u);
  EXPECT_EQ(conditions[0].id, relation);
}

TEST(Conditions, InsideNoEventStayRelations) {
  System system = read_system("variable x\n equation x = no_event(select(time < 1, 0, 1))");
  EXPECT_THAT(extract_conditions(system), IsEmpty());
  EXPECT_TRUE(has_equations(system, "x = select(time < 1, 0, 1)"));
}

TEST(Conditions, MayDependOnOthers) {
  System system = read_system("variable x\n equation x = select(time < select(x < 2, 3, 4), 0, 1)");
  const std::vector<Condition> conditions = extract_conditions(system);
  EXPECT_THAT(indicators(system, conditions),
              ::testing::ElementsAre("2 - x", "select(condition[1], 3, 4) - time"));
}

TEST(Conditions, AreOfTheKindThatSaysWhenTheyMayChange) {
  System system = read_system(R"(
    parameter T = 2
    variable x, y
    discrete n = 1
    input u
    equation x = select(y < 1, 0, 1)
    equation y = select(time < 3*T - n, 0, select(sin(time) < 0, 1, 2))
    when n < T + u then assign(n, 3)
  )");
  const auto conditions = classify_conditions(system, extract_conditions(system));
  ASSERT_EQ(conditions.size(), 4u);
  EXPECT_EQ(conditions[0].kind, ConditionKind::state);
  // of the nested two, the order is that of the walk
  const Condition& timed =
      conditions[1].kind == ConditionKind::time ? conditions[1] : conditions[2];
  const Condition& wave = conditions[1].kind == ConditionKind::time ? conditions[2] : conditions[1];
  EXPECT_EQ(timed.kind, ConditionKind::time);
  EXPECT_TRUE(test::are_equations(
      system, {timed.switch_time - (test::read_expression(system, "3*T - n"))}, "0*x = 0"));
  EXPECT_EQ(wave.kind, ConditionKind::state);  // not linear in time: searched for
  EXPECT_EQ(conditions[3].kind, ConditionKind::discrete);
}

TEST(Conditions, ThatHaveBecomeNumbersAreLeftOut) {
  System system = read_system(R"(
    variable x, y
    equation x = select(y < 1, 10, 20)
    equation y = select(x < 2, 30, 40)
  )");
  const std::vector<Condition> found = extract_conditions(system);
  system.indicators[0] = 0.0;  // another pass has found that y is 1: not < 1
  const auto conditions = classify_conditions(system, found);
  ASSERT_EQ(conditions.size(), 1u);
  EXPECT_EQ(conditions[0].text, "x < 2");
  EXPECT_EQ(system.indicators.size(), 1u);
  EXPECT_TRUE(has_equations(system, "x = 20\n y = select(condition[1], 30, 40)"));
}

TEST(Conditions, ThatHaveBecomeNumbersMayDecideOthers) {
  System system = read_system("variable x\n equation x = select(select(x < 2, 3, 5) <= 4, 0, 1)");
  const std::vector<Condition> found = extract_conditions(system);
  system.indicators[0] = 1.0;
  EXPECT_THAT(classify_conditions(system, found), IsEmpty());
  EXPECT_TRUE(has_equations(system, "x = 0"));
}

TEST(Conditions, AtZeroHoldForLessOrEqualAndForEquality) {
  for (const auto& [relation, truth] :
       {std::pair("<", 20), std::pair("<=", 10), std::pair("==", 10)}) {
    System system =
        read_system(fmt::format("variable x\n equation x = select(time {} 1, 10, 20)", relation));
    const std::vector<Condition> found = extract_conditions(system);
    system.indicators[0] = 0.0;
    classify_conditions(system, found);
    EXPECT_TRUE(has_equations(system, fmt::format("x = {}", truth))) << relation;
  }
}

TEST(Conditions, OfEqualityAreForDiscreteValues) {
  System counting = read_system("discrete n\n variable x\n equation x = select(n == 3, 1, 2)");
  const auto conditions = classify_conditions(counting, extract_conditions(counting));
  ASSERT_EQ(conditions.size(), 1u);
  EXPECT_TRUE(conditions[0].equality);

  System moving = read_system("component c\n variable c.x\n equation c.x = select(c.x == 3, 1, 2)");
  EXPECT_THAT(message_of([&] { classify_conditions(moving, extract_conditions(moving)); }),
              HasSubstr("c: the condition 3 == c.x asks whether two continuous quantities"));
}

}  // namespace
}  // namespace multibond
