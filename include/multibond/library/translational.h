/// Mechanics along a line: masses, springs, dampers, forces.
///
/// Names, parameters and signs are those of Modelica.Mechanics.Translational: positions and forces
/// count to the right, a force is positive into the component, and elements stretch from flange_a
/// on the left to flange_b on the right.
///
///     flange_a             flange_b
///         o------[ part ]------o          ---> s, v, f
#pragma once

#include <numbers>

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

/// Fixed flange: a wall at the position s0.
class Fixed final : public Component {
 public:
  Fixed(Component* owner, std::string name) : Component(owner, std::move(name)) { grounded(); }
  Flange flange{this, "flange"};
  Parameter<double> s0{this, "s0", 0.0, "m", "position of the wall"};
  void equations() override { equation(flange.s, s0); }
};

/// Sliding mass: m dv/dt = sum of the forces at its two flanges.
///
/// s is the position of its centre; the flanges are L apart.
class Mass final : public Component {
 public:
  using Component::Component;
  Flange flange_a{this, "flange_a"}, flange_b{this, "flange_b"};
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
    equation(m * a, flange_a.f + flange_b.f);
  }
};

/// Base of the massless elements between two flanges: f pulls both ends together when positive.
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
  }
};

/// Linear spring: f = c (s_rel - s_rel0).
class Spring final : public Compliant {
 public:
  using Compliant::Compliant;
  Parameter<double> c{this, "c", 1.0, "N/m", "stiffness", Check::non_negative};
  Parameter<double> s_rel0{this, "s_rel0", 0.0, "m", "unstretched length"};
  void equations() override {
    Compliant::equations();
    equation(f, c * (s_rel - s_rel0));
  }
};

/// Linear damper: f = d v_rel, the power d v_rel^2 is lost as heat.
class Damper final : public Compliant {
 public:
  using Compliant::Compliant;
  Parameter<double> d{this, "d", 1.0, "N.s/m", "damping constant", Check::non_negative};
  Variable v_rel{this, "v_rel", "m/s", "velocity of flange_b relative to flange_a"};
  void equations() override {
    Compliant::equations();
    equation(v_rel, der(s_rel));
    equation(f, d * v_rel);
  }
};

/// Spring and damper in parallel: f = c (s_rel - s_rel0) + d v_rel.
class SpringDamper final : public Compliant {
 public:
  using Compliant::Compliant;
  Parameter<double> c{this, "c", 1.0, "N/m", "stiffness", Check::non_negative};
  Parameter<double> d{this, "d", 1.0, "N.s/m", "damping constant", Check::non_negative};
  Parameter<double> s_rel0{this, "s_rel0", 0.0, "m", "unstretched length"};
  Variable v_rel{this, "v_rel", "m/s", "velocity of flange_b relative to flange_a"};
  void equations() override {
    Compliant::equations();
    equation(v_rel, der(s_rel));
    equation(f, c * (s_rel - s_rel0) + d * v_rel);
  }
};

/// Constant force: pushes the connected part to the right with f_constant, e.g. its weight.
class ConstantForce final : public Component {
 public:
  using Component::Component;
  Flange flange{this, "flange"};
  Parameter<double> f_constant{this, "f_constant", 1.0, "N", "force"};
  void equations() override { equation(flange.f, -f_constant); }
};

/// Force given by a signal: pushes the connected part to the right with f, in newtons.
///
/// For a force given by an expression connect a `signals::RealExpression`.
class Force final : public Component {
 public:
  using Component::Component;
  Flange flange{this, "flange"};
  signals::Signal f{this, "f"};
  void equations() override { equation(flange.f, -f.value); }
};

/// Sinusoidal force: pushes with offset + amplitude sin(2 pi f t + phase).
class SineForce final : public Component {
 public:
  using Component::Component;
  Flange flange{this, "flange"};
  Parameter<double> amplitude{this, "amplitude", 1.0, "N", "amplitude"};
  Parameter<double> f{this, "f", 1.0, "Hz", "frequency"};
  Parameter<double> phase{this, "phase", 0.0, "rad", "phase at time 0"};
  Parameter<double> offset{this, "offset", 0.0, "N", "mean force"};
  void equations() override {
    const Expr angle = 2 * std::numbers::pi * f * time() + phase;
    equation(flange.f, -(offset + amplitude * sin(angle)));
  }
};

}  // namespace multibond::translational
