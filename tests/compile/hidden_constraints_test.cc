#include "multibond/compile/hidden_constraints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "multibond/compile/plan.h"
#include "support/system_text.h"

namespace multibond {
namespace {

using test::read_system;
using ::testing::Contains;
using ::testing::Each;
using ::testing::IsEmpty;
using ::testing::Not;

/// Looks for a hidden constraint in a block of all equations at their top level, in all their
/// highest derivatives.
std::optional<HiddenConstraint> find(const System& system) {
  const ReducedSystem reduced = reduce_index(system);
  std::vector<SingularBlock::Row> rows;
  for (std::uint32_t e = 0; e < system.equations.size(); ++e) {
    const auto level = static_cast<std::uint32_t>(reduced.levels[e].size() - 1);
    const auto form = linear_form(reduced.levels[e].back(), [&](const Expr& leaf) {
      return reduced.is_unknown(leaf) && leaf.order() == reduced.highest[leaf.index()];
    });
    rows.push_back({e, level, form.value()});
  }
  return find_hidden_constraint(system, reduced, SingularBlock(Error("", "singular"), rows));
}

// m times the first equation less the second leaves m x1 = x2, a constraint between states.
constexpr const char* kCancelling = R"(
  parameter m = 3
  variable e, f, x1 = 1, x2
  equation e + f + x1 = 0
  equation m*e + m*f + x2 = 0
  equation der(x1) = e
  equation der(x2) = f + time
)";

TEST(HiddenConstraints, AreWhatRemainsWhereUnknownsCancel) {
  const System system = read_system(kCancelling);
  const auto hidden = find(system);
  ASSERT_TRUE(hidden.has_value());
  ASSERT_LE(hidden->equation, 1u);
  const LinearForm form =
      linear_form(hidden->residual, [](const Expr& l) { return l.op() == Op::variable; }).value();
  ASSERT_EQ(form.terms.size(), 2u);
  const auto coefficient = [&](const char* name) {
    return system.evaluate(form.coefficient(test::read_expression(system, name)));
  };
  EXPECT_NEAR(coefficient("x1") / coefficient("x2"), -3, 1e-12);
  EXPECT_TRUE(form.rest.is_number(0));
  // the equation that gives way keeps the scale it had
  EXPECT_NEAR(coefficient(hidden->equation == 0 ? "x1" : "x2"), 1, 1e-12);
  EXPECT_THAT(hidden->parameters, Each(0u));  // the value of m made the terms cancel
  EXPECT_THAT(hidden->parameters, Not(IsEmpty()));
}

TEST(HiddenConstraints, AreNoneInARegularBlock) {
  const System system = read_system(R"(
    variable e, f
    equation e + f = time
    equation e - f = 1
  )");
  EXPECT_FALSE(find(system).has_value());
}

TEST(HiddenConstraints, AreNoneWhereTheCombinationSaysNothing) {
  // The second is twice the first: 0 = 0, and e and f are undetermined for good.
  const System system = read_system(R"(
    variable e, f
    equation e + f = 3
    equation 2*e + 2*f = 6
  )");
  EXPECT_FALSE(find(system).has_value());
}

TEST(HiddenConstraints, AreLookedForWithConstantFactorsOnly) {
  // e and f cancel everywhere, but with a factor that varies.
  const System system = read_system(R"(
    variable e, f, x1, x2, x3
    equation e + f + x1 = 0
    equation cos(x3)*e + cos(x3)*f + x2 = 0
    equation der(x1) = e
    equation der(x2) = f + time
    equation der(x3) = 1
  )");
  EXPECT_FALSE(find(system).has_value());
}

TEST(HiddenConstraints, NeverTakeThePlaceOfAStatedConstraint) {
  System system = read_system(kCancelling);
  system.equations[0].role = system.equations[1].role = EquationRole::constraint;
  EXPECT_FALSE(find(system).has_value());
}

TEST(HiddenConstraints, AreFoundBehindDifferentiatedEquations) {
  // The same one level up: the equations were differentiated once before the block showed it.
  const System system = read_system(R"(
    variable x1, x2, e, f
    equation e + f + x1 = 0
    equation 3*e + 3*f + x2 = 0
    equation der(x1) = e
    equation der(x2) = f + time
  )");
  ReducedSystem reduced = reduce_index(system);
  Differentiator derivative = make_time_derivative(system);
  std::vector<SingularBlock::Row> rows;
  for (const std::uint32_t e : {0u, 1u}) {
    reduced.levels[e].push_back(derivative(reduced.levels[e].back()));
    const auto form = linear_form(reduced.levels[e].back(), [&](const Expr& leaf) {
      return leaf.op() == Op::variable && leaf.order() == 1 && leaf.index() >= 2;
    });
    rows.push_back({e, 1, form.value()});
  }
  const auto hidden =
      find_hidden_constraint(system, reduced, SingularBlock(Error("", "singular"), rows));
  ASSERT_TRUE(hidden.has_value());
  // what takes the place of the equation is undifferentiated again
  EXPECT_FALSE(depends_on(hidden->residual,
                          [](const Expr& l) { return l.op() == Op::variable && l.order() > 0; }));
}

TEST(HiddenConstraints, LetAModelWithCancellingTermsCompile) {
  const Plan plan = compile(read_system(kCancelling));
  EXPECT_EQ(plan.states(), 1u);
  EXPECT_THAT(plan.combined, Contains(0u));
}

}  // namespace
}  // namespace multibond
