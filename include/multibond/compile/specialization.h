/// Pass: specialization. Parameters of value 0, 1 or -1 become numbers.
///
/// Axes of joints, unit vectors and switched-off terms are made of such values; with them as
/// numbers products vanish, constraints prove redundant and blocks fall apart, which makes
/// mechanisms several times faster. The price: a parameter that was specialized needs general code
/// when its value changes. Parameters named as free stay symbols, whatever their value.
#pragma once

#include <cstdint>
#include <vector>

#include "multibond/model/system.h"

namespace multibond {

/// Returns the parameters that became numbers, ascending. What is stated for messages (the sides of
/// equations, bindings) keeps its symbols, and so do start values.
std::vector<std::uint32_t> specialize(System& system, const std::vector<bool>& free);

/// The parameters that would become numbers, ascending.
std::vector<std::uint32_t> special_parameters(System& system, const std::vector<bool>& free);

}  // namespace multibond
