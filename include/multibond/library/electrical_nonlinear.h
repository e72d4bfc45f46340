/// Electrical circuits: diodes and switches, real and ideal.
///
/// The ideal ones change the structure of the circuit: each combination of open and closed that a
/// run meets is compiled separately, and what jumps when a switch closes is found from the
/// conservation of charge and flux.
#pragma once

#include "multibond/library/electrical.h"
#include "multibond/library/signal_port.h"

namespace multibond::electrical {

/// Semiconductor diode: conducts from p to n by Shockley's law, i = Ids (exp(v / Vt) - 1) + v / R.
///
/// Beyond v = Maxexp Vt the exponential goes on along its tangent, so that Newton's method meets no
/// overflow; the slope is continuous there, and the current is above Ids exp(Maxexp) by then.
class Diode final : public OnePort {
 public:
  Diode(Component* owner, std::string_view name) : OnePort(owner, name) { wrap(element); }
  Parameter<double> Ids{this, "Ids", 1e-6, "A", "saturation current", Check::positive};
  Parameter<double> Vt{this, "Vt", 0.04, "V", "voltage equivalent of temperature", Check::positive};
  Parameter<double> Maxexp{this, "Maxexp", 15.0, "1", "largest exponent", Check::positive};
  Parameter<double> R{this, "R", 1e8, "Ohm", "parallel resistance", Check::positive};
  bonds::Terminal element{this, "element", "D", bonds::CausalRule::Kind::resistive};
  void equations() override {
    OnePort::equations();
    const Expr x = v / Vt;
    const Expr exponential = exp(min(x, Maxexp)) * (1 + max(x - Maxexp, 0.0));
    equation(element.flow(), Ids * (exponential - 1) + v / R);
    dissipates(v * i);
  }
};

/// Ideal diode: no voltage while it conducts from p to n, no current while it blocks.
///
/// The change between the two is an event.
class IdealDiode final : public OnePort {
 public:
  IdealDiode(Component* owner, std::string_view name) : OnePort(owner, name) { wrap(element); }
  Variable s{this, "s", "", "current while conducting, voltage while blocking"};
  bonds::Terminal element{this,
                          "element",
                          "D",
                          bonds::CausalRule::Kind::resistive,
                          {{"conducting", bonds::CausalRule::Kind::effort_source},
                           {"blocking", bonds::CausalRule::Kind::flow_source}}};
  void equations() override {
    OnePort::equations();
    either(
        s > 0,
        [&] {
          equation(element.effort(), 0.0);
          equation(i, s);
        },
        [&] {
          limit_equation(element.flow(), 0.0, v);
          equation(v, s);
        });
    conserves_power(v * i);
  }
};

/// Switch closed by a signal: a resistance Ron while control > level, else a conductance Goff.
///
/// A real contact has both; they also keep the circuit solvable whichever way it is switched.
class Switch final : public OnePort {
 public:
  Switch(Component* owner, std::string_view name) : OnePort(owner, name) { wrap(element); }
  signals::Signal control{this, "control"};
  Parameter<double> level{this, "level", 0.5, "", "the switch is closed above this value"};
  Parameter<double> Ron{this, "Ron", 1e-5, "Ohm", "resistance when closed", Check::positive};
  Parameter<double> Goff{this, "Goff", 1e-5, "S", "conductance when open", Check::positive};
  bonds::Terminal element{this, "element", "Sw", bonds::CausalRule::Kind::resistive};
  void equations() override {
    OnePort::equations();
    equation(element.flow(), select(control.value > level, v / Ron, Goff * v));
    dissipates(v * i);
  }
};

/// Switch closed between two times: a resistance Ron from t_close to t_open, else a conductance
/// Goff.
class TimedSwitch final : public OnePort {
 public:
  TimedSwitch(Component* owner, std::string_view name) : OnePort(owner, name) { wrap(element); }
  Parameter<double> t_close{this, "t_close", 1.0, "s", "time at which it closes"};
  Parameter<double> t_open{this, "t_open", 1e60, "s", "time at which it opens again"};
  Parameter<double> Ron{this, "Ron", 1e-5, "Ohm", "resistance when closed", Check::positive};
  Parameter<double> Goff{this, "Goff", 1e-5, "S", "conductance when open", Check::positive};
  bonds::Terminal element{this, "element", "Sw", bonds::CausalRule::Kind::resistive};
  void equations() override {
    OnePort::equations();
    const Expr closed = time() >= t_close && time() < t_open;
    equation(element.flow(), select(closed, v / Ron, Goff * v));
    dissipates(v * i);
  }
};

/// Ideal switch closed by a signal: no voltage while control > level, else no current.
class IdealClosingSwitch final : public OnePort {
 public:
  IdealClosingSwitch(Component* owner, std::string_view name) : OnePort(owner, name) {
    wrap(element);
  }
  signals::Signal control{this, "control"};
  Parameter<double> level{this, "level", 0.5, "", "the switch is closed above this value"};
  bonds::SwitchTerminal element{this, "element"};
  void equations() override {
    OnePort::equations();
    either(
        control.value > level, [&] { equation(element.effort(), 0.0); },
        [&] { limit_equation(element.flow(), 0.0, v); });
    conserves_power(v * i);
  }
};

/// Ideal switch opened by a signal: no current while control > level, else no voltage.
class IdealOpeningSwitch final : public OnePort {
 public:
  IdealOpeningSwitch(Component* owner, std::string_view name) : OnePort(owner, name) {
    wrap(element);
  }
  signals::Signal control{this, "control"};
  Parameter<double> level{this, "level", 0.5, "", "the switch is open above this value"};
  bonds::SwitchTerminal element{this, "element"};
  void equations() override {
    OnePort::equations();
    either(
        control.value > level, [&] { limit_equation(element.flow(), 0.0, v); },
        [&] { equation(element.effort(), 0.0); });
    conserves_power(v * i);
  }
};

}  // namespace multibond::electrical
