/// What the functions of the start of a run return, beside the demands (mode_functions.h).
#pragma once

#include <cstdint>
#include <vector>

#include "multibond/compile/compiled_model.h"
#include "multibond/compile/plan.h"

namespace multibond {

/// Inputs of the functions that a start is looked for in: the states, then parameters to be found.
std::vector<std::uint32_t> unknown_slots(const Plan& plan);
/// The parameters to be found, as places among the discrete variables.
std::vector<std::uint32_t> found_places(const Plan& plan);

/// What demands are summed from: leaves, each once, and for each demand those in it. A row whose
/// slope is much smaller than these terms is rounding noise.
struct DemandTerms {
  std::vector<Expr> residuals;  ///< with what fixes a variable in place of the variable
  std::vector<Expr> leaves;
  std::vector<std::vector<std::uint32_t>> of_demand;
};
DemandTerms terms_of(const Plan& plan);
/// Partial derivatives of the residuals by their leaves, demand by demand.
std::vector<Expr> coefficients(const DemandTerms& terms);

/// The gap of each loop: lengths, angles, and in space the trace.
struct LoopGap {
  std::uint32_t loop = 0;
  std::vector<Expr> lengths, angles, trace;
};
std::vector<LoopGap> gaps_of(const Plan& plan);

/// Variables with a wish that are no states but follow from the unknowns.
std::vector<VariableId> other_wishes(const Plan& plan);

/// Positions and rates that were meant to be states, of a model with loops: variables, each once.
/// Unlike the states they do not depend on where the loops are cut.
std::vector<VariableId> joint_motions(const Plan& plan);

}  // namespace multibond
