#include "derivative_names.h"

#include <tuple>

namespace multibond {

NodeMap name_derivatives(const System& system, const Aliases& aliases) {
  const auto& variables = system.variables;
  const auto rank = [&](std::uint32_t v) {
    const std::uint32_t root = aliases.targets[v].root;
    return std::tuple(variables[v].component != variables[root].component, variables[v].path.size(),
                      variables[v].path);
  };
  NodeMap names;
  for (std::uint32_t v = 0; v < variables.size(); ++v) {
    const AliasTarget& target = aliases.targets[v];
    if (target.constant || target.order == 0 || target.sign < 0) continue;
    const Expr leaf = system.pool->variable(target.root, target.order);
    const std::uint32_t present = names.find(leaf.id());
    if (present == NodeMap::kMissing || rank(v) < rank(present)) names.insert(leaf.id(), v);
  }
  return names;
}

std::string name_of(const System& system, const NodeMap& derivative_names, const Expr& leaf) {
  const std::uint32_t variable = derivative_names.find(leaf.id());
  return variable == NodeMap::kMissing ? system.leaf_name(leaf)
                                       : std::string(system.variables[variable].path);
}

}  // namespace multibond
