/// The component of CONTRIBUTING.md.
#pragma once

#include "multibond/library/translational.h"

namespace multibond::translational {

// clang-format off
/// Drag of a fluid: the force k |v| v against the motion of the connected part.
///
/// The power k |v|^3 is lost. For slow motion in a viscous fluid use `Damper`.
class QuadraticDrag final : public Component {
 public:
  using Component::Component;
  Flange flange{this, "flange"};
  Parameter<double> k{this, "k", 1.0, "N.s2/m2", "drag constant", Check::non_negative};
  Variable v{this, "v", "m/s", "velocity of the flange"};
  void equations() override {
    equation(v, der(flange.s));
    equation(flange.f, k * abs(v) * v);
  }
};
// clang-format on

}  // namespace multibond::translational
