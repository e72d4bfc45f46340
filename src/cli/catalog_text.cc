#include "catalog_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "multibond/analyze/report.h"
#include "multibond/base/text.h"

namespace multibond {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

std::string shown_unit(const std::string& unit) { return unit == "1" ? "" : unit; }

void add_section(std::string& text, std::string_view title, const Rows& rows) {
  if (!rows.empty()) text += fmt::format("\n{}\n{}", title, align(rows, "  "));
}

/// "stiffness (>= 0)", "shape (box, sphere)".
std::string with_limits(const CatalogParameter& row) {
  const std::string limits =
      row.choices.empty() ? check_text(row.check) : join_names(row.choices, 20);
  if (limits.empty()) return row.description;
  return row.description.empty() ? limits : fmt::format("{} ({})", row.description, limits);
}

Rows parameter_rows(const std::vector<CatalogParameter>& parameters) {
  Rows rows;
  for (const CatalogParameter& row : parameters) {
    rows.push_back({row.name, "= " + row.default_value, shown_unit(row.unit),
                    row.type == "real" ? "" : row.type, with_limits(row)});
  }
  return rows;
}

Rows port_rows(const std::vector<PortDescription>& ports) {
  Rows rows;
  for (const PortDescription& port : ports) {
    std::vector<std::string> names;
    for (const CatalogVariable& variable : port.variables) {
      const std::string unit = shown_unit(variable.unit);
      names.push_back(unit.empty() ? variable.name : fmt::format("{} [{}]", variable.name, unit));
    }
    rows.push_back({port.name, port.kind, join_names(names)});
  }
  return rows;
}

Rows variable_rows(const std::vector<CatalogVariable>& variables) {
  Rows rows;
  for (const CatalogVariable& row : variables) {
    rows.push_back(
        {row.name, shown_unit(row.unit), row.kind == "plain" ? "" : row.kind, row.description});
  }
  return rows;
}

std::string experiment_text(const CatalogEntry& entry, const std::string& program) {
  const Experiment& experiment = entry.experiment;
  std::string text =
      fmt::format("\nExperiment\n  to {} with tolerance {}, {} intervals, solver {}\n",
                  quantity(experiment.stop, "s"), format_number(experiment.tolerance),
                  experiment.intervals, experiment.solver);
  text += fmt::format(
      "  {} simulate {}{}\n", program, entry.path,
      experiment.plot.empty() ? "" : fmt::format(" --plot {}", fmt::join(experiment.plot, ",")));
  return text + fmt::format("  {} catalog {} --parameters\n", program, entry.path);
}

std::string kind_of(const CatalogParameter& row) {
  return row.bound ? "bound" : row.structural ? "structural" : "tunable";
}

Json to_json(const CatalogParameter& row) {
  return {{"name", row.name},
          {"type", row.type},
          {"unit", row.unit},
          {"value", row.value},
          {"default", row.default_value},
          {"choices", row.choices},
          {"check", check_text(row.check)},
          {"structural", row.structural},
          {"bound", row.bound},
          {"description", row.description}};
}

Json to_json(const std::vector<CatalogParameter>& rows) {
  Json json = Json::array();
  for (const CatalogParameter& row : rows) json.push_back(to_json(row));
  return json;
}

Json to_json(const std::vector<CatalogVariable>& rows) {
  Json json = Json::array();
  for (const CatalogVariable& row : rows) {
    json.push_back({{"name", row.name},
                    {"unit", row.unit},
                    {"kind", row.kind},
                    {"description", row.description}});
  }
  return json;
}

}  // namespace

std::string entry_text(const CatalogEntry& entry, const CatalogDescription& description,
                       const std::string& program) {
  std::string text = description.path;
  if (!description.description.empty()) text += ": " + description.description;
  text += '\n';
  Rows code;
  if (!description.header.empty()) {
    code = {{"C++", description.cpp_class}, {"Header", description.header}};
  }
  if (!code.empty()) text += '\n' + align(code);
  add_section(text, "Parameters", parameter_rows(description.parameters));
  // Those of a model are many: --parameters lists them.
  if (!entry.is_model) {
    add_section(text, "Parameters of its parts", parameter_rows(description.inner_parameters));
  }
  add_section(text, "Ports", port_rows(description.ports));
  add_section(text, "Variables", variable_rows(description.variables));
  if (!description.equations.empty()) {
    text += "\nEquations\n";
    for (const std::string& equation : description.equations) {
      text += fmt::format("  {}\n", equation);
    }
  }
  if (!description.obstacle.empty()) {
    text += fmt::format("\nNot shown with its equations: {}\n", description.obstacle);
  }
  if (!description.parts.empty()) {
    text += fmt::format("\nParts\n  {}\n", join_names(description.parts, 40));
  }
  if (entry.is_model) text += experiment_text(entry, program);
  return text;
}

std::string parameters_text(const CatalogDescription& description) {
  Rows rows, starts;
  for (const auto* list : {&description.parameters, &description.inner_parameters}) {
    for (const CatalogParameter& row : *list) {
      rows.push_back(
          {row.name, "= " + row.value, shown_unit(row.unit), kind_of(row), with_limits(row)});
    }
  }
  for (const StartDescription& row : description.starts) {
    starts.push_back({row.name, "= " + row.value, shown_unit(row.unit),
                      row.fixed ? "fixed" : "guess", row.description});
  }
  std::string text;
  if (!rows.empty()) text = "Parameters\n" + align(rows, "  ");
  add_section(text, "Start values", starts);
  return text;
}

nlohmann::ordered_json parameters_json(const CatalogDescription& description) {
  Json json = to_json(description.parameters);
  for (const Json& row : to_json(description.inner_parameters)) json.push_back(row);
  return json;
}

nlohmann::ordered_json starts_json(const CatalogDescription& description) {
  Json json = Json::array();
  for (const StartDescription& row : description.starts) {
    json.push_back({{"name", row.name},
                    {"unit", row.unit},
                    {"value", row.value},
                    {"fixed", row.fixed},
                    {"description", row.description}});
  }
  return json;
}

nlohmann::ordered_json entry_json(const CatalogEntry& entry) {
  Json json{{"path", entry.path},
            {"description", entry.description},
            {"is_model", entry.is_model},
            {"class", entry.cpp_class},
            {"header", entry.header}};
  if (entry.is_model) {
    json["topic"] = entry.topic;
    if (!entry.story.empty()) json["story"] = entry.story;
    json["experiment"] = {{"stop", entry.experiment.stop},
                          {"tolerance", entry.experiment.tolerance},
                          {"intervals", entry.experiment.intervals},
                          {"solver", entry.experiment.solver},
                          {"plot", entry.experiment.plot}};
  }
  return json;
}

nlohmann::ordered_json entry_json(const CatalogEntry& entry,
                                  const CatalogDescription& description) {
  Json json = entry_json(entry);
  json["parameters"] = to_json(description.parameters);
  json["inner_parameters"] = to_json(description.inner_parameters);
  json["ports"] = Json::array();
  for (const PortDescription& port : description.ports) {
    json["ports"].push_back(
        {{"name", port.name}, {"kind", port.kind}, {"variables", to_json(port.variables)}});
  }
  json["variables"] = to_json(description.variables);
  json["equations"] = description.equations;
  json["parts"] = description.parts;
  json["obstacle"] = description.obstacle;
  return json;
}

}  // namespace multibond
