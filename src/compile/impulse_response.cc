#include "multibond/compile/impulse_response.h"

#include <algorithm>
#include <set>

#include "mode_functions.h"
#include "multibond/compile/conditions.h"
#include "multibond/compile/emission.h"
#include "multibond/compile/plan.h"
#include "multibond/symbolic/linear.h"

namespace multibond {
namespace {

/// The equations of the mode as stated, without constraints that were found redundant. A reaction
/// may be zero for other reasons: a pin without friction takes no torque, wherever its loop is cut.
System mode_system(const Plan& plan) {
  System system = plan.original;
  apply_derivative_rules(system);
  std::set<std::uint32_t> kept = kept_reactions(plan);
  for (const std::uint32_t surplus : plan.shadows) kept.erase(surplus);
  for (SystemEquation& equation : system.equations) {
    if (equation.role != EquationRole::constraint || kept.contains(equation.reaction)) continue;
    equation.role = EquationRole::plain;
    equation.residual = system.pool->variable(equation.reaction);
  }
  return system;
}

class Maker {
 public:
  explicit Maker(const Plan& plan)
      : plan_(plan),
        system_(mode_system(plan)),
        fingerprints_(*system_.pool),
        reduced_(reduce_index(system_)) {}

  std::shared_ptr<const ImpulseResponse> run() {
    response_->parameters = system_.parameters.size();
    response_->highest = reduced_.highest;
    find_rows();
    find_conditions();
    find_states();
    return response_;
  }

 private:
  /// Numbers the leaves that expressions ask for.
  void ask_for(const std::vector<Expr>& expressions) {
    for (const Expr& expr : expressions) {
      for (const Expr& leaf : leaves(expr, [](const Expr& l) { return l.op() == Op::variable; })) {
        place_of(leaf);
      }
    }
  }

  std::uint32_t place_of(const Expr& leaf) {
    const std::uint32_t known = place_.find(leaf.id());
    if (known != NodeMap::kMissing) return known;
    const auto place = static_cast<std::uint32_t>(response_->leaves.size());
    place_.insert(leaf.id(), place);
    response_->leaves.push_back({VariableId(leaf.index()), leaf.order()});
    return place;
  }

  std::shared_ptr<const Executable> function(const std::vector<Expr>& outputs,
                                             std::size_t conditions = 0) {
    const std::size_t first_leaf = 1 + response_->parameters;
    const std::size_t first_condition = first_leaf + response_->leaves.size();
    ProgramBuilder builder(first_condition + conditions);
    Emission emit(*system_.pool, fingerprints_, builder, [&](const Expr& leaf) {
      switch (leaf.op()) {
        case Op::time:
          return builder.input(0);
        case Op::parameter:
          return builder.input(1 + leaf.index());
        case Op::variable:
          return builder.input(first_leaf + place_.find(leaf.id()));
        case Op::condition:
          if (leaf.index() < conditions) return builder.input(first_condition + leaf.index());
          break;
        default:
          break;
      }
      return builder.constant(0.0);
    });
    for (const Expr& output : outputs) builder.output(emit(output));
    return make_executable(builder.finish(), Backend::interpreter);
  }

  void find_rows() {
    std::vector<int> column(system_.variables.size(), -1);
    for (std::uint32_t v = 0; v < system_.variables.size(); ++v) {
      if (reduced_.highest[v] == ReducedSystem::kAbsent) continue;
      column[v] = static_cast<int>(response_->columns.size());
      response_->columns.push_back(VariableId(v));
    }
    std::vector<Expr> residuals, entries;
    const auto is_top = [&](const Expr& leaf) {
      return leaf.op() == Op::variable && leaf.index() < column.size() &&
             column[leaf.index()] >= 0 && leaf.order() == reduced_.highest[leaf.index()];
    };
    for (std::uint32_t e = 0; e < system_.equations.size(); ++e) {
      const SystemEquation& equation = system_.equations[e];
      if (equation.role == EquationRole::position) continue;
      const std::size_t row = response_->rows.size();
      response_->rows.push_back(e);
      const auto& levels = reduced_.levels[e];
      const Expr& top = levels.back();
      // J: partial derivatives of the top levels by the highest derivatives.
      const auto form = linear_form(top, is_top);
      for (const Expr& leaf : leaves(top, is_top)) {
        const Expr entry = form ? form->coefficient(leaf) : partial(top, leaf);
        if (entry.is_number(0)) continue;
        response_->entries.push_back({static_cast<int>(row), column[leaf.index()]});
        entries.push_back(entry);
      }
      response_->row_texts.emplace_back();
      if (levels.size() < 2) continue;
      response_->row_texts.back() = system_.cited(equation);
      response_->residual_rows.push_back(row);
      residuals.push_back(levels[levels.size() - 2]);
    }
    // Where nothing was differentiated nothing can be violated, and the matrix is never asked for.
    if (residuals.empty()) {
      response_->entries.clear();
      entries.clear();
    }
    ask_for(residuals);
    ask_for(entries);
    for (const Expr& residual : residuals) {
      std::vector<std::uint32_t>& places = response_->residual_leaves.emplace_back();
      for (const Expr& leaf :
           leaves(residual, [](const Expr& l) { return l.op() == Op::variable; })) {
        places.push_back(place_of(leaf));
      }
    }
    residuals_ = std::move(residuals);
    entries_ = std::move(entries);
  }

