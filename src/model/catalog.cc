#include "multibond/model/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "multibond/base/text.h"
#include "multibond/model/context.h"

namespace multibond {
namespace {

bool before(const CatalogEntry& entry, std::string_view path) { return entry.path < path; }

std::string_view type_name(const ParameterBase& parameter) {
  switch (parameter.type()) {
    case ParameterType::integer:
      return "integer";
    case ParameterType::boolean:
      return "boolean";
    case ParameterType::text:
      return "text";
    case ParameterType::real:
      break;
  }
  return "real";
}

/// "real", "real[3]", "real[3, 3]", "real[:, 2]".
std::string type_text(const ParameterBase& parameter) {
  std::string text(type_name(parameter));
  const auto size = [](int n) { return n < 0 ? std::string(":") : std::to_string(n); };
  if (parameter.columns() != 1) {
    text += fmt::format("[{}, {}]", size(parameter.rows()), size(parameter.columns()));
  } else if (parameter.rows() != 1) {
    text += fmt::format("[{}]", size(parameter.rows()));
  }
  return text;
}

std::string_view kind_text(const VariableData& data) {
  if (data.reaction) return "reaction";
  if (data.flow) return "flow";
  switch (data.kind) {
    case VariableKind::position:
      return "position";
    case VariableKind::velocity:
      return "velocity";
    case VariableKind::effort:
      return "effort";
    case VariableKind::coordinate:
      return "coordinate";
    case VariableKind::discrete:
      return "discrete";
    case VariableKind::input:
      return "input";
    case VariableKind::output:
      return "output";
    case VariableKind::plain:
      break;
  }
  return data.hint == StateHint::prefer || data.hint == StateHint::always ? "state" : "plain";
}

/// Variables of a component, and of the parts of a port, with names relative to it.
void add_variables(const Component& component, const std::string& prefix,
                   std::vector<CatalogDescription::VariableRow>& rows) {
  for (const std::uint32_t index : component.variables()) {
    const VariableData& data = component.context().variables[index];
    rows.push_back({prefix + data.name, std::string(data.unit), std::string(data.description),
                    std::string(kind_text(data))});
  }
}

void add_port_variables(const Component& port, const std::string& prefix,
                        std::vector<CatalogDescription::VariableRow>& rows) {
  add_variables(port, prefix, rows);
  for (const Component* part : port.children()) {
    add_port_variables(*part, prefix + part->name() + '.', rows);
  }
}

}  // namespace

void Catalog::insert(std::string_view path, std::string_view description, Make* make,
                     const Experiment* experiment) {
  const auto place = std::lower_bound(entries_.begin(), entries_.end(), path, before);
  if (place != entries_.end() && place->path == path) {
    throw std::logic_error(fmt::format("The catalog already has an entry {}.", path));
  }
  entries_.insert(place, {std::string(path), std::string(description), experiment != nullptr,
                          experiment ? *experiment : Experiment(), make});
}

const CatalogEntry& Catalog::find(std::string_view path) const {
  const auto place = std::lower_bound(entries_.begin(), entries_.end(), path, before);
  if (place != entries_.end() && place->path == path) return *place;
  std::vector<std::string> paths;
  for (const CatalogEntry& entry : entries_) paths.push_back(entry.path);
  const std::vector<std::string> near = nearest(path, paths, 5);
  throw Error(std::string(path), fmt::format("The catalog has no entry {}.", path),
              near.empty() ? fmt::format("It has: {}.", join_names(paths, 12))
                           : fmt::format("Did you mean {}?", join_names(near)));
}

std::vector<const CatalogEntry*> Catalog::below(std::string_view prefix) const {
  std::vector<const CatalogEntry*> result;
  for (const CatalogEntry& entry : entries_) {
    const bool starts = entry.path.starts_with(prefix);
    if (prefix.empty() ||
        (starts && (entry.path.size() == prefix.size() || entry.path[prefix.size()] == '.'))) {
      result.push_back(&entry);
    }
  }
  return result;
}

CatalogDescription describe(const CatalogEntry& entry) {
  const std::unique_ptr<Component> instance =
      entry.make(nullptr, entry.path.substr(entry.path.rfind('.') + 1));
  CatalogDescription result;
  result.path = entry.path;
  result.description = entry.description;
  result.is_model = entry.is_model;
  for (const ParameterBase* parameter : instance->parameters()) {
    result.parameters.push_back({parameter->name(), type_text(*parameter),
                                 std::string(parameter->unit()), parameter->default_text(),
                                 std::string(parameter->description())});
  }
  add_variables(*instance, "", result.variables);
  // Ports and parts that depend on parameters are made by build(); what it needs from its
  // surroundings may be missing here.
  try {
    instance->build();
  } catch (const Error&) {
  }
  for (const Component* child : instance->children()) {
    const auto* port = dynamic_cast<const Port*>(child);
    if (!port) {
      result.parts.push_back(child->name());
      continue;
    }
    CatalogDescription::PortRow row{port->name(), port->kind_name(), {}};
    add_port_variables(*port, "", row.variables);
    result.ports.push_back(std::move(row));
  }
  return result;
}

}  // namespace multibond
