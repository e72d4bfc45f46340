/// Sensors of planar mechanisms. They weigh nothing and exert no force.
///
/// Values are signals: y[1], y[2], … in the order said with each sensor.
#pragma once

#include "multibond/library/planar/frame.h"
#include "multibond/library/signal_port.h"

namespace multibond::planar {

/// Base of the sensors at one frame.
class FrameSensor : public Component {
 public:
  FrameSensor(Component* owner, std::string_view name, std::size_t outputs)
      : Component(owner, name), y(this, "y", outputs) {}
  Frame frame_a{this, "frame_a"};
  ComponentArray<signals::Signal> y;

 protected:
  /// No force, and the values.
  void measure(std::initializer_list<Expr> values);
};

/// Position x, y and angle of a frame in the world.
class AbsolutePosition final : public FrameSensor {
 public:
  AbsolutePosition(Component* owner, std::string_view name) : FrameSensor(owner, name, 3) {}
  void equations() override { measure({frame_a.x, frame_a.y, frame_a.phi}); }
};

/// Velocity vx, vy and angular velocity of a frame in the world.
class AbsoluteVelocity final : public FrameSensor {
 public:
  AbsoluteVelocity(Component* owner, std::string_view name) : FrameSensor(owner, name, 3) {}
  void equations() override { measure({frame_a.vx, frame_a.vy, frame_a.w}); }
};

/// Acceleration along x and y and angular acceleration of a frame in the world.
class AbsoluteAcceleration final : public FrameSensor {
 public:
  AbsoluteAcceleration(Component* owner, std::string_view name) : FrameSensor(owner, name, 3) {}
  void equations() override { measure({der(frame_a.vx), der(frame_a.vy), der(frame_a.w)}); }
};

/// Base of the sensors between two frames.
class RelativeSensor : public Component {
 public:
  RelativeSensor(Component* owner, std::string_view name, std::size_t outputs)
      : Component(owner, name), y(this, "y", outputs) {}
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  ComponentArray<signals::Signal> y;

 protected:
  void measure(std::initializer_list<Expr> values);
  /// frame_b seen from frame_a, in its directions.
  ExprVector2 position() const;
  /// The rate of that: what an observer who turns with frame_a sees.
  ExprVector2 velocity() const;
};

/// Position of frame_b in frame_a, along x and y of frame_a, and its angle there.
class RelativePosition final : public RelativeSensor {
 public:
  RelativePosition(Component* owner, std::string_view name) : RelativeSensor(owner, name, 3) {}
  void equations() override;
};

/// Velocity of frame_b as seen in frame_a, along x and y of frame_a, and the angular one.
class RelativeVelocity final : public RelativeSensor {
 public:
  RelativeVelocity(Component* owner, std::string_view name) : RelativeSensor(owner, name, 3) {}
  void equations() override;
};

/// Acceleration of frame_b as seen in frame_a, along x and y of frame_a, and the angular one.
class RelativeAcceleration final : public RelativeSensor {
 public:
  RelativeAcceleration(Component* owner, std::string_view name) : RelativeSensor(owner, name, 3) {}
  void equations() override;
};

/// Distance of two frames.
class Distance final : public RelativeSensor {
 public:
  Distance(Component* owner, std::string_view name) : RelativeSensor(owner, name, 1) {}
  void equations() override;
};

/// Base of the sensors in a connection: frame_a and frame_b coincide.
class CutSensor : public Component {
 public:
  CutSensor(Component* owner, std::string_view name, std::size_t outputs);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  FrameBond end_a{this, "end_a", frame_a}, end_b{this, "end_b", frame_b};
  ComponentArray<signals::Signal> y;

 protected:
  void measure(std::initializer_list<Expr> values);
};

/// Force and torque that pass from frame_a to frame_b: fx, fy in directions of frame_a, and t.
///
/// They act on what is connected at frame_b.
class CutForce final : public CutSensor {
 public:
  CutForce(Component* owner, std::string_view name) : CutSensor(owner, name, 3) {}
  void equations() override;
};

/// Power that passes from frame_a to frame_b.
class Power final : public CutSensor {
 public:
  Power(Component* owner, std::string_view name) : CutSensor(owner, name, 1) {}
  void equations() override;
};

}  // namespace multibond::planar
