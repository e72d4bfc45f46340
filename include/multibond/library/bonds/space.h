/// Mechanics in space with multibonds: elements for graphs of translation and rotation, and blocks
/// that turn and shift the positions beside them.
///
/// Bonds have three components. Velocities and forces of translation are in the world, angular
/// velocities and torques in the body. A matrix R leads from the world to the body; as signals it
/// is R[1] … R[9], row by row. Quaternions are Q[1] … Q[4], vector part first.
#pragma once

#include "multibond/library/bonds/two_port.h"
#include "multibond/library/mechanics3d/rotation.h"

namespace multibond::bonds::space {

using Signals = ComponentArray<signals::Signal>;

// -- elements -------------------------------------------------------------------------------------

/// Modulated gyrator of a body's rotation (Eulerian junction structure): e = f x (I f).
///
/// The gyroscopic torque, which takes up no power.
class MGY final : public OnePort {
 public:
  MGY(Component* owner, std::string_view name) : OnePort(owner, name) { n = 3; }
  Parameter<MatrixX> I{this, "I", MatrixX::Ones(1, 1), "",
                       "inertia; one number is a multiple of the identity"};
  std::string code() const override { return "mGY"; }
  std::vector<CausalRule> causal_rules() const override {
    return together(CausalRule::Kind::resistive);
  }
  void equations() override;
};

/// Translational transformer: the velocity that a rotation gives to the end of an arm, f2 = f1 x r,
/// e1 = r x e2, all in the body. The arm is `ampl` r.
class TranslationalTF final : public Coupling {
 public:
  TranslationalTF(Component* owner, std::string_view name)
      : Coupling(owner, name, Form::transformer_flow) {
    n = 3;
  }
  Parameter<Vector3> r{this, "r", {1.0, 0.0, 0.0}, "", "arm in the body"};
  signals::Signal ampl{this, "ampl"};  ///< length by which r is multiplied; 1 if open
  void equations() override;

 protected:
  ExprMatrix matrix() const override;
  bool modulated() const override { return true; }
};

/// Modulated translational transformer: f2 = f1 x r, e1 = r x e2, with the arm r given by signals.
class TranslationalMTF final : public Coupling {
 public:
  TranslationalMTF(Component* owner, std::string_view name)
      : Coupling(owner, name, Form::transformer_flow) {
    n = 3;
  }
  Signals r{this, "r", 3};

 protected:
  ExprMatrix matrix() const override;
  bool modulated() const override { return true; }
};

/// Modulated transformer by a rotation matrix, of which the inverse is the transposed: f2 = R f1,
/// e2 = R e1.
///
/// With `forward` the flow of port_b and the effort of port_a are computed, else those of the
/// others: in the direction in which velocities are known no matrix has to be inverted.
class RotationTF final : public TwoPort {
 public:
  RotationTF(Component* owner, std::string_view name) : TwoPort(owner, name) { n = 3; }
  Parameter<bool> forward{this, "forward", true, "whether flows are given at port_a"};
  Signals R{this, "R", 9};
  std::string code() const override { return "mTF"; }
  std::vector<CausalRule> causal_rules() const override;
  void equations() override;
};

// -- blocks ---------------------------------------------------------------------------------------

/// Position of a frame at the end of an arm: x2 = x1 + R' (ampl r).
class Translation final : public Component {
 public:
  using Component::Component;
  Parameter<Vector3> r{this, "r", {1.0, 0.0, 0.0}, "", "arm in the frame"};
  Signals x1{this, "x1", 3}, x2{this, "x2", 3}, R{this, "R", 9};
  signals::Signal ampl{this, "ampl"};  ///< length by which r is multiplied; 1 if open
  void equations() override;
};

/// Orientation of a frame that is turned against another: R2 = Rrel R1, or R1 = Rrel' R2 if R2 is
/// the one that is known.
class Rotation final : public Component {
 public:
  using Component::Component;
  Parameter<bool> forward{this, "forward", true, "whether R1 is given, else R2"};
  Signals R1{this, "R1", 9}, R2{this, "R2", 9}, Rrel{this, "Rrel", 9};
  void equations() override;
};

/// Rotation matrix of an angle about an axis n.
class PlanarRotation final : public Component {
 public:
  using Component::Component;
  Parameter<Vector3> n{this, "n", {0.0, 0.0, 1.0}, "1", "axis; its length does not matter"};
  signals::Signal phi{this, "phi"};
  Signals R{this, "R", 9};
  void equations() override;
};

/// Rotation matrix of three Cardan angles.
class CardanRotation final : public Component {
 public:
  using Component::Component;
  Parameter<Vector3> sequence{this, "sequence", {1.0, 2.0, 3.0}, "1", "axes of the angles"};
  Signals phi{this, "phi", 3}, R{this, "R", 9};
  void equations() override;
};

/// Cardan angles of a rotation matrix, the second one within 90 degrees of zero, or between 0 and
/// 180 if the first axis is also the last one.
class CardanAngles final : public Component {
 public:
  using Component::Component;
  Parameter<Vector3> sequence{this, "sequence", {1.0, 2.0, 3.0}, "1", "axes of the angles"};
  Signals R{this, "R", 9}, phi{this, "phi", 3};
  void equations() override;
};

/// Rotation matrix of a quaternion.
class QuaternionRotation final : public Component {
 public:
  using Component::Component;
  Signals Q{this, "Q", 4}, R{this, "R", 9};
  void equations() override;
};

/// Integrates an angular velocity, in the body, to Cardan angles.
class ToCardanAngles final : public Component {
 public:
  using Component::Component;
  Parameter<Vector3> sequence{this, "sequence", {1.0, 2.0, 3.0}, "1", "axes of the angles"};
  Parameter<Vector3> phi_start{this, "phi_start", {0.0, 0.0, 0.0}, "rad", "initial angles"};
  VariableVector<3> angles{this, "angles", "rad", "Cardan angles", StateHint::prefer};
  Signals w{this, "w", 3}, phi{this, "phi", 3};
  void equations() override;
};

/// Integrates an angular velocity, in the body, to a quaternion of length one.
class ToQuaternions final : public Component {
 public:
  using Component::Component;
  Parameter<Vector3> sequence{this, "sequence", {1.0, 2.0, 3.0}, "1", "axes of phi_start"};
  Parameter<Vector3> phi_start{
      this, "phi_start", {0.0, 0.0, 0.0}, "rad", "Cardan angles of the initial orientation"};
  VariableVector<4> quaternion{this, "quaternion", "1", "quaternion", StateHint::prefer};
  Signals w{this, "w", 3}, Q{this, "Q", 4};
  void equations() override;
};

}  // namespace multibond::bonds::space
