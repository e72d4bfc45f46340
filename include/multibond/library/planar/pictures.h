/// How planar parts look by default: pins, rods, sliders, springs, arrows in the plane z = 0.
///
/// A part states its picture in one line, with one of the functions below. They make poses of
/// places and angles; the looks are those of library/pictures.h.
#pragma once

#include "multibond/library/pictures.h"
#include "multibond/library/planar/frame.h"

namespace multibond::planar {

namespace colours = multibond::colours;

/// A shape in the plane: its origin at r, its x turned by phi.
Pose pose(const ExprVector2& r, const Expr& phi);
/// The same with x along the unit vector u.
Pose pose_along(const ExprVector2& r, const ExprVector2& u);
/// A shape whose x goes through the plane, for pins, wheels and gears of that length: y is turned
/// by phi, and half of it is on either side.
Pose pose_across(const ExprVector2& r, const Expr& phi, const Expr& length);

/// Pin of a joint, seen as a disc.
void show_pin(Picture& picture, const ExprVector2& r);
/// Support of a frame that rests: a cone with its tip there.
void show_support(Picture& picture, const Frame& frame);
/// Bar from a frame to the point r in it.
void show_rod(Picture& picture, const Frame& frame, const ExprVector2& r);
/// Bar between two points that slide, thinner than a rod.
void show_rail(Picture& picture, const ExprVector2& from, const ExprVector2& to);
/// Block that slides along u.
void show_slider(Picture& picture, const ExprVector2& r, const ExprVector2& u);
/// Centre of mass.
void show_mass(Picture& picture, const ExprVector2& r);
/// Body at a frame with these corners: their convex hull, rounded.
void show_link(Picture& picture, const Frame& frame, const std::vector<ExprVector2>& corners);
/// Spring from r along u.
void show_coil(Picture& picture, const ExprVector2& r, const ExprVector2& u, const Expr& length);
/// Cylinder of a damper or actuator from r along u.
void show_barrel(Picture& picture, const ExprVector2& r, const ExprVector2& u, const Expr& length);
/// Force at a point, in coordinates of the world.
void show_force(Picture& picture, const ExprVector2& r, const ExprVector2& force);
/// Torque at a point: an arrow out of the plane or into it.
void show_torque(Picture& picture, const ExprVector2& r, const Expr& torque);
/// Gear of a pitch radius that turns by phi, with teeth like those of the other gear of a pair.
void show_gear(Picture& picture, const ExprVector2& r, const Expr& phi,
               const Parameter<double>& radius, const Parameter<double>& other);

}  // namespace multibond::planar
