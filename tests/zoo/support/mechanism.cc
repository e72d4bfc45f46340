#include "mechanism.h"

#include <algorithm>

namespace multibond::zoo {

std::size_t Mechanism::link(const Pose& start) {
  links.push_back({.name = "link" + std::to_string(links.size()), .start = start});
  return links.size() - 1;
}

std::size_t Mechanism::joint(JointKind kind, std::size_t a, std::size_t b, const Vector3d& point,
                             const Vector3d& n, const Vector3d& n2) {
  const Pose &pose_a = links[a].start, &pose_b = links[b].start;
  Joint joint{.kind = kind, .name = "joint" + std::to_string(joints.size() + 1), .a = a, .b = b};
  joint.on_a.x = pose_a.local(point);
  joint.on_b.x = pose_b.local(point);
  const Matrix3d turned = pose_a.A.transpose() * pose_b.A;
  const Vector3d n_a = Pose::rounded(pose_a.A.transpose() * n),
                 n_b = Pose::rounded(pose_b.A.transpose() * n);
  joint.n = n_b;
  joint.n2 = Pose::rounded(pose_b.A.transpose() * n2);
  // A turn about the axis is the joint's own; any other is a corner of link a.
  const bool own = kind == JointKind::revolute && (n_a - n_b).norm() < 1e-15 &&
                   (turned * n_b - n_b).norm() < 1e-15;
  if (!own && !turned.isIdentity(1e-15)) joint.on_a.A = turned;
  joints.push_back(joint);
  return joints.size() - 1;
}

std::size_t Mechanism::rod(std::size_t a, const Vector3d& at_a, std::size_t b,
                           const Vector3d& at_b) {
  Joint joint{.kind = JointKind::rod, .name = "joint" + std::to_string(joints.size() + 1)};
  joint.a = a;
  joint.b = b;
  joint.on_a.x = links[a].start.local(at_a);
  joint.on_b.x = links[b].start.local(at_b);
  joint.r_a = (at_b - at_a).norm();
  joints.push_back(joint);
  return joints.size() - 1;
}

std::size_t Mechanism::gear(std::size_t a, double r_a, std::size_t b, double r_b) {
  Joint joint{.kind = JointKind::gear, .name = "joint" + std::to_string(joints.size() + 1)};
  joint.a = a;
  joint.b = b;
  joint.r_a = r_a;
  joint.r_b = r_b;
  joints.push_back(joint);
  return joints.size() - 1;
}

Mechanism& Mechanism::with_masses() {
  for (std::size_t l = 1; l < links.size(); ++l) {
    std::vector<Vector3d> points;
    for (const Joint& joint : joints) {
      if (joint.a == l) points.push_back(joint.on_a.x);
      if (joint.b == l) points.push_back(joint.on_b.x);
    }
    Vector3d sum = Vector3d::Zero();
    double size = 0.2;
    for (const Vector3d& p : points) {
      sum += p;
      for (const Vector3d& q : points) size = std::max(size, (p - q).norm());
    }
    Link& link = links[l];
    link.centre = Pose::rounded(sum / static_cast<double>(points.size()));
    link.mass = size;
    link.inertia = size * size * size * Vector3d(0.06, 0.08, 0.1);
  }
  return *this;
}

std::size_t coordinates(JointKind kind) {
  switch (kind) {
    case JointKind::revolute:
    case JointKind::prismatic:
      return 1;
    case JointKind::cylindrical:
    case JointKind::universal:
      return 2;
    case JointKind::spherical:
    case JointKind::shift:
      return 3;
    case JointKind::free:
      return 6;
    default:
      return 0;
  }
}

std::size_t Mechanism::count(JointKind kind) const {
  return static_cast<std::size_t>(std::count_if(
      joints.begin(), joints.end(), [&](const Joint& joint) { return joint.kind == kind; }));
}

std::size_t Mechanism::loops() const {
  return joints.size() - count(JointKind::rod) - count(JointKind::gear) + 1 - links.size();
}

std::size_t Mechanism::rows() const {
  return (planar ? 3 : 6) * loops() + count(JointKind::rod) + count(JointKind::gear);
}

std::size_t Mechanism::coordinates() const {
  std::size_t sum = 0;
  for (const Joint& joint : joints) sum += zoo::coordinates(joint.kind);
  return sum;
}

namespace {

Matrix3d by_cardan_angles(const double* q) {
  return turn(Vector3d::UnitX(), q[0]) * turn(Vector3d::UnitY(), q[1]) *
         turn(Vector3d::UnitZ(), q[2]);
}

Vector3d cardan_angles(const Matrix3d& A) {
  return {std::atan2(-A(1, 2), A(2, 2)), std::asin(std::clamp(A(0, 2), -1.0, 1.0)),
          std::atan2(-A(0, 1), A(0, 0))};
}

}  // namespace

Pose relative(const Joint& joint, const double* q) {
  const Vector3d n = joint.n.normalized();
  switch (joint.kind) {
    case JointKind::revolute:
      return {Vector3d::Zero(), turn(n, q[0])};
    case JointKind::prismatic:
      return {n * q[0], Matrix3d::Identity()};
    case JointKind::cylindrical:
      return {n * q[0], turn(n, q[1])};
    case JointKind::universal:
      return {Vector3d::Zero(), turn(n, q[0]) * turn(joint.n2, q[1])};
    case JointKind::spherical:
      return {Vector3d::Zero(), by_cardan_angles(q)};
    case JointKind::free:
      return {Vector3d(q[0], q[1], q[2]), by_cardan_angles(q + 3)};
    case JointKind::shift:
      return {Vector3d(q[0], q[1], q[2]), Matrix3d::Identity()};
    default:
      return {};
  }
}

std::vector<double> coordinates(const Joint& joint, const Pose& relative) {
  const Vector3d n = joint.n.normalized(), x = relative.x;
  const Matrix3d& A = relative.A;
  switch (joint.kind) {
    case JointKind::revolute:
      return {n.dot(rotation_vector(A))};
    case JointKind::prismatic:
      return {n.dot(x)};
    case JointKind::cylindrical:
      return {n.dot(x), n.dot(rotation_vector(A))};
    case JointKind::universal: {
      Matrix3d E;
      E << n, joint.n2.normalized(), n.cross(joint.n2.normalized());
      const Matrix3d B = E.transpose() * A * E;
      return {std::atan2(B(2, 1), B(1, 1)), std::atan2(B(0, 2), B(0, 0))};
    }
    case JointKind::spherical: {
      const Vector3d phi = cardan_angles(A);
      return {phi(0), phi(1), phi(2)};
    }
    case JointKind::free: {
      const Vector3d phi = cardan_angles(A);
      return {x(0), x(1), x(2), phi(0), phi(1), phi(2)};
    }
    case JointKind::shift:
      return {x(0), x(1), x(2)};
    default:
      return {};
  }
}

std::vector<double> start_of(const Mechanism& mechanism) {
  std::vector<double> all;
  for (const Joint& joint : mechanism.joints) {
    const Pose a = mechanism.links[joint.a].start * joint.on_a,
               b = mechanism.links[joint.b].start * joint.on_b;
    const std::vector<double> q = coordinates(joint, a.inverse() * b);
    all.insert(all.end(), q.begin(), q.end());
  }
  return all;
}

bool is_length(JointKind kind, std::size_t coordinate) {
  switch (kind) {
    case JointKind::prismatic:
    case JointKind::shift:
      return true;
    case JointKind::cylindrical:
      return coordinate == 0;
    case JointKind::free:
      return coordinate < 3;
    default:
      return false;
  }
}

Mechanism scaled(Mechanism mechanism, double factor) {
  mechanism.gravity *= factor;
  for (Link& link : mechanism.links) {
    link.start.x *= factor;
    link.centre *= factor;
    link.inertia *= factor * factor;
  }
  for (Joint& joint : mechanism.joints) {
    joint.on_a.x *= factor;
    joint.on_b.x *= factor;
    joint.r_a *= factor;
    joint.r_b *= factor;
    if (!is_length(joint.kind, 0)) joint.spring *= factor * factor;
  }
  for (Drive& drive : mechanism.drives) {
    if (is_length(mechanism.joints[drive.joint].kind, drive.coordinate)) drive.rate *= factor;
  }
  return mechanism;
}

Mechanism with_joints_reversed(Mechanism mechanism) {
  for (Joint& joint : mechanism.joints) {
    if (joint.kind == JointKind::free) continue;
    std::swap(joint.a, joint.b);
    std::swap(joint.on_a, joint.on_b);
    if (joint.kind == JointKind::universal) std::swap(joint.n, joint.n2);
    if (joint.kind == JointKind::gear) std::swap(joint.r_a, joint.r_b);
  }
  for (Drive& drive : mechanism.drives) {
    if (mechanism.joints[drive.joint].kind == JointKind::free) continue;
    drive.rate = -drive.rate;
    if (mechanism.joints[drive.joint].kind == JointKind::universal) {
      drive.coordinate = 1 - drive.coordinate;
    }
  }
  return mechanism;
}

Mechanism with_names_reversed(Mechanism mechanism) {
  const std::size_t links = mechanism.links.size(), joints = mechanism.joints.size();
  for (std::size_t i = 1; i < links; ++i) {
    mechanism.links[i].name = "link" + std::to_string(links - i);
  }
  for (std::size_t j = 0; j < joints; ++j) {
    mechanism.joints[j].name = "joint" + std::to_string(joints - j);
  }
  return mechanism;
}

}  // namespace multibond::zoo
