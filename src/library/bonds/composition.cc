#include "multibond/library/bonds/composition.h"

#include <fmt/format.h>

namespace multibond::bonds {

int Composition::port_size(const BondPort& port) const {
  if (&port == &port_a) return nA.value();
  if (&port == &port_b) return nB.value();
  return nA.value() + nB.value();
}

std::vector<CausalRule> Composition::causal_rules() const {
  const auto total = static_cast<std::uint32_t>(nA.value() + nB.value());
  std::vector<CausalRule> rules;
  for (std::uint32_t i = 0; i < total; ++i) {
    rules.push_back({CausalRule::Kind::transformer, {i, total + i}});
  }
  return rules;
}

void Composition::equations() {
  if (n.value() != 0 && n.value() != nA.value() + nB.value()) {
    fail(fmt::format("has n = {}, but its parts have {} and {} components.", n.value(), nA.value(),
                     nB.value()),
         "Leave n out: it is the sum of nA and nB.");
  }
  std::size_t at = 0;
  for (const BondPort* part : {&port_a, &port_b}) {
    for (std::size_t i = 0; i < part->e.size(); ++i, ++at) {
      equation(port_c.e[at], part->e[i]);
      equation(port_c.f[at] + part->f[i], 0.0);
    }
  }
  conserves_power(net_power());
}

std::vector<CausalRule> Permutation::causal_rules() const {
  const std::vector<int> from = places(p, size(), size());
  std::vector<CausalRule> rules;
  for (std::size_t i = 0; i < from.size(); ++i) {
    rules.push_back(
        {CausalRule::Kind::transformer,
         {static_cast<std::uint32_t>(from[i]), static_cast<std::uint32_t>(from.size() + i)}});
  }
  return rules;
}

void Permutation::equations() {
  const std::vector<int> from = places(p, size(), size());
  for (std::size_t i = 0; i < from.size(); ++i) {
    equation(port_b.e[i], port_a.e[from[i]]);
    equation(port_b.f[i] + port_a.f[from[i]], 0.0);
  }
  conserves_power(net_power());
}

}  // namespace multibond::bonds
