/// Hard contacts of masses: distances between two flanges that have limits.
///
/// Nothing is elastic here: where a limit is reached there is an impact, which passes through
/// whatever is connected, and then, if it does not rebound, a force that holds as long as it
/// pushes.
#pragma once

#include "multibond/library/translational.h"

namespace multibond::translational {

/// Hard contact: the distance s_rel from flange_a to flange_b never falls below s_min.
///
/// The force pushes the flanges apart and never pulls.
class HardGap final : public one_dimensional::HardLimits<CompliantWithRate> {
 public:
  using HardLimits::HardLimits;
  Parameter<double> s_min{this, "s_min", 0.0, "m", "smallest distance"};
  Variable gap{this, "gap", "m", "s_rel - s_min"};
  Variable gap_rate{this, "gap_rate", "m/s", "rate of the gap"};
  ContactEffort push{this, "push", "N", "force that keeps the flanges apart"};
  void equations() override {
    CompliantWithRate::equations();
    limit(gap, gap_rate, push, s_rel - s_min, 1.0, v_rel);
    equation(element.effort(), -push);
  }
};

/// Hard stops: the distance s_rel from flange_a to flange_b stays between s_min and s_max.
///
/// At the flange of a joint it limits the motion of the joint.
class HardStops final : public one_dimensional::HardLimits<CompliantWithRate> {
 public:
  using HardLimits::HardLimits;
  Parameter<double> s_min{this, "s_min", -1.0, "m", "smallest distance"};
  Parameter<double> s_max{this, "s_max", 1.0, "m", "largest distance"};
  Variable gap_min{this, "gap_min", "m", "s_rel - s_min"};
  Variable gap_max{this, "gap_max", "m", "s_max - s_rel"};
  Variable rate_min{this, "rate_min", "m/s", "rate of gap_min"};
  Variable rate_max{this, "rate_max", "m/s", "rate of gap_max"};
  ContactEffort push_min{this, "push_min", "N", "force at s_min"};
  ContactEffort push_max{this, "push_max", "N", "force at s_max"};
  void equations() override {
    check_values({s_min, s_max}, [](const std::vector<double>& given) -> std::optional<Fault> {
      if (given[0] < given[1]) return std::nullopt;
      return Fault{"has no room between s_min and s_max.", "Make s_max larger than s_min."};
    });
    CompliantWithRate::equations();
    limit(gap_min, rate_min, push_min, s_rel - s_min, 1.0, v_rel);
    limit(gap_max, rate_max, push_max, s_max - s_rel, -1.0, v_rel);
    equation(element.effort(), push_max - push_min);
  }
};

/// Hard stops with a latch at the upper one: what comes within `play` of s_max stays there.
///
/// Latched, the distance is held between s_max - play and s_max: a leg that extends and locks. It
/// is released while the signal `release` is larger than 0.5.
class Latch final : public one_dimensional::LatchedLimits<CompliantWithRate> {
 public:
  using LatchedLimits::LatchedLimits;
  Parameter<double> s_min{this, "s_min", -1.0, "m", "smallest distance"};
  Parameter<double> s_max{this, "s_max", 1.0, "m", "largest distance"};
  Parameter<double> play{this, "play", 1e-3, "m", "play of the latch", Check::positive};
  Variable gap_min{this, "gap_min", "m", "down to the latch, or to s_min"};
  Variable gap_max{this, "gap_max", "m", "s_max - s_rel"};
  Variable rate_min{this, "rate_min", "m/s", "rate of gap_min"};
  Variable rate_max{this, "rate_max", "m/s", "rate of gap_max"};
  ContactEffort push_min{this, "push_min", "N", "force of the latch, or at s_min"};
  ContactEffort push_max{this, "push_max", "N", "force at s_max"};
  void equations() override {
    CompliantWithRate::equations();
    const Expr lower = state_latch(s_rel, s_min, s_max, play);
    limit(gap_min, rate_min, push_min, s_rel - lower, 1.0, v_rel);
    limit(gap_max, rate_max, push_max, s_max - s_rel, -1.0, v_rel);
    equation(element.effort(), push_max - push_min);
  }
};

}  // namespace multibond::translational
