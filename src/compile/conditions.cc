#include "multibond/compile/conditions.h"

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
                 [](const Expr& node) -> std::optional<Expr> {
                   // What is inside stays as it is; the wrapper itself has done its duty.
                   if (node.op() == Op::no_event) return node.operand(0);
                   return std::nullopt;
                 },
                 [this](const Expr& node) -> std::optional<Expr> {
                   if (!is_relation(node.op())) return std::nullopt;
                   return condition(node);
                 }) {}

  std::vector<Condition> run() {
    if (!any_relation()) return {};
    for (auto* list : {&system_.equations, &system_.initial_equations, &system_.invariants}) {
      for (SystemEquation& equation : *list) {
        component_ = equation.component;
        equation.residual = rewrite_(equation.residual);
      }
    }
    for (SystemVariable& variable : system_.variables) {
      component_ = variable.component;
      if (variable.has_rule) variable.rule = rewrite_(variable.rule);
    }
    for (SystemWhen& when : system_.whens) {
      component_ = when.component;
      when.condition = rewrite_(when.condition);
      for (WhenAction& action : when.actions) action.value = rewrite_(action.value);
    }
    for (SystemMode& mode : system_.modes) {
      component_ = mode.component;
      mode.condition = rewrite_(mode.condition);
    }
    for (SystemPower& power : system_.powers) {
      component_ = power.component;
      power.value = rewrite_(power.value);
    }
    return std::move(conditions_);
  }

 private:
  /// Asked of all nodes that were ever made, which is quicker than to go through the equations.
  bool any_relation() const {
    for (std::uint32_t id = 0; id < system_.pool->size(); ++id) {
      const Op op = system_.pool->node(id).op;
      if (is_relation(op) || op == Op::no_event) return true;
    }
    return false;
  }

  bool known_between_events(const Expr& leaf) const {
    if (leaf.op() == Op::parameter || leaf.op() == Op::pre || leaf.op() == Op::condition)
      return true;
    if (leaf.op() != Op::variable) return false;
    const VariableKind kind = system_.variables[leaf.index()].kind;
    return kind == VariableKind::discrete || kind == VariableKind::input;
  }

  Expr condition(const Expr& relation) {
    const Expr a = relation.operand(0), b = relation.operand(1);
    Condition condition;
    condition.indicator = b - a;
    condition.at_zero = relation.op() != Op::less;
    condition.equality = relation.op() == Op::equal;
    condition.component = component_;
    condition.text = to_text(
        relation, [this](const Expr& l) { return system_.leaf_name(l); }, 120);
    classify(condition);
    if (condition.equality && condition.kind != ConditionKind::discrete) {
      const std::string path(system_.components[component_].path);
      throw Error(path,
                  (path.empty() ? "The condition " : path + ": the condition ") + condition.text +
                      " asks whether two continuous quantities are equal, which happens at no "
                      "definite instant.",
                  "Use < or <= instead.");
    }
    conditions_.push_back(std::move(condition));
    return system_.pool->condition(static_cast<std::uint32_t>(conditions_.size() - 1));
  }

  void classify(Condition& condition) const {
    const auto moving = leaves(condition.indicator,
                               [this](const Expr& leaf) { return !known_between_events(leaf); });
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

  System& system_;
  Rewriter rewrite_;
  std::vector<Condition> conditions_;
  std::uint32_t component_ = 0;
};

}  // namespace

std::vector<Condition> extract_conditions(System& system) { return Extractor(system).run(); }

}  // namespace multibond
