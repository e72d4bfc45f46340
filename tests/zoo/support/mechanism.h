/// Mechanism: the description of a mechanism in the position in which it is assembled.
///
/// Links are rigid and have a pose; joints hold two links together. All is data, from which the
/// models of the library (model_of.h) and the kinematics to check them with (kinematics.h) are
/// made.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pose.h"

namespace multibond::zoo {

/// Numbers are the joint's coordinates.
enum class JointKind {
  revolute,     ///< angle about n
  prismatic,    ///< distance along n
  cylindrical,  ///< distance along n, angle about n
  universal,    ///< angle about n of link a, angle about n2 of link b
  spherical,    ///< three Cardan angles
  shift,        ///< three distances: moves freely and does not turn
  free,         ///< three distances, three Cardan angles
  rod,          ///< none: keeps the distance of two points
  gear,         ///< none: rims of the radii r_a and r_b move alike (in the plane)
};

struct Link {
  std::string name = {};
  Pose start = {};
  double mass = 1;
  Vector3d centre = Vector3d::Zero();
  Vector3d inertia = Vector3d::Ones();  ///< about the centre, along the axes
};

struct Joint {
  JointKind kind = JointKind::revolute;
  std::string name = {};
  std::size_t a = 0, b = 0;   ///< links
  Pose on_a = {}, on_b = {};  ///< where the joint is, in the links
  Vector3d n = Vector3d::UnitZ(), n2 = Vector3d::UnitY();
  double r_a = 0, r_b = 0;  ///< of a gear; of a rod r_a is the length
  // Along the first coordinate, of revolute and prismatic joints:
  double spring = 0;    ///< stiffness, relaxed at the start
  double friction = 0;  ///< dry, force or torque of slipping
  double reach = 0;     ///< to either side of the start, where there are elastic stops; 0: none
  double locked_from = 0, locked_until = 0;  ///< s: held at once and ideally; equal: never
};

/// A coordinate whose value and rate are given at the start.
struct Drive {
  std::size_t joint = 0;
  std::size_t coordinate = 0;
  double rate = 0;
};

struct Mechanism {
  std::string name = {};
  std::size_t mobility = 1;  ///< as in the literature
  bool planar = false;       ///< all points have z = 0, all axes are z
  Vector3d gravity{0, -9.81, 0};
  double stop = 10;       ///< of the run, s
  double alike = 1;       ///< how long motions are compared, s; less for those that are chaotic
  bool singular = false;  ///< passes positions in which it could go on in several ways
  bool floats = false;    ///< link 0 is a body like the others, and nothing is at rest
  std::vector<Link> links{Link{.name = "ground"}};  ///< 0 is the ground
  std::vector<Joint> joints = {};
  std::vector<Drive> drives = {};

  // -- building ---------------------------------------------------------------------------------
  std::size_t link(const Pose& start);
  /// The links touch at `point` (in the world, at the start), with an axis there. The axes of the
  /// links need not agree.
  std::size_t joint(JointKind kind, std::size_t a, std::size_t b, const Vector3d& point,
                    const Vector3d& n = Vector3d::UnitZ(), const Vector3d& n2 = Vector3d::UnitY());
  std::size_t rod(std::size_t a, const Vector3d& at_a, std::size_t b, const Vector3d& at_b);
  std::size_t gear(std::size_t a, double r_a, std::size_t b, double r_b);
  void drive(std::size_t joint, double rate, std::size_t coordinate = 0) {
    drives.push_back({joint, coordinate, rate});
  }
  /// Gives the links masses by the points at which they have joints.
  Mechanism& with_masses();

  // -- reading ----------------------------------------------------------------------------------
  std::size_t count(JointKind kind) const;
  /// Loops as a connection graph counts them.
  std::size_t loops() const;
  /// Demands of all loops, rods and gears.
  std::size_t rows() const;
  /// Coordinates of all joints.
  std::size_t coordinates() const;
  /// Those demands that others imply.
  std::size_t redundant() const { return rows() + mobility - coordinates(); }
};

std::size_t coordinates(JointKind kind);
/// Pose of the joint's frame at b in that at a.
Pose relative(const Joint& joint, const double* q);
/// The coordinates that have this relative pose.
std::vector<double> coordinates(const Joint& joint, const Pose& relative);
/// Coordinates of all joints at the start, one after the other.
std::vector<double> start_of(const Mechanism& mechanism);

/// Whether a coordinate of a joint is a length, and no angle.
bool is_length(JointKind kind, std::size_t coordinate);

/// A similar mechanism: all lengths times a factor. Gravity grows with them and springs fit, so
/// that it moves alike in the same time.
Mechanism scaled(Mechanism mechanism, double factor);

/// The same mechanism with every joint the other way round (free motions, whose rates seen from the
/// other side are others, excepted), or with names in another order.
Mechanism with_joints_reversed(Mechanism mechanism);
Mechanism with_names_reversed(Mechanism mechanism);

}  // namespace multibond::zoo
