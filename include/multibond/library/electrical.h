/// Electrical circuits: the passive elements.
///
/// Names, parameters and signs are those of Modelica.Electrical.Analog: voltages count from the pin
/// p to the pin n, currents are positive into a component, so that i = p.i runs from p to n and v *
/// i is the power taken up. Sources are in electrical_sources.h, diodes and switches in
/// electrical_nonlinear.h, sensors in electrical_sensors.h.
///
/// Each component wraps a bond graph, with potentials and voltages as efforts and currents as
/// flows:
///
///     p ---> 1 ---> n
///            |
///            v
///         element        R, C, I, ...
#pragma once

#include "multibond/library/bonds/attachment.h"
#include "multibond/library/bonds/gyrators.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/bonds/transformers.h"
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

/// End of a bond at a pin: the effort is the potential, the flow the current into the component.
class PinBond final : public bonds::EffortAttachment {
 public:
  PinBond(Component* owner, std::string_view name, const Pin& pin)
      : EffortAttachment(owner, name, pin, pin.v, pin.i) {}
};

/// Ground: the node of potential zero.
///
/// Every circuit needs one, because equations between voltages leave the potential itself free.
class Ground final : public Component {
 public:
  Ground(Component* owner, std::string_view name) : Component(owner, name) {
    grounded();
    bonds::bond(*this, element, pin);
  }
  Pin p{this, "p"};
  PinBond pin{this, "pin", p};
  bonds::Terminal element{this, "element", "Se", bonds::CausalRule::Kind::effort_source};
  void equations() override { equation(element.effort(), 0.0); }
};

/// Base of the elements with two pins: the current into p leaves at n.
///
/// A 1-junction makes the voltage of the potentials; the element that `wrap` bonds to it takes up
/// v * i, a source supplies it. A component that states its law as an equation between v and i
/// needs none.
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
    if (!pins_) return;
    equation(pins_->port.e[0], sign_ * v);
    equation(pins_->port.f[0], -sign_ * i);
  }

 protected:
  /// Bonds the element that gives this component its law.
  void wrap(bonds::Element& element) { wrap(element, element.free_port()); }
  void wrap(bonds::Element& element, bonds::BondPort& port) {
    make_pins(element, p, n);
    bonds::bond(*this, *pins_, port);
  }
  /// A source of the voltage v: raises the potential from n to p.
  void wrap_voltage_source(bonds::Element& element) {
    make_pins(element, n, p);
    bonds::bond(*this, element, *pins_);
  }
  /// A source of the current i: drives it from p to n, against the voltage v.
  void wrap_current_source(bonds::Element& element) {
    make_pins(element, p, n);
    sign_ = -1;
    bonds::bond(*this, element, *pins_);
  }

 private:
  /// The harpoons of the pins point from `from` to `to`.
  void make_pins(bonds::Element& element, const Pin& from, const Pin& to) {
    element.n = 1;
    pins_ = &create<bonds::AttachedJunction>(
        "pins", bonds::AttachedJunction::Kind::one, true,
        std::vector<bonds::AttachedJunction::Outer>{{&from, true}, {&to, false}});
  }
  bonds::AttachedJunction* pins_ = nullptr;
  double sign_ = 1;
};

/// Resistor: voltage proportional to the current, v = R i.
///
/// R may be zero (a wire) or negative (an active element).
class Resistor final : public OnePort {
 public:
  Resistor(Component* owner, std::string_view name) : OnePort(owner, name) {
    element.R = R;
    wrap(element);
  }
  Parameter<double> R{this, "R", 1.0, "Ohm", "resistance"};
  bonds::R element{this, "element"};
};

/// Conductor: current proportional to the voltage, i = G v.
///
/// The same law as `Resistor`, for G = 0 (no connection) as well.
class Conductor final : public OnePort {
 public:
  Conductor(Component* owner, std::string_view name) : OnePort(owner, name) {
    element.G = G;
    wrap(element);
  }
  Parameter<double> G{this, "G", 1.0, "S", "conductance"};
  bonds::G element{this, "element"};
};

/// Capacitor: stores charge, C dv/dt = i.
///
/// Its voltage is a state, unless a loop of capacitors and voltage sources determines it.
class Capacitor final : public OnePort {
 public:
  Capacitor(Component* owner, std::string_view name) : OnePort(owner, name) {
    v.hint(StateHint::prefer);
    element.state_outside = true;
    element.C = C;
    wrap(element);
  }
  Parameter<double> C{this, "C", 1.0, "F", "capacitance", Check::non_negative};
  bonds::C element{this, "element"};
};

/// Inductor: stores flux, L di/dt = v.
///
/// Its current is a state, unless a node of inductors and current sources determines it.
class Inductor final : public OnePort {
 public:
  Inductor(Component* owner, std::string_view name) : OnePort(owner, name) {
    i.hint(StateHint::prefer);
    element.state_outside = true;
    element.I = L;
    wrap(element);
  }
  Parameter<double> L{this, "L", 1.0, "H", "inductance", Check::non_negative};
  bonds::I element{this, "element"};
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
  bonds::AttachedJunction pins1{
      this, "pins1", bonds::AttachedJunction::Kind::one, true, {{&p1, true}, {&n1, false}}};
  bonds::AttachedJunction pins2{
      this, "pins2", bonds::AttachedJunction::Kind::one, true, {{&p2, true}, {&n2, false}}};
  void equations() override {
    equation(v1, p1.v - n1.v);
    equation(v2, p2.v - n2.v);
    equation(i1, p1.i);
    equation(i2, p2.i);
    equation(p1.i + n1.i, 0.0);
    equation(p2.i + n2.i, 0.0);
    equation(pins1.port.e[0], v1);
    equation(pins1.port.f[0], -i1);
    equation(pins2.port.e[0], v2);
    equation(pins2.port.f[0], -i2);
  }

 protected:
  /// Bonds the element between both sides; power counts through it from side 1 to side 2.
  void wrap(bonds::TwoPort& element) {
    element.n = 1;
    bonds::bond(*this, {pins1, element, pins2});
  }
};

/// Ideal transformer: v1 = n v2 and i2 = -n i1, so that no power is lost.
///
/// It transforms direct current as well. Each side needs its own path to a ground.
class IdealTransformer final : public TwoPort {
 public:
  IdealTransformer(Component* owner, std::string_view name) : TwoPort(owner, name) {
    element.M = n;
    wrap(element);
  }
  Parameter<double> n{this, "n", 1.0, "1", "ratio of voltages, v1 : v2"};
  bonds::TF_flow element{this, "element"};
};

/// Ideal gyrator: i1 = G v2 and i2 = -G v1, so that no power is lost.
///
/// A capacitor on one side looks like an inductor L = C / G^2 from the other.
class IdealGyrator final : public TwoPort {
 public:
  IdealGyrator(Component* owner, std::string_view name) : TwoPort(owner, name) {
    element.M = G;
    wrap(element);
  }
  Parameter<double> G{this, "G", 1.0, "S", "gyration conductance"};
  bonds::GY_effort element{this, "element"};
};

}  // namespace multibond::electrical
