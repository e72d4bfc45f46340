/// How a run went: the summary for people, and the same as JSON.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "multibond/simulate/result.h"

namespace multibond {

/// A few lines on the run, then the last values of `shown`. `invariants`: the model has some.
std::string summary(const Result& result, const std::string& description,
                    const std::vector<std::string>& shown, bool invariants);

/// status, time, statistics, events, diagnostics, final values of all variables.
/// The impulses that were asked for, impact by impact; `efforts` are their paths.
std::string impulse_table(const Result& result, const std::vector<std::string>& efforts);

nlohmann::ordered_json summary_json(const Result& result);

/// Seconds for people: "12.3 ms", "1.25 s".
std::string duration_text(double seconds);

}  // namespace multibond
