/// Models of several domains: a hydraulic servo, an electric drive, a wall.
#pragma once

#include "multibond/library/electrical_sources.h"
#include "multibond/library/hydraulic.h"
#include "multibond/library/rotational_friction.h"
#include "multibond/library/signals.h"
#include "multibond/library/thermal.h"
#include "multibond/library/transducers.h"

namespace multibond::examples {

/// Hydraulic servo: valves move a loaded piston to a position.
///
///     supply ---[inlet]---+---[outlet]--- ambient
///        10 bar           |
///                     [chamber]===[cylinder]---[ mass ]--/\/\--|   c = 10 kN/m
///                                              +--------[ |----|   d = 1 kN.s/m
///
/// A controller opens the inlet or the outlet in proportion to the error of position. After the
/// step at 0.1 s the piston moves to 0.05 m, where the chamber has 10 kN/m * 0.05 m / A = 5 bar.
class HydraulicServo final : public Model {
 public:
  hydraulic::PressureSource supply{this, "supply"};
  hydraulic::Valve inlet{this, "inlet"}, outlet{this, "outlet"};
  hydraulic::Ambient ambient{this, "ambient"};
  hydraulic::Volume chamber{this, "chamber"};
  hydraulic::Cylinder cylinder{this, "cylinder"};
  translational::Mass mass{this, "mass"};
  translational::SpringDamper load{this, "load"};
  translational::Fixed wall{this, "wall"};
  signals::Step reference{this, "reference"};
  signals::RealExpression fill{this, "fill"}, drain{this, "drain"};

  HydraulicServo() {
    supply.p = 1e6;
    chamber.V = 1e-4;
    mass.m = 10.0;
    load.c = 1e4;
    load.d = 1e3;
    reference.height = 0.05;
    reference.startTime = 0.1;
    mass.s.start(0.0).fixed();
    mass.v.start(0.0).fixed();
    chamber.p.start(0.0).fixed();
    const Expr error = reference.y.value - mass.s;
    fill.set(100.0 * error);
    drain.set(-100.0 * error);
    connect(fill.y, inlet.opening);
    connect(drain.y, outlet.opening);
    connect(supply.port, inlet.port_a);
    connect(inlet.port_b, chamber.port);
    connect(outlet.port_a, chamber.port);
    connect(outlet.port_b, ambient.port);
    connect(chamber.port, cylinder.port);
    connect(cylinder.flange, mass.flange_a);
    connect(load.flange_b, mass.flange_b);
    connect(load.flange_a, wall.flange);
  }
};

/// Motor that turns a load through a gear, against dry friction.
///
///        24 V at 0.1 s
///     (=)----[ motor ]===(gear 10:1)===[load]===[ bearing ]
///
/// The load comes to 23.5 rad/s: the motor then needs 1 A for the dry friction of 1 N.m, which is
/// 0.1 N.m on its side, and k w = 24 V - 0.5 V holds for it.
class DCMotorDrive final : public Model {
 public:
  electrical::StepVoltage source{this, "source"};
  electrical::Ground ground{this, "ground"};
  electrical::DCMotor motor{this, "motor"};
  rotational::IdealGear gear{this, "gear"};
  rotational::Inertia load{this, "load"};
  rotational::BearingFriction bearing{this, "bearing"};

  DCMotorDrive() {
    source.V = 24.0;
    source.startTime = 0.1;
    gear.ratio = 10.0;
    load.J = 0.1;
    load.phi.start(0.0).fixed();
    load.w.start(0.0).fixed();
    motor.la.i.start(0.0).fixed();
    connect(source.p, motor.p);
    connect(source.n, ground.p);
    connect(motor.n, ground.p);
    connect(motor.flange, gear.flange_a);
    connect(gear.flange_b, load.flange_a);
    connect(load.flange_b, bearing.flange_a);
  }
};

/// Wall between a heated room and a day outside.
///
///     room 293 K --[ convection ]-- layer 1 --[ G ]-- layer 2 --[ G ]-- layer 3 --[ convection ]--
///                                                                         outside 273 K +- 10 K
///
/// The temperature outside varies over a day; each layer follows it less and later than the next.
class ThermalWall final : public Model {
 public:
  thermal::FixedTemperature room{this, "room"};
  thermal::ThermalConductor inside{this, "inside"}, link1{this, "link1"}, link2{this, "link2"},
      facade{this, "facade"};
  thermal::HeatCapacitor layer1{this, "layer1"}, layer2{this, "layer2"}, layer3{this, "layer3"};
  thermal::PrescribedTemperature outside{this, "outside"};
  thermal::HeatFlowSensor loss{this, "loss"};
  signals::Sine day{this, "day"};

  ThermalWall() {
    day.amplitude = 10.0;
    day.offset = 273.15;
    day.f = 1.0 / 86400;
    inside.G = 8.0;
    facade.G = 25.0;
    for (thermal::ThermalConductor* link : {&link1, &link2}) link->G = 5.0;
    for (thermal::HeatCapacitor* layer : {&layer1, &layer2, &layer3}) {
      layer->C = 1e5;
      layer->T.start(283.15).fixed();
    }
    connect(day.y, outside.T);
    connect(room.port, loss.port_a);
    connect(loss.port_b, inside.port_a);
    connect(inside.port_b, layer1.port);
    connect(layer1.port, link1.port_a);
    connect(link1.port_b, layer2.port);
    connect(layer2.port, link2.port_a);
    connect(link2.port_b, layer3.port);
    connect(layer3.port, facade.port_a);
    connect(facade.port_b, outside.port);
  }
};

}  // namespace multibond::examples
