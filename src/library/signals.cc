#include "multibond/library/signals.h"

#include <cmath>
#include <numbers>

#include "multibond/base/text.h"
#include "multibond/library/signal_paths.h"
#include "register.h"

namespace multibond {
namespace signals {

void CriticalDamping::build() {
  x.resize(static_cast<std::size_t>(n.value()));
  for (std::size_t i = 0; i < x.size(); ++i) x[i].hint(StateHint::prefer);
}

void CriticalDamping::equations() {
  const double alpha = normalized.value() ? std::sqrt(std::pow(2, 1.0 / n.value()) - 1) : 1;
  const Expr w = 2 * std::numbers::pi * f / alpha;
  Expr before = u.value;
  for (std::size_t i = 0; i < x.size(); ++i) {
    equation(der(x[i]), w * (before - x[i]));
    if (initType.value() == "steady") initial_equation(x[i], before);
    before = x[i];
  }
  equation(y.value, before);
}

void Limiter::equations() {
  check_values({uMin, uMax}, [](const std::vector<double>& x) -> std::optional<Fault> {
    if (x[0] <= x[1]) return std::nullopt;
    return Fault{"has uMin = " + format_number(x[0]) + " above uMax = " + format_number(x[1]) + ".",
                 "Exchange the limits."};
  });
  const Expr in = u;
  equation(y.value, select(in > uMax, uMax, select(in < uMin, uMin, in)));
}

void Relay::equations() {
  check_values({uLow, uHigh}, [](const std::vector<double>& x) -> std::optional<Fault> {
    if (x[0] <= x[1]) return std::nullopt;
    return Fault{
        "has uLow = " + format_number(x[0]) + " above uHigh = " + format_number(x[1]) + ".",
        "Exchange the levels."};
  });
  when(u.value > uHigh, [&] { assign(on, 1.0); });
  when(u.value < uLow, [&] { assign(on, 0.0); });
  equation(y.value, select(on > 0.5, y_on, y_off));
}

void Table::equations() {
  const Points points = table.value();
  const auto column = [&](Eigen::Index j) {
    return std::vector<double>(points.col(j).begin(), points.col(j).end());
  };
  const auto curve = smoothness.value() == "cubic"  ? Interpolation::cubic
                     : smoothness.value() == "step" ? Interpolation::step
                                                    : Interpolation::linear;
  const auto beyond = extrapolation.value() == "linear"  ? Extrapolation::linear
                      : extrapolation.value() == "error" ? Extrapolation::error
                                                         : Extrapolation::hold;
  equation(y.value, call(make_table(table.path(), column(0), column(1), curve, beyond), {u.value}));
}

}  // namespace signals

void register_signals(Catalog& catalog) {
  using namespace signals;
  catalog.add<Constant>("Signals.Constant", "Constant signal.");
  catalog.add<RealExpression>("Signals.RealExpression", "Signal defined by an expression.");
  catalog.add<Step>("Signals.Step", "Step signal.");
  catalog.add<Ramp>("Signals.Ramp", "Ramp signal.");
  catalog.add<Sine>("Signals.Sine", "Sinusoidal signal.");
  catalog.add<Pulse>("Signals.Pulse", "Periodic pulse signal.");
  catalog.add<KinematicPTP>(
      "Signals.KinematicPTP",
      "Path from point to point with limited speeds and accelerations of all axes.");
  catalog.add<Gain>("Signals.Gain", "Gain: signal times a factor.");
  catalog.add<Add>("Signals.Add", "Weighted sum of two signals.");
  catalog.add<Sum>("Signals.Sum", "Sum of any number of signals.");
  catalog.add<Product>("Signals.Product", "Product of two signals.");
  catalog.add<Integrator>("Signals.Integrator", "Integral of a signal.");
  catalog.add<FirstOrder>("Signals.FirstOrder", "First-order lag.");
  catalog.add<CriticalDamping>("Signals.CriticalDamping",
                               "Filter of equal lags in series, which does not overshoot.");
  catalog.add<PI>("Signals.PI", "Proportional-integral controller.");
  catalog.add<PID>("Signals.PID", "Proportional-integral-derivative controller.");
  catalog.add<Feedback>("Signals.Feedback", "Difference of two signals.");
  catalog.add<Limiter>("Signals.Limiter", "Signal kept between two limits.");
  catalog.add<Relay>("Signals.Relay", "On-off switch with hysteresis.");
  catalog.add<Table>("Signals.Table", "Lookup table with interpolation.");
}

}  // namespace multibond
