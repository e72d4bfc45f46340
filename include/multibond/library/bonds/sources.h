/// Sources: efforts and flows given from outside the graph.
#pragma once

#include "multibond/library/bonds/signal_array.h"

namespace multibond::bonds {

/// Source of effort: e = e0, whatever the flow.
class Se final : public OnePort {
 public:
  using OnePort::OnePort;
  Parameter<VectorX> e0{this, "e0", VectorX::Ones(1), "", "efforts, one or one per component"};
  std::string code() const override { return "Se"; }
  std::vector<CausalRule> causal_rules() const override {
    return each(CausalRule::Kind::effort_source);
  }
  void equations() override {
    for (int i = 0; i < size(); ++i) equation(e(i), entry(e0, i));
    supplies(-net_power());
  }
};

/// Source of flow: f = f0 out of the source, whatever the effort.
class Sf final : public OnePort {
 public:
  using OnePort::OnePort;
  Parameter<VectorX> f0{this, "f0", VectorX::Ones(1), "", "flows, one or one per component"};
  std::string code() const override { return "Sf"; }
  std::vector<CausalRule> causal_rules() const override {
    return each(CausalRule::Kind::flow_source);
  }
  void equations() override {
    for (int i = 0; i < size(); ++i) equation(-f(i), entry(f0, i));
    supplies(-net_power());
  }
};

/// Modulated source of effort: e = s, given by signals or an expression.
class mSe final : public OnePort {
 public:
  using OnePort::OnePort;
  Modulation s{this, "s", [this] { return Shape{size(), 1}; }};
  std::string code() const override { return "mSe"; }
  std::vector<CausalRule> causal_rules() const override {
    return each(CausalRule::Kind::effort_source);
  }
  void build() override { s.build(); }
  void equations() override {
    equation(port.effort(), s.expr());
    supplies(-net_power());
  }
};

/// Modulated source of flow: f = s out of the source, given by signals or an expression.
class mSf final : public OnePort {
 public:
  using OnePort::OnePort;
  Modulation s{this, "s", [this] { return Shape{size(), 1}; }};
  std::string code() const override { return "mSf"; }
  std::vector<CausalRule> causal_rules() const override {
    return each(CausalRule::Kind::flow_source);
  }
  void build() override { s.build(); }
  void equations() override {
    for (int i = 0; i < size(); ++i) equation(-f(i), s.expr()(i, 0));
    supplies(-net_power());
  }
};

}  // namespace multibond::bonds
