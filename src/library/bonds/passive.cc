#include "multibond/library/bonds/passive.h"

namespace multibond::bonds {

void R::equations() {
  for (int i = 0; i < size(); ++i) equation(e(i), entry(resistance, i) * f(i));
  dissipates(net_power());
}

void G::equations() {
  for (int i = 0; i < size(); ++i) equation(f(i), entry(conductance, i) * e(i));
  dissipates(net_power());
}

void C::equations() {
  Expr energy = 0.0;
  for (int i = 0; i < size(); ++i) {
    equation(f(i), entry(capacitance, i) * der(e(i)));
    if (!state_outside) {
      port.e[i].hint(StateHint::prefer).start(entry(e_start, i)).fixed(fixed.value());
    }
    energy += 0.5 * entry(capacitance, i) * e(i) * e(i);
  }
  stores(energy);
}

void I::equations() {
  Expr energy = 0.0;
  for (int i = 0; i < size(); ++i) {
    equation(e(i), entry(inertance, i) * der(f(i)));
    if (!state_outside) {
      port.f[i].hint(StateHint::prefer).start(entry(f_start, i)).fixed(fixed.value());
    }
    energy += 0.5 * entry(inertance, i) * f(i) * f(i);
  }
  stores(energy);
}

}  // namespace multibond::bonds
