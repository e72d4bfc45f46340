/// Drive trains on moving bodies: one-dimensional rotors, their mountings and gears, with the
/// torques that they exert on the body that carries them.
///
/// Angles of their flanges count relative to the carrier, about axes that are fixed in it. What the
/// carrier does not see of a drive train as a body is led to it: gyroscopic torques by Rotor1D,
/// support torques by Mounting1D and BevelGear1D. A source or gear whose support is not mounted
/// pushes against the ground.
///
/// A torque tau on a part that turns relative to the carrier does the work tau (w + n.w_a) in all,
/// of which flanges know tau w. The rest is declared as supplied where the torque acts: by a rotor
/// and, with the opposite sign, by the mounting of what drives it. If all supports are mounted
/// these add up to zero.
#pragma once

#include "multibond/library/mechanics3d/constraints.h"
#include "multibond/library/mechanics3d/joints.h"
#include "multibond/library/rotational.h"

namespace multibond::mechanics3d {

/// Rotor: a one-dimensional inertia with the gyroscopic torque that it exerts on its carrier.
///
///     J (a + n.dw_a/dt) = tau_a + tau_b             w_a: angular velocity of frame_a
///     torque on the rotor from frame_a: w_a x (J n w) - J n (n.dw_a/dt)
///
/// The body at frame_a has the mass of the rotor, and its inertia as if it were welded to it.
///
///     flanges ---> 0 ---> I (J)                     rate w + n.w_a
///                  ^
///     frame_a ---> 1 ---> mTF (n) ---> 1 ---> I (-J)      of the carrier's inertia
///                  |                   ^
///                 mGY                 mSe           tau: borne by the mounting, not by frame_a
class Rotor1D final : public one_dimensional::Rigid<rotational::Flange> {
 public:
  Rotor1D(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"};
  Parameter<double> J{this, "J", 1.0, "kg.m2", "moment of inertia about n", Check::positive};
  Parameter<Vector3> n{this, "n", {1.0, 0.0, 0.0}, "1", "axis of the rotor, in frame_a"};
  Variable phi{this, "phi", "rad", "angle relative to frame_a", StateHint::prefer};
  Variable w{this, "w", "rad/s", "angular velocity relative to frame_a", StateHint::prefer};
  Variable a{this, "a", "rad/s2", "rate of w"};
  RotationBond end_a{this, "end_a", frame_a};
  bonds::J1 hub{this, "hub"}, carrier{this, "carrier"};
  bonds::J0 sum{this, "sum"};
  ReactionColumns axis{this, "axis", 1};
  bonds::I inertia{this, "inertia"}, welded{this, "welded"};
  bonds::VectorTerminal support{this, "support", 1};
  EulerJunction gyroscopic{this, "gyroscopic"};
  Picture picture{this, "picture"};
  void equations() override;
};

/// Base of what leads support torques of a drive train to the body that carries it.
class DriveMount : public Component {
 public:
  DriveMount(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"};
  RotationBond end_a{this, "end_a", frame_a};
  bonds::VectorTerminal support{this, "support"};
  Picture picture{this, "picture"};

 protected:
  /// In equations(): torque on what is connected at frame_a, in that frame.
  void bear(const ExprVector3& torque);
};

/// Mounting of the support of a drive train: flange_b does not turn relative to frame_a, which
/// bears its torque about n.
class Mounting1D final : public DriveMount {
 public:
  Mounting1D(Component* owner, std::string_view name);
  rotational::Flange flange_b{this, "flange_b"};
  Parameter<double> phi0{this, "phi0", 0.0, "rad", "angle of flange_b"};
  Parameter<Vector3> n{this, "n", {1.0, 0.0, 0.0}, "1", "axis of flange_b, in frame_a"};
  rotational::FlangeBond end_b{this, "end_b", flange_b};
  bonds::Terminal housing{this, "housing", "Sf", bonds::CausalRule::Kind::flow_source};
  void equations() override;
};

/// Bevel gear of a drive train: flange_a, about n_a, turns `ratio` times as fast as flange_b, about
/// n_b. Its housing is frame_a, which bears tau_a n_a + tau_b n_b. Its pictures are the two gears
/// (picture and picture_b).
class BevelGear1D final : public DriveMount {
 public:
  BevelGear1D(Component* owner, std::string_view name);
  rotational::Flange flange_a{this, "flange_a"}, flange_b{this, "flange_b"};
  Parameter<double> ratio{this,           "ratio", 1.0, "1", "ratio of speeds, flange_a : flange_b",
                          Check::non_zero};
  Parameter<Vector3> n_a{this, "n_a", {1.0, 0.0, 0.0}, "1", "axis of flange_a, in frame_a"};
  Parameter<Vector3> n_b{this, "n_b", {1.0, 0.0, 0.0}, "1", "axis of flange_b, in frame_a"};
  rotational::FlangeBond shaft_a{this, "shaft_a", flange_a}, shaft_b{this, "shaft_b", flange_b};
  bonds::PositionTransformer element{this, "element"};
  Picture picture_b{this, "picture_b"};
  void equations() override;
};

/// Gear of two shafts in a common housing: phi_a = ratio phi_b.
///
/// Each shaft is a revolute joint, r_a and r_b from the bearing: frame_a turns about n_a, frame_b
/// about n_b, which may have any directions (spur, internal, bevel and worm gears). The bearing
/// bears what is left of the torques.
class GearConstraint final : public Component {
 public:
  GearConstraint(Component* owner, std::string_view name);
  Frame bearing{this, "bearing"}, frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  Parameter<double> ratio{this,           "ratio", 1.0, "1", "ratio of speeds, frame_a : frame_b",
                          Check::non_zero};
  Parameter<Vector3> n_a{this, "n_a", {1.0, 0.0, 0.0}, "1", "axis of frame_a, in the bearing"};
  Parameter<Vector3> n_b{this, "n_b", {1.0, 0.0, 0.0}, "1", "axis of frame_b, in the bearing"};
  Parameter<Vector3> r_a{this, "r_a", {0.0, 0.0, 0.0}, "m", "from the bearing to frame_a"};
  Parameter<Vector3> r_b{this, "r_b", {0.0, 0.0, 0.0}, "m", "from the bearing to frame_b"};
  FixedTranslation translation_a{this, "translation_a"}, translation_b{this, "translation_b"};
  ActuatedRevolute actuatedRevolute_a{this, "actuatedRevolute_a"},
      actuatedRevolute_b{this, "actuatedRevolute_b"};
  rotational::IdealGear idealGear{this, "idealGear"};
  void build() override;
};

}  // namespace multibond::mechanics3d
