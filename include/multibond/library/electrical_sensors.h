/// Electrical circuits: sensors, which give a signal and take no power.
#pragma once

#include "multibond/library/electrical.h"
#include "multibond/library/signal_port.h"

namespace multibond::electrical {

/// Potential of a pin as a signal: phi = p.v, in volts.
class PotentialSensor final : public Component {
 public:
  PotentialSensor(Component* owner, std::string_view name) : Component(owner, name) {
    bonds::bond(*this, pin, element);
  }
  Pin p{this, "p"};
  signals::Signal phi{this, "phi"};
  PinBond pin{this, "pin", p};
  bonds::Terminal element{this, "element", "De", bonds::CausalRule::Kind::flow_source};
  void equations() override {
    equation(element.flow(), 0.0);
    equation(phi.value, element.effort());
  }
};

/// Voltage between two pins as a signal: v = p.v - n.v, in volts.
class VoltageSensor final : public Component {
 public:
  VoltageSensor(Component* owner, std::string_view name) : Component(owner, name) {
    bonds::bond(*this, pins, element);
  }
  Pin p{this, "p"}, n{this, "n"};
  signals::Signal v{this, "v"};
  bonds::AttachedJunction pins{
      this, "pins", bonds::AttachedJunction::Kind::one, true, {{&p, true}, {&n, false}}};
  bonds::Terminal element{this, "element", "De", bonds::CausalRule::Kind::flow_source};
  void equations() override {
    equation(pins.port.e[0], p.v - n.v);
    equation(p.i, -pins.port.f[0]);
    equation(n.i, -p.i);
    equation(element.flow(), 0.0);
    equation(v.value, element.effort());
  }
};

/// Current from p to n as a signal i, in amperes; there is no voltage between the pins.
class CurrentSensor final : public Component {
 public:
  CurrentSensor(Component* owner, std::string_view name) : Component(owner, name) {
    bonds::bond(*this, pins, element);
  }
  Pin p{this, "p"}, n{this, "n"};
  signals::Signal i{this, "i"};
  bonds::AttachedJunction pins{
      this, "pins", bonds::AttachedJunction::Kind::one, true, {{&p, true}, {&n, false}}};
  bonds::Terminal element{this, "element", "Df", bonds::CausalRule::Kind::effort_source};
  void equations() override {
    equation(pins.port.e[0], p.v - n.v);
    equation(p.i, -pins.port.f[0]);
    equation(n.i, -p.i);
    equation(element.effort(), 0.0);
    equation(i.value, element.flow());
  }
};

}  // namespace multibond::electrical
