/// Switches and diodes, ideal and leaking.
///
/// An ideal one changes causality; a leaking one has the same causality always, at the price of a
/// small error and of stiffness.
#pragma once

#include "multibond/library/bonds/element.h"

namespace multibond::bonds {

/// Ideal switch: no flow while the signal `open` is above 0.5, no effort otherwise.
///
/// All components switch together.
class Sw final : public OnePort {
 public:
  using OnePort::OnePort;
  signals::Signal open{this, "open"};
  std::string code() const override { return "Sw"; }
  std::vector<CausalRule> causal_rules() const override {
    return each(CausalRule::Kind::resistive);
  }
  std::vector<CausalMode> causal_modes() const override {
    return {{"closed", each(CausalRule::Kind::effort_source)},
            {"open", each(CausalRule::Kind::flow_source)}};
  }
  void equations() override;
};

/// Leaking switch: a conductance Goff while the signal `open` is above 0.5, else a resistance Ron.
class Sw2 final : public OnePort {
 public:
  using OnePort::OnePort;
  signals::Signal open{this, "open"};
  Parameter<VectorX> Ron{
      this, "Ron", VectorX::Constant(1, 1e-5), "", "resistances when closed", Check::non_negative};
  Parameter<VectorX> Goff{
      this, "Goff", VectorX::Constant(1, 1e-5), "", "conductances when open", Check::non_negative};
  VariableArray s{this, "s", "", "curve parameter of the characteristic"};
  std::string code() const override { return "Sw"; }
  std::vector<CausalRule> causal_rules() const override {
    return each(CausalRule::Kind::resistive);
  }
  void build() override { s.resize(size()); }
  void equations() override;
};

/// Base of the diodes: one diode along a direction of the bond.
///
/// The effort stands along d only, and only the flow along d passes the diode. It blocks while the
/// effort along d is positive and conducts negative flow.
class Diode : public OnePort {
 public:
  using OnePort::OnePort;
  Parameter<VectorX> d{this, "d", VectorX::Ones(1), "1",
                       "direction; only that, not the length, matters"};
  Variable e_d{this, "e_d", "", "effort along d"};
  Variable f_d{this, "f_d", "", "flow along d"};
  Variable s{this, "s", "", "curve parameter of the characteristic, positive while blocking"};
  std::vector<CausalRule> causal_rules() const override {
    return together(CausalRule::Kind::resistive);
  }

 protected:
  /// Effort and flow of the bond by e_d and f_d.
  void project();
};

/// Ideal diode: no flow along d while the effort along d is positive, no effort otherwise.
class D final : public Diode {
 public:
  using Diode::Diode;
  std::string code() const override { return "D"; }
  /// Of several components only the flow along d is blocked, which is a matter of all together.
  std::vector<CausalMode> causal_modes() const override {
    return {{"conducting", each(CausalRule::Kind::effort_source)},
            {"blocking", size() == 1 ? each(CausalRule::Kind::flow_source) : causal_rules()}};
  }
  void equations() override;
};

/// Leaking diode: a conductance Goff while it blocks, a resistance Ron beyond the knee e0.
class D2 final : public Diode {
 public:
  using Diode::Diode;
  Parameter<double> Ron{this, "Ron", 1e-5, "", "resistance when conducting", Check::non_negative};
  Parameter<double> Goff{this, "Goff", 1e-5, "", "conductance when blocking", Check::non_negative};
  Parameter<double> e0{this, "e0", 0.0, "", "effort at the knee, not positive"};
  std::string code() const override { return "D"; }
  void equations() override;
};

}  // namespace multibond::bonds
