// floor(), integer(), ceil(), div(), mod(), rem(): where they jump is an event.

#include <fmt/format.h>

#include "elaborator.h"

namespace multibond::modelica {
namespace {

/// What has just reached a whole number does not fall below it by rounding.
constexpr double kSlack = 1e-10;

}  // namespace

/// Whether an expression moves between events.
bool Elaborator::moves(const Expr& expr) {
  if (!varies(expr)) return false;
  const Expr roots[] = {expr};
  for (const std::uint32_t id : pool_.reachable_unordered(roots)) {
    const ExprNode& node = pool_.node(id);
    if (node.op == Op::time) return true;
    if (node.op != Op::variable) continue;
    const SystemVariable& variable = system_.variables[node.a];
    if (!variable.discrete && variable.kind != VariableKind::discrete) return true;
  }
  return false;
}

/// The value of an expression whose jumps are no events, or are found by what stands around it.
Value Elaborator::quietly(const Expression& expression, const Place& place) {
  ++quiet_;
  try {
    const Value result = evaluate(expression, place);
    --quiet_;
    return result;
  } catch (...) {
    --quiet_;
    throw;
  }
}

/// The largest whole number that is not above x. Of what moves, it is a
/// discrete variable k that is found anew where x leaves the span from k to k +
/// 1; functions, clauses of events and noEvent() take it as it is.
Expr Elaborator::whole_part(const Expr& x) {
  if (functions_running_ > 0 || in_when_ || at_start_ || quiet_ > 0 || !moves(x)) return floor(x);
  const auto [it, fresh] = whole_parts_.try_emplace(x.id(), 0.0);
  if (!fresh) return it->second;
  SystemVariable variable;
  variable.path = system_.texts->add(fmt::format("floor[{}]", whole_parts_.size()));
  variable.auxiliary = true;
  variable.description = "whole part of a quantity";
  variable.component = current_ ? system_component(*current_) : 0;
  variable.discrete = true;
  const auto index = static_cast<std::uint32_t>(system_.variables.size());
  system_.variables.push_back(variable);
  const Expr k = pool_.variable(index), before = pool_.pre(index);
  it->second = k;
  // At its event x may be short of the whole number by rounding: the relation decides.
  const Expr up = max(before + 1.0, floor(x)), down = min(before - 1.0, floor(x));
  const Expr later = select(x >= before + 1.0, up, select(x < before - kSlack, down, before));
  // It holds whatever branch of an if equation asks for it.
  std::vector<SystemEquation>* const branch = std::exchange(branch_, nullptr);
  equate_scalar(k, select(initial_flag(), floor(x), later), 0, false);
  branch_ = branch;
  return k;
}

}  // namespace multibond::modelica
