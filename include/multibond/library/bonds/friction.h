/// Dry friction: sticks and slips.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "multibond/library/bonds/element.h"

namespace multibond::bonds {

/// Dry friction: holds the flow at zero up to the effort e_static, then slips against e_kinetic.
///
///      e |  e_static          sticking  f = 0, while |e| <= e_static
///        |._____ e_kinetic    slipping  e = sign(f) e_kinetic + R f
///        |
///     ---+--------- f         With f_stribeck > 0 the effort falls from the static to the kinetic
///        |                    one as exp(-|f| / f_stribeck), else at once.
///
/// While it sticks the flow is constrained exactly, so that nothing creeps. Change between sticking
/// and slipping is an event. Where the flow comes to zero it sticks if the static effort can hold
/// it there, else it slips on, the other way; no velocity jumps by friction. Several frictions that
/// hold one motion give way when all of them together cannot hold it. A scalar element.
class Friction final : public OnePort {
 public:
  Friction(Component* owner, std::string_view name) : OnePort(owner, name) { n = 1; }
  Parameter<double> e_kinetic{
      this, "e_kinetic", 1.0, "", "effort while slipping", Check::non_negative};
  Parameter<double> e_static{
      this, "e_static", 1.0, "", "effort at which it breaks away", Check::non_negative};
  Parameter<double> f_stribeck{this,
                               "f_stribeck",
                               0.0,
                               "",
                               "flow over which the effort falls to e_kinetic; 0: at once",
                               Check::non_negative};
  Parameter<double> R{this, "R", 0.0, "", "viscous part", Check::non_negative};
  Parameter<double> f_small{
      this, "f_small", 1e-10, "", "flow backwards that counts as a stop", Check::positive};
  Discrete mode{this, "mode", 2.0, "1",
                "0 sticking, 1 slipping forward, -1 backward, 2 not yet known, 3 at rest"};
  Discrete share{this, "share", 0.0, "1", "of e_static that acts at rest"};
  Variable excess{this, "excess", "", "effort that exceeds the static friction"};
  Variable astray{this, "astray", "1", "positive where the flow leaves its mode, by f_small"};

  std::string code() const override { return "R"; }
  std::vector<CausalRule> causal_rules() const override {
    return each(CausalRule::Kind::resistive);
  }
  std::vector<CausalMode> causal_modes() const override {
    return {{"sticking", each(CausalRule::Kind::flow_source)},
            {"slipping", each(CausalRule::Kind::resistive)}};
  }
  /// Both efforts are multiplied by this: a normal force that changes.
  void scale_by(const Expr& factor) { factor_ = factor; }
  /// A law of slipping in place of e_kinetic, f_stribeck and R: the effort against the motion, over
  /// the absolute flow and the direction, 1 or -1.
  using Law = std::function<Expr(const Expr& flow, const Expr& direction)>;
  void slip_against(Law law) { law_ = std::move(law); }
  /// It breaks away where the effort leaves [-backward, forward], in place of e_static.
  void hold_between(const Expr& backward, const Expr& forward) { limits_ = {backward, forward}; }
  void equations() override;

 private:
  struct Limits {
    Expr backward, forward;
  };
  Limits limits() const;
  Expr slipping(const Expr& flow, const Expr& direction) const;
  Expr factor_ = 1.0;
  Law law_;
  std::optional<Limits> limits_;
};

}  // namespace multibond::bonds
