/// Frames of mechanics in space, and how their bonds and positions are joined.
///
/// A frame has a position x and a velocity v in coordinates of the world, an orientation R (from
/// the world to the frame) and an angular velocity w in its own coordinates; it is acted on by a
/// force f in coordinates of the world and a torque t in its own.
///
/// As a bond graph a frame is two multibonds of cardinality 3: translation (f, v) and rotation
/// (t, w). Positions stand beside the graph; along a tree of parts they are assignments, and a
/// connection that closes a loop becomes six constraints, resolved in one of its frames.
#pragma once

#include "multibond/library/bonds/attachment.h"
#include "multibond/library/bonds/two_port.h"
#include "multibond/library/mechanics3d/rotation.h"
#include "multibond/model/port.h"

namespace multibond::mechanics3d {

/// Frame of a part in space.
///
/// Connected frames coincide, and the forces and torques on them sum to zero.
class Frame final : public Port {
 public:
  Frame(Component* owner, std::string_view name);
  VariableVector<3> x{this, "x", "m", "position in the world"};
  VariableMatrix<3, 3> R{this, "R", "1", "orientation: from the world to the frame"};
  VariableVector<3> v{this, "v", "m/s", "velocity in the world"};
  VariableVector<3> w{this, "w", "rad/s", "angular velocity, in the frame"};
  VariableArray f{this, "f", "N", "force on the component, in the world", true};
  VariableArray t{this, "t", "N.m", "torque on the component, in the frame", true};

  std::string kind_name() const override { return "frame in space"; }
  bool overdetermined() const override { return true; }
  std::size_t cut_size() const override { return 6; }
  std::vector<std::string> reaction_names() const override;
  LoopCut cut(const Port& other, const std::vector<Expr>& reactions) const override;

  ExprVector3 position() const { return x; }
  ExprVector3 velocity() const { return v; }
  ExprVector3 rate() const { return w; }
  ExprVector3 force() const { return f.expr(); }
  ExprVector3 torque() const { return t.expr(); }
  /// A vector that is given in this frame, in coordinates of the world.
  ExprVector3 resolve(const ExprVector3& d) const { return R.expr().transpose() * d; }
  /// A vector of the world, in coordinates of this frame.
  ExprVector3 seen(const ExprVector3& d) const { return R.expr() * d; }
};

/// The end of the bond of translation at a frame: efforts f, flows v.
///
/// A bond that comes from the frame brings the force on the component; one that goes to the frame
/// takes along the force on what is connected there.
class TranslationBond final : public bonds::Attachment {
 public:
  TranslationBond(Component* owner, std::string_view name, const Frame& frame);
  const Port& outside() const override { return frame_; }
  bool common_effort() const override { return false; }
  int channel() const override { return 0; }
  void equations() override;

 private:
  const Frame& frame_;
};

/// The end of the bond of rotation at a frame: efforts t, flows w.
class RotationBond final : public bonds::Attachment {
 public:
  RotationBond(Component* owner, std::string_view name, const Frame& frame);
  const Port& outside() const override { return frame_; }
  bool common_effort() const override { return false; }
  int channel() const override { return 1; }
  void equations() override;

 private:
  const Frame& frame_;
};

/// Both ends at a frame.
struct FrameBonds {
  FrameBonds(Component* owner, const std::string& name, const Frame& frame)
      : translation(owner, name + "_t", frame), rotation(owner, name + "_r", frame) {}
  TranslationBond translation;
  RotationBond rotation;
};

/// Base of the transformers whose matrix the component around them gives: f2 = M f1, e1 = M' e2.
class GivenTransformer : public bonds::Coupling {
 public:
  /// `rows`: components of port_b; `columns`: of port_a.
  GivenTransformer(Component* owner, std::string_view name, int rows, int columns,
                   Form form = Form::transformer_flow);
  int port_size(const bonds::BondPort& port) const override;
  /// In build() of the component: another number of columns than that of the constructor.
  void set_columns(int columns) { matrix_ = ExprMatrix::Zero(matrix_.rows(), columns); }
  void modulate(const ExprMatrix& matrix) { matrix_ = matrix; }

 protected:
  ExprMatrix matrix() const override { return matrix_; }
  bool modulated() const override { return true; }

 private:
  ExprMatrix matrix_;
};

/// Translational transformer: the velocity that a rotation gives to the end of an arm.
///
///     v2 = R' (w1 x r),   t1 = r x (R f2)        r in the frame that turns with w1
///
/// Its matrix is -R' skew(r).
class Arm final : public GivenTransformer {
 public:
  Arm(Component* owner, std::string_view name) : GivenTransformer(owner, name, 3, 3) {}
  void modulate(const Frame& frame, const ExprVector3& r) {
    GivenTransformer::modulate(-frame.R.expr().transpose() * skew(r));
  }
};

/// Rotation of coordinates: w2 = R w1, t1 = R' t2.
///
/// Written in the direction in which velocities are known: from port_b to port_a if the root is
/// behind port_b.
class Turn final : public bonds::TwoPort {
 public:
  Turn(Component* owner, std::string_view name) : TwoPort(owner, name) { n = 3; }
  std::string code() const override { return "mTF"; }
  std::vector<bonds::CausalRule> causal_rules() const override;
  void modulate(const ExprMatrix3& R, bool from_b) {
    R_ = R;
    from_b_ = from_b;
  }
  void equations() override;

 private:
  ExprMatrix3 R_ = ExprMatrix3::Identity();
  bool from_b_ = false;
};

/// A velocity along given directions as a velocity of space: v2 = M v1.
class Directions final : public GivenTransformer {
 public:
  Directions(Component* owner, std::string_view name, int columns)
      : GivenTransformer(owner, name, 3, columns) {}
};

}  // namespace multibond::mechanics3d
