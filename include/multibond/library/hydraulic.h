/// Hydraulics: incompressible flow in pipes, with compliance and inertia lumped.
///
/// The effort is the pressure p above the surroundings, the flow the volume flow q; their product
/// is power. Flows count into a component, q of an element from port_a to port_b.
#pragma once

#include <numbers>

#include "multibond/library/bonds/attachment.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/bonds/sources.h"
#include "multibond/library/bonds/transformers.h"
#include "multibond/library/signal_port.h"
#include "multibond/library/translational.h"
#include "multibond/model/port.h"

namespace multibond::hydraulic {

/// Hydraulic port: the end of a pipe.
///
/// Connected ports have the same pressure, and the flows into them sum to zero.
class FluidPort final : public Port {
 public:
  using Port::Port;
  Variable p{this, "p", "Pa", "pressure above the surroundings"};
  Flow q{this, "q", "m3/s", "volume flow into the component"};
  std::string kind_name() const override { return "hydraulic port"; }
};

/// End of a bond at a hydraulic port: the effort is the pressure, the flow the volume flow.
class HydraulicBond final : public bonds::EffortAttachment {
 public:
  HydraulicBond(Component* owner, std::string_view name, const FluidPort& port)
      : EffortAttachment(owner, name, port, port.p, port.q) {}
};

/// Base of what is at one port.
class OnePort : public Component {
 public:
  using Component::Component;
  FluidPort port{this, "port"};
  HydraulicBond end{this, "end", port};

 protected:
  void wrap(bonds::Element& element) {
    element.n = 1;
    bonds::bond(*this, end, element);
  }
  void wrap_source(bonds::Element& element) {
    element.n = 1;
    bonds::bond(*this, element, end);
  }
};

/// Base of the elements between two ports: what enters at port_a leaves at port_b.
class TwoPort : public Component {
 public:
  using Component::Component;
  FluidPort port_a{this, "port_a"}, port_b{this, "port_b"};
  Variable dp{this, "dp", "Pa", "pressure drop from port_a to port_b"};
  Variable q{this, "q", "m3/s", "volume flow from port_a to port_b"};
  bonds::AttachedJunction ports{
      this, "ports", bonds::AttachedJunction::Kind::one, true, {{&port_a, true}, {&port_b, false}}};
  void equations() override {
    equation(dp, port_a.p - port_b.p);
    equation(port_a.q, q);
    equation(port_b.q, -q);
    equation(ports.port.e[0], sign_ * dp);
    equation(ports.port.f[0], -sign_ * q);
  }

 protected:
  void wrap(bonds::Element& element) {
    element.n = 1;
    bonds::bond(*this, ports, element);
  }
  /// A source of the flow q: drives it from port_a to port_b, against the pressure drop.
  void wrap_source(bonds::Element& element) {
    element.n = 1;
    sign_ = -1;
    bonds::bond(*this, element, ports);
  }

