#include "multibond/library/bonds/thermal.h"

namespace multibond::bonds {

std::vector<CausalRule> Transducer::causal_rules() const {
  std::vector<CausalRule> rules = each(CausalRule::Kind::resistive);
  // T gives dS/dt; the other way round there would be no temperature without heat.
  rules.push_back({CausalRule::Kind::flow_source, {static_cast<std::uint32_t>(size())}});
  return rules;
}

void Transducer::transduce(const ExprVector& resistances) {
  equation(port.e, resistances.cwiseProduct(port.flow()));
  equation(-thermal.power(), port.power());
  conserves_power(net_power());
}

void RS::equations() {
  ExprVector values(size());
  for (int i = 0; i < size(); ++i) values(i) = entry(R, i);
  transduce(values);
}

void mRS::equations() {
  const ExprVector values = R.expr();
  transduce(values);
  const auto stop = [&] {
    terminate("The resistance of " + path() + " has become negative: it would destroy entropy.");
  };
  for (const Expr& value : values) {
    when(value < 0.0, stop);
    // What is true from the start does not become true, but the time does.
    when(value < 0.0 && time() >= 0.0, stop);
  }
}

}  // namespace multibond::bonds
