/// Pictures of a model in states that no run passes: shapes of vibration, for instance.
#pragma once

#include <vector>

#include "multibond/simulate/observer.h"
#include "multibond/simulate/scene.h"

namespace multibond {

/// The scene of these states, a row each with its number as time. Each is brought onto the
/// invariants first, so that loops are closed; the run stays where it is.
Scene scene_of_states(const RunView& run, const std::vector<std::vector<double>>& states);

}  // namespace multibond
