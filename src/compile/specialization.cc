#include "multibond/compile/specialization.h"

#include <cmath>

#include "multibond/symbolic/rewrite.h"

namespace multibond {
namespace {

/// By parameter: whether its value is special and nobody wants it free.
std::vector<char> special_values(const System& system, const std::vector<bool>& free) {
  std::vector<char> special(system.parameters.size(), false);
  for (std::size_t p = 0; p < special.size(); ++p) {
    const double value = system.parameters[p].value;
    special[p] = (value == 0 || std::abs(value) == 1) && !(p < free.size() && free[p]);
  }
  return special;
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
  const std::vector<char> special = special_values(system, free);
  std::vector<bool> replaced(special.size(), false);
  Rewriter numbers([&](const Expr& leaf) -> std::optional<Expr> {
    if (leaf.op() != Op::parameter || !special[leaf.index()]) return std::nullopt;
    replaced[leaf.index()] = true;
    return Expr(system.parameters[leaf.index()].value);
  });
  numbers.visit_only(nodes_with(*system.pool, [&](const ExprNode& node) {
    return node.op == Op::parameter && special[node.a];
  }));
  for_each_meaning(system, [&](Expr& expr) { expr = numbers(expr); });
  return places(replaced);
}

std::vector<std::uint32_t> special_parameters(System& system, const std::vector<bool>& free) {
  const std::vector<char> special = special_values(system, free);
  std::vector<Expr> roots;
  for_each_meaning(system, [&](const Expr& expr) {
    if (!expr.is_number()) roots.push_back(expr);
  });
  std::vector<bool> met(special.size(), false);
  for (const std::uint32_t id : system.pool->reachable(roots)) {
    const ExprNode& node = system.pool->node(id);
    if (node.op == Op::parameter && special[node.a]) met[node.a] = true;
  }
  return places(met);
}

}  // namespace multibond
