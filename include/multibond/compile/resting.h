/// Pass: resting variables. What equations without time determine does not move.
///
/// Index reduction would differentiate such equations where a derivative of their variables occurs,
/// and the derivatives would be solutions of 0 = J x'. Where the equations have a double root, as
/// cos(a) = 1 has, J is singular there and determines nothing, though a rests.
#pragma once

#include <cstddef>

#include "multibond/compile/aliases.h"
#include "multibond/model/system.h"

namespace multibond {

struct RestingVariables {
  Aliases aliases;        ///< with zero for what stands for derivatives of these variables
  std::size_t count = 0;  ///< variables whose derivatives became zero
};

/// Writes zero for the derivatives of variables that plain equations of nothing but parameters and
/// such variables determine. Systems with constraints that have reactions are left as they are:
/// what rests there belongs to loops, and the redundancy pass tells what their joints say twice.
RestingVariables find_resting_variables(System& system, Aliases aliases);

}  // namespace multibond
