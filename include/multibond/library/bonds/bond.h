/// Bonds: the edges of a bond graph, and the ports they join.
///
/// A bond carries an effort e and a flow f whose product is power; a multibond carries n of each.
/// Its harpoon points the way in which power counts positive, from the tail to the head:
///
///     bond(*this, source, node);      //  source ---> node
///
/// In equations the flow at a port always counts into the element, whichever way the harpoon
/// points, so that e.f is the power the element takes up; the direction only matters to 1-junctions
/// and to what is drawn.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>

#include "multibond/library/signal_port.h"
#include "multibond/model/port.h"

namespace multibond::bonds {

class Bond;
class Element;

/// Port for a bond: n efforts and n flows.
///
/// On an element its size is that of the element. A component that wraps a graph may have such a
/// port too, as an interface, and then gives the size.
class BondPort final : public Port {
 public:
  BondPort(Component* owner, std::string_view name) : Port(owner, name) {}
  BondPort(Component* owner, std::string_view name, int size)
      : Port(owner, name), own_size_(size) {}

  VariableArray e{this, "e", "", "effort"};
  VariableArray f{this, "f", "", "flow into the component", true};

  std::string kind_name() const override { return "bond"; }
  void build() override;
  /// Refuses an element that no bond joins to the graph.
  void equations() override;

  int size() const;  ///< cardinality; known before anything is built
  void set_size(int size) {
    when_reopened([this, before = own_size_] { own_size_ = before; });
    own_size_ = size;
  }
  Eigen::Matrix<Expr, Eigen::Dynamic, 1> effort() const { return e.expr(); }
  Eigen::Matrix<Expr, Eigen::Dynamic, 1> flow() const { return f.expr(); }
  Expr power() const;  ///< into the component

  /// The bond outside and, on an interface, the one inside; nullptr if there is none.
  const Bond* outer_bond() const { return bonds_[0]; }
  const Bond* inner_bond() const { return bonds_[1]; }
  /// +1 if the harpoon of the bond outside points here, or if there is none; else -1.
  int direction() const;

 private:
  friend class Bond;
  const Bond* bonds_[2] = {nullptr, nullptr};
  std::optional<int> own_size_;
};

/// An end of a bond: a port, or an element that has only one, or makes one (a junction).
class End {
 public:
  End(BondPort& port) : port_(&port) {}  // NOLINT: a port is an end
  End(Element& element);                 // NOLINT: so is an element
  BondPort& port() const { return *port_; }

 private:
  BondPort* port_;
};

/// Which end of a bond a modeller wants to be told the effort: where the causality stroke is.
enum class Stroke : std::uint8_t { any, at_head, at_tail };

/// Bond between two ports; its harpoon points to the head.
class Bond : public Component {
 public:
  /// `where` states the connection: the component that contains both ends.
  Bond(Component* where, std::string_view name, const End& tail, const End& head,
       SourceLocation at = SourceLocation::here());

  const BondPort& tail() const { return *tail_; }
  const BondPort& head() const { return *head_; }
  int size() const { return tail_->size(); }
  virtual Stroke stroke() const { return Stroke::any; }
  void build() override;

 private:
  BondPort* tail_;
  BondPort* head_;
};

/// Causal bond with the stroke at its head: the effort is given to the head, which answers with the
/// flow. A graph that cannot be causalized so is refused.
class EffortBond final : public Bond {
 public:
  using Bond::Bond;
  Stroke stroke() const override { return Stroke::at_head; }
};

/// Causal bond with the stroke at its tail: the flow is given to the head, which answers with the
/// effort. A graph that cannot be causalized so is refused.
class FlowBond final : public Bond {
 public:
  using Bond::Bond;
  Stroke stroke() const override { return Stroke::at_tail; }
};

/// Bond whose power is a signal.
class PowerBond final : public Bond {
 public:
  using Bond::Bond;
  signals::Signal P{this, "P"};
  void equations() override { equation(P.value, head().power()); }
};

/// Makes a bond, owned by `where`, called name or b1, b2, …
Bond& bond(Component& where, const End& tail, const End& head, std::string_view name = {},
           SourceLocation at = SourceLocation::here());

/// A link of a chain of bonds: an element that power goes through, or a port at an end of it.
class Link {
 public:
  Link(BondPort& port) : port_(&port) {}          // NOLINT: a port is a link
  Link(Element& element) : element_(&element) {}  // NOLINT: so is an element
  BondPort& in() const;   ///< where the bond before arrives: a new port of a junction, port_a
  BondPort& out() const;  ///< where the next one leaves: a new port of a junction, port_b

 private:
  friend Link reversed(Element& element);
  BondPort* port_ = nullptr;
  Element* element_ = nullptr;
  bool reversed_ = false;
};

/// An element that a chain goes through from port_b to port_a.
Link reversed(Element& element);

/// Makes the bonds of a chain, as it is drawn, each pointing to the next link:
///
///     bond(*this, {motor, transformer, node, load});     //  motor ---> TF ---> 1 ---> load
void bond(Component& where, std::initializer_list<Link> chain,
          SourceLocation at = SourceLocation::here());

/// Size of the bonds of a model: elements beside it and below, that do not say their own n, have
/// this one.
class Defaults final : public Component {
 public:
  using Component::Component;
  Parameter<int> n{
      this, "n", 1, "1", "cardinality of elements that do not give their own", Check::positive};
};

}  // namespace multibond::bonds
