#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "modelica/text.h"

namespace multibond::modelica {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// -- modifiers and lookup -------------------------------------------------------------------------

TEST(Flatten, AModifierMeansTheNamesOfThePlaceWhereItStands) {
  const Result result = run(R"(
    model Part parameter Real m = 1; parameter Real n = 10 * m; Real x = m + n; end Part;
    model M parameter Real m = 3; Part part(m = m); end M;)");
  EXPECT_EQ(result.final("part.m"), 3);
  EXPECT_EQ(result.final("part.x"), 33);
}

TEST(Flatten, TheOuterModifierWins) {
  const Result result = run(R"(
    model A parameter Real p = 1; Real x = p; end A;
    model B extends A(p = 2); end B;
    model C B b(p = 3); end C;
    model M C c; C d(b(p = 4)); B e; end M;)");
  EXPECT_EQ(result.final("c.b.x"), 3);
  EXPECT_EQ(result.final("d.b.x"), 4);
  EXPECT_EQ(result.final("e.x"), 2);
}

TEST(Flatten, SettingsAreModifiersOfTheModel) {
  const std::string text = "model A parameter Real p = 1; end A; model M A a; Real x = a.p; end M;";
  Library library;
  library.load_text("Text.mo", text);
  const System system = flatten(library, "M", {{{"a.p", "2 * 3"}}});
  EXPECT_EQ(simulate(compile_model(system)).final("x"), 6);
}

TEST(Flatten, SettingsOfVariablesAreRefused) {
  const auto set = [](const std::string& name) {
    return flat(
        "model M Real x(start = 1, fixed = true), y = 2 * x; input Real u;\n"
        "equation der(x) = -u; end M;",
        "M", {{{name, "2"}}});
  };
  try {
    set("y");
    FAIL() << "nothing is wrong";
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostics()[0].text,
              "y is a variable: its value follows from the equations.");
    EXPECT_THAT(error.diagnostics()[0].hint, HasSubstr("--set y.start=VALUE"));
  }
  EXPECT_THROW(set("x"), Error);
  EXPECT_NEAR(simulate(compile_model(set("u")), {.stop = 3}).final("x"), -5, 1e-9);
  EXPECT_NO_THROW(set("x.start"));
}

TEST(Flatten, AnIndexThatVariesChooses) {
  const Result result = run(R"(
    model M Integer k(start = 3); Real v[3] = {time, 10, 20}, y = v[k];
    equation when time > 0.5 then k = 2; end when; end M;)");
  EXPECT_EQ(result.at("y", 0.25), 20);
  EXPECT_EQ(result.final("y"), 10);
}

TEST(Flatten, ClassesAndComponentsAreRedeclared) {
  const Result result = run(R"(
    model One Real y = 1; end One;
    model Two parameter Real k = 2; Real y = k; end Two;
    model Box replaceable model Inside = One; Inside a; replaceable One b; end Box;
    model M Box box(redeclare model Inside = Two(k = 5), redeclare Two b(k = 7)); end M;)");
  EXPECT_EQ(result.final("box.a.y"), 5);
  EXPECT_EQ(result.final("box.b.y"), 7);
}

TEST(Flatten, ARedeclarationKeepsTheModifiersOfItsConstraint) {
  const Result result = run(R"(
    partial model Signal parameter Real offset = 0; Real y; end Signal;
    model Constant extends Signal; parameter Real k = 1; equation y = offset + k; end Constant;
    model Box parameter Real p = 5; replaceable Signal s(offset = p);
      replaceable model T = Constant(offset = 7); T t; end Box;
    model M Box box(redeclare Constant s(k = 2), redeclare model T = Constant(k = 3));
      Box other(redeclare Constant s(k = 2, offset = 1)); end M;)");
  EXPECT_EQ(result.final("box.s.y"), 7);
  EXPECT_EQ(result.final("box.t.y"), 10);
  EXPECT_EQ(result.final("other.s.y"), 3);
}

