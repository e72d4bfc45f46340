/// Pass: branches. Of the equations of `either`, those of one branch join the others.
#pragma once

#include <vector>

#include "multibond/model/system.h"

namespace multibond {

/// One branch of each mode that counts joins the equations, by the truth of its condition. The
/// modes keep their conditions, know whether they count, and have no equations any more.
void choose_branches(System& system, const std::vector<bool>& modes);

/// Puts the slopes of limit equations in place: residual = epsilon * slope with a small epsilon, in
/// the branches that would be chosen. False if these have none.
bool add_slopes(System& system, const std::vector<bool>& modes);

/// The modes in which a run may begin, the likeliest first: by the start values, then none and all.
std::vector<std::vector<bool>> likely_modes(const System& system);

}  // namespace multibond
