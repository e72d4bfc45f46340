/// How mechanisms look by default, in the plane and in space: pins, rods, sliders, springs, arrows.
///
/// Each function states a picture at a pose, with sizes of the world (`Stage`) where nothing else
/// gives them. Frames know how to make poses: planar/pictures.h, mechanics3d/pictures.h.
#pragma once

#include "multibond/model/picture.h"

namespace multibond {

/// Colours by what a part is for.
namespace colours {
inline constexpr std::string_view kGround = "#5f6670", kBody = "#7d9fc2", kMass = "#2f4b6e",
                                  kRod = "#a9b1ba", kJoint = "#c8553d", kSlider = "#e2a07f",
                                  kForce = "#3f8f6b", kArrow = "#e08a1e", kWheel = "#46505c",
                                  kGear = "#a7b0bb", kPlane = "#5f667040";
}  // namespace colours

/// A length that counts as zero where a direction is asked for.
inline constexpr double kTinyLength = 1e-12;

/// The pose moved by a distance along its x.
Pose moved_along(const Pose& pose, const Expr& distance);

/// Pin of a joint about x, half of it on either side of the origin.
void show_pin(Picture& picture, const Pose& pose);
/// Support of what rests: a cone along x with its tip at the origin.
void show_support(Picture& picture, const Pose& pose, const Expr& height);
/// Bar along x.
void show_rod(Picture& picture, const Pose& pose, const Expr& length);
/// Bar along x on which something slides, thinner than a rod.
void show_rail(Picture& picture, const Pose& pose, const Expr& length);
/// Block about the origin that slides along x.
void show_slider(Picture& picture, const Pose& pose, const Expr& height);
/// Centre of mass.
void show_mass(Picture& picture, const Pose& pose);
/// Spring along x.
void show_coil(Picture& picture, const Pose& pose, const Expr& length);
/// Cylinder of a damper or actuator along x.
void show_barrel(Picture& picture, const Pose& pose, const Expr& length);
/// Arrow of a force of this size along x.
void show_force(Picture& picture, const Pose& pose, const Expr& size);
/// Arrow of a torque of this size about x.
void show_torque(Picture& picture, const Pose& pose, const Expr& size);
/// The axes of a frame.
void show_axes(Picture& picture, const Pose& pose, const Expr& length);
/// Wheel that rolls, about x, with its middle at the origin.
void show_wheel(Picture& picture, const Pose& pose, const Expr& radius);
/// Gear of a pitch radius about x, with its middle at the origin; an internal one, of negative
/// radius, is a rim. Its teeth are as large as those of the other gear of a pair.
void show_gear(Picture& picture, const Pose& pose, const Expr& radius, const Expr& other);

}  // namespace multibond
