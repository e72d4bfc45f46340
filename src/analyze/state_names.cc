#include "multibond/analyze/state_names.h"

#include <tuple>

#include "multibond/symbolic/node_map.h"

namespace multibond {

std::vector<std::string> state_names(const Plan& plan) {
  const auto& states = plan.selection.states;
  const auto& variables = plan.original.variables;
  std::vector<std::string> names;
  NodeMap state_of_leaf;
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    names.push_back(plan.state_name(i));
    if (states[i].leaf.order() > 0) state_of_leaf.insert(states[i].leaf.id(), i);
  }
  constexpr std::size_t kNone = ~std::size_t{0};
  std::vector<std::size_t> best(states.size(), kNone);
  for (std::size_t v = 0; v < variables.size(); ++v) {
    const AliasTarget& target = plan.aliases.targets[v];
    if (target.constant || target.order == 0 || target.sign != 1) continue;
    const Expr leaf = plan.system.pool->variable(target.root, target.order);
    const std::uint32_t i = state_of_leaf.find(leaf.id());
    if (i == NodeMap::kMissing) continue;
    const auto rank = [&](std::size_t candidate) {
      const SystemVariable& variable = variables[candidate];
      return std::tuple(variable.component != variables[target.root].component,
                        variable.path.size(), variable.path);
    };
    if (best[i] == kNone || rank(v) < rank(best[i])) best[i] = v;
  }
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (best[i] != kNone) names[i] = variables[best[i]].path;
  }
  return names;
}

}  // namespace multibond
