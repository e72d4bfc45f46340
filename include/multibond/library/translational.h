/// Mechanics along a line: masses, springs, dampers, forces.
///
/// Names, parameters and signs are those of Modelica.Mechanics.Translational: positions and forces
/// count to the right, a force is positive into the component, and elements stretch from flange_a
/// on the left to flange_b on the right.
///
///     flange_a             flange_b
///         o------[ part ]------o          ---> s, v, f
///
/// Each component wraps a bond graph, with forces as efforts and velocities as flows; positions
/// stand beside it, so that flows are their rates:
///
///     flange_a ---> 1 <--- flange_b       flange_b ---> 0 ---> flange_a
///                   |                                   |
///                   v                                   v
///                   I  (a mass)                      element  (a spring, a damper)
///
/// More sources are in translational_sources.h, friction in translational_friction.h, sensors in
/// translational_sensors.h.
#pragma once

#include <numbers>

#include "multibond/library/bonds/attachment.h"
#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/bonds/sources.h"
#include "multibond/library/signal_port.h"
#include "multibond/model/port.h"

namespace multibond::translational {

/// Flange of a part that moves along a line.
///
/// Connected flanges have the same position, and the forces on them sum to zero.
class Flange final : public Port {
 public:
  using Port::Port;
  Variable s{this, "s", "m", "position"};
  Flow f{this, "f", "N", "force on the component"};
  std::string kind_name() const override { return "translational flange"; }
};

/// End of a bond at a flange: the effort is the force on the component, the flow the rate of the
/// position.
class FlangeBond final : public bonds::FlowAttachment {
 public:
  FlangeBond(Component* owner, std::string_view name, const Flange& flange)
      : FlowAttachment(owner, name, flange, flange.s, flange.f) {}
  /// With a variable that is the rate.
  FlangeBond(Component* owner, std::string_view name, const Flange& flange, const Variable& rate)
      : FlowAttachment(owner, name, flange, flange.s, flange.f, rate) {}
};

/// Fixed flange: a wall at the position s0.
class Fixed final : public Component {
 public:
  Fixed(Component* owner, std::string_view name) : Component(owner, name) {
    grounded();
    bonds::bond(*this, element, end);
  }
  Flange flange{this, "flange"};
  Parameter<double> s0{this, "s0", 0.0, "m", "position of the wall"};
  FlangeBond end{this, "end", flange};
  bonds::Terminal element{this, "element", "Sf", bonds::CausalRule::Kind::flow_source};
  void equations() override { equation(flange.s, s0); }  // so that there is no flow
};

/// Sliding mass: m dv/dt = sum of the forces at its two flanges.
///
/// s is the position of its centre; the flanges are L apart.
class Mass final : public Component {
 public:
  Mass(Component* owner, std::string_view name) : Component(owner, name) {
    element.n = 1;
    element.state_outside = true;
    element.I = m;
    bonds::bond(*this, flanges, element);
  }
  Flange flange_a{this, "flange_a"}, flange_b{this, "flange_b"};
  Parameter<double> m{this, "m", 1.0, "kg", "mass", Check::positive};
  Parameter<double> L{this, "L", 0.0, "m", "length from flange_a to flange_b"};
  Variable s{this, "s", "m", "position of the centre", StateHint::prefer};
  Variable v{this, "v", "m/s", "velocity", StateHint::prefer};
  Variable a{this, "a", "m/s2", "acceleration"};
  bonds::AttachedJunction flanges{this,
                                  "flanges",
                                  bonds::AttachedJunction::Kind::one,
                                  false,
                                  {{&flange_a, true}, {&flange_b, true}}};
  bonds::I element{this, "element"};
  void equations() override {
    equation(flange_a.s, s - L / 2);
    equation(flange_b.s, s + L / 2);
    equation(v, der(s));
    equation(a, der(v));
    equation(flanges.port.e[0], flange_a.f + flange_b.f);
    equation(flanges.port.f[0], -v);
  }
};

/// Base of the massless elements between two flanges: f pulls both ends together when positive.
///
/// A 0-junction makes the relative velocity; the element that `wrap` bonds to it takes up f *
/// v_rel. A component that states its law as an equation for f needs none.
class Compliant : public Component {
 public:
  using Component::Component;
  Flange flange_a{this, "flange_a"}, flange_b{this, "flange_b"};
  Variable s_rel{this, "s_rel", "m", "distance from flange_a to flange_b"};
  Variable f{this, "f", "N", "force, positive in tension"};
  void equations() override {
    equation(s_rel, flange_b.s - flange_a.s);
    equation(flange_b.f, f);
    equation(flange_a.f, -f);
    if (!flanges_) return;
    equation(flanges_->port.e[0], f);
    equation(flanges_->port.f[0], -rate());
  }

