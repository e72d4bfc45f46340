/// Messages for models with too few or too many equations, in terms of components.
#pragma once

#include <cstdint>
#include <vector>

#include "multibond/compile/aliases.h"
#include "multibond/model/system.h"

namespace multibond {

/// What is known of a system from before its aliases were removed: for messages in the words of
/// its author.
struct Origin {
  const System& system;
  const Aliases& aliases;
  const std::vector<IdleEquation>& idle_equations;
};

/// Throws Error if the equations cannot determine the variables, whatever the numbers: names the
/// free variables, the surplus equations (Dulmage-Mendelsohn parts), and the reason as far as it
/// shows in the original model.
void check_structure(const System& system, const Origin& origin);

/// Throws Error for equations whose differentiation never ends: they constrain each other.
[[noreturn]] void report_endless_differentiation(const System& system,
                                                 const std::vector<std::uint32_t>& equations);

}  // namespace multibond
