/// Convex polyhedra from their points: which of them are vertices, and the edges and faces between.
#pragma once

#include <vector>

#include "multibond/contact/shape.h"

namespace multibond::contact {

/// The convex hull. Points nearer to a plane through three others than 1e-9 of the extent count as
/// points of this plane, so that faces with many corners are found as one. Throws `Error` if the
/// points have no volume.
Shape polytope_hull(const std::vector<Vector3>& points);

/// The same for the eight corners of a box, numbered as by `box`: no side is too thin for it.
Shape box_hull(const std::vector<Vector3>& corners);

}  // namespace multibond::contact
