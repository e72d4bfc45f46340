/// Element: a vertex of a bond graph.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "multibond/library/bonds/bond.h"

namespace multibond::bonds {

/// What an element asks of the causality at its ports, for scalar components. An element states one
/// rule per independent group of them. `places` number the components of all ports of the element,
/// port by port.
struct CausalRule {
  enum class Kind : std::uint8_t {
    effort_source,  ///< gives effort (Se): fixed
    flow_source,    ///< gives flow (Sf): fixed
    capacitive,     ///< prefers to give effort (C); places of one rule are coupled (a field)
    inertial,       ///< prefers to give flow (I)
    resistive,      ///< either; what it gives depends on what it is given
    junction_0,     ///< takes effort at one place, gives it at all others
    junction_1,     ///< takes flow at one place, gives it at all others
    transformer,    ///< two places: effort in at one, effort out at the other
    gyrator,        ///< two places: effort in at both, or flow in at both
    /// Power-conserving with a matrix: flows of the last rows() places = matrix * flows of the
    /// first columns() places, efforts of the first = transposed * efforts of the last.
    flow_matrix,
    /// The same with efforts: efforts last = matrix * efforts first, flows first = transposed *
    /// flows last.
    effort_matrix,
    /// efforts of the last = matrix * flows of the first; efforts first = transposed * flows last.
    gyrator_matrix,
    /// flows of the last = matrix * efforts of the first; flows first = transposed * efforts last.
    gyrator_inverse_matrix,
  };
  Kind kind;
  std::vector<std::uint32_t> places;
  /// Of the matrix kinds, with some value for entries that vary; of fields, or empty: regular.
  MatrixX matrix = {};
};

/// A state of an element that switches ideally, and what it asks of the causality then.
struct CausalMode {
  std::string name;  ///< "open", "sticking"
  std::vector<CausalRule> rules;
};

class Element : public Component {
 public:
  Element(Component* owner, std::string_view name) : Component(owner, name) {}
  Parameter<int> n{this,
                   "n",
                   0,
                   "1",
                   "cardinality; 0: that of the model's Defaults, else 1",
                   Check::non_negative};

  /// Number of components of the element's bonds.
  int size() const;
  /// Size of one of its ports.
  virtual int port_size(const BondPort&) const { return size(); }
  /// Mnemonic code for drawings: "R", "mTF".
  virtual std::string code() const = 0;
  /// Whatever the mode of the element, if it has several.
  virtual std::vector<CausalRule> causal_rules() const = 0;
  virtual std::vector<CausalMode> causal_modes() const { return {}; }
  /// The port a bond gets if only the element is named.
  virtual BondPort& free_port();
  /// The ports of bonds that come and go where a chain of bonds goes through the element.
  virtual BondPort& port_in() { return free_port(); }
  virtual BondPort& port_out() { return free_port(); }
  /// Its bond ports, in order.
  std::vector<BondPort*> bond_ports() const;

 protected:
  /// One rule per component of a one-port.
  std::vector<CausalRule> each(CausalRule::Kind kind) const;
  /// One rule for all components together.
  std::vector<CausalRule> together(CausalRule::Kind kind) const;
  /// Element i of a vector parameter; one of length 1 is the same for all components.
  Expr entry(const Parameter<VectorX>& parameter, int i) const;
  /// A square matrix of the element's size; one of size 1 is a multiple of the identity.
  Eigen::Matrix<Expr, Eigen::Dynamic, Eigen::Dynamic> square(
      const Parameter<MatrixX>& parameter) const;
  /// The first `count` entries of a vector of different places 1 ... `largest`, counted from 0.
  std::vector<int> places(const Parameter<VectorX>& parameter, int count, int largest) const;
  Expr net_power() const;  ///< into the element, over all ports
};

/// Element with one port. e and f count so that e.f is the power it takes up.
class OnePort : public Element {
 public:
  using Element::Element;
  BondPort port{this, "port"};
  BondPort& free_port() override { return port; }
  /// Before its equations are stated: what a resistance takes up leaves as heat and is not lost.
  void pass_on_heat() { passes_on_heat_ = true; }

 protected:
  Expr e(int i) const { return port.e[i]; }
  Expr f(int i) const { return port.f[i]; }
  /// The power that it takes up is lost, unless it leaves as heat.
  void lose_power() {
    if (!passes_on_heat_) dissipates(net_power());
  }

 private:
  bool passes_on_heat_ = false;
};

}  // namespace multibond::bonds
