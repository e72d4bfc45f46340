/// Projection after an event has set states.
#pragma once

#include <cstddef>
#include <vector>

#include "multibond/simulate/compiled_dynamics.h"

namespace multibond {

/// Projects y onto the constraints so that the states in `set` keep the values they have, as far as
/// the constraints allow. An event that sets the speed of one joint of a loop sets that of all
/// others; a plain projection would meet halfway.
void project_around(CompiledDynamics& dynamics, double t, std::vector<double>& y,
                    const std::vector<std::size_t>& set);

}  // namespace multibond
