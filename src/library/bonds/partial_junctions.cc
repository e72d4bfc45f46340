#include "multibond/library/bonds/partial_junctions.h"

#include <fmt/format.h>

namespace multibond::bonds {

int PartialJunction::port_size(const BondPort& port) const {
  return &port == &port_c ? nPartial.value() : size();
}

std::vector<int> PartialJunction::joined() const {
  const int small = nPartial.value(), large = size();
  if (small > large) {
    fail(fmt::format("joins {} components to a bond of cardinality {}.", small, large),
         "Give it an nPartial of at most n.");
  }
  std::vector<int> result(large, -1);
  const std::vector<int> at = places(order, small, large);
  for (int k = 0; k < small; ++k) {
    result[at[k]] = k;
  }
  return result;
}

std::vector<CausalRule> PartialJunction::causal_rules() const {
  const auto large = static_cast<std::uint32_t>(size());
  const std::vector<int> joins = joined();
  std::vector<CausalRule> rules;
  for (std::uint32_t i = 0; i < large; ++i) {
    CausalRule& rule = rules.emplace_back(CausalRule{this->rule(), {i, large + i}});
    if (joins[i] >= 0) rule.places.push_back(2 * large + static_cast<std::uint32_t>(joins[i]));
  }
  return rules;
}

void J0Partial::equations() {
  const std::vector<int> joins = joined();
  for (std::size_t i = 0; i < joins.size(); ++i) {
    Expr sum = port_a.f[i] + port_b.f[i];
    equation(port_b.e[i], port_a.e[i]);
    if (joins[i] >= 0) {
      const int k = joins[i];
      equation(port_c.e[k], port_a.e[i]);
      sum += port_c.f[k];
    }
    equation(sum, 0.0);
  }
  conserves_power(net_power());
}

void J1Partial::equations() {
  const std::vector<int> joins = joined();
  const double a = port_a.direction(), b = port_b.direction(), c = port_c.direction();
  for (std::size_t i = 0; i < joins.size(); ++i) {
    Expr sum = a * port_a.e[i] + b * port_b.e[i];
    equation(port_b.f[i], b * a * port_a.f[i]);
    if (joins[i] >= 0) {
      const int k = joins[i];
      equation(port_c.f[k], c * a * port_a.f[i]);
      sum += c * port_c.e[k];
    }
    equation(sum, 0.0);
  }
  conserves_power(net_power());
}

}  // namespace multibond::bonds
