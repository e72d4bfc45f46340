/// Hard contacts of shafts: angles between two flanges that have limits.
///
/// Nothing is elastic here: where a limit is reached there is an impact, which passes through
/// whatever is connected, and then, if it does not rebound, a torque that holds as long as it
/// pushes.
#pragma once

#include "multibond/library/rotational.h"

namespace multibond::rotational {

/// Hard contact: the angle phi_rel from flange_a to flange_b never falls below phi_min.
///
/// The torque pushes the flanges apart and never pulls.
class HardGap final : public one_dimensional::HardLimits<CompliantWithRate> {
 public:
  using HardLimits::HardLimits;
  Parameter<double> phi_min{this, "phi_min", 0.0, "rad", "smallest angle"};
  Variable gap{this, "gap", "rad", "phi_rel - phi_min"};
  Variable gap_rate{this, "gap_rate", "rad/s", "rate of the gap"};
  ContactEffort push{this, "push", "N.m", "torque that keeps the flanges apart"};
  void equations() override {
    CompliantWithRate::equations();
    limit(gap, gap_rate, push, phi_rel - phi_min, 1.0, w_rel);
    equation(element.effort(), -push);
  }
};

/// Hard stops: the angle phi_rel from flange_a to flange_b stays between phi_min and phi_max.
///
/// At the flange of a joint it limits the motion of the joint.
class HardStops final : public one_dimensional::HardLimits<CompliantWithRate> {
 public:
  using HardLimits::HardLimits;
  Parameter<double> phi_min{this, "phi_min", -1.0, "rad", "smallest angle"};
  Parameter<double> phi_max{this, "phi_max", 1.0, "rad", "largest angle"};
  Variable gap_min{this, "gap_min", "rad", "phi_rel - phi_min"};
  Variable gap_max{this, "gap_max", "rad", "phi_max - phi_rel"};
  Variable rate_min{this, "rate_min", "rad/s", "rate of gap_min"};
  Variable rate_max{this, "rate_max", "rad/s", "rate of gap_max"};
  ContactEffort push_min{this, "push_min", "N.m", "torque at phi_min"};
  ContactEffort push_max{this, "push_max", "N.m", "torque at phi_max"};
  void equations() override {
    check_values({phi_min, phi_max}, [](const std::vector<double>& given) -> std::optional<Fault> {
      if (given[0] < given[1]) return std::nullopt;
      return Fault{"has no room between phi_min and phi_max.", "Make phi_max larger than phi_min."};
    });
    CompliantWithRate::equations();
    limit(gap_min, rate_min, push_min, phi_rel - phi_min, 1.0, w_rel);
    limit(gap_max, rate_max, push_max, phi_max - phi_rel, -1.0, w_rel);
    equation(element.effort(), push_max - push_min);
  }
};

/// Ratchet: flange_b turns forwards freely, and back to the last tooth that it has passed at most.
///
/// The pawl falls in at multiples of `pitch`: phi_rel never falls below `notch`, the largest of
/// them that was reached.
class Ratchet final : public one_dimensional::HardLimits<CompliantWithRate> {
 public:
  using HardLimits::HardLimits;
  Parameter<double> pitch{this, "pitch", 0.1, "rad", "angle from tooth to tooth", Check::positive};
  Discrete notch{this, "notch", 0.0, "rad", "angle at which the pawl holds"};
  Variable gap{this, "gap", "rad", "phi_rel - notch"};
  Variable gap_rate{this, "gap_rate", "rad/s", "rate of the gap"};
  ContactEffort push{this, "push", "N.m", "torque of the pawl"};
  void equations() override {
    CompliantWithRate::equations();
    initially([&] { assign(notch, pitch * floor(phi_rel / pitch)); });
    when(phi_rel - notch > pitch, [&] { assign(notch, notch + pitch); });
    limit(gap, gap_rate, push, phi_rel - notch, 1.0, w_rel);
    equation(element.effort(), -push);
  }
};

/// Hard stops with a latch at the upper one: what comes within `play` of phi_max stays there.
///
/// Latched, the angle is held between phi_max - play and phi_max. It is released while the signal
/// `release` is larger than 0.5.
class Latch final : public one_dimensional::LatchedLimits<CompliantWithRate> {
 public:
  using LatchedLimits::LatchedLimits;
  Parameter<double> phi_min{this, "phi_min", -1.0, "rad", "smallest angle"};
  Parameter<double> phi_max{this, "phi_max", 1.0, "rad", "largest angle"};
  Parameter<double> play{this, "play", 1e-3, "rad", "play of the latch", Check::positive};
  Variable gap_min{this, "gap_min", "rad", "down to the latch, or to phi_min"};
  Variable gap_max{this, "gap_max", "rad", "phi_max - phi_rel"};
  Variable rate_min{this, "rate_min", "rad/s", "rate of gap_min"};
  Variable rate_max{this, "rate_max", "rad/s", "rate of gap_max"};
  ContactEffort push_min{this, "push_min", "N.m", "torque of the latch, or at phi_min"};
  ContactEffort push_max{this, "push_max", "N.m", "torque at phi_max"};
  void equations() override {
    CompliantWithRate::equations();
    const Expr lower = state_latch(phi_rel, phi_min, phi_max, play);
    limit(gap_min, rate_min, push_min, phi_rel - lower, 1.0, w_rel);
    limit(gap_max, rate_max, push_max, phi_max - phi_rel, -1.0, w_rel);
    equation(element.effort(), push_max - push_min);
  }
};

}  // namespace multibond::rotational
