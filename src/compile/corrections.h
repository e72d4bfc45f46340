/// Pass: corrections. The top level of each invariant gets a term by which a run can be corrected.
#pragma once

#include "multibond/compile/states.h"
#include "multibond/model/system.h"

namespace multibond {

/// Baumgarte's stabilisation g'' + 2 alpha g' + beta^2 g = 0 in place of g'' = 0.
struct Stabilisation {
  double alpha = 0, beta = 0;
};

/// Adds correction k to the top level of invariant k, if it has one: zero in a run, the residual
/// of a lower level in projection; and the terms of the stabilisation.
StateSelection add_corrections(const System& system, StateSelection selection,
                               const Stabilisation& stabilisation);

}  // namespace multibond
