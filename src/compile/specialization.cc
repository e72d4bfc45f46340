#include "multibond/compile/specialization.h"

#include <cmath>

#include "multibond/symbolic/rewrite.h"

namespace multibond {
namespace {

bool is_special(const System& system, std::uint32_t p, const std::vector<bool>& free) {
  const double value = system.parameters[p].value;
  const bool plain = value == 0 || std::abs(value) == 1;
  return plain && !(p < free.size() && free[p]);
}

std::vector<std::uint32_t> places(const std::vector<bool>& marks) {
  std::vector<std::uint32_t> list;
  for (std::uint32_t p = 0; p < marks.size(); ++p) {
    if (marks[p]) list.push_back(p);
  }
  return list;
}

}  // namespace

std::vector<std::uint32_t> specialize(System& system, const std::vector<bool>& free) {
  std::vector<bool> replaced(system.parameters.size(), false);
  Rewriter numbers([&](const Expr& leaf) -> std::optional<Expr> {
    if (leaf.op() != Op::parameter || !is_special(system, leaf.index(), free)) return std::nullopt;
    replaced[leaf.index()] = true;
    return Expr(system.parameters[leaf.index()].value);
  });
  for_each_meaning(system, [&](Expr& expr) { expr = numbers(expr); });
  return places(replaced);
}

std::vector<std::uint32_t> special_parameters(System& system, const std::vector<bool>& free) {
  std::vector<bool> special(system.parameters.size(), false);
  std::vector<Expr> roots;
  for_each_meaning(system, [&](const Expr& expr) {
    if (!expr.is_number()) roots.push_back(expr);
  });
  for (const std::uint32_t id : system.pool->reachable(roots)) {
    const ExprNode& node = system.pool->node(id);
    if (node.op == Op::parameter && is_special(system, node.a, free)) special[node.a] = true;
  }
  return places(special);
}

}  // namespace multibond
