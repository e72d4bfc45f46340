/// Names of states as users know them.
#pragma once

#include <string>
#include <vector>

#include "multibond/compile/plan.h"

namespace multibond {

/// A state that is a derivative, der(mass.s), goes by the variable that stands for it, mass.v, if
/// the model has one; the nearest to the differentiated variable, then the shortest.
std::vector<std::string> state_names(const Plan& plan);

}  // namespace multibond
