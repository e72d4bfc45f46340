// The language in which the tests of the passes state systems: what it means, and that nothing in
// it is taken for something else.

#include "support/system_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace multibond {
namespace {

using test::has_equations;
using test::message_of;
using test::read_system;
using ::testing::HasSubstr;

TEST(SystemText, StatesVariablesWithAllTheirAttributes) {
  const System system = read_system(R"(
    parameter L = 2
    prefer fixed velocity v = 3*L (nominal 10, min -1, max 5, unit "m/s"), w
    reaction lambda
    discrete n = 4
  )");
  ASSERT_EQ(system.variables.size(), 4u);
  const SystemVariable& v = system.variables[0];
  EXPECT_EQ(v.path, "v");
  EXPECT_EQ(v.kind, VariableKind::velocity);
  EXPECT_EQ(v.hint, StateHint::prefer);
  EXPECT_TRUE(v.fixed && v.has_start);
  EXPECT_EQ(v.start, 6);
  EXPECT_EQ(test::to_text(system, v.start_value), "3 * L");
  EXPECT_EQ(v.nominal, 10);
  EXPECT_EQ(v.min, -1);
  EXPECT_EQ(v.max, 5);
  EXPECT_EQ(v.unit, "m/s");
  EXPECT_EQ(system.variables[1].kind, VariableKind::velocity);
  EXPECT_FALSE(system.variables[1].has_start);
  EXPECT_EQ(system.variables[2].kind, VariableKind::effort);
  EXPECT_TRUE(system.variables[2].reaction);
  EXPECT_EQ(system.variables[3].kind, VariableKind::discrete);
}

TEST(SystemText, PutsParametersIntoEquationsAsFlatteningDoes) {
  const System system = read_system(R"(
    parameter a = 3, b = 2*a
    structural parameter n = 5
    variable x
    equation x = a + b + n
  )");
  EXPECT_EQ(system.parameters[1].role, ParameterRole::dependent);
  EXPECT_EQ(system.parameters[1].value, 6);
  EXPECT_EQ(system.parameters[2].role, ParameterRole::structural);
  EXPECT_TRUE(has_equations(system, "x = 3*a + 5"));
}

TEST(SystemText, SortsEquationsByTheirRoles) {
  const System system = read_system(R"(
    variable x, y
    reaction f
    rule der(y) = 2*x
    equation der(x) = f
    connection x = y
    position equation y = x
    constraint x^2 + y^2 = 1 by f
    initial equation x = 0.5
    invariant x*y = 1
  )");
  ASSERT_EQ(system.equations.size(), 4u);
  EXPECT_EQ(system.equations[1].role, EquationRole::connection);
  EXPECT_EQ(system.equations[2].role, EquationRole::position);
  EXPECT_EQ(system.equations[3].role, EquationRole::constraint);
  EXPECT_EQ(system.equations[3].reaction, 2u);
  ASSERT_EQ(system.initial_equations.size(), 1u);
  EXPECT_EQ(system.initial_equations[0].role, EquationRole::initial);
  ASSERT_EQ(system.invariants.size(), 1u);
  EXPECT_TRUE(system.variables[1].has_rule);
  EXPECT_EQ(test::to_text(system, system.variables[1].rule), "2 * x");
}

TEST(SystemText, KnowsEventsModesAndPowers) {
  const System system = read_system(R"(
    variable x, i
    discrete n
    either x > 0 then i = 0; x = 1 slope i else i = x; x = 2
    when x < 0 and not (n == 3) then reinit(x, -x); assign(n, pre(n) + 1); terminate("done")
    initially assign(n, 7)
    power dissipated 5*i^2
  )");
  ASSERT_EQ(system.modes.size(), 1u);
  EXPECT_EQ(system.modes[0].then.size(), 2u);
  EXPECT_EQ(test::to_text(system, system.modes[0].then[1].slope), "i");
  EXPECT_EQ(system.modes[0].otherwise.size(), 2u);
  ASSERT_EQ(system.whens.size(), 2u);
  ASSERT_EQ(system.whens[0].actions.size(), 3u);
  EXPECT_EQ(system.whens[0].actions[0].kind, WhenAction::Kind::reinit);
  EXPECT_EQ(system.whens[0].actions[1].variable, 2u);
  EXPECT_EQ(system.whens[0].actions[2].message, "done");
  EXPECT_TRUE(system.whens[1].initial);
  EXPECT_EQ(system.powers[0].kind, PowerKind::dissipated);
}

TEST(SystemText, PutsWhatFollowsAComponentIntoIt) {
  const System system = read_system(R"(
    grounded component g
    component s
    component s.arm
    variable s.arm.x
    equation s.arm.x = 1
    model
    variable y
    connected g, s.arm
  )");
  ASSERT_EQ(system.components.size(), 4u);
  EXPECT_TRUE(system.components[1].grounded);
  EXPECT_EQ(system.components[3].parent, 2u);
  EXPECT_EQ(system.variables[0].component, 3u);
  EXPECT_EQ(system.equations[0].component, 3u);
  EXPECT_EQ(system.variables[1].component, 0u);
  EXPECT_EQ(system.edges[0], std::pair(1u, 3u));
}

TEST(SystemText, ReadsExpressionsAsTheyArePrinted) {
  const System system = read_system("variable x, y, mass[2].s\n discrete n");
  for (const char* text :
       {"x - (y - x)", "-x^2.5", "(-x)^2.5", "x / (y / x)", "x^(-0.5)", "2.5e-7 * x", "x + time",
        "sin(x) * atan2(y, x)", "select(x < y, 1, mass[2].s)", "der(der(x)) + pre(n)",
        "x < y or y <= x and not (x == y)", "no_event(min(x, y))", "exp(-x * y)"}) {
    EXPECT_EQ(test::to_text(system, test::read_expression(system, text)), text);
  }
  EXPECT_EQ(test::to_text(system, test::read_expression(system, "x^2")), "x * x");
  // > is < the other way round
  EXPECT_EQ(test::to_text(system, test::read_expression(system, "x > y")), "y < x");
}

TEST(SystemText, IsReadBackAsItIsWritten) {
  const std::string text = R"(parameter k = 2
structural parameter n = 3
parameter double = 2 * k
prefer variable x = 1
fixed velocity v
reaction f
discrete d = 4
rule der(x) = v
equation der(v) = f - k * x
constraint x^2.5 + v^2.5 = 1 by f
position equation x = 1
initial equation v = 0
invariant x * v = 1
either x < v then f = 0; d = 1 else f = v; d = 2
when x < 0 then reinit(v, -v); assign(d, 1); terminate("down")
initially assign(d, 2)
power supplied v * f
)";
  const System system = read_system(text);
  EXPECT_EQ(test::to_text(system), text);
}

