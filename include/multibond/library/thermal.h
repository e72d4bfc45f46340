/// Heat: capacitors, conductors, convection, sources, sensors.
///
/// Names, parameters and signs are those of Modelica.Thermal.HeatTransfer. The graphs inside are
/// *pseudo* bond graphs: the effort is the temperature T, the flow the heat flow Q_flow, and their
/// product is no power. Power is Q_flow itself, so energy counts differently here: a capacitor
/// stores C T, conductors pass on all they take, sources supply their heat flow. The true bonds of
/// heat, with the flow of entropy, are in bonds/thermal.h.
#pragma once

#include "multibond/library/bonds/attachment.h"
#include "multibond/library/signal_port.h"
#include "multibond/model/port.h"

namespace multibond::thermal {

/// Heat port: a place with a temperature.
///
/// Connected ports have the same temperature, and the heat flows into them sum to zero.
class HeatPort final : public Port {
 public:
  using Port::Port;
  Variable T{this, "T", "K", "temperature"};
  Flow Q_flow{this, "Q_flow", "W", "heat flow into the component"};
  std::string kind_name() const override { return "heat port"; }
};

/// End of a pseudo bond at a heat port: the effort is T, the flow Q_flow.
class HeatBond final : public bonds::EffortAttachment {
 public:
  HeatBond(Component* owner, std::string_view name, const HeatPort& port)
      : EffortAttachment(owner, name, port, port.T, port.Q_flow) {}
};

/// Heat capacitor: C dT/dt = heat flow into it.
///
/// Its temperature is a state.
class HeatCapacitor final : public Component {
 public:
  HeatCapacitor(Component* owner, std::string_view name) : Component(owner, name) {
    bonds::bond(*this, end, element);
  }
  HeatPort port{this, "port"};
  Parameter<double> C{this, "C", 1.0, "J/K", "heat capacity", Check::positive};
  Variable T{this, "T", "K", "temperature", StateHint::prefer};
  HeatBond end{this, "end", port};
  bonds::Terminal element{this, "element", "C", bonds::CausalRule::Kind::capacitive};
  void equations() override {
    equation(T, port.T);
    equation(C * der(T), element.flow());
    stores(C * T);
  }
};

/// Base of the elements that pass heat from port_a to port_b and keep none.
class Element1D : public Component {
 public:
  Element1D(Component* owner, std::string_view name, std::string code, bonds::CausalRule::Kind kind)
      : Component(owner, name), element(this, "element", std::move(code), kind) {
    bonds::bond(*this, ports, element);
  }
  HeatPort port_a{this, "port_a"}, port_b{this, "port_b"};
  Variable dT{this, "dT", "K", "temperature difference, port_a minus port_b"};
  Variable Q_flow{this, "Q_flow", "W", "heat flow from port_a to port_b"};
  bonds::AttachedJunction ports{
      this, "ports", bonds::AttachedJunction::Kind::one, true, {{&port_a, true}, {&port_b, false}}};
  bonds::Terminal element;
  void equations() override {
    equation(dT, port_a.T - port_b.T);
    equation(port_a.Q_flow, Q_flow);
    equation(port_b.Q_flow, -Q_flow);
    equation(ports.port.e[0], dT);
    equation(ports.port.f[0], -Q_flow);
    conserves_power(port_a.Q_flow + port_b.Q_flow);
  }
};

/// Thermal conductor: Q_flow = G dT.
class ThermalConductor final : public Element1D {
 public:
  ThermalConductor(Component* owner, std::string_view name)
      : Element1D(owner, name, "G", bonds::CausalRule::Kind::resistive) {}
  Parameter<double> G{this, "G", 1.0, "W/K", "thermal conductance", Check::non_negative};
  void equations() override {
    Element1D::equations();
    equation(element.flow(), G * dT);
  }
};

/// Thermal resistor: dT = R Q_flow.
class ThermalResistor final : public Element1D {
 public:
  ThermalResistor(Component* owner, std::string_view name)
      : Element1D(owner, name, "R", bonds::CausalRule::Kind::resistive) {}
  Parameter<double> R{this, "R", 1.0, "K/W", "thermal resistance", Check::non_negative};
  void equations() override {
    Element1D::equations();
    equation(element.effort(), R * Q_flow);
  }
};

/// Convection between a solid (port_a) and a fluid (port_b): Q_flow = Gc dT, with Gc a signal.
class Convection final : public Element1D {
 public:
  Convection(Component* owner, std::string_view name)
      : Element1D(owner, name, "mG", bonds::CausalRule::Kind::resistive) {}
  signals::Signal Gc{this, "Gc"};
  void equations() override {
    Element1D::equations();
    equation(element.flow(), Gc.value * dT);
  }
};

/// Radiation between two bodies: Q_flow = Gr sigma (Ta^4 - Tb^4).
class BodyRadiation final : public Element1D {
 public:
  BodyRadiation(Component* owner, std::string_view name)
      : Element1D(owner, name, "R", bonds::CausalRule::Kind::resistive) {}
  Parameter<double> Gr{this, "Gr", 1.0, "m2", "area times emissivity", Check::non_negative};
  Parameter<double> sigma{
      this,           "sigma", 5.670374419e-8, "W/(m2.K4)", "constant of Stefan and Boltzmann",
      Check::positive};
  void equations() override {
    Element1D::equations();
    const Expr a2 = port_a.T * port_a.T, b2 = port_b.T * port_b.T;
    equation(element.flow(), Gr * sigma * (a2 * a2 - b2 * b2));
  }
};

/// Base of the sources at one port.
class HeatSource : public Component {
 public:
  HeatSource(Component* owner, std::string_view name, std::string code,
             bonds::CausalRule::Kind kind)
      : Component(owner, name), element(this, "element", std::move(code), kind) {
    bonds::bond(*this, element, end);
  }
  HeatPort port{this, "port"};
  HeatBond end{this, "end", port};
  bonds::Terminal element;
};

/// Fixed temperature: port.T = T, whatever the heat flow.
class FixedTemperature final : public HeatSource {
 public:
  FixedTemperature(Component* owner, std::string_view name)
      : HeatSource(owner, name, "Se", bonds::CausalRule::Kind::effort_source) {
    grounded();
  }
  Parameter<double> T{this, "T", 293.15, "K", "temperature"};
  void equations() override {
    equation(element.effort(), T);
    supplies(-element.flow());
  }
};

/// Temperature given by a signal: port.T = T, in kelvin.
class PrescribedTemperature final : public HeatSource {
 public:
  PrescribedTemperature(Component* owner, std::string_view name)
      : HeatSource(owner, name, "mSe", bonds::CausalRule::Kind::effort_source) {}
  signals::Signal T{this, "T"};
  void equations() override {
    equation(element.effort(), T.value);
    supplies(-element.flow());
  }
};

/// Fixed heat flow: Q_flow into what is connected.
class FixedHeatFlow final : public HeatSource {
 public:
  FixedHeatFlow(Component* owner, std::string_view name)
      : HeatSource(owner, name, "Sf", bonds::CausalRule::Kind::flow_source) {}
  Parameter<double> Q_flow{this, "Q_flow", 1.0, "W", "heat flow out of the source"};
  void equations() override {
    equation(element.flow(), -Q_flow);
    supplies(-element.flow());
  }
};

/// Heat flow given by a signal: Q_flow into what is connected, in watts.
class PrescribedHeatFlow final : public HeatSource {
 public:
  PrescribedHeatFlow(Component* owner, std::string_view name)
      : HeatSource(owner, name, "mSf", bonds::CausalRule::Kind::flow_source) {}
  signals::Signal Q_flow{this, "Q_flow"};
  void equations() override {
    equation(element.flow(), -Q_flow.value);
    supplies(-element.flow());
  }
};

/// Temperature of a port as a signal T, in kelvin.
class TemperatureSensor final : public Component {
 public:
  TemperatureSensor(Component* owner, std::string_view name) : Component(owner, name) {
    bonds::bond(*this, end, element);
  }
  HeatPort port{this, "port"};
  signals::Signal T{this, "T"};
  HeatBond end{this, "end", port};
  bonds::Terminal element{this, "element", "De", bonds::CausalRule::Kind::flow_source};
  void equations() override {
    equation(element.flow(), 0.0);
    equation(T.value, element.effort());
  }
};

/// Temperature difference between two ports as a signal T_rel, in kelvin: port_a less port_b.
class RelTemperatureSensor final : public Element1D {
 public:
  RelTemperatureSensor(Component* owner, std::string_view name)
      : Element1D(owner, name, "De", bonds::CausalRule::Kind::flow_source) {}
  signals::Signal T_rel{this, "T_rel"};
  void equations() override {
    Element1D::equations();
    equation(element.flow(), 0.0);
    equation(T_rel.value, dT);
  }
};

/// Heat flow from port_a to port_b as a signal, in watts; both have the same temperature.
class HeatFlowSensor final : public Element1D {
 public:
  HeatFlowSensor(Component* owner, std::string_view name)
      : Element1D(owner, name, "Df", bonds::CausalRule::Kind::effort_source) {}
  signals::Signal y{this, "y"};
  void equations() override {
    Element1D::equations();
    equation(element.effort(), 0.0);
    equation(y.value, Q_flow);
  }
};

}  // namespace multibond::thermal
