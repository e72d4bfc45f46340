/// Analyses of a linearization as the page reads them, for reports and for servers.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace multibond {

class CompiledModel;
struct FrequencyResponse;
struct RootLocus;

nlohmann::ordered_json to_json(const RootLocus& locus);
/// A list: each output by each input.
nlohmann::ordered_json to_json(const FrequencyResponse& response);

/// Whether a variable is declared as Input.
bool is_input(const CompiledModel& model, const std::string& path);

}  // namespace multibond
