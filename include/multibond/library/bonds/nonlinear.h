/// Non-linear one-ports: a law in the place of a factor.
///
///     NonlinearR friction{this, "friction"};
///     friction.law = [](const Expr& v) { return 3.0 * tanh(v / 0.01); };
///
/// Without a law in C++ the table of measured points holds, and with form = table in any case. The
/// law is the same for all components.
#pragma once

#include <functional>

#include "multibond/library/bonds/element.h"

namespace multibond::bonds {

/// Base of the non-linear one-ports: the law, as a function or a table.
class Nonlinear : public OnePort {
 public:
  using OnePort::OnePort;
  using Points = Eigen::Matrix<double, Eigen::Dynamic, 2>;
  Parameter<std::string> form{
      this,
      "form",
      "auto",
      "what holds: the function given in C++, if there is one, or the table",
      {"auto", "function", "table"}};
  Parameter<Points> table{this, "table", Points{{-1.0, -1.0}, {1.0, 1.0}}, "",
                          "points of the law, by rows"};
  Parameter<std::string> smoothness{
      this, "smoothness", "linear", "curve between the points", {"linear", "cubic"}};
  Parameter<std::string> extrapolation{
      this, "extrapolation", "linear", "curve beyond the ends", {"hold", "linear", "error"}};
  /// The law in C++; the table is not read then, unless `form` says so.
  std::function<Expr(const Expr&)> law;

 protected:
  /// The law as a function of any argument.
  std::function<Expr(const Expr&)> characteristic() const;
};

/// Non-linear resistance: e is a function of f, and their product is lost.
class NonlinearR final : public Nonlinear {
 public:
  using Nonlinear::Nonlinear;
  std::string code() const override { return "R"; }
  std::vector<CausalRule> causal_rules() const override {
    return each(CausalRule::Kind::resistive);
  }
  void equations() override;
};

/// Non-linear conductance: f is a function of e, and their product is lost.
class NonlinearG final : public Nonlinear {
 public:
  using Nonlinear::Nonlinear;
  std::string code() const override { return "G"; }
  std::vector<CausalRule> causal_rules() const override {
    return each(CausalRule::Kind::resistive);
  }
  void equations() override;
};

/// Non-linear capacitance: e is a function of the charge q, with dq/dt = f.
///
/// It stores the integral of e over q, whatever the law: one component knows no cycles.
class NonlinearC final : public Nonlinear {
 public:
  using Nonlinear::Nonlinear;
  Parameter<VectorX> q_start{this, "q_start", VectorX::Zero(1), "", "initial charges"};
  Parameter<bool> fixed{this, "fixed", false, "whether the initial charges hold exactly"};
  VariableArray q{this, "q", "", "charge, the integral of the flow"};
  std::string code() const override { return "C"; }
  std::vector<CausalRule> causal_rules() const override {
    return each(CausalRule::Kind::capacitive);
  }
  void build() override { q.resize(size()); }
  void equations() override;
};

/// Non-linear inertance: f is a function of the momentum p, with dp/dt = e.
///
/// It stores the integral of f over p.
class NonlinearI final : public Nonlinear {
 public:
  using Nonlinear::Nonlinear;
  Parameter<VectorX> p_start{this, "p_start", VectorX::Zero(1), "", "initial momenta"};
  Parameter<bool> fixed{this, "fixed", false, "whether the initial momenta hold exactly"};
  VariableArray p{this, "p", "", "momentum, the integral of the effort"};
  std::string code() const override { return "I"; }
  std::vector<CausalRule> causal_rules() const override { return each(CausalRule::Kind::inertial); }
  void build() override { p.resize(size()); }
  void equations() override;
};

}  // namespace multibond::bonds
