/// Small models of one domain each, with sources that signals drive and sensors that read them:
/// circuits, shafts and sliding parts with closed solutions.
#pragma once

#include <numbers>

#include "multibond/library/electrical.h"
#include "multibond/library/electrical_nonlinear.h"
#include "multibond/library/electrical_sensors.h"
#include "multibond/library/electrical_sources.h"
#include "multibond/library/rotational.h"
#include "multibond/library/rotational_friction.h"
#include "multibond/library/rotational_sensors.h"
#include "multibond/library/rotational_sources.h"
#include "multibond/library/signals.h"
#include "multibond/library/transducers.h"
#include "multibond/library/translational.h"
#include "multibond/library/translational_friction.h"
#include "multibond/library/translational_sensors.h"
#include "multibond/library/translational_sources.h"

namespace multibond::examples {

/// Capacitor that a gyrator makes look like a coil.
///
///     ramp ~> (=)--(A)--[transformer 2:1]--[gyrator 0.5 S]--+----+
///                                                         [ ] G === C
///
/// The gyrator turns the capacitor and the conductor G = 0.25 S into a coil with a resistance of
/// 1 Ohm, the transformer into one of 4 Ohm. At 10 V the ammeter shows 2.5 A, and the load takes
/// 25 W at 10 V.
class GyratorCoil final : public Model {
 public:
  signals::Ramp ramp{this, "ramp"};
  electrical::SignalVoltage source{this, "source"};
  electrical::CurrentSensor ammeter{this, "ammeter"};
  electrical::IdealTransformer transformer{this, "transformer"};
  electrical::IdealGyrator gyrator{this, "gyrator"};
  electrical::Conductor load{this, "load"};
  electrical::Capacitor C{this, "C"};
  electrical::VoltageSensor voltmeter{this, "voltmeter"};
  electrical::PotentialSensor probe{this, "probe"};
  electrical::Ground ground{this, "ground"};

  GyratorCoil() {
    ramp.height = 10.0;
    ramp.duration = 0.2;
    transformer.n = 2.0;
    gyrator.G = 0.5;
    load.G = 0.25;
    C.C = 0.05;
    C.v.start(0.0).fixed();
    connect(ramp.y, source.u);
    connect(source.p, ammeter.p);
    connect(ammeter.n, transformer.p1);
    connect(transformer.p2, gyrator.p1);
    for (electrical::Pin* pin : {&load.p, &C.p, &voltmeter.p, &probe.p}) {
      connect(gyrator.p2, *pin);
    }
    for (electrical::Pin* pin : {&source.n, &transformer.n1, &transformer.n2, &gyrator.n1,
                                 &gyrator.n2, &load.n, &C.n, &voltmeter.n}) {
      connect(ground.p, *pin);
    }
  }
};

/// Relaxation oscillator: a current charges a capacitor, a relay empties it.
///
///     (^) 1 A     === C = 1 F     [ ] R = 0.5 Ohm
///      |           |               \ switch <~ relay <~ voltmeter      on at 3 V, off at 1 V
///      +-----------+---------------+
///
/// The source begins at 0.5 s. The voltage rises by 1 V/s to 3 V, and falls to 1 V in
/// 0.5 s ln 5 = 0.805 s.
class RelaxationOscillator final : public Model {
 public:
  electrical::StepCurrent source{this, "source"};
  electrical::Capacitor C{this, "C"};
  electrical::Resistor R{this, "R"};
  electrical::Switch contact{this, "contact"};
  electrical::VoltageSensor voltmeter{this, "voltmeter"};
  signals::Relay relay{this, "relay"};
  electrical::Ground ground{this, "ground"};

