/// Modulated resistances: their value is a signal.
///
/// Storage has no such form: a capacitance that changes takes up power by the change itself, and
/// which depends on what changes it. A transformer before a constant storage says it.
#pragma once

#include "multibond/library/bonds/signal_array.h"

namespace multibond::bonds {

/// Modulated resistance: e = R f, with R given by signals or an expression.
class mR final : public OnePort {
 public:
  using OnePort::OnePort;
  Modulation R{this, "R", [this] { return Shape{size(), 1}; }};
  std::string code() const override { return "mR"; }
  std::vector<CausalRule> causal_rules() const override {
    return each(CausalRule::Kind::resistive);
  }
  void build() override { R.build(); }
  void equations() override {
    const ExprMatrix value = R.expr();
    for (int i = 0; i < size(); ++i) equation(e(i), value(i, 0) * f(i));
    dissipates(net_power());
  }
};

/// Modulated conductance: f = G e, with G given by signals or an expression.
class mG final : public OnePort {
 public:
  using OnePort::OnePort;
  Modulation G{this, "G", [this] { return Shape{size(), 1}; }};
  std::string code() const override { return "mG"; }
  std::vector<CausalRule> causal_rules() const override {
    return each(CausalRule::Kind::resistive);
  }
  void build() override { G.build(); }
  void equations() override {
    const ExprMatrix value = G.expr();
    for (int i = 0; i < size(); ++i) equation(f(i), value(i, 0) * e(i));
    dissipates(net_power());
  }
};

}  // namespace multibond::bonds
