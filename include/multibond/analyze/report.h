/// Report: tables and JSON as reports and the command line write them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "multibond/diagnostic.h"

namespace multibond {

/// Columns aligned to the left, separated by two blanks; no blanks at the ends of lines.
std::string align(const std::vector<std::vector<std::string>>& rows, std::string_view indent = "");

/// An array of objects with severity, path, text and hint.
nlohmann::ordered_json to_json(const std::vector<Diagnostic>& diagnostics);
/// Pretty, with a newline at the end; text that is not UTF-8 is replaced.
std::string json_text(const nlohmann::ordered_json& json);

}  // namespace multibond
