/// A non-linear block: torn, and handed to a Newton iteration.
#pragma once

#include <string>
#include <vector>

#include "multibond/compile/blocks.h"
#include "multibond/compile/newton_solver.h"

namespace multibond {

struct NonlinearBlock {
  std::vector<Expr> residuals;
  std::vector<Expr> unknowns;
  /// What to do where the equations do not determine them.
  NewtonSolver::Undetermined undetermined = NewtonSolver::Undetermined::fails;
};

struct NonlinearPlan {
  Step step;
  std::vector<std::string> iteration_names;
  std::vector<Expr> divisors;  ///< made of parameters
};

/// Chooses iteration variables so that the other unknowns follow one by one, and builds the solver.
/// Sample values of the unknowns are defined by solving at every sample.
NonlinearPlan plan_nonlinear_block(const System& system, const NonlinearBlock& block,
                                   Samples& samples);

}  // namespace multibond
