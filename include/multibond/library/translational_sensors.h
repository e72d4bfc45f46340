/// Mechanics along a line: sensors, which give a signal and take no power.
#pragma once

#include "multibond/library/translational.h"

namespace multibond::translational {

/// Base of the sensors at one flange.
using AbsoluteSensor = one_dimensional::AbsoluteSensor<Flange>;

/// Position of a flange as a signal s, in m.
class PositionSensor final : public AbsoluteSensor {
 public:
  using AbsoluteSensor::AbsoluteSensor;
  signals::Signal s{this, "s"};
  void equations() override {
    AbsoluteSensor::equations();
    equation(s.value, flange.s);
  }
};

/// Velocity of a flange as a signal v, in m/s.
class SpeedSensor final : public AbsoluteSensor {
 public:
  using AbsoluteSensor::AbsoluteSensor;
  signals::Signal v{this, "v"};
  void equations() override {
    AbsoluteSensor::equations();
    equation(v.value, element.flow());
  }
};

/// Acceleration of a flange as a signal a, in m/s2.
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

/// Position of flange_b relative to flange_a as a signal s_rel, in m.
class RelPositionSensor final : public RelativeMotionSensor {
 public:
  using RelativeMotionSensor::RelativeMotionSensor;
  signals::Signal s_rel{this, "s_rel"};
  void equations() override {
    RelativeMotionSensor::equations();
    equation(s_rel.value, flange_b.s - flange_a.s);
  }
};

/// Velocity of flange_b relative to flange_a as a signal v_rel, in m/s.
class RelSpeedSensor final : public RelativeMotionSensor {
 public:
  using RelativeMotionSensor::RelativeMotionSensor;
  signals::Signal v_rel{this, "v_rel"};
  void equations() override {
    RelativeMotionSensor::equations();
    equation(v_rel.value, element.flow());
  }
};

/// Cut force between two flanges that are held together, as a signal f, in N.
///
/// Positive where flange_a is pushed to the right by what is connected to it.
class ForceSensor final : public one_dimensional::CutSensor<Flange> {
 public:
  using CutSensor::CutSensor;
  signals::Signal f{this, "f"};
  void equations() override {
    CutSensor::equations();
    equation(f.value, flange_a.f);
  }
};

}  // namespace multibond::translational