 protected:
  /// Relative velocity: a variable, where the component has one.
  virtual Expr rate() const { return der(s_rel); }
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
  Variable v_rel{this, "v_rel", "m/s", "velocity of flange_b relative to flange_a"};
  void equations() override {
    Compliant::equations();
    equation(v_rel, der(s_rel));
  }

 protected:
  Expr rate() const override { return v_rel; }
};

/// Linear spring: f = c (s_rel - s_rel0).
class Spring final : public Compliant {
 public:
  Spring(Component* owner, std::string_view name) : Compliant(owner, name) { wrap(element); }
  Parameter<double> c{this, "c", 1.0, "N/m", "stiffness", Check::non_negative};
  Parameter<double> s_rel0{this, "s_rel0", 0.0, "m", "unstretched length"};
  bonds::Terminal element{this, "element", "C", bonds::CausalRule::Kind::capacitive};
  void equations() override {
    Compliant::equations();
    const Expr stretch = s_rel - s_rel0;
    equation(element.effort(), c * stretch);
    stores(0.5 * c * stretch * stretch);
  }
};

/// Linear damper: f = d v_rel, the power d v_rel^2 is lost as heat.
class Damper final : public CompliantWithRate {
 public:
  Damper(Component* owner, std::string_view name) : CompliantWithRate(owner, name) {
    element.R = d;
    wrap(element);
  }
  Parameter<double> d{this, "d", 1.0, "N.s/m", "damping constant", Check::non_negative};
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

/// Spring and damper in parallel: f = c (s_rel - s_rel0) + d v_rel.
class SpringDamper final : public SpringAndDamper {
 public:
  using SpringAndDamper::SpringAndDamper;
  Parameter<double> c{this, "c", 1.0, "N/m", "stiffness", Check::non_negative};
  Parameter<double> d{this, "d", 1.0, "N.s/m", "damping constant", Check::non_negative};
  Parameter<double> s_rel0{this, "s_rel0", 0.0, "m", "unstretched length"};
  void equations() override {
    SpringAndDamper::equations();
    const Expr stretch = s_rel - s_rel0;
    equation(spring.effort(), c * stretch);
    equation(damper.effort(), d * v_rel);
    stores(0.5 * c * stretch * stretch);
    dissipates(damper.effort() * damper.flow());
  }
};

/// Elastic gap: a contact with spring and damper while s_rel < s_rel0, no force beyond.
///
/// The damping is limited to the force of the spring, so that the contact never pulls. Contact and
/// release are events.
class ElastoGap final : public SpringAndDamper {
 public:
  using SpringAndDamper::SpringAndDamper;
  Parameter<double> c{this, "c", 1.0, "N/m", "stiffness of the contact", Check::positive};
  Parameter<double> d{this, "d", 0.0, "N.s/m", "damping of the contact", Check::non_negative};
  Parameter<double> s_rel0{this, "s_rel0", 0.0, "m", "distance below which there is contact"};
  void equations() override {
    SpringAndDamper::equations();
    const Expr push = select(s_rel < s_rel0, s_rel0 - s_rel, 0.0);
    equation(spring.effort(), -c * push);
    equation(damper.effort(), min(max(d * v_rel, -c * push), c * push));
    stores(0.5 * c * push * push);
    dissipates(damper.effort() * damper.flow());
  }
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

/// Constant force: pushes the connected part to the right with f_constant, e.g. its weight.
class ConstantForce final : public OneFlange {
 public:
  ConstantForce(Component* owner, std::string_view name) : OneFlange(owner, name) {
    element.e0 = f_constant;
    wrap(element);
  }
  Parameter<double> f_constant{this, "f_constant", 1.0, "N", "force"};
  bonds::Se element{this, "element"};
};

/// Force given by a signal: pushes the connected part to the right with f, in newtons.
///
/// For a force given by an expression connect a `signals::RealExpression`.
class Force final : public OneFlange {
 public:
  Force(Component* owner, std::string_view name) : OneFlange(owner, name) {
    element.s.set(f.value);
    wrap(element);
  }
  signals::Signal f{this, "f"};
  bonds::mSe element{this, "element"};
};

/// Sinusoidal force: pushes with offset + amplitude sin(2 pi f t + phase).
class SineForce final : public OneFlange {
 public:
  SineForce(Component* owner, std::string_view name) : OneFlange(owner, name) {
    const Expr angle = 2 * std::numbers::pi * f * time() + phase;
    element.s.set(offset + amplitude * sin(angle));
    wrap(element);
  }
  Parameter<double> amplitude{this, "amplitude", 1.0, "N", "amplitude"};
  Parameter<double> f{this, "f", 1.0, "Hz", "frequency"};
  Parameter<double> phase{this, "phase", 0.0, "rad", "phase at time 0"};
  Parameter<double> offset{this, "offset", 0.0, "N", "mean force"};
  bonds::mSe element{this, "element"};
};

}  // namespace multibond::translational
