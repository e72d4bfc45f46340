/// Models that change their structure: ideal switches and diodes, friction that sticks and slips.
#pragma once

#include "multibond/library/electrical_nonlinear.h"
#include "multibond/library/electrical_sources.h"
#include "multibond/library/rotational_friction.h"
#include "multibond/library/signals.h"
#include "multibond/library/translational_friction.h"
#include "multibond/library/translational_sources.h"

namespace multibond::examples {

/// Buck converter with an ideal switch and an ideal diode.
///
///        +---o/ o---+--(L)--+-------+
///       (=)  switch |       |       |         source 24 V, L = 100 uH, C = 100 uF, R = 5 Ohm
///        |         _^_ D   ===     [ ] R      50 kHz, duty cycle 0.5
///        |          |       | C     [ ]
///        +----------+-------+-------+-- ground
///
/// The mean output is 0.5 * 24 V = 12 V, once the oscillation of the filter has died out. With R =
/// 100 Ohm the current of the coil ends before each period does: then all three modes are met.
class BuckConverter final : public Model {
 public:
  electrical::ConstantVoltage source{this, "source"};
  electrical::IdealClosingSwitch chopper{this, "chopper"};
  electrical::IdealDiode diode{this, "diode"};
  electrical::Inductor L{this, "L"};
  electrical::Capacitor C{this, "C"};
  electrical::Resistor R{this, "R"};
  electrical::Ground ground{this, "ground"};
  signals::Pulse pulse{this, "pulse"};

  BuckConverter() {
    source.V = 24.0;
    pulse.period = 2e-5;
    L.L = 1e-4;
    C.C = 1e-4;
    R.R = 5.0;
    L.i.start(0.0).fixed();
    C.v.start(0.0).fixed();
    connect(pulse.y, chopper.control);
    connect(source.p, chopper.p);
    connect(chopper.n, L.p);
    connect(diode.n, L.p);
    connect(L.n, C.p);
    connect(L.n, R.p);
    for (electrical::Pin* pin : {&source.n, &diode.p, &C.n, &R.n}) connect(ground.p, *pin);
  }
};

/// Bridge rectifier of ideal diodes with a smoothing capacitor.
///
///              +---->|----o----->|---+---------+----+
///              |    D3    |     D1   |         |    |
///              |     wire[ ]         |        ===  [ ]     C = 1 mF
///     ground --+         (~) 10 V    +- plus  C |  [ ] R   R = 100 Ohm
///              |    D4    |  50 Hz   |         |    |      wire 0.1 Ohm
///              +---->|----o----->|---+         +----+-- ground
///
/// C.v rises to nearly 10 V and ripples with 100 Hz. While no diode conducts, the source floats.
class FullBridgeRectifier final : public Model {
 public:
  electrical::SineVoltage source{this, "source"};
  electrical::IdealDiode D1{this, "D1"}, D2{this, "D2"}, D3{this, "D3"}, D4{this, "D4"};
  electrical::Resistor wire{this, "wire"}, R{this, "R"};
  electrical::Capacitor C{this, "C"};
  electrical::Ground ground{this, "ground"};

  FullBridgeRectifier() {
    source.V = 10.0;
    source.f = 50.0;
    wire.R = 0.1;
    C.C = 1e-3;
    R.R = 100.0;
    C.v.start(0.0).fixed();
    connect(source.p, wire.p);
    connect(wire.n, D1.p);
    connect(wire.n, D3.n);
    connect(source.n, D2.p);
    connect(source.n, D4.n);
    for (electrical::Pin* pin : {&D2.n, &C.p, &R.p}) connect(D1.n, *pin);
    for (electrical::Pin* pin : {&D3.p, &D4.p, &C.n, &R.n}) connect(ground.p, *pin);
  }
};

/// Mass on a belt, held by a spring: it sticks and slips.
///
///     |          spring
///     |---/\/\/\/\/\/\---[ mass ]---> s        m = 1 kg, c = 100 N/m
///                     ===============          belt 0.2 m/s ---->
///                     o             o          friction 15 N static, 10 N kinetic
///
/// The mass moves with the belt until the spring pulls with the static friction, s = 0.15 m; then
/// it slips back to 0.05 m and sticks again. Slipping takes (2 pi - 2 atan(D w / v)) / w with D =
/// 0.05 m and w = 10 rad/s, sticking 2 D / v = 0.5 s.
class StickSlip final : public Model {
 public:
  translational::Fixed wall{this, "wall"};
  translational::Spring spring{this, "spring"};
  translational::Mass mass{this, "mass"};
  translational::Friction friction{this, "friction"};
  translational::ConstantSpeed belt{this, "belt"};

  StickSlip() {
    spring.c = 100.0;
    friction.fn = 10.0;
    friction.mu_static = 1.5;
    friction.mu_kinetic = 1.0;
    belt.v_fixed = 0.2;
    belt.flange.s.start(0.0).fixed();
    mass.s.start(0.0).fixed();
    mass.v.start(0.2).fixed();
    connect(wall.flange, spring.flange_a);
    connect(spring.flange_b, mass.flange_a);
    connect(belt.flange, friction.flange_a);
    connect(friction.flange_b, mass.flange_a);
  }
};

/// Sled on snow, whose friction is a table of measured points.
///
///     [ sled ]---> v          m = 1 kg, 4 m/s at the start
///     ========                1 N when slow, 2 N at 1 m/s, and so on; 1.5 N to break away
///
/// The friction 1 + v slows it to v = 5 exp(-t) - 1: it rests after ln 5 = 1.609 s, 4 - ln 5
/// = 2.391 m away.
class Sled final : public Model {
 public:
  translational::Fixed ground{this, "ground"};
  translational::FrictionTable friction{this, "friction"};
  translational::Mass sled{this, "sled"};

  Sled() {
    sled.s.start(0.0).fixed();
    sled.v.start(4.0).fixed();
    friction.f_pos = translational::FrictionTable::Points{{0.0, 1.0}, {1.0, 2.0}};
    friction.peak = 1.5;
    connect(ground.flange, friction.flange_a);
    connect(friction.flange_b, sled.flange_a);
  }
};

/// Two flywheels that a clutch couples.
///
///     [engine]====| clutch |====[load]      J = 1 and 2 kg.m2
///
/// The engine turns with 10 rad/s, the load rests. From 0.5 s on the clutch transmits 3 N.m until
/// both turn with 10/3 rad/s, (10 / 4.5) s later; then it sticks.
class ClutchEngagement final : public Model {
 public:
  rotational::Inertia engine{this, "engine"}, load{this, "load"};
  rotational::Clutch clutch{this, "clutch"};
  signals::Step press{this, "press"};

  ClutchEngagement() {
    load.J = 2.0;
    clutch.fn_max = 6.0;
    press.startTime = 0.5;
    engine.phi.start(0.0).fixed();
    load.phi.start(0.0).fixed();
    engine.w.start(10.0).fixed();
    load.w.start(0.0).fixed();
    connect(press.y, clutch.f_normalized);
    connect(engine.flange_b, clutch.flange_a);
    connect(clutch.flange_b, load.flange_a);
  }
};

}  // namespace multibond::examples
