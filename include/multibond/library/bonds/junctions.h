/// Junctions: where bonds meet and no power is stored or lost.
#pragma once

#include "multibond/library/bonds/element.h"

namespace multibond::bonds {

/// Base of the junctions: ports are made as bonds come, `p[1]`, `p[2]`, …
class Junction : public Element {
 public:
  Junction(Component* owner, std::string_view name) : Element(owner, name) {}
  BondPort& free_port() override;
  std::vector<CausalRule> causal_rules() const override;

 protected:
  virtual CausalRule::Kind rule() const = 0;
  /// What all ports have in common can be read as line.e or line.e[2].
  void show(std::string_view name, std::size_t i, const VariableArray& common);
};

/// 0-junction: all bonds have the same effort e, and the flows into it sum to zero.
///
/// Any number of bonds; a node of a circuit, a chamber of a hydraulic system.
class J0 final : public Junction {
 public:
  using Junction::Junction;
  std::string code() const override { return "0"; }
  void equations() override;

 private:
  CausalRule::Kind rule() const override { return CausalRule::Kind::junction_0; }
};

/// 1-junction: all bonds have the same flow f, and the efforts sum to zero.
///
/// Efforts of bonds that point away count negative. A loop of a circuit, a body that moves.
class J1 final : public Junction {
 public:
  using Junction::Junction;
  std::string code() const override { return "1"; }
  void equations() override;

 private:
  CausalRule::Kind rule() const override { return CausalRule::Kind::junction_1; }
};

}  // namespace multibond::bonds
