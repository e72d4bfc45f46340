/// Electrical circuits: sources of voltage and current.
///
/// A voltage source holds v = p.v - n.v, whatever the current; a current source drives its current
/// from p through itself to n, so that the current leaves into the node at n.
#pragma once

#include <numbers>

#include "multibond/library/electrical.h"
#include "multibond/library/signal_port.h"

namespace multibond::electrical {

/// Constant voltage source: v = V, an ideal battery.
class ConstantVoltage final : public OnePort {
 public:
  using OnePort::OnePort;
  Parameter<double> V{this, "V", 1.0, "V", "voltage"};
  void equations() override {
    OnePort::equations();
    equation(v, V);
  }
};

/// Step of voltage: v = offset before startTime, offset + V from then on.
///
/// The step makes an event.
class StepVoltage final : public OnePort {
 public:
  using OnePort::OnePort;
  Parameter<double> V{this, "V", 1.0, "V", "height of the step"};
  Parameter<double> offset{this, "offset", 0.0, "V", "voltage before the step"};
  Parameter<double> startTime{this, "startTime", 0.0, "s", "time of the step"};
  void equations() override {
    OnePort::equations();
    equation(v, offset + select(time() < startTime, 0.0, V));
  }
};

/// Sinusoidal voltage source: v = offset + V sin(2 pi f (t - startTime) + phase).
///
/// Before startTime the voltage is `offset`.
class SineVoltage final : public OnePort {
 public:
  using OnePort::OnePort;
  Parameter<double> V{this, "V", 1.0, "V", "amplitude"};
  Parameter<double> f{this, "f", 1.0, "Hz", "frequency"};
  Parameter<double> phase{this, "phase", 0.0, "rad", "phase at startTime"};
  Parameter<double> offset{this, "offset", 0.0, "V", "mean voltage"};
  Parameter<double> startTime{this, "startTime", 0.0, "s", "begin of the oscillation"};
  void equations() override {
    OnePort::equations();
    const Expr angle = 2 * std::numbers::pi * f * (time() - startTime) + phase;
    equation(v, offset + select(time() < startTime, 0.0, V * sin(angle)));
  }
};

/// Voltage source given by a signal: v = u, in volts.
class SignalVoltage final : public OnePort {
 public:
  using OnePort::OnePort;
  signals::Signal u{this, "u"};
  void equations() override {
    OnePort::equations();
    equation(v, u.value);
  }
};

/// Constant current source: i = I from p to n.
class ConstantCurrent final : public OnePort {
 public:
  using OnePort::OnePort;
  Parameter<double> I{this, "I", 1.0, "A", "current"};
  void equations() override {
    OnePort::equations();
    equation(i, I);
  }
};

/// Sinusoidal current source: i = offset + I sin(2 pi f (t - startTime) + phase).
///
/// Before startTime the current is `offset`.
class SineCurrent final : public OnePort {
 public:
  using OnePort::OnePort;
  Parameter<double> I{this, "I", 1.0, "A", "amplitude"};
  Parameter<double> f{this, "f", 1.0, "Hz", "frequency"};
  Parameter<double> phase{this, "phase", 0.0, "rad", "phase at startTime"};
  Parameter<double> offset{this, "offset", 0.0, "A", "mean current"};
  Parameter<double> startTime{this, "startTime", 0.0, "s", "begin of the oscillation"};
  void equations() override {
    OnePort::equations();
    const Expr angle = 2 * std::numbers::pi * f * (time() - startTime) + phase;
    equation(i, offset + select(time() < startTime, 0.0, I * sin(angle)));
  }
};

/// Current source given by a signal: i = u from p to n, in amperes.
class SignalCurrent final : public OnePort {
 public:
  using OnePort::OnePort;
  signals::Signal u{this, "u"};
  void equations() override {
    OnePort::equations();
    equation(i, u.value);
  }
};

}  // namespace multibond::electrical
