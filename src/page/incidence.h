/// Which equation has which unknown, before and after sorting, for the page.
#pragma once

#include "multibond/compile/plan.h"
#include "tracks.h"

namespace multibond::page {

/// "incidence" of the header. `stated`: the equations of the model with the variables in them, by
/// number; of modes, those that hold while no condition does. `solved`: those that are left to be
/// solved at every instant, with `order` of rows and of columns that makes them block lower
/// triangular, and the sizes of the blocks. Null if there are too many.
Json incidence_json(const System& stated, const Plan& plan);

}  // namespace multibond::page
