/// Parts of mechanisms in space: what is rigid.
#pragma once

#include "multibond/library/bonds/junctions.h"
#include "multibond/library/bonds/passive.h"
#include "multibond/library/mechanics3d/gravity_pool.h"
#include "multibond/library/mechanics3d/orientation.h"
#include "multibond/library/mechanics3d/world.h"

namespace multibond::mechanics3d {

/// Fixed frame: rests at the position r, with the axes of the world.
class Fixed final : public AtRest<Component> {
 public:
  using AtRest::AtRest;
  Parameter<Vector3> r{this, "r", {0.0, 0.0, 0.0}, "m", "position in the world"};
  Picture picture{this, "picture"};
  void equations() override;
};

/// Base of what is rigid between two frames.
class RigidPart : public Component, public Rigid {
 public:
  RigidPart(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"}, frame_b{this, "frame_b"};
  FrameBonds end_a{this, "end_a", frame_a}, end_b{this, "end_b", frame_b};
  Picture picture{this, "picture"};

 protected:
  /// frame_b has the axes of frame_a.
  void keep_axes();
  /// frame_b has the position of frame_a.
  void keep_place();
};

/// Rigid massless rod: frame_b lies r from frame_a, in coordinates of frame_a.
///
///     x_b = x_a + R' r,   R_b = R_a,   v_b = v_a + R' (w x r)
///
///     frame_a ---> 0 ---> frame_b      translation
///                  ^
///                 mTF (arm)
///                  ^
///     frame_a ---> 1 ---> frame_b      rotation
class FixedTranslation final : public RigidPart {
 public:
  FixedTranslation(Component* owner, std::string_view name);
  Parameter<Vector3> r{this, "r", {1.0, 0.0, 0.0}, "m", "from frame_a to frame_b, in frame_a"};
  bonds::J0 node{this, "node"};
  bonds::J1 hub{this, "hub"};
  Arm arm{this, "arm"};
  std::vector<Place> rigid_places() const override;
  void equations() override;
};

/// Rigid massless corner: frame_b lies r from frame_a and is turned against it.
///
///     axis      by the angle about n
///     vectors   so that its x axis is n_x and its y axis lies with n_y in one plane
///     sequence  by three angles, one after the other, about the axes of the sequence, each of the
///               frame that the turns before have made
///
/// Its pictures are the axes of frame_b, and the rod that leads there (picture_rod).
class FixedRotation final : public RigidPart {
 public:
  FixedRotation(Component* owner, std::string_view name);
  Parameter<Vector3> r{this, "r", {0.0, 0.0, 0.0}, "m", "from frame_a to frame_b, in frame_a"};
  Parameter<std::string> rotationType{
      this, "rotationType", "axis", "how the rotation is given", {"axis", "vectors", "sequence"}};
  Parameter<Vector3> n{
      this, "n", {1.0, 0.0, 0.0}, "1", "axis, the same in both frames; its length does not matter"};
  Parameter<double> angle{this, "angle", 0.0, "rad", "angle of rotation about n"};
  Parameter<Vector3> n_x{
      this, "n_x", {1.0, 0.0, 0.0}, "1", "direction of the x axis of frame_b, in frame_a"};
  Parameter<Vector3> n_y{this,
                         "n_y",
                         {0.0, 1.0, 0.0},
                         "1",
                         "direction of the y axis of frame_b, as far as it is across n_x"};
  Parameter<Vector3> sequence{this, "sequence", {1.0, 2.0, 3.0}, "1", "axes of the three angles"};
  Parameter<Vector3> angles{this, "angles", {0.0, 0.0, 0.0}, "rad", "angles of the sequence"};
  Turn turn{this, "turn"};
  Picture picture_rod{this, "picture_rod"};
  std::vector<Place> rigid_places() const override;
  void build() override;
  void equations() override;

 private:
  ExprMatrix3 rotation() const;  ///< from frame_a to frame_b
  Arm* arm_ = nullptr;
};

/// Weld: two frames that coincide, as connecting them would do.
class Weld final : public RigidPart {
 public:
  Weld(Component* owner, std::string_view name);
  std::vector<Place> rigid_places() const override { return {{&frame_a}, {&frame_b}}; }
  void equations() override;
};

/// Inertia of rotation, in coordinates of the body: t = I dw/dt, stores w.I w / 2.
///
/// No inertial field of the bond library: those make states of their flows, or of momenta where
/// they are singular; here the states are those of joints, and a thin rod may be singular.
class RotationalInertia final : public bonds::OnePort {
 public:
  RotationalInertia(Component* owner, std::string_view name) : OnePort(owner, name) { n = 3; }
  std::string code() const override { return "I"; }
  std::vector<bonds::CausalRule> causal_rules() const override;
  void give_inertia(const ExprMatrix3& inertia) { inertia_ = inertia; }
  void equations() override;

 private:
  ExprMatrix3 inertia_ = ExprMatrix3::Identity();
};

/// Euler junction structure: the gyroscopic torque t = w x h, which does no work, of an angular
/// momentum h; that of a rigid body is I w.
class EulerJunction final : public bonds::OnePort {
 public:
  EulerJunction(Component* owner, std::string_view name) : OnePort(owner, name) { n = 3; }
  std::string code() const override { return "mGY"; }
  std::vector<bonds::CausalRule> causal_rules() const override;
  void give_inertia(const ExprMatrix3& inertia) {
    give_momentum(inertia * ExprVector3(port.flow()));
  }
  /// In equations() of the component around it: in the frame that turns with w.
  void give_momentum(const ExprVector3& momentum) { momentum_ = momentum; }
  void equations() override;

