/// Transformers: efforts and flows in proportion.
#pragma once

#include "multibond/library/bonds/two_port.h"

namespace multibond::bonds {

/// Transformer of efforts: e2 = M e1, f1 = M' f2.
class TF_effort final : public ConstantCoupling {
 public:
  TF_effort(Component* owner, std::string_view name)
      : ConstantCoupling(owner, name, Form::transformer_effort) {}
};

/// Transformer of flows: f2 = M f1, e1 = M' e2.
///
/// The form of kinematics: a lever, a gear.
class TF_flow final : public ConstantCoupling {
 public:
  TF_flow(Component* owner, std::string_view name)
      : ConstantCoupling(owner, name, Form::transformer_flow) {}
};

/// Modulated transformer of efforts: e2 = M e1, f1 = M' f2, with M given by signals.
class mTF_effort final : public ModulatedCoupling {
 public:
  mTF_effort(Component* owner, std::string_view name)
      : ModulatedCoupling(owner, name, Form::transformer_effort) {}
};

/// Modulated transformer of flows: f2 = M f1, e1 = M' e2, with M given by signals.
class mTF_flow final : public ModulatedCoupling {
 public:
  mTF_flow(Component* owner, std::string_view name)
      : ModulatedCoupling(owner, name, Form::transformer_flow) {}
};

/// Projective transformer with a constant matrix: the base of TF2_effort and TF2_flow.
class ConstantProjection : public ProjectiveCoupling {
 public:
  using ProjectiveCoupling::ProjectiveCoupling;
  Parameter<MatrixX> M{this, "M", MatrixX::Ones(1, 1), "", "matrix of nB rows and nA columns"};

 protected:
  ExprMatrix matrix() const override;
};

/// Projective transformer with a matrix of signals: the base of mTF2_effort and mTF2_flow.
class ModulatedProjection : public ProjectiveCoupling {
 public:
  using ProjectiveCoupling::ProjectiveCoupling;
  Modulation M{this, "M", [this] { return Shape{nB.value(), nA.value()}; }};
  void build() override { M.build(); }

 protected:
  ExprMatrix matrix() const override { return M.expr(); }
  bool modulated() const override { return true; }
};

/// Projective transformer of efforts: e2 = M e1, f1 = M' f2, between bonds of nA and nB components.
class TF2_effort final : public ConstantProjection {
 public:
  TF2_effort(Component* owner, std::string_view name)
      : ConstantProjection(owner, name, Form::transformer_effort) {}
};

/// Projective transformer of flows: f2 = M f1, e1 = M' e2, between bonds of nA and nB components.
class TF2_flow final : public ConstantProjection {
 public:
  TF2_flow(Component* owner, std::string_view name)
      : ConstantProjection(owner, name, Form::transformer_flow) {}
};

/// Modulated projective transformer of efforts: e2 = M e1, f1 = M' f2, with M given by signals.
class mTF2_effort final : public ModulatedProjection {
 public:
  mTF2_effort(Component* owner, std::string_view name)
      : ModulatedProjection(owner, name, Form::transformer_effort) {}
};

/// Modulated projective transformer of flows: f2 = M f1, e1 = M' e2, with M given by signals.
class mTF2_flow final : public ModulatedProjection {
 public:
  mTF2_flow(Component* owner, std::string_view name)
      : ModulatedProjection(owner, name, Form::transformer_flow) {}
};

}  // namespace multibond::bonds
