/// Steel boxes and cylinders of given sizes.
#pragma once

#include <cmath>

#include "multibond/library/mechanics3d/shapes.h"

namespace multibond::examples {

/// From `origin` along r, both in frame_a; frame_b lies at r.
inline void along(mechanics3d::BodyShape& part, const Vector3& r, const Vector3& origin,
                  double length) {
  part.r = r;
  part.r_shape = origin;
  part.lengthDirection = Vector3((r - origin).normalized());
  part.length = length;
}

/// Cylinder from `origin` to r, or of a given length.
inline void cylinder(mechanics3d::BodyShape& part, const Vector3& r, double diameter,
                     const Vector3& origin = Vector3::Zero(), double length = 0) {
  part.shape = "cylinder";
  along(part, r, origin, length > 0 ? length : (r - origin).norm());
  part.radius = diameter / 2;
  part.widthDirection =
      Vector3(r.cross(std::abs(r.x()) < std::abs(r.y()) ? Vector3::UnitX() : Vector3::UnitY()));
}

/// Box from `origin` to r, its width along width_direction.
inline void box(mechanics3d::BodyShape& part, const Vector3& r, double width, double height,
                const Vector3& width_direction = Vector3(0, 1, 0),
                const Vector3& origin = Vector3::Zero()) {
  part.shape = "box";
  along(part, r, origin, (r - origin).norm());
  part.width = width;
  part.height = height;
  part.widthDirection = width_direction;
}

}  // namespace multibond::examples
