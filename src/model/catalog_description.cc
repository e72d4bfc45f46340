#include "multibond/model/catalog_description.h"

#include <fmt/format.h>

#include <cctype>
#include <unordered_set>

#include "multibond/base/text.h"
#include "multibond/model/context.h"
#include "multibond/model/picture.h"
#include "multibond/model/system.h"

namespace multibond {
namespace {

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
    case VariableKind::contact:
      return "effort";
    case VariableKind::report:
      return "report";
    case VariableKind::plain:
    case VariableKind::past:
      break;
  }
  return data.hint == StateHint::prefer || data.hint == StateHint::always ? "state" : "plain";
}

/// Variables of a component, and of the parts of a port, with names relative to it.
void add_variables(const Component& component, const std::string& prefix,
                   std::vector<CatalogVariable>& rows) {
  for (const std::uint32_t index : component.variables()) {
    const VariableData& data = component.context().variables[index];
    rows.push_back({prefix + data.name, std::string(data.unit), std::string(data.description),
                    std::string(kind_text(data))});
  }
}

void add_port_variables(const Component& port, const std::string& prefix,
                        std::vector<CatalogVariable>& rows) {
  add_variables(port, prefix, rows);
  for (const Component* part : port.children()) {
    add_port_variables(*part, prefix + part->name() + '.', rows);
  }
}

// -- parameters -----------------------------------------------------------------------------------

/// Which parameters shape what is built: whole numbers, truth values and texts always do, reals if
/// they were read while the model was built. And which of them follow from others.
class ParameterFacts {
 public:
  explicit ParameterFacts(const ModelContext& context) {
    for (std::uint32_t i = 0; i < context.parameters.size(); ++i) {
      const ParameterElement& element = context.parameters[i];
      if (context.reader(i)) read_.insert(element.parameter);
      if (element.bound) bound_.insert(element.parameter);
    }
  }
  bool structural(const ParameterBase& parameter) const {
    return parameter.type() != ParameterType::real || read_.contains(&parameter);
  }
  bool bound(const ParameterBase& parameter) const { return bound_.contains(&parameter); }

 private:
  std::unordered_set<const ParameterBase*> read_, bound_;
};

CatalogParameter describe_parameter(const ParameterBase& parameter, const std::string& prefix,
                                    const ParameterFacts& facts) {
  CatalogParameter row{prefix + parameter.name(),     type_text(parameter),
                       std::string(parameter.unit()), parameter.value_text(),
                       parameter.default_text(),      std::string(parameter.description())};
  if (const auto* text = dynamic_cast<const Parameter<std::string>*>(&parameter)) {
    row.choices = text->choices();
  }
  row.check = parameter.check();
  row.structural = facts.structural(parameter);
  row.bound = facts.bound(parameter);
  return row;
}

/// Parameters of the parts of a component, with paths below it: of its pictures, or of all others.
void add_inner_parameters(const CatalogEntry& entry, const Component& component,
                          const std::string& prefix, const ParameterFacts& facts, bool pictures,
                          std::vector<CatalogParameter>& rows) {
  for (const Component* part : component.children()) {
    const std::string path = prefix + part->name() + '.';
    const bool wanted = pictures == (dynamic_cast<const Picture*>(part) != nullptr);
    if (wanted) {
      for (const ParameterBase* parameter : part->parameters()) {
        CatalogParameter row = describe_parameter(*parameter, path, facts);
        if (!entry.hides || !entry.hides(*part, row)) rows.push_back(std::move(row));
      }
    }
    add_inner_parameters(entry, *part, path, facts, pictures, rows);
  }
}

std::vector<StartDescription> starts_of(const ModelContext& context) {
  std::vector<StartDescription> rows;
  for (std::uint32_t i = 0; i < context.variables.size(); ++i) {
    const VariableData& data = context.variables[i];
    if (!data.has_start && !data.fixed) continue;
    rows.push_back({context.variable_path(i) + ".start", std::string(data.unit),
                    format_number(context.evaluate(data.start)), std::string(data.description),
                    data.fixed});
  }
  return rows;
}

