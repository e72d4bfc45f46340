/// Forces and torques in space that signals give, in directions of the world or of a frame.
///
/// Each has three signals per vector; one that is left open is zero.
#pragma once

#include <string_view>
#include <vector>

#include "multibond/library/mechanics3d/forces.h"

namespace multibond::mechanics3d {

/// Base of the forces on one frame.
class FrameForce : public Component {
 public:
  FrameForce(Component* owner, std::string_view name);
  Frame frame_b{this, "frame_b"};
  FrameBonds end{this, "end", frame_b};
  bonds::VectorTerminal source_t{this, "source_t"}, source_r{this, "source_r"};
  Picture picture{this, "picture"};

 protected:
  /// Force (in the world) and torque (in the frame) on what is connected at frame_b.
  void act(const ExprVector3& force, const ExprVector3& torque);
  /// Power that the sources bring in.
  Expr power() const { return -(source_t.port.power() + source_r.port.power()); }
};

/// Base of what signals give. `Base` is FrameForce or Between.
template <typename Base>
class SignalForce : public Base {
 public:
  using Base::Base;

 protected:
  ExprVector3 read(ComponentArray<signals::Signal>& signals);
};

/// Base of what signals give in the world, in a frame on which the force acts, or in frame_resolve,
/// which bears nothing.
template <typename Base>
class ResolvedForce : public SignalForce<Base> {
 public:
  ResolvedForce(Component* owner, std::string_view name, std::string_view directions,
                const std::vector<std::string_view>& choices);
  Parameter<std::string> resolveInFrame;
  Frame frame_resolve{this, "frame_resolve"};

 protected:
  /// The signals in coordinates of the world.
  ExprVector3 given(ComponentArray<signals::Signal>& signals);
  /// In equations(): force and torque (both in the world) on what is connected at frame_b. Where
  /// there is a force its arrow is the picture, else that of the torque.
  void exert(const ExprVector3& force, const ExprVector3& torque);

 private:
  void state_frame_resolve();
};

/// Base of forces and torques on one frame.
class WorldAction : public ResolvedForce<FrameForce> {
 public:
  WorldAction(Component* owner, std::string_view name)
      : ResolvedForce(owner, name, "world", {"world", "frame_b", "frame_resolve"}) {}
};

/// Force given by the signals force[1], force[2], force[3], in directions of the world unless
/// resolveInFrame names another frame.
class WorldForce final : public WorldAction {
 public:
  using WorldAction::WorldAction;
  ComponentArray<signals::Signal> force{this, "force", 3};
  void equations() override { exert(given(force), ExprVector3::Zero()); }
};

/// Torque given by the signals torque[1], torque[2], torque[3], in directions of the world unless
/// resolveInFrame names another frame.
class WorldTorque final : public WorldAction {
 public:
  using WorldAction::WorldAction;
  ComponentArray<signals::Signal> torque{this, "torque", 3};
  void equations() override { exert(ExprVector3::Zero(), given(torque)); }
};

/// Force and torque given by signals, in directions of the world unless resolveInFrame names
/// another frame.
class WorldForceAndTorque final : public WorldAction {
 public:
  using WorldAction::WorldAction;
  ComponentArray<signals::Signal> force{this, "force", 3}, torque{this, "torque", 3};
  Picture picture_torque{this, "picture_torque"};
  void equations() override;
};

/// Force given by signals, in directions of the frame itself.
class BodyForce final : public SignalForce<FrameForce> {
 public:
  using SignalForce::SignalForce;
  ComponentArray<signals::Signal> force{this, "force", 3};
  void equations() override;
};

/// Torque given by signals, in directions of the frame itself.
class BodyTorque final : public SignalForce<FrameForce> {
 public:
  using SignalForce::SignalForce;
  ComponentArray<signals::Signal> torque{this, "torque", 3};
  void equations() override;
};

/// Base of forces and torques between frames, in directions of frame_a unless resolveInFrame names
/// another frame.
class SignalBetween : public ResolvedForce<Between> {
 public:
  SignalBetween(Component* owner, std::string_view name)
      : ResolvedForce(owner, name, "frame_a", {"world", "frame_a", "frame_b", "frame_resolve"}) {}
};

/// Force on frame_b, given by the signals force[1 … 3]; frame_a bears it.
class Force final : public SignalBetween {
 public:
  using SignalBetween::SignalBetween;
  ComponentArray<signals::Signal> force{this, "force", 3};
  void equations() override { exert(given(force), ExprVector3::Zero()); }
};

/// Torque on frame_b, given by the signals torque[1 … 3]; frame_a bears it.
class Torque final : public SignalBetween {
 public:
  using SignalBetween::SignalBetween;
  ComponentArray<signals::Signal> torque{this, "torque", 3};
  void equations() override { exert(ExprVector3::Zero(), given(torque)); }
};

/// Force and torque on frame_b, given by the signals force[1 … 3] and torque[1 … 3]; frame_a bears
/// them.
class ForceAndTorque final : public SignalBetween {
 public:
  using SignalBetween::SignalBetween;
  ComponentArray<signals::Signal> force{this, "force", 3}, torque{this, "torque", 3};
  Picture picture_torque{this, "picture_torque"};
  void equations() override;
};

}  // namespace multibond::mechanics3d

extern template class multibond::mechanics3d::SignalForce<multibond::mechanics3d::FrameForce>;
extern template class multibond::mechanics3d::SignalForce<multibond::mechanics3d::Between>;
extern template class multibond::mechanics3d::ResolvedForce<multibond::mechanics3d::FrameForce>;
extern template class multibond::mechanics3d::ResolvedForce<multibond::mechanics3d::Between>;
