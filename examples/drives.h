/// Drives and control: a gear train, a hoist, a control loop, a chain of relays.
#pragma once

#include "multibond/library/rotational_gears.h"
#include "multibond/library/signals.h"
#include "multibond/library/thermal.h"
#include "multibond/library/transducers.h"

namespace multibond::examples {

/// Motor and load on a gear.
///
///     torque ---> [motor]===(gear 10:1)===[load]===[ damper ]--| housing
///
/// Two inertias, but one degree of freedom: the gear makes the angles proportional, index 3. The
/// motor sees J_motor + J_load / ratio^2 = 0.02 kg.m2. The load approaches 10 rad/s with the time
/// constant (J_load + ratio^2 J_motor) / d = 2 s.
class GearTrain final : public Model {
 public:
  rotational::ConstantTorque torque{this, "torque"};
  rotational::Inertia motor{this, "motor"}, load{this, "load"};
  rotational::IdealGear gear{this, "gear"};
  rotational::Damper damper{this, "damper"};
  rotational::Fixed housing{this, "housing"};

  GearTrain() {
    motor.J = 0.01;
    gear.ratio = 10.0;
    connect(torque.flange, motor.flange_a);
    connect(motor.flange_b, gear.flange_a);
    connect(gear.flange_b, load.flange_a);
    connect(load.flange_b, damper.flange_a);
    connect(damper.flange_b, housing.flange);
  }
};

/// Hoist: a motor lifts a load through a gear with losses, whose friction holds it afterwards.
///
///     torque ---> [motor]===(gear 20:1)===[drum]===(rack 0.1 m)===[load]---> weight
///                              \            bearings
///                               heat -------> housing ---> cooling ---> ambient
///
/// Seen from the drum, the motor pulls with 20 (0.6 x 12 - 3) = 84 N.m, the load with 49.05 N.m;
/// 13.5 kg.m2 speed up with 2.6 rad/s2, less as the viscous friction of the bearings grows. When
/// the motor is switched off after 2 s the load comes to rest and stays there: the gear holds up to
/// 60 N.m. What gear and bearings lose heats the housing.
class Hoist final : public Model {
 public:
  signals::Step step{this, "step"};
  rotational::Torque torque{this, "torque"};
  rotational::Inertia motor{this, "motor"}, drum{this, "drum"};
  rotational::LossyGear gear{this, "gear"};
  rotational::Damper bearings{this, "bearings"};
  rotational::Fixed ground{this, "ground"};
  rotational::IdealGearR2T rope{this, "rope"};
  translational::Mass load{this, "load"};
  translational::ConstantForce weight{this, "weight"};
  thermal::HeatCapacitor housing{this, "housing"};
  thermal::ThermalConductor cooling{this, "cooling"};
  thermal::FixedTemperature ambient{this, "ambient"};

  Hoist() {
    step.offset = 12.0;
    step.height = -12.0;
    step.startTime = 2.0;
    motor.J = 0.05;
    gear.ratio = 20.0;
    gear.lossTable = rotational::LossyGear::Losses{{0.0, 0.6, 0.6, 3.0, 3.0}};
    bearings.d = 2.0;
    rope.ratio = 10.0;
    load.m = 50.0;
    load.s.start(0.0).fixed();
    load.v.start(0.0).fixed();
    weight.f_constant = -9.81 * 50.0;
    housing.C = 2000.0;
    housing.T.start(293.15).fixed();
    cooling.G = 5.0;
    connect(step.y, torque.tau);
    connect(torque.flange, motor.flange_a);
    connect(motor.flange_b, gear.flange_a);
    connect(gear.flange_b, drum.flange_a);
    connect(drum.flange_b, rope.flangeR);
    connect(drum.flange_b, bearings.flange_b);
    connect(bearings.flange_a, ground.flange);
    connect(rope.flangeT, load.flange_a);
    connect(weight.flange, load.flange_b);
    connect(gear.heat(), housing.port);
    connect(bearings.heat(), housing.port);
    connect(housing.port, cooling.port_a);
    connect(cooling.port_b, ambient.port);
  }
};

/// Control loop of a PI controller and a slow plant.
///
///     reference --->(+)---> [ PI ] ---> [ limiter ] ---> [ plant ] ---+---> plant.y
///                    ^ -                                              |
///                    +------------------------------------------------+
///
/// The controller's time T = 2 s cancels that of the plant, so that the loop is of first order:
/// after the step at 1 s the output rises as 1 - exp(-(t - 1 s) / 0.5 s). The controller asks for 4
/// at most; with a limit below that, the rise becomes slower.
class PIControl final : public Model {
 public:
  signals::Step reference{this, "reference"};
  signals::Add feedback{this, "feedback"};
  signals::PI controller{this, "controller"};
  signals::Limiter limiter{this, "limiter"};
  signals::FirstOrder plant{this, "plant"};

  PIControl() {
    reference.startTime = 1.0;
    feedback.k2 = -1.0;
    controller.k = 4.0;
    controller.T = 2.0;
    limiter.uMax = 10.0;
    limiter.uMin = -10.0;
    plant.T = 2.0;
    connect(reference.y, feedback.u1);
    connect(plant.y, feedback.u2);
    connect(feedback.y, controller.u);
    connect(controller.y, limiter.u);
    connect(limiter.y, plant.u);
  }
};

/// Contact of a relay: closed while its coil is excited.
class Contact final : public Component {
 public:
  using Component::Component;
  signals::Signal coil{this, "coil"}, y{this, "y"};
  Discrete closed{this, "closed", 0.0, "1", "1 while closed"};
  void equations() override {
    when(coil.value > 0.5, [&] { assign(closed, 1.0); });
    when(coil.value < 0.5, [&] { assign(closed, 0.0); });
    equation(y.value, closed);
  }
};

/// Chain of n relays, each of which excites the next; n may be changed.
///
///     step ---> [contact[1]] ---> [contact[2]] ---> ... ---> [contact[n]] ---> y
///
/// When the step comes at 1 s all contacts close at the same instant, but one after the other: the
/// event iteration takes n rounds.
class RelayChain final : public Model {
 public:
  Parameter<int> n{this, "n", 50, "1", "number of contacts", Check::positive};
  signals::Step step{this, "step"};
  ComponentArray<Contact> contact{this, "contact"};
  Variable y{this, "y", "", "state of the last contact"};
  Variable x{this, "x", "s", "time for which the last contact has been closed", StateHint::prefer};

  RelayChain() {
    step.startTime = 1.0;
    x.start(0.0).fixed();
  }
  void build() override {
    contact.resize(static_cast<std::size_t>(n.value()));
    for (std::size_t i = 0; i < contact.size(); ++i) {
      connect(i == 0 ? step.y : contact[i - 1].y, contact[i].coil);
    }
  }
  void equations() override {
    equation(y, contact[contact.size() - 1].y.value);
    equation(der(x), y);
  }
};

}  // namespace multibond::examples
