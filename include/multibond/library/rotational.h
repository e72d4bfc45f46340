/// Mechanics about one axis: inertias, springs, dampers, gears, torques.
///
/// Names, parameters and signs are those of Modelica.Mechanics.Rotational: angles and torques count
/// right-handed about the axis from flange_a to flange_b, a torque is positive into the component.
#pragma once

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

/// Fixed flange: a housing at the angle phi0.
class Fixed final : public Component {
 public:
  Fixed(Component* owner, std::string name) : Component(owner, std::move(name)) { grounded(); }
  Flange flange{this, "flange"};
  Parameter<double> phi0{this, "phi0", 0.0, "rad", "angle of the housing"};
  void equations() override { equation(flange.phi, phi0); }
};

/// Rotating inertia: J dw/dt = sum of the torques at its two flanges.
class Inertia final : public Component {
 public:
  using Component::Component;
  Flange flange_a{this, "flange_a"}, flange_b{this, "flange_b"};
  Parameter<double> J{this, "J", 1.0, "kg.m2", "moment of inertia", Check::positive};
  Variable phi{this, "phi", "rad", "angle", StateHint::prefer};
  Variable w{this, "w", "rad/s", "angular velocity", StateHint::prefer};
  Variable a{this, "a", "rad/s2", "angular acceleration"};
  void equations() override {
    equation(flange_a.phi, phi);
    equation(flange_b.phi, phi);
    equation(w, der(phi));
    equation(a, der(w));
    equation(J * a, flange_a.tau + flange_b.tau);
  }
};

/// Base of the massless elements between two flanges: tau acts on flange_b, -tau on flange_a.
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
  }
};

/// Linear torsion spring: tau = c (phi_rel - phi_rel0).
class Spring final : public Compliant {
 public:
  using Compliant::Compliant;
  Parameter<double> c{this, "c", 1.0, "N.m/rad", "stiffness", Check::non_negative};
  Parameter<double> phi_rel0{this, "phi_rel0", 0.0, "rad", "unstretched angle"};
  void equations() override {
    Compliant::equations();
    equation(tau, c * (phi_rel - phi_rel0));
  }
};

/// Linear torsion damper: tau = d w_rel, the power d w_rel^2 is lost as heat.
class Damper final : public Compliant {
 public:
  using Compliant::Compliant;
  Parameter<double> d{this, "d", 1.0, "N.m.s/rad", "damping constant", Check::non_negative};
  Variable w_rel{this, "w_rel", "rad/s", "angular velocity of flange_b relative to flange_a"};
  void equations() override {
    Compliant::equations();
    equation(w_rel, der(phi_rel));
    equation(tau, d * w_rel);
  }
};

/// Ideal gear: flange_a turns `ratio` times as fast as flange_b, phi_a = ratio phi_b.
///
/// No power is lost: the torque at flange_b is `ratio` times that at flange_a. The housing is fixed
/// and takes up the difference.
class IdealGear final : public Component {
 public:
  using Component::Component;
  Flange flange_a{this, "flange_a"}, flange_b{this, "flange_b"};
  Parameter<double> ratio{this,           "ratio", 1.0, "1", "ratio of speeds, flange_a : flange_b",
                          Check::non_zero};
  void equations() override {
    equation(flange_a.phi, ratio * flange_b.phi);
    equation(ratio * flange_a.tau + flange_b.tau, 0.0);
  }
};

/// Constant torque: accelerates the connected shaft with tau_constant.
class ConstantTorque final : public Component {
 public:
  using Component::Component;
  Flange flange{this, "flange"};
  Parameter<double> tau_constant{this, "tau_constant", 1.0, "N.m", "torque"};
  void equations() override { equation(flange.tau, -tau_constant); }
};

/// Torque given by a signal: accelerates the connected shaft with tau, in N.m.
class Torque final : public Component {
 public:
  using Component::Component;
  Flange flange{this, "flange"};
  signals::Signal tau{this, "tau"};
  void equations() override { equation(flange.tau, -tau.value); }
};

}  // namespace multibond::rotational
