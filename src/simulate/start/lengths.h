/// What would have to be how long for loops to close that cannot.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "problem.h"

namespace multibond {

/// A length of the model: one number, or the elements of a vector.
struct StartLength {
  std::string path = {};
  std::vector<ParameterId> parameters = {};
};

/// The lengths of a model that can be changed.
std::vector<StartLength> lengths_of(const ModelDescription& description);

/// "They would close if rod.length were 0.034 m longer." for the length of which the least change
/// is enough; empty if there is none, or if it is not the loops that cannot be closed. `parameters`
/// are values of all parameters, which are in use again afterwards.
std::string length_advice(CompiledDynamics& dynamics, double t, const GivenStarts& given,
                          const std::vector<double>& parameters,
                          const std::vector<StartLength>& lengths);

}  // namespace multibond
