#include "ring.h"

#include "kinematics.h"

namespace multibond::zoo {
namespace {

Pose shape(const RingData& data, std::size_t i) {
  const double d = data.d.empty() ? 0 : data.d[i];
  const Pose along{Vector3d(0, 0, d), Matrix3d::Identity()},
      across{Vector3d(data.a[i], 0, 0), turn(Vector3d::UnitX(), data.alpha[i])};
  return along * across;
}

}  // namespace

Mechanism ring(const RingData& data) {
  const std::size_t n = data.a.size();
  Mechanism m;
  m.name = data.name;
  m.mobility = data.mobility;
  for (std::size_t i = 1; i < n; ++i) m.link({});
  for (std::size_t i = 0; i < n; ++i) {
    Joint joint{.name = "joint" + std::to_string(i + 1), .a = i, .b = (i + 1) % n};
    if (i > 0) joint.on_a = shape(data, i - 1);
    if (i + 1 == n) joint.on_b = shape(data, i).inverse();
    joint.on_b.x = Pose::rounded(joint.on_b.x);
    m.joints.push_back(joint);
  }
  const Kinematics kinematics(m);
  std::vector<std::size_t> held;
  for (std::size_t i = 0; i < data.held; ++i) held.push_back(i);
  const Eigen::VectorXd q = kinematics.closed(vector_of(data.guess), held);
  const std::vector<Pose> poses = kinematics.poses(q);
  for (std::size_t l = 1; l < n; ++l) m.links[l].start = poses[l];
  for (std::size_t i = 0; i < data.held; ++i) m.drive(i, i == 0 ? data.rate : 0.3 * data.rate);
  m.joints[0].spring = data.spring;
  return m.with_masses();
}

}  // namespace multibond::zoo
