/// Electrical circuits: the passive elements.
///
/// Names, parameters and signs are those of Modelica.Electrical.Analog: voltages count from the pin
/// p to the pin n, currents are positive into a component, so that i = p.i runs from p to n and v *
/// i is the power taken up. Sources are in electrical_sources.h, diode and switches in
/// electrical_nonlinear.h.
#pragma once

#include "multibond/model/port.h"

namespace multibond::electrical {

/// Electrical pin: where wires meet.
///
/// Connected pins have the same potential, and the currents into them sum to zero (Kirchhoff).
class Pin final : public Port {
 public:
  using Port::Port;
  Variable v{this, "v", "V", "potential"};
  Flow i{this, "i", "A", "current into the component"};
  std::string kind_name() const override { return "electrical pin"; }
};

/// Ground: the node of potential zero.
///
/// Every circuit needs one, because equations between voltages leave the potential itself free.
class Ground final : public Component {
 public:
  Ground(Component* owner, std::string name) : Component(owner, std::move(name)) { grounded(); }
  Pin p{this, "p"};
  void equations() override { equation(p.v, 0.0); }
};

/// Base of the elements with two pins: the current into p leaves at n.
class OnePort : public Component {
 public:
  using Component::Component;
  Pin p{this, "p"}, n{this, "n"};
  Variable v{this, "v", "V", "voltage from p to n"};
  Variable i{this, "i", "A", "current from p to n"};
  void equations() override {
    equation(v, p.v - n.v);
    equation(i, p.i);
    equation(p.i + n.i, 0.0);
  }
};

/// Resistor: voltage proportional to the current, v = R i.
///
/// R may be zero (a wire) or negative (an active element).
class Resistor final : public OnePort {
 public:
  using OnePort::OnePort;
  Parameter<double> R{this, "R", 1.0, "Ohm", "resistance"};
  void equations() override {
    OnePort::equations();
    equation(v, R * i);
  }
};

/// Conductor: current proportional to the voltage, i = G v.
///
/// The same law as `Resistor`, for G = 0 (no connection) as well.
class Conductor final : public OnePort {
 public:
  using OnePort::OnePort;
  Parameter<double> G{this, "G", 1.0, "S", "conductance"};
  void equations() override {
    OnePort::equations();
    equation(i, G * v);
  }
};

/// Capacitor: stores charge, C dv/dt = i.
///
/// Its voltage is a state, unless a loop of capacitors and voltage sources determines it.
class Capacitor final : public OnePort {
 public:
  Capacitor(Component* owner, std::string name) : OnePort(owner, std::move(name)) {
    v.hint(StateHint::prefer);
  }
  Parameter<double> C{this, "C", 1.0, "F", "capacitance", Check::non_negative};
  void equations() override {
    OnePort::equations();
    equation(C * der(v), i);
  }
};

/// Inductor: stores flux, L di/dt = v.
///
/// Its current is a state, unless a node of inductors and current sources determines it.
class Inductor final : public OnePort {
 public:
  Inductor(Component* owner, std::string name) : OnePort(owner, std::move(name)) {
    i.hint(StateHint::prefer);
  }
  Parameter<double> L{this, "L", 1.0, "H", "inductance", Check::non_negative};
  void equations() override {
    OnePort::equations();
    equation(L * der(i), v);
  }
};

/// Base of the elements with two pairs of pins: side 1 (p1, n1) and side 2 (p2, n2).
class TwoPort : public Component {
 public:
  using Component::Component;
  Pin p1{this, "p1"}, n1{this, "n1"}, p2{this, "p2"}, n2{this, "n2"};
  Variable v1{this, "v1", "V", "voltage from p1 to n1"};
  Variable v2{this, "v2", "V", "voltage from p2 to n2"};
  Variable i1{this, "i1", "A", "current from p1 to n1"};
  Variable i2{this, "i2", "A", "current from p2 to n2"};
  void equations() override {
    equation(v1, p1.v - n1.v);
    equation(v2, p2.v - n2.v);
    equation(i1, p1.i);
    equation(i2, p2.i);
    equation(p1.i + n1.i, 0.0);
    equation(p2.i + n2.i, 0.0);
  }
};

/// Ideal transformer: v1 = n v2 and i2 = -n i1, so that no power is lost.
///
/// It transforms direct current as well. Each side needs its own path to a ground.
class IdealTransformer final : public TwoPort {
 public:
  using TwoPort::TwoPort;
  Parameter<double> n{this, "n", 1.0, "1", "ratio of voltages, v1 : v2"};
  void equations() override {
    TwoPort::equations();
    equation(v1, n * v2);
    equation(i2, -n * i1);
  }
};

/// Ideal gyrator: i1 = G v2 and i2 = -G v1, so that no power is lost.
///
/// A capacitor on one side looks like an inductor L = C / G^2 from the other.
class IdealGyrator final : public TwoPort {
 public:
  using TwoPort::TwoPort;
  Parameter<double> G{this, "G", 1.0, "S", "gyration conductance"};
  void equations() override {
    TwoPort::equations();
    equation(i1, G * v2);
    equation(i2, -G * v1);
  }
};

}  // namespace multibond::electrical
