/// Constraints between frames that are no tree joints: the base of rods and of what rolls.
///
/// Each is a source of zero flow behind transformers: they make of the velocities of the frames the
/// rates that must vanish, and of the reactions the forces and torques on the frames.
///
///     frame_b ---> mTF ---> 0 ---> mTF ---> frame_a      k rates and k reactions,
///                           ^                            by translation and by rotation
///                          Sf (0)
///
/// What little power the source has is that of the error of the rates: the balance shows it.
#pragma once

#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/transformers.h"
#include "multibond/library/mechanics3d/parts.h"

namespace multibond::mechanics3d {

/// Reactions as forces or torques of a frame: e2 = columns * e1, f1 = columns' * f2.
class ReactionColumns final : public GivenTransformer {
 public:
  ReactionColumns(Component* owner, std::string_view name, int count)
      : GivenTransformer(owner, name, 3, count, Form::transformer_effort) {}
};

/// Base of the constraints between two frames.
class FrameConstraint : public Component {
 public:
  FrameConstraint(Component* owner, std::string_view name, int count);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  FrameBonds end_a{this, "end_a", frame_a}, end_b{this, "end_b", frame_b};
  ReactionColumns force_a, torque_a, force_b, torque_b;
  bonds::J0 node{this, "node"};
  bonds::VectorTerminal element;
  Picture picture{this, "picture"};

 protected:
  /// Columns of what reactions of size one do to a frame: forces in the world, torques in the
  /// frame.
  struct Columns {
    ExprMatrix force, torque;
    explicit Columns(int count)
        : force(ExprMatrix::Zero(3, count)), torque(ExprMatrix::Zero(3, count)) {}
    /// Reaction i is the force f (in the world) at the arm r (in the world) from the frame.
    void set_force(int i, const Frame& frame, const ExprVector3& f, const ExprVector3& r);
    /// Reaction i is the torque t (in the world).
    void set_torque(int i, const Frame& frame, const ExprVector3& t);
  };
  /// In build(): another number of reactions than that of the constructor.
  void set_count(int count);
  /// Reaction i acts on frame_b by column i of `b`, on frame_a by the opposite of column i of `a`.
  void act(const Columns& a, const Columns& b);
  Expr reaction(int i) const { return element.port.e[i]; }
};

/// Rod with a spherical joint at either end: keeps the distance of two frames.
///
///     |x_b - x_a| = length,   force f along the rod, no torque
///
/// Of a rod with a mass m the centre, in the middle, moves with half the velocity of each end: the
/// mass of a point there, without inertia about it. Its pictures are the rod, a ball at either end
/// (picture_a, picture_b) and its mass (picture_CM).
class Rod final : public Component {
 public:
  Rod(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  Parameter<double> length{this,           "length", 1.0, "m", "distance between the frames",
                           Check::positive};
  Parameter<double> m{this, "m", 0.0, "kg", "mass, in the middle", Check::non_negative};
  Variable f{this, "f", "N", "force of the rod, positive in tension"};
  TranslationBond end_a{this, "end_a", frame_a}, end_b{this, "end_b", frame_b};
  bonds::J1 hub_a{this, "hub_a"}, hub_b{this, "hub_b"};
  ReactionColumns force_a{this, "force_a", 1}, force_b{this, "force_b", 1};
  bonds::J0 node{this, "node"};
  bonds::VectorTerminal element{this, "element", 1, "Sf", bonds::CausalRule::Kind::flow_source};
  Picture picture{this, "picture"}, picture_a{this, "picture_a"}, picture_b{this, "picture_b"},
      picture_CM{this, "picture_CM"};
  void build() override;
  void equations() override;

 private:
  bonds::VectorTerminal* gravity_ = nullptr;
};

}  // namespace multibond::mechanics3d
