// Wrapped components, one by one against closed forms: those that wrapped_test.cc and
// hybrid_test.cc do not meet.
#include <cmath>
#include <numbers>

#include "multibond/library/electrical_nonlinear.h"
#include "multibond/library/electrical_sources.h"
#include "multibond/library/hydraulic.h"
#include "multibond/library/rotational_sensors.h"
#include "multibond/library/rotational_sources.h"
#include "multibond/library/signals.h"
#include "multibond/library/thermal.h"
#include "multibond/library/transducers.h"
#include "multibond/library/translational_friction.h"
#include "wrapped_bench.h"

namespace multibond {
namespace {

using ::testing::ElementsAre;
constexpr double kPi = std::numbers::pi;

// -- electrical -----------------------------------------------------------------------------------

TEST(WrappedParts, AStepChargesACapacitorThroughAConductor) {
  struct Charging : Model {
    electrical::StepVoltage source{this, "source"};
    electrical::Conductor G{this, "G"};
    electrical::Capacitor C{this, "C"};
    electrical::Ground ground{this, "ground"};
    Charging() {
      source.V = 4.0;
      source.offset = 1.0;
      source.startTime = 0.5;
      G.G = 0.5;
      C.C = 0.2;
      C.v.start(1.0).fixed();
      connect(source.p, G.p);
      connect(G.n, C.p);
      connect(C.n, ground.p);
      connect(source.n, ground.p);
    }
  };
  const Result result = audited_run(Charging{}, 2);
  EXPECT_NEAR(result.at("C.v", 0.4), 1, 1e-12);
  for (const double t : {0.8, 1.2, 2.0}) {
    EXPECT_NEAR(result.at("C.v", t), 5 - 4 * std::exp(-2.5 * (t - 0.5)), 1e-8);
    EXPECT_NEAR(result.at("G.i", t), 2 * std::exp(-2.5 * (t - 0.5)), 1e-8);
  }
  EXPECT_THAT(codes_inside(Charging{}, "G"), ElementsAre("1", "G"));
  EXPECT_THAT(codes_inside(Charging{}, "source"), ElementsAre("1", "mSe"));
}

TEST(WrappedParts, ADiodeFollowsShockleyAndItsTangentBeyond) {
  struct Curve : Model {
    electrical::Ground ground{this, "ground"};
    electrical::ConstantVoltage forward{this, "forward"}, far{this, "far"}, back{this, "back"};
    electrical::Diode d1{this, "d1"}, d2{this, "d2"}, d3{this, "d3"};
    Curve() {
      forward.V = 0.3;
      far.V = 0.8;
      back.V = -1.0;
      join(forward, d1);
      join(far, d2);
      join(back, d3);
    }
    void join(electrical::ConstantVoltage& source, electrical::Diode& diode) {
      connect(source.p, diode.p);
      connect(source.n, ground.p);
      connect(diode.n, ground.p);
    }
  };
  const Result result = audited_run(Curve{}, 1);
  EXPECT_NEAR(result.final("d1.i"), 1e-6 * (std::exp(7.5) - 1) + 0.3e-8, 1e-15);
  EXPECT_NEAR(result.final("d2.i"), 1e-6 * (std::exp(15.0) * 6 - 1) + 0.8e-8, 1e-11);
  EXPECT_NEAR(result.final("d3.i"), 1e-6 * (std::exp(-25.0) - 1) - 1e-8, 1e-15);
  EXPECT_THAT(codes_inside(Curve{}, "d1"), ElementsAre("1", "D"));
}

/// A battery of 10 V, a switch, a load of 8 Ohm.
template <typename Switch>
struct Switched : Model {
  electrical::ConstantVoltage source{this, "source"};
  Switch contact{this, "contact"};
  electrical::Resistor load{this, "load"};
  electrical::Ground ground{this, "ground"};
  Switched() {
    source.V = 10.0;
    load.R = 8.0;
    connect(source.p, contact.p);
    connect(contact.n, load.p);
    connect(load.n, ground.p);
    connect(source.n, ground.p);
  }
};

/// The same with a signal that rises from 0 to 1 at 0.5 s and falls at 1.5 s.
template <typename Switch>
struct Controlled : Switched<Switch> {
  signals::Pulse control{this, "control"};
  Controlled() {
    control.startTime = 0.5;
    control.period = 2.0;
    this->connect(control.y, this->contact.control);
  }
};

TEST(WrappedParts, SwitchesCloseAndOpen) {
  const auto expect = [](const Result& result, double open, double closed) {
    EXPECT_NEAR(result.at("load.i", 0.4), open, 1e-12);
    EXPECT_NEAR(result.at("load.i", 0.6), closed, 1e-12);
    EXPECT_NEAR(result.at("load.i", 1.4), closed, 1e-12);
    EXPECT_NEAR(result.at("load.i", 1.6), open, 1e-12);
  };
  struct Real : Controlled<electrical::Switch> {
    Real() {
      contact.Ron = 2.0;
      contact.Goff = 0.125;
    }
  };
  struct Timed : Switched<electrical::TimedSwitch> {
    Timed() {
      contact.t_close = 0.5;
      contact.t_open = 1.5;
      contact.Ron = 2.0;
      contact.Goff = 0.125;
    }
  };
  expect(audited_run(Real{}, 2), 10.0 / 16, 1);
  expect(audited_run(Timed{}, 2), 10.0 / 16, 1);
  expect(run(Controlled<electrical::IdealClosingSwitch>{}, 2), 0, 1.25);
  expect(run(Controlled<electrical::IdealOpeningSwitch>{}, 2), 1.25, 0);
  EXPECT_THAT(codes_inside(Timed{}, "contact"), ElementsAre("1", "Sw"));
  EXPECT_THAT(codes_inside(Controlled<electrical::IdealOpeningSwitch>{}, "contact"),
              ElementsAre("1", "Sw"));
}

TEST(WrappedParts, AnOpeningSwitchLeavesACapacitorItsCharge) {
  struct Holding : Model {
    electrical::Capacitor C{this, "C"};
    electrical::IdealOpeningSwitch contact{this, "contact"};
    electrical::Resistor R{this, "R"};
    electrical::Ground ground{this, "ground"};
    signals::Step control{this, "control"};
    Holding() {
      C.C = 0.1;
      C.v.start(8.0).fixed();
      R.R = 5.0;
      control.startTime = 0.5;
      connect(control.y, contact.control);
      connect(C.p, contact.p);
      connect(contact.n, R.p);
      connect(R.n, ground.p);
      connect(C.n, ground.p);
    }
  };
  const Result result = run(Holding{}, 2);
  EXPECT_NEAR(result.at("C.v", 0.4), 8 * std::exp(-0.8), 1e-8);
  EXPECT_NEAR(result.final("C.v"), 8 * std::exp(-1.0), 1e-8);
  EXPECT_NEAR(result.final("contact.v"), 8 * std::exp(-1.0), 1e-8);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-9);
}

TEST(WrappedParts, SourcesFollowTheirSignals) {
  struct Sources : Model {
    electrical::SineCurrent sine{this, "sine"};
    electrical::SignalCurrent ramp{this, "ramp"};
    electrical::SignalVoltage wave{this, "wave"};
    electrical::Capacitor C1{this, "C1"}, C2{this, "C2"};
    electrical::Inductor L{this, "L"};
    electrical::Ground ground{this, "ground"};
    signals::Ramp rising{this, "rising"};
    signals::Sine shape{this, "shape"};
    Sources() {
      sine.I = 2.0;
      sine.f = 0.5;
      sine.offset = 1.0;
      C1.C = 0.5;
      C1.v.start(0.0).fixed();
      C2.C = 0.25;
      C2.v.start(0.0).fixed();
      rising.duration = 4.0;
      rising.height = 8.0;
      shape.amplitude = 3.0;
      L.L = 0.5;
      L.i.start(0.0).fixed();
      connect(rising.y, ramp.u);
      connect(shape.y, wave.u);
      connect(sine.n, C1.p);  // the current leaves a source at n
      connect(ramp.n, C2.p);
      connect(wave.p, L.p);
      for (electrical::Pin* pin : {&sine.p, &ramp.p, &wave.n, &C1.n, &C2.n, &L.n}) {
        connect(ground.p, *pin);
      }
    }
  };
  const Result result = audited_run(Sources{}, 1.7);
  const double t = 1.7;
  EXPECT_NEAR(result.final("C1.v"), (t + 2 * (1 - std::cos(kPi * t)) / kPi) / 0.5, 1e-8);
  EXPECT_NEAR(result.final("C2.v"), t * t / 0.25, 1e-8);
  EXPECT_NEAR(result.final("L.i"), 3 * (1 - std::cos(2 * kPi * t)) / (2 * kPi * 0.5), 1e-8);
  EXPECT_THAT(codes_inside(Sources{}, "ramp"), ElementsAre("1", "mSf"));
  EXPECT_THAT(codes_inside(Sources{}, "wave"), ElementsAre("1", "mSe"));
}

TEST(WrappedParts, AnElectromotiveForceTurnsCurrentIntoTorque) {
  struct Machine : Model {
    electrical::ConstantCurrent source{this, "source"};
    electrical::RotationalEMF emf{this, "emf"};
    electrical::Ground ground{this, "ground"};
    rotational::Inertia rotor{this, "rotor"};
    Machine() {
      source.I = 3.0;
      emf.k = 0.5;
      rotor.J = 2.0;
      rotor.phi.start(0.0).fixed();
      rotor.w.start(0.0).fixed();
      connect(source.n, emf.p);
      connect(emf.n, ground.p);
      connect(source.p, ground.p);
      connect(emf.flange, rotor.flange_a);
    }
  };
  const Result result = audited_run(Machine{}, 2);
  EXPECT_NEAR(result.final("rotor.w"), 0.5 * 3 / 2 * 2, 1e-9);
  EXPECT_NEAR(result.final("emf.v"), 0.5 * 1.5, 1e-9);
  EXPECT_THAT(codes_inside(Machine{}, "emf"), ElementsAre("1", "GY"));
}

// -- mechanics ------------------------------------------------------------------------------------

TEST(WrappedParts, AShaftSwingsOnASpringAndADamper) {
  struct Swing : Model {
    rotational::Fixed wall{this, "wall"};
    rotational::SpringDamper link{this, "link"};
    rotational::Inertia disc{this, "disc"};
    rotational::TorqueSensor torque{this, "torque"};
    rotational::AngleSensor angle{this, "angle"};
    rotational::SpeedSensor speed{this, "speed"};
    rotational::AccSensor acceleration{this, "acceleration"};
    rotational::RelAngleSensor twist{this, "twist"};
    rotational::RelSpeedSensor rate{this, "rate"};
    // The same once more with spring and damper side by side.
    rotational::Spring spring{this, "spring"};
    rotational::Damper damper{this, "damper"};
    rotational::Inertia other{this, "other"};
    Swing() {
      wall.phi0 = 0.1;
      disc.J = 2.0;
      link.c = 50.0;
      link.d = 4.0;
      link.phi_rel0 = 0.5;
      spring.c = 50.0;
      spring.phi_rel0 = 0.5;
      damper.d = 4.0;
      other.J = 2.0;
      for (rotational::Inertia* inertia : {&disc, &other}) {
        inertia->phi.start(1.0).fixed();
        inertia->w.start(0.0).fixed();
      }
      connect(wall.flange, link.flange_a);
      connect(link.flange_b, torque.flange_a);
      connect(torque.flange_b, disc.flange_a);
      for (rotational::Flange* flange :
           {&angle.flange, &speed.flange, &acceleration.flange, &twist.flange_b, &rate.flange_b}) {
        connect(*flange, disc.flange_b);
      }
      for (rotational::Flange* flange :
           {&twist.flange_a, &rate.flange_a, &spring.flange_a, &damper.flange_a}) {
        connect(*flange, wall.flange);
      }
      connect(spring.flange_b, other.flange_a);
      connect(damper.flange_b, other.flange_a);
    }
  };
  const Result result = audited_run(Swing{}, 2);
  const double a = 1, w = std::sqrt(24.0), x0 = 0.4;  // at rest at 0.6
  for (const double t : {0.4, 1.0, 2.0}) {
    const double x = x0 * std::exp(-a * t) * (std::cos(w * t) + a / w * std::sin(w * t));
    const double v = -x0 * 25 / w * std::exp(-a * t) * std::sin(w * t);
    EXPECT_NEAR(result.at("disc.phi", t), 0.6 + x, 1e-8);
    EXPECT_NEAR(result.at("other.phi", t), 0.6 + x, 1e-8);
    EXPECT_NEAR(result.at("angle.phi.value", t), 0.6 + x, 1e-8);
    EXPECT_NEAR(result.at("twist.phi_rel.value", t), 0.5 + x, 1e-8);
    EXPECT_NEAR(result.at("speed.w.value", t), v, 1e-8);
    EXPECT_NEAR(result.at("rate.w_rel.value", t), v, 1e-8);
    EXPECT_NEAR(result.at("acceleration.a.value", t), -25 * x - 2 * v, 1e-7);
    EXPECT_NEAR(result.at("torque.tau.value", t), -(50 * x + 4 * v), 1e-7);
    EXPECT_NEAR(result.at("spring.tau", t), 50 * x, 1e-7);
    EXPECT_NEAR(result.at("damper.tau", t), 4 * v, 1e-7);
  }
  EXPECT_THAT(codes_inside(Swing{}, "link"), ElementsAre("0", "1", "C", "R"));
  EXPECT_THAT(codes_inside(Swing{}, "spring"), ElementsAre("0", "C"));
  EXPECT_THAT(codes_inside(Swing{}, "damper"), ElementsAre("0", "R"));
  EXPECT_THAT(codes_inside(Swing{}, "angle"), ElementsAre("Df"));
  EXPECT_THAT(codes_inside(Swing{}, "torque"), ElementsAre("0", "De"));
}

TEST(WrappedParts, SourcesOfRotationMoveWhatIsConnected) {
  struct Moved : Model {
    signals::Sine shape{this, "shape"}, speed{this, "speed"}, push{this, "push"};
    rotational::Position position{this, "position"};
    rotational::Speed drive{this, "drive"};
    rotational::ConstantSpeed shaft{this, "shaft"};
    rotational::Torque torque{this, "torque"};
    rotational::Inertia a{this, "a"}, b{this, "b"}, c{this, "c"}, d{this, "d"};
    Moved() {
      for (signals::Sine* sine : {&shape, &speed, &push}) sine->f = 0.5;
      shaft.w_fixed = 3.0;
      b.phi.start(0.0).fixed();
      c.phi.start(1.0).fixed();
      d.J = 2.0;
      d.phi.start(0.0).fixed();
      d.w.start(0.0).fixed();
      connect(shape.y, position.phi_ref);
      connect(speed.y, drive.w_ref);
      connect(push.y, torque.tau);
      connect(position.flange, a.flange_a);
      connect(drive.flange, b.flange_a);
      connect(shaft.flange, c.flange_a);
      connect(torque.flange, d.flange_a);
    }
  };
  const Result result = audited_run(Moved{}, 0.7);
  EXPECT_NEAR(result.final("a.phi"), std::sin(0.7 * kPi), 1e-9);
  EXPECT_NEAR(result.final("a.a"), -kPi * kPi * std::sin(0.7 * kPi), 1e-8);
  EXPECT_NEAR(result.final("b.phi"), (1 - std::cos(0.7 * kPi)) / kPi, 1e-8);
  EXPECT_NEAR(result.final("c.phi"), 1 + 2.1, 1e-9);
  EXPECT_NEAR(result.final("d.w"), (1 - std::cos(0.7 * kPi)) / kPi / 2, 1e-9);
  EXPECT_THAT(codes_inside(Moved{}, "position"), ElementsAre("mSf"));
  EXPECT_THAT(codes_inside(Moved{}, "drive"), ElementsAre("mSf"));
  EXPECT_THAT(codes_inside(Moved{}, "shaft"), ElementsAre("Sf"));
  EXPECT_THAT(codes_inside(Moved{}, "torque"), ElementsAre("mSe"));
}

TEST(WrappedParts, ASineForceShakesAMass) {
  struct Shaken : Model {
    translational::SineForce force{this, "force"};
    translational::Mass mass{this, "mass"};
    Shaken() {
      force.amplitude = 4.0;
      force.f = 0.5;
      force.offset = 1.0;
      mass.m = 2.0;
      mass.s.start(0.0).fixed();
      mass.v.start(0.0).fixed();
      connect(force.flange, mass.flange_a);
    }
  };
  const Result result = audited_run(Shaken{}, 1.3);
  const double t = 1.3;
  EXPECT_NEAR(result.final("mass.v"), (t + 4 * (1 - std::cos(kPi * t)) / kPi) / 2, 1e-8);
}

TEST(WrappedParts, ABrakeStopsASlidingMassHoldsItAndReleasesIt) {
  struct Sliding : Model {
    translational::Fixed rail{this, "rail"};
    translational::Brake brake{this, "brake"};
    translational::Mass mass{this, "mass"};
    translational::Force force{this, "force"};
    signals::Pulse press{this, "press"};
    signals::Step push{this, "push"};
    Sliding() {
      mass.m = 2.0;
      mass.s.start(0.0).fixed();
      mass.v.start(3.0).fixed();
      brake.fn_max = 8.0;
      press.startTime = 1.0;
      press.period = 8.0;
      push.startTime = 4.0;
      push.height = 3.0;
      connect(press.y, brake.f_normalized);
      connect(push.y, force.f);
      connect(rail.flange, brake.flange_a);
      connect(brake.flange_b, mass.flange_a);
      connect(force.flange, mass.flange_b);
    }
  };
  const Result result = run(Sliding{}, 6);
  // 4 N from 1 s on: at rest after 1.5 s more; 3 N do not move it until the brake opens at 5 s.
  EXPECT_NEAR(result.at("mass.v", 1.8), 3 - 2 * 0.8, 1e-8);
  EXPECT_NEAR(result.at("mass.s", 3.0), 3 + 2.25, 1e-8);
  EXPECT_NEAR(result.at("mass.v", 4.5), 0, 1e-12);
  EXPECT_NEAR(result.at("brake.f", 4.5), 3, 1e-12);
  EXPECT_NEAR(result.final("mass.v"), 1.5, 1e-8);
  EXPECT_NEAR(result.final("mass.s"), 5.25 + 0.75, 1e-8);
  EXPECT_LT(std::abs(result.energy.relative_error()), 1e-8);
  EXPECT_THAT(codes_inside(Sliding{}, "brake"), ElementsAre("0", "R"));
}

// -- heat and fluids ------------------------------------------------------------------------------

TEST(WrappedParts, ABodyCoolsThroughAResistor) {
  struct Cooling : Model {
    thermal::FixedTemperature room{this, "room"};
    thermal::ThermalResistor wall{this, "wall"};
    thermal::HeatCapacitor body{this, "body"};
    thermal::RelTemperatureSensor sensor{this, "sensor"};
    Cooling() {
      room.T = 300.0;
      wall.R = 0.5;
      body.C = 10.0;
      body.T.start(400.0).fixed();
      connect(body.port, wall.port_a);
      connect(wall.port_b, room.port);
      connect(sensor.port_a, body.port);
      connect(sensor.port_b, room.port);
    }
  };
  const Result result = audited_run(Cooling{}, 4);
  const double above = 100 * std::exp(-4 / 5.0);
  EXPECT_NEAR(result.final("body.T"), 300 + above, 1e-6);
  EXPECT_NEAR(result.final("wall.Q_flow"), above / 0.5, 1e-5);
  EXPECT_NEAR(result.final("sensor.T_rel.value"), above, 1e-6);
  EXPECT_THAT(codes_inside(Cooling{}, "wall"), ElementsAre("1", "R"));
  EXPECT_THAT(codes_inside(Cooling{}, "sensor"), ElementsAre("1", "De"));
}

TEST(WrappedParts, ABodyRadiatesIntoSpace) {
  struct Radiating : Model {
    thermal::HeatCapacitor body{this, "body"};
    thermal::BodyRadiation radiation{this, "radiation"}, between{this, "between"};
    thermal::FixedTemperature space{this, "space"}, hot{this, "hot"}, cold{this, "cold"};
    Radiating() {
      body.C = 1000.0;
      body.T.start(800.0).fixed();
      radiation.Gr = 2.0;
      space.T = 0.0;
      hot.T = 400.0;
      cold.T = 300.0;
      between.Gr = 0.5;
      connect(body.port, radiation.port_a);
      connect(radiation.port_b, space.port);
      connect(hot.port, between.port_a);
      connect(between.port_b, cold.port);
    }
  };
  const Result result = audited_run(Radiating{}, 10);
  const double sigma = 5.670374419e-8;
  const double T = std::pow(std::pow(800.0, -3) + 3 * 2 * sigma * 10 / 1000, -1.0 / 3);
  EXPECT_NEAR(result.final("body.T"), T, 1e-5);
  EXPECT_NEAR(result.final("between.Q_flow"), 0.5 * sigma * (256e8 - 81e8), 1e-9);
  EXPECT_THAT(codes_inside(Radiating{}, "radiation"), ElementsAre("1", "R"));
}

TEST(WrappedParts, SignalsDrivePumpAndPressure) {
  struct Driven : Model {
    signals::Sine flow{this, "flow"}, pressure{this, "pressure"};
    hydraulic::Ambient ambient{this, "ambient"};
    hydraulic::SignalPump pump{this, "pump"};
    hydraulic::Tank tank{this, "tank"};
    hydraulic::SignalPressure supply{this, "supply"};
    hydraulic::Resistance resistance{this, "resistance"};
    hydraulic::Inertance pipe{this, "pipe"};
    Driven() {
      flow.amplitude = 1e-3;
      flow.offset = 2e-3;
      flow.f = 0.5;
      pressure.amplitude = 1e5;
      pressure.f = 0.5;
      tank.A = 0.01;
      tank.level.start(0.5).fixed();
      resistance.R = 2e8;
      pipe.q.start(0.0).fixed();
      pipe.q.nominal(1e-3);
      connect(flow.y, pump.q_ref);
      connect(pressure.y, supply.p);
      connect(ambient.port, pump.port_a);
      connect(pump.port_b, tank.port);
      connect(supply.port, resistance.port_a);
      connect(resistance.port_b, ambient.port);
      connect(supply.port, pipe.port_a);
      connect(pipe.port_b, ambient.port);
    }
  };
  const double t = 0.7;
  const Result result = audited_run(Driven{}, t);
  const double filled = 2e-3 * t + 1e-3 * (1 - std::cos(kPi * t)) / kPi;
  EXPECT_NEAR(result.final("tank.level"), 0.5 + filled / 0.01, 1e-8);
  EXPECT_NEAR(result.final("resistance.q"), 1e5 * std::sin(kPi * t) / 2e8, 1e-12);
  EXPECT_NEAR(result.final("pipe.q"), 1e5 * (1 - std::cos(kPi * t)) / kPi / 1e7, 1e-9);
  EXPECT_THAT(codes_inside(Driven{}, "pump"), ElementsAre("1", "mSf"));
  EXPECT_THAT(codes_inside(Driven{}, "supply"), ElementsAre("mSe"));
  EXPECT_THAT(codes_inside(Driven{}, "resistance"), ElementsAre("1", "R"));
}

// -- signals --------------------------------------------------------------------------------------

TEST(Signals, BlocksComputeWhatTheyPromise) {
  struct Blocks : Model {
    signals::Ramp ramp{this, "ramp"};  // t
    signals::Constant two{this, "two"};
    signals::Gain gain{this, "gain"};
    signals::Add add{this, "add"};
    signals::Product product{this, "product"};
    signals::Sum sum{this, "sum"};
    signals::Feedback difference{this, "difference"};
    signals::Integrator integral{this, "integral"};
    signals::FirstOrder lag{this, "lag"};
    signals::PI pi{this, "pi"};
    signals::Limiter limiter{this, "limiter"};
    signals::Relay relay{this, "relay"};
    signals::Table table{this, "table"};
    signals::Step step{this, "step"};
    signals::RealExpression law{this, "law"};
    Blocks() {
      ramp.height = 4.0;
      ramp.duration = 4.0;
      two.k = 2.0;
      gain.k = 3.0;
      add.k1 = 2.0;
      add.k2 = -1.0;
      sum.inputs(3);
      integral.y.value.start(1.0).fixed();
      lag.k = 2.0;
      lag.T = 0.5;
      lag.y.value.start(0.0).fixed();
      pi.k = 3.0;
      pi.T = 2.0;
      pi.x.start(0.0).fixed();
      limiter.uMax = 1.5;
      relay.uHigh = 1.2;
      relay.y_on = 7.0;
      relay.y_off = -1.0;
      step.height = 4.0;
      step.offset = 0.5;
      step.startTime = 1.5;
      law.set(square(ramp.y.value));
      for (signals::Signal* u : {&gain.u, &add.u1, &product.u1, &difference.u1, &integral.u,
                                 &limiter.u, &relay.u, &table.u, &pi.u}) {
        connect(ramp.y, *u);
      }
      for (signals::Signal* u : {&add.u2, &product.u2, &difference.u2, &lag.u}) {
        connect(two.y, *u);
      }
      for (std::size_t i = 0; i < 3; ++i) connect(ramp.y, sum.u[i]);
    }
  };
  Blocks model;
  model.set("table.table", "[0, 1; 1, 3; 2, 2]");
  const Result result = run(std::move(model), 2);
  for (const double t : {0.6, 1.0, 1.8}) {
    EXPECT_NEAR(result.at("ramp.y.value", t), t, 1e-12);
    EXPECT_NEAR(result.at("gain.y.value", t), 3 * t, 1e-12);
    EXPECT_NEAR(result.at("add.y.value", t), 2 * t - 2, 1e-12);
    EXPECT_NEAR(result.at("product.y.value", t), 2 * t, 1e-12);
    EXPECT_NEAR(result.at("sum.y.value", t), 3 * t, 1e-12);
    EXPECT_NEAR(result.at("difference.y.value", t), t - 2, 1e-12);
    EXPECT_NEAR(result.at("integral.y.value", t), 1 + t * t / 2, 1e-9);
    EXPECT_NEAR(result.at("lag.y.value", t), 4 * (1 - std::exp(-2 * t)), 1e-8);
    EXPECT_NEAR(result.at("pi.y.value", t), 3 * (t + t * t / 4), 1e-8);
    EXPECT_NEAR(result.at("limiter.y.value", t), std::min(t, 1.5), 1e-12);
    EXPECT_NEAR(result.at("relay.y.value", t), t > 1.2 ? 7 : -1, 1e-12);
    EXPECT_NEAR(result.at("table.y.value", t), t < 1 ? 1 + 2 * t : 4 - t, 1e-9);
    EXPECT_NEAR(result.at("step.y.value", t), t < 1.5 ? 0.5 : 4.5, 1e-12);
    EXPECT_NEAR(result.at("law.y.value", t), t * t, 1e-9);
  }
}

}  // namespace
}  // namespace multibond
