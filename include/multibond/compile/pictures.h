/// The numbers of pictures: where components are to be seen.
#pragma once

#include <vector>

#include "multibond/compile/plan.h"

namespace multibond {

/// Numbers of all pictures of a plan as stated, in a fixed order: position, size, rotation (by
/// columns) and corners of each.
std::vector<Expr> picture_numbers(const Plan& plan);

/// Those of them that move, in terms of the reduced system, each once. A model that shows nothing
/// has none, and so no function to compute them.
std::vector<Expr> moving_picture_numbers(const Plan& plan);

}  // namespace multibond
