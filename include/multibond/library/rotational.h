/// Mechanics about one axis: inertias, springs, dampers, gears, torques.
///
/// Names, parameters and signs are those of Modelica.Mechanics.Rotational: angles and torques count
/// right-handed about the axis from flange_a to flange_b, a torque is positive into the component.
///
/// Each component wraps a bond graph, with torques as efforts and angular velocities as flows;
/// angles stand beside it, so that flows are their rates (a drawing is in translational.h; what
/// both domains have in common is in one_dimensional.h). More sources are in rotational_sources.h,
/// friction in rotational_friction.h, sensors in rotational_sensors.h.
#pragma once

#include "multibond/library/one_dimensional.h"

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
  const Variable& position() const { return phi; }
  const Variable& force() const { return tau; }
  static constexpr const char *kStiffness = "N.m/rad", *kDamping = "N.m.s/rad";
};

/// End of a bond at a flange: the effort is the torque, the flow the rate of the angle.
using FlangeBond = one_dimensional::FlangeBond<Flange>;

/// Fixed flange: a housing at the angle phi0.
class Fixed final : public one_dimensional::FixedFlange<Flange> {
 public:
  using FixedFlange::FixedFlange;
  Parameter<double> phi0{this, "phi0", 0.0, "rad", "angle of the housing"};
  void equations() override { equation(flange.phi, phi0); }
};

/// Rotating inertia: J dw/dt = sum of the torques at its two flanges.
class Inertia final : public one_dimensional::Inertial<Flange> {
 public:
  Inertia(Component* owner, std::string_view name) : Inertial(owner, name) { element.I = J; }
  Parameter<double> J{this, "J", 1.0, "kg.m2", "moment of inertia", Check::positive};
  Variable phi{this, "phi", "rad", "angle", StateHint::prefer};
  Variable w{this, "w", "rad/s", "angular velocity", StateHint::prefer};
  Variable a{this, "a", "rad/s2", "angular acceleration"};
  void equations() override {
    equation(flange_a.phi, phi);
    equation(flange_b.phi, phi);
    equation(w, der(phi));
    equation(a, der(w));
    move(w, total_force());
  }
};

/// Base of the massless elements between two flanges: tau acts on flange_b, -tau on flange_a.
class Compliant : public one_dimensional::Compliant<Flange> {
 public:
  using one_dimensional::Compliant<Flange>::Compliant;
  Variable phi_rel{this, "phi_rel", "rad", "angle of flange_b relative to flange_a"};
  Variable tau{this, "tau", "N.m", "torque between the flanges"};
  void equations() override {
    equation(phi_rel, flange_b.phi - flange_a.phi);
    transmit(tau, rate());
  }

 protected:
  /// Relative velocity: a variable, where the component has one.
  virtual Expr rate() const { return der(phi_rel); }
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
class Spring final : public one_dimensional::Spring<Compliant> {
 public:
  using one_dimensional::Spring<Compliant>::Spring;
  Parameter<double> phi_rel0{this, "phi_rel0", 0.0, "rad", "unstretched angle"};
  void equations() override {
    Compliant::equations();
    pull(phi_rel - phi_rel0);
  }
};

/// Linear torsion damper: tau = d w_rel, the power d w_rel^2 is lost as heat.
class Damper final : public one_dimensional::Damper<CompliantWithRate> {
 public:
  using one_dimensional::Damper<CompliantWithRate>::Damper;
};

/// Spring and damper in parallel: tau = c (phi_rel - phi_rel0) + d w_rel.
class SpringDamper final : public one_dimensional::SpringDamper<CompliantWithRate> {
 public:
  using one_dimensional::SpringDamper<CompliantWithRate>::SpringDamper;
  Parameter<double> phi_rel0{this, "phi_rel0", 0.0, "rad", "unstretched angle"};
  void equations() override {
    CompliantWithRate::equations();
    pull(c, phi_rel - phi_rel0);
    damp(d * w_rel);
  }
};

/// Elastic backlash: no torque within b, a spring and a damper beyond.
///
/// The damping is limited to the torque of the spring, so that the teeth never pull. Contact and
/// release are events.
class ElastoBacklash final : public one_dimensional::SpringAndDamper<CompliantWithRate> {
 public:
  using SpringAndDamper::SpringAndDamper;
  Parameter<double> c{this, "c", 1e5, "N.m/rad", "stiffness of the teeth", Check::positive};
  Parameter<double> d{this, "d", 0.0, "N.m.s/rad", "damping of the teeth", Check::non_negative};
  Parameter<double> b{this, "b", 0.0, "rad", "total backlash", Check::non_negative};
  Parameter<double> phi_rel0{this, "phi_rel0", 0.0, "rad", "angle in the middle of the backlash"};
  void equations() override {
    CompliantWithRate::equations();
    const Expr angle = phi_rel - phi_rel0;
    const Expr twist =
        select(angle > b / 2, angle - b / 2, select(angle < -b / 2, angle + b / 2, 0.0));
    touch(c, twist, d * w_rel);
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
using OneFlange = one_dimensional::OneFlange<Flange>;

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
