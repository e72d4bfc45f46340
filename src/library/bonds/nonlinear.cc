#include "multibond/library/bonds/nonlinear.h"

#include "multibond/symbolic/table.h"

namespace multibond::bonds {

std::function<Expr(const Expr&)> Nonlinear::characteristic() const {
  if (form.value() == "function" && !law) {
    fail("is to have a function for its law, but none was given in C++.",
         "Give it one, or set form to table.");
  }
  if (law && form.value() != "table") return law;
  const Points points = table.value();
  const auto column = [&](Eigen::Index j) {
    return std::vector<double>(points.col(j).begin(), points.col(j).end());
  };
  const auto curve = smoothness.value() == "cubic" ? Interpolation::cubic : Interpolation::linear;
  const auto beyond = extrapolation.value() == "hold"    ? Extrapolation::hold
                      : extrapolation.value() == "error" ? Extrapolation::error
                                                         : Extrapolation::linear;
  const auto function = make_table(table.path(), column(0), column(1), curve, beyond);
  return [function](const Expr& x) { return call(function, {x}); };
}

void NonlinearR::equations() {
  const auto effort = characteristic();
  for (int i = 0; i < size(); ++i) equation(e(i), effort(f(i)));
  dissipates(net_power());
}

void NonlinearG::equations() {
  const auto flow = characteristic();
  for (int i = 0; i < size(); ++i) equation(f(i), flow(e(i)));
  dissipates(net_power());
}

void NonlinearC::equations() {
  const auto effort = characteristic();
  for (int i = 0; i < size(); ++i) {
    Variable& charge = q[i];
    equation(e(i), effort(charge));
    equation(f(i), der(charge));
    charge.hint(StateHint::prefer).start(entry(q_start, i)).fixed(fixed.value());
  }
  stores_power(net_power());
}

void NonlinearI::equations() {
  const auto flow = characteristic();
  for (int i = 0; i < size(); ++i) {
    Variable& momentum = p[i];
    equation(f(i), flow(momentum));
    equation(e(i), der(momentum));
    momentum.hint(StateHint::prefer).start(entry(p_start, i)).fixed(fixed.value());
  }
  stores_power(net_power());
}

}  // namespace multibond::bonds
