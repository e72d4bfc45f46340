#include "multibond/model/dimensions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace multibond {
namespace {

using testing::HasSubstr;

/// Variables and parameters with units, and equations between them.
class DimensionsTest : public testing::Test {
 protected:
  static System empty_system() {
    System system;
    system.pool = std::make_shared<ExprPool>();
    system.components = {{"", 0, false}, {"crane.body", 0, false}};
    return system;
  }

  Expr variable(const std::string& path, std::string_view unit) {
    SystemVariable v;
    v.path = system.texts->add(path);
    v.unit = unit;
    system.variables.push_back(v);
    return system.pool->variable(static_cast<std::uint32_t>(system.variables.size() - 1));
  }
  Expr parameter(const std::string& path, std::string_view unit, double value = 2) {
    SystemParameter p;
    p.path = system.texts->add(path);
    p.unit = unit;
    p.value = value;
    system.parameters.push_back(p);
    return system.pool->parameter(static_cast<std::uint32_t>(system.parameters.size() - 1));
  }
  Expr der(const Expr& x, std::uint32_t order = 1) {
    return system.pool->variable(x.index(), order);
  }
  Expr time() { return system.pool->time(); }

  void equation(const Expr& left, const Expr& right) {
    system.equations.push_back({left - right, left, right, 1});
  }
  /// The findings about this one equation.
  std::vector<Diagnostic> findings(const Expr& left, const Expr& right) {
    system.equations.clear();
    equation(left, right);
    return findings();
  }
  std::vector<Diagnostic> findings() {
    try {
      check_dimensions(system);
    } catch (const Error& error) {
      return error.diagnostics();
    }
    return {};
  }
  bool consistent(const Expr& left, const Expr& right) { return findings(left, right).empty(); }
  std::string message(const Expr& left, const Expr& right) {
    const auto found = findings(left, right);
    EXPECT_EQ(found.size(), 1u);
    return found.empty() ? "" : to_string(found.front());
  }

  System system = empty_system();
  Expr x = variable("crane.body.x", "m"), v = variable("crane.body.v", "m/s"),
       f = variable("crane.body.f", "N"), phi = variable("crane.body.phi", "rad"),
       w = variable("crane.body.w", "rad/s"), tau = variable("crane.body.tau", "N.m"),
       any = variable("crane.body.any", "");
  Expr m = parameter("crane.body.m", "kg"), r = parameter("crane.body.r", "m"),
       d = parameter("crane.body.d", "N.m.s/rad"), c = parameter("crane.body.c", "N/m");
};

TEST_F(DimensionsTest, PhysicsIsConsistent) {
  EXPECT_TRUE(consistent(m * der(v), f));
  EXPECT_TRUE(consistent(m * der(x, 2), f - c * x));
  EXPECT_TRUE(consistent(der(x), v));
  EXPECT_TRUE(consistent(v, r * w));
  EXPECT_TRUE(consistent(tau, d * w));
  EXPECT_TRUE(consistent(tau, f * r * sin(phi)));
  EXPECT_TRUE(consistent(x, r * (1.0 - cos(phi))));
  EXPECT_TRUE(consistent(v, x / time()));
  EXPECT_TRUE(consistent(pow(x, 2) + r * r, pow(r, 2)));
  EXPECT_TRUE(consistent(sqrt(x * x + r * r), x));
  EXPECT_TRUE(consistent(pow(x * x, 0.5), x));
  EXPECT_TRUE(consistent(pow(x, -1.0), 1.0 / x));
  EXPECT_TRUE(consistent(phi, atan2(x, r)));
  EXPECT_TRUE(consistent(f, select(x < r, c * x, 0.0)));
  EXPECT_TRUE(consistent(f, max(c * x, 0.0) * sign(v)));
  EXPECT_TRUE(consistent(f, (x < r) * f));
  EXPECT_TRUE(consistent(-1.0 * x, r));
}

TEST_F(DimensionsTest, NumbersAndUndeclaredUnitsFitEverything) {
  EXPECT_TRUE(consistent(f, 3.0));
  EXPECT_TRUE(consistent(f, 9.81 * m));
  EXPECT_TRUE(consistent(f, any));
  EXPECT_TRUE(consistent(f, any * x));
  EXPECT_TRUE(consistent(f + any, f + 2.0));
  EXPECT_TRUE(consistent(sin(any), exp(2.0 * x)));
  EXPECT_TRUE(consistent(f, pow(x, any)));
  EXPECT_TRUE(consistent(f, sqrt(x)));  // has no dimension of ours
}

TEST_F(DimensionsTest, TwoSidesOfDifferentDimensionAreNamedWithARemedy) {
  const auto found = findings(v * m, f);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].severity, Severity::error);
  EXPECT_EQ(found[0].path, "crane.body");
  EXPECT_EQ(found[0].text,
            "crane.body: in \"crane.body.v * crane.body.m = crane.body.f\" the left side is N.s "
            "(momentum), the right side N (force).");
  EXPECT_THAT(found[0].hint, HasSubstr("Correct the equation or a unit:"));
  EXPECT_THAT(found[0].hint, HasSubstr("crane.body.m [kg]"));
  EXPECT_THAT(found[0].hint, HasSubstr("crane.body.v [m/s]"));
}