  RelaxationOscillator() {
    source.startTime = 0.5;
    R.R = 0.5;
    contact.Goff = 1e-9;
    contact.Ron = 1e-9;
    relay.uLow = 1.0;
    relay.uHigh = 3.0;
    C.v.start(0.0).fixed();
    connect(voltmeter.v, relay.u);
    connect(relay.y, contact.control);
    // The current of the source flows through it from p to n, and so comes out at n.
    connect(source.n, C.p);
    connect(C.p, R.p);
    connect(R.n, contact.p);
    connect(C.p, voltmeter.p);
    for (electrical::Pin* pin : {&source.p, &C.n, &contact.n, &voltmeter.n}) {
      connect(ground.p, *pin);
    }
  }
};

/// Capacitor that charges once the switch across it opens.
///
///     (^) 2 A     \ switch     === C = 0.1 F     [ ] R = 5 Ohm
///      +----------+------------+-----------------+
///
/// Up to 1 s the switch carries all the current. Then the voltage rises to 10 V as
/// 1 - exp(-(t - 1 s) / 0.5 s).
class OpeningSwitch final : public Model {
 public:
  signals::Constant current{this, "current"};
  signals::Step opens{this, "opens"};
  electrical::SignalCurrent source{this, "source"};
  electrical::IdealOpeningSwitch bypass{this, "bypass"};
  electrical::Capacitor C{this, "C"};
  electrical::Resistor R{this, "R"};
  electrical::Ground ground{this, "ground"};

  OpeningSwitch() {
    current.k = 2.0;
    opens.startTime = 1.0;
    C.C = 0.1;
    R.R = 5.0;
    connect(current.y, source.u);
    connect(opens.y, bypass.control);
    for (electrical::Pin* pin : {&bypass.p, &C.p, &R.p}) connect(source.n, *pin);
    for (electrical::Pin* pin : {&source.p, &bypass.n, &C.n, &R.n}) connect(ground.p, *pin);
  }
};

/// Flywheel on a torsion spring whose other end is turned to and fro.
///
///     phi = 0.1 sin(2 t) ~> [position]--/\/\--[flywheel]      c = 9 N.m/rad, J = 1 kg.m2
///
/// From rest: phi = 0.1 c / (c - 4 J) (sin 2 t - 2/3 sin 3 t). Sensors read the motion.
class TorsionalOscillator final : public Model {
 public:
  signals::RealExpression angle{this, "angle"};
  rotational::Position drive{this, "drive"};
  rotational::Spring spring{this, "spring"};
  rotational::Inertia flywheel{this, "flywheel"};
  rotational::AngleSensor phi{this, "phi"};
  rotational::SpeedSensor w{this, "w"};
  rotational::AccSensor a{this, "a"};
  rotational::RelAngleSensor twist{this, "twist"};
  rotational::RelSpeedSensor twist_rate{this, "twist_rate"};

  TorsionalOscillator() {
    angle.set(0.1 * sin(2.0 * time()));
    spring.c = 9.0;
    flywheel.phi.start(0.0).fixed();
    flywheel.w.start(0.0).fixed();
    connect(angle.y, drive.phi_ref);
    connect(drive.flange, spring.flange_a);
    connect(spring.flange_b, flywheel.flange_a);
    for (rotational::Flange* flange : {&phi.flange, &w.flange, &a.flange}) {
      connect(flywheel.flange_b, *flange);
    }
    connect(spring.flange_a, twist.flange_a);
    connect(spring.flange_b, twist.flange_b);
    connect(spring.flange_a, twist_rate.flange_a);
    connect(spring.flange_b, twist_rate.flange_b);
  }
};

/// Shaft driven through a coupling with backlash, and a flywheel that a brake stops.
///
///     1 rad/s ===(backlash 0.2 rad)===[shaft]===[ damper ]=== 0.5 rad/s
///     [flywheel 10 rad/s]===[brake]
///
/// The driver takes up half the backlash, 0.1 rad, before the shaft moves; in the end the shaft
/// turns with it, and 1 N.m twist the coupling by 0.1 rad + 1 / 500 rad. The brake acts from 1 s on
/// with 5 N.m: the flywheel of 2 kg.m2 comes to rest at 5 s, after 30 rad, and stays there.
class BacklashAndBrake final : public Model {
 public:
  rotational::ConstantSpeed drive{this, "drive"};
  rotational::ElastoBacklash coupling{this, "coupling"};
  rotational::Inertia shaft{this, "shaft"}, flywheel{this, "flywheel"};
  rotational::Damper load{this, "load"};
  signals::Constant slow{this, "slow"};
  rotational::Speed belt{this, "belt"};
  signals::Step pedal{this, "pedal"};
  rotational::Brake brake{this, "brake"};

