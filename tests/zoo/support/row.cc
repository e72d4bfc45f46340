#include "row.h"

namespace multibond::zoo {

Mechanism row_of(const Mechanism& ring, std::size_t count) {
  Mechanism m{.name = ring.name + "Row" + std::to_string(count), .gravity = ring.gravity};
  const auto axis = [&](const Joint& joint) { return ring.links[joint.a].start * joint.on_a; };
  // Beside the one before, so that a common axis is no common point.
  const Pose beside{Vector3d(0, 0, .3), Matrix3d::Identity()},
      step = axis(ring.joints.back()) * beside * axis(ring.joints.front()).inverse();
  Pose place;
  std::size_t driving = 0;
  for (std::size_t k = 0; k < count; ++k) {
    std::vector<std::size_t> links{0};
    for (std::size_t l = 1; l < ring.links.size(); ++l) {
      links.push_back(l == 1 && k > 0 ? driving : m.link(place * ring.links[l].start));
    }
    for (std::size_t j = k > 0 ? 1 : 0; j < ring.joints.size(); ++j) {
      const Joint& joint = ring.joints[j];
      const Pose at = place * axis(joint);
      m.joint(JointKind::revolute, links[joint.a], links[joint.b], at.x, at.A.col(2));
    }
    driving = links.back();
    place = place * step;
  }
  m.drive(0, ring.drives.front().rate);
  return m.with_masses();
}

}  // namespace multibond::zoo
