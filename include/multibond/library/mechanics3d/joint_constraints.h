/// Joints as constraints between two frames: no coordinates of their own.
///
/// The frames have their places from elsewhere, as ends of two chains or as free bodies; the
/// constraint keeps them together as the joint of the same kind would. Each axis of frame_a along
/// which the origins are to coincide may be released.
///
///     x_locked, y_locked, z_locked     (R_a (x_b - x_a))[i] = 0, by the force f[i]
///     axis n                           frame_b turns about n only
///
/// Angles are not limited: a joint that starts half a turn away stays there.
#pragma once

#include "multibond/library/mechanics3d/constraints.h"

namespace multibond::mechanics3d {

/// Base of the joints that are constraints.
class JointConstraint : public FrameConstraint {
 public:
  /// `torques`: the number of rotations that are held.
  JointConstraint(Component* owner, std::string_view name, int torques);
  Parameter<bool> x_locked{this, "x_locked", true, "whether frame_b is held along x of frame_a"};
  Parameter<bool> y_locked{this, "y_locked", true, "whether frame_b is held along y of frame_a"};
  Parameter<bool> z_locked{this, "z_locked", true, "whether frame_b is held along z of frame_a"};
  VariableVector<3> f{this, "f", "N", "force on frame_b, in frame_a"};
  VariableArray t{this, "t", "N.m", "torques of the rotations that are held"};
  void build() override;

 protected:
  /// A direction of frame_a and one of frame_b whose angle stays: a and b in the world.
  struct Pair {
    ExprVector3 a, b;
    Expr cosine = 0.0;
  };
  /// In equations(): all that is held, with the rotations that keep the angles of these pairs.
  void hold(const std::vector<Pair>& pairs);

 private:
  std::vector<int> locked() const;
};

/// Revolute joint as a constraint: frame_b turns about n.
class RevoluteConstraint final : public JointConstraint {
 public:
  RevoluteConstraint(Component* owner, std::string_view name) : JointConstraint(owner, name, 2) {}
  Parameter<Vector3> n{
      this, "n", {0.0, 0.0, 1.0}, "1", "axis, the same in both frames; its length does not matter"};
  void equations() override;
};

/// Prismatic joint as a constraint: frame_b keeps the axes of frame_a, and slides along those that
/// are not locked.
class PrismaticConstraint final : public JointConstraint {
 public:
  PrismaticConstraint(Component* owner, std::string_view name) : JointConstraint(owner, name, 3) {}
  Picture picture_rail{this, "picture_rail"};
  void equations() override;
};

/// Spherical joint as a constraint: frame_b turns freely.
class SphericalConstraint final : public JointConstraint {
 public:
  SphericalConstraint(Component* owner, std::string_view name) : JointConstraint(owner, name, 0) {}
  void equations() override;
};

/// Universal joint as a constraint: the angle between n_a, in frame_a, and n_b, in frame_b, stays
/// what it is between these vectors.
class UniversalConstraint final : public JointConstraint {
 public:
  UniversalConstraint(Component* owner, std::string_view name) : JointConstraint(owner, name, 1) {}
  Parameter<Vector3> n_a{this, "n_a", {1.0, 0.0, 0.0}, "1", "axis of the first turn, in frame_a"};
  Parameter<Vector3> n_b{this, "n_b", {0.0, 1.0, 0.0}, "1", "axis of the second turn, in frame_b"};
  Picture picture_b{this, "picture_b"};
  void equations() override;
};

}  // namespace multibond::mechanics3d
