/// Pass: derivative names. What people call a derivative: der(mass.s) is mass.v.
#pragma once

#include <string>

#include "multibond/compile/aliases.h"
#include "multibond/symbolic/node_map.h"

namespace multibond {

/// For the leaves of derivatives that a variable stands for, that variable: of several the nearest
/// to the differentiated variable, then the one with the shortest path.
NodeMap name_derivatives(const System& system, const Aliases& aliases);

/// What people call a leaf: the variable that stands for it if there is one ("mass.v"), else
/// "der(mass.s)".
std::string name_of(const System& system, const NodeMap& derivative_names, const Expr& leaf);

}  // namespace multibond
