/// Planar mechanics with multibonds: velocities (vx, vy, w) and forces (fx, fy, t) of a frame.
///
/// Positions and velocities are in world coordinates; the angle phi counts clockwise, so that a
/// vector d of a frame has the world components (cos phi d1 + sin phi d2, -sin phi d1 + cos phi
/// d2).
#pragma once

#include "multibond/library/bonds/two_port.h"

namespace multibond::bonds::planar {

/// World components of the vector d of a frame.
ExprVector2 rotated(const Parameter<Vector2>& d, const Expr& phi);

/// Velocity of a point of a rigid body from that of another: v2 = v1 + w1 times the arm, w2 = w1.
///
/// The arm is `ampl` d in the frame at the angle phi. Forces follow from the power: that at port_b
/// has a moment at port_a.
class TranslationalTF final : public Coupling {
 public:
  TranslationalTF(Component* owner, std::string_view name)
      : Coupling(owner, name, Form::transformer_flow) {}
  Parameter<Vector2> d{this, "d", {1, 0}, "", "arm in the frame"};
  signals::Signal phi{this, "phi"};    ///< angle of the frame, clockwise
  signals::Signal ampl{this, "ampl"};  ///< length by which d is multiplied; 1 if open
  int port_size(const BondPort&) const override { return 3; }
  void equations() override;

 protected:
  ExprMatrix matrix() const override;
  bool modulated() const override { return true; }
};

/// Velocity along a line of a frame as a vector of the plane: v2 = v1 times the rotated d.
///
/// port_a has one component, port_b two.
class PrismaticTF final : public Coupling {
 public:
  PrismaticTF(Component* owner, std::string_view name)
      : Coupling(owner, name, Form::transformer_flow) {}
  Parameter<Vector2> d{this, "d", {1, 0}, "", "direction of the line in the frame"};
  signals::Signal phi{this, "phi"};  ///< angle of the frame, clockwise
  int port_size(const BondPort& port) const override { return &port == &port_a ? 1 : 2; }

 protected:
  ExprMatrix matrix() const override;
  bool modulated() const override { return true; }
};

/// Position of a frame from that of another: q2 = q1 + (rotated `ampl` d, phi).
///
/// q is (x, y, angle); d turns with the frame at q1. Signals only, no power.
class Translation final : public Component {
 public:
  using Component::Component;
  Parameter<Vector2> d{this, "d", {1, 0}, "", "arm in the frame at q1"};
  ComponentArray<signals::Signal> q1{this, "q1", 3}, q2{this, "q2", 3};
  signals::Signal phi{this, "phi"};    ///< further rotation; 0 if open
  signals::Signal ampl{this, "ampl"};  ///< length by which d is multiplied; 1 if open
  void equations() override;
};

}  // namespace multibond::bonds::planar
