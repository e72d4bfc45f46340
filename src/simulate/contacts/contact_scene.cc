#include "contact_scene.h"

#include <Eigen/Geometry>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>

#include "multibond/contact/candidates.h"
#include "multibond/diagnostic.h"

namespace multibond {
namespace {

/// Numbers of a collider before its sizes.
constexpr std::size_t kRestitution = 0, kFriction = 1, kSpin = 2, kSizes = 3;

contact::Shape make_shape(const ColliderDescription& collider, const double* sizes) {
  const std::size_t count = collider.numbers - kSizes;
  switch (collider.shape) {
    case ContactShape::sphere:
      return contact::sphere(sizes[0]);
    case ContactShape::box:
      return contact::box(sizes[0], sizes[1], sizes[2]);
    case ContactShape::capsule:
      return contact::capsule(sizes[1], sizes[0]);
    case ContactShape::cylinder:
      return contact::cylinder(sizes[1], sizes[0]);
    case ContactShape::half_space:
      return contact::half_space({sizes[0], sizes[1], sizes[2]});
    case ContactShape::polytope: {
      std::vector<Vector3> corners;
      for (std::size_t k = 0; k + 2 < count; k += 3) {
        corners.emplace_back(sizes[k], sizes[k + 1], sizes[k + 2]);
      }
      return contact::polytope(corners);
    }
    case ContactShape::disc:
      return contact::disc(sizes[0]);
    case ContactShape::polygon: {
      std::vector<Vector2> corners;
      for (std::size_t k = 0; k + 1 < count; k += 2) corners.emplace_back(sizes[k], sizes[k + 1]);
      return contact::polygon(corners);
    }
    case ContactShape::segment:
      return contact::segment(sizes[1], sizes[0]);
    case ContactShape::half_plane:
      break;
  }
  return contact::half_plane({sizes[0], sizes[1]});
}

Matrix3 about_z(double phi) {
  Matrix3 rotation = Matrix3::Identity();
  rotation(0, 0) = rotation(1, 1) = std::cos(phi);
  rotation(1, 0) = std::sin(phi);
  rotation(0, 1) = -rotation(1, 0);
  return rotation;
}

}  // namespace

ContactScene::ContactScene(const ContactsDescription& contacts, const std::vector<double>& numbers)
    : contacts_(contacts), numbers_(numbers) {
  for (const ColliderDescription& collider : contacts.colliders) {
    try {
      shapes_.push_back(make_shape(collider, numbers_.data() + collider.number + kSizes));
    } catch (const Error& error) {
      const Diagnostic& why = error.diagnostics().front();
      throw Error(collider.component, why.text, why.hint);
    }
  }
  moving_.resize(shapes_.size());
  for (std::size_t k = 0; k < shapes_.size(); ++k) moving_[k].shape = &shapes_[k];
  stop_gaps_.resize(contacts.stops.size());
  stop_rates_ = stop_gaps_;
}

void ContactScene::place(std::uint32_t k, const double* place, const double* rate) {
  contact::MovingShape& moving = moving_[k];
  if (contacts_.colliders[k].planar()) {
    moving.pose = {{place[0], place[1], 0}, about_z(place[2])};
    moving.twist = {{rate[0], rate[1], 0}, {0, 0, rate[2]}};
    return;
  }
  moving.pose.position = {place[0], place[1], place[2]};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) moving.pose.rotation(j, i) = place[3 + 3 * i + j];
  moving.twist.velocity = {rate[0], rate[1], rate[2]};
  moving.twist.angular_velocity = moving.pose.rotation * Vector3(rate[3], rate[4], rate[5]);
}

void ContactScene::update(const std::vector<double>& places, const std::vector<double>& rates) {
  const double* place = places.data();
  for (std::uint32_t k = 0; k < moving_.size(); ++k) {
    const ColliderDescription& collider = contacts_.colliders[k];
    this->place(k, place, rates.data() + collider.coordinate);
    place += collider.place.size();
  }
  for (std::size_t k = 0; k < stop_gaps_.size(); ++k) {
    stop_gaps_[k] = place[k];
    stop_rates_[k] = rates[contacts_.stops[k].coordinate];
  }
}

bool ContactScene::may_touch(std::uint32_t a, std::uint32_t b) const {
  const ColliderDescription &one = contacts_.colliders[a], &other = contacts_.colliders[b];
  if (one.planar() != other.planar()) return false;
  if (!one.group.empty() && one.group == other.group) return false;
  const auto wants = [](const ColliderDescription& x, const ColliderDescription& y) {
    return x.partner.empty() || x.partner == y.group;
  };
  return wants(one, other) && wants(other, one);
}

