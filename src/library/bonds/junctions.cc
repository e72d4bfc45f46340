#include "multibond/library/bonds/junctions.h"

#include <algorithm>

namespace multibond::bonds {

BondPort& Junction::free_port() {
  return create<BondPort>("p[" + std::to_string(bond_ports().size() + 1) + ']');
}

std::vector<CausalRule> Junction::causal_rules() const {
  const auto n = static_cast<std::uint32_t>(size());
  const auto ports = static_cast<std::uint32_t>(bond_ports().size());
  std::vector<CausalRule> rules;
  for (std::uint32_t i = 0; i < n; ++i) {
    CausalRule& rule = rules.emplace_back(CausalRule{this->rule(), {}});
    for (std::uint32_t p = 0; p < ports; ++p) rule.places.push_back(p * n + i);
  }
  return rules;
}

void Junction::show(std::string_view name, std::size_t i, const VariableArray& common) {
  show_variable(common.size() == 1 ? std::string(name) : indexed_name(name, i + 1), common[i]);
}

void J0::equations() {
  const std::vector<BondPort*> ports = bond_ports();
  if (ports.empty()) return;
  for (std::size_t i = 0; i < ports[0]->e.size(); ++i) {
    Expr sum = ports[0]->f[i];
    for (std::size_t p = 1; p < ports.size(); ++p) {
      equation(ports[p]->e[i], ports[0]->e[i]);
      sum += ports[p]->f[i];
    }
    equation(sum, 0.0);
    show("e", i, ports[0]->e);
  }
  conserves_power(net_power());
}

void J1::equations() {
  const std::vector<BondPort*> ports = bond_ports();
  if (ports.empty()) return;
  const double first = ports[0]->direction();
  // The common flow is that of bonds that point here.
  const auto inward =
      std::find_if(ports.begin(), ports.end(), [](auto* port) { return port->direction() > 0; });
  for (std::size_t i = 0; i < ports[0]->e.size(); ++i) {
    Expr sum = first * ports[0]->e[i];
    for (std::size_t p = 1; p < ports.size(); ++p) {
      const double sign = ports[p]->direction();
      equation(ports[p]->f[i], sign * first * ports[0]->f[i]);
      sum += sign * ports[p]->e[i];
    }
    equation(sum, 0.0);
    if (inward != ports.end()) show("f", i, (*inward)->f);
  }
  conserves_power(net_power());
}

}  // namespace multibond::bonds