TEST(Flatten, OuterComponentsAreThoseOfTheNearestInner) {
  const Result result = run(R"(
    model World parameter Real g = 9; end World;
    model Part outer World world; Real x = world.g; end Part;
    model Box inner World world(g = 2); Part part; end Box;
    model M inner World world(g = 1); Part part; Box box; end M;)");
  EXPECT_EQ(result.final("part.x"), 1);
  EXPECT_EQ(result.final("box.part.x"), 2);
}

TEST(Flatten, AMissingInnerIsMadeWithAWarning) {
  const System system = flat(
      "model World parameter Real g = 9; end World;\n"
      "model Part outer World world; Real x = world.g; end Part;\nmodel M Part part; end M;",
      "M");
  ASSERT_FALSE(system.diagnostics.empty());
  EXPECT_THAT(system.diagnostics[0].text, HasSubstr("needs an inner component world"));
}

TEST(Flatten, NamesAreFoundThroughImportsAndEnclosingPackages) {
  const Result result = run(R"(
    package P constant Real c = 2; package Q constant Real d = 3 * c; end Q;
      model M import Q2 = P.Q; import P.Q.d; Real x = Q2.d + d + c; end M; end P;)",
                            "P.M");
  EXPECT_EQ(result.final("x"), 14);
}

TEST(Flatten, ConditionalComponentsAndTheirConnectionsMayBeAbsent) {
  const Result result = run(R"(
    connector In = input Real; connector Out = output Real;
    model Source Out y; equation y = 4; end Source;
    model Sink In u; Real z = u; end Sink;
    model M parameter Boolean on = false; Source s; Sink a if on; Sink b;
    equation connect(s.y, a.u); connect(s.y, b.u); end M;)");
  EXPECT_FALSE(result.has("a.z"));
  EXPECT_EQ(result.final("b.z"), 4);
}

// -- arrays and records ---------------------------------------------------------------------------

TEST(Flatten, ElementsOfAnArrayTakeTheirPartOfAModifier) {
  const Result result = run(R"(
    model A parameter Real p = 0; parameter Real q = 0; Real x[2] = {p, q}; end A;
    model M parameter Integer n = 3; A a[n](p = {i^2 for i in 1:n}, each q = 7);
      Real s = sum(a.x[1]) + a[end].x[2]; end M;)");
  EXPECT_EQ(result.final("a[3].x[1]"), 9);
  EXPECT_EQ(result.final("s"), 1 + 4 + 9 + 7);
}

TEST(Flatten, MatricesAreMultipliedAndJoined) {
  const Result result = run(R"(
    model M Real A[2, 2] = [1, 2; 3, 4]; Real b[2] = A * {1, 1}; Real c = {1, 2} * b;
      Real d[3] = cross({1, 0, 0}, {0, 1, 0}); Real e[2, 2] = transpose(A);
      Real f = sum(cat(1, b, d)); Real g[2] = A[2, :]; Real h = A[end, 1]; end M;)");
  EXPECT_EQ(result.final("b[2]"), 7);
  EXPECT_EQ(result.final("c"), 17);
  EXPECT_EQ(result.final("d[3]"), 1);
  EXPECT_EQ(result.final("e[1,2]"), 3);
  EXPECT_EQ(result.final("f"), 11);
  EXPECT_EQ(result.final("g[1]"), 3);
  EXPECT_EQ(result.final("h"), 3);
}

TEST(Flatten, ARecordIsBoundAsAWholeOrFieldByField) {
  const Result result = run(R"(
    record R parameter Real a = 1; parameter Real b = 2; end R;
    model Part parameter R r; Real x = r.a + 10 * r.b; end Part;
    model M parameter R mine(b = 5); Part p(r = mine); Part q(r(a = 3)); Part s(r = R(7, b = 8));
    end M;)");
  EXPECT_EQ(result.final("p.x"), 51);
  EXPECT_EQ(result.final("q.x"), 23);
  EXPECT_EQ(result.final("s.x"), 87);
}

