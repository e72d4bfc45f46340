/// Sensors: efforts, flows and their integrals as signals y, without power.
///
/// Efforts are measured at a 0-junction, flows at a 1-junction. Signals have no direction, so that
/// a sensor may also be told what it reads: then it is a constraint.
#pragma once

#include "multibond/library/bonds/signal_array.h"

namespace multibond::bonds {

/// Base of the sensors: one signal per component.
class Sensor : public OnePort {
 public:
  using OnePort::OnePort;
  SignalArray y{this, "y", [this] { return Shape{size(), 1}; }};
  void build() override { y.build(); }

 protected:
  /// y = quantity.
  void read(const ExprVector& quantity);
  /// dy/dt = rate, beginning at `start`.
  void integrate(const ExprVector& rate, const Parameter<VectorX>& start, bool fixed);
  /// The other variable of the bond is zero.
  void take_nothing(const ExprVector& other);
};

/// Effort sensor: y = e, takes no flow.
class De final : public Sensor {
 public:
  using Sensor::Sensor;
  std::string code() const override { return "De"; }
  std::vector<CausalRule> causal_rules() const override {
    return each(CausalRule::Kind::flow_source);
  }
  void equations() override;
};

/// Flow sensor: y = f, takes no effort.
class Df final : public Sensor {
 public:
  using Sensor::Sensor;
  std::string code() const override { return "Df"; }
  std::vector<CausalRule> causal_rules() const override {
    return each(CausalRule::Kind::effort_source);
  }
  void equations() override;
};

/// Momentum sensor: y is the integral of the effort, takes no flow.
class Dp final : public Sensor {
 public:
  using Sensor::Sensor;
  Parameter<VectorX> p_start{this, "p_start", VectorX::Zero(1), "", "initial momenta"};
  Parameter<bool> fixed{this, "fixed", true, "whether the initial momenta hold exactly"};
  std::string code() const override { return "Dp"; }
  std::vector<CausalRule> causal_rules() const override {
    return each(CausalRule::Kind::flow_source);
  }
  void equations() override;
};

/// Charge sensor: y is the integral of the flow, takes no effort.
///
/// In mechanics the position.
class Dq final : public Sensor {
 public:
  using Sensor::Sensor;
  Parameter<VectorX> q_start{this, "q_start", VectorX::Zero(1), "", "initial charges"};
  Parameter<bool> fixed{this, "fixed", true, "whether the initial charges hold exactly"};
  std::string code() const override { return "Dq"; }
  std::vector<CausalRule> causal_rules() const override {
    return each(CausalRule::Kind::effort_source);
  }
  void equations() override;
};

}  // namespace multibond::bonds
