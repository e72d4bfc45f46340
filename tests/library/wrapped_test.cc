// Wrapped components: against closed forms, opened, and in balance of energy.
#include <cmath>
#include <numbers>

#include "multibond/compile/plan.h"
#include "multibond/library/electrical_nonlinear.h"
#include "multibond/library/electrical_sensors.h"
#include "multibond/library/electrical_sources.h"
#include "multibond/library/hydraulic.h"
#include "multibond/library/library.h"
#include "multibond/library/rotational_sensors.h"
#include "multibond/library/rotational_sources.h"
#include "multibond/library/signals.h"
#include "multibond/library/thermal.h"
#include "multibond/library/transducers.h"
#include "multibond/library/translational_sensors.h"
#include "multibond/library/translational_sources.h"
#include "wrapped_bench.h"

namespace multibond {
namespace {

using ::testing::ElementsAre;
constexpr double kPi = std::numbers::pi;

// -- electrical -----------------------------------------------------------------------------------

/// Source, resistor, coil and capacitor in series.
template <typename Source, typename R, typename L, typename C>
struct Series : Model {
  Source source{this, "source"};
  R resistor{this, "resistor"};
  L coil{this, "coil"};
  C capacitor{this, "capacitor"};
  electrical::Ground ground{this, "ground"};
  Series() {
    resistor.R = 2.0;
    coil.L = 0.5;
    capacitor.C = 0.1;
    coil.i.start(0.0).fixed();
    capacitor.v.start(0.0).fixed();
    connect(source.p, resistor.p);
    connect(resistor.n, coil.p);
    connect(coil.n, capacitor.p);
    connect(capacitor.n, ground.p);
    connect(source.n, ground.p);
  }
};
template <typename Source = electrical::ConstantVoltage>
using WrappedSeries =
    Series<Source, electrical::Resistor, electrical::Inductor, electrical::Capacitor>;

/// The same elements as plain equations.
struct PlainR : electrical::OnePort {
  using OnePort::OnePort;
  Parameter<double> R{this, "R", 1.0, "Ohm", "resistance"};
  void equations() override {
    OnePort::equations();
    equation(v, R * i);
  }
};
struct PlainL : electrical::OnePort {
  PlainL(Component* owner, std::string_view name) : OnePort(owner, name) {
    i.hint(StateHint::prefer);
  }
  Parameter<double> L{this, "L", 1.0, "H", "inductance"};
  void equations() override {
    OnePort::equations();
    equation(L * der(i), v);
  }
};
struct PlainC : electrical::OnePort {
  PlainC(Component* owner, std::string_view name) : OnePort(owner, name) {
    v.hint(StateHint::prefer);
  }
  Parameter<double> C{this, "C", 1.0, "F", "capacitance"};
  void equations() override {
    OnePort::equations();
    equation(C * der(v), i);
  }
};
struct PlainSource : electrical::OnePort {
  using OnePort::OnePort;
  void equations() override {
    OnePort::equations();
    equation(v, 1.0);
  }
};

TEST(Wrapped, ASeriesCircuitRingsAsItsClosedFormSays) {
  const Result result = audited_run(WrappedSeries<>{}, 3);
  const double a = 2.0, w = 4.0;  // R / 2 L; sqrt(1 / L C - a^2)
  for (const double t : {0.6, 1.5, 3.0}) {
    const double v = 1 - std::exp(-a * t) * (std::cos(w * t) + a / w * std::sin(w * t));
    EXPECT_NEAR(result.at("capacitor.v", t), v, 1e-8);
  }
}

TEST(Wrapped, ACircuitEqualsItsPlainEquations) {
  const Result a = run(WrappedSeries<>{}, 3),
               b = run(Series<PlainSource, PlainR, PlainL, PlainC>{}, 3);
  for (const char* path : {"capacitor.v", "coil.i", "resistor.v"}) {
    EXPECT_LT(difference(a, b, path), 1e-9) << path;
  }
}

TEST(Wrapped, StatesKeepTheirNames) {
  WrappedSeries<> circuit;
  const Plan plan = compile(circuit);
  std::vector<std::string> names;
  for (const State& state : plan.selection.states)
    names.push_back(plan.system.leaf_name(state.leaf));
  EXPECT_THAT(names, ::testing::UnorderedElementsAre("coil.i", "capacitor.v"));
  const auto chain = library_catalog().find("SpringMassDamper").make(nullptr, "");
  const Plan mechanics = compile(*chain);
  names.clear();
  for (const State& s : mechanics.selection.states)
    names.push_back(mechanics.system.leaf_name(s.leaf));
  // The velocity is an alias of the rate of the position.
  EXPECT_THAT(names, ::testing::UnorderedElementsAre("mass.s", "der(mass.s)"));
}

TEST(Wrapped, ElectricalComponentsCanBeOpened) {
  EXPECT_THAT(codes_inside(WrappedSeries<>{}, "resistor"), ElementsAre("1", "R"));
  EXPECT_THAT(codes_inside(WrappedSeries<>{}, "coil"), ElementsAre("1", "I"));
  EXPECT_THAT(codes_inside(WrappedSeries<>{}, "capacitor"), ElementsAre("1", "C"));
  EXPECT_THAT(codes_inside(WrappedSeries<>{}, "source"), ElementsAre("1", "Se"));
  EXPECT_THAT(codes_inside(WrappedSeries<electrical::SineVoltage>{}, "source"),
              ElementsAre("1", "mSe"));
  EXPECT_THAT(codes_inside(WrappedSeries<electrical::ConstantCurrent>{}, "source"),
              ElementsAre("1", "Sf"));
  EXPECT_THAT(codes_inside(WrappedSeries<>{}, "ground"), ElementsAre("Se"));
}

TEST(Wrapped, TheWholeCircuitIsOneGraphOfJunctionsAtItsNodes) {
  WrappedSeries<> circuit;
  flatten(circuit);
  const bonds::BondGraph graph = bonds::bond_graph(circuit);
  int nodes = 0;
  for (const auto& vertex : graph.vertices) {
    if (vertex.element) continue;
    ++nodes;
    EXPECT_EQ(vertex.code, "0");
  }
  EXPECT_EQ(nodes, 4);
  // Four elements with three bonds each, and the ground with one.
  EXPECT_EQ(graph.edges.size(), 13u);
}

TEST(Wrapped, ACurrentSourceDrivesItsCurrentFromPToN) {
  struct Charging : Model {
    electrical::StepCurrent source{this, "source"};
    electrical::Capacitor C{this, "C"};
    electrical::CurrentSensor sensor{this, "sensor"};
    electrical::VoltageSensor volt{this, "volt"};
    electrical::PotentialSensor potential{this, "potential"};
    electrical::Ground ground{this, "ground"};
    Charging() {
      source.I = 2.0;
      source.startTime = 1.0;
      C.v.start(0.0).fixed();
      connect(source.n, sensor.p);
      connect(sensor.n, C.p);
      connect(C.n, ground.p);
      connect(source.p, ground.p);
      connect(volt.p, C.p);
      connect(volt.n, C.n);
      connect(potential.p, C.p);
    }
  };
  const Result result = audited_run(Charging{}, 3);
  EXPECT_NEAR(result.final("C.v"), 4, 1e-9);
  EXPECT_NEAR(result.final("sensor.i.value"), 2, 1e-12);
  EXPECT_NEAR(result.final("volt.v.value"), 4, 1e-9);
  EXPECT_NEAR(result.final("potential.phi.value"), 4, 1e-9);
  EXPECT_THAT(codes_inside(Charging{}, "sensor"), ElementsAre("1", "Df"));
  EXPECT_THAT(codes_inside(Charging{}, "volt"), ElementsAre("1", "De"));
}

TEST(Wrapped, TransformerAndGyratorPassPowerOn) {
  struct Coupled : Model {
    electrical::ConstantVoltage source{this, "source"};
    electrical::Resistor wire{this, "wire"}, load{this, "load"}, far{this, "far"};
    electrical::IdealTransformer transformer{this, "transformer"};
    electrical::IdealGyrator gyrator{this, "gyrator"};
    electrical::Ground ground{this, "ground"};
    Coupled() {
      source.V = 10.0;
      wire.R = 2.0;
      transformer.n = 2.0;
      gyrator.G = 0.5;
      far.R = 8.0;
      connect(source.p, wire.p);
      connect(wire.n, transformer.p1);
      connect(transformer.p2, gyrator.p1);
      connect(gyrator.p2, far.p);
      for (electrical::Pin* pin : {&source.n, &transformer.n1, &transformer.n2, &gyrator.n1,
                                   &gyrator.n2, &far.n, &load.n}) {
        connect(ground.p, *pin);
      }
      connect(load.p, source.p);
    }
  };
  const Result result = audited_run(Coupled{}, 1);
  // The gyrator makes of 8 Ohm 1 / (G^2 R) = 0.5 Ohm, the transformer of that 4 * 0.5 = 2 Ohm.
  EXPECT_NEAR(result.final("transformer.v1"), 5, 1e-12);
  EXPECT_NEAR(result.final("transformer.v2"), 2.5, 1e-12);
  EXPECT_NEAR(result.final("transformer.i2"), -5, 1e-12);
  EXPECT_NEAR(result.final("far.i"), 1.25, 1e-12);
  EXPECT_THAT(codes_inside(Coupled{}, "transformer"), ElementsAre("1", "1", "TF"));
  EXPECT_THAT(codes_inside(Coupled{}, "gyrator"), ElementsAre("1", "1", "GY"));
}

TEST(Wrapped, AMotorReachesItsSpeedWithItsTimeConstants) {
  struct Drive : Model {
    electrical::ConstantVoltage source{this, "source"};
    electrical::DCMotor motor{this, "motor"};
    electrical::Ground ground{this, "ground"};
    Drive() {
      source.V = 12.0;
      motor.L = 0.05;
      motor.R = 1.0;
      motor.k = 0.2;
      motor.J = 0.01;
      motor.la.i.start(0.0).fixed();
      motor.rotor.w.start(0.0).fixed();
      motor.rotor.phi.start(0.0).fixed();
      connect(source.p, motor.p);
      connect(source.n, ground.p);
      connect(motor.n, ground.p);
    }
  };
  const Result result = audited_run(Drive{}, 1);
  // L J w'' + R J w' + k^2 w = k V
  const double root = std::sqrt(100.0 - 80.0), s1 = -10 + root, s2 = -10 - root, end = 60;
  for (const double t : {0.1, 0.4, 1.0}) {
    const double c1 = end * s2 / (s1 - s2), c2 = -end * s1 / (s1 - s2);
    EXPECT_NEAR(result.at("motor.rotor.w", t), end + c1 * std::exp(s1 * t) + c2 * std::exp(s2 * t),
                1e-6);
  }
  EXPECT_THAT(codes_inside(Drive{}, "motor"), ElementsAre("1", "1", "1", "1", "GY", "I", "I", "R"));
}

// -- mechanics ------------------------------------------------------------------------------------

TEST(Wrapped, AMassOnASpringDamperSwings) {
  struct Swing : Model {
    translational::Fixed wall{this, "wall"};
    translational::SpringDamper link{this, "link"};
    translational::Mass mass{this, "mass"};
    translational::ForceSensor force{this, "force"};
    translational::PositionSensor position{this, "position"};
    translational::SpeedSensor speed{this, "speed"};
    translational::AccSensor acceleration{this, "acceleration"};
    translational::RelPositionSensor distance{this, "distance"};
    translational::RelSpeedSensor rate{this, "rate"};
    Swing() {
      mass.m = 2.0;
      mass.L = 0.2;
      link.c = 50.0;
      link.d = 4.0;
      link.s_rel0 = 0.5;
      mass.s.start(1.0).fixed();
      mass.v.start(0.0).fixed();
      connect(wall.flange, link.flange_a);
      connect(link.flange_b, force.flange_a);
      connect(force.flange_b, mass.flange_a);
      connect(position.flange, mass.flange_b);
      connect(speed.flange, mass.flange_b);
      connect(acceleration.flange, mass.flange_b);
      connect(distance.flange_a, wall.flange);
      connect(distance.flange_b, mass.flange_b);
      connect(rate.flange_a, wall.flange);
      connect(rate.flange_b, mass.flange_b);
    }
  };
  const Result result = audited_run(Swing{}, 2);
  const double a = 1, w = std::sqrt(24.0), x0 = 0.4;  // rest at 0.6
  for (const double t : {0.4, 1.0, 2.0}) {
    const double x = x0 * std::exp(-a * t) * (std::cos(w * t) + a / w * std::sin(w * t));
    const double v = -x0 * 25 / w * std::exp(-a * t) * std::sin(w * t);
    EXPECT_NEAR(result.at("mass.s", t), 0.6 + x, 1e-8);
    EXPECT_NEAR(result.at("position.s.value", t), 0.7 + x, 1e-8);
    EXPECT_NEAR(result.at("distance.s_rel.value", t), 0.7 + x, 1e-8);
    EXPECT_NEAR(result.at("speed.v.value", t), v, 1e-8);
    EXPECT_NEAR(result.at("rate.v_rel.value", t), v, 1e-8);
    EXPECT_NEAR(result.at("acceleration.a.value", t), -25 * x - 2 * v, 1e-7);
    EXPECT_NEAR(result.at("force.f.value", t), -(50 * x + 4 * v), 1e-7);
  }
  EXPECT_THAT(codes_inside(Swing{}, "link"), ElementsAre("0", "1", "C", "R"));
  EXPECT_THAT(codes_inside(Swing{}, "mass"), ElementsAre("1", "I"));
  EXPECT_THAT(codes_inside(Swing{}, "wall"), ElementsAre("Sf"));
  EXPECT_THAT(codes_inside(Swing{}, "force"), ElementsAre("0", "De"));
  EXPECT_THAT(codes_inside(Swing{}, "speed"), ElementsAre("Df"));
}

/// The same chain of wrapped and of plain components.
struct PlainMass : Component {
  using Component::Component;
  translational::Flange flange_a{this, "flange_a"}, flange_b{this, "flange_b"};
  Parameter<double> m{this, "m", 1.0, "kg", "mass"};
  Variable s{this, "s", "m", "position", StateHint::prefer};
  Variable v{this, "v", "m/s", "velocity", StateHint::prefer};
  void equations() override {
    equation(flange_a.s, s);
    equation(flange_b.s, s);
    equation(v, der(s));
    equation(m * der(v), flange_a.f + flange_b.f);
  }
};
struct PlainSpring : translational::Compliant {
  using Compliant::Compliant;
  Parameter<double> c{this, "c", 1.0, "N/m", "stiffness"};
  void equations() override {
    Compliant::equations();
    equation(f, c * s_rel);
  }
};
template <typename Mass, typename Spring>
struct Chain : Model {
  translational::Fixed wall{this, "wall"};
  Spring spring1{this, "spring1"}, spring2{this, "spring2"};
  Mass mass1{this, "mass1"}, mass2{this, "mass2"};
  Chain() {
    spring1.c = 30.0;
    spring2.c = 20.0;
    mass1.s.start(0.0).fixed();
    mass2.s.start(1.0).fixed();
    mass1.v.start(0.0).fixed();
    mass2.v.start(0.0).fixed();
    connect(wall.flange, spring1.flange_a);
    connect(spring1.flange_b, mass1.flange_a);
    connect(mass1.flange_b, spring2.flange_a);
    connect(spring2.flange_b, mass2.flange_a);
  }
};

TEST(Wrapped, AChainEqualsItsPlainEquations) {
  const Result a = run(Chain<translational::Mass, translational::Spring>{}, 5),
               b = run(Chain<PlainMass, PlainSpring>{}, 5);
  for (const char* path : {"mass1.s", "mass2.s", "mass2.v", "spring1.f"}) {
    EXPECT_LT(difference(a, b, path), 1e-9) << path;
  }
  audited_run(Chain<translational::Mass, translational::Spring>{}, 5);
}

TEST(Wrapped, SourcesOfMotionMoveWhatIsConnected) {
  struct Moved : Model {
    signals::Sine shape{this, "shape"}, speed{this, "speed"};
    translational::Position position{this, "position"};
    translational::Speed drive{this, "drive"};
    translational::ConstantSpeed belt{this, "belt"};
    translational::Mass a{this, "a"}, b{this, "b"}, c{this, "c"};
    Moved() {
      shape.f = 0.5;
      speed.f = 0.5;
      belt.v_fixed = 3.0;
      b.s.start(0.0).fixed();
      c.s.start(1.0).fixed();
      connect(shape.y, position.s_ref);
      connect(speed.y, drive.v_ref);
      connect(position.flange, a.flange_a);
      connect(drive.flange, b.flange_a);
      connect(belt.flange, c.flange_a);
    }
  };
  const Result result = audited_run(Moved{}, 0.7);
  EXPECT_NEAR(result.final("a.s"), std::sin(0.7 * kPi), 1e-9);
  EXPECT_NEAR(result.final("a.a"), -kPi * kPi * std::sin(0.7 * kPi), 1e-8);
  EXPECT_NEAR(result.final("b.s"), (1 - std::cos(0.7 * kPi)) / kPi, 1e-8);
  EXPECT_NEAR(result.final("c.s"), 1 + 2.1, 1e-9);
  EXPECT_THAT(codes_inside(Moved{}, "position"), ElementsAre("mSf"));
  EXPECT_THAT(codes_inside(Moved{}, "belt"), ElementsAre("Sf"));
}

TEST(Wrapped, AGearAndARackMoveAMass) {
  struct Winch : Model {
    rotational::ConstantTorque torque{this, "torque"};
    rotational::Inertia motor{this, "motor"};
    rotational::IdealGear gear{this, "gear"};
    rotational::IdealGearR2T rack{this, "rack"};
    rotational::TorqueSensor cut{this, "cut"};
    translational::Mass mass{this, "mass"};
    translational::ConstantForce weight{this, "weight"};
    Winch() {
      torque.tau_constant = 2.0;
      motor.J = 0.02;
      gear.ratio = 5.0;
      rack.ratio = 4.0;
      mass.m = 10.0;
      weight.f_constant = -20.0;
      motor.phi.start(0.0).fixed();
      motor.w.start(0.0).fixed();
      connect(torque.flange, motor.flange_a);
      connect(motor.flange_b, gear.flange_a);
      connect(gear.flange_b, cut.flange_a);
      connect(cut.flange_b, rack.flangeR);
      connect(rack.flangeT, mass.flange_a);
      connect(weight.flange, mass.flange_b);
    }
  };
  const Result result = audited_run(Winch{}, 1);
  const double a = (2.0 * 20 - 20) / (10 + 0.02 * 400);  // at the mass
  EXPECT_NEAR(result.final("mass.s"), a / 2, 1e-9);
  EXPECT_NEAR(result.final("motor.w"), 20 * a, 1e-8);
  EXPECT_NEAR(result.final("cut.tau.value"), (10 * a + 20) / 4, 1e-8);
  EXPECT_THAT(codes_inside(Winch{}, "gear"), ElementsAre("TF"));
  EXPECT_THAT(codes_inside(Winch{}, "rack"), ElementsAre("TF"));
}

TEST(Wrapped, ABallBouncesOnAnElasticGap) {
  struct Bounce : Model {
    translational::Fixed floor{this, "floor"};
    translational::ElastoGap gap{this, "gap"};
    translational::Mass ball{this, "ball"};
    Bounce() {
      gap.c = 400.0;
      ball.s.start(1.0).fixed();
      ball.v.start(-2.0).fixed();
      connect(floor.flange, gap.flange_a);
      connect(gap.flange_b, ball.flange_a);
    }
  };
  const Result result = audited_run(Bounce{}, 1.2);
  // Meets the spring at 0.5 s, leaves it half a period later with the velocity reversed.
  EXPECT_NEAR(result.final("ball.s"), 2 * (1.2 - 0.5 - kPi / 20), 1e-8);
  EXPECT_NEAR(result.final("ball.v"), 2, 1e-8);
  EXPECT_THAT(codes_inside(Bounce{}, "gap"), ElementsAre("0", "1", "C", "R"));
}

TEST(Wrapped, BacklashLetsAShaftTurnFreelyBetweenItsTeeth) {
  struct Loose : Model {
    rotational::Fixed housing{this, "housing"};
    rotational::ElastoBacklash teeth{this, "teeth"};
    rotational::Inertia shaft{this, "shaft"};
    Loose() {
      teeth.c = 100.0;
      teeth.b = 0.4;
      shaft.phi.start(0.0).fixed();
      shaft.w.start(1.0).fixed();
      connect(housing.flange, teeth.flange_a);
      connect(teeth.flange_b, shaft.flange_a);
    }
  };
  const Result result = audited_run(Loose{}, 1.0);
  // Free for 0.2 s, half a period of 10 rad/s at the teeth, then free for 0.4 s, then teeth again.
  const double second = 0.2 + kPi / 10 + 0.4;
  EXPECT_NEAR(result.final("shaft.phi"), -0.2 - 0.1 * std::sin(10 * (1 - second)), 1e-8);
}

// -- heat and fluids ------------------------------------------------------------------------------

TEST(Wrapped, AHeatCapacitorWarmsUpThroughAConductor) {
  struct Body : Model {
    thermal::FixedTemperature room{this, "room"};
    thermal::ThermalConductor wall{this, "wall"};
    thermal::HeatCapacitor body{this, "body"};
    thermal::FixedHeatFlow heater{this, "heater"};
    thermal::Convection air{this, "air"};
    thermal::PrescribedTemperature outside{this, "outside"};
    thermal::PrescribedHeatFlow sun{this, "sun"};
    thermal::TemperatureSensor sensor{this, "sensor"};
    thermal::HeatFlowSensor flow{this, "flow"};
    signals::Constant G{this, "G"}, T{this, "T"}, Q{this, "Q"};
    Body() {
      room.T = 300.0;
      wall.G = 2.0;
      body.C = 10.0;
      heater.Q_flow = 20.0;
      Q.k = 10.0;
      G.k = 3.0;
      T.k = 280.0;
      body.T.start(290.0).fixed();
      connect(room.port, flow.port_a);
      connect(flow.port_b, wall.port_a);
      for (thermal::HeatPort* port :
           {&wall.port_b, &heater.port, &air.port_a, &sun.port, &sensor.port}) {
        connect(body.port, *port);
      }
      connect(air.port_b, outside.port);
      connect(G.y, air.Gc);
      connect(T.y, outside.T);
      connect(Q.y, sun.Q_flow);
    }
  };
  const Result result = audited_run(Body{}, 4);
  // 10 dT/dt = 2 (300 - T) + 3 (280 - T) + 30
  const double end = (600.0 + 840 + 30) / 5;
  const double T = end + (290 - end) * std::exp(-0.5 * 4);
  EXPECT_NEAR(result.final("body.T"), T, 1e-6);
  EXPECT_NEAR(result.final("sensor.T.value"), T, 1e-6);
  EXPECT_NEAR(result.final("flow.y.value"), 2 * (300 - T), 1e-5);
  EXPECT_THAT(codes_inside(Body{}, "wall"), ElementsAre("1", "G"));
  EXPECT_THAT(codes_inside(Body{}, "body"), ElementsAre("C"));
  EXPECT_THAT(codes_inside(Body{}, "room"), ElementsAre("Se"));
}

TEST(Wrapped, ATankEmptiesThroughAPipe) {
  struct Emptying : Model {
    hydraulic::Tank tank{this, "tank"};
    hydraulic::LaminarPipe pipe{this, "pipe"};
    hydraulic::Ambient ambient{this, "ambient"};
    hydraulic::FlowSensor sensor{this, "sensor"};
    hydraulic::PressureSensor pressure{this, "pressure"};
    Emptying() {
      tank.A = 0.01;
      tank.level.start(1.0).fixed();
      connect(tank.port, pipe.port_a);
      connect(pipe.port_b, sensor.port_a);
      connect(sensor.port_b, ambient.port);
      connect(pressure.port, tank.port);
    }
  };
  const double R = 128 * 1e-3 / (kPi * 1e-8), C = 0.01 / 9810;
  const Result result = audited_run(Emptying{}, 5);
  const double level = std::exp(-5 / (R * C));
  EXPECT_NEAR(result.final("tank.level"), level, 1e-8);
  EXPECT_NEAR(result.final("pressure.p.value"), 9810 * level, 1e-4);
  EXPECT_NEAR(result.final("sensor.y.value"), 9810 * level / R, 1e-10);
  EXPECT_THAT(codes_inside(Emptying{}, "tank"), ElementsAre("C"));
  EXPECT_THAT(codes_inside(Emptying{}, "pipe"), ElementsAre("1", "R"));
}

TEST(Wrapped, FluidOscillatesBetweenInertiaAndVolume) {
  struct Pipe : Model {
    hydraulic::Volume volume{this, "volume"};
    hydraulic::Inertance pipe{this, "pipe"};
    hydraulic::Ambient ambient{this, "ambient"};
    Pipe() {
      volume.V = 0.14;
      volume.p.start(1e5).fixed();
      volume.p.nominal(1e5);
      pipe.q.start(0.0).fixed();
      connect(volume.port, pipe.port_a);
      connect(pipe.port_b, ambient.port);
    }
  };
  const Result result = audited_run(Pipe{}, 0.1);
  const double w = 1 / std::sqrt(1e-10 * 1e7);  // C = V / beta, I = rho l / A
  EXPECT_NEAR(result.final("volume.p"), 1e5 * std::cos(w * 0.1), 1e-2);
  EXPECT_THAT(codes_inside(Pipe{}, "pipe"), ElementsAre("1", "I"));
  EXPECT_THAT(codes_inside(Pipe{}, "volume"), ElementsAre("C"));
}

TEST(Wrapped, ACylinderPushesWithItsPressure) {
  struct Press : Model {
    hydraulic::Pump pump{this, "pump"};
    hydraulic::Ambient ambient{this, "ambient"};
    hydraulic::Cylinder cylinder{this, "cylinder"};
    translational::Spring spring{this, "spring"};
    translational::Damper damper{this, "damper"};
    translational::Fixed wall{this, "wall"};
    Press() {
      pump.q_fixed = 2e-4;
      cylinder.A = 1e-3;
      spring.c = 1e4;
      damper.d = 50.0;
      cylinder.flange.s.start(0.0).fixed();
      connect(ambient.port, pump.port_a);
      connect(pump.port_b, cylinder.port);
      connect(wall.flange, spring.flange_a);
      connect(wall.flange, damper.flange_a);
      connect(cylinder.flange, spring.flange_b);
      connect(cylinder.flange, damper.flange_b);
    }
  };
  const Result result = audited_run(Press{}, 0.5);
  EXPECT_NEAR(result.final("cylinder.flange.s"), 0.1, 1e-9);
  EXPECT_NEAR(result.final("cylinder.port.p"), (1e4 * 0.1 + 50 * 0.2) / 1e-3, 1e-2);
  EXPECT_THAT(codes_inside(Press{}, "cylinder"), ElementsAre("TF"));
  EXPECT_THAT(codes_inside(Press{}, "pump"), ElementsAre("1", "Sf"));
}

TEST(Wrapped, ValveAndTurbulentPipeShareThePressure) {
  struct Line : Model {
    hydraulic::PressureSource supply{this, "supply"};
    hydraulic::Valve valve{this, "valve"};
    hydraulic::TurbulentResistance pipe{this, "pipe"};
    hydraulic::Ambient ambient{this, "ambient"};
    signals::Constant opening{this, "opening"};
    Line() {
      supply.p = 2e5;
      opening.k = 0.5;
      connect(opening.y, valve.opening);
      connect(supply.port, valve.port_a);
      connect(valve.port_b, pipe.port_a);
      connect(pipe.port_b, ambient.port);
      pipe.K = 1e14;
    }
  };
  const Result result = audited_run(Line{}, 1);
  // dp = (K + rho / (2 Cd^2 A^2)) q^2
  const double q = std::sqrt(2e5 / (1e14 + 500 / (0.36 * 25e-12)));
  EXPECT_NEAR(result.final("pipe.q") / q, 1, 1e-9);
  EXPECT_THAT(codes_inside(Line{}, "valve"), ElementsAre("1", "mR"));
}

// -- signals --------------------------------------------------------------------------------------

TEST(Signals, APIDControllerAnswersAStepWithItsThreeParts) {
  struct Control : Model {
    signals::Constant one{this, "one"}, zero{this, "zero"};
    signals::Feedback error{this, "error"};
    signals::PID pid{this, "pid"};
    Control() {
      zero.k = 0.0;
      pid.k = 2.0;
      pid.I.start(0.0).fixed();
      pid.x.start(0.0).fixed();
      connect(one.y, error.u1);
      connect(zero.y, error.u2);
      connect(error.y, pid.u);
    }
  };
  const Result result = run(Control{}, 0.02);
  EXPECT_NEAR(result.final("pid.y.value"), 2 * (1 + 0.02 / 0.5 + 10 * std::exp(-2.0)), 1e-8);
}

}  // namespace
}  // namespace multibond
