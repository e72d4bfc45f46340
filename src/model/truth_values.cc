#include "truth_values.h"

#include <fmt/format.h>

#include "multibond/symbolic/print.h"

namespace multibond {
namespace {

class TruthCheck {
 public:
  explicit TruthCheck(const ModelContext& context) : context_(context), pool_(*context.pool) {
    // Operands come before their node, so one pass knows them all.
    truth_.resize(pool_.size());
    for (std::uint32_t id = 0; id < pool_.size(); ++id) {
      truth_[id] = is_truth(pool_.node(id), id);
      if (is_wrong(id)) wrong_.push_back(id);
    }
  }

  void run() {
    for (const WhenClause& clause : context_.statements.whens) {
      if (!clause.initial)
        check_condition(*clause.component, clause.place, "when", clause.condition);
    }
    for (const StatedMode& mode : context_.statements.modes) {
      check_condition(*mode.component, mode.place, "either", mode.condition);
    }
    if (!wrong_.empty()) report_wrong_nodes();
    if (!findings_.empty()) throw Error(findings_);
  }

 private:
  bool is_truth(const ExprNode& node, std::uint32_t id) const {
    switch (node.op) {
      case Op::number:
        return pool_.number(id) == 0 || pool_.number(id) == 1;
      case Op::variable:
        return node.b == 0 && is_discrete(node.a);
      case Op::pre:
        return is_discrete(node.a);
      case Op::no_event:
        return truth_[node.a];
      case Op::select:
        return truth_[node.b] && truth_[node.c];
      default:
        return is_logical(node.op);
    }
  }

  bool is_discrete(std::uint32_t variable) const {
    return context_.variables[variable].kind == VariableKind::discrete;
  }

  bool is_wrong(std::uint32_t id) const {
    const ExprNode& node = pool_.node(id);
    if (is_relation(node.op)) return is_comparison(node.a) || is_comparison(node.b);
    if (node.op == Op::select || node.op == Op::logical_not) return !truth_[node.a];
    if (node.op == Op::logical_and || node.op == Op::logical_or) {
      return !truth_[node.a] || !truth_[node.b];
    }
    return false;
  }

  /// True or false for certain: nothing that may as well be meant as a number.
  bool is_comparison(std::uint32_t id) const {
    const ExprNode& node = pool_.node(id);
    return is_logical(node.op == Op::no_event ? pool_.node(node.a).op : node.op);
  }

  void check_condition(const Component& component, std::uint32_t place, std::string_view statement,
                       const Expr& condition) {
    if (!condition.is_number() && truth_[condition.id()]) return;
    add(component, place,
        fmt::format("states {}({}, …), but {} is not a truth value.", statement, text(condition),
                    condition.is_number() ? "a number" : text(condition)),
        condition.is_number() ? "Give it a condition that can change, such as x > 0."
                              : fmt::format("Compare it, e.g. {} > 0.", text(condition)));
  }

  void report_wrong_nodes() {
    for (const StatedEquation& e : context_.statements.equations)
      look(*e.component, e.place, {e.left, e.right});
    for (const StatedMode& mode : context_.statements.modes) {
      look(*mode.component, mode.place, {mode.condition});
      for (const auto* list : {&mode.then, &mode.otherwise}) {
        for (const StatedEquation& e : *list) look(*e.component, e.place, {e.left, e.right});
      }
    }
    for (const WhenClause& clause : context_.statements.whens) {
      look(*clause.component, clause.place, {clause.condition});
      for (const WhenAction& action : clause.actions) {
        look(*clause.component, action.place, {action.value});
      }
    }
    for (const StatedPower& power : context_.statements.powers)
      look(*power.component, power.place, {power.value});
    for (const ParameterElement& element : context_.parameters) {
      if (!element.bound) continue;
      look(element.parameter->owner(), SourceTable::kUnknown, {element.binding});
    }
  }

  /// The first fault in a statement; each fault is reported once.
  void look(const Component& component, std::uint32_t place, std::vector<Expr> stated) {
    for (const std::uint32_t id : pool_.reachable(stated)) {
      const auto found = std::find(wrong_.begin(), wrong_.end(), id);
      if (found == wrong_.end()) continue;
      wrong_.erase(found);
      report(component, place, id);
      return;
    }
  }

  void report(const Component& component, std::uint32_t place, std::uint32_t id) {
    const ExprNode& node = pool_.node(id);
    const std::string whole = text(pool_.expr(id));
    if (is_relation(node.op)) {
      add(component, place, fmt::format("compares a truth value with a quantity: {}.", whole),
          "Write -1 < x && x < 1 for a range, and select(condition, 1.0, 0.0) for a number.");
      return;
    }
    const std::string quantity = text(pool_.expr(truth_[node.a] ? node.b : node.a));
    add(component, place,
        fmt::format("uses {} as a truth value in {}, but it is a quantity.", quantity, whole),
        fmt::format("Compare it, e.g. {} > 0.", quantity));
  }

  void add(const Component& component, std::uint32_t place, const std::string& fact,
           const std::string& remedy) {
    const std::string path = component.path();
    findings_.push_back({Severity::error, path,
                         fmt::format("{} {}", path.empty() ? "The model" : path, fact), remedy,
                         context_.place_text(place)});
  }

  std::string text(const Expr& expr) const {
    return to_text(
        expr, [this](const Expr& leaf) { return context_.leaf_name(leaf); }, 120);
  }

  const ModelContext& context_;
  ExprPool& pool_;
  std::vector<bool> truth_;           ///< by node
  std::vector<std::uint32_t> wrong_;  ///< nodes
  std::vector<Diagnostic> findings_;
};

}  // namespace

void check_truth_values(const ModelContext& context) { TruthCheck(context).run(); }

}  // namespace multibond
