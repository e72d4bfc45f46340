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
/// What this domain has in common with rotational.h is in one_dimensional.h. More sources are in
/// translational_sources.h, friction in translational_friction.h, sensors in
/// translational_sensors.h.
#pragma once

#include <numbers>

#include "multibond/library/one_dimensional.h"

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
  const Variable& position() const { return s; }
  const Variable& force() const { return f; }
  static constexpr const char *kStiffness = "N/m", *kDamping = "N.s/m";
};

/// End of a bond at a flange: the effort is the force, the flow the rate of the position.
using FlangeBond = one_dimensional::FlangeBond<Flange>;

/// Fixed flange: a wall at the position s0.
class Fixed final : public one_dimensional::FixedFlange<Flange> {
 public:
  using FixedFlange::FixedFlange;
  Parameter<double> s0{this, "s0", 0.0, "m", "position of the wall"};
  void equations() override { equation(flange.s, s0); }
};

/// Sliding mass: m dv/dt = sum of the forces at its two flanges.
///
/// s is the position of its centre; the flanges are L apart.
class Mass final : public one_dimensional::Inertial<Flange> {
 public:
  Mass(Component* owner, std::string_view name) : Inertial(owner, name) { element.I = m; }
  Parameter<double> m{this, "m", 1.0, "kg", "mass", Check::positive};
  Parameter<double> L{this, "L", 0.0, "m", "length from flange_a to flange_b"};
  Variable s{this, "s", "m", "position of the centre", StateHint::prefer};
  Variable v{this, "v", "m/s", "velocity", StateHint::prefer};
  Variable a{this, "a", "m/s2", "acceleration"};
  void equations() override {
    equation(flange_a.s, s - L / 2);
    equation(flange_b.s, s + L / 2);
    equation(v, der(s));
    equation(a, der(v));
    move(v, total_force());
  }
};

/// Base of the massless elements between two flanges: f pulls both ends together when positive.
class Compliant : public one_dimensional::Compliant<Flange> {
 public:
  using one_dimensional::Compliant<Flange>::Compliant;
  Variable s_rel{this, "s_rel", "m", "distance from flange_a to flange_b"};
  Variable f{this, "f", "N", "force, positive in tension"};
  void equations() override {
    equation(s_rel, flange_b.s - flange_a.s);
    transmit(f, rate());
  }

 protected:
  /// Relative velocity: a variable, where the component has one.
  virtual Expr rate() const { return der(s_rel); }
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
class Spring final : public one_dimensional::Spring<Compliant> {
 public:
  using one_dimensional::Spring<Compliant>::Spring;
  Parameter<double> s_rel0{this, "s_rel0", 0.0, "m", "unstretched length"};
  void equations() override {
    Compliant::equations();
    pull(s_rel - s_rel0);
  }
};

/// Linear damper: f = d v_rel, the power d v_rel^2 is lost as heat.
class Damper final : public one_dimensional::Damper<CompliantWithRate> {
 public:
  using one_dimensional::Damper<CompliantWithRate>::Damper;
};

/// Spring and damper in parallel: f = c (s_rel - s_rel0) + d v_rel.
class SpringDamper final : public one_dimensional::SpringDamper<CompliantWithRate> {
 public:
  using one_dimensional::SpringDamper<CompliantWithRate>::SpringDamper;
  Parameter<double> s_rel0{this, "s_rel0", 0.0, "m", "unstretched length"};
  void equations() override {
    CompliantWithRate::equations();
    pull(c, s_rel - s_rel0);
    damp(d * v_rel);
  }
};

/// Elastic gap: a contact with spring and damper while s_rel < s_rel0, no force beyond.
///
/// The damping is limited to the force of the spring, so that the contact never pulls. Contact and
/// release are events.
class ElastoGap final : public one_dimensional::SpringAndDamper<CompliantWithRate> {
 public:
  using SpringAndDamper::SpringAndDamper;
  Parameter<double> c{this, "c", 1.0, "N/m", "stiffness of the contact", Check::positive};
  Parameter<double> d{this, "d", 0.0, "N.s/m", "damping of the contact", Check::non_negative};
  Parameter<double> s_rel0{this, "s_rel0", 0.0, "m", "distance below which there is contact"};
  void equations() override {
    CompliantWithRate::equations();
    touch(c, select(s_rel < s_rel0, s_rel - s_rel0, 0.0), d * v_rel);
  }
};

/// Base of what acts on one flange.
using OneFlange = one_dimensional::OneFlange<Flange>;

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
