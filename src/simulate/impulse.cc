#include "impulse.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "multibond/base/text.h"
#include "multibond/compile/conditions.h"
#include "multibond/compile/emission.h"
#include "multibond/symbolic/evaluate.h"
#include "multibond/symbolic/linear.h"
#include "sparse_lu.h"

namespace multibond {
namespace {

/// A constraint violated by less than this, relative to its terms, counts as satisfied.
constexpr double kSatisfied = 1e-8;

/// The equations of the mode as stated, without constraints that were found redundant.
System mode_system(const Plan& plan) {
  System system = plan.original;
  apply_derivative_rules(system);
  for (SystemEquation& equation : system.equations) {
    if (equation.role != EquationRole::constraint) continue;
    if (!plan.aliases.targets[equation.reaction].constant) continue;
    equation.role = EquationRole::plain;
    equation.residual = system.pool->variable(equation.reaction);
  }
  return system;
}

std::vector<Expr> inputs_of(const std::vector<Expr>& outputs) {
  std::vector<Expr> all;
  for (const Expr& output : outputs) {
    const auto found = multibond::leaves(output, [](const Expr&) { return true; });
    all.insert(all.end(), found.begin(), found.end());
  }
  std::sort(all.begin(), all.end(), [](const Expr& a, const Expr& b) { return a.id() < b.id(); });
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::unique_ptr<Runner> make_program(ExprPool& pool, Fingerprints& fingerprints,
                                     const std::vector<Expr>& inputs,
                                     const std::vector<Expr>& outputs) {
  NodeMap slot;
  for (std::uint32_t i = 0; i < inputs.size(); ++i) slot.insert(inputs[i].id(), i);
  ProgramBuilder builder(inputs.size());
  Emission emit(pool, fingerprints, builder,
                [&](const Expr& leaf) { return builder.input(slot.find(leaf.id())); });
  for (const Expr& output : outputs) builder.output(emit(output));
  return std::make_unique<Runner>(builder.finish(), Backend::interpreter);
}

}  // namespace

Impulse::Impulse(const Plan& plan)
    : system_(mode_system(plan)), fingerprints_(std::make_shared<Fingerprints>(*system_.pool)) {
  System logic;  // only the conditions of the modes: equations keep their relations
  logic.pool = system_.pool;
  logic.components = system_.components;
  logic.parameters = system_.parameters;
  logic.variables = system_.variables;
  logic.modes = system_.modes;
  conditions_ = extract_conditions(logic);
  mode_conditions_ = std::move(logic.modes);
  reduced_ = reduce_index(system_);
  for (std::uint32_t v = 0; v < system_.variables.size(); ++v) {
    if (reduced_.highest[v] != ReducedSystem::kAbsent) columns_.push_back(v);
  }
  for (std::uint32_t e = 0; e < system_.equations.size(); ++e) {
    if (system_.equations[e].role != EquationRole::position) rows_.push_back(e);
  }
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const auto& levels = reduced_.levels[rows_[r]];
    if (levels.size() < 2) continue;
    residual_rows_.push_back(r);
    residual_exprs_.push_back(levels[levels.size() - 2]);
  }
  residual_inputs_ = inputs_of(residual_exprs_);
  residuals_ =
      multibond::make_program(*system_.pool, *fingerprints_, residual_inputs_, residual_exprs_);
  if (!residual_rows_.empty()) make_matrix();
}

bool Impulse::is_finite(std::uint32_t variable) const {
  return reduced_.highest[variable] != ReducedSystem::kAbsent && reduced_.highest[variable] > 0;
}

/// J: partial derivatives of the top levels by the highest derivatives.
void Impulse::find_entries() {
  std::vector<int> column(system_.variables.size(), -1);
  for (std::size_t c = 0; c < columns_.size(); ++c) column[columns_[c]] = static_cast<int>(c);
  const auto is_top = [&](const Expr& leaf) {
    return leaf.op() == Op::variable && leaf.index() < column.size() && column[leaf.index()] >= 0 &&
           leaf.order() == reduced_.highest[leaf.index()];
  };
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const Expr& top = reduced_.levels[rows_[r]].back();
    const auto form = linear_form(top, is_top);
    for (const Expr& leaf : multibond::leaves(top, is_top)) {
      const Expr entry = form ? form->coefficient(leaf) : partial(top, leaf);
      if (entry.is_number(0)) continue;
      entries_.push_back({static_cast<int>(r), column[leaf.index()], entry_exprs_.size()});
      entry_exprs_.push_back(entry);
    }
  }
}

void Impulse::make_matrix() {
  find_entries();
  entry_inputs_ = inputs_of(entry_exprs_);
  matrix_ = multibond::make_program(*system_.pool, *fingerprints_, entry_inputs_, entry_exprs_);
}

