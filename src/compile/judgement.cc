#include "judgement.h"

#include <algorithm>
#include <cmath>

#include "multibond/compile/canonical.h"
#include "multibond/compile/specialization.h"
#include "multibond/symbolic/evaluate.h"
#include "multibond/symbolic/linear.h"

namespace multibond {
namespace {

/// A divisor that has become this much smaller was chosen for other values.
constexpr double kShrunk = 1e-6;

bool is_constant(const Expr& expr) {
  return !depends_on(expr, [](const Expr& leaf) { return leaf.op() != Op::parameter; });
}

bool has_reactions(const System& system) {
  return std::any_of(system.equations.begin(), system.equations.end(), [](const auto& e) {
    return e.role == EquationRole::constraint && e.reaction != StatedEquation::kNone;
  });
}

/// The system as it was when redundant constraints were looked for: the first passes once more.
/// `known` becomes the reactions whose values follow from other equations.
System constrained_system(const Plan& plan, std::vector<std::uint32_t>& known) {
  System system = clone(plan.original);
  const CanonicalOrder order = sort_equations(system);
  extract_conditions(system);
  specialize(system, plan.options.free);
  const Aliases aliases = remove_aliases(system, order).aliases;
  for (const SystemEquation& equation : system.equations) {
    if (equation.role == EquationRole::constraint && equation.reaction != StatedEquation::kNone &&
        aliases.targets[equation.reaction].constant) {
      known.push_back(equation.reaction);
    }
  }
  return system;
}

std::vector<std::uint32_t> sorted(std::vector<std::uint32_t> list) {
  std::sort(list.begin(), list.end());
  return list;
}

}  // namespace

Judgement::Judgement(const Plan& plan)
    : fixed_(plan.combined),
      vanishing_(plan.vanishing),
      dropped_(sorted(plan.redundant)),
      shadows_(sorted(plan.shadows)) {
  const System& system = plan.original;
  for (const SystemParameter& p : system.parameters) made_for_.push_back(p.value);
  matters_.assign(made_for_.size(), false);
  moves_loops_ = matters_;
  for (const Expr& divisor : plan.blocks.divisors) {
    if (divisor.is_number() || !is_constant(divisor)) continue;
    divisors_.push_back(divisor);
    divisor_sizes_.push_back(std::abs(plan.system.evaluate(divisor)));
  }
  fixed_.insert(fixed_.end(), plan.specialized.begin(), plan.specialized.end());
  for (const std::uint32_t p : fixed_) matters_[p] = true;
  for (const auto* list : {&vanishing_, &divisors_}) {
    for (const Expr& expr : *list) depend_on(expr);
  }
  if (!has_reactions(system)) return;
  std::vector<std::uint32_t> known;
  constrained_ = std::make_unique<System>(constrained_system(plan, known));
  redundancy_ =
      std::make_unique<RedundancyJudge>(*constrained_, LoopValues::adjustable, std::move(known));
  for (const std::uint32_t p : redundancy_->parameters()) matters_[p] = moves_loops_[p] = true;
}

void Judgement::depend_on(const Expr& expr) {
  for (const Expr& leaf : leaves(expr, [](const Expr& l) { return l.op() == Op::parameter; })) {
    matters_[leaf.index()] = true;
  }
}

bool Judgement::holds(const std::vector<double>& values) {
  const auto changed = [&](const std::vector<bool>& which) {
    for (std::size_t p = 0; p < values.size(); ++p) {
      if (which[p] && values[p] != made_for_[p]) return true;
    }
    return false;
  };
  if (!changed(matters_)) return true;
  for (const std::uint32_t p : fixed_) {
    if (values[p] != made_for_[p]) return false;
  }
  Evaluator evaluate([&](const Expr& leaf) { return values[leaf.index()]; });
  for (const Expr& expr : vanishing_) {
    double size = 1e-300;
    for (const Expr& leaf : leaves(expr, [](const Expr&) { return true; })) {
      size = std::max(size, std::abs(evaluate(leaf)));
    }
    if (!(std::abs(evaluate(expr)) <= kVanishes * size)) return false;
  }
  for (std::size_t k = 0; k < divisors_.size(); ++k) {
    const double size = std::abs(evaluate(divisors_[k]));
    if (!std::isfinite(size) || !(size > kShrunk * divisor_sizes_[k])) return false;
  }
  return !changed(moves_loops_) || same_redundancy(values);
}

bool Judgement::same_redundancy(const std::vector<double>& values) {
  set_values(*constrained_, values);
  try {
    const Redundancy now = redundancy_->judge();
    // Which of the surplus ones counts as such makes no difference to what stays.
    return sorted(now.reactions) == dropped_ && now.shadows.size() == shadows_.size();
  } catch (const Error&) {
    return false;  // says so when it is compiled
  }
}

}  // namespace multibond