TEST(SystemText, RefusesABadLineWithItsNumber) {
  const auto message = [](const char* line) {
    return message_of([&] { read_system(std::string("variable x, y\n\n# nothing\n") + line); });
  };
  EXPECT_EQ(message("equation x = y"), "no error");
  EXPECT_EQ(message("equation x = z"),
            "line 4: 'z' is neither a variable nor a parameter, before 'z'.");
  EXPECT_EQ(message("equation x + y"), "line 4: expected '=' at the end.");
  EXPECT_EQ(message("equation x = y y"), "line 4: expected the end of the line before 'y'.");
  EXPECT_EQ(message("equation x = (y"), "line 4: expected ')' at the end.");
  EXPECT_EQ(message("equation x = sinus(y)"), "line 4: 'sinus' is no function, before '(y)'.");
  EXPECT_EQ(message("equation der(x*y) = 1"), "line 4: expected ')' before '*y) = 1'.");
  EXPECT_EQ(message("equation der(2) = 1"),
            "line 4: only variables have a derivative: expected one before ') = 1'.");
  EXPECT_EQ(message("constraint x = y"), "line 4: expected 'by' at the end.");
  EXPECT_EQ(message("variable x"), "line 4: 'x' is declared already, at the end.");
  EXPECT_EQ(message("parameter k"), "line 4: expected '=' at the end.");
  EXPECT_EQ(message("variable z = y"),
            "line 4: expected a value that is made of parameters at the end.");
  EXPECT_EQ(message("variable z (typical 3)"),
            "line 4: expected nominal, min, max or unit before 'typical 3)'.");
  EXPECT_THAT(message("equations x = y"), HasSubstr("line 4: this begins no statement"));
  EXPECT_THAT(message("velocity equation x = y"), HasSubstr("only a position has equations"));
  EXPECT_THAT(message("component a.b"), HasSubstr("'a' is no component"));
  EXPECT_THAT(message("either x > 0 then x = 1"), HasSubstr("expected 'else'"));
  EXPECT_THAT(message("when x > 0 then jump(x, 1)"), HasSubstr("expected 'assign'"));
  EXPECT_THAT(message("power lost x"), HasSubstr("expected stored_energy"));
}

TEST(SystemText, ComparesEquationsAsFunctionsUpToTheirSign) {
  const System system =
      read_system("variable x, y\n equation (x + y)*(x - y) = 1\n equation x = y");
  EXPECT_TRUE(has_equations(system, "y = x\n y*y - x*x = -1"));
  EXPECT_FALSE(has_equations(system, "y = x"));
  EXPECT_FALSE(has_equations(system, "y = x\n y*y - x*x = -1\n y = x"));
  EXPECT_FALSE(has_equations(system, "y = -x\n y*y - x*x = -1"));
  EXPECT_THAT(has_equations(system, "y = -x\n y*y - x*x = -1").message(),
              HasSubstr("not expected: x - y = 0\n  missing: x + y = 0"));
}

}  // namespace
}  // namespace multibond
