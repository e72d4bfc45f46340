#include "multibond/compile/specialization.h"

#include <cmath>

#include "multibond/symbolic/rewrite.h"

namespace multibond {

std::vector<std::uint32_t> specialize(System& system, const std::vector<bool>& free) {
  std::vector<bool> replaced(system.parameters.size(), false);
  Rewriter numbers([&](const Expr& leaf) -> std::optional<Expr> {
    if (leaf.op() != Op::parameter) return std::nullopt;
    const std::uint32_t p = leaf.index();
    const double value = system.parameters[p].value;
    const bool plain = value == 0 || std::abs(value) == 1;
    if (!plain || (p < free.size() && free[p])) return std::nullopt;
    replaced[p] = true;
    return Expr(value);
  });
  for_each_meaning(system, [&](Expr& expr) { expr = numbers(expr); });
  std::vector<std::uint32_t> list;
  for (std::uint32_t p = 0; p < replaced.size(); ++p) {
    if (replaced[p]) list.push_back(p);
  }
  return list;
}

}  // namespace multibond
