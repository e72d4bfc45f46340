/// Mechanics about one axis: inertias, springs, dampers, gears, torques.
///
/// Names, parameters and signs are those of Modelica.Mechanics.Rotational: angles and torques count
/// right-handed about the axis from flange_a to flange_b, a torque is positive into the component.
///
/// Each component wraps a bond graph, with torques as efforts and angular velocities as flows;
/// angles stand beside it, so that flows are their rates (a drawing is in translational.h). More
/// sources are in rotational_sources.h, friction in rotational_friction.h, sensors in
/// rotational_sensors.h.
#pragma once

#include "multibond/library/bonds/attachment.h"
#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/bonds/sources.h"
#include "multibond/library/signal_port.h"
#include "multibond/model/port.h"

namespace multibond::rotational {

/// Flange of a shaft.
///
/// Connected flanges have the same angle, and the torques on them sum to zero.
class Flange final : public Port {
 public:
  using Port::Port;
  Variable phi{this, "phi", "rad", "angle"};
  Flow tau{this, "tau", "N.m", "torque on the component"};
  std::string kind_name() const override { return "rotational flange"; }
};

/// End of a bond at a flange: the effort is the torque on the component, the flow the rate of the
/// angle.
class FlangeBond final : public bonds::FlowAttachment {
 public:
  FlangeBond(Component* owner, std::string_view name, const Flange& flange)
      : FlowAttachment(owner, name, flange, flange.phi, flange.tau) {}
  /// With a variable that is the rate.
  FlangeBond(Component* owner, std::string_view name, const Flange& flange, const Variable& rate)
      : FlowAttachment(owner, name, flange, flange.phi, flange.tau, rate) {}
};

/// Fixed flange: a housing at the angle phi0.
class Fixed final : public Component {
 public:
  Fixed(Component* owner, std::string_view name) : Component(owner, name) {
    grounded();
    bonds::bond(*this, element, end);
  }
  Flange flange{this, "flange"};
  Parameter<double> phi0{this, "phi0", 0.0, "rad", "angle of the housing"};
  FlangeBond end{this, "end", flange};
  bonds::Terminal element{this, "element", "Sf", bonds::CausalRule::Kind::flow_source};
  void equations() override { equation(flange.phi, phi0); }  // so that there is no flow
};

/// Rotating inertia: J dw/dt = sum of the torques at its two flanges.
class Inertia final : public Component {
 public:
  Inertia(Component* owner, std::string_view name) : Component(owner, name) {
    element.n = 1;
    element.state_outside = true;
    element.I = J;
    bonds::bond(*this, flanges, element);
  }
  Flange flange_a{this, "flange_a"}, flange_b{this, "flange_b"};
  Parameter<double> J{this, "J", 1.0, "kg.m2", "moment of inertia", Check::positive};
  Variable phi{this, "phi", "rad", "angle", StateHint::prefer};
  Variable w{this, "w", "rad/s", "angular velocity", StateHint::prefer};
  Variable a{this, "a", "rad/s2", "angular acceleration"};
  bonds::AttachedJunction flanges{this,
                                  "flanges",
                                  bonds::AttachedJunction::Kind::one,
                                  false,
                                  {{&flange_a, true}, {&flange_b, true}}};
  bonds::I element{this, "element"};
  void equations() override {
    equation(flange_a.phi, phi);
    equation(flange_b.phi, phi);
    equation(w, der(phi));
    equation(a, der(w));
    equation(flanges.port.e[0], flange_a.tau + flange_b.tau);
    equation(flanges.port.f[0], -w);
  }
};

/// Base of the massless elements between two flanges: tau acts on flange_b, -tau on flange_a.
///
/// A 0-junction makes the relative velocity; the element that `wrap` bonds to it takes up tau *
/// w_rel. A component that states its law as an equation for tau needs none.
class Compliant : public Component {
 public:
  using Component::Component;
  Flange flange_a{this, "flange_a"}, flange_b{this, "flange_b"};
  Variable phi_rel{this, "phi_rel", "rad", "angle of flange_b relative to flange_a"};
  Variable tau{this, "tau", "N.m", "torque between the flanges"};
  void equations() override {
    equation(phi_rel, flange_b.phi - flange_a.phi);
    equation(flange_b.tau, tau);
    equation(flange_a.tau, -tau);
    if (!flanges_) return;
    equation(flanges_->port.e[0], tau);
    equation(flanges_->port.f[0], -rate());
  }

 protected:
  /// Relative velocity: a variable, where the component has one.
  virtual Expr rate() const { return der(phi_rel); }
  /// Bonds the element that gives this component its law.
  void wrap(bonds::Element& element) {
    element.n = 1;
    flanges_ = &create<bonds::AttachedJunction>(
        "flanges", bonds::AttachedJunction::Kind::zero, false,
        std::vector<bonds::AttachedJunction::Outer>{{&flange_b, true}, {&flange_a, false}});
    bonds::bond(*this, *flanges_, element);
  }

 private:
  bonds::AttachedJunction* flanges_ = nullptr;
};

/// The same with the relative velocity as a variable.
class CompliantWithRate : public Compliant {
 public:
  using Compliant::Compliant;
  Variable w_rel{this, "w_rel", "rad/s", "angular velocity of flange_b relative to flange_a"};
  void equations() override {
    Compliant::equations();
    equation(w_rel, der(phi_rel));
  }

