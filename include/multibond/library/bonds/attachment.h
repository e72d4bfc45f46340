/// Attachments: where the bonds of a wrapped component end at its ports, such as electrical pins.
///
/// A wrapped component is a bond graph with the ports of a domain; its inner graph begins at the
/// attachments. Seen from the whole model, ports that are connected form one junction, and the
/// attachments are its bonds.
///
///     PinBond:      e = v            f = i           connected pins have a common effort
///     FlangeBond:   e = f (force)    f = der(s)      connected flanges have a common flow
#pragma once

#include <string>
#include <vector>

#include "multibond/library/bonds/two_port.h"

namespace multibond::bonds {

/// Attachment: the end of a bond at a port of a domain.
class Attachment : public OnePort {
 public:
  using OnePort::OnePort;
  /// The port of the domain.
  virtual const Port& outside() const = 0;
  /// Whether connected ports have a common effort (a 0-junction) or a common flow (1).
  virtual bool common_effort() const = 0;
  /// Which junction of the port it is at: a frame in space has one of translation and one of
  /// rotation.
  virtual int channel() const { return 0; }
  std::string code() const override { return common_effort() ? "0" : "1"; }
  std::vector<CausalRule> causal_rules() const override { return {}; }
};

/// Attachment to a port whose potential is the effort and whose flow is the flow of the bond.
class EffortAttachment : public Attachment {
 public:
  EffortAttachment(Component* owner, std::string_view name, const Port& outside,
                   const Variable& effort, const Variable& flow);
  const Port& outside() const override { return outside_; }
  bool common_effort() const override { return true; }
  void equations() override;

 private:
  const Port& outside_;
  Expr effort_, flow_;
};

/// Attachment to a port with a position: the flow of the bond is its rate.
///
/// A bond that comes from the port brings the force on the component; one that goes to the port
/// takes along the force on what is connected there.
class FlowAttachment : public Attachment {
 public:
  /// `rate`: the rate of the position, if the component has a variable for it.
  FlowAttachment(Component* owner, std::string_view name, const Port& outside,
                 const Variable& position, const Variable& force);
  FlowAttachment(Component* owner, std::string_view name, const Port& outside,
                 const Variable& position, const Variable& force, const Variable& rate);
  const Port& outside() const override { return outside_; }
  bool common_effort() const override { return false; }
  void equations() override;

 private:
  const Port& outside_;
  Expr rate_, force_;
};

/// Junction with one bond inside and bonds to ports of the domain outside.
///
/// Between two pins it is a 1-junction, which makes of potentials a voltage; between two flanges a
/// 0-junction, which makes of velocities a relative one; the two flanges of a rigid part are at a
/// 1-junction. The component states what the effort and flow of the inner bond are: these follow
/// from its own variables, so that the outer bonds need no further ones.
class AttachedJunction final : public OnePort {
 public:
  enum class Kind : std::uint8_t { zero, one };
  struct Outer {
    const Port* port;
    bool inward;  ///< whether the harpoon points from the port to the junction
  };
  AttachedJunction(Component* owner, std::string_view name, Kind kind, bool common_effort,
                   std::vector<Outer> outer);

  const std::vector<Outer>& outer() const { return outer_; }
  /// Whether connected ports of the domain have a common effort.
  bool common_effort() const { return common_effort_; }
  std::string code() const override { return kind_ == Kind::zero ? "0" : "1"; }
  /// The inner bond, then the outer ones.
  std::vector<CausalRule> causal_rules() const override;

 private:
  Kind kind_;
  bool common_effort_;
  std::vector<Outer> outer_;
};

/// One-port of a wrapped component whose law the component states itself, because it needs more
/// than effort and flow: a position, a mode. Power is declared there as well.
class Terminal : public OnePort {
 public:
  using Modes = std::vector<std::pair<std::string, CausalRule::Kind>>;
  Terminal(Component* owner, std::string_view name, std::string code, CausalRule::Kind kind,
           Modes modes = {});
  std::string code() const override { return code_; }
  std::vector<CausalRule> causal_rules() const override { return each(kind_); }
  std::vector<CausalMode> causal_modes() const override;
  Expr effort() const { return port.e[0]; }
  Expr flow() const { return port.f[0]; }  ///< into the element

 private:
  std::string code_;
  CausalRule::Kind kind_;
  Modes modes_;
};

/// The same of several components, by default a source of effort.
class VectorTerminal final : public OnePort {
 public:
  VectorTerminal(Component* owner, std::string_view name, int size = 3, std::string code = "mSe",
                 CausalRule::Kind kind = CausalRule::Kind::effort_source);
  std::string code() const override { return code_; }
  std::vector<CausalRule> causal_rules() const override { return each(kind_); }
  ExprVector effort() const { return port.effort(); }
  ExprVector flow() const { return port.flow(); }  ///< into the element

 private:
  std::string code_;
  CausalRule::Kind kind_;
};

/// Terminal of an ideal switch: no effort while it is closed, no flow while it is open.
class SwitchTerminal final : public Terminal {
 public:
  SwitchTerminal(Component* owner, std::string_view name)
      : Terminal(owner, name, "Sw", CausalRule::Kind::resistive,
                 {{"closed", CausalRule::Kind::effort_source},
                  {"open", CausalRule::Kind::flow_source}}) {}
};

/// Transformer of a wrapped component whose positions are in proportion: f1 = ratio f2 follows from
/// them, the element adds e2 = ratio e1. Power counts through the element, as in two_port.h.
class PositionTransformer final : public TwoPort {
 public:
  PositionTransformer(Component* owner, std::string_view name);
  Parameter<double> ratio{this, "ratio", 1.0, "", "ratio of flows, into port_a : out of port_b"};
  std::string code() const override { return "TF"; }
  std::vector<CausalRule> causal_rules() const override;
  void equations() override;
};

}  // namespace multibond::bonds
