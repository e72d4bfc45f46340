/// How the modes of a linearization move the pictures of the model.
#pragma once

#include <vector>

#include "multibond/analyze/linearize.h"
#include "multibond/simulate/observer.h"
#include "multibond/simulate/scene.h"
#include "tracks.h"

namespace multibond::page {

/// Adds "shapes" to the modes: items of the scene with tracks on the grid of modes, and for each
/// mode its first row and how far it turns or moves. The first row of all is the state itself; from
/// there on a mode that moves something has a row per phase, the last one equal to the first.
///
/// A shape is x0 + a Re(v e^{i phase}), with loops closed; `a` is such that it is seen well.
/// Returns the number of rows.
std::size_t add_mode_shapes(const RunView& run, const Linearization& linear,
                            const std::vector<std::size_t>& modes, const Scene& scene,
                            Tracks& tracks, Json& json);

}  // namespace multibond::page
