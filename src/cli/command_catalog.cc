// `multibond list` and `multibond catalog`: what there is.

#include <algorithm>
#include <cctype>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command_session.h"
#include "multibond/base/text.h"
#include "multibond/library/bonds/element.h"
#include "multibond/library/bonds/specimen.h"
#include "multibond/model/context.h"
#include "multibond/model/system.h"

namespace multibond {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<std::string>>;

Json to_json(const CatalogEntry& entry) {
  Json json{{"path", entry.path}, {"description", entry.description}, {"is_model", entry.is_model}};
  if (entry.is_model) {
    json["experiment"] = {{"stop", entry.experiment.stop},
                          {"tolerance", entry.experiment.tolerance},
                          {"intervals", entry.experiment.intervals},
                          {"solver", entry.experiment.solver},
                          {"plot", entry.experiment.plot}};
  }
  return json;
}

std::string library_of(const CatalogEntry& entry) {
  const std::size_t dot = entry.path.rfind('.');
  return dot == std::string::npos ? std::string() : entry.path.substr(0, dot);
}

/// Entries by library, models last.
std::string overview(const std::vector<const CatalogEntry*>& entries) {
  std::vector<std::string> libraries;
  for (const CatalogEntry* entry : entries) {
    const std::string library = library_of(*entry);
    if (!library.empty() && (libraries.empty() || libraries.back() != library)) {
      libraries.push_back(library);
    }
  }
  libraries.emplace_back();
  std::string text;
  for (const std::string& library : libraries) {
    Rows rows;
    for (const CatalogEntry* entry : entries) {
      if (library_of(*entry) == library) rows.push_back({entry->path, entry->description});
    }
    if (rows.empty()) continue;
    if (!text.empty()) text += '\n';
    text += fmt::format("{}\n", library.empty() ? "Models" : library);
    text += align(rows, "  ");
  }
  return text;
}

std::string shown_unit(const std::string& unit) { return unit == "1" ? "" : unit; }

void add_section(std::string& text, std::string_view title, const Rows& rows) {
  if (!rows.empty()) text += fmt::format("\n{}\n{}", title, align(rows, "  "));
}

/// A port of a bond has as many efforts and flows as the model gives it: read off a built one.
void add_bond_variables(const CatalogEntry& entry, CatalogDescription& description) {
  const bonds::Specimen specimen = bonds::make_specimen(entry);
  if (!dynamic_cast<const bonds::Element*>(specimen.component)) return;
  try {
    flatten(*specimen.model);
  } catch (const Error&) {
    return;  // it needs surroundings
  }
  for (const Component* part : specimen.component->children()) {
    const auto* port = dynamic_cast<const bonds::BondPort*>(part);
    if (!port) continue;
    CatalogDescription::PortRow row{port->name(), port->kind_name(), {}};
    for (const std::uint32_t index : port->variables()) {
      const VariableData& data = port->context().variables[index];
      row.variables.push_back({data.name, std::string(data.unit), std::string(data.description),
                               data.flow ? "flow" : "effort"});
    }
    const auto same = [&](const auto& known) { return known.name == row.name; };
    const auto known = std::find_if(description.ports.begin(), description.ports.end(), same);
    if (known == description.ports.end()) {
      description.ports.push_back(std::move(row));  // a junction makes its ports as bonds come
    } else {
      *known = std::move(row);
    }
  }
}

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
    // At the begin of a name only.
    const bool inside = at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) ||
                                   text[at - 1] == '.' || text[at - 1] == '_');
    if (inside) {
      ++at;
      continue;
    }
    text.replace(at, what.size(), by);
  }
}

/// What the component itself states, as it is with its default parameters and nothing connected.
/// Its parts state theirs.
std::vector<std::string> equations_of(const CatalogEntry& entry) {
  std::vector<std::string> texts;
  if (entry.is_model) return texts;
  const bonds::Specimen specimen = bonds::make_specimen(entry);
  System system;
  try {
    system = flatten(*specimen.model);
  } catch (const Error&) {
    return texts;  // it needs surroundings
  }
  const std::string path = specimen.component->path();
  const auto add = [&](const std::vector<SystemEquation>& equations, const std::string& remark) {
    for (const SystemEquation& equation : equations) {
      if (system.components[equation.component].path != path) continue;
      if (equation.role == EquationRole::connection) continue;
      std::string text = system.text(equation);
      if (!path.empty()) replace_all(text, path + '.', "");
      texts.push_back(text + remark);
    }
  };
  add(system.equations, "");
  for (const SystemMode& mode : system.modes) {
    add(mode.then, "   while its condition holds");
    add(mode.otherwise, "   while it does not");
  }
  return texts;
}

