/// Signals: blocks that compute one signal from others, with the names of Modelica.Blocks.
///
/// A block reads its input u (or u1, u2) and determines its output y.
#pragma once

#include "multibond/library/signal_port.h"
#include "multibond/library/signal_sources.h"
#include "multibond/symbolic/table.h"

namespace multibond::signals {

/// Base of the blocks with one input and one output.
class SingleInput : public Component {
 public:
  using Component::Component;
  Signal u{this, "u"}, y{this, "y"};
};

/// Base of the blocks with two inputs and one output.
class TwoInputs : public Component {
 public:
  using Component::Component;
  Signal u1{this, "u1"}, u2{this, "u2"}, y{this, "y"};
};

/// Gain: y = k u.
class Gain final : public SingleInput {
 public:
  using SingleInput::SingleInput;
  Parameter<double> k{this, "k", 1.0, "", "factor"};
  void equations() override { equation(y.value, k * u.value); }
};

/// Weighted sum of two signals: y = k1 u1 + k2 u2.
class Add final : public TwoInputs {
 public:
  using TwoInputs::TwoInputs;
  Parameter<double> k1{this, "k1", 1.0, "", "weight of u1"};
  Parameter<double> k2{this, "k2", 1.0, "", "weight of u2"};
  void equations() override { equation(y.value, k1 * u1.value + k2 * u2.value); }
};

/// Product of two signals: y = u1 u2.
class Product final : public TwoInputs {
 public:
  using TwoInputs::TwoInputs;
  void equations() override { equation(y.value, u1.value * u2.value); }
};

/// Sum of nin signals: y = u[1] + ... + u[nin].
///
/// The inputs exist once the model is built: connect them in build(), after `inputs(n)`.
class Sum final : public Component {
 public:
  using Component::Component;
  Parameter<int> nin{this, "nin", 2, "1", "number of inputs", Check::positive};
  ComponentArray<Signal> u{this, "u"};
  Signal y{this, "y"};
  /// Makes the inputs now, so that they can be connected.
  Sum& inputs(int count) {
    nin = count;
    u.resize(count);
    return *this;
  }
  void build() override { u.resize(nin.value()); }
  void equations() override {
    Expr total = 0.0;
    for (std::size_t i = 0; i < u.size(); ++i) total += u[i].value;
    equation(y.value, total);
  }
};

/// Integrator: dy/dt = k u.
class Integrator final : public SingleInput {
 public:
  Integrator(Component* owner, std::string_view name) : SingleInput(owner, name) {
    y.value.hint(StateHint::prefer);
  }
  Parameter<double> k{this, "k", 1.0, "", "gain"};
  void equations() override { equation(der(y.value), k * u.value); }
};

/// First-order lag: T dy/dt = k u - y.
class FirstOrder final : public SingleInput {
 public:
  FirstOrder(Component* owner, std::string_view name) : SingleInput(owner, name) {
    y.value.hint(StateHint::prefer);
  }
  Parameter<double> k{this, "k", 1.0, "", "gain"};
  Parameter<double> T{this, "T", 1.0, "s", "time constant", Check::positive};
  void equations() override { equation(T * der(y.value), k * u.value - y.value); }
};

/// Filter of n equal lags in series, which never overshoots: dx[1]/dt = w (u - x[1]), ..., y =
/// x[n].
///
/// At the cut-off frequency f the amplitude has fallen to 1 / sqrt(2): w = 2 pi f / sqrt(2^(1/n) -
/// 1). With normalized = false each of the lags alone has that frequency, w = 2 pi f.
class CriticalDamping final : public SingleInput {
 public:
  using SingleInput::SingleInput;
  Parameter<int> n{this, "n", 2, "1", "order of the filter", Check::positive};
  Parameter<double> f{this, "f", 1.0, "Hz", "cut-off frequency", Check::positive};
  Parameter<bool> normalized{this, "normalized", true,
                             "whether f is the cut-off frequency of the whole filter"};
  Parameter<std::string> initType{
      this, "initType", "free", "start: x as given, or at rest", {"free", "steady"}};
  VariableArray x{this, "x", "", "signal after each lag"};
  void build() override;
  void equations() override;
};

/// Proportional-integral controller: y = k (u + x), T dx/dt = u.
class PI final : public SingleInput {
 public:
  using SingleInput::SingleInput;
  Parameter<double> k{this, "k", 1.0, "", "gain"};
  Parameter<double> T{this, "T", 1.0, "s", "integral time constant", Check::positive};
  Variable x{this, "x", "", "integral of u / T", StateHint::prefer};
  void equations() override {
    equation(T * der(x), u.value);
    equation(y.value, k * (u.value + x));
  }
};

/// Proportional-integral-derivative controller: y = k (u + integral of u / Ti + D).
///
/// The derivative is that of u through a lag: D = Nd (u - x), (Td / Nd) dx/dt = u - x. Td = 0
/// leaves it out.
class PID final : public SingleInput {
 public:
  using SingleInput::SingleInput;
  Parameter<double> k{this, "k", 1.0, "", "gain"};
  Parameter<double> Ti{this, "Ti", 0.5, "s", "integral time constant", Check::positive};
  Parameter<double> Td{this, "Td", 0.1, "s", "derivative time constant", Check::non_negative};
  Parameter<double> Nd{this,           "Nd", 10.0, "1", "ratio of Td to the filter time constant",
                       Check::positive};
  Variable I{this, "I", "", "integral of u / Ti", StateHint::prefer};
  Variable x{this, "x", "", "filtered input", StateHint::prefer};
  void equations() override {
    equation(Ti * der(I), u.value);
    equation(Td / Nd * der(x), u.value - x);
    equation(y.value, k * (u.value + I + Nd * (u.value - x)));
  }
};

/// Difference of two signals: y = u1 - u2, the control error.
class Feedback final : public TwoInputs {
 public:
  using TwoInputs::TwoInputs;
  void equations() override { equation(y.value, u1.value - u2.value); }
};

/// Limiter: y = u, but not below uMin and not above uMax.
///
/// Reaching or leaving a limit makes an event.
class Limiter final : public SingleInput {
 public:
  using SingleInput::SingleInput;
  Parameter<double> uMax{this, "uMax", 1.0, "", "upper limit"};
  Parameter<double> uMin{this, "uMin", -1.0, "", "lower limit"};
  void equations() override;
};

/// Relay with hysteresis: switches on when u rises above uHigh, off when it falls below uLow.
///
/// y is y_on or y_off. The relay begins off, or on with `on.start` = 1, whatever u is at the start.
class Relay final : public SingleInput {
 public:
  using SingleInput::SingleInput;
  Parameter<double> uLow{this, "uLow", 0.0, "", "switches off below this value"};
  Parameter<double> uHigh{this, "uHigh", 1.0, "", "switches on above this value"};
  Parameter<double> y_on{this, "y_on", 1.0, "", "output while on"};
  Parameter<double> y_off{this, "y_off", 0.0, "", "output while off"};
  Discrete on{this, "on", 0.0, "1", "1 while on"};
  void equations() override;
};

/// Table: y(u) by interpolation between measured points.
///
/// The rows of `table` are points u, y with u rising. Beyond the ends y keeps its end value, goes
/// on along the end slope, or is refused.
class Table final : public SingleInput {
 public:
  using SingleInput::SingleInput;
  using Points = Eigen::Matrix<double, Eigen::Dynamic, 2>;
  Parameter<Points> table{this, "table", Points{{0.0, 0.0}, {1.0, 1.0}}, "", "points u, y"};
  Parameter<std::string> smoothness{
      this, "smoothness", "linear", "curve between the points", {"linear", "cubic", "step"}};
  Parameter<std::string> extrapolation{
      this, "extrapolation", "hold", "curve beyond the ends", {"hold", "linear", "error"}};
  void equations() override;
};

}  // namespace multibond::signals
