/// Gyrators: the effort on one side in proportion to the flow on the other.
#pragma once

#include "multibond/library/bonds/two_port.h"

namespace multibond::bonds {

/// Gyrator of efforts: f2 = M e1, f1 = M' e2.
class GY_effort final : public ConstantCoupling {
 public:
  GY_effort(Component* owner, std::string_view name)
      : ConstantCoupling(owner, name, Form::gyrator_effort) {}
};

/// Gyrator of flows: e2 = M f1, e1 = M' f2.
///
/// A motor: the torque is proportional to the current.
class GY_flow final : public ConstantCoupling {
 public:
  GY_flow(Component* owner, std::string_view name)
      : ConstantCoupling(owner, name, Form::gyrator_flow) {}
};

/// Modulated gyrator of efforts: f2 = M e1, f1 = M' e2, with M given by signals.
class mGY_effort final : public ModulatedCoupling {
 public:
  mGY_effort(Component* owner, std::string_view name)
      : ModulatedCoupling(owner, name, Form::gyrator_effort) {}
};

/// Modulated gyrator of flows: e2 = M f1, e1 = M' f2, with M given by signals.
class mGY_flow final : public ModulatedCoupling {
 public:
  mGY_flow(Component* owner, std::string_view name)
      : ModulatedCoupling(owner, name, Form::gyrator_flow) {}
};

/// Symplectic gyrator: f2 = e1, f1 = e2, couples a graph to its dual.
class SGY final : public Coupling {
 public:
  SGY(Component* owner, std::string_view name) : Coupling(owner, name, Form::gyrator_effort) {}
  std::string code() const override { return "SGY"; }

 protected:
  ExprMatrix matrix() const override { return ExprMatrix::Identity(size(), size()); }
};

}  // namespace multibond::bonds