 private:
  ExprVector3 momentum_ = ExprVector3::Zero();
};

/// The inertia of a body, with gravity.
///
///     frame_a ---> (0) ---> 1 ---> I (m)           translation; gravity at the 1-junction
///                   ^
///                 (arm)
///                   ^
///     frame_a ---> 1 ---> I (inertia)              rotation
///                  |
///                  v
///                 mGY (gyroscopic torque)
///
/// The arm is there if the centre of mass is not at frame_a. A body that nothing holds floats: x,
/// v and the orientation are then states, and their start values its place. Its picture is a rod to
/// its centre of mass, and a sphere there (picture_CM).
class BodyBase : public Component, public Rigid {
 public:
  BodyBase(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"};
  VariableVector<3> x{this, "x", "m", "position of frame_a in the world"};
  VariableVector<3> v{this, "v", "m/s", "velocity of frame_a in the world"};
  VariableVector<3> w{this, "w", "rad/s", "angular velocity, in the body"};
  Orientation orientation{this, "orientation"};
  Parameter<bool> attracts{this, "attracts", false, "whether it is a member of the GravityPool"};
  Parameter<int> root_priority{
      this, "root_priority", 0, "1",
      "of bodies that float together the one with the smallest number has the states"};
  FrameBonds end_a{this, "end_a", frame_a};
  bonds::J1 motion{this, "motion"}, hub{this, "hub"};
  bonds::I mass{this, "mass"};
  RotationalInertia inertia{this, "inertia"};
  EulerJunction gyroscopic{this, "gyroscopic"};
  bonds::VectorTerminal gravity{this, "gravity"};
  Picture picture{this, "picture"}, picture_CM{this, "picture_CM"};

 protected:
  /// In build(): mass and centre of mass in frame_a. Bonds the inertia to frame_a, with an arm
  /// unless the centre of mass is there.
  void compose(const Expr& m, const ExprVector3& centre, bool eccentric);
  /// In equations(): inertia about the centre of mass.
  void move(const ExprMatrix3& tensor);

 private:
  void float_freely();
  void follow();
  void feel_gravity();
  Expr m_ = 0.0;
  ExprVector3 centre_;  ///< in frame_a
  ExprVector3 r_;       ///< of the centre of mass, in the world
  Arm* arm_ = nullptr;
  std::optional<std::size_t> pool_member_;
};

/// Rigid body.
///
///     m a = F + m g                    at the centre of mass, which lies r_CM from frame_a
///     I dw/dt + w x (I w) = t          about the centre of mass, in axes of frame_a
///
/// A body that nothing holds floats: x, v and the orientation are then states.
class Body final : public BodyBase {
 public:
  Body(Component* owner, std::string_view name);
  Parameter<double> m{this, "m", 1.0, "kg", "mass", Check::non_negative};
  Parameter<Vector3> r_CM{this, "r_CM", {0.0, 0.0, 0.0}, "m", "centre of mass in frame_a"};
  Parameter<double> I_11{this, "I_11", 0.001, "kg.m2", "inertia about x", Check::non_negative};
  Parameter<double> I_22{this, "I_22", 0.001, "kg.m2", "inertia about y", Check::non_negative};
  Parameter<double> I_33{this, "I_33", 0.001, "kg.m2", "inertia about z", Check::non_negative};
  Parameter<double> I_21{this, "I_21", 0.0, "kg.m2", "entry of the inertia matrix"};
  Parameter<double> I_31{this, "I_31", 0.0, "kg.m2", "entry of the inertia matrix"};
  Parameter<double> I_32{this, "I_32", 0.0, "kg.m2", "entry of the inertia matrix"};
  Parameter<bool> checkInertia{this, "checkInertia", true,
                               "whether an inertia that no body can have is refused"};
  std::vector<Place> rigid_places() const override { return {{&frame_a}}; }
  MassProperties mass_properties() const override;
  void build() override;
  void equations() override;

 private:
  ExprMatrix3 tensor() const;
};

/// Point mass: it has a place and no orientation.
///
/// If nothing holds it, x and v are its states, and its frame does not turn.
class PointMass final : public Component, public Rigid {
 public:
  PointMass(Component* owner, std::string_view name);
  Frame frame_a{this, "frame_a"};
  Parameter<double> m{this, "m", 1.0, "kg", "mass", Check::positive};
  VariableVector<3> x{this, "x", "m", "position in the world"};
  VariableVector<3> v{this, "v", "m/s", "velocity in the world"};
  FrameBonds end_a{this, "end_a", frame_a};
  bonds::J1 motion{this, "motion"};
  bonds::I mass{this, "mass"};
  bonds::VectorTerminal gravity{this, "gravity"}, pivot{this, "pivot", 3, "Se"};
  Picture picture{this, "picture"};
  std::vector<Place> rigid_places() const override { return {{&frame_a}}; }
  MassProperties mass_properties() const override;
  void equations() override;
};

}  // namespace multibond::mechanics3d
