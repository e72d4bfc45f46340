// Components of the catalog in text: the package Multibond.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "modelica/native_text.h"
#include "multibond/library/mechanics3d/joints.h"
#include "multibond/library/mechanics3d/parts.h"
#include "multibond/library/mechanics3d/world.h"

namespace multibond::modelica {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kPendulum = R"(
  model M
    parameter Real L = 0.5;
    Multibond.Mechanics3D.World world;
    Multibond.Mechanics3D.Joints.Revolute j(n = {0, 0, 1}, mobility(d = 0.1),
      phi(start = 1, fixed = true), w(start = 0, fixed = true));
    Multibond.Mechanics3D.Parts.Body body(m = 2, r_CM = {L, 0, 0});
  equation
    connect(world.frame_b, j.frame_a);
    connect(j.frame_b, body.frame_a);
  end M;)";

// -- the package ----------------------------------------------------------------------------------

TEST(Native, EveryClassOfTheCatalogCanBeRead) {
  Library library;
  library.add_native(native_classes());
  std::size_t components = 0, connectors = 0;
  const auto visit = [&](const auto& self, const Class& package) -> void {
    for (const std::string& name : library.children(package)) {
      const Class* const child = library.child(package, library.names()(name));
      ASSERT_TRUE(child) << name;
      if (child->restriction == Restriction::package) self(self, *child);
      components += child->restriction == Restriction::model;
      connectors += child->restriction == Restriction::connector;
    }
  };
  visit(visit, library.find("Multibond"));
  std::size_t expected = 0;
  for (const CatalogEntry& entry : native_classes()->kit().catalog->entries()) {
    expected += !entry.is_model;
  }
  EXPECT_EQ(components, expected);
  EXPECT_EQ(connectors, native_classes()->kit().ports.size());
}

TEST(Native, EveryPortOfTheCatalogHasAConnector) {
  std::set<std::string> kinds;
  for (const CatalogEntry& entry : native_classes()->kit().catalog->entries()) {
    if (entry.is_model) continue;
    for (const PortDescription& port : describe(entry).ports) kinds.insert(port.kind);
  }
  for (const std::string& kind : kinds) {
    EXPECT_TRUE(native_classes()->kit().port_of_kind(kind)) << kind;
  }
}

// -- runs -----------------------------------------------------------------------------------------

TEST(Native, APendulumOfTextIsThatOfCpp) {
  struct Pendulum : multibond::Component {
    Pendulum() : multibond::Component(nullptr, "pendulum") {
      connect(world.frame_b, j.frame_a);
      connect(j.frame_b, body.frame_a);
      j.mobility.d = 0.1;
      body.m = 2.0;
      body.r_CM = Vector3(0.5, 0, 0);
      set("j.phi.start", 1.0);
    }
    mechanics3d::World world{this, "world"};
    mechanics3d::Revolute j{this, "j"};
    mechanics3d::Body body{this, "body"};
  } pendulum;
  const Result text = native_run(kPendulum, 5);
  const Result native = simulate(pendulum, {.stop = 5, .tolerance = 1e-9});
  for (const double t : {1.0, 2.5, 5.0}) {
    EXPECT_NEAR(text.at("j.phi", t), native.at("j.phi", t), 1e-7);
    EXPECT_NEAR(text.at("j.w", t), native.at("j.w", t), 1e-6);
  }
  EXPECT_NEAR(text.energy.dissipated, native.energy.dissipated, 1e-6);
  EXPECT_GT(text.energy.dissipated, 1);
  EXPECT_LT(std::abs(text.energy.relative_error()), 1e-6);
}

