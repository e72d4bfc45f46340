#include "multibond/compile/specialization.h"

#include <cmath>

#include "multibond/symbolic/rewrite.h"

namespace multibond {

std::vector<std::uint32_t> specialize(System& system, const std::vector<bool>& free) {
  std::vector<char> plain(system.parameters.size(), false);
  for (std::size_t p = 0; p < plain.size(); ++p) {
    const double value = system.parameters[p].value;
    plain[p] = (value == 0 || std::abs(value) == 1) && !(p < free.size() && free[p]);
  }
  std::vector<bool> replaced(plain.size(), false);
  Rewriter numbers([&](const Expr& leaf) -> std::optional<Expr> {
    if (leaf.op() != Op::parameter || !plain[leaf.index()]) return std::nullopt;
    replaced[leaf.index()] = true;
    return Expr(system.parameters[leaf.index()].value);
  });
  numbers.visit_only(nodes_with(*system.pool, [&](const ExprNode& node) {
    return node.op == Op::parameter && plain[node.a];
  }));
  for_each_meaning(system, [&](Expr& expr) { expr = numbers(expr); });
  std::vector<std::uint32_t> list;
  for (std::uint32_t p = 0; p < replaced.size(); ++p) {
    if (replaced[p]) list.push_back(p);
  }
  return list;
}

}  // namespace multibond
