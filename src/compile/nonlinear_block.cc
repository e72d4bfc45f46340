#include "multibond/compile/nonlinear_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "multibond/base/text.h"
#include "multibond/compile/emission.h"
#include "multibond/compile/graph.h"
#include "multibond/symbolic/linear.h"

namespace multibond {
namespace {

struct Torn {
  std::vector<Expr> iteration = {};
  std::vector<Expr> residuals = {};
  std::vector<std::pair<Expr, Expr>> sequence = {};  ///< leaf, value
  std::vector<Expr> divisors = {};
};

Torn tear_block(const System& system, const NonlinearBlock& block) {
  NodeMap column;
  for (std::uint32_t c = 0; c < block.unknowns.size(); ++c) {
    column.insert(block.unknowns[c].id(), c);
  }
  BipartiteGraph graph;
  graph.columns = block.unknowns.size();
  std::vector<std::vector<std::uint32_t>> solvable;
  for (const Expr& residual : block.residuals) {
    auto& row = graph.rows.emplace_back();
    auto& able = solvable.emplace_back();
    for (const Expr& leaf :
         leaves(residual, [&](const Expr& l) { return column.contains(l.id()); })) {
      row.push_back(column.find(leaf.id()));
      const auto form = linear_form(residual, [&](const Expr& l) { return same(l, leaf); });
      if (!form || form->terms.size() != 1) continue;
      const Expr& c = form->terms[0].coefficient;
      if (depends_on(c, [](const Expr& l) { return l.op() != Op::parameter; })) continue;
      const double value = system.evaluate(c);
      if (value != 0 && std::isfinite(value)) able.push_back(row.back());
    }
  }
  // Variables with a start value make good iteration variables.
  std::vector<bool> avoid;
  for (const Expr& leaf : block.unknowns) {
    avoid.push_back(leaf.order() > 0 || !system.variables[leaf.index()].has_start);
  }
  const Tearing tearing = tear(graph, solvable, avoid);
  Torn torn;
  for (std::uint32_t c : tearing.iteration_columns) torn.iteration.push_back(block.unknowns[c]);
  for (std::uint32_t r : tearing.residual_rows) torn.residuals.push_back(block.residuals[r]);
  for (const auto& [r, c] : tearing.sequence) {
    const Expr& leaf = block.unknowns[c];
    const auto form = linear_form(block.residuals[r], [&](const Expr& l) { return same(l, leaf); });
    const Expr& coefficient = form->terms[0].coefficient;
    if (!coefficient.is_number()) torn.divisors.push_back(coefficient);
    torn.sequence.emplace_back(leaf, -form->rest / coefficient);
  }
  return torn;
}

/// All unknowns as iteration variables, in the order of the results.
Torn without_tearing(const Torn& torn, const NonlinearBlock& block) {
  Torn whole{torn.iteration, block.residuals};
  for (const auto& entry : torn.sequence) whole.iteration.push_back(entry.first);
  return whole;
}

/// Program [arguments, iteration variables] -> [residuals, sequence].
Program program_of(ExprPool& pool, const Torn& torn, const std::vector<Expr>& arguments) {
  NodeMap input;
  for (const std::vector<Expr>& leaves : {arguments, torn.iteration}) {
    for (const Expr& leaf : leaves) {
      input.insert(leaf.id(), static_cast<std::uint32_t>(input.size()));
    }
  }
  ProgramBuilder builder(input.size());
  Fingerprints fingerprints(pool);
  Emission emit(pool, fingerprints, builder,
                [&](const Expr& leaf) { return builder.input(input.find(leaf.id())); });
  std::vector<ProgramBuilder::Value> sequence;
  for (const auto& [leaf, value] : torn.sequence) {
    sequence.push_back(emit(value));
    emit.define(leaf, sequence.back());
  }
  for (const Expr& residual : torn.residuals) builder.output(emit(residual));
  for (const ProgramBuilder::Value value : sequence) builder.output(value);
  return builder.finish();
}

std::vector<IterationVariable> iteration_variables(const System& system,
                                                   const std::vector<Expr>& leaves) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<IterationVariable> variables;
  for (const Expr& leaf : leaves) {
    const SystemVariable& data = system.variables[leaf.index()];
    const bool plain = leaf.order() == 0, limited = plain && data.limits_guide;
    variables.push_back({system.leaf_name(leaf), plain ? data.start : 0.0, data.nominal,
                         limited ? data.min : -kInfinity, limited ? data.max : kInfinity});
  }
  return variables;
}

/// In larger blocks the iteration on all unknowns would need too much memory.
constexpr std::size_t kMostUnknowns = 200;

}  // namespace

NonlinearPlan plan_nonlinear_block(const System& system, const NonlinearBlock& block,
                                   Samples& samples) {
  const Torn torn = tear_block(system, block);
  ExprPool& pool = *system.pool;

  // Everything the block knows is an argument of the solver.
  NodeMap inside;
  for (const Expr& leaf : block.unknowns) inside.insert(leaf.id(), 0);
  std::vector<Expr> arguments;
  NodeMap argument_index;
  for (const Expr& residual : block.residuals) {
    for (const Expr& leaf :
         leaves(residual, [&](const Expr& l) { return !inside.contains(l.id()); })) {
      if (argument_index.contains(leaf.id())) continue;
      argument_index.insert(leaf.id(), static_cast<std::uint32_t>(arguments.size()));
      arguments.push_back(leaf);
    }
  }
  NonlinearPlan plan;
  for (const Expr& leaf : torn.iteration) plan.iteration_names.push_back(system.leaf_name(leaf));
  const std::string name =
      fmt::format("the non-linear equations of {}", join_names(plan.iteration_names, 4));
  std::shared_ptr<const NewtonSolver> whole;
  if (!torn.sequence.empty() && block.unknowns.size() <= kMostUnknowns) {
    const Torn all = without_tearing(torn, block);
    whole = std::make_shared<NewtonSolver>(name, program_of(pool, all, arguments), arguments.size(),
                                           iteration_variables(system, all.iteration), nullptr,
                                           Backend::interpreter, block.undetermined);
  }
  auto solver =
      std::make_shared<NewtonSolver>(name, program_of(pool, torn, arguments), arguments.size(),
                                     iteration_variables(system, torn.iteration), std::move(whole),
                                     default_backend(), block.undetermined);

  // Values at the samples, for the blocks that come later.
  std::vector<std::vector<double>> values(block.unknowns.size());
  std::vector<double> in(arguments.size()), out(block.unknowns.size()), memory(solver->memory()),
      scratch(solver->scratch());
  for (std::size_t s = 0; s < samples.count(); ++s) {
    solver->initialize(memory);
    for (std::size_t i = 0; i < arguments.size(); ++i) in[i] = samples.value(arguments[i], s);
    const bool solved = solver->solve(in.data(), out.data(), memory.data(), scratch.data());
    for (std::size_t i = 0; i < out.size(); ++i) {
      values[i].push_back(solved ? out[i] : std::numeric_limits<double>::quiet_NaN());
    }
  }
  plan.divisors = torn.divisors;
  plan.step.solver = std::move(solver);
  plan.step.arguments = std::move(arguments);
  plan.step.leaves = torn.iteration;
  for (const auto& entry : torn.sequence) plan.step.leaves.push_back(entry.first);
  for (std::size_t i = 0; i < plan.step.leaves.size(); ++i) {
    samples.define(plan.step.leaves[i], std::move(values[i]));
  }
  return plan;
}

}  // namespace multibond
