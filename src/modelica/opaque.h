/// Opaque functions: several results of a computation that is no expression, each of them a
/// function that expressions call. Programs compute all results of the same arguments together.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "multibond/symbolic/function.h"

namespace multibond::modelica {

using Computation = std::function<void(std::span<const double> arguments, std::span<double>)>;

/// One function for each result. They have no derivative.
std::vector<std::shared_ptr<const Function>> opaque_functions(std::string name, std::size_t arity,
                                                              std::size_t results,
                                                              Computation computation);

}  // namespace multibond::modelica
