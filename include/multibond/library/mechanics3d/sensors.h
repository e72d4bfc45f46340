/// Sensors of mechanisms in space. They weigh nothing and exert no force.
///
/// Values are signals y[1], y[2], y[3]: a vector, in directions of the world or of frame_a as
/// resolveInFrame says; Distance and Power have one, orientations nine.
#pragma once

#include "multibond/library/mechanics3d/frame.h"
#include "multibond/library/mechanics3d/orientation.h"
#include "multibond/library/signal_port.h"

namespace multibond::mechanics3d {

/// Base of the sensors at one frame.
class FrameSensor : public Component {
 public:
  FrameSensor(Component* owner, std::string_view name) : Component(owner, name) {}
  Frame frame_a{this, "frame_a"};
  ComponentArray<signals::Signal> y{this, "y", 3};

 protected:
  /// No force, and the values.
  void measure(const ExprVector3& values);
};

/// Base of the sensors of a vector at one frame.
class FrameVectorSensor : public FrameSensor {
 public:
  using FrameSensor::FrameSensor;
  Parameter<std::string> resolveInFrame{
      this, "resolveInFrame", "world", "directions of the values", {"world", "frame_a"}};

 protected:
  void measure_in_world(const ExprVector3& vector);  ///< given in the world
  void measure_in_frame(const ExprVector3& vector);  ///< given in frame_a
};

/// Position of a frame: from the origin of the world.
class AbsolutePosition final : public FrameVectorSensor {
 public:
  using FrameVectorSensor::FrameVectorSensor;
  void equations() override { measure_in_world(frame_a.position()); }
};

/// Velocity of the origin of a frame, against the world.
class AbsoluteVelocity final : public FrameVectorSensor {
 public:
  using FrameVectorSensor::FrameVectorSensor;
  void equations() override { measure_in_world(frame_a.velocity()); }
};

/// Acceleration of the origin of a frame, against the world. Gravity is no part of it.
class AbsoluteAcceleration final : public FrameVectorSensor {
 public:
  using FrameVectorSensor::FrameVectorSensor;
  void equations() override;
};

/// Angular velocity of a frame, against the world.
class AbsoluteAngularVelocity final : public FrameVectorSensor {
 public:
  using FrameVectorSensor::FrameVectorSensor;
  void equations() override { measure_in_frame(frame_a.rate()); }
};

/// Angular acceleration of a frame, against the world.
class AbsoluteAngularAcceleration final : public FrameVectorSensor {
 public:
  using FrameVectorSensor::FrameVectorSensor;
  void equations() override;
};

/// Orientation of a frame in the world, as Cardan angles.
///
/// The second angle is within 90 degrees of zero, or between 0 and 180 if the first axis is also
/// the last one; the others jump by a full turn at 180 degrees.
class AbsoluteAngles final : public FrameSensor {
 public:
  using FrameSensor::FrameSensor;
  Parameter<Vector3> sequence{this, "sequence", {1.0, 2.0, 3.0}, "1", "axes of the Cardan angles"};
  void equations() override;
};

/// Orientation of a frame in the world, as a matrix: y[1] … y[9] are its rows, one after the other,
/// which are the axes of the frame in the world.
class AbsoluteOrientation final : public Component {
 public:
  using Component::Component;
  Frame frame_a{this, "frame_a"};
  ComponentArray<signals::Signal> y{this, "y", 9};
  void equations() override;
};

/// Base of the sensors between two frames.
class RelativeSensor : public Component {
 public:
  RelativeSensor(Component* owner, std::string_view name, std::size_t outputs)
      : Component(owner, name), y(this, "y", outputs) {}
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  ComponentArray<signals::Signal> y;

 protected:
  /// Neither frame bears a force.
  void exert_nothing();
};

/// Base of the sensors of a vector that an observer at frame_a sees, who turns with it.
class RelativeVectorSensor : public RelativeSensor {
 public:
  RelativeVectorSensor(Component* owner, std::string_view name) : RelativeSensor(owner, name, 3) {}
  Parameter<std::string> resolveInFrame{
      this, "resolveInFrame", "frame_a", "directions of the values", {"world", "frame_a"}};

 protected:
  /// A vector that is given in frame_a.
  void measure(const ExprVector3& vector);
  // frame_b as seen from frame_a, in its directions.
  ExprVector3 position() const;
  ExprVector3 velocity() const;
  ExprVector3 rate() const;
};

/// Position of frame_b, from frame_a.
class RelativePosition final : public RelativeVectorSensor {
 public:
  using RelativeVectorSensor::RelativeVectorSensor;
  void equations() override { measure(position()); }
};

/// Velocity of frame_b as seen in frame_a.
///
///     v = d/dt (R_a (x_b - x_a)) = R_a (v_b - v_a) - w_a x r
class RelativeVelocity final : public RelativeVectorSensor {
 public:
  using RelativeVectorSensor::RelativeVectorSensor;
  void equations() override { measure(velocity()); }
};

/// Acceleration of frame_b as seen in frame_a.
class RelativeAcceleration final : public RelativeVectorSensor {
 public:
  using RelativeVectorSensor::RelativeVectorSensor;
  void equations() override;
};

/// Angular velocity of frame_b as seen in frame_a.
class RelativeAngularVelocity final : public RelativeVectorSensor {
 public:
  using RelativeVectorSensor::RelativeVectorSensor;
  void equations() override { measure(rate()); }
};

/// Angular acceleration of frame_b as seen in frame_a: the rate at which its angular velocity
/// changes there.
class RelativeAngularAcceleration final : public RelativeVectorSensor {
 public:
  using RelativeVectorSensor::RelativeVectorSensor;
  void equations() override;
};

/// Orientation of frame_b against frame_a, as Cardan angles in the ranges of AbsoluteAngles.
class RelativeAngles final : public RelativeSensor {
 public:
  RelativeAngles(Component* owner, std::string_view name) : RelativeSensor(owner, name, 3) {}
  Parameter<Vector3> sequence{this, "sequence", {1.0, 2.0, 3.0}, "1", "axes of the Cardan angles"};
  void equations() override;
};

/// Orientation of frame_b against frame_a, as a matrix: y[1] … y[9] are its rows, one after the
/// other, which are the axes of frame_b in frame_a.
class RelativeOrientation final : public RelativeSensor {
 public:
  RelativeOrientation(Component* owner, std::string_view name) : RelativeSensor(owner, name, 9) {}
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
  FrameBonds end_a{this, "end_a", frame_a}, end_b{this, "end_b", frame_b};
  ComponentArray<signals::Signal> y;

 protected:
  void coincide();
};

/// Force that passes from frame_a to frame_b: it acts on what is connected at frame_b.
class CutForce final : public CutSensor {
 public:
  CutForce(Component* owner, std::string_view name) : CutSensor(owner, name, 3) {}
  Parameter<std::string> resolveInFrame{
      this, "resolveInFrame", "frame_a", "directions of the values", {"world", "frame_a"}};
  void equations() override;
};

/// Torque that passes from frame_a to frame_b: it acts on what is connected at frame_b.
class CutTorque final : public CutSensor {
 public:
  CutTorque(Component* owner, std::string_view name) : CutSensor(owner, name, 3) {}
  Parameter<std::string> resolveInFrame{
      this, "resolveInFrame", "frame_a", "directions of the values", {"world", "frame_a"}};
  void equations() override;
};

/// Power that passes from frame_a to frame_b.
class Power final : public CutSensor {
 public:
  Power(Component* owner, std::string_view name) : CutSensor(owner, name, 1) {}
  void equations() override;
};

}  // namespace multibond::mechanics3d
