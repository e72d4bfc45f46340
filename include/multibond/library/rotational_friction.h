/// Mechanics about one axis: dry friction that sticks and slips, clutch, brake.
///
/// While a friction sticks the velocity is constrained exactly; it slips when more than the static
/// torque would be needed to hold it (bonds/friction.h).
#pragma once

#include "multibond/library/bonds/friction.h"
#include "multibond/library/rotational.h"

namespace multibond::rotational {

/// Base of the frictions of a shaft in a fixed housing: both flanges are on the shaft.
class ShaftFriction : public Component {
 public:
  ShaftFriction(Component* owner, std::string_view name) : Component(owner, name) {
    bonds::bond(*this, flanges, element);
  }
  Flange flange_a{this, "flange_a"}, flange_b{this, "flange_b"};
  Variable phi{this, "phi", "rad", "angle of the shaft"};
  Variable w{this, "w", "rad/s", "angular velocity of the shaft"};
  Variable tau{this, "tau", "N.m", "torque of friction"};
  bonds::AttachedJunction flanges{this,
                                  "flanges",
                                  bonds::AttachedJunction::Kind::one,
                                  false,
                                  {{&flange_a, true}, {&flange_b, true}}};
  bonds::Friction element{this, "element"};
  void equations() override {
    equation(flange_a.phi, phi);
    equation(flange_b.phi, phi);
    equation(w, der(phi));
    equation(tau, flange_a.tau + flange_b.tau);
    equation(flanges.port.e[0], tau);
    equation(flanges.port.f[0], -w);
  }
};

/// Dry friction of a bearing: sticks up to tau_static, slips against tau_kinetic + d |w|.
///
/// With w_stribeck > 0 the torque falls from the static to the kinetic one as exp(-|w| /
/// w_stribeck).
class BearingFriction final : public ShaftFriction {
 public:
  BearingFriction(Component* owner, std::string_view name) : ShaftFriction(owner, name) {
    element.e_kinetic = tau_kinetic;
    element.e_static = tau_static;
    element.f_stribeck = w_stribeck;
    element.R = d;
  }
  Parameter<double> tau_kinetic{this,  "tau_kinetic",           1.0,
                                "N.m", "torque while slipping", Check::non_negative};
  Parameter<double> tau_static{
      this, "tau_static", 1.0, "N.m", "torque at which it breaks away", Check::non_negative};
  Parameter<double> w_stribeck{this,
                               "w_stribeck",
                               0.0,
                               "rad/s",
                               "velocity over which friction falls; 0: at once",
                               Check::non_negative};
  Parameter<double> d{this, "d", 0.0, "N.m.s/rad", "viscous friction", Check::non_negative};
};

/// Clutch: two shafts coupled by dry friction, pressed together with fn_max f_normalized.
///
/// Transmits at most cgeo mu_static fn while it sticks and cgeo mu_kinetic fn while it slips. A
/// signal of 0 opens the clutch, 1 closes it.
class Clutch final : public CompliantWithRate {
 public:
  Clutch(Component* owner, std::string_view name) : CompliantWithRate(owner, name) {
    element.e_kinetic = cgeo * mu_kinetic * fn_max;
    element.e_static = cgeo * mu_static * fn_max;
    element.scale_by(max(f_normalized.value, 0.0));
    wrap(element);
  }
  signals::Signal f_normalized{this, "f_normalized"};
  Parameter<double> mu_kinetic{
      this, "mu_kinetic", 0.5, "1", "coefficient of friction, slipping", Check::non_negative};
  Parameter<double> mu_static{
      this, "mu_static", 0.5, "1", "coefficient of friction, sticking", Check::non_negative};
  Parameter<double> cgeo{this,
                         "cgeo",
                         1.0,
                         "m",
                         "torque by normal force and friction coefficient",
                         Check::non_negative};
  Parameter<double> fn_max{this, "fn_max", 1.0, "N", "largest normal force", Check::non_negative};
  bonds::Friction element{this, "element"};
};

/// Brake: holds a shaft by dry friction against its housing, pressed with fn_max f_normalized.
///
/// At most cgeo mu_static fn while it sticks and cgeo mu_kinetic fn while it slips. A signal of 0
/// releases the brake.
class Brake final : public ShaftFriction {
 public:
  Brake(Component* owner, std::string_view name) : ShaftFriction(owner, name) {
    element.e_kinetic = cgeo * mu_kinetic * fn_max;
    element.e_static = cgeo * mu_static * fn_max;
    element.scale_by(max(f_normalized.value, 0.0));
  }
  signals::Signal f_normalized{this, "f_normalized"};
  Parameter<double> mu_kinetic{
      this, "mu_kinetic", 0.5, "1", "coefficient of friction, slipping", Check::non_negative};
  Parameter<double> mu_static{
      this, "mu_static", 0.5, "1", "coefficient of friction, sticking", Check::non_negative};
  Parameter<double> cgeo{this,
                         "cgeo",
                         1.0,
                         "m",
                         "torque by normal force and friction coefficient",
                         Check::non_negative};
  Parameter<double> fn_max{this, "fn_max", 1.0, "N", "largest normal force", Check::non_negative};
};

}  // namespace multibond::rotational
