/// What each function of a mode returns, as expressions of its plan.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "multibond/compile/compiled_model.h"
#include "multibond/compile/plan.h"

namespace multibond {

/// Expressions to be returned; or, if inputs are active, their directional derivative by these.
struct FunctionContents {
  std::vector<Expr> outputs;
  std::vector<std::uint32_t> active;  ///< slots
};

/// What is the same for all modes of a model.
struct SharedColumns {
  std::vector<VariableId> outputs;             ///< a variable for each column
  std::vector<std::uint32_t> limited;          ///< columns of variables that have limits
  std::vector<VariableId> constants;           ///< variables that are constant in time
  std::vector<std::uint32_t> moving_numbers;   ///< of pictures
  std::vector<std::uint32_t> resting_numbers;  ///< of pictures
};

/// Residuals of what must hold at the start, with what they are.
struct Demand {
  DemandDescription::Kind kind;
  Expr residual;
  std::uint32_t origin = 0;  ///< variable, invariant, or equation of its list
};
/// Reactions of the constraints that were not dropped as redundant.
std::set<std::uint32_t> kept_reactions(const Plan& plan);

std::vector<Demand> demands_of(const Plan& plan);

/// Where the value stands that a delay gives.
std::uint32_t slot_of_past(const Plan& plan, const SystemDelay& delay);

/// Reduced form of an expression of the original variables.
Expr reduced(const Plan& plan, const Expr& original);

FunctionContents function_contents(FunctionKind kind, const Plan& plan, const CompiledMode& mode,
                                   const SharedColumns& columns);

}  // namespace multibond
