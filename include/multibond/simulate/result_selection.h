/// Some of the variables of a result, chosen by path or with wildcards.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "multibond/simulate/result.h"

namespace multibond {

/// Whether a path fits a pattern: `*` stands for any characters, `?` for one; all others, brackets
/// of indices included, stand for themselves.
bool matches(std::string_view pattern, std::string_view path);

/// The trajectories of the variables that fit one of the patterns, and the time. How the run went
/// is kept too. Throws Error for a pattern that fits nothing.
Result with_variables(const Result& result, const std::vector<std::string>& patterns);

}  // namespace multibond
