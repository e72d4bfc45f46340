/// Stiffness: whether an implicit method is worth its price.
#pragma once

#include "multibond/simulate/dynamics.h"

namespace multibond {

/// After an explicit method has found its steps limited by stability: looks at the eigenvalues of
/// the Jacobian. True if the fast modes decay (h Re(lambda) < -5 and |Re| > |Im|); a fast
/// oscillation must be followed by small steps in any case, unless the state is at rest to within
/// the tolerance and every mode decays.
bool is_stiff(Dynamics& dynamics, double t, const double* y, double step, double tolerance);

}  // namespace multibond