 protected:
  Expr rate() const override { return w_rel; }
};

/// Linear torsion spring: tau = c (phi_rel - phi_rel0).
class Spring final : public Compliant {
 public:
  Spring(Component* owner, std::string_view name) : Compliant(owner, name) { wrap(element); }
  Parameter<double> c{this, "c", 1.0, "N.m/rad", "stiffness", Check::non_negative};
  Parameter<double> phi_rel0{this, "phi_rel0", 0.0, "rad", "unstretched angle"};
  bonds::Terminal element{this, "element", "C", bonds::CausalRule::Kind::capacitive};
  void equations() override {
    Compliant::equations();
    const Expr stretch = phi_rel - phi_rel0;
    equation(element.effort(), c * stretch);
    stores(0.5 * c * stretch * stretch);
  }
};

/// Linear torsion damper: tau = d w_rel, the power d w_rel^2 is lost as heat.
class Damper final : public CompliantWithRate {
 public:
  Damper(Component* owner, std::string_view name) : CompliantWithRate(owner, name) {
    element.R = d;
    wrap(element);
  }
  Parameter<double> d{this, "d", 1.0, "N.m.s/rad", "damping constant", Check::non_negative};
  bonds::R element{this, "element"};
};

/// Base of the parallel connections: a 1-junction with a spring and a damper.
class SpringAndDamper : public CompliantWithRate {
 public:
  SpringAndDamper(Component* owner, std::string_view name) : CompliantWithRate(owner, name) {
    wrap(common);
    bonds::bond(*this, common, spring);
    bonds::bond(*this, common, damper);
  }
  bonds::J1 common{this, "common"};
  bonds::Terminal spring{this, "spring", "C", bonds::CausalRule::Kind::capacitive};
  bonds::Terminal damper{this, "damper", "R", bonds::CausalRule::Kind::resistive};
};

/// Spring and damper in parallel: tau = c (phi_rel - phi_rel0) + d w_rel.
class SpringDamper final : public SpringAndDamper {
 public:
  using SpringAndDamper::SpringAndDamper;
  Parameter<double> c{this, "c", 1.0, "N.m/rad", "stiffness", Check::non_negative};
  Parameter<double> d{this, "d", 1.0, "N.m.s/rad", "damping constant", Check::non_negative};
  Parameter<double> phi_rel0{this, "phi_rel0", 0.0, "rad", "unstretched angle"};
  void equations() override {
    SpringAndDamper::equations();
    const Expr stretch = phi_rel - phi_rel0;
    equation(spring.effort(), c * stretch);
    equation(damper.effort(), d * w_rel);
    stores(0.5 * c * stretch * stretch);
    dissipates(damper.effort() * damper.flow());
  }
};

/// Elastic backlash: no torque within b, a spring and a damper beyond.
///
/// The damping is limited to the torque of the spring, so that the teeth never pull. Contact and
/// release are events.
class ElastoBacklash final : public SpringAndDamper {
 public:
  using SpringAndDamper::SpringAndDamper;
  Parameter<double> c{this, "c", 1e5, "N.m/rad", "stiffness of the teeth", Check::positive};
  Parameter<double> d{this, "d", 0.0, "N.m.s/rad", "damping of the teeth", Check::non_negative};
  Parameter<double> b{this, "b", 0.0, "rad", "total backlash", Check::non_negative};
  Parameter<double> phi_rel0{this, "phi_rel0", 0.0, "rad", "angle in the middle of the backlash"};
  void equations() override {
    SpringAndDamper::equations();
    const Expr angle = phi_rel - phi_rel0;
    const Expr twist =
        select(angle > b / 2, angle - b / 2, select(angle < -b / 2, angle + b / 2, 0.0));
    const Expr limit = c * abs(twist);
    equation(spring.effort(), c * twist);
    equation(damper.effort(), min(max(d * w_rel, -limit), limit));
    stores(0.5 * c * twist * twist);
    dissipates(damper.effort() * damper.flow());
  }
};

/// Ideal gear: flange_a turns `ratio` times as fast as flange_b, phi_a = ratio phi_b.
///
/// No power is lost: the torque at flange_b is `ratio` times that at flange_a. The housing is fixed
/// and takes up the difference.
class IdealGear final : public Component {
 public:
  IdealGear(Component* owner, std::string_view name) : Component(owner, name) {
    element.ratio = ratio;
    bonds::bond(*this, {end_a, element, end_b});
  }
  Flange flange_a{this, "flange_a"}, flange_b{this, "flange_b"};
  Parameter<double> ratio{this,           "ratio", 1.0, "1", "ratio of speeds, flange_a : flange_b",
                          Check::non_zero};
  FlangeBond end_a{this, "end_a", flange_a}, end_b{this, "end_b", flange_b};
  bonds::PositionTransformer element{this, "element"};
  void equations() override { equation(flange_a.phi, ratio * flange_b.phi); }
};

/// Base of what acts on one flange.
class OneFlange : public Component {
 public:
  using Component::Component;
  Flange flange{this, "flange"};
  FlangeBond end{this, "end", flange};

 protected:
  /// Bonds a source to the flange.
  void wrap(bonds::Element& element) {
    element.n = 1;
    bonds::bond(*this, element, end);
  }
};

/// Constant torque: accelerates the connected shaft with tau_constant.
class ConstantTorque final : public OneFlange {
 public:
  ConstantTorque(Component* owner, std::string_view name) : OneFlange(owner, name) {
    element.e0 = tau_constant;
    wrap(element);
  }
  Parameter<double> tau_constant{this, "tau_constant", 1.0, "N.m", "torque"};
  bonds::Se element{this, "element"};
};

/// Torque given by a signal: accelerates the connected shaft with tau, in N.m.
class Torque final : public OneFlange {
 public:
  Torque(Component* owner, std::string_view name) : OneFlange(owner, name) {
    element.s.set(tau.value);
    wrap(element);
  }
  signals::Signal tau{this, "tau"};
  bonds::mSe element{this, "element"};
};

}  // namespace multibond::rotational
