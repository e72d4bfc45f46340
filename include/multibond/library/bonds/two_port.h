/// Two-ports that conserve power: the base of transformers and gyrators.
///
/// Power counts through the element, from port_a to port_b, as the harpoons usually point:
///
///     bond(*this, {motor, transformer, load});
///
/// e1 and f1 are effort and flow of the bond at port_a, e2 and f2 those at port_b.
#pragma once

#include "multibond/library/bonds/signal_array.h"

namespace multibond::bonds {

/// Element with two ports.
class TwoPort : public Element {
 public:
  using Element::Element;
  BondPort port_a{this, "port_a"}, port_b{this, "port_b"};
  BondPort& port_in() override { return port_a; }
  BondPort& port_out() override { return port_b; }

 protected:
  ExprVector e1() const { return port_a.effort(); }
  ExprVector f1() const { return port_a.flow(); }
  ExprVector e2() const { return port_b.effort(); }
  ExprVector f2() const { return -port_b.flow(); }
};

/// Two-port with a matrix M between a quantity of port_a and one of port_b.
///
/// That no power is lost determines the other two by the transposed matrix.
class Coupling : public TwoPort {
 public:
  enum class Form : std::uint8_t {
    transformer_effort,  ///< e2 = M e1, f1 = M' f2
    transformer_flow,    ///< f2 = M f1, e1 = M' e2
    gyrator_effort,      ///< f2 = M e1, f1 = M' e2
    gyrator_flow,        ///< e2 = M f1, e1 = M' f2
  };
  Coupling(Component* owner, std::string_view name, Form form)
      : TwoPort(owner, name), form_(form) {}

  std::string code() const override;
  std::vector<CausalRule> causal_rules() const override;
  void equations() override;

 protected:
  /// M, of as many rows as port_b has components and as many columns as port_a.
  virtual ExprMatrix matrix() const = 0;
  /// Whether M varies: "mTF" instead of "TF".
  virtual bool modulated() const { return false; }

 private:
  bool is_transformer() const;
  Form form_;
};

/// Coupling by a constant square matrix.
class ConstantCoupling : public Coupling {
 public:
  using Coupling::Coupling;
  Parameter<MatrixX> M{this, "M", MatrixX::Ones(1, 1), "",
                       "matrix; one number is a multiple of the identity"};
  void equations() override;

 protected:
  ExprMatrix matrix() const override;
};

/// Coupling by a square matrix of signals, or by an expression.
class ModulatedCoupling : public Coupling {
 public:
  using Coupling::Coupling;
  Modulation M{this, "M", [this] { return Shape{size(), size()}; }};
  void build() override { M.build(); }

 protected:
  ExprMatrix matrix() const override { return M.expr(); }
  bool modulated() const override { return true; }
};

/// Coupling of bonds of different size: the base of the projective transformers.
class ProjectiveCoupling : public Coupling {
 public:
  using Coupling::Coupling;
  Parameter<int> nA{this, "nA", 1, "1", "cardinality of the bond at port_a", Check::positive};
  Parameter<int> nB{this, "nB", 1, "1", "cardinality of the bond at port_b", Check::positive};
  int port_size(const BondPort& port) const override {
    return &port == &port_a ? nA.value() : nB.value();
  }
};

}  // namespace multibond::bonds
