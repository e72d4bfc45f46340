/// Mechanics about one axis: sensors, which give a signal and take no power.
#pragma once

#include "multibond/library/rotational.h"

namespace multibond::rotational {

/// Base of the sensors at one flange.
using AbsoluteSensor = one_dimensional::AbsoluteSensor<Flange>;

/// Angle of a flange as a signal phi, in rad.
class AngleSensor final : public AbsoluteSensor {
 public:
  using AbsoluteSensor::AbsoluteSensor;
  signals::Signal phi{this, "phi"};
  void equations() override {
    AbsoluteSensor::equations();
    equation(phi.value, flange.phi);
  }
};

/// Velocity of a flange as a signal w, in rad/s.
class SpeedSensor final : public AbsoluteSensor {
 public:
  using AbsoluteSensor::AbsoluteSensor;
  signals::Signal w{this, "w"};
  void equations() override {
    AbsoluteSensor::equations();
    equation(w.value, element.flow());
  }
};

/// Acceleration of a flange as a signal a, in rad/s2.
class AccSensor final : public AbsoluteSensor {
 public:
  using AbsoluteSensor::AbsoluteSensor;
  signals::Signal a{this, "a"};
  void equations() override {
    AbsoluteSensor::equations();
    equation(a.value, der(element.flow()));
  }
};

/// Base of the sensors of what moves between two flanges.
using RelativeMotionSensor = one_dimensional::RelativeMotionSensor<Flange>;

/// Angle of flange_b relative to flange_a as a signal phi_rel, in rad.
class RelAngleSensor final : public RelativeMotionSensor {
 public:
  using RelativeMotionSensor::RelativeMotionSensor;
  signals::Signal phi_rel{this, "phi_rel"};
  void equations() override {
    RelativeMotionSensor::equations();
    equation(phi_rel.value, flange_b.phi - flange_a.phi);
  }
};

/// Velocity of flange_b relative to flange_a as a signal w_rel, in rad/s.
class RelSpeedSensor final : public RelativeMotionSensor {
 public:
  using RelativeMotionSensor::RelativeMotionSensor;
  signals::Signal w_rel{this, "w_rel"};
  void equations() override {
    RelativeMotionSensor::equations();
    equation(w_rel.value, element.flow());
  }
};

/// Cut torque between two flanges that are held together, as a signal tau, in N.m.
///
/// Positive where flange_a is turned forward by what is connected to it.
class TorqueSensor final : public one_dimensional::CutSensor<Flange> {
 public:
  using CutSensor::CutSensor;
  signals::Signal tau{this, "tau"};
  void equations() override {
    CutSensor::equations();
    equation(tau.value, flange_a.tau);
  }
};

}  // namespace multibond::rotational
