/// Thermal transducers: resistances whose heat goes into a thermal bond.
///
/// On the thermal side the effort is the absolute temperature T and the flow that of entropy.
#pragma once

#include "multibond/library/bonds/signal_array.h"

namespace multibond::bonds {

/// Base of the thermal transducers: what the resistance loses leaves as entropy at the temperature
/// of the thermal bond.
class Transducer : public Element {
 public:
  using Element::Element;
  BondPort port{this, "port"}, thermal{this, "thermal"};
  BondPort& free_port() override { return port; }
  int port_size(const BondPort& at) const override { return &at == &thermal ? 1 : size(); }
  std::vector<CausalRule> causal_rules() const override;

 protected:
  /// e = R f with these resistances, T dS/dt = e.f.
  void transduce(const ExprVector& resistances);
};

/// Thermal transducer: e = R f, and the power e.f becomes a flow of entropy, T dS/dt = e.f.
///
/// No power is lost. Entropy is never destroyed, so R must not be negative.
class RS final : public Transducer {
 public:
  using Transducer::Transducer;
  Parameter<VectorX> R{this,
                       "R",
                       VectorX::Ones(1),
                       "",
                       "resistances, one or one per component",
                       Check::non_negative};
  std::string code() const override { return "RS"; }
  void equations() override;
};

/// Modulated thermal transducer: a resistance given by signals, whose heat becomes entropy.
///
/// As `RS`. A run ends when a resistance becomes negative, since entropy would be destroyed.
class mRS final : public Transducer {
 public:
  using Transducer::Transducer;
  Modulation R{this, "R", [this] { return Shape{size(), 1}; }};
  std::string code() const override { return "mRS"; }
  void build() override { R.build(); }
  void equations() override;
};

}  // namespace multibond::bonds
