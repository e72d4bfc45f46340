#include "multibond/library/mechanics3d/rigid.h"

#include <cmath>

#include "multibond/base/dense.h"
#include "multibond/model/context.h"

namespace multibond::mechanics3d {
namespace {

/// Principal moments that differ by less, relative to the largest, are equal.
constexpr double kEqual = 1e-9;

/// Inertia of a point of mass m at r.
Matrix3 point_inertia(double m, const Vector3& r) {
  return m * (r.squaredNorm() * Matrix3::Identity() - r * r.transpose());
}

}  // namespace

MassProperties MassProperties::of(double m, const Vector3& centre, const Matrix3& inertia) {
  return {m, m * centre, inertia + point_inertia(m, centre)};
}

MassProperties MassProperties::seen(const Vector3& r, const Matrix3& R) const {
  // About the origin r: I' = I + m (r^2 - r r') - (2 (moment.r) - moment r' - r moment').
  const Matrix3 shifted =
      inertia + point_inertia(m, r) -
      (2 * moment.dot(r) * Matrix3::Identity() - moment * r.transpose() - r * moment.transpose());
  return {m, R * (moment - m * r), R * shifted * R.transpose()};
}

void MassProperties::add(const MassProperties& other) {
  m += other.m;
  moment += other.moment;
  inertia += other.inertia;
}

std::optional<Vector3> MassProperties::symmetry_axis() const {
  const dense::SingularValues principal = dense::singular_values(inertia);
  const double size = principal.values(0);
  if (!(size > 0)) return std::nullopt;
  const bool high = principal.values(0) - principal.values(1) <= kEqual * size;
  const bool low = principal.values(1) - principal.values(2) <= kEqual * size;
  if (low == high) return std::nullopt;
  Vector3 axis = principal.U.col(low ? 0 : 2);
  // What is a coordinate axis but for rounding is made exactly one: fewer operations.
  for (int i = 0; i < 3; ++i) {
    if (std::abs(axis(i)) > 1 - 1e-12) return Vector3(Vector3::Unit(i));
  }
  return axis;
}

RigidGroups::RigidGroups(const Component& model) {
  struct Link {
    const Frame* to;
    Vector3 r;
    Matrix3 R;
  };
  FrameMap<std::vector<Link>> links;
  std::vector<std::pair<const Frame*, const Rigid*>> parts;
  std::vector<const Component*> open{&model};
  while (!open.empty()) {
    const Component* component = open.back();
    open.pop_back();
    open.insert(open.end(), component->children().begin(), component->children().end());
    const auto* rigid = dynamic_cast<const Rigid*>(component);
    if (!rigid) continue;
    const std::vector<Rigid::Place> places = rigid->rigid_places();
    parts.emplace_back(places.front().frame, rigid);
    for (const Rigid::Place& place : places) {
      links[places.front().frame].push_back({place.frame, place.r, place.R});
      links[place.frame].push_back({places.front().frame, -place.R * place.r, place.R.transpose()});
    }
  }
  for (const Connection& connection : model.context().connections) {
    const auto* a = dynamic_cast<const Frame*>(connection.a);
    const auto* b = dynamic_cast<const Frame*>(connection.b);
    if (!a || !b) continue;
    links[a].push_back({b, Vector3::Zero(), Matrix3::Identity()});
    links[b].push_back({a, Vector3::Zero(), Matrix3::Identity()});
  }
  for (const auto& [start, unused] : links) {
    if (poses_.contains(start)) continue;
    const std::size_t group = masses_.size();
    masses_.emplace_back();
    poses_[start] = {group, Vector3::Zero(), Matrix3::Identity()};
    std::vector<const Frame*> frontier{start};
    while (!frontier.empty()) {
      const Frame* frame = frontier.back();
      frontier.pop_back();
      const Pose pose = poses_[frame];
      for (const Link& link : links[frame]) {
        const Pose next{group, pose.r + pose.R.transpose() * link.r, link.R * pose.R};
        if (poses_.emplace(link.to, next).second) frontier.push_back(link.to);
      }
    }
  }
  for (const auto& [frame, rigid] : parts) {
    const Pose& pose = poses_.at(frame);
    // Seen from the frame that stands for the group, which lies at -R r in this one.
    masses_[pose.group].add(rigid->mass_properties().seen(-pose.R * pose.r, pose.R.transpose()));
  }
}

MassProperties RigidGroups::attached(const Frame& frame) const {
  const auto it = poses_.find(&frame);
  if (it == poses_.end()) return {};
  return masses_[it->second.group].seen(it->second.r, it->second.R);
}

}  // namespace multibond::mechanics3d
