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
  const Expr undecided = mode > 1.5, on_trial = !undecided && trial > 0.5;
  // Without events: the discrete mode says which way it slips.
  const Expr direction = select(undecided, sign(flow), mode);
  Expr dry = e_kinetic;
  if (f_stribeck.value() > 0) {
    dry = e_kinetic + (e_static - e_kinetic) * exp(-abs(flow) / f_stribeck);
  }
  either(
      mode * mode < 0.5,
      [&] {
        constraint(flow, port.e[0]);
        equation(excess, abs(effort) - factor_ * e_static);
      },
      [&] {
        equation(effort, direction * factor_ * select(on_trial, e_static, dry) + R * flow);
        equation(excess, -1.0);
      });
  when(excess > 0.0, [&] { assign(mode, sign(effort)); });
  decide_at_rest(flow, undecided, on_trial);
  dissipates(net_power());
}

/// Whether a flow that has come to zero stays there. A lock would stop it whatever it takes, by an
/// impulse if need be: the slider of a crank mechanism stands still at the dead centres while the
/// crank turns, and locking it there would stop the crank. Dry friction is finite, so the judgement
/// is made on accelerations: it is let go on, against all that friction has, and sticks if that
/// turns it back. What is at rest at the start is let go where it would go without friction.
void Friction::decide_at_rest(const Expr& flow, const Expr& undecided, const Expr& on_trial) {
  const Expr backward = mode * flow < -f_small * (1.0 - trial);
  const Expr back = !undecided && backward;
  const Expr direction = 0.5 * (sign(flow - f_small) + sign(flow + f_small));
  const Expr at_rest = 1.0 - direction * direction;
  initially([&] {
    assign(mode, direction + at_rest * select(backward, -1.0, 1.0));
    assign(trial, at_rest);
  });
  when(back && !on_trial, [&] {
    assign(mode, -mode);
    assign(trial, 1.0);
  });
  when(back && on_trial, [&] {
    assign(mode, 0.0);
    assign(trial, 0.0);
  });
  when(!backward && on_trial, [&] { assign(trial, 0.0); });
}

}  // namespace multibond::bonds
