/// Shapes of mechanics in space that touch each other.
///
/// As in the plane (planar/contacts.h): shapes of different parts cannot overlap, impacts and
/// friction follow, and all shapes of a model touch all others, but for groups.
#pragma once

#include <vector>

#include "multibond/library/mechanics3d/pictures.h"
#include "multibond/library/mechanics3d/signal_forces.h"
#include "multibond/model/contact.h"

namespace multibond::mechanics3d {

/// Base of the shapes: a source whose efforts the simulator finds.
class Collider : public Component {
 public:
  Collider(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"};
  Parameter<double> e{this, "e", 0.0, "1", "restitution: 0 plastic, 1 elastic"};
  Parameter<double> mu{this, "mu", 0.0, "1", "coefficient of friction", Check::non_negative};
  Parameter<double> spin_radius{
      this,
      "spin_radius",
      0.0,
      "m",
      "radius of the friction against spinning: torque = mu spin_radius force",
      Check::non_negative};
  Parameter<std::string> group{this, "group", "", "shapes of one group do not touch each other"};
  Parameter<std::string> partner{this, "partner", "", "touches shapes of this group only"};
  VariableVector<3> f{this, "f", "N", "force of all contacts, in the world"};
  VariableVector<3> t{this, "t", "N.m", "torque of all contacts about the frame, in the frame"};
  ContactReport active{this, "active", "1", "how many of its contacts are closed"};
  ContactReport f_n{this, "f_n", "N", "sum of the normal forces of its contacts"};
  FrameBonds end{this, "end", frame_a};
  bonds::VectorTerminal source_t{this, "source_t"}, source_r{this, "source_r"};
  Picture picture{this, "picture"};

 protected:
  /// In equations(): what it is.
  void touch(ContactShape shape, std::vector<Expr> sizes);
};

/// Sphere that touches other shapes, with its centre at the frame.
class SphereCollider final : public Collider {
 public:
  using Collider::Collider;
  Parameter<double> radius{this, "radius", 0.1, "m", "radius", Check::positive};
  void equations() override;
};

/// Box that touches other shapes, with its middle at the frame and its edges along the axes.
class BoxCollider final : public Collider {
 public:
  using Collider::Collider;
  Parameter<Vector3> size{this, "size", Vector3(0.1, 0.1, 0.1), "m", "lengths along x, y, z"};
  void equations() override;
};

/// Cylinder with round ends that touches other shapes: along x of the frame, with its middle there.
class CapsuleCollider final : public Collider {
 public:
  using Collider::Collider;
  Parameter<double> radius{this, "radius", 0.1, "m", "radius", Check::positive};
  Parameter<double> length{
      this, "length", 1.0, "m", "length between the centres of its ends", Check::positive};
  void equations() override;
};

/// Cylinder that touches planes: along x of the frame, with its middle there.
class CylinderCollider final : public Collider {
 public:
  using Collider::Collider;
  Parameter<double> radius{this, "radius", 0.1, "m", "radius", Check::positive};
  Parameter<double> length{this, "length", 1.0, "m", "length", Check::positive};
  void equations() override;
};

/// Half space that other shapes lie on: a floor, a wall, a slope.
class FloorCollider final : public Collider {
 public:
  using Collider::Collider;
  Parameter<Vector3> n{this, "n", Vector3(0, 1, 0), "1", "outward normal, in the frame"};
  void equations() override;
};

/// Convex body that touches other shapes: the hull of its corners.
class ConvexCollider final : public Collider {
 public:
  using Collider::Collider;
  Parameter<MatrixX> corners{this, "corners", tetrahedron(), "m",
                             "corners in the frame, one per column"};
  void equations() override;

 private:
  static MatrixX tetrahedron();
};

}  // namespace multibond::mechanics3d
