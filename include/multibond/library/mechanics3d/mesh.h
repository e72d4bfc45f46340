/// Closed surfaces of triangles, as STL files have them, and the volume inside.
#pragma once

#include <Eigen/Core>

#include <array>
#include <string>
#include <vector>

namespace multibond::mechanics3d {

using Triangle = std::array<Eigen::Vector3d, 3>;  ///< counter-clockwise, seen from outside

/// Volume of a solid and its moments, for a density of one.
struct Solid {
  double volume = 0;
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< about the centre
};

/// The triangles of an STL file, ASCII or binary. Throws Error that names the file: if it cannot
/// be read, is no STL file, or ends early.
std::vector<Triangle> read_stl(const std::string& file);

/// What a closed surface encloses.
///
/// Corners that lie within a millionth of the size of the surface are one. Shells within shells
/// are cavities if their triangles face each other. A surface that is inside-out as a whole is
/// turned; one where neighbours face different sides, one with holes and one without volume are
/// refused. `name` is that of the surface in messages.
///
/// The volume is the sum of the tetrahedra from a point to each triangle, with their signs; their
/// moments are exact (Tonon 2004, "Explicit exact formulas for the 3-D tetrahedron inertia
/// tensor").
Solid enclosed(const std::vector<Triangle>& surface, const std::string& name);

}  // namespace multibond::mechanics3d