  BacklashAndBrake() {
    coupling.b = 0.2;
    coupling.c = 500.0;
    coupling.d = 5.0;
    shaft.J = 0.1;
    shaft.phi.start(0.0).fixed();
    shaft.w.start(0.0).fixed();
    drive.flange.phi.start(0.0).fixed();
    belt.flange.phi.start(0.0).fixed();
    load.d = 2.0;
    slow.k = 0.5;
    flywheel.J = 2.0;
    flywheel.phi.start(0.0).fixed();
    flywheel.w.start(10.0).fixed();
    pedal.startTime = 1.0;
    brake.fn_max = 10.0;
    connect(drive.flange, coupling.flange_a);
    connect(coupling.flange_b, shaft.flange_a);
    connect(shaft.flange_b, load.flange_a);
    connect(load.flange_b, belt.flange);
    connect(slow.y, belt.w_ref);
    connect(pedal.y, brake.f_normalized);
    connect(flywheel.flange_b, brake.flange_a);
  }
};

/// Seismic mass: a mass on a spring in a housing that shakes.
///
///     s = 0.01 sin(2 t) ~> [housing]--/\/\--(F)--[mass]       c = 9 N/m, m = 1 kg
///
/// From rest: s = 0.018 m (sin 2 t - 2/3 sin 3 t). Sensors read motion, stretch and force.
class SeismicMass final : public Model {
 public:
  signals::RealExpression shake{this, "shake"};
  translational::Position housing{this, "housing"};
  translational::Spring spring{this, "spring"};
  translational::ForceSensor force{this, "force"};
  translational::Mass mass{this, "mass"};
  translational::PositionSensor s{this, "s"};
  translational::SpeedSensor v{this, "v"};
  translational::AccSensor a{this, "a"};
  translational::RelPositionSensor stretch{this, "stretch"};
  translational::RelSpeedSensor stretch_rate{this, "stretch_rate"};

  SeismicMass() {
    shake.set(0.01 * sin(2.0 * time()));
    spring.c = 9.0;
    mass.s.start(0.0).fixed();
    mass.v.start(0.0).fixed();
    connect(shake.y, housing.s_ref);
    connect(housing.flange, spring.flange_a);
    connect(spring.flange_b, force.flange_a);
    connect(force.flange_b, mass.flange_a);
    for (translational::Flange* flange : {&s.flange, &v.flange, &a.flange}) {
      connect(mass.flange_b, *flange);
    }
    connect(spring.flange_a, stretch.flange_a);
    connect(spring.flange_b, stretch.flange_b);
    connect(spring.flange_a, stretch_rate.flange_a);
    connect(spring.flange_b, stretch_rate.flange_b);
  }
};

/// Wagon that runs against a buffer and is stopped by its brake.
///
///     [wagon] --->        |/\/\| wall      2 kg, 1 m/s; buffer at 1 m, 200 N/m
///
/// It meets the buffer at 1 s, leaves it pi/10 s later with -1 m/s, and brakes from 2 s on with
/// 1 N: it stops at 4 s.
class BufferStop final : public Model {
 public:
  translational::Mass wagon{this, "wagon"};
  translational::ElastoGap buffer{this, "buffer"};
  translational::Fixed wall{this, "wall"};
  signals::Step lever{this, "lever"};
  translational::Brake brake{this, "brake"};

