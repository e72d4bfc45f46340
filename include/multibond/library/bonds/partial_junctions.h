/// Partial junctions: a smaller bond joins some components of a larger one.
#pragma once

#include "multibond/library/bonds/element.h"

namespace multibond::bonds {

/// Base of the partial junctions: port_a and port_b carry the large bond, port_c the small one.
///
/// The components order[1], order[2], … of the large bond meet those of the small one, in that
/// order; the others pass through.
class PartialJunction : public Element {
 public:
  using Element::Element;
  Parameter<int> nPartial{this,           "nPartial", 1, "1", "cardinality of the joining bond",
                          Check::positive};
  Parameter<VectorX> order{this, "order", VectorX::Ones(1), "1",
                           "components that are joined, counted from 1; more may follow"};
  BondPort port_a{this, "port_a"}, port_b{this, "port_b"}, port_c{this, "port_c"};
  BondPort& port_in() override { return port_a; }
  BondPort& port_out() override { return port_b; }
  int port_size(const BondPort& port) const override;
  std::vector<CausalRule> causal_rules() const override;

 protected:
  virtual CausalRule::Kind rule() const = 0;
  /// Component of the joining bond at each component of the large one; -1 where it passes.
  std::vector<int> joined() const;
};

/// Partial 0-junction: some components of a bond have the effort of a smaller bond.
///
/// Their flows into the junction sum to zero. A joint that lets some directions move.
class J0Partial final : public PartialJunction {
 public:
  using PartialJunction::PartialJunction;
  std::string code() const override { return "0"; }
  void equations() override;

 private:
  CausalRule::Kind rule() const override { return CausalRule::Kind::junction_0; }
};

/// Partial 1-junction: some components of a bond have the flow of a smaller bond.
///
/// Their efforts sum to zero, those of bonds that point away counted negative.
class J1Partial final : public PartialJunction {
 public:
  using PartialJunction::PartialJunction;
  std::string code() const override { return "1"; }
  void equations() override;

 private:
  CausalRule::Kind rule() const override { return CausalRule::Kind::junction_1; }
};

}  // namespace multibond::bonds
