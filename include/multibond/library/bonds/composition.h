/// Compositions: bonds put together, taken apart, reordered.
#pragma once

#include "multibond/library/bonds/element.h"

namespace multibond::bonds {

/// Composition: the bonds at port_a and port_b, one after the other, are the bond at port_c.
///
/// Usually the bonds at port_a and port_b point here and the one at port_c away.
class Composition : public Element {
 public:
  using Element::Element;
  Parameter<int> nA{this, "nA", 1, "1", "cardinality of the bond at port_a", Check::positive};
  Parameter<int> nB{this, "nB", 1, "1", "cardinality of the bond at port_b", Check::positive};
  BondPort port_a{this, "port_a"}, port_b{this, "port_b"}, port_c{this, "port_c"};
  int port_size(const BondPort& port) const override;
  std::string code() const override { return "Comp"; }
  std::vector<CausalRule> causal_rules() const override;
  void equations() override;
};

/// Decomposition: the bond at port_c is taken apart into those at port_a and port_b.
///
/// The same equations as `Composition`; usually the bond at port_c points here.
class Decomposition final : public Composition {
 public:
  using Composition::Composition;
  std::string code() const override { return "Decomp"; }
};

/// Permutation: component i of the bond at port_b is component p[i] of the bond at port_a.
class Permutation final : public Element {
 public:
  using Element::Element;
  Parameter<VectorX> p{this, "p", VectorX::Ones(1), "1", "components of port_a, counted from 1"};
  BondPort port_a{this, "port_a"}, port_b{this, "port_b"};
  std::string code() const override { return "P"; }
  std::vector<CausalRule> causal_rules() const override;
  void equations() override;
};

}  // namespace multibond::bonds
