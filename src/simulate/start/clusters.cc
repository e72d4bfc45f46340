#include "clusters.h"

#include <algorithm>
#include <map>

#include "multibond/base/union_find.h"

namespace multibond {

std::vector<StartCluster> clusters(const StartProblem& problem, const std::vector<bool>& demands,
                                   const std::vector<bool>& may_move, bool alone) {
  const InitializationDescription& known = problem.known();
  UnionFind sets(problem.size());
  const auto concerns = [&](const std::vector<std::uint32_t>& unknowns) {
    const auto moves = [&](std::uint32_t i) { return may_move[i]; };
    return alone ? !unknowns.empty() && std::all_of(unknowns.begin(), unknowns.end(), moves)
                 : std::any_of(unknowns.begin(), unknowns.end(), moves);
  };
  // What does not move ties nothing together.
  const auto mover = [&](const std::vector<std::uint32_t>& unknowns) {
    return *std::find_if(unknowns.begin(), unknowns.end(),
                         [&](std::uint32_t i) { return may_move[i]; });
  };
  const auto join = [&](const std::vector<std::uint32_t>& unknowns) {
    if (!concerns(unknowns)) return;
    for (const std::uint32_t i : unknowns) {
      if (may_move[i]) sets.join(i, mover(unknowns));
    }
  };
  for (std::size_t d = 0; d < known.demands.size(); ++d) {
    if (demands[d]) join(known.demands[d].unknowns);
  }
  if (alone) {
    for (const ClosureDescription& loop : known.closures) join(loop.unknowns);
  }
  for (const OtherWishDescription& wish : known.other_wishes) {
    if (problem.is_wish(wish)) join(wish.unknowns);
  }
  std::map<std::size_t, StartCluster> found;
  const auto cluster_of = [&](const std::vector<std::uint32_t>& unknowns) -> StartCluster& {
    return found[sets.find(mover(unknowns))];
  };
  for (std::size_t d = 0; d < known.demands.size(); ++d) {
    const auto& unknowns = known.demands[d].unknowns;
    if (demands[d] && concerns(unknowns)) cluster_of(unknowns).demands.push_back(d);
  }
  for (std::size_t l = 0; alone && l < known.closures.size(); ++l) {
    const auto& unknowns = known.closures[l].unknowns;
    if (concerns(unknowns)) cluster_of(unknowns).loops.push_back(l);
  }
  for (std::size_t k = 0; k < known.other_wishes.size(); ++k) {
    const auto& unknowns = known.other_wishes[k].unknowns;
    const bool wish = problem.is_wish(known.other_wishes[k]);
    if (wish && concerns(unknowns)) cluster_of(unknowns).wishes.push_back(k);
  }
  for (std::uint32_t i = 0; i < problem.size(); ++i) {
    if (!may_move[i]) continue;
    const auto cluster = found.find(sets.find(i));
    if (cluster != found.end()) cluster->second.unknowns.push_back(i);
  }
  std::vector<StartCluster> list;
  list.reserve(found.size());
  for (auto& entry : found) list.push_back(std::move(entry.second));
  return list;
}

std::vector<std::size_t> other_demands(const StartProblem& problem, const StartCluster& cluster) {
  std::vector<std::size_t> list;
  for (const std::size_t d : cluster.demands) {
    if (cluster.loops.empty() || !problem.demand(d).gap) list.push_back(d);
  }
  return list;
}

bool is_mechanism(const StartProblem& problem, const StartCluster& cluster) {
  return !cluster.loops.empty() ||
         std::any_of(cluster.demands.begin(), cluster.demands.end(),
                     [&](std::size_t d) { return problem.demand(d).position; });
}

}  // namespace multibond
