/// Points in a vertical plane: masses, rods and springs that meet at points.
///
/// A point has a position and no orientation; trusses, pendulums and nets are made of such parts.
/// Coordinates are x to the right and y upwards, forces are positive into the component.
///
/// The position of a point is overdetermined: `Anchor` gives it, a `PointMass` that nothing else
/// holds becomes the origin of its own tree, `Offset` passes it on, and a connection that closes a
/// loop of such parts demands equal positions by two reaction forces.
#pragma once

#include "multibond/model/port.h"

namespace multibond::planar_points {

/// Point of a part in the plane.
///
/// Connected points have the same position and velocity, and the forces on them sum to zero.
class Point final : public Port {
 public:
  Point(Component* owner, std::string_view name) : Port(owner, name) {
    x.derivative_rule(vx);
    y.derivative_rule(vy);
    vx.kind(VariableKind::velocity);
    vy.kind(VariableKind::velocity);
  }
  Variable x{this, "x", "m", "horizontal position"};
  Variable y{this, "y", "m", "vertical position"};
  Variable vx{this, "vx", "m/s", "horizontal velocity"};
  Variable vy{this, "vy", "m/s", "vertical velocity"};
  Flow fx{this, "fx", "N", "horizontal force on the component"};
  Flow fy{this, "fy", "N", "vertical force on the component"};

  std::string kind_name() const override { return "point in the plane"; }
  bool overdetermined() const override { return true; }
  std::size_t cut_size() const override { return 2; }
  std::vector<std::string> reaction_names() const override { return {"fx", "fy"}; }
  LoopCut cut(const Port& other, const std::vector<Expr>& reactions) const override;
};

/// Gravity of the surroundings: every `PointMass` of the model feels m g.
class Gravity final : public Component {
 public:
  using Component::Component;
  Parameter<Vector2> g{this, "g", {0.0, -9.81}, "m/s2", "gravitational acceleration"};
};

/// Anchor: a point fixed to the ground at r.
class Anchor final : public Component {
 public:
  Anchor(Component* owner, std::string_view name) : Component(owner, name) {
    root(point);
    grounded();
  }
  Point point{this, "point"};
  Parameter<Vector2> r{this, "r", {0.0, 0.0}, "m", "position"};
  void equations() override;
};

/// Point mass: m dv/dt = m g + the force at its point.
///
/// It needs a `Gravity` in its surroundings. x, y, vx and vy are states if the mass is the origin
/// of its tree of points; start values are given there.
class PointMass final : public Component {
 public:
  PointMass(Component* owner, std::string_view name) : Component(owner, name) {
    potential_root(point);
    vx.kind(VariableKind::velocity);
    vy.kind(VariableKind::velocity);
  }
  Point point{this, "point"};
  Parameter<double> m{this, "m", 1.0, "kg", "mass", Check::positive};
  Variable x{this, "x", "m", "horizontal position", StateHint::prefer};
  Variable y{this, "y", "m", "vertical position", StateHint::prefer};
  Variable vx{this, "vx", "m/s", "horizontal velocity", StateHint::prefer};
  Variable vy{this, "vy", "m/s", "vertical velocity", StateHint::prefer};
  void equations() override;
};

/// Rod of fixed length between two points: one constraint, |r_b - r_a| = length.
///
/// The rod has no mass and transmits a force along its line only; f is positive in tension.
/// A rod that braces what is already rigid is redundant: it is left out, with force 0.
class Rod final : public Component {
 public:
  using Component::Component;
  Point point_a{this, "point_a"}, point_b{this, "point_b"};
  Parameter<double> length{this, "length", 1.0, "m", "length", Check::positive};
  Variable f{this, "f", "N", "force, positive in tension"};
  void equations() override;
};

/// Spring with damper between two points: f = c (s - s_unstretched) + d ds/dt along their line.
///
/// Closer than s_small the direction is taken as (r_b - r_a) / s_small, so that the force stays
/// continuous when the ends meet.
class PointSpring final : public Component {
 public:
  using Component::Component;
  Point point_a{this, "point_a"}, point_b{this, "point_b"};
  Parameter<double> c{this, "c", 1.0, "N/m", "stiffness", Check::non_negative};
  Parameter<double> d{this, "d", 0.0, "N.s/m", "damping constant", Check::non_negative};
  Parameter<double> s_unstretched{this, "s_unstretched",      0.0,
                                  "m",  "unstretched length", Check::non_negative};
  Parameter<double> s_small{this,           "s_small", 1e-4, "m", "distance that counts as zero",
                            Check::positive};
  Variable s{this, "s", "m", "distance from point_a to point_b"};
  Variable f{this, "f", "N", "force, positive in tension"};
  void equations() override;
};

/// Rigid offset: point_b is always r away from point_a, in fixed directions.
///
/// It guides its ends without turning and takes up the moment of the forces, as a block on
/// guides does. It passes the position on, so loops of offsets need no cut.
class Offset final : public Component {
 public:
  Offset(Component* owner, std::string_view name) : Component(owner, name) {
    branch(point_a, point_b);
  }
  Point point_a{this, "point_a"}, point_b{this, "point_b"};
  Parameter<Vector2> r{this, "r", {1.0, 0.0}, "m", "from point_a to point_b"};
  void equations() override;
};

}  // namespace multibond::planar_points