std::vector<double> Impulse::evaluate(Runner& program, const std::vector<Expr>& inputs,
                                      const LeafValue& value) const {
  std::vector<double> in(inputs.size() + 1, 0.0);
  for (std::size_t i = 0; i < inputs.size(); ++i) in[i] = value(inputs[i]);
  std::vector<double> out(std::max(residual_exprs_.size(), entry_exprs_.size()) + 1);
  program.run(in.data(), out.data());
  return out;
}

Impulse::Jump Impulse::solve(const LeafValue& value) {
  Jump jump;
  jump.change.assign(system_.variables.size(), 0.0);
  jump.impulse.assign(system_.variables.size(), 0.0);
  const std::vector<double> residual = evaluate(*residuals_, residual_inputs_, value);
  std::vector<double> right(rows_.size(), 0.0);
  for (std::size_t k = 0; k < residual_rows_.size(); ++k) {
    double size = 1;
    for (const Expr& leaf :
         multibond::leaves(residual_exprs_[k], [](const Expr&) { return true; })) {
      if (leaf.op() == Op::variable) size = std::max(size, std::abs(value(leaf)));
    }
    if (std::abs(residual[k]) <= kSatisfied * size) continue;
    jump.any = true;
    jump.violated.push_back(rows_[residual_rows_[k]]);
    right[residual_rows_[k]] = -residual[k];
  }
  if (!jump.any) return jump;
  const std::vector<double> values = evaluate(*matrix_, entry_inputs_, value);
  std::vector<Triplet> triplets;
  for (const Entry& e : entries_) triplets.push_back({e.row, e.column, values[e.output]});
  jump.solved = rows_.size() == columns_.size();
  if (!jump.solved) return jump;
  const std::vector<double> z =
      solve_sparse(static_cast<int>(rows_.size()), std::move(triplets), std::move(right));
  jump.solved = !z.empty();
  for (std::size_t c = 0; c < z.size(); ++c) {
    (is_finite(columns_[c]) ? jump.change : jump.impulse)[columns_[c]] = z[c];
  }
  return jump;
}

double Impulse::change(const Jump& jump, const Expr& leaf) const {
  const std::uint32_t highest = reduced_.highest[leaf.index()];
  if (highest == ReducedSystem::kAbsent || leaf.order() + 1 != highest) return 0;
  return jump.change[leaf.index()];
}

std::vector<Expr> Impulse::leaves() const {
  std::vector<Expr> all = residual_inputs_;
  for (const Condition& condition : conditions_) {
    const auto found = multibond::leaves(condition.indicator, [](const Expr&) { return true; });
    all.insert(all.end(), found.begin(), found.end());
  }
  if (!residual_rows_.empty()) all.insert(all.end(), entry_inputs_.begin(), entry_inputs_.end());
  return all;
}

std::string Impulse::texts(const std::vector<std::uint32_t>& equations) const {
  std::vector<std::string> texts;
  for (std::uint32_t e : equations) {
    const SystemEquation& equation = system_.equations[e];
    texts.push_back(fmt::format("'{}' of {}", system_.text(equation),
                                system_.component_name(equation.component)));
  }
  return join_names(texts, 4);
}

std::vector<std::optional<bool>> Impulse::modes(const Jump& jump, const LeafValue& value) {
  // Impulsive part of each relation b - a > 0.
  std::vector<double> truth(conditions_.size(), 0.0);
  std::vector<bool> decided(conditions_.size(), false);
  for (std::size_t c = 0; c < conditions_.size(); ++c) {
    double sum = 0, size = 0;
    for (const Expr& leaf : multibond::leaves(conditions_[c].indicator, [](const Expr& l) {
           return l.op() == Op::variable && l.order() == 0;
         })) {
      const double impulse = jump.impulse[leaf.index()];
      if (impulse == 0) continue;
      const double part = Evaluator(value)(partial(conditions_[c].indicator, leaf)) * impulse;
      sum += part;
      size += std::abs(part);
    }
    decided[c] = std::abs(sum) > 1e-9 * size && std::abs(sum) > 1e-12;
    truth[c] =
        decided[c] ? (sum > 0 ? 1 : 0) : (Evaluator(value)(conditions_[c].indicator) > 0 ? 1 : 0);
  }
  const LeafValue with_conditions = [&](const Expr& leaf) {
    return leaf.op() == Op::condition ? truth[leaf.index()] : value(leaf);
  };
  std::vector<std::optional<bool>> result;
  for (const SystemMode& mode : mode_conditions_) {
    const bool says = depends_on(mode.condition, [&](const Expr& leaf) {
      return leaf.op() == Op::condition && decided[leaf.index()];
    });
    result.push_back(says ? std::optional<bool>(Evaluator(with_conditions)(mode.condition) != 0)
                          : std::nullopt);
  }
  return result;
}

}  // namespace multibond
