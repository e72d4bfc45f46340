#include "mechanism_view.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "multibond/view/mechanism.h"

namespace multibond::view {
namespace {

/// Part of the extent by which a flat mechanism may leave its plane.
constexpr double kFlat = 1e-3;
/// How far to the side and above the viewer stands, in front at a distance of one.
constexpr double kAside = 0.7, kAbove = 0.5;

bool points_are_flat(const Scene::Item& item) {
  double height = 0, extent = 0;
  for (const Vector3& point : item.points ? *item.points : std::vector<Vector3>{}) {
    height = std::max(height, std::abs(point(2)));
    extent = std::max(extent, point.norm());
  }
  return height <= kFlat * extent;
}

/// Round shapes look alike from all sides of x, others lie flat with any axis along z.
bool lies_flat(const Scene::Item& item, const Matrix3& rotation) {
  const auto along_z = [&](int axis) { return std::abs(rotation(2, axis)) > 1 - kFlat; };
  const bool in_plane = std::abs(rotation(2, 0)) < kFlat;
  switch (item.shape) {
    case Shape::sphere:
      return true;
    case Shape::cylinder:
    case Shape::cone:
    case Shape::beam:
    case Shape::coil:
    case Shape::arrow:
      return in_plane || along_z(0);
    case Shape::wheel:
    case Shape::gear:
      return along_z(0);
    case Shape::outline:
    case Shape::axes:
      return along_z(2);
    case Shape::lines:
      return along_z(2) && points_are_flat(item);
    case Shape::mesh:
      return false;
    default:
      return along_z(0) || along_z(1) || along_z(2);
  }
}

/// Half of what extends along x lies on either side of its middle.
Vector3 middle(Shape shape, const Scene::Placed& placed) {
  const bool about_origin = shape == Shape::sphere || shape == Shape::outline ||
                            shape == Shape::axes || shape == Shape::lines || shape == Shape::mesh;
  if (about_origin || shape == Shape::arrow) return placed.position;
  return placed.position + placed.rotation.col(0) * (placed.size(0) / 2);
}

}  // namespace

/// In front is z, or y if z is up or down.
Matrix3 usual_view(const Scene& scene) {
  if (is_flat(scene)) return Matrix3::Identity();
  const Vector3 up = scene.up.normalized();
  const Vector3 ahead =
      std::abs(up(2)) > 0.9 ? Vector3(-up(2) * Vector3::UnitY()) : Vector3(Vector3::UnitZ());
  const Vector3 front = (ahead - up * up.dot(ahead)).normalized();
  const Vector3 toward = (front + kAside * up.cross(front) + kAbove * up).normalized();
  Matrix3 view;
  view.row(2) = toward;
  view.row(0) = up.cross(toward).normalized();
  view.row(1) = toward.cross(view.row(0).transpose());
  return view;
}

}  // namespace multibond::view

namespace multibond {

bool is_flat(const Scene& scene) {
  double height = 0, extent = 0;
  for (const Scene::Item& item : scene.items) {
    for (std::size_t row = 0; row < scene.times.size(); ++row) {
      const Scene::Placed placed = scene.placed(item, row);
      // An arrow of no length has no direction.
      if (placed.size(0) > 0 && !view::lies_flat(item, placed.rotation)) return false;
      const Vector3 place = view::middle(item.shape, placed);
      height = std::max(height, std::abs(place(2)));
      extent = std::max({extent, place.norm(), placed.size.maxCoeff()});
    }
  }
  return height <= view::kFlat * extent;
}

}  // namespace multibond
