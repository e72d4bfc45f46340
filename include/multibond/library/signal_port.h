/// Signal: a number passed from one component to others.
#pragma once

#include "multibond/model/port.h"

namespace multibond::signals {

/// Port for a signal: one value, equal in all ports of a connection.
///
/// It carries no power and has no direction: one connected component determines the value (usually
/// at its port `y`), the others read it (at `u`). The value has no unit, so it fits everywhere.
class Signal final : public Port {
 public:
  using Port::Port;
  Variable value{this, "value", "", "value of the signal"};
  operator Expr() const { return value; }  // NOLINT: a signal is an expression
  std::string kind_name() const override { return "signal"; }
};

}  // namespace multibond::signals
