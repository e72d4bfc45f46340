/// Convex hull of points of the plane.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace multibond {

/// Places in `points` of the corners of the hull, counter-clockwise from the leftmost one. Points
/// that coincide or lie on a side between two others are left out.
std::vector<std::size_t> convex_hull(const std::vector<Eigen::Vector2d>& points);

}  // namespace multibond