 private:
  double sign_ = 1;
};

/// Surroundings: a port at pressure zero, e.g. an open tank of any size.
class Ambient final : public OnePort {
 public:
  Ambient(Component* owner, std::string_view name) : OnePort(owner, name) {
    grounded();
    wrap_source(element);
  }
  bonds::Terminal element{this, "element", "Se", bonds::CausalRule::Kind::effort_source};
  void equations() override { equation(element.effort(), 0.0); }
};

/// Open tank with vertical walls: p = rho g level at the bottom, A d(level)/dt = flow into it.
///
/// A C element with the capacitance A / (rho g).
class Tank final : public OnePort {
 public:
  Tank(Component* owner, std::string_view name) : OnePort(owner, name) { wrap(element); }
  Parameter<double> A{this, "A", 1.0, "m2", "area of the cross-section", Check::positive};
  Parameter<double> rho{this, "rho", 1000.0, "kg/m3", "density of the fluid", Check::positive};
  Parameter<double> g{this, "g", 9.81, "m/s2", "gravity", Check::positive};
  Variable level{this, "level", "m", "height of the surface above the port", StateHint::prefer};
  bonds::Terminal element{this, "element", "C", bonds::CausalRule::Kind::capacitive};
  void equations() override {
    equation(element.effort(), rho * g * level);
    equation(element.flow(), A * der(level));
    stores(0.5 * rho * g * A * level * level);
  }
};

/// Volume of a compressible fluid: V dp/dt = beta times the flow into it.
class Volume final : public OnePort {
 public:
  Volume(Component* owner, std::string_view name) : OnePort(owner, name) {
    element.state_outside = true;
    element.C = V / beta;
    wrap(element);
  }
  Parameter<double> V{this, "V", 1e-3, "m3", "volume", Check::positive};
  Parameter<double> beta{this, "beta", 1.4e9, "Pa", "bulk modulus of the fluid", Check::positive};
  Variable p{this, "p", "Pa", "pressure", StateHint::prefer};
  bonds::C element{this, "element"};
  void equations() override { equation(p, port.p); }
};

/// Resistance: dp = R q.
class Resistance final : public TwoPort {
 public:
  Resistance(Component* owner, std::string_view name) : TwoPort(owner, name) {
    element.R = R;
    wrap(element);
  }
  Parameter<double> R{this, "R", 1e8, "Pa.s/m3", "hydraulic resistance", Check::non_negative};
  bonds::R element{this, "element"};
};

/// Round pipe with laminar flow: dp = 128 mu l / (pi d^4) q, by Hagen and Poiseuille.
///
/// Holds for Reynolds numbers 4 rho q / (pi mu d) below 2300.
class LaminarPipe final : public TwoPort {
 public:
  LaminarPipe(Component* owner, std::string_view name) : TwoPort(owner, name) {
    const Expr square = d * d;
    element.R = 128 * mu * l / (std::numbers::pi * square * square);
    wrap(element);
  }
  Parameter<double> l{this, "l", 1.0, "m", "length", Check::positive};
  Parameter<double> d{this, "d", 0.01, "m", "diameter", Check::positive};
  Parameter<double> mu{this, "mu", 1e-3, "Pa.s", "dynamic viscosity", Check::positive};
  bonds::R element{this, "element"};
};

/// Resistance of turbulent flow: dp = K q |q|.
///
/// For a pipe K = 8 lambda l rho / (pi^2 d^5), with the friction factor lambda of Darcy.
class TurbulentResistance final : public TwoPort {
 public:
  TurbulentResistance(Component* owner, std::string_view name) : TwoPort(owner, name) {
    wrap(element);
  }
  Parameter<double> K{this,           "K", 1e10, "Pa.s2/m6", "pressure drop per flow squared",
                      Check::positive};
  bonds::Terminal element{this, "element", "R", bonds::CausalRule::Kind::resistive};
  void equations() override {
    TwoPort::equations();
    equation(element.effort(), K * q * abs(q));
    dissipates(dp * q);
  }
};

/// Inertia of the fluid in a pipe: dp = rho l / A dq/dt.
///
/// Its flow is a state.
class Inertance final : public TwoPort {
 public:
  Inertance(Component* owner, std::string_view name) : TwoPort(owner, name) {
    q.hint(StateHint::prefer);
    element.state_outside = true;
    element.I = rho * l / A;
    wrap(element);
  }
  Parameter<double> l{this, "l", 1.0, "m", "length", Check::positive};
  Parameter<double> A{this, "A", 1e-4, "m2", "area of the cross-section", Check::positive};
  Parameter<double> rho{this, "rho", 1000.0, "kg/m3", "density of the fluid", Check::positive};
  bonds::I element{this, "element"};
};

/// Valve: an orifice of area A_max times the signal `opening`, q = Cd A sqrt(2 |dp| / rho).
///
/// An opening below 0 counts as closed, above 1 as open. Within dp_small the root goes over into a
/// straight line, so that its slope stays finite.
class Valve final : public TwoPort {
 public:
  Valve(Component* owner, std::string_view name) : TwoPort(owner, name) { wrap(element); }
  signals::Signal opening{this, "opening"};
  Parameter<double> A_max{this, "A_max", 1e-5, "m2", "area when open", Check::positive};
  Parameter<double> Cd{this, "Cd", 0.6, "1", "discharge coefficient", Check::positive};
  Parameter<double> rho{this, "rho", 1000.0, "kg/m3", "density of the fluid", Check::positive};
  Parameter<double> dp_small{this,           "dp_small", 1.0, "Pa", "pressure drop of linear flow",
                             Check::positive};
  bonds::Terminal element{this, "element", "mR", bonds::CausalRule::Kind::resistive};
  void equations() override {
    TwoPort::equations();
    const Expr area = A_max * min(max(opening.value, 0.0), 1.0);
    const Expr root = sqrt(sqrt(dp * dp + dp_small * dp_small));
    equation(element.flow(), Cd * area * sqrt(2 / rho) * dp / root);
    dissipates(dp * q);
  }
};

/// Source of pressure: port.p = p, whatever the flow.
class PressureSource final : public OnePort {
 public:
  PressureSource(Component* owner, std::string_view name) : OnePort(owner, name) {
    element.e0 = p;
    wrap_source(element);
  }
  Parameter<double> p{this, "p", 1e5, "Pa", "pressure"};
  bonds::Se element{this, "element"};
};

/// Source of pressure given by a signal: port.p = p, in pascals.
class SignalPressure final : public OnePort {
 public:
  SignalPressure(Component* owner, std::string_view name) : OnePort(owner, name) {
    element.s.set(p.value);
    wrap_source(element);
  }
  signals::Signal p{this, "p"};
  bonds::mSe element{this, "element"};
};

/// Pump: drives q_fixed from port_a to port_b, whatever the pressure.
class Pump final : public TwoPort {
 public:
  Pump(Component* owner, std::string_view name) : TwoPort(owner, name) {
    element.f0 = q_fixed;
    wrap_source(element);
  }
  Parameter<double> q_fixed{this, "q_fixed", 1e-4, "m3/s", "volume flow"};
  bonds::Sf element{this, "element"};
};

/// Pump with a flow given by a signal: drives q_ref from port_a to port_b, in m3/s.
class SignalPump final : public TwoPort {
 public:
  SignalPump(Component* owner, std::string_view name) : TwoPort(owner, name) {
    element.s.set(q_ref.value);
    wrap_source(element);
  }
  signals::Signal q_ref{this, "q_ref"};
  bonds::mSf element{this, "element"};
};

/// Cylinder with one chamber: pushes its piston to the right with A p and takes up A v.
class Cylinder final : public OnePort {
 public:
  Cylinder(Component* owner, std::string_view name) : OnePort(owner, name) {
    element.n = 1;
    element.M = A;
    bonds::bond(*this, {end, element, rod});
  }
  translational::Flange flange{this, "flange"};
  Parameter<double> A{this, "A", 1e-3, "m2", "area of the piston", Check::positive};
  translational::FlangeBond rod{this, "rod", flange};
  bonds::TF_effort element{this, "element"};
};

/// Pressure of a port as a signal p, in pascals.
class PressureSensor final : public OnePort {
 public:
  PressureSensor(Component* owner, std::string_view name) : OnePort(owner, name) { wrap(element); }
  signals::Signal p{this, "p"};
  bonds::Terminal element{this, "element", "De", bonds::CausalRule::Kind::flow_source};
  void equations() override {
    equation(element.flow(), 0.0);
    equation(p.value, element.effort());
  }
};

/// Flow from port_a to port_b as a signal y, in m3/s; there is no pressure drop.
class FlowSensor final : public TwoPort {
 public:
  FlowSensor(Component* owner, std::string_view name) : TwoPort(owner, name) { wrap(element); }
  signals::Signal y{this, "y"};
  bonds::Terminal element{this, "element", "Df", bonds::CausalRule::Kind::effort_source};
  void equations() override {
    TwoPort::equations();
    equation(element.effort(), 0.0);
    equation(y.value, q);
  }
};

}  // namespace multibond::hydraulic
