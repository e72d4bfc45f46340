#include "multibond/compile/index_reduction.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/system_text.h"

namespace multibond {
namespace {

using test::message_of;
using test::read_system;
using test::variable;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr auto kAbsent = ReducedSystem::kAbsent;

TEST(IndexReduction, DifferentiatesNothingInOrdinaryEquations) {
  const System system = read_system(R"(
    variable x, y
    equation der(x) = -y
    equation y = 2*x
  )");
  const ReducedSystem reduced = reduce_index(system);
  EXPECT_EQ(reduced.differentiations, 0u);
  EXPECT_EQ(reduced.rounds, 0u);
  EXPECT_THAT(reduced.highest, ElementsAre(1, 0));
  EXPECT_THAT(reduced.equation_of, ElementsAre(0, 1));
}

TEST(IndexReduction, OfNothingIsNothing) {
  const System system = read_system("variable x");
  const ReducedSystem reduced = reduce_index(system);
  EXPECT_THAT(reduced.highest, ElementsAre(kAbsent));
  EXPECT_THAT(reduced.equation_of, ElementsAre(kAbsent));
}

TEST(IndexReduction, OfThePendulumInXAndYDifferentiatesItsLengthTwice) {
  const System system = read_system(R"(
    parameter L = 2, g = 9.81
    variable x, y
    reaction f
    equation der(der(x)) = -x*f
    equation der(der(y)) = -y*f - g
    constraint x^2 + y^2 = L^2 by f
  )");
  const ReducedSystem reduced = reduce_index(system);
  EXPECT_EQ(reduced.differentiations, 2u);
  EXPECT_EQ(reduced.rounds, 2u);
  EXPECT_THAT(reduced.highest, ElementsAre(2, 2, 0));
  ASSERT_EQ(reduced.levels[2].size(), 3u);
  EXPECT_TRUE(test::are_equations(system, reduced.levels[2], R"(
    x^2 + y^2 = L^2
    2*x*der(x) + 2*y*der(y) = 0
    2*(der(x)^2 + x*der(der(x)) + der(y)^2 + y*der(der(y))) = 0
  )"));
}

TEST(IndexReduction, OfTwoConstraintsOfDifferentDepthTakesAsManyRoundsAsTheDeeperNeeds) {
  // A capacitor in parallel to a source (once) beside a crank that is driven (twice).
  const System system = read_system(R"(
    variable v, i, phi, torque
    equation 3*der(v) = i
    equation v = sin(time)
    equation 2*der(der(phi)) = torque
    equation phi = time^2
  )");
  const ReducedSystem reduced = reduce_index(system);
  EXPECT_EQ(reduced.rounds, 2u);
  EXPECT_EQ(reduced.differentiations, 3u);
  EXPECT_TRUE(test::are_equations(system, {reduced.levels[1].back(), reduced.levels[3].back()}, R"(
    der(v) = cos(time)
    der(der(phi)) = 2
  )"));
}

TEST(IndexReduction, DifferentiatesAllThatConstrainsEachOther) {
  // Two gears: what drives the first determines the last.
  const System system = read_system(R"(
    variable a, b, c, f, g, h
    equation 2*der(a) = f
    equation 3*der(b) = g - f
    equation 4*der(c) = h - g
    equation a = 5*b
    equation b = 7*c
    equation h = 1
  )");
  const ReducedSystem reduced = reduce_index(system);
  EXPECT_EQ(reduced.rounds, 1u);
  EXPECT_EQ(reduced.levels[3].size(), 2u);
  EXPECT_EQ(reduced.levels[4].size(), 2u);
}

TEST(IndexReduction, DoesNotDependOnTheOrderOfEquations) {
  const char* equations[] = {"equation der(der(x)) = -x*f", "equation der(der(y)) = -y*f - 9",
                             "constraint x^2 + y^2 = 4 by f"};
  std::vector<int> order{0, 1, 2};
  do {
    std::string text = "variable x, y\n reaction f\n";
    for (const int e : order) text += std::string(equations[e]) + "\n";
    const System system = read_system(text);
    const ReducedSystem reduced = reduce_index(system);
    EXPECT_EQ(reduced.differentiations, 2u);
    EXPECT_THAT(reduced.highest, ElementsAre(2, 2, 0));
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(IndexReduction, LeavesPositionEquationsAlone) {
  const System system = read_system(R"(
    variable q, w
    rule der(q) = w
    position equation q = sin(time)
    equation der(w) = -w
  )");
  const ReducedSystem reduced = reduce_index(system);
  EXPECT_EQ(reduced.levels[0].size(), 1u);
  EXPECT_EQ(reduced.highest[0], kAbsent);  // determined by its own equation, not by these
  EXPECT_EQ(reduced.highest[1], 1u);
}

TEST(IndexReduction, BringsOutDerivativesThatAreDemanded) {
  const System system = read_system(R"(
    variable x, y
    equation der(x) = -x
    equation y = 2*x
  )");
  const ReducedSystem reduced = reduce_index(system, {1, 1});
  EXPECT_THAT(reduced.highest, ElementsAre(1, 1));
  EXPECT_TRUE(test::are_equations(system, {reduced.levels[1].back()}, "der(y) = 2*der(x)"));
}

TEST(IndexReduction, OfConstraintsWithoutEndIsRefused) {
  const System system = read_system(R"(
    component a
    variable a.x, a.y, a.z
    equation a.x = sin(time)
    component b
    equation a.x = cos(time)
    equation a.y = der(a.z)
  )");
  const std::string message = message_of([&] { reduce_index(system); });
  EXPECT_THAT(message, HasSubstr("The equations of a, b constrain the same motion more than once"));
  EXPECT_THAT(message, HasSubstr("'a.x = cos(time)'"));
}

TEST(IndexReduction, RefusesToDifferentiateAnInput) {
  const System system = read_system(R"(
    input u
    variable v, i
    equation 3*der(v) = i
    equation v = u
  )");
  EXPECT_THAT(message_of([&] { reduce_index(system); }),
              HasSubstr("need the derivative of the input u, which is not given"));
}

TEST(IndexReduction, TakesTheRateOfAnInputThatIsGiven) {
  const System system = read_system(R"(
    input u, u_rate
    variable v, i
    rule der(u) = u_rate
    equation 3*der(v) = i
    equation v = u
  )");
  const ReducedSystem reduced = reduce_index(system);
  EXPECT_TRUE(test::are_equations(system, {reduced.levels[1].back()}, "der(v) = u_rate"));
}

TEST(TimeDerivative, KnowsRulesAndWhatIsConstantBetweenEvents) {
  System system = read_system(R"(
    parameter k = 3
    variable x, q
    discrete n
    rule der(q) = 2*x
    equation x = select(x < 1, 1, 2)
  )");
  system.indicators.push_back(test::read_expression(system, "1 - x"));
  Differentiator derivative = make_time_derivative(system);
  const Expr rate =
      derivative(test::read_expression(system, "k*x^2 + q + n*time + select(condition[1], x, 5)"));
  EXPECT_TRUE(test::are_equations(system, {rate},
                                  "2*k*x*der(x) + 2*x + n + select(condition[1], der(x), 0) = 0"));
}

TEST(Unknowns, AreWhatTheContinuousEquationsDetermine) {
  const System system = read_system(R"(
    parameter k = 3
    variable x, q
    discrete n
    input u
    rule der(q) = x
    equation x = k
  )");
  const Unknowns unknown(system);
  const auto is_unknown = [&](const char* leaf) {
    return unknown(test::read_expression(system, leaf));
  };
  EXPECT_TRUE(is_unknown("x"));
  EXPECT_TRUE(is_unknown("der(x)"));
  EXPECT_FALSE(is_unknown("q"));
  EXPECT_FALSE(is_unknown("n"));
  EXPECT_FALSE(is_unknown("u"));
  EXPECT_FALSE(is_unknown("k"));
  EXPECT_FALSE(is_unknown("time"));
}

TEST(DemandedOrders, AreThoseThatAnythingMentions) {
  System system = read_system(R"(
    variable s, v, a, x, y, z
    discrete n
    equation v = der(s)
    equation a = der(v)
    equation der(der(s)) = x + y + z
    initial equation der(x) = 1
    power supplied der(der(y))
    when der(z) > 0 then assign(n, 1)
  )");
  const Aliases aliases = remove_aliases(system, canonical_order(system)).aliases;
  EXPECT_THAT(demanded_orders(system, aliases), ElementsAre(2, 0, 0, 1, 2, 1, 0));
}

TEST(InputRates, AreRequiredWhereAnInputStandsForOthers) {
  const auto check = [](const char* rule) {
    System system = read_system(std::string("input u, r\n variable x\n") + rule +
                                "\n equation der(x) = 2*der(u)");
    return message_of([&] { require_input_rates(system); });
  };
  EXPECT_THAT(check(""), HasSubstr("need the derivative of the input u"));
  EXPECT_EQ(check("rule der(u) = r"), "no error");
}

}  // namespace
}  // namespace multibond
