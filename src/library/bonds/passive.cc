#include "multibond/library/bonds/passive.h"

namespace multibond::bonds {

void R::equations() {
  for (int i = 0; i < size(); ++i) equation(e(i), entry(R, i) * f(i));
  lose_power();
}

void G::equations() {
  for (int i = 0; i < size(); ++i) equation(f(i), entry(G, i) * e(i));
  dissipates(net_power());
}

void C::equations() {
  Expr energy = 0.0;
  for (int i = 0; i < size(); ++i) {
    equation(f(i), entry(C, i) * der(e(i)));
    if (!state_outside.value()) {
      port.e[i].hint(StateHint::prefer).start(entry(e_start, i)).fixed(fixed.value());
    }
    energy += 0.5 * entry(C, i) * e(i) * e(i);
  }
  stores(energy);
}

void I::equations() {
  Expr energy = 0.0;
  for (int i = 0; i < size(); ++i) {
    equation(e(i), entry(I, i) * der(f(i)));
    if (!state_outside.value()) {
      port.f[i].hint(StateHint::prefer).start(entry(f_start, i)).fixed(fixed.value());
    }
    energy += 0.5 * entry(I, i) * f(i) * f(i);
  }
  stores(energy);
}

}  // namespace multibond::bonds
