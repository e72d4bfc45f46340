#include "multibond/analyze/report.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace multibond {
namespace {

/// Characters that a terminal shows, for UTF-8 text.
std::size_t shown_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

}  // namespace

std::string align(const std::vector<std::vector<std::string>>& rows, std::string_view indent) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    // The last cell of a row may be long without widening a column.
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      widths[i] = std::max(widths[i], shown_width(row[i]));
    }
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line(indent);
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      if (i + 1 < row.size()) line.append(widths[i] - shown_width(row[i]) + 2, ' ');
    }
    while (line.ends_with(' ')) line.pop_back();
    text += line + '\n';
  }
  return text;
}

nlohmann::ordered_json to_json(const std::vector<Diagnostic>& diagnostics) {
  const auto name = [](Severity severity) {
    return severity == Severity::error     ? "error"
           : severity == Severity::warning ? "warning"
                                           : "note";
  };
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Diagnostic& diagnostic : diagnostics) {
    rows.push_back({{"severity", name(diagnostic.severity)},
                    {"path", diagnostic.path},
                    {"text", diagnostic.text},
                    {"hint", diagnostic.hint}});
    if (!diagnostic.place.empty()) rows.back()["place"] = diagnostic.place;
  }
  return rows;
}

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace multibond
