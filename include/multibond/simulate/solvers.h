/// What a run can be made by: the integrators, and time stepping for contacts.
#pragma once

#include <vector>

#include "multibond/simulate/integrator.h"

namespace multibond {

/// All that `SimulatorOptions::solver` may be, but for auto: integrator_infos(), and moreau. That
/// one is no method for differential equations in general: it steps a model with its contacts.
const std::vector<IntegratorInfo>& solver_infos();

}  // namespace multibond
