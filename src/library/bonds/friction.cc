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
  const Expr undecided = mode > 1.5, on_trial = !undecided && trial > 0.5;
  // Which way it moves at the start: less than f_small is rest, not rounding that decides.
  const Expr motion = 0.5 * (sign(flow - f_small) + sign(flow + f_small));
  // Without events: the discrete mode says which way it slips.
  const Expr direction = select(undecided, motion, mode);
  const Expr holding = 0.5 * ((1.0 + direction) * forward - (1.0 - direction) * backward);
  either(
      mode * mode < 0.5,
      [&] {
        constraint(flow, port.e[0]);
        equation(excess, max(effort - forward, -backward - effort));
      },
      [&] {
        equation(effort, select(on_trial, holding, slipping(flow, direction)));
        equation(excess, -1.0);
      });
  when(excess > 0.0, [&] { assign(mode, sign(effort - 0.5 * (forward - backward))); });
  decide_at_rest(flow, motion, undecided, on_trial);
  lose_power();
}

/// Whether a flow that has come to zero stays there. A lock would stop it whatever it takes, by an
/// impulse if need be: the slider of a crank mechanism stands still at the dead centres while the
/// crank turns, and locking it there would stop the crank. Dry friction is finite, so the judgement
/// is made on accelerations: it is let go on, against all that friction has, and sticks if that
/// turns it back. What is at rest at the start is let go where it would go without friction.
void Friction::decide_at_rest(const Expr& flow, const Expr& motion, const Expr& undecided,
                              const Expr& on_trial) {
  const Expr backward = mode * flow < -f_small * (1.0 - trial);
  const Expr back = !undecided && backward;
  const Expr at_rest = 1.0 - motion * motion;
  initially([&] {
    assign(mode, motion + at_rest * select(backward, -1.0, 1.0));
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
