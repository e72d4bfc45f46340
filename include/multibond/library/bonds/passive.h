/// Passive one-ports: resistances, conductances, capacitances, inertances.
#pragma once

#include "multibond/library/bonds/element.h"

namespace multibond::bonds {

/// Resistance: e = R f, the power R f^2 is lost.
class R final : public OnePort {
 public:
  using OnePort::OnePort;
  Parameter<VectorX> R{this, "R", VectorX::Ones(1), "", "resistances, one or one per component"};
  std::string code() const override { return "R"; }
  std::vector<CausalRule> causal_rules() const override {
    return each(CausalRule::Kind::resistive);
  }
  void equations() override;
};

/// Conductance: f = G e, the power G e^2 is lost.
class G final : public OnePort {
 public:
  using OnePort::OnePort;
  Parameter<VectorX> G{this, "G", VectorX::Ones(1), "", "conductances, one or one per component"};
  std::string code() const override { return "G"; }
  std::vector<CausalRule> causal_rules() const override {
    return each(CausalRule::Kind::resistive);
  }
  void equations() override;
};

/// Capacitance: f = C de/dt, stores C e^2 / 2.
///
/// Its effort is a state unless the graph determines it otherwise.
class C final : public OnePort {
 public:
  using OnePort::OnePort;
  Parameter<VectorX> C{this, "C", VectorX::Ones(1), "", "capacitances, one or one per component"};
  Parameter<VectorX> e_start{this, "e_start", VectorX::Zero(1), "", "initial efforts"};
  Parameter<bool> fixed{this, "fixed", false, "whether the initial efforts hold exactly"};
  Parameter<bool> state_outside{
      this, "state_outside", false,
      "whether a component around it has the effort as a variable with start and hint"};
  std::string code() const override { return "C"; }
  std::vector<CausalRule> causal_rules() const override {
    return each(CausalRule::Kind::capacitive);
  }
  void equations() override;
};

/// Inertance: e = I df/dt, stores I f^2 / 2.
///
/// Its flow is a state unless the graph determines it otherwise.
class I final : public OnePort {
 public:
  using OnePort::OnePort;
  Parameter<VectorX> I{this, "I", VectorX::Ones(1), "", "inertances, one or one per component"};
  Parameter<VectorX> f_start{this, "f_start", VectorX::Zero(1), "", "initial flows"};
  Parameter<bool> fixed{this, "fixed", false, "whether the initial flows hold exactly"};
  Parameter<bool> state_outside{
      this, "state_outside", false,
      "whether a component around it has the flow as a variable with start and hint"};
  std::string code() const override { return "I"; }
  std::vector<CausalRule> causal_rules() const override { return each(CausalRule::Kind::inertial); }
  void equations() override;
};

}  // namespace multibond::bonds
