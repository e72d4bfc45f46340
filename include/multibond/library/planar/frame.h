/// Frames of planar mechanics, and how their bonds and positions are joined.
///
/// A frame has a position x, y and an angle phi, all in the coordinates of the world, and is acted
/// on by a force fx, fy and a torque t. Everything is right-handed: x to the right, y up, angles
/// and torques counter-clockwise. (The planar library of MultiBondLib counts angles clockwise.)
///
/// As a bond graph a frame is a multibond of cardinality 3: efforts (fx, fy, t), flows (vx, vy, w).
/// Positions stand beside the graph; along a tree of parts they are assignments, and a connection
/// that closes a loop becomes three constraints, resolved in one of its frames.
#pragma once

#include "multibond/library/bonds/attachment.h"
#include "multibond/library/bonds/two_port.h"
#include "multibond/model/port.h"

namespace multibond::planar {

/// Components of a vector of the plane that is turned by the angle phi.
ExprVector2 rotated(const ExprVector2& d, const Expr& phi);
/// The same turned by a right angle, counter-clockwise.
ExprVector2 across(const ExprVector2& d);
/// A vector of the plane with a third component about the normal: a force and its torque.
ExprVector3 joined(const ExprVector2& d, const Expr& about);
/// A direction of length one. Throws Error if the parameter is zero.
ExprVector2 unit(const Parameter<Vector2>& n);

/// Frame of a planar part.
///
/// Connected frames coincide, and the forces and torques on them sum to zero.
class Frame final : public Port {
 public:
  Frame(Component* owner, std::string_view name);
  Variable x{this, "x", "m", "position along x of the world"};
  Variable y{this, "y", "m", "position along y of the world"};
  Variable phi{this, "phi", "rad", "angle, counter-clockwise"};
  Variable vx{this, "vx", "m/s", "velocity along x of the world"};
  Variable vy{this, "vy", "m/s", "velocity along y of the world"};
  Variable w{this, "w", "rad/s", "angular velocity"};
  Flow fx{this, "fx", "N", "force on the component along x of the world"};
  Flow fy{this, "fy", "N", "force on the component along y of the world"};
  Flow t{this, "t", "N.m", "torque on the component"};

  std::string kind_name() const override { return "planar frame"; }
  bool overdetermined() const override { return true; }
  std::size_t cut_size() const override { return 3; }
  std::vector<std::string> reaction_names() const override { return {"fx", "fy", "t"}; }
  LoopCut cut(const Port& other, const std::vector<Expr>& reactions) const override;

  ExprVector2 position() const { return {x, y}; }
  ExprVector2 velocity() const { return {vx, vy}; }
  ExprVector2 force() const { return {fx, fy}; }
  ExprVector3 place() const { return {x, y, phi}; }
  ExprVector3 rates() const { return {vx, vy, w}; }
  ExprVector3 efforts() const { return {fx, fy, t}; }
  /// A vector that is given in this frame, in coordinates of the world.
  ExprVector2 resolve(const ExprVector2& d) const { return rotated(d, phi); }
};

/// The end of a multibond at a frame: efforts (fx, fy, t), flows (vx, vy, w).
///
/// A bond that comes from the frame brings the force on the component; one that goes to the frame
/// takes along the force on what is connected there.
class FrameBond final : public bonds::Attachment {
 public:
  FrameBond(Component* owner, std::string_view name, const Frame& frame);
  const Port& outside() const override { return frame_; }
  bool common_effort() const override { return false; }
  void equations() override;

 private:
  const Frame& frame_;
};

/// Velocity of one point of a rigid body from that of another: v2 = v1 + w1 x arm, w2 = w1.
///
/// The arm, from the first point to the second in coordinates of the world, is given by the
/// component around it. Forces follow from the power: that at port_b has a moment at port_a.
class Arm final : public bonds::Coupling {
 public:
  Arm(Component* owner, std::string_view name) : Coupling(owner, name, Form::transformer_flow) {
    n = 3;
  }
  void modulate(const ExprVector2& arm) { arm_ = arm; }

 protected:
  ExprMatrix matrix() const override;
  bool modulated() const override { return true; }

 private:
  ExprVector2 arm_{0.0, 0.0};
};

/// A velocity along given directions as a velocity of the plane: v2 = directions * v1.
///
/// port_a has a component per direction, port_b two, or three with the angular velocity.
class Directions final : public bonds::Coupling {
 public:
  Directions(Component* owner, std::string_view name, int rows, int columns)
      : Coupling(owner, name, Form::transformer_flow),
        rows_(rows),
        columns_(columns),
        directions_(ExprMatrix::Zero(rows, columns)) {}
  int port_size(const bonds::BondPort& port) const override {
    return &port == &port_a ? columns_ : rows_;
  }
  void modulate(const ExprMatrix& directions) { directions_ = directions; }

 protected:
  ExprMatrix matrix() const override { return directions_; }
  bool modulated() const override { return true; }

 private:
  int rows_, columns_;
  ExprMatrix directions_;
};

}  // namespace multibond::planar
