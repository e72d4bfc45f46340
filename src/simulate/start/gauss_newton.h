/// Gauss-Newton steps of least length on demands.
#pragma once

#include <vector>

#include "demand_rows.h"

namespace multibond {

/// Steps d of least weighted length with J d = -r, halved while the residual grows.
void gauss_newton(StartProblem& problem, const DemandRows& rows);

/// The same for each of several groups of demands, none of which feels the unknowns of another. One
/// evaluation of the model serves all of them, so that a thousand free bodies take as many as one.
void gauss_newton(StartProblem& problem, const std::vector<DemandRows>& groups);

}  // namespace multibond
