// The pass alone; blocks of whole models are in tests/simulate/blocks_test.cc.

#include "multibond/compile/blocks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "multibond/compile/canonical.h"
#include "multibond/compile/hidden_constraints.h"
#include "src/compile/sample_states.h"
#include "support/block_values.h"
#include "support/system_text.h"

namespace multibond {
namespace {

using test::Lines;
using test::message_of;
using test::read_system;
using test::values_after;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct Solved {
  System system;
  StateSelection selection;
  BlockPlan plan;

  explicit Solved(std::string_view text, BlockStrategy strategy = BlockStrategy::regular)
      : system(read_system(text)) {
    selection = select_states(system, reduce_index(system), canonical_order(system).variable_rank);
    const std::vector<Redundancy::Configuration> closed;
    Samples samples = sample_states(system, closed);
    plan = solve_blocks(system, selection, samples, {strategy, strategy == BlockStrategy::repivot});
  }

  /// What each step computes.
  Lines order() const {
    Lines lines;
    for (const Step& step : plan.steps) {
      for (const Expr& leaf : step.leaves) lines.push_back(test::to_text(system, leaf));
    }
    return lines;
  }
};

std::string message(std::string_view text) {
  return message_of([&] { Solved solved(text); });
}

TEST(Blocks, OfNothingAreNone) {
  const Solved solved("variable x");
  EXPECT_THAT(solved.plan.steps, IsEmpty());
  EXPECT_THAT(solved.plan.reports, IsEmpty());
}

TEST(Blocks, ComeInTheOrderInWhichTheyNeedEachOther) {
  const Solved solved(R"(
    variable a, b, c, x
    equation a = 2*b
    equation b = c*c
    equation c = 3*x
    equation der(x) = a
  )");
  EXPECT_THAT(solved.order(), ElementsAre("c", "b", "a", "der(x)"));
  EXPECT_THAT(solved.plan.reports, IsEmpty());
  const auto values = values_after(solved.system, solved.plan.steps, {{"x", 2}});
  EXPECT_EQ(values.at("der(x)"), 72);
}

TEST(Blocks, OfOneUnknownDivideByItsCoefficient) {
  const Solved solved("parameter m = 4\n variable v\n equation m*der(v) + 3 = v");
  EXPECT_EQ(values_after(solved.system, solved.plan.steps, {{"v", 11}}).at("der(v)"), 2);
  EXPECT_THAT(solved.plan.watched, IsEmpty());
}

TEST(Blocks, OfAnUnknownWhoseCoefficientIsZeroAreRefused) {
  EXPECT_THAT(message(R"(
    component body
    parameter body.m = 0
    variable body.v, body.f
    equation body.m*der(body.v) = body.f
    equation body.f = -3*body.v
  )"),
              HasSubstr("der(body.v) cannot be determined"));
}

TEST(Blocks, OfCoefficientsThatVaryAreWatched) {
  const Solved solved("variable v = 1, x = 2\n equation (2 + x)*der(v) = 3\n equation der(x) = v");
  ASSERT_EQ(solved.plan.watched.size(), 1u);
  EXPECT_EQ(test::to_text(solved.system, solved.plan.watched[0].unknown), "der(v)");
  EXPECT_GT(solved.plan.watched[0].scale, 0);
}

TEST(Blocks, AreJudgedAtThePresentStateIfPivotsAreChosenAnew) {
  constexpr const char* kText = R"(
    variable v = 1, x = 2
    equation (2 + x)*der(v) = 3
    equation der(x) = v
  )";
  const Solved anew(kText, BlockStrategy::repivot), usual(kText);
  ASSERT_EQ(anew.plan.watched.size(), 1u);
  EXPECT_EQ(anew.plan.watched[0].scale, 4);   // 2 + x there
  EXPECT_NE(usual.plan.watched[0].scale, 4);  // its size over many states
}

TEST(Blocks, OfLinearEquationsAreEliminated) {
  const Solved solved(R"(
    parameter k = 3
    variable a, b, c
    equation 2*a + b = 4
    equation a + k*b + c = 5
    equation b - c = 6
  )");
  ASSERT_EQ(solved.plan.reports.size(), 1u);
  const BlockReport& report = solved.plan.reports[0];
  EXPECT_EQ(report.kind, BlockKind::linear);
  EXPECT_EQ(report.size, 3u);
  EXPECT_EQ(report.nonzeros, 7u);
  EXPECT_FALSE(report.run_time);
  const auto x = values_after(solved.system, solved.plan.steps, {});
  EXPECT_NEAR(2 * x.at("a") + x.at("b"), 4, 1e-13);
  EXPECT_NEAR(x.at("a") + 3 * x.at("b") + x.at("c"), 5, 1e-13);
  EXPECT_NEAR(x.at("b") - x.at("c"), 6, 1e-13);
}

TEST(Blocks, OfOtherEquationsAreSolvedByIteration) {
  const Solved solved(R"(
    variable a = 1, b
    equation a^2 + b = 7
    equation b = 2*a + time
  )");
  ASSERT_EQ(solved.plan.reports.size(), 1u);
  EXPECT_EQ(solved.plan.reports[0].kind, BlockKind::nonlinear);
  EXPECT_EQ(solved.plan.reports[0].size, 2u);
  EXPECT_EQ(solved.plan.reports[0].remaining, 1u);  // b follows from a
  EXPECT_THAT(solved.plan.reports[0].names, ElementsAre("a"));
  const auto x = values_after(solved.system, solved.plan.steps, {{"time", -1}});
  EXPECT_NEAR(x.at("a"), 2, 1e-12);
  EXPECT_NEAR(x.at("b"), 3, 1e-12);
}

TEST(Blocks, ThatDoNotDependOnEachOtherStayApart) {
  const Solved solved(R"(
    variable a, b, c, d
    equation a + b = 3
    equation a - b = 1
    equation c + 2*d = 5
    equation c - d = 2
  )");
  EXPECT_EQ(solved.plan.reports.size(), 2u);
  const auto x = values_after(solved.system, solved.plan.steps, {});
  EXPECT_EQ(x.at("a"), 2);
  EXPECT_EQ(x.at("d"), 1);
}

TEST(Blocks, ThatAreSingularSayWhatTheyLeaveOpen) {
  constexpr const char* kSingular = R"(
    component left
    variable left.a, right.b
    equation left.a + right.b = 3
    component right
    equation 2*left.a + 2*right.b = 6
  )";
  EXPECT_THAT(message(kSingular), HasSubstr("The equations of left, right do not determine"));
  try {
    Solved solved(kSingular);
    FAIL();
  } catch (const SingularBlock& block) {
    ASSERT_EQ(block.rows().size(), 2u);
    EXPECT_EQ(block.rows()[0].form.terms.size(), 2u);
    EXPECT_EQ(block.rows()[0].level, 0u);
  }
}

