/// How parts in space look by default: pins, rods, sliders, springs, arrows, wheels, planes.
///
/// A part states its picture in one line, with one of the functions below. They make poses of
/// frames and directions; the looks are those of library/pictures.h.
#pragma once

#include "multibond/library/mechanics3d/frame.h"
#include "multibond/library/pictures.h"

namespace multibond::mechanics3d {

namespace colours = multibond::colours;

/// Axes of a shape whose x is the unit vector u, wherever it points. The others turn along with it
/// by the shortest way from the direction `from`, so that they are steady but near its opposite.
ExprMatrix3 axes_along(const ExprVector3& u, const Vector3& from);
/// Axes of a shape whose x is the unit vector n.
Matrix3 axes_along(const Vector3& n);

/// A shape with the axes of a frame.
Pose pose(const Frame& frame);
/// A shape at the origin of a frame, its x along the unit vector n of it.
Pose pose_along(const Frame& frame, const Vector3& n);
/// A shape at the point r, its x along u, both in the world.
Pose pose_along(const ExprVector3& r, const ExprVector3& u);
/// The same pose turned by phi about its x.
Pose turned(const Pose& pose, const Expr& phi);
/// The same pose at the point r in it.
Pose moved(const Pose& pose, const ExprVector3& r);

/// Pin of a joint at a frame, along n of it.
void show_pin(Picture& picture, const Frame& frame, const Vector3& n);
/// Ball of a joint that turns about all axes.
void show_ball(Picture& picture, const Frame& frame);
/// Bar from a frame to the point r in it.
void show_rod(Picture& picture, const Frame& frame, const ExprVector3& r);
/// Bar between two points of the world.
void show_bar(Picture& picture, const ExprVector3& from, const ExprVector3& to);
/// Bar between two points of the world that slide, thinner than a rod.
void show_rail(Picture& picture, const ExprVector3& from, const ExprVector3& to);
/// Block at a frame that slides along n of it.
void show_slider(Picture& picture, const Frame& frame, const Vector3& n);
/// Centre of mass at a point of the world.
void show_mass(Picture& picture, const ExprVector3& r);
/// Sphere of a radius that turns with a frame.
void show_sphere(Picture& picture, const Frame& frame, const Expr& radius);
/// Force at a point, both in the world.
void show_force(Picture& picture, const ExprVector3& r, const ExprVector3& force);
/// Torque at a point, both in the world.
void show_torque(Picture& picture, const ExprVector3& r, const ExprVector3& torque);
/// Piece of a plane of a frame around a point of the world, four radii long, with the normal n of
/// the frame.
void show_plane(Picture& picture, const Frame& frame, const Vector3& n, const ExprVector3& r,
                const Expr& radius);

}  // namespace multibond::mechanics3d
