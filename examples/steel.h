/// Steel boxes and cylinders of given sizes.
#pragma once

#include "multibond/library/mechanics3d/shapes.h"

namespace multibond::examples {

/// Cylinder from `origin` to r, both in frame_a, or of a given length; frame_b lies at r.
inline void cylinder(mechanics3d::BodyShape& part, const Vector3& r, double diameter,
                     const Vector3& origin = Vector3::Zero(), double length = 0) {
  part.shape = "cylinder";
  part.r = r;
  part.r_shape = origin;
  part.radius = diameter / 2;
  if (length > 0) part.length = length;
}

/// Box from `origin` to r, its width along width_direction.
inline void box(mechanics3d::BodyShape& part, const Vector3& r, double width, double height,
                const Vector3& width_direction = Vector3(0, 1, 0),
                const Vector3& origin = Vector3::Zero()) {
  part.shape = "box";
  part.r = r;
  part.r_shape = origin;
  part.width = width;
  part.height = height;
  part.widthDirection = width_direction;
}

}  // namespace multibond::examples
