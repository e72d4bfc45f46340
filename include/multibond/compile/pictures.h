/// Pass: pictures. The numbers that say where components are to be seen.
#pragma once

#include <vector>

#include "multibond/compile/aliases.h"
#include "multibond/model/system.h"

namespace multibond {

/// Numbers of all pictures of a model as stated, in a fixed order: position, size, rotation (by
/// columns) and corners of each.
std::vector<Expr> picture_numbers(const System& system);

/// Those of them that move, in terms of the remaining variables, each once. A model that shows
/// nothing has none, and so no function to compute them.
std::vector<Expr> moving_picture_numbers(const System& system, const Aliases& aliases);

}  // namespace multibond
