#include "multibond/compile/elimination.h"

#include <algorithm>

#include "elimination_emit.h"
#include "elimination_plan.h"
#include "elimination_replay.h"

namespace multibond {
namespace {

constexpr double kTrusted = 1e-10;  ///< accuracy that makes an order sound

struct Candidate {
  EliminationPlan plan;
  PlanJudgement judgement;
  bool complete = false;  ///< a pivot, not made of rounding noise, for every unknown

  bool is_sound() const { return complete && judgement.accuracy <= kTrusted; }
};

Candidate make_candidate(const BlockMatrix& matrix, const PlanOptions& options) {
  Candidate candidate;
  candidate.plan = plan_elimination(matrix, options);
  const EliminationPlan& plan = candidate.plan;
  const std::size_t wanted = matrix.unknowns.size() - matrix.kept_count;
  const bool full = plan.steps.size() == wanted && matrix.rows.size() == matrix.unknowns.size();
  const auto doubtful = [](const EliminationPlan::Step& step) { return step.doubtful; };
  candidate.complete = full && std::none_of(plan.steps.begin(), plan.steps.end(), doubtful);
  if (full) candidate.judgement = judge(matrix, plan);
  return candidate;
}

/// Whether b is to be taken instead of a.
bool is_better(const Candidate& b, const Candidate& a) {
  if (a.complete != b.complete) return b.complete;
  if (a.is_sound() != b.is_sound()) return b.is_sound();
  if (!a.is_sound()) return b.judgement.accuracy < 0.1 * a.judgement.accuracy;
  // More varying pivots than needed: sampling is a filter, not a proof.
  if (b.plan.varying != a.plan.varying) return b.plan.varying < a.plan.varying;
  return b.plan.operations < a.plan.operations;
}

Candidate choose(const BlockMatrix& matrix) {
  std::vector<EliminationOrder> orders{EliminationOrder::markowitz};
  if (matrix.has_levels) orders.insert(orders.begin(), EliminationOrder::components);
  Candidate best;
  bool first = true;
  const auto consider = [&](const PlanOptions& options) {
    Candidate candidate = make_candidate(matrix, options);
    if (first || is_better(candidate, best)) best = std::move(candidate);
    first = false;
  };
  for (EliminationOrder order : orders) consider({order, {}});
  if (best.is_sound() || best.judgement.solution_size.empty()) return best;
  // Ill-scaled: choose again, knowing how large the unknowns are.
  const std::vector<double> size = best.judgement.solution_size;
  for (EliminationOrder order : orders) consider({order, size});
  return best;
}

}  // namespace

Elimination eliminate(const LinearBlock& block, Samples& samples,
                      const EliminationOptions& options) {
  Elimination result;
  if (block.unknowns.empty() && block.rows.empty()) return result;
  const BlockMatrix matrix(block, samples, options);
  const Candidate best = choose(matrix);
  result.order = best.plan.order;
  result.accuracy = best.judgement.accuracy;
  result.regular = best.complete;
  if (best.complete) {
    emit(matrix, best.plan, samples, result);
    return result;
  }
  std::size_t sure = 0;
  while (sure < best.plan.steps.size() && !best.plan.steps[sure].doubtful) ++sure;
  const NullSpace null = null_space(matrix, best.plan, sure);
  for (std::uint32_t c : null.columns) result.undetermined.push_back(matrix.unknowns[c]);
  result.dependent_rows.assign(null.rows.begin(), null.rows.end());
  return result;
}

}  // namespace multibond
