// Modes: equations of different structure, compiled when first met, and the jumps between them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "multibond/library/electrical.h"
#include "multibond/library/electrical_sources.h"
#include "multibond/library/rotational.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

using namespace electrical;

/// Ideal switch, closed from `closes` on and open again from `opens` on.
class TimedSwitch final : public electrical::OnePort {
 public:
  using OnePort::OnePort;
  double closes = 1, opens = 1e9;
  void equations() override {
    OnePort::equations();
    either(
        time() >= closes && time() < opens, [&] { equation(v, 0.0); },
        [&] { limit_equation(i, 0.0, v); });
  }
};

/// Ideal diode: conducts from p to n.
class IdealDiode final : public electrical::OnePort {
 public:
  using OnePort::OnePort;
  Variable s{this, "s", "", "voltage while blocking, current while conducting"};
  void equations() override {
    OnePort::equations();
    either(
        s > 0,
        [&] {
          equation(v, 0.0);
          equation(i, s);
        },
        [&] {
          limit_equation(i, 0.0, v);
          equation(v, s);
        });
  }
};

/// Two capacitors that a switch connects at t = 1: charge is conserved, half the energy lost.
struct TwoCapacitors : Model {
  Capacitor a{this, "a"}, b{this, "b"};
  TimedSwitch link{this, "link"};
  Ground ground{this, "ground"};
  TwoCapacitors() {
    a.C = 2.0;
    b.C = 3.0;
    a.v.start(10.0).fixed();
    b.v.start(0.0).fixed();
    connect(a.p, link.p);
    connect(link.n, b.p);
    connect(a.n, ground.p);
    connect(b.n, ground.p);
  }
};

TEST(Modes, ChargeIsConservedWhenASwitchJoinsTwoCapacitors) {
  const Result result = simulate(TwoCapacitors{}, {.stop = 2, .tolerance = 1e-9});
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_NEAR(result.at("a.v", 0.5), 10, 1e-12);
  EXPECT_NEAR(result.final("a.v"), 4, 1e-12);
  EXPECT_NEAR(result.final("b.v"), 4, 1e-12);
}

/// An inductor whose current a switch interrupts; a diode beside it takes the current over.
struct Freewheel : Model {
  ConstantVoltage source{this, "source"};
  TimedSwitch chopper{this, "chopper"};
  Inductor coil{this, "coil"};
  Resistor load{this, "load"};
  IdealDiode diode{this, "diode"};
  Ground ground{this, "ground"};
  Freewheel() {
    source.V = 12.0;
    coil.L = 0.5;
    load.R = 4.0;
    chopper.closes = -1;
    chopper.opens = 0.25;
    connect(source.p, chopper.p);
    connect(chopper.n, coil.p);
    connect(coil.n, load.p);
    connect(load.n, ground.p);
    connect(source.n, ground.p);
    connect(diode.n, coil.p);
    connect(diode.p, ground.p);
  }
};

TEST(Modes, ADiodeTakesOverTheCurrentOfAnInterruptedCoil) {
  const Result result = simulate(Freewheel{}, {.stop = 1, .tolerance = 1e-10});
  ASSERT_EQ(result.status, RunStatus::completed);
  const double peak = 3 * (1 - std::exp(-8 * 0.25));
  EXPECT_NEAR(result.at("coil.i", 0.25), peak, 1e-8);
  EXPECT_NEAR(result.final("coil.i"), peak * std::exp(-8 * 0.75), 1e-8);
  EXPECT_NEAR(result.final("diode.i"), result.final("coil.i"), 1e-12);
}

TEST(Modes, WithoutADiodeTheCurrentEndsAtOnce) {
  Freewheel model;
  struct Bare : Model {
    ConstantVoltage source{this, "source"};
    TimedSwitch chopper{this, "chopper"};
    Inductor coil{this, "coil"};
    Resistor load{this, "load"};
    Ground ground{this, "ground"};
    Bare() {
      chopper.closes = -1;
      chopper.opens = 0.25;
      connect(source.p, chopper.p);
      connect(chopper.n, coil.p);
      connect(coil.n, load.p);
      connect(load.n, ground.p);
      connect(source.n, ground.p);
    }
  };
  const Result result = simulate(Bare{}, {.stop = 1, .tolerance = 1e-10});
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_NEAR(result.final("coil.i"), 0, 1e-12);
}

