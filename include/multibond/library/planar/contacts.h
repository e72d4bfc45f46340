/// Shapes of planar mechanics that touch each other.
///
/// A shape is at a frame of a part. Shapes of different parts cannot overlap: where they meet there
/// is an impact, which passes through whatever the parts are connected to, and after it, if they do
/// not separate, a contact that holds as long as it pushes, with friction that sticks or slides.
/// Nothing else is to be said: all shapes of a model touch all others, but for groups.
///
/// Of two shapes that touch, friction and restitution are the geometric means. How impacts are
/// resolved is said by `Impacts` (library/impacts.h) for the whole model.
#pragma once

#include <vector>

#include "multibond/library/planar/pictures.h"
#include "multibond/model/contact.h"

namespace multibond::planar {

/// Base of the shapes: a source whose efforts the simulator finds.
class Collider : public Component {
 public:
  Collider(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"};
  Parameter<double> e{this, "e", 0.0, "1", "restitution: 0 plastic, 1 elastic"};
  Parameter<double> mu{this, "mu", 0.0, "1", "coefficient of friction", Check::non_negative};
  Parameter<std::string> group{this, "group", "", "shapes of one group do not touch each other"};
  Parameter<std::string> partner{this, "partner", "", "touches shapes of this group only"};
  ContactEffort fx{this, "fx", "N", "force of all contacts along x of the world"};
  ContactEffort fy{this, "fy", "N", "force of all contacts along y of the world"};
  ContactEffort t{this, "t", "N.m", "torque of all contacts about the frame"};
  ContactReport active{this, "active", "1", "how many of its contacts are closed"};
  ContactReport f_n{this, "f_n", "N", "sum of the normal forces of its contacts"};
  FrameBond end{this, "end", frame_a};
  bonds::VectorTerminal element{this, "element"};
  Picture picture{this, "picture"};

 protected:
  /// In equations(): what it is.
  void touch(ContactShape shape, std::vector<Expr> sizes);
};

/// Disc that touches other shapes, with its centre at the frame.
class DiscCollider final : public Collider {
 public:
  using Collider::Collider;
  Parameter<double> radius{this, "radius", 0.1, "m", "radius", Check::positive};
  void equations() override;
};

/// Convex polygon that touches other shapes.
class PolygonCollider final : public Collider {
 public:
  using Collider::Collider;
  Parameter<MatrixX> corners{this, "corners", square(), "m",
                             "corners in the frame, one per column, counter-clockwise"};
  void equations() override;

 private:
  static MatrixX square();
};

/// Rod with round ends that touches other shapes: along x of the frame, with its middle there.
class RodCollider final : public Collider {
 public:
  using Collider::Collider;
  Parameter<double> length{
      this, "length", 1.0, "m", "length between the centres of its ends", Check::positive};
  Parameter<double> radius{this, "radius", 0.0, "m", "radius of its ends", Check::non_negative};
  void equations() override;
};

/// Half plane that other shapes lie on: a floor, a wall, a slope.
class FloorCollider final : public Collider {
 public:
  using Collider::Collider;
  Parameter<Vector2> n{this, "n", Vector2(0, 1), "1", "outward normal, in the frame"};
  void equations() override;
};

}  // namespace multibond::planar
