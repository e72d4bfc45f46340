/// Orientation states of a frame that turns freely.
#pragma once

#include <optional>

#include "multibond/library/mechanics3d/rotation.h"
#include "multibond/model/component.h"

namespace multibond::mechanics3d {

/// States of an orientation: part of free bodies and of joints that turn about all axes.
///
///     cardan      three angles and their rates: R = R3 R2 R1 about the axes of the sequence.
///                 Singular where the first and the last axis coincide: a run ends there.
///     quaternion  Q, with Q.Q = 1 kept as an invariant, and the rates w of the turned frame.
///     auto        the same, and if what turns has an axis of symmetry, a spin angle psi about it:
///                 Q is then the quaternion of a frame that does not spin, u its rates. Nothing
///                 oscillates with a fast spin, so steps are as large as with the best choice of
///                 angles.
///
///                     R = S(psi) R(Q),  w = S(psi) u,  s = n.u
///                     dQ/dt = 1/2 Q o (u - spin s n),  dpsi/dt = spin s
///
///                 spin is 1 if the motion starts as a fast spin, else 0 and psi rests.
///
/// The Cardan angles phi of the sequence can be plotted whatever the states are.
class Orientation final : public Component {
 public:
  Orientation(Component* owner, std::string_view name) : Component(owner, name) {}
  Parameter<std::string> states{
      this, "states", "auto", "choice of the orientation states", {"auto", "quaternion", "cardan"}};
  Parameter<Vector3> sequence{this, "sequence", {1.0, 2.0, 3.0}, "1", "axes of the Cardan angles"};
  Parameter<Vector3> phi_start{this, "phi_start", {0.0, 0.0, 0.0}, "rad", "initial Cardan angles"};
  Parameter<bool> fixed{this, "fixed", false, "whether the initial angles hold exactly"};

  VariableArray phi{this, "phi", "rad", "Cardan angles"};
  VariableArray rate{this, "rate", "rad/s", "rates of the Cardan angles"};
  VariableArray Q{this, "Q", "1", "quaternion, vector part first"};
  VariableArray u{this, "u", "rad/s", "angular velocity in the frame of Q"};
  VariableArray psi{this, "psi", "rad", "spin angle"};

  /// In equations() of the owner: from now on this is the orientation of a frame against another.
  /// `w`: its angular velocity relative to that, in the turned frame; `axis`: of symmetry, if there
  /// is one.
  ExprMatrix3 turns(const VariableVector<3>& w, const std::optional<Vector3>& axis);
  /// The same of a frame that others turn: if the initial angles are fixed, R begins with them.
  void follows(const ExprMatrix3& R);
  /// Throws Error if the sequence is none.
  Sequence axes() const { return sequence_of(sequence); }
  void build() override { axes(); }
  void equations() override;

 private:
  ExprMatrix3 cardan();
  void end_at_singular_position(const Sequence& order);
  ExprMatrix3 quaternion();
  ExprMatrix3 spinning(const Vector3& n);
  std::optional<ExprVector3> w_;
  ExprMatrix3 R_;
  std::unique_ptr<Discrete> spin_, side_;
};

}  // namespace multibond::mechanics3d
