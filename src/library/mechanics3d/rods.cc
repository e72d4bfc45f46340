#include "multibond/library/mechanics3d/rods.h"

namespace multibond::mechanics3d {
namespace {

/// Sine of the angle between directions that counts as zero.
constexpr double kParallel = 1e-6;

}  // namespace

UniversalSpherical::UniversalSpherical(Component* owner, std::string_view name)
    : Component(owner, name) {
  universal.n_a = n1_a;
  rod.r = rRod_ia;
  connect(frame_a, universal.frame_a);
  connect(universal.frame_b, rod.frame_a);
  connect(universal.frame_b, frame_ia);
  connect(rod.frame_b, spherical.frame_a);
  connect(spherical.frame_b, frame_b);
}

void UniversalSpherical::build() {
  const Vector3 second = unit(n1_a).cross(unit(rRod_ia));
  if (second.norm() < kParallel) {
    fail(
        "has a rod along the first axis of its universal joint, about which it cannot be turned "
        "away.",
        "Give n1_a another direction than rRod_ia.");
  }
  universal.n_b = Vector3(second.normalized());
}

}  // namespace multibond::mechanics3d
