/// Signals: sources, with the names and parameters of Modelica.Blocks.Sources.
#pragma once

#include <numbers>

#include "multibond/library/signal_port.h"

namespace multibond::signals {

/// Base of the sources: the output y.
class Source : public Component {
 public:
  using Component::Component;
  Signal y{this, "y"};
};

/// Constant signal: y = k.
class Constant final : public Source {
 public:
  using Source::Source;
  Parameter<double> k{this, "k", 1.0, "", "value"};
  void equations() override { equation(y.value, k); }
};

/// Any expression as a signal: y = expression.
///
/// The expression is set in C++, from variables and parameters of the same model:
///
///     RealExpression law{this, "law"};
///     law.set(3.0 * sin(time()) - mass.v);
class RealExpression final : public Source {
 public:
  using Component::set;
  using Source::Source;
  void set(const Expr& expression) { expression_ = expression; }
  void equations() override { equation(y.value, expression_); }
  using Source::set;

 private:
  Expr expression_ = 0.0;
};

/// Step: y = offset before startTime, offset + height from then on.
class Step final : public Source {
 public:
  using Source::Source;
  Parameter<double> height{this, "height", 1.0, "", "height of the step"};
  Parameter<double> offset{this, "offset", 0.0, "", "value before the step"};
  Parameter<double> startTime{this, "startTime", 0.0, "s", "time of the step"};
  void equations() override { equation(y.value, offset + select(time() < startTime, 0.0, height)); }
};

/// Ramp: rises from offset at startTime to offset + height within `duration`.
class Ramp final : public Source {
 public:
  using Source::Source;
  Parameter<double> height{this, "height", 1.0, "", "height of the ramp"};
  Parameter<double> duration{this, "duration", 2.0, "s", "duration of the rise", Check::positive};
  Parameter<double> offset{this, "offset", 0.0, "", "value before the ramp"};
  Parameter<double> startTime{this, "startTime", 0.0, "s", "start of the rise"};
  void equations() override {
    const Expr elapsed = time() - startTime;
    const Expr rising = select(time() < startTime + duration, elapsed / duration, 1.0);
    equation(y.value, offset + height * select(time() < startTime, 0.0, rising));
  }
};

/// Sine: y = offset + amplitude sin(2 pi f (t - startTime) + phase), offset before startTime.
class Sine final : public Source {
 public:
  using Source::Source;
  Parameter<double> amplitude{this, "amplitude", 1.0, "", "amplitude"};
  Parameter<double> f{this, "f", 1.0, "Hz", "frequency"};
  Parameter<double> phase{this, "phase", 0.0, "rad", "phase at startTime"};
  Parameter<double> offset{this, "offset", 0.0, "", "mean value"};
  Parameter<double> startTime{this, "startTime", 0.0, "s", "start of the oscillation"};
  void equations() override {
    const Expr angle = 2 * std::numbers::pi * f * (time() - startTime) + phase;
    equation(y.value, offset + select(time() < startTime, 0.0, amplitude * sin(angle)));
  }
};

/// Pulses: offset + amplitude during the first `width` percent of each period, else offset.
///
/// Both edges of each pulse are time events, met exactly.
class Pulse final : public Source {
 public:
  using Source::Source;
  Parameter<double> amplitude{this, "amplitude", 1.0, "", "height of the pulses"};
  Parameter<double> width{this,           "width", 50.0, "1", "width in percent of the period",
                          Check::positive};
  Parameter<double> period{this, "period", 1.0, "s", "time from pulse to pulse", Check::positive};
  Parameter<double> offset{this, "offset", 0.0, "", "value between the pulses"};
  Parameter<double> startTime{this, "startTime", 0.0, "s", "start of the first pulse"};
  Discrete T_start{this, "T_start", 0.0, "s", "start of the present period"};
  void equations() override {
    T_start.start(startTime);
    when(sample(startTime, period), [&] { assign(T_start, time()); });
    const Expr high = time() >= startTime && time() < T_start + width / 100 * period;
    equation(y.value, offset + select(high, amplitude, 0.0));
  }
};

}  // namespace multibond::signals
