/// The kinematic loop with impacts (thesis, figure 8.8).
#pragma once

#include "examples/mechanics3d.h"

namespace multibond::examples {

/// The four-bar loop in space whose crank cannot turn through the floor: elastic.
///
///     Revolute1 - crank - o Spherical1 - coupler - universal joint - slide along x
///                        (ball of 0.05 m)
///     ______________________________ floor y = 0
///
/// It has one degree of freedom, so that each impact sends it back the way it came.
class FourBarImpact final : public FourBarLoop {
 public:
  mechanics3d::SphereCollider ball{this, "ball"};
  mechanics3d::FloorCollider floor{this, "floor"};

  FourBarImpact() {
    ball.radius = 0.05;
    ball.e = 1.0;
    floor.e = 1.0;
    connect(FixedTranslation1.frame_b, ball.frame_a);
    connect(Fixed1.frame_b, floor.frame_a);
  }
};

}  // namespace multibond::examples
