#include "input_slots.h"

#include "multibond/symbolic/linear.h"
#include "multibond/symbolic/rewrite.h"

namespace multibond {
namespace {

/// The values before an event that the system asks for, each once.
std::vector<Expr> find_pres(const System& system) {
  const std::vector<char> concerned =
      nodes_with(*system.pool, [](const ExprNode& node) { return node.op == Op::pre; });
  std::vector<Expr> pres;
  NodeMap known;
  // The visitor serves those who rewrite, too; here it only looks.
  for_each_meaning(const_cast<System&>(system), [&](const Expr& expr) {
    if (expr.is_number() || !concerned[expr.id()]) return;
    for (const Expr& leaf : leaves(expr, [](const Expr& l) { return l.op() == Op::pre; })) {
      if (known.contains(leaf.id())) continue;
      known.insert(leaf.id(), 1);
      pres.push_back(leaf);
    }
  });
  return pres;
}

}  // namespace

InputSlots lay_out_inputs(const System& system, const StateSelection& selection) {
  InputSlots result;
  ExprPool& pool = *system.pool;
  InputLayout& layout = result.layout;
  const auto place = [&](const Expr& leaf, std::size_t slot) {
    result.slot_of_leaf.insert(leaf.id(), static_cast<std::uint32_t>(slot));
  };
  place(pool.time(), layout.time);
  std::size_t next = layout.states;
  for (const State& state : selection.states) place(state.leaf, next++);
  layout.discretes = next;
  for (std::uint32_t v = 0; v < system.variables.size(); ++v) {
    if (!is_given(system.variables[v].kind)) continue;
    result.discretes.push_back(VariableId(v));
    place(pool.variable(v), next++);
  }
  layout.conditions = next;
  for (std::uint32_t c = 0; c < system.indicators.size(); ++c) place(pool.condition(c), next++);
  layout.pres = next;
  result.pres = find_pres(system);
  for (const Expr& leaf : result.pres) place(leaf, next++);
  layout.corrections = next;
  for (std::uint32_t k = 0; k < selection.invariants.size(); ++k) {
    place(pool.correction(k), next++);
  }
  layout.parameters = next;
  for (std::uint32_t i = 0; i < system.parameters.size(); ++i) place(pool.parameter(i), next++);
  layout.constants = next;
  layout.size = next;
  return result;
}

}  // namespace multibond
