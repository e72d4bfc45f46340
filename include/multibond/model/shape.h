/// Shapes of pictures.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "multibond/base/vectors.h"

namespace multibond {

/// What a picture shows. A shape has axes of its own, which the pose places in the world; if not
/// said otherwise it extends by its length along x from the origin, and by half its width along y
/// and half its height along z to both sides.
enum class Shape : std::uint8_t {
  box,
  cylinder,  ///< about x, of the diameters width and height
  cone,      ///< about x: base at the origin, tip at the length
  sphere,    ///< about the origin, of the diameters length, width and height
  beam,      ///< a bar along x with round ends about both of its end points
  coil,      ///< a spring about x; `count` windings
  arrow,     ///< along x; width is the diameter of its shaft
  wheel,     ///< about x: a rim with `count` spokes, length across it, width its diameter
  gear,      ///< about x: `count` teeth, length across it, width its pitch diameter
  outline,   ///< corners in the plane of x and y, rounded by half the width, height along z
  axes,      ///< three arrows of the length along x, y and z
  lines,     ///< one line through its points, of the diameter width
  mesh,      ///< triangles: three points each, counter-clockwise if seen from outside
};

/// Points of lines and of a mesh, in the axes of the shape, in m.
using ShapePoints = std::shared_ptr<const std::vector<Vector3>>;

std::string_view shape_name(Shape shape);

}  // namespace multibond