TEST(Blocks, ThatHaveNoMatchingAreRefused) {
  const System system = read_system(R"(
    component part
    variable part.x, part.y
    equation part.x = 3
    equation part.x = 2*time
  )");
  StateSelection selection;
  for (const char* name : {"part.x", "part.y"}) {
    selection.unknowns.push_back(test::read_expression(system, name));
  }
  for (std::uint32_t e : {0u, 1u}) {
    selection.equations.push_back({e, 0, system.equations[e].residual, false});
  }
  const std::vector<Redundancy::Configuration> closed;
  Samples samples = sample_states(system, closed);
  const std::string text = message_of([&] { solve_blocks(system, selection, samples); });
  EXPECT_THAT(text, HasSubstr("part.y is undetermined"));
  EXPECT_THAT(text, HasSubstr("of part says nothing new"));
}

constexpr const char* kPendulum = R"(
  variable x = 2, y = 0
  reaction f
  equation der(der(x)) = -x*f
  equation der(der(y)) = -y*f - 10
  constraint x^2 + y^2 = 4 by f
)";
const std::map<std::string, double> kSwinging{{"x", 2}, {"y", 0}, {"der(x)", 0}, {"der(y)", 3}};

TEST(Blocks, OfThePendulumGiveItsAccelerations) {
  const Solved solved(kPendulum);
  const auto x = values_after(solved.system, solved.plan.steps, kSwinging);
  EXPECT_NEAR(x.at("f"), 9.0 / 4, 1e-13);  // v^2 / L^2 at the side
  EXPECT_NEAR(x.at("der(der(x))"), -4.5, 1e-13);
  EXPECT_NEAR(x.at("der(der(y))"), -10, 1e-13);
  EXPECT_THAT(solved.plan.rank_flags, IsEmpty());
}

TEST(Blocks, InASingularPositionLeaveTheMultipliersToARunTimeSolver) {
  const Solved solved(kPendulum, BlockStrategy::kept);
  EXPECT_EQ(solved.plan.rank_flags.size(), 1u);
  ASSERT_EQ(solved.plan.reports.size(), 1u);
  EXPECT_TRUE(solved.plan.reports[0].run_time);
  const auto x = values_after(solved.system, solved.plan.steps, kSwinging);
  EXPECT_NEAR(x.at("f"), 9.0 / 4, 1e-13);
  EXPECT_NEAR(x.at("der(der(y))"), -10, 1e-13);
}

TEST(ComponentDepth, IsTheDistanceFromTheGround) {
  const System system = read_system(R"(
    grounded component ground
    component a
    component b
    component far
    connected ground, a
    connected b, a
  )");
  EXPECT_THAT(component_depth(system), ElementsAre(3, 0, 1, 2, 3));
}

TEST(ComponentDepth, FollowsEquationsInsideOfAComponent) {
  const System system = read_system(R"(
    grounded component ground
    component wrapper
    component wrapper.part
    variable wrapper.part.x
    connected ground, wrapper
    component other
    variable other.y
    equation other.y = wrapper.part.x
  )");
  // other speaks of the part; nothing says that the part is inside the wrapper
  const auto depth = component_depth(system);
  EXPECT_EQ(depth[2], 1u);
  EXPECT_EQ(depth[3], depth[4]);
}

TEST(ComponentDepth, IsUnknownWithoutAGround) {
  EXPECT_THAT(component_depth(read_system("component a\n component b\n connected a, b")),
              IsEmpty());
}

}  // namespace
}  // namespace multibond
