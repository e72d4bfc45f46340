/// Electrical circuits: sources of voltage and current.
///
/// A voltage source holds v = p.v - n.v, whatever the current; a current source drives its current
/// from p through itself to n, so that the current leaves into the node at n.
///
/// Each wraps a source of effort or flow, Se or Sf, modulated if it varies:
///
///     n ---> 1 ---> p            p ---> 1 ---> n
///            ^                          ^
///            Se  (a voltage)            Sf  (a current)
#pragma once

#include <numbers>

#include "multibond/library/bonds/sources.h"
#include "multibond/library/electrical.h"
#include "multibond/library/signal_port.h"

namespace multibond::electrical {

/// Constant voltage source: v = V, an ideal battery.
class ConstantVoltage final : public OnePort {
 public:
  ConstantVoltage(Component* owner, std::string_view name) : OnePort(owner, name) {
    element.e0 = V;
    wrap_voltage_source(element);
  }
  Parameter<double> V{this, "V", 1.0, "V", "voltage"};
  bonds::Se element{this, "element"};
};

/// Step of voltage: v = offset before startTime, offset + V from then on.
///
/// The step makes an event.
class StepVoltage final : public OnePort {
 public:
  StepVoltage(Component* owner, std::string_view name) : OnePort(owner, name) {
    element.s.set(offset + select(time() < startTime, 0.0, V));
    wrap_voltage_source(element);
  }
  Parameter<double> V{this, "V", 1.0, "V", "height of the step"};
  Parameter<double> offset{this, "offset", 0.0, "V", "voltage before the step"};
  Parameter<double> startTime{this, "startTime", 0.0, "s", "time of the step"};
  bonds::mSe element{this, "element"};
};

/// Sinusoidal voltage source: v = offset + V sin(2 pi f (t - startTime) + phase).
///
/// Before startTime the voltage is `offset`.
class SineVoltage final : public OnePort {
 public:
  SineVoltage(Component* owner, std::string_view name) : OnePort(owner, name) {
    const Expr angle = 2 * std::numbers::pi * f * (time() - startTime) + phase;
    element.s.set(offset + select(time() < startTime, 0.0, V * sin(angle)));
    wrap_voltage_source(element);
  }
  Parameter<double> V{this, "V", 1.0, "V", "amplitude"};
  Parameter<double> f{this, "f", 1.0, "Hz", "frequency"};
  Parameter<double> phase{this, "phase", 0.0, "rad", "phase at startTime"};
  Parameter<double> offset{this, "offset", 0.0, "V", "mean voltage"};
  Parameter<double> startTime{this, "startTime", 0.0, "s", "start of the oscillation"};
  bonds::mSe element{this, "element"};
};

/// Voltage source given by a signal: v = u, in volts.
class SignalVoltage final : public OnePort {
 public:
  SignalVoltage(Component* owner, std::string_view name) : OnePort(owner, name) {
    element.s.set(u.value);
    wrap_voltage_source(element);
  }
  signals::Signal u{this, "u"};
  bonds::mSe element{this, "element"};
};

/// Constant current source: i = I from p to n.
class ConstantCurrent final : public OnePort {
 public:
  ConstantCurrent(Component* owner, std::string_view name) : OnePort(owner, name) {
    element.f0 = I;
    wrap_current_source(element);
  }
  Parameter<double> I{this, "I", 1.0, "A", "current"};
  bonds::Sf element{this, "element"};
};

/// Step of current: i = offset before startTime, offset + I from then on.
class StepCurrent final : public OnePort {
 public:
  StepCurrent(Component* owner, std::string_view name) : OnePort(owner, name) {
    element.s.set(offset + select(time() < startTime, 0.0, I));
    wrap_current_source(element);
  }
  Parameter<double> I{this, "I", 1.0, "A", "height of the step"};
  Parameter<double> offset{this, "offset", 0.0, "A", "current before the step"};
  Parameter<double> startTime{this, "startTime", 0.0, "s", "time of the step"};
  bonds::mSf element{this, "element"};
};

/// Sinusoidal current source: i = offset + I sin(2 pi f (t - startTime) + phase).
///
/// Before startTime the current is `offset`.
class SineCurrent final : public OnePort {
 public:
  SineCurrent(Component* owner, std::string_view name) : OnePort(owner, name) {
    const Expr angle = 2 * std::numbers::pi * f * (time() - startTime) + phase;
    element.s.set(offset + select(time() < startTime, 0.0, I * sin(angle)));
    wrap_current_source(element);
  }
  Parameter<double> I{this, "I", 1.0, "A", "amplitude"};
  Parameter<double> f{this, "f", 1.0, "Hz", "frequency"};
  Parameter<double> phase{this, "phase", 0.0, "rad", "phase at startTime"};
  Parameter<double> offset{this, "offset", 0.0, "A", "mean current"};
  Parameter<double> startTime{this, "startTime", 0.0, "s", "start of the oscillation"};
  bonds::mSf element{this, "element"};
};

/// Current source given by a signal: i = u from p to n, in amperes.
class SignalCurrent final : public OnePort {
 public:
  SignalCurrent(Component* owner, std::string_view name) : OnePort(owner, name) {
    element.s.set(u.value);
    wrap_current_source(element);
  }
  signals::Signal u{this, "u"};
  bonds::mSf element{this, "element"};
};

}  // namespace multibond::electrical
