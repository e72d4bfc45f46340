/// Carrying out an elimination plan with expressions.
#pragma once

#include "plan.h"

namespace multibond {

/// Assignments, reduced equations, watched pivots and the count of operations of a plan.
void emit(const BlockMatrix& matrix, const EliminationPlan& plan, Samples& samples,
          Elimination& result);

}  // namespace multibond
