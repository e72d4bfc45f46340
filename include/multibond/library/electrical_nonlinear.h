/// Electrical circuits: diode and switches.
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
  using OnePort::OnePort;
  Parameter<double> Ids{this, "Ids", 1e-6, "A", "saturation current", Check::positive};
  Parameter<double> Vt{this, "Vt", 0.04, "V", "voltage equivalent of temperature", Check::positive};
  Parameter<double> Maxexp{this, "Maxexp", 15.0, "1", "largest exponent", Check::positive};
  Parameter<double> R{this, "R", 1e8, "Ohm", "parallel resistance", Check::positive};
  void equations() override {
    OnePort::equations();
    const Expr x = v / Vt;
    const Expr exponential = exp(min(x, Maxexp)) * (1 + max(x - Maxexp, 0.0));
    equation(i, Ids * (exponential - 1) + v / R);
  }
};

/// Switch closed by a signal: a resistance Ron while control > level, else a conductance Goff.
///
/// A real contact has both; they also keep the circuit solvable whichever way it is switched.
class Switch final : public OnePort {
 public:
  using OnePort::OnePort;
  signals::Signal control{this, "control"};
  Parameter<double> level{this, "level", 0.5, "", "the switch is closed above this value"};
  Parameter<double> Ron{this, "Ron", 1e-5, "Ohm", "resistance when closed", Check::positive};
  Parameter<double> Goff{this, "Goff", 1e-5, "S", "conductance when open", Check::positive};
  void equations() override {
    OnePort::equations();
    equation(i, select(control.value > level, v / Ron, Goff * v));
  }
};

/// Switch closed between two times: a resistance Ron from t_close to t_open, else a conductance
/// Goff.
class TimedSwitch final : public OnePort {
 public:
  using OnePort::OnePort;
  Parameter<double> t_close{this, "t_close", 1.0, "s", "time at which it closes"};
  Parameter<double> t_open{this, "t_open", 1e60, "s", "time at which it opens again"};
  Parameter<double> Ron{this, "Ron", 1e-5, "Ohm", "resistance when closed", Check::positive};
  Parameter<double> Goff{this, "Goff", 1e-5, "S", "conductance when open", Check::positive};
  void equations() override {
    OnePort::equations();
    const Expr closed = time() >= t_close && time() < t_open;
    equation(i, select(closed, v / Ron, Goff * v));
  }
};

}  // namespace multibond::electrical
