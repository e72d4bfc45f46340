#include "multibond/compile/conditions.h"

#include <algorithm>

#include <fmt/format.h>

#include "multibond/symbolic/linear.h"
#include "multibond/symbolic/print.h"
#include "multibond/symbolic/rewrite.h"

namespace multibond {
namespace {

class Extractor {
 public:
  explicit Extractor(System& system)
      : system_(system),
        rewrite_([](const Expr&) { return std::nullopt; },
                 [this](const Expr& node) -> std::optional<Expr> {
                   // What is inside stays as it is; the wrapper itself has done its duty.
                   if (node.op() == Op::no_event) return node.operand(0);
                   if (is_relation(node.op())) relation_ = node.id();
                   return std::nullopt;
                 },
                 [this](const Expr& node) -> std::optional<Expr> {
                   if (!is_relation(node.op())) return std::nullopt;
                   return condition(node);
                 }) {}

  std::vector<Condition> run() {
    std::vector<char> concerned = nodes_with(*system_.pool, [](const ExprNode& node) {
      return is_relation(node.op) || node.op == Op::no_event;
    });
    if (std::find(concerned.begin(), concerned.end(), true) == concerned.end()) return {};
    rewrite_.visit_only(std::move(concerned));
    for (auto* list : {&system_.equations, &system_.initial_equations, &system_.invariants}) {
      for (SystemEquation& equation : *list) {
        state_by(equation.component, equation.place);
        equation.residual = rewrite_(equation.residual);
      }
    }
    for (SystemVariable& variable : system_.variables) {
      state_by(variable.component);
      if (variable.has_rule) variable.rule = rewrite_(variable.rule);
    }
    for (SystemWhen& when : system_.whens) {
      state_by(when.component, when.place);
      when.condition = rewrite_(when.condition);
      for (WhenAction& action : when.actions) {
        state_by(when.component, action.place);
        action.value = rewrite_(action.value);
      }
    }
    rewrite_modes(true);
    for (SystemPower& power : system_.powers) {
      state_by(power.component, power.place);
      power.value = rewrite_(power.value);
    }
    dormant_ = true;  // whatever is new from here on
    rewrite_modes(false);
    return std::move(conditions_);
  }

 private:
  /// Whose statement is looked at from here on.
  void state_by(std::uint32_t component, std::uint32_t place = SourceTable::kUnknown) {
    component_ = component;
    place_ = place;
  }

  void rewrite_modes(bool counting) {
    for (SystemMode& mode : system_.modes) {
      if (mode.counts != counting) continue;
      state_by(mode.component, mode.place);
      mode.condition = rewrite_(mode.condition);
    }
  }

  Expr condition(const Expr& relation) {
    Condition condition;
    condition.id = RelationId(relation_);
    condition.indicator = relation.operand(1) - relation.operand(0);
    condition.at_zero = relation.op() != Op::less;
    condition.equality = relation.op() == Op::equal;
    condition.dormant = dormant_;
    condition.component = component_;
    condition.place = place_;
    condition.text = to_text(
        relation, [this](const Expr& l) { return system_.leaf_name(l); }, 120);
    system_.indicators.push_back(condition.indicator);
    conditions_.push_back(std::move(condition));
    return system_.pool->condition(static_cast<std::uint32_t>(conditions_.size() - 1));
  }

  System& system_;
  Rewriter rewrite_;
  std::vector<Condition> conditions_;
  std::uint32_t component_ = 0, place_ = SourceTable::kUnknown;
  bool dormant_ = false;
  std::uint32_t relation_ = 0;  ///< the relation, as stated, that is being rewritten
};

bool known_between_events(const System& system, const Expr& leaf) {
  if (leaf.op() == Op::parameter || leaf.op() == Op::pre || leaf.op() == Op::condition) return true;
  if (leaf.op() != Op::variable) return false;
  const SystemVariable& variable = system.variables[leaf.index()];
  return variable.discrete || variable.kind == VariableKind::discrete ||
         variable.kind == VariableKind::input;
}

void classify(const System& system, Condition& condition) {
  const auto moving = leaves(condition.indicator,
                             [&](const Expr& leaf) { return !known_between_events(system, leaf); });
  if (moving.empty()) {
    condition.kind = ConditionKind::discrete;
    return;
  }
  if (moving.size() > 1 || moving[0].op() != Op::time) return;
  const auto form =
      linear_form(condition.indicator, [](const Expr& leaf) { return leaf.op() == Op::time; });
  if (!form || form->terms.size() != 1) return;
  condition.kind = ConditionKind::time;
  condition.switch_time = -form->rest / form->terms[0].coefficient;
}

/// Truth of a condition whose indicator is a number.
double constant_truth(const Condition& condition) {
  const double value = condition.indicator.number();
  if (condition.equality) return value == 0 ? 1 : 0;
  return value > 0 || (value == 0 && condition.at_zero) ? 1 : 0;
}

/// Conditions that are constant leave; the others close ranks.
void drop_constant_conditions(System& system, std::vector<Condition>& conditions) {
  const auto constant = [](const Condition& c) { return c.indicator.is_number(); };
  if (std::none_of(conditions.begin(), conditions.end(), constant)) return;
  std::vector<Expr> image;
  std::vector<Condition> kept;
  for (Condition& condition : conditions) {
    if (constant(condition)) {
      image.emplace_back(constant_truth(condition));
    } else {
      image.push_back(system.pool->condition(static_cast<std::uint32_t>(kept.size())));
      kept.push_back(std::move(condition));
    }
  }
  Rewriter numbers([&](const Expr& leaf) -> std::optional<Expr> {
    if (leaf.op() != Op::condition) return std::nullopt;
    return image[leaf.index()];
  });
  system.indicators.clear();
  for (const Condition& condition : kept) system.indicators.push_back(condition.indicator);
  for_each_meaning(system, [&](Expr& expr) { expr = numbers(expr); });
  for (std::size_t c = 0; c < kept.size(); ++c) kept[c].indicator = system.indicators[c];
  conditions = std::move(kept);
  drop_constant_conditions(system, conditions);  // one may have decided another
}

}  // namespace

std::vector<Condition> classify_conditions(System& system, std::vector<Condition> conditions) {
  for (std::size_t c = 0; c < conditions.size(); ++c) {
    conditions[c].indicator = system.indicators[c];
  }
  drop_constant_conditions(system, conditions);
  for (Condition& condition : conditions) {
    classify(system, condition);
    const bool watched = condition.kind != ConditionKind::discrete;
    if (condition.dormant) condition.kind = ConditionKind::dormant;
    if (!condition.equality || !watched) continue;
    throw Error(
        std::string(system.components[condition.component].path),
        fmt::format(
            "{}he condition {} asks whether two continuous quantities are equal, "
            "which happens at no definite instant.",
            condition.component == 0 ? "T" : system.component_name(condition.component) + ": t",
            condition.text),
        "Use < or <= instead.", system.place_text(condition.place));
  }
  return conditions;
}

std::vector<Condition> extract_conditions(System& system) { return Extractor(system).run(); }

}  // namespace multibond
