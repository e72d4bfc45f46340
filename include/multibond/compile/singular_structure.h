/// Messages for models with too few or too many equations, in terms of components.
#pragma once

#include <cstdint>
#include <vector>

#include "multibond/model/system.h"

namespace multibond {

/// Throws Error if the equations cannot determine the variables, whatever the numbers: names the
/// free variables and the surplus equations (Dulmage-Mendelsohn parts).
/// `live` marks the variables that must be determined (the representatives of their aliases), so
/// that one which no equation mentions is found too; empty if that is not known.
void check_structure(const System& system);
void check_structure(const System& system, const std::vector<bool>& live);

/// Throws Error for equations whose differentiation never ends: they constrain each other.
[[noreturn]] void report_endless_differentiation(const System& system,
                                                 const std::vector<std::uint32_t>& equations);

}  // namespace multibond