TEST(Native, EventsAndDelaysOfTextActOnComponents) {
  // A mass on a spring, braked by what its velocity was: the same with a delay in text alone.
  const std::string text = R"(
    model Native
      Multibond.Translational.Fixed wall;
      Multibond.Translational.Spring spring(c = 100, s_rel0 = 0);
      Multibond.Translational.Mass mass(m = 1, s(start = 0.1, fixed = true),
                                        v(start = 0, fixed = true, max = 0.5));
      Multibond.Translational.Force force;
      Integer swings(start = 0, fixed = true), left(start = 0, fixed = true);
      discrete Real last(start = 0);
    equation
      connect(wall.flange, spring.flange_a);
      connect(spring.flange_b, mass.flange_a);
      connect(force.flange, mass.flange_b);
      force.f = -2 * delay(mass.v, 0.02);
      when mass.s < 0 then
        swings = pre(swings) + 1;
        if swings > 2 then left = swings; else left = 0; end if;
      end when;
      when terminal() then last = mass.s; end when;
    end Native;
    model Plain
      Real s(start = 0.1, fixed = true), v(start = 0, fixed = true);
    equation der(s) = v; der(v) = -100 * s - 2 * delay(v, 0.02); end Plain;)";
  const Result native = native_run(text, 3, "Native"), plain = native_run(text, 3, "Plain");
  EXPECT_NEAR(native.final("mass.s"), plain.final("s"), 1e-8);
  EXPECT_EQ(native.final("last"), native.final("mass.s"));
  EXPECT_EQ(native.final("swings"), 5);
  EXPECT_EQ(native.final("left"), 5);
  EXPECT_LT(std::abs(native.energy.error()), 1e-8);
  bool told = false;
  for (const Diagnostic& d : native.diagnostics) {
    told = told || d.text.starts_with("mass.v leaves its limits");
  }
  EXPECT_TRUE(told);
}

TEST(Native, PicturesOfComponentsAreShown) {
  EXPECT_GE(native_flat(kPendulum).pictures.size(), 3u);
}

TEST(Native, ParametersGivenByTextStaySymbols) {
  const System system = native_flat(kPendulum);
  const auto compiled = compile_model(system);
  SimulationOptions options{.stop = 1, .tolerance = 1e-9};
  const double before = simulate(compiled, options).final("j.phi");
  options.set = {{"body.m", 4}};
  const double after = simulate(compiled, options).final("j.phi");
  EXPECT_GT(std::abs(after - before), 1e-3);  // the damping counts less
  std::size_t found = 0;
  for (const SystemParameter& parameter : system.parameters) {
    if (parameter.path != "body.m") continue;
    ++found;
    EXPECT_EQ(parameter.role, ParameterRole::tunable) << parameter.path;
    EXPECT_EQ(parameter.unit, "kg");
  }
  EXPECT_EQ(found, 1u);  // once, not for the text and for the component
}

TEST(Native, ParametersByTheirDefaultCanBeNamedInText) {
  const Result result = native_run(R"(
    model M Multibond.Rotational.Inertia a(J = 2 * b.J), b; Real x = a.J + b.J; end M;)");
  EXPECT_EQ(result.final("x"), 3);
  EXPECT_EQ(result.final("a.J"), 2);
}

TEST(Native, SettingsReachThem) {
  const auto stopped = [](const std::string& name, const std::string& value) {
    FlattenOptions options;
    options.settings = {{name, value}};
    return simulate(compile_model(native_flat(kPendulum, "M", options)), {.stop = 1});
  };
  EXPECT_EQ(stopped("world.g", "0").final("j.phi"), 1);
  EXPECT_EQ(stopped("j.phi.start", "0.25").at("j.phi", 0), 0.25);
  EXPECT_NEAR(stopped("L", "1e-9").final("j.phi"), 1, 1e-6);
}

TEST(Native, ABondGraphOfText) {
  // 2 x'' + x' + 100 x = 10 from rest.
  const Result result = native_run(R"(
    model M
      Multibond.Bonds.Se se(e0 = 10);
      Multibond.Bonds.J1 j(bonds = 4);
      Multibond.Bonds.I m(I = 2); Multibond.Bonds.C c(C = 0.01); Multibond.Bonds.R r(R = 1);
      Real speed = j.f;
    equation
      connect(se.port, j.p[1]); connect(j.p[2], m.port);
      connect(j.p[3], c.port); connect(j.p[4], r.port);
    end M;)",
                                   1);
  const double a = 0.25, w = std::sqrt(50 - a * a);
  EXPECT_NEAR(result.final("speed"), 5 / w * std::exp(-a) * std::sin(w), 1e-7);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-6);
}

TEST(Native, AMultibondHasVectorsForParameters) {
  const Result result = native_run(R"(
    model M
      Multibond.Bonds.Se se(n = 2, e0 = {1, 4});
      Multibond.Bonds.R r(n = 2, R = {2, 2});
      Real f[2] = r.port.f;
    equation connect(se.port, r.port); end M;)");
  EXPECT_EQ(result.final("f[1]"), 0.5);
  EXPECT_EQ(result.final("f[2]"), 2);
}

