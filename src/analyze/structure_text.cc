// A structure report as text and as JSON.

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "multibond/analyze/report.h"
#include "multibond/analyze/structure.h"
#include "multibond/base/text.h"

namespace multibond {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t kLines = 20;  // of a list, before it is cut
constexpr std::size_t kWidth = 96;

/// Names in lines of readable length.
std::string paragraph(const std::vector<std::string>& names, std::size_t limit) {
  std::string text, line = " ";
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::string word = names[i];
    const bool cut = i >= limit && i + 1 < names.size();
    if (cut)
      word = fmt::format("... and {} more", names.size() - i);
    else if (i + 1 < names.size())
      word += ',';
    if (line.size() > 1 && line.size() + 1 + word.size() > kWidth) {
      text += line + '\n';
      line = " ";
    }
    line += ' ' + word;
    if (cut) break;
  }
  return text + line + '\n';
}

void add_names(std::string& text, std::string_view title, const std::vector<std::string>& names,
               std::size_t limit = 60) {
  if (names.empty()) return;
  text += fmt::format("\n{} ({})\n{}", title, names.size(), paragraph(names, limit));
}

/// Long equations are cut; JSON has them in full.
std::string cut(const std::string& line) {
  if (line.size() <= kWidth) return line;
  std::size_t end = kWidth - 4;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xc0) == 0x80) --end;
  return line.substr(0, end) + " ...";
}

void add_lines(std::string& text, std::string_view title, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  text += fmt::format("\n{} ({})\n", title, lines.size());
  for (std::size_t i = 0; i < std::min(lines.size(), kLines); ++i)
    text += "  " + cut(lines[i]) + '\n';
  if (lines.size() > kLines) text += fmt::format("  ... and {} more\n", lines.size() - kLines);
}

std::string milliseconds(double seconds) { return fmt::format("{:.2f} ms", seconds * 1e3); }

void add_passes(std::string& text, const std::vector<PassReport>& passes) {
  Rows rows{{"pass", "equations", "unknowns", "time", ""}};
  double total = 0;
  for (const PassReport& pass : passes) {
    rows.push_back({pass.pass, fmt::format("{:>9}", pass.equations),
                    fmt::format("{:>8}", pass.variables),
                    fmt::format("{:>9}", milliseconds(pass.seconds)), pass.note});
    total += pass.seconds;
  }
  rows.push_back({"in all", "", "", fmt::format("{:>9}", milliseconds(total))});
  text += "\nPasses\n" + align(rows, "  ");
}

/// "linear, 12 unknowns with 40 entries, 2 left after elimination (86 operations): a, b, c"
std::string block_line(const BlockReport& block) {
  const bool linear = block.kind == BlockKind::linear;
  std::string text =
      fmt::format("{}, {}", linear ? "linear" : "non-linear", counted(block.size, "unknown"));
  if (block.nonzeros > 0) text += fmt::format(" with {} entries", block.nonzeros);
  if (linear) {
    text += fmt::format(", {} after elimination ({})", counted(block.remaining, "varying pivot"),
                        counted(block.operations, "operation"));
  } else {
    text += fmt::format(", {} iterated after tearing", block.remaining);
  }
  if (block.run_time) text += ", solved at run time";
  if (!block.names.empty()) text += ": " + join_names(block.names, 4);
  return text;
}

/// "455 equations for 455 unknowns, reduced to 59; 1 discrete variable."
std::string counts_line(const StructureReport& report) {
  std::string text = fmt::format("{} for {}", counted(report.equations, "equation"),
                                 counted(report.unknowns, "unknown"));
  if (!report.passes.empty()) {
    text += fmt::format(", reduced to {}", report.passes.back().equations);
  }
  if (report.discretes > 0) text += "; " + counted(report.discretes, "discrete variable");
  if (report.inputs > 0) text += "; " + counted(report.inputs, "input");
  if (report.contact_efforts > 0) {
    text += "; " + counted(report.contact_efforts, "effort") + " of contacts";
  }
  return text + ".\n";
}

}  // namespace

std::string to_text(const StructureReport& report, bool passes) {
  std::string text = report.model + "\n" + counts_line(report);
  if (passes) add_passes(text, report.passes);
  if (report.states.empty()) text += "\nNo states: nothing is integrated.\n";
  add_names(text, "States", report.states);
  add_names(text, "Dependent: candidates for states that follow from them", report.dependent);
  add_lines(text, "Constraints kept by projection", report.invariants);
  add_lines(text, "Constraints dropped as redundant", report.dropped_constraints);
  std::vector<std::string> blocks;
  for (const BlockReport& block : report.blocks) blocks.push_back(block_line(block));
  add_lines(text, "Blocks solved together", blocks);
  add_lines(text, "Conditions that cause events", report.conditions);
  Rows functions;
  for (const FunctionReport& function : report.functions) {
    if (function.operations > 0) {
      functions.push_back({function.name, fmt::format("{:>6} operation{}", function.operations,
                                                      function.operations == 1 ? "" : "s")});
    }
  }
  if (!functions.empty()) text += "\nFunctions\n" + align(functions, "  ");
  add_names(text, "Tunable parameters", report.tunable_parameters);
  add_names(text, "Tunable parameters of value 0, 1 or -1 (another value makes general code)",
            report.specialized_parameters);
  add_names(text, "Structural parameters (another value makes another model)",
            report.structural_parameters);
  add_names(text, "Parameters bound to others", report.dependent_parameters);
  return text;
}

std::string to_json(const StructureReport& report) {
  Json json{{"status", "ok"}, {"model", report.model}};
  json["equations_stated"] = report.equations;
  json["unknowns"] = report.unknowns;
  json["discretes"] = report.discretes;
  json["inputs"] = report.inputs;
  json["contact_efforts"] = report.contact_efforts;
  json["passes"] = Json::array();
  for (const PassReport& pass : report.passes) {
    json["passes"].push_back({{"pass", pass.pass},
                              {"equations", pass.equations},
                              {"variables", pass.variables},
                              {"seconds", pass.seconds},
                              {"note", pass.note}});
  }
  json["states"] = report.states;
  json["dependent"] = report.dependent;
  json["invariants"] = report.invariants;
  json["dropped_constraints"] = report.dropped_constraints;
  json["blocks"] = Json::array();
  for (const BlockReport& block : report.blocks) {
    json["blocks"].push_back({{"kind", block.kind == BlockKind::linear ? "linear" : "nonlinear"},
                              {"size", block.size},
                              {"nonzeros", block.nonzeros},
                              {"remaining", block.remaining},
                              {"operations", block.operations},
                              {"run_time", block.run_time},
                              {"names", block.names}});
  }
  json["conditions"] = report.conditions;
  json["operations"] = Json::object();
  for (const FunctionReport& function : report.functions) {
    json["operations"][function.name] = function.operations;
  }
  json["tunable_parameters"] = report.tunable_parameters;
  json["specialized_parameters"] = report.specialized_parameters;
  json["structural_parameters"] = report.structural_parameters;
  json["dependent_parameters"] = report.dependent_parameters;
  json["diagnostics"] = to_json(report.diagnostics);
  return json_text(json);
}

}  // namespace multibond