std::string to_text(const CatalogEntry& entry, const CatalogDescription& description) {
  std::string text = fmt::format("{}: {}\n", description.path, description.description);
  Rows parameters, ports, variables;
  for (const auto& row : description.parameters) {
    parameters.push_back({row.name, "= " + row.default_value, shown_unit(row.unit),
                          row.type == "real" ? "" : row.type, row.description});
  }
  for (const auto& row : description.ports) {
    std::vector<std::string> names;
    for (const auto& variable : row.variables) {
      const std::string unit = shown_unit(variable.unit);
      names.push_back(unit.empty() ? variable.name : fmt::format("{} [{}]", variable.name, unit));
    }
    ports.push_back({row.name, row.kind, join_names(names)});
  }
  for (const auto& row : description.variables) {
    variables.push_back(
        {row.name, shown_unit(row.unit), row.kind == "plain" ? "" : row.kind, row.description});
  }
  add_section(text, "Parameters", parameters);
  add_section(text, "Ports", ports);
  add_section(text, "Variables", variables);
  if (const std::vector<std::string> equations = equations_of(entry); !equations.empty()) {
    text += "\nEquations\n";
    for (const std::string& equation : equations) text += fmt::format("  {}\n", equation);
  }
  if (!description.parts.empty()) {
    text += fmt::format("\nParts\n  {}\n", join_names(description.parts, 40));
  }
  if (entry.is_model) {
    const Experiment& experiment = entry.experiment;
    text += fmt::format("\nExperiment\n  to {} with tolerance {}, {} intervals, solver {}\n",
                        quantity(experiment.stop, "s"), format_number(experiment.tolerance),
                        experiment.intervals, experiment.solver);
    text += fmt::format("  multibond simulate {}{}\n", entry.path,
                        experiment.plot.empty()
                            ? ""
                            : " --plot " + fmt::format("{}", fmt::join(experiment.plot, ",")));
  }
  return text;
}

Json to_json(const CatalogEntry& entry, const CatalogDescription& description) {
  const auto variables = [](const std::vector<CatalogDescription::VariableRow>& rows) {
    Json json = Json::array();
    for (const auto& row : rows) {
      json.push_back({{"name", row.name},
                      {"unit", row.unit},
                      {"kind", row.kind},
                      {"description", row.description}});
    }
    return json;
  };
  Json json = to_json(entry);
  json["parameters"] = Json::array();
  for (const auto& row : description.parameters) {
    json["parameters"].push_back({{"name", row.name},
                                  {"type", row.type},
                                  {"unit", row.unit},
                                  {"default", row.default_value},
                                  {"description", row.description}});
  }
  json["ports"] = Json::array();
  for (const auto& row : description.ports) {
    json["ports"].push_back(
        {{"name", row.name}, {"kind", row.kind}, {"variables", variables(row.variables)}});
  }
  json["variables"] = variables(description.variables);
  json["equations"] = equations_of(entry);
  json["parts"] = description.parts;
  return json;
}

}  // namespace

ExitCode command_list(Session& session) {
  Rows rows;
  Json json = Json::array();
  for (const CatalogEntry& entry : session.catalog.entries()) {
    if (!entry.is_model) continue;
    rows.push_back({entry.path, entry.description});
    json.push_back(to_json(entry));
  }
  if (session.arguments.json) {
    print_json(session.out, {{"status", "ok"}, {"models", json}});
  } else {
    session.out << align(rows);
  }
  return ExitCode::success;
}

ExitCode command_catalog(Session& session) {
  std::string path = session.arguments.model.value_or("");
  while (path.ends_with('.')) path.pop_back();
  const std::vector<const CatalogEntry*> entries = session.catalog.below(path);
  if (entries.empty()) session.catalog.find(path);  // throws with the nearest names
  const bool one = entries.size() == 1 && entries[0]->path == path;
  if (one) {
    CatalogDescription description = describe(*entries[0]);
    add_bond_variables(*entries[0], description);
    if (session.arguments.json) {
      print_json(session.out, {{"status", "ok"}, {"entry", to_json(*entries[0], description)}});
    } else {
      session.out << to_text(*entries[0], description);
    }
    return ExitCode::success;
  }
  if (session.arguments.json) {
    Json json = Json::array();
    for (const CatalogEntry* entry : entries) json.push_back(to_json(*entry));
    print_json(session.out, {{"status", "ok"}, {"entries", json}});
  } else {
    session.out << overview(entries);
  }
  return ExitCode::success;
}

}  // namespace multibond