  BufferStop() {
    wagon.m = 2.0;
    wagon.s.start(0.0).fixed();
    wagon.v.start(1.0).fixed();
    buffer.c = 200.0;
    buffer.s_rel0 = 0.0;
    wall.s0 = 1.0;
    lever.startTime = 2.0;
    brake.fn_max = 2.0;
    connect(wagon.flange_b, buffer.flange_a);
    connect(buffer.flange_b, wall.flange);
    connect(lever.y, brake.f_normalized);
    connect(wagon.flange_b, brake.flange_b);
    connect(brake.flange_a, wall.flange);
  }
};

/// Barge that is towed against a current, in waves.
///
///     waves 3 N, 1 rad/s ---> [barge 2 kg] <--- rope 4 N
///                                 |
///                              [ damper ]--- river 0.5 m/s         d = 2 N.s/m
///
/// m v' = d (0.5 m/s - v) + 4 N + 3 N sin t: without the waves the barge comes to 2.5 m/s.
class TowedBarge final : public Model {
 public:
  signals::Constant pull{this, "pull"}, stream{this, "stream"};
  translational::Force rope{this, "rope"};
  translational::SineForce waves{this, "waves"};
  translational::Mass barge{this, "barge"};
  translational::Damper water{this, "water"};
  translational::Speed river{this, "river"};

  TowedBarge() {
    pull.k = 4.0;
    stream.k = 0.5;
    waves.amplitude = 3.0;
    waves.f = 0.5 / std::numbers::pi;
    barge.m = 2.0;
    barge.s.start(0.0).fixed();
    barge.v.start(0.0).fixed();
    water.d = 2.0;
    river.flange.s.start(0.0).fixed();
    connect(pull.y, rope.f);
    connect(stream.y, river.v_ref);
    connect(rope.flange, barge.flange_a);
    connect(waves.flange, barge.flange_a);
    connect(barge.flange_b, water.flange_a);
    connect(water.flange_b, river.flange);
  }
};

/// Shaft and slide that steps of their positions move through filters; a generator shows the speed
/// of the shaft as a voltage.
///
///     step ---> position (filter of 2 Hz) ---> [rotor] --- generator --- R
///     step ---> position (filter of 4 Hz) ---> [slide]
///     step ---> critical damping (1 Hz) ---> position ---> [damped]
///
/// A step has no speed: the sources follow it through filters. The first two are Bessel filters,
/// which overshoot by 0.4 percent; `damped` follows three equal lags, which never overshoot. The
/// generator has 0.5 V per rad/s.
class SmoothedSteps final : public Model {
 public:
  signals::Step step{this, "step"};
  rotational::Position turn{this, "turn"};
  rotational::Inertia rotor{this, "rotor"};
  electrical::RotationalEMF generator{this, "generator"};
  electrical::Resistor R{this, "R"};
  electrical::Ground ground{this, "ground"};
  translational::Position move{this, "move"}, follow{this, "follow"};
  translational::Mass slide{this, "slide"}, damped{this, "damped"};
  signals::CriticalDamping filter{this, "filter"};

  SmoothedSteps() {
    step.startTime = 0.1;
    turn.exact = false;
    turn.f_crit = 2.0;
    move.exact = false;
    move.f_crit = 4.0;
    filter.n = 3;
    generator.k = 0.5;
    R.R = 10.0;
    connect(step.y, turn.phi_ref);
    connect(turn.flange, rotor.flange_a);
    connect(rotor.flange_b, generator.flange);
    connect(generator.p, R.p);
    connect(generator.n, R.n);
    connect(generator.n, ground.p);
    connect(step.y, move.s_ref);
    connect(move.flange, slide.flange_a);
    connect(step.y, filter.u);
    connect(filter.y, follow.s_ref);
    connect(follow.flange, damped.flange_a);
  }
};

}  // namespace multibond::examples