// -- equations ------------------------------------------------------------------------------------

bool continues_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '_';
}

/// Names below a component, in place of names from the root of its model.
std::string shortened(std::string text, const std::string& path) {
  if (path.empty()) return text;
  const std::string prefix = path + '.';
  for (std::size_t at = 0; (at = text.find(prefix, at)) != std::string::npos;) {
    if (at > 0 && continues_name(text[at - 1])) {
      ++at;
    } else {
      text.erase(at, prefix.size());
    }
  }
  return text;
}

/// Of a nested `either`: the branches it is inside of, from the inner to the outer.
std::string where_around(const System& system, BranchOfMode branch) {
  std::string text;
  for (; branch.mode != BranchOfMode::kNone; branch = system.modes[branch.mode].inside) {
    text += branch.holds ? ", where the one around it holds" : ", where the one around it does not";
  }
  return text;
}

std::vector<std::string> equations_of(const Component& component, const System& system) {
  std::vector<std::string> texts;
  const std::string path = component.path();
  const auto add = [&](const std::vector<SystemEquation>& equations, const std::string& remark) {
    for (const SystemEquation& equation : equations) {
      if (system.components[equation.component].path != path) continue;
      if (equation.role == EquationRole::connection) continue;
      texts.push_back(shortened(system.text(equation), path).append(remark));
    }
  };
  add(system.equations, "");
  for (const SystemMode& mode : system.modes) {
    const std::string around = where_around(system, mode.inside);
    add(mode.then, "   while its condition holds" + around);
    add(mode.otherwise, "   while it does not" + around);
  }
  return texts;
}

}  // namespace

CatalogDescription describe(const CatalogEntry& entry) { return describe(entry, {}); }

CatalogDescription describe(const CatalogEntry& entry,
                            const std::vector<std::pair<std::string, std::string>>& settings) {
  const Specimen specimen = entry.specimen();
  for (const auto& [name, text] : settings) specimen.component->set(name, text);
  const Component& component = *specimen.component;
  CatalogDescription result;
  result.path = entry.path;
  result.description = entry.description;
  result.cpp_class = entry.cpp_class;
  result.header = entry.header;
  result.is_model = entry.is_model;
  add_variables(component, "", result.variables);
  // Ports and parts that depend on parameters are made by build(), variables of bonds as well.
  try {
    const System system = flatten(*specimen.model);
    if (!entry.is_model) result.equations = equations_of(component, system);
    for (const ShownVariable& shown : component.context().statements.shown) {
      if (shown.component != &component) continue;
      const VariableData& data = component.context().variables[shown.variable];
      result.shown.push_back({shown.name, std::string(data.unit), std::string(data.description),
                              std::string(kind_text(data))});
    }
  } catch (const Error& error) {
    result.obstacle = error.diagnostics().front().text;
  }
  const ParameterFacts facts(component.context());
  for (const ParameterBase* parameter : component.parameters()) {
    result.parameters.push_back(describe_parameter(*parameter, "", facts));
  }
  // What a model looks like comes after what it does.
  for (const bool pictures : {false, true}) {
    add_inner_parameters(entry, component, "", facts, pictures, result.inner_parameters);
  }
  if (entry.is_model) result.starts = starts_of(component.context());
  for (const Component* child : component.children()) {
    const auto* port = dynamic_cast<const Port*>(child);
    if (!port) {
      result.parts.push_back(child->name());
      continue;
    }
    PortDescription row{port->name(), port->kind_name(), {}};
    add_port_variables(*port, "", row.variables);
    result.ports.push_back(std::move(row));
  }
  return result;
}

std::string check_text(Check check) {
  switch (check) {
    case Check::positive:
      return "> 0";
    case Check::non_negative:
      return ">= 0";
    case Check::non_zero:
      return "not 0";
    case Check::none:
      break;
  }
  return {};
}

}  // namespace multibond
