#include "multibond/compile/nonlinear_block.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "src/compile/sample_states.h"
#include "support/block_values.h"
#include "support/system_text.h"

namespace multibond {
namespace {

using test::read_system;
using test::values_after;
using ::testing::ElementsAre;

/// All equations of a system for all its variables that have one of these names.
struct Torn {
  System system;
  std::vector<Redundancy::Configuration> closed;
  Samples samples;
  NonlinearPlan plan;

  Torn(std::string_view text, const std::vector<const char*>& unknowns)
      : system(read_system(text)), samples(sample_states(system, closed)) {
    NonlinearBlock block;
    for (const SystemEquation& equation : system.equations) {
      block.residuals.push_back(equation.residual);
    }
    for (const char* name : unknowns) {
      block.unknowns.push_back(test::read_expression(system, name));
    }
    plan = plan_nonlinear_block(system, block, samples);
  }
};

TEST(NonlinearBlock, OfOneUnknownIsIteratedOn) {
  const Torn torn("variable x = 1, u\n equation x^3 = u", {"x"});
  EXPECT_THAT(torn.plan.iteration_names, ElementsAre("x"));
  EXPECT_NEAR(values_after(torn.system, {torn.plan.step}, {{"u", 8}}).at("x"), 2, 1e-12);
}

TEST(NonlinearBlock, IteratesOnAsFewAsItCan) {
  // a chain: all follow from x, which the last equation decides
  const Torn torn(R"(
    variable x = 1, a, b, c
    equation a = 2*x
    equation b = a + 1
    equation c = 3*b
    equation x*c = 18
  )",
                  {"x", "a", "b", "c"});
  EXPECT_EQ(torn.plan.iteration_names.size(), 1u);
  const auto x = values_after(torn.system, {torn.plan.step}, {});
  EXPECT_NEAR(x.at("x") * x.at("c"), 18, 1e-10);
  EXPECT_NEAR(x.at("c"), 3 * (2 * x.at("x") + 1), 1e-12);
}

TEST(NonlinearBlock, PrefersToIterateOnWhatHasAStartValue) {
  const char* names[] = {"a", "b"};
  for (const char* started : names) {
    const Torn torn(std::string("variable ") + (started[0] == 'a' ? "a = 2, b" : "a, b = 2") +
                        "\n equation a = b + 1\n equation a*b = 6",
                    {"a", "b"});
    EXPECT_THAT(torn.plan.iteration_names, ElementsAre(started));
  }
}

TEST(NonlinearBlock, StaysWithinTheLimitsOfItsVariables) {
  const auto root = [](const char* limits) {
    const Torn torn(std::string("variable x = 0.1 ") + limits + ", u\n equation x^2 = u", {"x"});
    return values_after(torn.system, {torn.plan.step}, {{"u", 9}}).at("x");
  };
  EXPECT_NEAR(root("(min 0, max 10)"), 3, 1e-12);
  EXPECT_NEAR(root("(min -10, max 0)"), -3, 1e-12);
}

TEST(NonlinearBlock, TakesAllThatItKnowsAsArguments) {
  const Torn torn(R"(
    parameter k = 5
    variable x = 1, u
    discrete n
    equation x + exp(x) = k*u + n + time
  )",
                  {"x"});
  test::Lines arguments = test::to_text(torn.system, torn.plan.step.arguments);
  std::ranges::sort(arguments);
  EXPECT_THAT(arguments, ElementsAre("k", "n", "time", "u"));
}

TEST(NonlinearBlock, NamesItsSolverForMessages) {
  const Torn torn("variable diode.v = 1, u\n equation exp(diode.v) = u", {"diode.v"});
  EXPECT_EQ(torn.plan.step.solver->name(), "the non-linear equations of diode.v");
}

TEST(NonlinearBlock, DefinesTheSamplesOfItsUnknowns) {
  Torn torn("variable x = 1, u = 8, y\n equation x^3 + x = u\n equation y = 2*x", {"x", "y"});
  const Expr x = test::read_expression(torn.system, "x"),
             y = test::read_expression(torn.system, "y");
  const Expr u = test::read_expression(torn.system, "u");
  for (std::size_t s = 0; s < torn.samples.count(); ++s) {
    const double value = torn.samples.value(x, s);
    EXPECT_NEAR(value * value * value + value, torn.samples.value(u, s), 1e-9);
    EXPECT_NEAR(torn.samples.value(y, s), 2 * value, 1e-12);
  }
}

TEST(NonlinearBlock, HasNoSampleWhereItHasNoSolution) {
  Torn torn("variable x = 1, u = 4\n equation x^2 = u", {"x"});
  const Expr x = test::read_expression(torn.system, "x"),
             u = test::read_expression(torn.system, "u");
  std::size_t without = 0;
  for (std::size_t s = 0; s < torn.samples.count(); ++s) {
    const bool none = std::isnan(torn.samples.value(x, s));
    if (none) ++without;
    EXPECT_TRUE(none || torn.samples.value(u, s) >= 0);
  }
  EXPECT_GT(without, 0u);
  EXPECT_EQ(torn.samples.value(x, 0), 2);
}

}  // namespace
}  // namespace multibond
