/// Where a frame is and how it moves.
#pragma once

#include "multibond/base/vectors.h"

namespace multibond::contact {

/// Position of a frame's origin [m] and its rotation matrix R_WB: columns are the axes of the frame
/// in world axes, so that a point p of the frame is at position + rotation * p.
///
/// In the plane, z is zero and the rotation is about z.
struct Pose {
  Vector3 position = Vector3::Zero();
  Matrix3 rotation = Matrix3::Identity();
};

/// Velocity of a frame's origin [m/s] and angular velocity [rad/s], both in world axes.
struct Twist {
  Vector3 velocity = Vector3::Zero();
  Vector3 angular_velocity = Vector3::Zero();
};

}  // namespace multibond::contact
