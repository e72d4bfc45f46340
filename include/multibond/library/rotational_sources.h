/// Mechanics about one axis: sources of speed and angle.
#pragma once

#include "multibond/library/rotational.h"

namespace multibond::rotational {

/// Constant speed: moves the connected part with w_fixed, whatever the torque.
///
/// The angle is a state; its start value may be given (flange.phi).
class ConstantSpeed final : public OneFlange {
 public:
  ConstantSpeed(Component* owner, std::string_view name) : OneFlange(owner, name) {
    element.f0 = w_fixed;
    wrap(element);
  }
  Parameter<double> w_fixed{this, "w_fixed", 1.0, "rad/s", "angular velocity"};
  bonds::Sf element{this, "element"};
};

/// Speed given by a signal: moves the connected part with w_ref, in rad/s.
///
/// The angle is a state; its start value may be given (flange.phi).
class Speed final : public OneFlange {
 public:
  Speed(Component* owner, std::string_view name) : OneFlange(owner, name) {
    element.s.set(w_ref.value);
    wrap(element);
  }
  signals::Signal w_ref{this, "w_ref"};
  bonds::mSf element{this, "element"};
};

/// Angle given by a signal: holds the connected part at phi_ref, in rad.
///
/// Exactly, which takes a signal that can be differentiated, or through a filter of order 2
/// (`exact` = false) that follows any signal.
class Position final : public one_dimensional::GivenPosition<Flange> {
 public:
  using GivenPosition::GivenPosition;
  signals::Signal phi_ref{this, "phi_ref"};
  Variable w{this, "w", "rad/s", "angular velocity of the flange"};
  void equations() override { hold(phi_ref.value, w); }
};

}  // namespace multibond::rotational