  /// Only the conditions of the modes are taken apart: equations keep their relations.
  void find_conditions() {
    System logic;
    logic.pool = system_.pool;
    logic.components = system_.components;
    logic.parameters = system_.parameters;
    logic.variables = system_.variables;
    logic.modes = plan_.source->modes;
    for (SystemMode& mode : logic.modes) {
      mode.condition = logic.pool->rebase(mode.condition);
      mode.then.clear();
      mode.otherwise.clear();
    }
    const std::vector<Condition> conditions = extract_conditions(logic);
    response_->conditions = conditions.size();
    std::vector<Expr> indicators, gradients, modes;
    for (std::uint32_t c = 0; c < conditions.size(); ++c) {
      const Expr& indicator = conditions[c].indicator;
      indicators.push_back(indicator);
      for (const Expr& leaf : leaves(
               indicator, [](const Expr& l) { return l.op() == Op::variable && l.order() == 0; })) {
        response_->gradients_of.push_back({c, VariableId(leaf.index())});
        gradients.push_back(partial(indicator, leaf));
      }
    }
    for (const SystemMode& mode : logic.modes) {
      std::vector<std::uint32_t>& uses = response_->mode_uses.emplace_back();
      modes.push_back(mode.condition);
      for (const Expr& leaf :
           leaves(mode.condition, [](const Expr& l) { return l.op() == Op::condition; })) {
        uses.push_back(leaf.index());
      }
    }
    ask_for(indicators);
    ask_for(gradients);
    ask_for(modes);
    response_->residuals = function(residuals_);
    response_->matrix = function(entries_);
    response_->indicators = function(indicators);
    response_->gradients = function(gradients);
    response_->mode_conditions = function(modes, conditions.size());
  }

  /// A state is carried over by the variable whose jump is known: one that is differentiated.
  void find_states() {
    NodeMap source;
    ExprPool& pool = *plan_.system.pool;
    for (std::uint32_t v = 0; v < plan_.original.variables.size(); ++v) {
      const AliasTarget& target = plan_.aliases.targets[v];
      if (target.constant) continue;
      const std::uint32_t leaf = pool.variable(target.root, target.order).id();
      if (!source.contains(leaf) || (response_->is_finite(VariableId(v)) &&
                                     !response_->is_finite(VariableId(source.find(leaf))))) {
        source.insert(leaf, v);
      }
    }
    for (const State& state : plan_.selection.states) {
      const std::uint32_t v = source.find(state.leaf.id());
      if (v == NodeMap::kMissing) {
        response_->states.push_back({{VariableId(state.leaf.index()), state.leaf.order()}, 1});
      } else {
        response_->states.push_back({{VariableId(v), 0}, plan_.aliases.targets[v].sign});
      }
    }
  }

  const Plan& plan_;
  System system_;
  Fingerprints fingerprints_;
  ReducedSystem reduced_;
  NodeMap place_;
  std::vector<Expr> residuals_, entries_;
  std::shared_ptr<ImpulseResponse> response_ = std::make_shared<ImpulseResponse>();
};

}  // namespace

std::shared_ptr<const ImpulseResponse> make_impulse_response(const Plan& plan) {
  return Maker(plan).run();
}

}  // namespace multibond
