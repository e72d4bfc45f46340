/// Rods with joints at both ends that have an orientation.
#pragma once

#include "multibond/library/mechanics3d/joint_constraints.h"
#include "multibond/library/mechanics3d/joints.h"

namespace multibond::mechanics3d {

/// Rigid massless rod with a universal joint at frame_a and a spherical one at frame_b.
///
/// It leads from frame_a to frame_b by rRod_ia, in coordinates of frame_ia, which is fixed to the
/// rod at frame_a. The universal joint turns about n1_a of frame_a and about what is across n1_a
/// and the rod, so that frame_ia has the axes of frame_a while its two angles are zero. Bodies that
/// move with the rod belong to frame_ia; where there are none `Rod` does the same with fewer
/// unknowns.
class UniversalSpherical final : public Component {
 public:
  UniversalSpherical(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"}, frame_ia{this, "frame_ia"};
  Parameter<Vector3> n1_a{
      this, "n1_a", {0.0, 0.0, 1.0}, "1", "first axis of the universal joint, in frame_a"};
  Parameter<Vector3> rRod_ia{
      this, "rRod_ia", {1.0, 0.0, 0.0}, "m", "from frame_a to frame_b, in frame_ia"};
  Universal universal{this, "universal"};
  FixedTranslation rod{this, "rod"};
  SphericalConstraint spherical{this, "spherical"};
  void build() override;
};

}  // namespace multibond::mechanics3d
