#include "multibond/library/bonds/sensors.h"

namespace multibond::bonds {

void Sensor::read(const ExprVector& quantity) {
  for (int i = 0; i < size(); ++i) equation(y(i).value, quantity(i));
}

void Sensor::integrate(const ExprVector& rate, const Parameter<VectorX>& start, bool fixed) {
  for (int i = 0; i < size(); ++i) {
    Variable& integral = y(i).value;
    equation(der(integral), rate(i));
    integral.hint(StateHint::prefer).start(entry(start, i)).fixed(fixed);
  }
}

void Sensor::take_nothing(const ExprVector& other) {
  for (int i = 0; i < size(); ++i) equation(other(i), 0.0);
  conserves_power(net_power());
}

void De::equations() {
  read(port.effort());
  take_nothing(port.flow());
}

void Df::equations() {
  read(port.flow());
  take_nothing(port.effort());
}

void Dp::equations() {
  integrate(port.effort(), p_start, fixed.value());
  take_nothing(port.flow());
}

void Dq::equations() {
  integrate(port.flow(), q_start, fixed.value());
  take_nothing(port.effort());
}

}  // namespace multibond::bonds
