/// Demands and loops that share unknowns, directly or through others.
#pragma once

#include <vector>

#include "problem.h"

namespace multibond {

struct StartCluster {
  std::vector<std::size_t> demands = {};  ///< ascending
  std::vector<std::size_t> loops = {}, wishes = {};
  std::vector<std::uint32_t> unknowns = {};  ///< those that may move
};

/// Clusters of the demands in use. Wishes of variables that are no states belong to the cluster of
/// their unknowns. With `alone`, only what concerns no unknowns but those that may move.
std::vector<StartCluster> clusters(const StartProblem& problem, const std::vector<bool>& demands,
                                   const std::vector<bool>& may_move, bool alone);

/// Demands of the cluster that its loops do not have: gaps count where a joint of their loop is
/// found later, from the positions of the others.
std::vector<std::size_t> other_demands(const StartProblem& problem, const StartCluster& cluster);

/// Whether constraints tie positions of the cluster together.
bool is_mechanism(const StartProblem& problem, const StartCluster& cluster);

}  // namespace multibond
