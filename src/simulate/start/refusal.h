/// Why there is no consistent start, in words.
#pragma once

#include <string>
#include <vector>

#include "problem.h"

namespace multibond {

/// Texts of the demands that do not hold at the present values, each once.
std::vector<std::string> violated_demands(StartProblem& problem, const std::vector<bool>& used);

/// The loop that is open most, and by how much; empty if all are closed. "It stays open by 0.2 m
/// and 12 degrees."
std::string widest_gap(StartProblem& problem);

/// With the fixed values released: those that had to give way, with where they are now. Throws if
/// there are any.
void refuse_fixed_values(StartProblem& problem, std::vector<std::string> violated);

[[noreturn]] void refuse_start(const std::vector<std::string>& violated, const std::string& gap);

}  // namespace multibond
