/// How planar parts look by default: pins, rods, sliders, springs, arrows in the plane z = 0.
///
/// A part states its picture in one line, with one of the functions below. Sizes that follow from
/// nothing else are those of the world (`Stage`).
#pragma once

#include "multibond/library/planar/frame.h"
#include "multibond/model/picture.h"

namespace multibond::planar {

/// Colours by what a part is for.
namespace colours {
inline constexpr std::string_view kGround = "#5f6670", kBody = "#7d9fc2", kMass = "#2f4b6e",
                                  kRod = "#a9b1ba", kJoint = "#c8553d", kSlider = "#e2a07f",
                                  kForce = "#3f8f6b", kArrow = "#e08a1e", kWheel = "#46505c";
}  // namespace colours

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
/// Gear of a pitch radius that turns by phi; an internal one, of negative radius, is a rim. Its
/// teeth are as large as those of the other gear of a pair.
void show_gear(Picture& picture, const ExprVector2& r, const Expr& phi,
               const Parameter<double>& radius, const Parameter<double>& other);

}  // namespace multibond::planar