constexpr const char* kFourBar = R"(
  model Link "a rod with a body"
    parameter Real L = 1;
    Multibond.Mechanics3D.Frame frame_a, frame_b;
    Multibond.Mechanics3D.Parts.FixedTranslation rod(r = {L, 0, 0});
    Multibond.Mechanics3D.Parts.Body body(r_CM = {L / 2, 0, 0});
  equation
    connect(frame_a, rod.frame_a); connect(rod.frame_b, frame_b); connect(frame_a, body.frame_a);
  end Link;
  model M
    Multibond.Mechanics3D.World world;
    Multibond.Mechanics3D.Joints.Revolute j1(phi(start = 1.2, fixed = true), w(fixed = true)),
      j2(phi(start = -0.8)), j3(phi(start = -0.8)), j4;
    Link crank(L = 1), coupler(L = 2), rocker(L = 1.5);
    Multibond.Mechanics3D.Parts.FixedTranslation base(r = {2, 0, 0});
  equation
    connect(world.frame_b, j1.frame_a); connect(j1.frame_b, crank.frame_a);
    connect(crank.frame_b, j2.frame_a); connect(j2.frame_b, coupler.frame_a);
    connect(coupler.frame_b, j3.frame_a); connect(j3.frame_b, rocker.frame_a);
    connect(rocker.frame_b, j4.frame_a); connect(j4.frame_b, base.frame_b);
    connect(world.frame_b, base.frame_a);
  end M;)";

TEST(Native, LoopsOfPlainJointsAreFoundRedundant) {
  const auto compiled = compile_model(native_flat(kFourBar));
  bool told = false;
  for (const Diagnostic& d : compiled->description().diagnostics) {
    told = told || d.text.find("constrain the same motion more than once") != std::string::npos;
  }
  EXPECT_TRUE(told);
  const Result result = simulate(compiled, {.stop = 3, .tolerance = 1e-9});
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-6);
  // The rod between the joints keeps its length.
  const double dx = result.final("coupler.frame_b.x[1]") - result.final("coupler.frame_a.x[1]");
  const double dy = result.final("coupler.frame_b.x[2]") - result.final("coupler.frame_a.x[2]");
  EXPECT_NEAR(std::hypot(dx, dy), 2, 1e-9);
}

// -- with text ------------------------------------------------------------------------------------

constexpr const char* kResistor = R"(
  connector Pin Real v; flow Real i; end Pin;
  model Resistor Pin p, n; parameter Real R = 100;
  equation p.v - n.v = R * p.i; p.i + n.i = 0; end Resistor;)";

TEST(Native, ATextResistorChargesANativeCapacitor) {
  const Result result = native_run(std::string(kResistor) + R"(
    model M
      Multibond.Electrical.ConstantVoltage u(V = 5);
      Resistor r;
      Multibond.Electrical.Capacitor c(C = 1e-3, v(start = 0, fixed = true));
      Multibond.Electrical.Ground g;
    equation
      connect(u.p, r.p); connect(r.n, c.p); connect(c.n, u.n); connect(g.p, u.n);
    end M;)",
                                   0.2);
  const double v = 5 * (1 - std::exp(-2.0));
  EXPECT_NEAR(result.final("c.v"), v, 1e-7);
  // What the resistor takes up is seen as supplied by it.
  double supplied = 0;
  for (const EnergyAudit::Entry& entry : result.energy.entries) {
    if (entry.path == "r") supplied += entry.energy;
  }
  EXPECT_NEAR(supplied, -0.5 * 1e-3 * 25 * (1 - std::exp(-4.0)), 1e-8);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-6);
}

TEST(Native, AFlangeOfTextDrivesAShaft) {
  const Result result = native_run(R"(
    connector Flange Real phi; flow Real tau; end Flange;
    model Spring Flange a; parameter Real c = 2; equation a.tau = c * a.phi; end Spring;
    model M
      Multibond.Rotational.Inertia J(J = 0.5, phi(start = 1, fixed = true), w(start = 0, fixed = true));
      Spring s;
    equation connect(s.a, J.flange_b); end M;)",
                                   1);
  EXPECT_NEAR(result.final("J.phi"), std::cos(2.0), 1e-7);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-6);
}

