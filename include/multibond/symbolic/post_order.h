/// post_order: visits nodes after all that they depend on, without recursion.
#pragma once

#include <cstdint>
#include <vector>

namespace multibond {

/// Calls `visit(id)` for every node that `root` depends on and for `root`, unless `known(id)`;
/// after the visit it must be known. `operands(id)` are the nodes that must be known before.
///
/// The stack is scratch of the caller: whoever walks often keeps it.
template <class Known, class Operands, class Visit>
void post_order(std::uint32_t root, std::vector<std::uint32_t>& stack, const Known& known,
                const Operands& operands, const Visit& visit) {
  stack.assign(1, root);
  while (!stack.empty()) {
    const std::uint32_t id = stack.back();
    if (known(id)) {
      stack.pop_back();
      continue;
    }
    const std::size_t before = stack.size();
    for (const std::uint32_t operand : operands(id)) {
      if (!known(operand)) stack.push_back(operand);
    }
    if (stack.size() > before) continue;
    stack.pop_back();
    visit(id);
  }
}

}  // namespace multibond
