/// Mechanics along a line: dry friction that sticks and slips, brake.
///
/// While a friction sticks the velocity is constrained exactly; it slips when more than the static
/// force would be needed to hold it (bonds/friction.h).
#pragma once

#include "multibond/library/translational.h"

namespace multibond::translational {

/// Dry friction between two parts that slide on each other, pressed together with fn.
///
/// Sticks up to mu_static fn, slips against mu_kinetic fn. With v_stribeck > 0 the friction falls
/// from the static to the kinetic one as exp(-|v_rel| / v_stribeck).
class Friction final : public one_dimensional::Lossy<CompliantWithRate> {
 public:
  Friction(Component* owner, std::string_view name) : Lossy(owner, name) {
    element.e_kinetic = mu_kinetic * fn;
    element.e_static = mu_static * fn;
    element.f_stribeck = v_stribeck;
    wrap(element);
  }
  Parameter<double> mu_kinetic{
      this, "mu_kinetic", 0.5, "1", "coefficient of friction, slipping", Check::non_negative};
  Parameter<double> mu_static{
      this, "mu_static", 0.5, "1", "coefficient of friction, sticking", Check::non_negative};
  Parameter<double> fn{this, "fn", 1.0, "N", "normal force", Check::non_negative};
  Parameter<double> v_stribeck{this,
                               "v_stribeck",
                               0.0,
                               "m/s",
                               "velocity over which friction falls; 0: at once",
                               Check::non_negative};
  bonds::Friction element{this, "element"};
  void equations() override {
    CompliantWithRate::equations();
    lose(element);
  }
};

/// Dry friction between two parts by a table: the force over the speed at which they slip.
///
/// The rows of f_pos are points v, f with v rising from 0. It sticks up to `peak` times the force
/// at v = 0.
class FrictionTable final : public one_dimensional::Lossy<CompliantWithRate> {
 public:
  FrictionTable(Component* owner, std::string_view name) : Lossy(owner, name) { wrap(element); }
  using Points = one_dimensional::FrictionPoints;
  Parameter<Points> f_pos{this, "f_pos", Points{{0.0, 1.0}}, "", "points v, f"};
  Parameter<double> peak{this, "peak", 1.0, "1", "force to break away, by that at v = 0"};
  bonds::Friction element{this, "element"};
  void build() override { one_dimensional::slip_by_table(element, f_pos, peak); }
  void equations() override {
    CompliantWithRate::equations();
    lose(element);
  }
};

/// Brake: holds two parts together by dry friction, pressed with fn_max f_normalized.
///
/// At most mu_static fn while it sticks and mu_kinetic fn while it slips. A signal of 0 releases
/// the brake.
class Brake final : public one_dimensional::PressedFriction<CompliantWithRate> {
 public:
  Brake(Component* owner, std::string_view name) : PressedFriction(owner, name) { press(1.0); }
};

}  // namespace multibond::translational
