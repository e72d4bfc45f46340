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
  const Limits range = limits();
  const Expr &backward = range.backward, &forward = range.forward;
  const Expr rests = mode > 2.5, unknown = mode > 1.5;
  // Which way it moves at the start: less than f_small is rest, not rounding that decides.
  const Expr motion = 0.5 * (sign(flow - f_small) + sign(flow + f_small));
  // Without events: the discrete mode says which way it slips.
  const Expr direction = select(unknown, motion, mode);
  const Expr resting = max(share, 0.0) * forward + min(share, 0.0) * backward;
  either(
      mode * mode < 0.5,
      [&] {
        constraint(flow, port.e[0]);
        equation(excess, max(effort - forward, -backward - effort));
      },
      [&] {
        equation(effort, select(rests, resting, slipping(flow, direction)));
        equation(excess, -1.0);
      });
  dry_friction({port.f[0], port.e[0], mode, share, excess, astray, f_small});
  lose_power();
}

}  // namespace multibond::bonds
