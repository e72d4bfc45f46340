/// Operating point: the state of a model at a given time, with discrete values and conditions.
#pragma once

#include <vector>

#include "multibond/simulate/compiled_dynamics.h"
#include "multibond/simulate/simulation.h"

namespace multibond {

/// Simulates to `time` (or only initializes, if that is the start time) and brings `dynamics`, made
/// of the same plan, to that state. Returns the state. Throws Error if the time is not reached.
std::vector<double> go_to(CompiledDynamics& dynamics, double time, SimulationOptions options);

}  // namespace multibond