TEST(Native, SignalsAreNumbersOfText) {
  constexpr const char* kPlant = R"(
      Multibond.Rotational.Torque drive;
      Multibond.Rotational.Inertia J(J = 2, phi(start = 0, fixed = true), w(start = 0, fixed = true));
      Multibond.Rotational.SpeedSensor sensor;
    equation
      connect(drive.flange, J.flange_a); connect(J.flange_b, sensor.flange);)";
  const double expected = 1 - std::exp(-2.0);
  EXPECT_NEAR(native_run(std::string("model M Real e = 1 - sensor.w;") + kPlant +
                         "drive.tau = 4 * e; end M;")
                  .final("J.w"),
              expected, 1e-8);
  EXPECT_NEAR(native_run(std::string(R"(
      connector In = input Real; connector Out = output Real;
      block Control In u; Out y; equation y = 4 * (1 - u); end Control;
      model M Control c;)") +
                         kPlant + "connect(sensor.w, c.u); connect(c.y, drive.tau); end M;")
                  .final("J.w"),
              expected, 1e-8);
}

TEST(Native, ArraysOfComponentsAndOfPorts) {
  const Result result = native_run(R"(
    model M
      Multibond.Signals.Constant c[3](k = {1, 2, 4});
      Multibond.Signals.Sum s(nin = 3);
    equation for i in 1:3 loop connect(c[i].y, s.u[i]); end for; end M;)");
  EXPECT_EQ(result.final("s.y"), 7);
}

TEST(Native, PortsDependOnParameters) {
  const Result result = native_run(R"(
    model M
      Multibond.Planar.World world;
      Multibond.Planar.Joints.Revolute j(phi(start = 0.5, fixed = true), w(start = 0, fixed = true));
      Multibond.Planar.Parts.Body b(r_ports = [1; 0], m = 1e-6, J = 1e-9);
      Multibond.Planar.Parts.PointMass tip(m = 3);
    equation
      connect(world.frame_b, j.frame_a); connect(j.frame_b, b.frame_a);
      connect(b.ports[1], tip.frame_a);
    end M;)",
                                   1e-2);
  // A pendulum of length 1: the angle changes by -g cos(phi) t^2 / 2.
  EXPECT_NEAR(result.final("j.phi") - 0.5, -9.81 * std::cos(0.5) * 5e-5, 1e-7);
}

TEST(Native, AClassMayExtendAComponent) {
  const Result result = native_run(R"(
    model Shaft extends Multibond.Rotational.Inertia(J = 2); Real turns = phi / 2; end Shaft;
    model M Shaft s(phi(start = 4, fixed = true), w(start = 1, fixed = true)); end M;)");
  EXPECT_NEAR(result.final("s.turns"), 2.5, 1e-9);
  EXPECT_EQ(result.final("s.J"), 2);
}

TEST(Native, ConditionalAndRedeclaredComponents) {
  const std::string text = R"(
    model M
      parameter Boolean loaded = false;
      replaceable Multibond.Rotational.Spring s(c = 8);
      Multibond.Rotational.Fixed wall;
      Multibond.Rotational.Inertia a(J = 2, phi(start = 1, fixed = true), w(start = 0, fixed = true));
      Multibond.Rotational.Inertia b(J = 6) if loaded;
    equation connect(wall.flange, s.flange_a); connect(s.flange_b, a.flange_a);
      connect(a.flange_b, b.flange_a);
    end M;
    model Heavy extends M(loaded = true); end Heavy;
    model Damped extends M(redeclare Multibond.Rotational.SpringDamper s(c = 8, d = 4)); end Damped;)";
  EXPECT_NEAR(native_run(text).final("a.phi"), std::cos(2.0), 1e-7);
  EXPECT_NEAR(native_run(text, 1, "Heavy").final("a.phi"), std::cos(1.0), 1e-7);
  const double w = std::sqrt(3.0);
  EXPECT_NEAR(native_run(text, 1, "Damped").final("a.phi"),
              std::exp(-1.0) * (std::cos(w) + std::sin(w) / w), 1e-7);
}

