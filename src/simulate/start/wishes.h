/// Wishes of variables that are no states: honoured as far as the demands leave room.
#pragma once

#include <vector>

#include "clusters.h"
#include "problem.h"

namespace multibond {

/// Moves what the demands of a cluster leave free to where its wishes, those of the unknowns and
/// those of variables that follow from them, are missed least by weight. `released` are demands
/// that are wishes only, and weigh most. Angles move by no more than a fraction of a turn at a
/// time.
void honour_wishes(StartProblem& problem, const StartCluster& cluster,
                   const std::vector<std::size_t>& released = {});

/// Of the rates that neither demands nor wishes determine, those are taken for which all rates of
/// joints are least, of those that are states and of the others alike: so they do not depend on
/// where loops are cut. Positions are held.
void settle_free_rates(StartProblem& problem, const StartCluster& cluster);

/// A note for each wish of a variable that follows from the unknowns and is missed.
std::vector<Diagnostic> missed_wishes(StartProblem& problem);

}  // namespace multibond