TEST(Flatten, SizesFollowFromValues) {
  const Result result = run(R"(
    model M parameter Real v[:] = {1, 2, 3, 4}; parameter Integer n = size(v, 1);
      Real x[n] = 2 * v; end M;)");
  EXPECT_EQ(result.final("x[4]"), 8);
}

// -- functions ------------------------------------------------------------------------------------

TEST(Flatten, FunctionsRunOnNumbersAndOnVariables) {
  const Result result = run(R"(
    function f input Real u[:]; output Real y = 0; output Integer n;
    algorithm n := size(u, 1); for i in 1:n loop y := y + u[i]^2; end for; y := sqrt(y); end f;
    function limited input Real u; output Real y;
    algorithm if u > 1 then y := 1; elseif u < -1 then y := -1; else y := u; end if; end limited;
    model M parameter Real p = f({3, 4}); Real x(start = 0, fixed = true); Real y; Real a, b;
    equation der(x) = p; y = limited(x); (a, b) = f({x, x}); end M;)");
  EXPECT_NEAR(result.final("x"), 5, 1e-9);
  EXPECT_NEAR(result.final("y"), 1, 1e-9);
  EXPECT_NEAR(result.final("a"), 5 * std::sqrt(2.0), 1e-8);
  EXPECT_EQ(result.final("b"), 2);
}

TEST(Flatten, ALoopMayEndByAVariable) {
  const Result result = run(R"(
    function look input Real u; input Real t[:, 2]; output Real y;
    protected Integer i;
    algorithm i := 1;
      while i < size(t, 1) - 1 and u >= t[i + 1, 1] loop i := i + 1; end while;
      y := t[i, 2] + (u - t[i, 1]) * (t[i + 1, 2] - t[i, 2]) / (t[i + 1, 1] - t[i, 1]);
    end look;
    model M Real x = 4 * time; Real y = look(x, [0, 0; 1, 10; 2, 0; 3, 5]); end M;)");
  EXPECT_NEAR(result.at("y", 0.125), 5, 1e-6);
  EXPECT_NEAR(result.at("y", 0.375), 5, 1e-6);
  EXPECT_NEAR(result.at("y", 0.625), 2.5, 1e-6);
}

// -- connections ----------------------------------------------------------------------------------

constexpr const char* kCircuit = R"(
  connector Pin Real v; flow Real i; end Pin;
  partial model TwoPin Pin p, n; Real v = p.v - n.v; equation p.i + n.i = 0; end TwoPin;
  model Resistor extends TwoPin; parameter Real R = 1; equation v = R * p.i; end Resistor;
  model Capacitor extends TwoPin(v(start = 0, fixed = true)); parameter Real C = 1;
  equation p.i = C * der(v); end Capacitor;
  model Source extends TwoPin; parameter Real V = 1; equation v = V; end Source;
  model Ground Pin p; equation p.v = 0; end Ground;
)";

TEST(Flatten, AnRCCircuitCharges) {
  const Result result = run(std::string(kCircuit) + R"(
    model M Resistor r(R = 2); Capacitor c(C = 0.25); Source s(V = 3); Ground g;
    equation connect(s.p, r.p); connect(r.n, c.p); connect(c.n, s.n); connect(s.n, g.p); end M;)");
  EXPECT_NEAR(result.final("c.v"), 3 * (1 - std::exp(-2.0)), 1e-7);
}

TEST(Flatten, ConnectorsOfASubmodelPassFlowsOn) {
  const Result result = run(std::string(kCircuit) + R"(
    model Two Pin p, n; Resistor a(R = 1), b(R = 3);
    equation connect(p, a.p); connect(p, b.p); connect(a.n, n); connect(b.n, n); end Two;
    model M Two two; Source s(V = 3); Ground g;
    equation connect(s.p, two.p); connect(two.n, s.n); connect(s.n, g.p); end M;)");
  EXPECT_NEAR(result.final("s.p.i"), -4, 1e-12);
}