TEST(Native, EventsOfTextAndOfComponents) {
  const Result result = native_run(R"(
    model M
      Multibond.Translational.Mass m(m = 1, s(start = 0, fixed = true), v(start = 2, fixed = true));
      Multibond.Translational.Friction f(mu_kinetic = 1, mu_static = 1);
      Multibond.Translational.Fixed wall;
      discrete Real rest(start = -1, fixed = true);
      Integer n(start = 0, fixed = true);
    equation
      connect(m.flange_b, f.flange_a); connect(f.flange_b, wall.flange);
      when m.v < 1e-6 then rest = time; n = pre(n) + 1; end when;
    end M;)",
                                   4);
  EXPECT_NEAR(result.final("rest"), 2, 1e-5);
  EXPECT_EQ(result.final("n"), 1);
  EXPECT_NEAR(result.final("m.s"), 2, 1e-9);
}

TEST(Native, ModelsOfComponentsCanBeInArrays) {
  const Result result = native_run(R"(
    model Arm
      outer Multibond.Planar.World world;
      Multibond.Planar.Frame frame_a, frame_b;
      parameter Real L = 1;
      Multibond.Planar.Joints.Revolute j(phi(start = 0.2, fixed = true), w(start = 0, fixed = true));
      Multibond.Planar.Parts.FixedTranslation rod(r = {L, 0});
    protected
      Multibond.Planar.Parts.Body body(m = 1, J = 0.1, r_CM = {L / 2, 0});
    equation
      connect(frame_a, j.frame_a); connect(j.frame_b, rod.frame_a);
      connect(rod.frame_b, frame_b); connect(j.frame_b, body.frame_a);
    end Arm;
    model M
      inner Multibond.Planar.World world;
      Arm a[3](L = {1, 0.8, 0.6});
    equation
      connect(world.frame_b, a[1].frame_a);
      for i in 2:3 loop connect(a[i - 1].frame_b, a[i].frame_a); end for;
    end M;)",
                                   2);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-6);
  EXPECT_EQ(result.final("a[2].rod.r[1]"), 0.8);
  const double dx = result.final("a[3].frame_b.x") - result.final("a[3].frame_a.x");
  const double dy = result.final("a[3].frame_b.y") - result.final("a[3].frame_a.y");
  EXPECT_NEAR(std::hypot(dx, dy), 0.6, 1e-9);
}

TEST(Native, ContactsOfComponentsAreFound) {
  const Result result = native_run(R"(
    model M
      Multibond.Planar.World world;
      Multibond.Planar.Contacts.FloorCollider floor;
      Multibond.Planar.Parts.Body ball(m = 1, J = 0.1, y(start = 1, fixed = true));
      Multibond.Planar.Contacts.DiscCollider disc(radius = 0.2);
    equation connect(world.frame_b, floor.frame_a); connect(ball.frame_a, disc.frame_a); end M;)");
  EXPECT_NEAR(result.final("ball.y"), 0.2, 1e-9);
  EXPECT_NEAR(result.energy.jumps, -9.81 * 0.8, 1e-6);  // lost in the plastic impact
}

TEST(Native, AnIdealDiodeSwitchesBesideEventsOfText) {
  const Result result = native_run(R"(
    model M
      Multibond.Electrical.SineVoltage u(V = 10, f = 5);
      Multibond.Electrical.IdealDiode d;
      Multibond.Electrical.Resistor r(R = 10);
      Multibond.Electrical.Capacitor c(C = 1e-3, v(start = 0, fixed = true));
      Multibond.Electrical.Ground g;
      Integer n(start = 0, fixed = true);
    equation
      connect(u.p, d.p); connect(d.n, r.p); connect(d.n, c.p);
      connect(r.n, u.n); connect(c.n, u.n); connect(g.p, u.n);
      when c.v > 8 then n = pre(n) + 1; end when;
    end M;)");
  EXPECT_EQ(result.final("n"), 5);  // once in each period
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-6);
}

TEST(Native, TextOfItsOwnNameWins) {
  const Result result = native_run(R"(
    package Multibond model A Real x = 3; end A; end Multibond;
    model M Multibond.A a; end M;)");
  EXPECT_EQ(result.final("a.x"), 3);
}

// -- mistakes -------------------------------------------------------------------------------------

struct Wrong {
  const char* name;
  const char* text;
  const char* expected;  ///< begin of "line: fact | remedy", or a part of it
};

class WrongNative : public testing::TestWithParam<Wrong> {};

TEST_P(WrongNative, IsAnsweredWithLineAndRemedy) {
  const std::string answer = native_refusal(std::string(kResistor) + "\n" + GetParam().text);
  EXPECT_THAT(answer, HasSubstr(GetParam().expected));
  EXPECT_THAT(answer, testing::MatchesRegex("[0-9]+: .*\\. \\| .*[.?]")) << "place, fact, remedy";
}

