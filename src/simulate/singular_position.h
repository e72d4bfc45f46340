/// Why a run came to its end: a mechanism in a singular position.
#pragma once

#include <optional>

#include "multibond/diagnostic.h"
#include "multibond/simulate/compiled_dynamics.h"

namespace multibond {

/// Names the parts whose equations hardly determine their motion at (t, y), if there are any: a
/// pivot that is far below its usual size belongs to a part without inertia in that position, or
/// to loops that lie in line.
std::optional<Diagnostic> singular_position(CompiledDynamics& dynamics, double t, const double* y);

}  // namespace multibond
