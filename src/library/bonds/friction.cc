#include "multibond/library/bonds/friction.h"

#include "multibond/base/text.h"

namespace multibond::bonds {

Expr Friction::slipping(const Expr& flow, const Expr& direction) const {
  if (law_) return direction * factor_ * law_(direction * flow, direction);
  Expr dry = e_kinetic;
  if (f_stribeck.value() > 0) {
    dry = e_kinetic + (e_static - e_kinetic) * exp(-abs(flow) / f_stribeck);
  }
  return direction * factor_ * dry + R * flow;
}

Friction::Limits Friction::limits() const {
  return limits_.value_or(Limits{factor_ * e_static, factor_ * e_static});
}

void Friction::equations() {
  check_values({e_static, e_kinetic}, [](const std::vector<double>& x) -> std::optional<Fault> {
    const double holding = x[0], slipping = x[1];
    if (holding >= slipping) return std::nullopt;
    return Fault{"breaks away at " + format_number(holding) + ", but slips against " +
                     format_number(slipping) + ": it could neither stick nor slip in between.",
                 "Give it a static friction that is not below the kinetic one."};
  });
  const Expr flow = f(0), effort = e(0);
  const auto [backward, forward] = limits();
  // Which way it moves at the start: less than f_small is rest, not rounding that decides.
  const Expr motion = 0.5 * (sign(flow - f_small) + sign(flow + f_small));
  // Without events: the discrete mode says which way it slips.
  const Expr direction = select(mode > 1.5, motion, mode);
  either(
      mode * mode < 0.5,
      [&] {
        equation(flow, 0.0);
        equation(excess, max(effort - forward, -backward - effort));
      },
      [&] {
        equation(effort, slipping(flow, direction));
        equation(excess, -1.0);
      });
  initially([&] { assign(mode, motion); });
  when(excess > 0.0, [&] { assign(mode, sign(effort - 0.5 * (forward - backward))); });
  when(mode * flow < -f_small, [&] { assign(mode, 0.0); });
  lose_power();
}

}  // namespace multibond::bonds