INSTANTIATE_TEST_SUITE_P(
    Native, WrongNative,
    testing::Values(
        Wrong{"class", "model M Multibond.Rotational.Inertai a; end M;", "Did you mean Inertia"},
        Wrong{"group", "model M Multibond.Rotatonal.Inertia a; end M;", "Did you mean Rotational"},
        Wrong{"parameter", "model M Multibond.Rotational.Inertia a(j = 2); end M;",
              "a has no j that a modifier could change"},
        Wrong{"variable", "model M Multibond.Rotational.Inertia a(phi(sart = 2)); end M;",
              "a.phi has no attribute sart"},
        Wrong{"part", "model M Multibond.Mechanics3D.Joints.Revolute a(mobilty(c = 2)); end M;",
              "Did you mean mobility"},
        Wrong{"negative", "model M Multibond.Rotational.Inertia a(J = -2); end M;",
              "must be positive: it is -2 kg.m2"},
        Wrong{"size", "model M Multibond.Mechanics3D.World w(n = {0, 1}); end M;",
              "w.n has the size [3]"},
        Wrong{"type", "model M Multibond.Rotational.Inertia a(J = true); end M;", "a.J is Real"},
        Wrong{"choice", "model M Multibond.Mechanics3D.World w(gravityType = \"up\"); end M;",
              "w.gravityType"},
        Wrong{"varies", "model M Multibond.Rotational.Inertia a(J = time); end M;",
              "changes with time"},
        Wrong{"world", "model M Multibond.Mechanics3D.Parts.Body b; end M;", "b needs a"},
        Wrong{"kind", R"(model M Multibond.Rotational.Inertia a; Multibond.Translational.Mass b;
              equation connect(a.flange_b, b.flange_a); end M;)",
              "they cannot be connected"},
        Wrong{"frame", R"(connector F Real x; flow Real f; end F; model P F f; end P;
              model M Multibond.Planar.World w; P p; equation connect(w.frame_b, p.f); end M;)",
              "is connected to a connector of text"},
        Wrong{"connector", R"(model M Multibond.Electrical.Ground g; Resistor r;
              Multibond.Rotational.Inertia J; equation connect(g.p, r.p);
              connect(J.flange_a, r.n); end M;)",
              "they cannot be connected"},
        Wrong{"port", R"(model M Multibond.Rotational.Inertia a, b;
              equation connect(a.flange_c, b.flange_a); end M;)",
              "Did you mean"},
        Wrong{"bond", R"(model M Multibond.Bonds.Se s; Multibond.Bonds.R r, q;
              equation connect(s.port, r.port); end M;)",
              "q has no bond"},
        Wrong{"bonds", R"(model M Multibond.Bonds.Se s; Multibond.Bonds.R r; Multibond.Bonds.J1 j;
              equation connect(s.port, j.p[1]); connect(j.p[2], r.port); end M;)",
              "j.p[3] has no bond"},
        Wrong{"cardinality", R"(model M Multibond.Bonds.Se s(n = 2); Multibond.Bonds.R r;
              equation connect(s.port, r.port); end M;)",
              "cardinality 2"},
        Wrong{"twice", R"(model M Multibond.Bonds.Se s; Multibond.Bonds.R r, q;
              equation connect(s.port, r.port); connect(s.port, q.port); end M;)",
              "two bonds"},
        Wrong{"no_bonds", "model M Multibond.Bonds.J1 j(bonds = -2); end M;",
              "j.bonds is -2, but must be at least 1"},
        Wrong{"many_bonds", "model M Multibond.Bonds.J1 j(bonds = 2000000); end M;",
              "between 1 and 10000"},
        Wrong{"found", R"(model M parameter Real c(fixed = false, start = 3);
              Multibond.Rotational.Spring s(c = c); end M;)",
              "known before the run"},
        Wrong{"alone", "model M extends Multibond.Rotational.Inertia; end M;",
              "cannot be run by itself"},
        Wrong{"two", R"(model A extends Multibond.Rotational.Inertia;
              extends Multibond.Rotational.Spring; end A; model M A a; end M;)",
              "extends two components of the catalog"}),
    [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace multibond::modelica
