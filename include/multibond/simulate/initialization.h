/// Initialization: finds consistent initial states, as one assembles a mechanism.
///
/// Fixed values, initial equations and invariants hold exactly; start values are wishes. Parameters
/// that are to be found are unknowns beside the states. Positions come first (start/assembly.h),
/// then velocities and the rest: damped Gauss-Newton steps of least weighted length, with rank
/// detection, per cluster of coupled equations.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "multibond/simulate/compiled_dynamics.h"

namespace multibond {

struct InitialState {
  std::vector<double> y;
  std::size_t iterations = 0;
  double residual = 0;
  std::vector<Diagnostic> notes = {};  ///< wishes that are missed, other ways to close loops
};

/// Loops that cannot be closed.
class OpenLoopError final : public Error {
 public:
  using Error::Error;
};

/// Start values at the present parameters, in the order of InitializationDescription::starts.
/// `given` are values by variable that stand in place of those of the model.
using GivenStarts = std::map<VariableId, double>;
std::vector<double> start_values(CompiledDynamics& dynamics, const GivenStarts& given = {});
/// Gives discrete variables and inputs their start values.
void start_discrete_values(CompiledDynamics& dynamics, const GivenStarts& given = {});

/// Throws Error naming the conflicting values, with the closest possible ones, if there is no
/// consistent state. Conditions are taken as they stand in the inputs of `dynamics`.
InitialState initialize(CompiledDynamics& dynamics, double t, const GivenStarts& given = {});

}  // namespace multibond
