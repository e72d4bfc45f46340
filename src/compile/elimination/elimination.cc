#include "multibond/compile/elimination.h"

#include <algorithm>
#include <atomic>

#include "emit.h"
#include "multibond/base/side_by_side.h"
#include "plan.h"
#include "replay.h"

namespace multibond {
namespace {

constexpr double kTrusted = 1e-10;      ///< accuracy that makes an order sound
constexpr double kBeyondDoubt = 1e-12;  ///< accuracy that no other order needs to beat

constexpr std::size_t kManyEntries = 1000;  ///< to plan such a block takes longer than a thread

struct Candidate {
  EliminationPlan plan;
  bool full = false;      ///< a pivot for every unknown
  bool complete = false;  ///< and none made of rounding noise
  PlanJudgement judgement;
};

Candidate make_candidate(const BlockMatrix& matrix, const PlanOptions& options) {
  Candidate candidate;
  candidate.plan = plan_elimination(matrix, options);
  const EliminationPlan& plan = candidate.plan;
  // What has no pivot beside unknowns that are kept goes to the solver with them.
  const bool pivots = matrix.kept_count > 0 || plan.steps.size() == matrix.unknowns.size();
  candidate.full = pivots && !plan.abandoned && matrix.rows.size() == matrix.unknowns.size();
  const auto doubtful = [](const EliminationPlan::Step& step) { return step.doubtful; };
  candidate.complete =
      candidate.full && std::none_of(plan.steps.begin(), plan.steps.end(), doubtful);
  return candidate;
}

void lower(std::atomic<std::size_t>& limit, std::size_t to) {
  std::size_t present = limit;
  while (to < present && !limit.compare_exchange_weak(present, to)) {
  }
}

/// Operations, with those of a solver for what has no pivot; an order that ignores the components
/// has to be clearly cheaper to be taken.
double price(const BlockMatrix& matrix, const EliminationPlan& plan) {
  const auto left = static_cast<double>(matrix.unknowns.size() - plan.steps.size());
  const double operations = static_cast<double>(plan.operations) + left * left * left;
  return plan.order == EliminationOrder::components ? operations : 1.1 * operations + 1;
}

/// The cheapest candidate with an accuracy that is beyond doubt, else the cheapest that is good
/// enough, else the most accurate one. Judging stops at the first that leaves nothing to wish for.
std::size_t best_of(const BlockMatrix& matrix, PlanJudge& judge,
                    std::vector<Candidate>& candidates) {
  std::vector<std::size_t> order(candidates.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    const Candidate &a = candidates[i], &b = candidates[j];
    if (a.complete != b.complete) return a.complete;
    // What an order leaves to a solver beyond need, it has gone past instead of through.
    if (a.plan.steps.size() != b.plan.steps.size())
      return a.plan.steps.size() > b.plan.steps.size();
    return price(matrix, a.plan) < price(matrix, b.plan);
  });
  const auto grade = [](const Candidate& c) {
    if (!c.complete) return 3;
    return c.judgement.accuracy <= kBeyondDoubt ? 0 : c.judgement.accuracy <= kTrusted ? 1 : 2;
  };
  std::size_t best = order[0];
  for (std::size_t i : order) {
    Candidate& candidate = candidates[i];
    if (candidate.full && candidate.judgement.solution_size.empty()) {
      candidate.judgement = judge(candidate.plan);
    }
    const int now = grade(candidate), before = grade(candidates[best]);
    const bool more_accurate =
        candidate.judgement.accuracy < 0.1 * candidates[best].judgement.accuracy;
    if (now < before || (now == 2 && before == 2 && more_accurate)) best = i;
    if (now == 0) break;
  }
  return best;
}

Candidate choose(const BlockMatrix& matrix) {
  PlanJudge judge(matrix);
  std::vector<Candidate> candidates;
  PlanOptions options;                                // of the next candidate
  std::size_t fewest = static_cast<std::size_t>(-1);  // updates of a candidate so far
  std::size_t patience = 0;                           // updates after which one is given up
  // Adds the candidates of these orders, which are made side by side. One that is far more
  // expensive than one before it is given up, sooner or later: whether it was finished does not
  // count.
  const auto add = [&](std::vector<PlanOptions> orders) {
    const auto most_after = [](const Candidate& c) { return 4 * c.plan.updates.size() + 1000; };
    std::vector<std::atomic<std::size_t>> limits(orders.size());
    for (std::size_t k = 0; k < orders.size(); ++k) {
      limits[k] = std::min(patience, fewest);
      orders[k].limit = &limits[k];
    }
    std::vector<Candidate> made(orders.size());
    side_by_side(orders.size(), matrix.entries > kManyEntries, [&](std::size_t k) {
      made[k] = make_candidate(matrix, orders[k]);
      if (made[k].plan.abandoned) return;
      for (std::size_t later = k + 1; later < limits.size(); ++later) {
        lower(limits[later], most_after(made[k]));
      }
    });
    for (Candidate& candidate : made) {
      const std::size_t most = std::min(patience, fewest);
      if (candidate.plan.abandoned || candidate.plan.updates.size() > most) {
        if (most < fewest) continue;  // perhaps later
        candidate = {};
        candidate.plan.abandoned = true;
      } else {
        fewest = std::min(fewest, most_after(candidate));
      }
      candidates.push_back(std::move(candidate));
    }
  };
  // An order that does not suit fills up: along long chains it would take for ever. So all are
  // tried with little patience first.
  const auto try_patiently = [&](const auto& attempt) {
    const std::size_t before = candidates.size();
    for (patience = 12 * matrix.entries + 10'000; candidates.size() == before; patience *= 8) {
      attempt();
    }
  };
  const auto add_candidates = [&] {
    std::vector<PlanOptions> orders;
    options.order = EliminationOrder::markowitz;
    options.lag = 0;
    orders.push_back(options);
    if (matrix.has_levels) {
      options.order = EliminationOrder::components;
      for (const std::uint32_t lag : {0u, 1u, 2u}) {
        options.lag = lag;
        orders.push_back(options);
      }
    }
    try_patiently([&] { add(orders); });
  };
  add_candidates();
  std::size_t best = best_of(matrix, judge, candidates);
  const auto is_good = [&] {
    const PlanJudgement& judgement = candidates[best].judgement;
    return judgement.solution_size.empty() || judgement.accuracy <= kTrusted;
  };
  if (is_good()) return std::move(candidates[best]);
  // Ill-scaled: choose again, knowing how large the unknowns are.
  options.solution_size = candidates[best].judgement.solution_size;
  add_candidates();
  best = best_of(matrix, judge, candidates);
  options.tight_rows_first = true;
  options.lag = 0;
  for (const EliminationOrder order : {EliminationOrder::markowitz, EliminationOrder::components}) {
    for (const double share : {0.03, 0.3}) {
      if (is_good() || (order == EliminationOrder::components && !matrix.has_levels)) break;
      options.order = order;
      options.least_share = share;
      try_patiently([&] { add({options}); });
      best = best_of(matrix, judge, candidates);
    }
  }
  return std::move(candidates[best]);
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
