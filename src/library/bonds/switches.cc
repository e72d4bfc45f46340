#include "multibond/library/bonds/switches.h"

#include "matrix_check.h"
#include "multibond/base/text.h"

namespace multibond::bonds {

void Sw::equations() {
  either(
      open.value > 0.5, [&] { equation(port.flow(), ExprVector::Zero(size())); },
      [&] { equation(port.effort(), ExprVector::Zero(size())); });
  conserves_power(net_power());
}

void Sw2::equations() {
  const Expr is_open = open.value > 0.5;
  for (int i = 0; i < size(); ++i) {
    const Expr place = s[i];
    equation(f(i), place * select(is_open, entry(Goff, i), 1.0));
    equation(e(i), place * select(is_open, 1.0, entry(Ron, i)));
  }
  dissipates(net_power());
}

void Diode::project() {
  Expr square = 0.0;
  for (int i = 0; i < size(); ++i) square += entry(d, i) * entry(d, i);
  check_matrix(*this, d, [](const MatrixX& direction) -> std::optional<Fault> {
    if (!direction.isZero(0)) return std::nullopt;
    return Fault{"has the direction d = " + vector_text(direction) + ".",
                 "Give it a direction other than zero."};
  });
  Expr along = 0.0;
  for (int i = 0; i < size(); ++i) {
    const Expr unit = entry(d, i) / sqrt(square);
    equation(e(i), e_d * unit);
    along += f(i) * unit;
  }
  equation(f_d, along);
}

void D::equations() {
  project();
  either(
      s > 0.0,
      [&] {
        equation(f_d, 0.0);
        equation(e_d, s);
      },
      [&] {
        equation(f_d, s);
        equation(e_d, 0.0);
      });
  conserves_power(net_power());
}

void D2::equations() {
  check_values({e0}, [](const std::vector<double>& x) -> std::optional<Fault> {
    if (x[0] <= 0) return std::nullopt;
    return Fault{"has the knee e0 = " + format_number(x[0]) +
                     ": it conducts negative flow, so that it would supply power there.",
                 "Give e0 a value of at most 0, or turn d round."};
  });
  project();
  const Expr blocking = s > 0.0;
  equation(f_d, s * select(blocking, Goff, 1.0) + Goff * e0);
  equation(e_d, s * select(blocking, 1.0, Ron) + e0);
  dissipates(net_power());
}

}  // namespace multibond::bonds