/// Colliders of the same groups are alike: they are counted together, as there may be thousands.
std::size_t ContactScene::possible_pairs() const {
  using Alike = std::tuple<bool, std::string_view, std::string_view>;
  std::map<Alike, std::pair<std::uint32_t, std::size_t>> kinds;  // an example, and how many
  for (std::uint32_t k = 0; k < colliders(); ++k) {
    const ColliderDescription& c = contacts_.colliders[k];
    ++kinds.try_emplace({c.planar(), c.group, c.partner}, k, 0).first->second.second;
  }
  std::size_t pairs = 0;
  for (auto a = kinds.begin(); a != kinds.end(); ++a) {
    const auto [one, count] = a->second;
    if (may_touch(one, one)) pairs += count * (count - 1) / 2;
    for (auto b = std::next(a); b != kinds.end(); ++b) {
      if (may_touch(one, b->second.first)) pairs += count * b->second.second;
    }
  }
  return pairs;
}

/// Of two materials the geometric mean; what is negative (a shape that lets others through) wins.
double ContactScene::mean(std::uint32_t a, std::uint32_t b, std::size_t number) const {
  const double one = numbers_[contacts_.colliders[a].number + number];
  const double other = numbers_[contacts_.colliders[b].number + number];
  return one < 0 || other < 0 ? std::min(one, other) : std::sqrt(one * other);
}

void ContactScene::add(ContactDirection& direction, std::uint32_t collider, const Vector3& force,
                       const Vector3& torque) const {
  const std::size_t first = contacts_.colliders[collider].coordinate;
  const auto put = [&](std::size_t k, double factor) {
    if (factor != 0) direction.parts.add(first + k, factor);
  };
  if (contacts_.colliders[collider].planar()) {
    put(0, force[0]);
    put(1, force[1]);
    put(2, torque[2]);
    return;
  }
  const Vector3 own = moving_[collider].pose.rotation.transpose() * torque;
  for (int i = 0; i < 3; ++i) put(static_cast<std::size_t>(i), force[i]);
  for (int i = 0; i < 3; ++i) put(static_cast<std::size_t>(3 + i), own[i]);
}

ContactPoint ContactScene::point(const KnownContact& known) const {
  ContactPoint result;
  result.known = known;
  const auto& [a, b, feature] = known.id;
  if (is_stop(known.id)) {
    const StopDescription& stop = contacts_.stops[a];
    result.gap = stop_gaps_[a];
    result.margin = std::numeric_limits<double>::infinity();
    result.directions[0].parts.add(stop.coordinate, 1.0);
    result.restitution = numbers_[stop.number];
    return result;
  }
  const contact::MovingShape &one = moving_[a], &other = moving_[b];
  const contact::Touch touch = contact::evaluate(known.features, one, other);
  result.gap = touch.gap;
  result.margin = touch.margin;
  result.border = contact::border_width(one, other, kTouchingGap);
  result.restitution = mean(a, b, kRestitution);
  result.friction = mean(a, b, kFriction);
  const bool planar = contacts_.colliders[a].planar();
  result.spin = planar ? 0 : mean(a, b, kSpin);
  result.rows = result.friction > 0 ? (planar ? 2 : result.spin > 0 ? 4 : 3) : 1;
  const Vector3 arm = touch.point - one.pose.position,
                other_arm = touch.point - other.pose.position;
  for (int row = 0; row < std::min(result.rows, 3); ++row) {
    const Vector3 d = touch.axes.col(row);
    ContactDirection& direction = result.directions[static_cast<std::size_t>(row)];
    add(direction, a, d, arm.cross(d));
    add(direction, b, -d, -other_arm.cross(d));
    result.offsets[static_cast<std::size_t>(row)] = touch.acceleration_offset[row];
  }
  if (result.rows == 4) {
    // The normal turns with b; that of a ball on a surface that curves away is not followed.
    const Vector3 n = touch.normal(),
                  spin = one.twist.angular_velocity - other.twist.angular_velocity;
    add(result.directions[3], a, Vector3::Zero(), n);
    add(result.directions[3], b, Vector3::Zero(), -n);
    result.offsets[3] = other.twist.angular_velocity.cross(n).dot(spin);
  }
  return result;
}

double ContactScene::gap(const KnownContact& known) const {
  if (is_stop(known.id)) return stop_gaps_[known.id.a];
  return contact::evaluate(known.features, moving_[known.id.a], moving_[known.id.b]).gap;
}

std::string ContactScene::name(const ContactId& id) const {
  if (is_stop(id)) return contacts_.stops[id.a].component;
  return contacts_.colliders[id.a].component + " and " + contacts_.colliders[id.b].component;
}

}  // namespace multibond