/// Two flywheels that a clutch locks at t = 1: momentum is conserved.
class Lock final : public Component {
 public:
  using Component::Component;
  rotational::Flange flange_a{this, "flange_a"}, flange_b{this, "flange_b"};
  Variable w_rel{this, "w_rel", "rad/s", "relative speed"};
  Variable tau{this, "tau", "N.m", "torque"};
  void equations() override {
    equation(w_rel, der(flange_b.phi) - der(flange_a.phi));
    equation(flange_b.tau, tau);
    equation(flange_a.tau, -tau);
    either(
        time() >= 1.0, [&] { equation(w_rel, 0.0); }, [&] { equation(tau, 0.0); });
  }
};

struct Flywheels : Model {
  rotational::Inertia a{this, "a"}, b{this, "b"};
  Lock clutch{this, "clutch"};
  Flywheels() {
    a.J = 1.0;
    b.J = 3.0;
    a.w.start(8.0).fixed();
    b.w.start(0.0).fixed();
    connect(a.flange_b, clutch.flange_a);
    connect(clutch.flange_b, b.flange_a);
  }
};

TEST(Modes, AngularMomentumIsConservedWhenAClutchLocks) {
  const Result result = simulate(Flywheels{}, {.stop = 2, .tolerance = 1e-9});
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_NEAR(result.final("a.w"), 2, 1e-12);
  EXPECT_NEAR(result.final("b.w"), 2, 1e-12);
  EXPECT_NEAR(result.final("a.phi"), 8 + 2, 1e-7);
}

/// Half-wave rectifier with a resistive load: the current is the positive half of the sine.
struct HalfWave : Model {
  SineVoltage source{this, "source"};
  IdealDiode diode{this, "diode"};
  Resistor load{this, "load"};
  Ground ground{this, "ground"};
  HalfWave() {
    source.V = 10.0;
    source.f = 1.0;
    load.R = 5.0;
    connect(source.p, diode.p);
    connect(diode.n, load.p);
    connect(load.n, ground.p);
    connect(source.n, ground.p);
  }
};

TEST(Modes, AHalfWaveRectifierPassesThePositiveHalves) {
  const Result result = simulate(HalfWave{}, {.stop = 3, .tolerance = 1e-10, .intervals = 300});
  ASSERT_EQ(result.status, RunStatus::completed);
  for (double t = 0.005; t < 3; t += 0.01) {
    const double expected = 2 * std::max(0.0, std::sin(2 * std::numbers::pi * t));
    EXPECT_NEAR(result.at("load.i", t), expected, 2e-3) << t;  // linear between rows
  }
  ASSERT_GE(result.events.size(), 5u);
  for (const EventRecord& event : result.events) {
    EXPECT_NEAR(2 * event.time, std::round(2 * event.time), 1e-9);
  }
}

/// Bridge of four diodes with a capacitor: while none conducts the load floats.
struct Bridge : Model {
  SineVoltage source{this, "source"};
  IdealDiode d1{this, "d1"}, d2{this, "d2"}, d3{this, "d3"}, d4{this, "d4"};
  Resistor wire{this, "wire"}, load{this, "load"};
  Capacitor buffer{this, "buffer"};
  Ground ground{this, "ground"};
  Bridge() {
    source.V = 10.0;
    source.f = 50.0;
    wire.R = 0.1;
    load.R = 100.0;
    buffer.C = 1e-3;
    buffer.v.start(0.0).fixed();
    connect(source.p, wire.p);
    connect(wire.n, d1.p);
    connect(wire.n, d3.n);
    connect(source.n, d2.p);
    connect(source.n, d4.n);
    connect(d1.n, d2.n);
    connect(d3.p, d4.p);
    connect(d1.n, load.p);
    connect(load.n, d3.p);
    connect(buffer.p, load.p);
    connect(buffer.n, load.n);
    connect(source.n, ground.p);
  }
};

TEST(Modes, AFullBridgeChargesItsCapacitorThoughItFloatsInBetween) {
  const Result result = simulate(Bridge{}, {.stop = 0.1, .tolerance = 1e-9});
  ASSERT_EQ(result.status, RunStatus::completed) << result.diagnostics.back().text;
  EXPECT_GT(result.final("load.v"), 8);
  EXPECT_LT(result.final("load.v"), 10);
  EXPECT_GE(result.events.size(), 18u);
  for (const char* diode : {"d1.i", "d2.i", "d3.i", "d4.i"}) {
    for (std::size_t row = 0; row < result.rows(); ++row) {
      EXPECT_GE(result.value(result.signal(diode), row), -1e-7) << diode;
    }
  }
}

}  // namespace
}  // namespace multibond