TEST(Flatten, ALoopOfOverconstrainedRecordsIsCut) {
  const Result result = run(R"(
    record Angle Real c, s;
      function equalityConstraint input Angle a; input Angle b; output Real residue[1];
      algorithm residue := {a.s * b.c - a.c * b.s}; end equalityConstraint;
    end Angle;
    connector F Angle R; Real x; flow Real t; end F;
    model World F f; equation Connections.root(f.R); f.R.c = 1; f.R.s = 0; f.x = 0; end World;
    partial model Link F a, b; Real phi;
    equation Connections.branch(a.R, b.R); b.R.c = a.R.c * cos(phi) - a.R.s * sin(phi);
      b.R.s = a.R.s * cos(phi) + a.R.c * sin(phi); a.t + b.t = 0; b.x = a.x + a.t; end Link;
    model Turn extends Link; parameter Real angle = 0; equation phi = angle; end Turn;
    model Joint extends Link; end Joint;
    model M World w; Turn p(angle = 0.5); Joint q;
    equation connect(w.f, p.a); connect(p.b, q.a); connect(q.b, w.f); end M;)");
  EXPECT_NEAR(result.final("q.phi"), -0.5, 1e-8);
}

// -- equations, events ----------------------------------------------------------------------------

TEST(Flatten, IfEquationsChooseByParametersOrByVariables) {
  const Result result = run(R"(
    model M parameter Integer n = 2; Real x, y;
    equation if n == 1 then x = 1; elseif n == 2 then x = 2; end if;
      if time < 0.5 then y = 1; else y = 3 * x; end if; end M;)");
  EXPECT_EQ(result.final("x"), 2);
  EXPECT_EQ(result.at("y", 0.25), 1);
  EXPECT_EQ(result.final("y"), 6);
}

TEST(Flatten, ABallBounces) {
  const Result result = run(R"(
    model M parameter Real e = 0.5; Real h(start = 1, fixed = true), v(start = 0, fixed = true);
      Integer n(start = 0);
    equation der(h) = v; der(v) = -9.81;
      when h < 0 then reinit(v, -e * pre(v)); n = pre(n) + 1; end when; end M;)",
                            "M", 0.6);
  const double fall = std::sqrt(2 / 9.81), v = 0.5 * std::sqrt(2 * 9.81), t = 0.6 - fall;
  EXPECT_EQ(result.final("n"), 1);
  EXPECT_NEAR(result.final("h"), v * t - 9.81 / 2 * t * t, 1e-6);
}

TEST(Flatten, SamplesAreTaken) {
  const Result result = run(R"(
    model M discrete Real y(start = 0); Integer n(start = 0);
    equation when sample(0.1, 0.2) then y = time; n = pre(n) + 1; end when; end M;)");
  EXPECT_NEAR(result.final("y"), 0.9, 1e-9);
  EXPECT_EQ(result.final("n"), 5);
}

TEST(Flatten, ABooleanRemembersItsValueBeforeAnEvent) {
  const Result result = run(R"(
    model M "hysteresis" Real u = sin(10 * time); Boolean on(start = false); Real t(start = 0, fixed = true);
    equation on = u > 0.5 or pre(on) and u > -0.5; der(t) = if on then 1 else 0; end M;)");
  // On from 30 degrees to 210, and again one turn later.
  EXPECT_NEAR(result.final("t"), 2 * M_PI / 10, 1e-6);
}

TEST(Flatten, AnAlgorithmRunsInOrder) {
  const Result result = run(R"(
    model M Real x, y; algorithm x := time; y := 2 * x; x := x + y; end M;)");
  EXPECT_NEAR(result.final("x"), 3, 1e-12);
  EXPECT_NEAR(result.final("y"), 2, 1e-12);
}

TEST(Flatten, AParameterIsFoundAtTheStart) {
  const Result result = run(R"(
    model M parameter Real k(fixed = false, start = 1); Real x(start = 2, fixed = true);
    initial equation der(x) = -6; equation der(x) = -k * x; end M;)");
  EXPECT_NEAR(result.final("k"), 3, 1e-9);
}

