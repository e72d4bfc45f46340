/// Mechanics about one axis: dry friction that sticks and slips, clutch, brake.
///
/// While a friction sticks the velocity is constrained exactly; it slips when more than the static
/// torque would be needed to hold it (bonds/friction.h).
#pragma once

#include "multibond/library/rotational.h"

namespace multibond::rotational {

/// Base of the frictions of a shaft in a fixed housing: both flanges are on the shaft.
class ShaftFriction : public one_dimensional::Rigid<Flange> {
 public:
  using Rigid::Rigid;
  Variable phi{this, "phi", "rad", "angle of the shaft"};
  Variable w{this, "w", "rad/s", "angular velocity of the shaft"};
  Variable tau{this, "tau", "N.m", "torque of friction"};
  void equations() override {
    equation(flange_a.phi, phi);
    equation(flange_b.phi, phi);
    equation(w, der(phi));
    equation(tau, total_force());
    move(w, tau);
  }
};

/// Dry friction of a bearing: sticks up to tau_static, slips against tau_kinetic + d |w|.
///
/// With w_stribeck > 0 the torque falls from the static to the kinetic one as exp(-|w| /
/// w_stribeck).
class BearingFriction final : public one_dimensional::Lossy<ShaftFriction> {
 public:
  BearingFriction(Component* owner, std::string_view name) : Lossy(owner, name) {
    wrap(element);
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
  bonds::Friction element{this, "element"};
  void equations() override {
    ShaftFriction::equations();
    lose(element);
  }
};

/// Dry friction of a bearing by a table: the torque over the speed of a shaft that slips.
///
/// The rows of tau_pos are points w, tau with w rising from 0. It sticks up to `peak` times the
/// torque at w = 0.
class BearingFrictionTable final : public one_dimensional::Lossy<ShaftFriction> {
 public:
  BearingFrictionTable(Component* owner, std::string_view name) : Lossy(owner, name) {
    wrap(element);
  }
  using Points = one_dimensional::FrictionPoints;
  Parameter<Points> tau_pos{this, "tau_pos", Points{{0.0, 1.0}}, "", "points w, tau"};
  Parameter<double> peak{this, "peak", 1.0, "1", "torque to break away, by that at w = 0"};
  bonds::Friction element{this, "element"};
  void build() override { one_dimensional::slip_by_table(element, tau_pos, peak); }
  void equations() override {
    ShaftFriction::equations();
    lose(element);
  }
};

/// Clutch: two shafts coupled by dry friction, pressed together with fn_max f_normalized.
///
/// Transmits at most cgeo mu_static fn while it sticks and cgeo mu_kinetic fn while it slips. A
/// signal of 0 opens the clutch, 1 closes it.
class Clutch final : public one_dimensional::PressedFriction<CompliantWithRate> {
 public:
  Clutch(Component* owner, std::string_view name) : PressedFriction(owner, name) { press(cgeo); }
  Parameter<double> cgeo{this,
                         "cgeo",
                         1.0,
                         "m",
                         "torque by normal force and friction coefficient",
                         Check::non_negative};
};

/// Brake: holds a shaft by dry friction against its housing, pressed with fn_max f_normalized.
///
/// At most cgeo mu_static fn while it sticks and cgeo mu_kinetic fn while it slips. A signal of 0
/// releases the brake.
class Brake final : public one_dimensional::PressedFriction<ShaftFriction> {
 public:
  Brake(Component* owner, std::string_view name) : PressedFriction(owner, name) { press(cgeo); }
  Parameter<double> cgeo{this,
                         "cgeo",
                         1.0,
                         "m",
                         "torque by normal force and friction coefficient",
                         Check::non_negative};
};

}  // namespace multibond::rotational