TEST_F(DimensionsTest, ContradictionsInsideASideAreFoundWhereTheyAre) {
  EXPECT_THAT(message(f, any * (x + f)), HasSubstr("N (force) is added to m (length)"));
  EXPECT_THAT(message(x - v, 0.0), HasSubstr("m/s (velocity) is subtracted from m (length)"));
  EXPECT_THAT(message(f, any * max(x, v)), HasSubstr("max is given m (length) and m/s (velocity)"));
  EXPECT_THAT(message(f, select(x < v, f, 0.0)),
              HasSubstr("m (length) is compared with m/s (velocity)"));
  EXPECT_THAT(message(any, select(any < 1.0, f, x)), HasSubstr("the two cases are"));
  EXPECT_THAT(message(any, sin(x)),
              HasSubstr("the argument of sin is m (length) and should be an angle or pure number"));
  EXPECT_THAT(message(any, pow(2.0, x)), HasSubstr("an exponent is m (length)"));
  EXPECT_THAT(message(phi, atan2(x, v)), HasSubstr("atan2 is given"));
  EXPECT_THAT(message(der(x), x), HasSubstr("the left side is m/s (velocity)"));
  EXPECT_THAT(message(sqrt(x * x), f), HasSubstr("the left side is m (length)"));
}

TEST_F(DimensionsTest, OneMistakeIsOneFinding) {
  // the sum is wrong; that its unknown dimension meets others is not another mistake
  EXPECT_EQ(findings(sin((x + f) * v) + phi, any - (x + f)).size(), 1u);
}

TEST_F(DimensionsTest, FactorsOfUnitsDoNotMatter) {
  EXPECT_TRUE(consistent(variable("l", "mm"), x));
  EXPECT_TRUE(consistent(variable("alpha", "deg"), phi));
  EXPECT_TRUE(consistent(variable("T", "degC"), variable("T_K", "K")));
  EXPECT_TRUE(consistent(variable("n", "rpm"), w));
}

TEST_F(DimensionsTest, UnknownUnitsAreNamedOncePerUnit) {
  variable("crane.load[1]", "kilo");
  variable("crane.load[2]", "kilo");
  parameter("crane.length", "meter");
  const auto found = findings();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].text,
            "crane.load[1], crane.load[2] have the unit \"kilo\", which is not known.");
  EXPECT_EQ(found[0].path, "crane.load[1]");
  EXPECT_THAT(found[1].text, HasSubstr("crane.length has the unit \"meter\""));
  EXPECT_THAT(found[1].hint, HasSubstr("N.m/rad"));
}

TEST_F(DimensionsTest, AtMostTenAreReportedAndTheRestCounted) {
  for (int i = 0; i < 14; ++i) equation(x * pow(f, i), f * pow(f, i));
  const auto found = findings();
  ASSERT_EQ(found.size(), 11u);
  EXPECT_EQ(found.back().severity, Severity::note);
  EXPECT_EQ(found.back().text, "4 more equations contradict their units.");
}

TEST_F(DimensionsTest, AllKindsOfStatementsAreChecked) {
  system.initial_equations.push_back({x - f, x, f, 0, EquationRole::initial});
  system.invariants.push_back({x - v, x - v, 0.0, 1, EquationRole::invariant});
  system.variables[x.index()].has_rule = true;
  system.variables[x.index()].rule = f;
  system.whens.push_back({1,
                          x < f,
                          {{WhenAction::Kind::reinit, v.index(), x, ""},
                           {WhenAction::Kind::terminate, 0, 0.0, "end"}}});
  const auto found = findings();
  ASSERT_EQ(found.size(), 5u);
  EXPECT_THAT(found[0].text, HasSubstr("The model: in \"crane.body.x = crane.body.f\""));
  EXPECT_THAT(found[1].text, HasSubstr("is subtracted from"));
  EXPECT_THAT(found[2].text, HasSubstr("der(crane.body.x) = crane.body.f"));
  EXPECT_THAT(found[3].text, HasSubstr("is compared with"));
  EXPECT_THAT(found[4].text, HasSubstr("crane.body.v = crane.body.x"));
}

TEST_F(DimensionsTest, AParameterOfValueOneMayHaveBeenFoldedAway) {
  // m = 1 kg: the equation m a = f has become a = f
  EXPECT_FALSE(consistent(der(v), f));
  parameter("crane.body.mass", "kg", 1);
  EXPECT_TRUE(consistent(der(v), f));
  EXPECT_FALSE(consistent(x, v));  // mass does not explain this
  EXPECT_FALSE(consistent(any * (x + v), f));
}

TEST_F(DimensionsTest, LongProductsDoNotOverflow) {
  Expr product = x, deep = phi;
  for (int i = 0; i < 300000; ++i) {
    product = product * x;
    deep = sin(deep);
  }
  EXPECT_TRUE(consistent(product, f));
  EXPECT_TRUE(consistent(deep, phi));
  Expr shared = x;  // 2^60 terms in 60 nodes
  for (int i = 0; i < 60; ++i) shared = max(shared, shared + r);
  EXPECT_TRUE(consistent(shared, x));
  EXPECT_THAT(message(shared, f), HasSubstr("the left side is m (length)"));
}

TEST_F(DimensionsTest, AnEmptySystemIsConsistent) { EXPECT_NO_THROW(check_dimensions(System{})); }

}  // namespace
}  // namespace multibond