TEST(Flatten, ExperimentAndFlatText) {
  Library library;
  library.load_text("Text.mo",
                    "model M Real x(start = 1); equation der(x) = -x;\n"
                    "annotation(experiment(StopTime = 5, Tolerance = 1e-8)); end M;");
  EXPECT_EQ(experiment(library, library.find("M")).stop, 5);
  EXPECT_THAT(flat_text(flatten(library, "M")), HasSubstr("der(x) = -x;"));
}

TEST(Flatten, ArraysOfComponentsCostTheirNumber) {
  const System system = flat(
      "model A parameter Real p = 1; Real x(start = p, fixed = true); equation der(x) = -p * x;\n"
      "end A; model M A a[2000](p = linspace(1, 2, 2000)); end M;",
      "M");
  EXPECT_EQ(system.variables.size(), 2000u);
  EXPECT_EQ(system.equations.size(), 2000u);
}

// -- what is wrong --------------------------------------------------------------------------------

struct Wrong {
  const char* text;
  const char* message;
};
class FlattenMistakes : public testing::TestWithParam<Wrong> {};

TEST_P(FlattenMistakes, AreToldWithTheirLine) {
  EXPECT_THAT(refusal(GetParam().text), HasSubstr(GetParam().message)) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Wrong, FlattenMistakes,
    testing::Values(
        Wrong{"model M\n  Reel x;\nend M;", "2: The name Reel is not known in M"},
        Wrong{"model M\n  Real x = yy;\n  Real y;\nend M;", "2: The name yy is not known"},
        Wrong{"package P end P;\nmodel M\n  P.Q x;\nend M;", "3: There is no Q in P"},
        Wrong{"model A end A;\nmodel M\n  A a(p = 1);\nend M;",
              "3: a has no p that a modifier could change"},
        Wrong{"model A Real x; end A;\nmodel M\n  extends A(y = 1);\nend M;", "has no y"},
        Wrong{"model M\n  Real x(strat = 1);\nend M;", "2: x has no attribute strat"},
        Wrong{"model M\n  parameter Real p;\nend M;", "2: p has no value"},
        Wrong{"model M\n  parameter Real p = q;\n  parameter Real q = p;\nend M;",
              "depends on itself"},
        Wrong{"model M\n  parameter Integer n = size(x, 1);\n  Real x[n];\nend M;",
              "depends on itself"},
        Wrong{"model M\n  Real x[3] = {1, 2};\nend M;",
              "2: x has the size [3], but its value is Integer[2]"},
        Wrong{"model M\n  Real x[2];\nequation\n  x = {1, 2, 3};\nend M;",
              "4: The sides of an equation are Real[2] and Integer[3]"},
        Wrong{"model M\n  Real x = {1, 2} + {1, 2, 3};\nend M;",
              "2: Integer[2] + Integer[3] is not defined"},
        Wrong{"model M\n  Real x[2] = {1, 2};\n  Real y = x[3];\nend M;",
              "3: The subscript 3 of x[3] is not between 1 and 2"},
        Wrong{"model M\n  Boolean b = 3;\nend M;", "2: b is Boolean, but its value is Integer"},
        Wrong{"model M\n  Real x = true;\nend M;", "2: x is Real, but its value is Boolean"},
        Wrong{"model M\n  parameter Real p = time;\nend M;",
              "2: The value of the parameter p changes with time"},
        Wrong{"model M\n  Real x;\nequation\n  x = f(1);\nend M;", "4: The name f is not known"},
        Wrong{"function f input Real a; output Real b; algorithm b := a; end f;\nmodel M\n  Real x "
              "= f(1, 2);\nend M;",
              "3: f takes 1 argument, but 2 are given"},
        Wrong{"function f input Real a; output Real b; algorithm b := a; end f;\nmodel M\n  Real x "
              "= f();\nend M;",
              "3: The call of f gives no value for a"},
        Wrong{"function f input Real a; output Real b; algorithm b := f(a); end f;\nmodel M\n  "
              "Real x = f(1);\nend M;",
              "nest without end"},
        Wrong{"model A A a; end A;\nmodel M\n  A a;\nend M;", "nest without end"},
        Wrong{"model A extends A; end A;\nmodel M\n  A a;\nend M;", "extends itself"},
        Wrong{"type A = B;\ntype B = A;\nmodel M\n  A a;\nend M;", "is defined by itself"},
        Wrong{"partial model A end A;\nmodel M\n  A a;\nend M;", "3: a has the partial class A"},
        Wrong{"partial model M\nend M;", "1: M is partial"},
        Wrong{"package M\nend M;", "1: M is a package, not a model"},
        Wrong{"model M\n  Real x;\nequation\n  x = 1;\n  connect(x, 3);\nend M;",
              "5: '3' is no connector"},
        Wrong{"connector C Real v; flow Real i; end C;\nconnector D Real v; end D;\nmodel M\n  C "
              "c; D d;\nequation\n  connect(c, d);\nend M;",
              "6: c has i, but d has not"},
        Wrong{"model M\n  Real x;\nequation\n  if time > 1 then\n    x = 1;\n  end if;\nend M;",
              "4: The branches of an if equation have 1 and 0 equations"},
        Wrong{"model M\n  Real x = hold(time);\nend M;", "2: hold() is not supported"},
        Wrong{"model M\n  Real x;\nequation\n  x = 1;\n  assert(1 > 2, \"too small\");\nend M;",
              "5: The model: too small"},
        Wrong{"model M\n  Real x;\nequation\n  x = 1;\n  reinit(x, 2);\nend M;",
              "5: reinit stands outside of a when clause"},
        Wrong{"type E = enumeration(a, b);\nmodel M\n  parameter E e = E.c;\nend M;",
              "3: c is no value of E"},
        Wrong{"model M\n  import A.B;\n  Real x = B.c;\nend M;",
              "2: The import of A.B finds nothing"},
        Wrong{"model M\n  Real x if time > 1;\nend M;",
              "2: the condition of a component must be known before the run"},
        Wrong{"model M\n  Real x;\n  Real y;\nequation\n  x = 1;\nend M;", "one equation too few"},
        Wrong{"model M\n  Real x;\nequation\n  x = 1;\n  x = 2;\nend M;",
              "5: The equations of the model contradict each other"},
        Wrong{"connector S stream Real h; end S;\nmodel M\n  S s;\nend M;", "stream"},
        Wrong{"model M\n  Real x = \"text\";\nend M;", "2: "},
        Wrong{"model M\n  Real x = 1 / 0;\nend M;", "2: A division by zero"}));

