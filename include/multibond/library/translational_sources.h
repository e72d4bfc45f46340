/// Mechanics along a line: sources of velocity and position.
#pragma once

#include "multibond/library/translational.h"

namespace multibond::translational {

/// Constant speed: moves the connected part with v_fixed, whatever the force.
///
/// The position is a state; its start value may be given (flange.s).
class ConstantSpeed final : public OneFlange {
 public:
  ConstantSpeed(Component* owner, std::string_view name) : OneFlange(owner, name) {
    element.f0 = v_fixed;
    wrap(element);
  }
  Parameter<double> v_fixed{this, "v_fixed", 1.0, "m/s", "velocity"};
  bonds::Sf element{this, "element"};
};

/// Speed given by a signal: moves the connected part with v_ref, in m/s.
///
/// The position is a state; its start value may be given (flange.s).
class Speed final : public OneFlange {
 public:
  Speed(Component* owner, std::string_view name) : OneFlange(owner, name) {
    element.s.set(v_ref.value);
    wrap(element);
  }
  signals::Signal v_ref{this, "v_ref"};
  bonds::mSf element{this, "element"};
};

/// Position given by a signal: holds the connected part at s_ref, in m.
///
/// Exactly, which takes a signal that can be differentiated, or through a filter of order 2
/// (`exact` = false) that follows any signal.
class Position final : public one_dimensional::GivenPosition<Flange> {
 public:
  using GivenPosition::GivenPosition;
  signals::Signal s_ref{this, "s_ref"};
  Variable v{this, "v", "m/s", "velocity of the flange"};
  void equations() override { hold(s_ref.value, v); }
};

}  // namespace multibond::translational
