/// What kind of energy the stores of a model hold.
///
/// Components say how much they store, in an expression; its form follows from what the expression
/// is made of: a store that depends on a velocity is kinetic, one on a voltage electric, and so on.
/// So components of any library have it, and none has to state it.
#pragma once

#include <vector>

#include "multibond/compile/aliases.h"
#include "multibond/model/energy_form.h"

namespace multibond {

/// The forms of System::powers. Variables without a unit, such as those of bonds, have that of any
/// variable they are an alias of.
std::vector<EnergyForm> energy_forms(const System& system, const Aliases& aliases);

}  // namespace multibond
