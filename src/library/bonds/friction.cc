#include "multibond/library/bonds/friction.h"

#include "multibond/base/text.h"

namespace multibond::bonds {

void Friction::equations() {
  check_values({e_static, e_kinetic}, [](const std::vector<double>& x) -> std::optional<Fault> {
    const double holding = x[0], slipping = x[1];
    if (holding >= slipping) return std::nullopt;
    return Fault{"breaks away at " + format_number(holding) + ", but slips against " +
                     format_number(slipping) + ": it could neither stick nor slip in between.",
                 "Give it a static friction that is not below the kinetic one."};
  });
  const Expr flow = f(0), effort = e(0);
  // Without events: the discrete mode says which way it slips.
  const Expr direction = select(mode > 1.5, sign(flow), mode);
  Expr dry = e_kinetic;
  if (f_stribeck.value() > 0) {
    dry = e_kinetic + (e_static - e_kinetic) * exp(-abs(flow) / f_stribeck);
  }
  either(
      mode * mode < 0.5,
      [&] {
        equation(flow, 0.0);
        equation(excess, abs(effort) - factor_ * e_static);
      },
      [&] {
        equation(effort, direction * factor_ * dry + R * flow);
        equation(excess, -1.0);
      });
  initially([&] { assign(mode, 0.5 * (sign(flow - f_small) + sign(flow + f_small))); });
  when(excess > 0.0, [&] { assign(mode, sign(effort)); });
  when(mode * flow < -f_small, [&] { assign(mode, 0.0); });
  dissipates(net_power());
}

}  // namespace multibond::bonds
