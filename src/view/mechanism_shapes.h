/// The shapes of pictures as things that can be drawn flat: areas, lines and discs in space.
#pragma once

#include <vector>

#include "multibond/simulate/scene.h"

namespace multibond::view {

struct Primitive {
  enum class Kind : std::uint8_t {
    hull,    ///< the outer edge of all points, as they are seen
    area,    ///< a polygon, its corners in order
    line,    ///< a bar of the width through the points, round at its ends and bends
    closed,  ///< the same, back to the first point
    plate,   ///< a polygon, widened by half the width and rounded
    disc,    ///< a sphere of the width about the point
    stroke,  ///< a line of the width without an edge
  };
  Kind kind;
  std::vector<Vector3> points;  ///< in the world
  double width = 0;             ///< m
};

/// A picture at one instant; what lies behind comes first.
std::vector<Primitive> primitives(const Scene::Item& item, const Scene::Placed& placed);

}  // namespace multibond::view