TEST(Flatten, WhatADoubleRootDeterminesRests) {
  // A joint that states the cosines of its angles is 1 where they have their maximum.
  const Result result = run(R"(
    model M
      Real Q[2](start = {1, 0}), T[2, 2], w, x(start = 0, fixed = true);
    equation
      T = {{Q[1]^2 - Q[2]^2, 2*Q[1]*Q[2]}, {-2*Q[1]*Q[2], Q[1]^2 - Q[2]^2}};
      Q * Q = 1; T[1, 1] = 1;
      w = 2*(Q[1]*der(Q[2]) - Q[2]*der(Q[1]));
      der(x) = 1 + der(w) + T[1, 2];
    end M;)");
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_NEAR(result.final("x"), 1, 1e-6);
  EXPECT_EQ(result.final("w"), 0);
}

TEST(Flatten, AStartThatHasNoValueIsSoughtElsewhere) {
  // Nobody says what m is at the start, only s: T = H/m has no value at m = 0.
  const Result result = run(R"(
    model M
      Real m, H, h, s(start = 5, fixed = true), T(start = 300, fixed = true);
    equation
      m = 0.1*s; H = m*h; T = h; der(m) = 0.1; der(H) = 30;
    end M;)");
  EXPECT_EQ(result.status, RunStatus::completed);
  EXPECT_NEAR(result.final("m"), 0.6, 1e-9);
  EXPECT_NEAR(result.final("T"), 300, 1e-6);
}

}  // namespace
}  // namespace multibond::modelica
