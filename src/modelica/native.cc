#include "multibond/modelica/native.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "multibond/base/text.h"
#include "multibond/model/system.h"
#include "multibond/modelica/lexer.h"

namespace multibond::modelica {
namespace {

/// Whether the name can be written as it is.
bool is_identifier(std::string_view name) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) return false;
  for (const char c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') return false;
  }
  for (auto code = static_cast<std::uint16_t>(Code::k_algorithm);
       code <= static_cast<std::uint16_t>(Code::k_within); ++code) {
    if (keyword_text(static_cast<Code>(code)) == name) return false;
  }
  return true;
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

std::string comment(std::string_view description) {
  return description.empty() ? std::string() : " " + quoted(description);
}

std::string_view last_name(std::string_view path) { return path.substr(path.rfind('.') + 1); }

std::string unit_modifier(std::string_view unit, bool array) {
  if (unit.empty() || unit == "1") return {};
  return fmt::format("({}unit = {})", array ? "each " : "", quoted(unit));
}

/// "R[2,3]" is an element of R.
struct Indexed {
  explicit Indexed(std::string_view name) {
    const std::size_t bracket = name.find('[');
    base = name.substr(0, bracket);
    while (bracket != name.npos && !name.empty()) {
      name.remove_prefix(std::min(name.size(), name.find_first_of("[,") + 1));
      const int index = std::atoi(std::string(name).c_str());
      indices.push_back(index);
      if (name.find(',') == name.npos) break;
    }
  }
  std::string base;
  std::vector<int> indices;
};

/// What has one name, with its size.
template <typename Item>
struct Group {
  std::string name;
  std::vector<int> sizes;
  const Item* first;
};

template <typename Item>
std::vector<Group<Item>> groups(const std::vector<Item>& items) {
  std::vector<Group<Item>> result;
  for (const Item& item : items) {
    const Indexed indexed(item.name);
    const auto known = std::find_if(result.begin(), result.end(),
                                    [&](const auto& g) { return g.name == indexed.base; });
    if (known == result.end()) {
      if (is_identifier(indexed.base)) result.push_back({indexed.base, indexed.indices, &item});
      continue;
    }
    for (std::size_t i = 0; i < std::min(known->sizes.size(), indexed.indices.size()); ++i) {
      known->sizes[i] = std::max(known->sizes[i], indexed.indices[i]);
    }
  }
  return result;
}

std::string size_text(const std::vector<int>& sizes) {
  if (sizes.empty()) return {};
  std::string text;
  for (const int n : sizes) text += (text.empty() ? "[" : ", ") + std::to_string(n);
  return text + "]";
}

/// A value of the catalog as Modelica text; empty if there is none.
std::string literal(const CatalogParameter& parameter, const std::string& value) {
  if (parameter.type == "text") return quoted(value);
  const bool numeric = !value.empty() && value != "[]" && value != "{}" &&
                       value.find("auto") == value.npos && value.find("nan") == value.npos &&
                       value.find("inf") == value.npos;
  return numeric ? value : std::string();
}

/// "[3]" of real[3]. One of any size has that of its value; a single number is a scalar.
std::string dimensions(const CatalogParameter& parameter, std::string& value) {
  const std::size_t bracket = parameter.type.find('[');
  if (bracket == parameter.type.npos) return {};
  const std::string sizes = parameter.type.substr(bracket);
  if (sizes.find(':') == sizes.npos) return sizes;
  const bool single = value.find_first_of(",;") == value.npos;
  if (single && value.size() > 2 && (value[0] == '{' || value[0] == '[')) {
    value = value.substr(1, value.size() - 2);
  }
  if (value.empty() || value[0] == '[') return sizes.find(',') == sizes.npos ? "[:]" : "[:, :]";
  return value[0] == '{' ? "[:]" : "";
}

std::string parameter_text(const CatalogParameter& parameter, std::string_view name,
                           const NativeClasses::Settings& settings, std::string_view margin) {
  static const std::pair<std::string_view, std::string_view> kTypes[] = {
      {"integer", "Integer"}, {"boolean", "Boolean"}, {"text", "String"}};
  std::string_view type = "Real";
  for (const auto& [ours, theirs] : kTypes) {
    if (parameter.type == ours) type = theirs;
  }
  std::string value = parameter.value;
  for (const auto& [set, text] : settings) {
    if (set == parameter.name) value = parameter.type == "text" ? parameter.default_value : text;
  }
  if (parameter.bound) value.clear();
  std::string binding = literal(parameter, value);
  const std::string sizes = dimensions(parameter, binding);
  return fmt::format("{}parameter {} {}{}{}{}{};\n", margin, type, name, sizes,
                     unit_modifier(parameter.unit, !sizes.empty()),
                     binding.empty() ? "" : " = " + binding, comment(parameter.description));
}

/// Parameters of parts: mobility.c is c of a record mobility.
struct PartNode {
  std::vector<std::pair<std::string, const CatalogParameter*>> parameters = {};
  std::vector<std::pair<std::string, PartNode>> parts = {};

  void add(std::string_view path, const CatalogParameter& parameter) {
    const std::size_t dot = path.find('.');
    const std::string name(path.substr(0, dot));
    if (!is_identifier(name)) return;
    if (dot == path.npos) {
      parameters.emplace_back(name, &parameter);
      return;
    }
    auto known = std::find_if(parts.begin(), parts.end(),
                              [&](const auto& part) { return part.first == name; });
    if (known == parts.end()) known = parts.insert(known, {name, PartNode()});
    known->second.add(path.substr(dot + 1), parameter);
  }

  void write(std::string& text, const NativeClasses::Settings& settings,
             const std::string& margin) const {
    for (const auto& [name, parameter] : parameters) {
      text += parameter_text(*parameter, name, settings, margin);
    }
    for (const auto& [name, part] : parts) {
      text += fmt::format("{0}record Part_{1}\n", margin, name);
      part.write(text, settings, margin + "  ");
      text += fmt::format("{0}end Part_{1};\n{0}Part_{1} {1};\n", margin, name);
    }
  }
};

template <typename Variables>
void write_variables(std::string& text, const Variables& variables, std::string_view prefix) {
  for (const auto& group : groups(variables)) {
    text += fmt::format("  {}Real {}{}{}{};\n", prefix, group.name, size_text(group.sizes),
                        unit_modifier(group.first->unit, !group.sizes.empty()),
                        comment(group.first->description));
  }
}

}  // namespace

NativeClasses::NativeClasses(PartKit kit) : kit_(std::move(kit)) {}

std::vector<std::string> NativeClasses::names(std::string_view group) const {
  std::vector<std::string> result;
  const std::string prefix = group.empty() ? std::string() : std::string(group) + '.';
  const auto add = [&](std::string_view path) {
    if (!path.starts_with(prefix)) return;
    const std::string_view rest = path.substr(prefix.size());
    const std::string name(rest.substr(0, rest.find('.')));
    if (std::find(result.begin(), result.end(), name) == result.end()) result.push_back(name);
  };
  for (const CatalogEntry& entry : kit_.catalog->entries()) {
    if (!entry.is_model) add(entry.path);
  }
  for (const PortClass& port : kit_.ports) add(port.path);
  std::sort(result.begin(), result.end());
  return result;
}

std::optional<NativeClass> NativeClasses::find(std::string_view path) const {
  NativeClass result;
  result.path = path;
  if (path.empty()) return result;
  for (const CatalogEntry& entry : kit_.catalog->entries()) {
    if (entry.is_model) continue;
    if (entry.path == path) {
      result.entry = &entry;
      return result;
    }
  }
  for (const PortClass& port : kit_.ports) {
    if (!path.starts_with(port.path)) continue;
    std::string_view rest = path.substr(port.path.size());
    if (rest.empty()) {
      result.port = &port;
      return result;
    }
    // BondPort_3 is one of cardinality 3.
    if (rest[0] != '_' || port.kind != "bond" || rest.size() > 5) continue;
    rest.remove_prefix(1);
    if (rest.empty() || rest.find_first_not_of("0123456789") != rest.npos) continue;
    result.port = &port;
    result.size = std::atoi(std::string(rest).c_str());
    if (result.size > 0) return result;
  }
  if (names(path).empty()) return std::nullopt;
  return result;
}

const CatalogDescription& NativeClasses::description(const CatalogEntry& entry) const {
  const auto known = descriptions_.find(entry.path);
  if (known != descriptions_.end()) return known->second;
  return descriptions_.emplace(entry.path, describe(entry)).first->second;
}

bool NativeClasses::shapes(const NativeClass& native, std::string_view parameter) const {
  if (!native.entry) return false;
  for (const CatalogParameter& row : description(*native.entry).parameters) {
    if (row.name != parameter) continue;
    return !row.type.starts_with("real") || row.type.find(':') != row.type.npos;
  }
  return false;
}

bool NativeClasses::grows(const NativeClass& native) const {
  if (!native.entry || !kit_.next_port) return false;
  const std::unique_ptr<multibond::Component> scratch = native.entry->make(nullptr, "scratch");
  return kit_.next_port(*scratch) != nullptr;
}

std::string NativeClasses::text(const NativeClass& native, const Settings& settings) const {
  if (native.entry) return component_text(native, settings);
  if (native.port) return connector_text(native);
  const std::string_view name = native.path.empty() ? kPackage : last_name(native.path);
  return fmt::format("package {0} {1}\nend {0};\n", name,
                     native.path.empty() ? "\"Components of the catalog\"" : "");
}

std::string NativeClasses::component_text(const NativeClass& native,
                                          const Settings& settings) const {
  const CatalogEntry& entry = *native.entry;
  const CatalogDescription made =
      settings.empty() ? CatalogDescription() : describe(entry, settings);
  const CatalogDescription& about = settings.empty() ? description(entry) : made;
  const std::string_view name = last_name(entry.path);
  std::string text = fmt::format("model {}{}\n", name, comment(entry.description));
  PartNode parameters;
  for (const CatalogParameter& row : about.parameters) parameters.add(row.name, row);
  for (const CatalogParameter& row : about.inner_parameters) parameters.add(row.name, row);
  parameters.write(text, settings, "  ");
  const bool any_number = grows(native);
  if (any_number) {
    text += fmt::format("  parameter Integer {}(min = 1) = 3 \"number of its ports\";\n", kPorts);
  }
  for (const auto& port : groups(about.ports)) {
    const PortClass* const kind = kit_.port_of_kind(port.first->kind);
    if (!kind) continue;
    std::string type = fmt::format("{}.{}", kPackage, kind->path);
    if (kind->kind == "bond") {
      std::size_t size = 0;
      for (const CatalogVariable& v : port.first->variables) size += v.name.starts_with("e");
      if (size > 1) type += fmt::format("_{}", size);
    }
    text += fmt::format(
        "  {} {}{};\n", type, port.name,
        any_number && !port.sizes.empty() ? fmt::format("[{}]", kPorts) : size_text(port.sizes));
  }
  write_variables(text, about.variables, "");
  write_variables(text, about.shown, "");
  return text + fmt::format("end {};\n", name);
}

std::string NativeClasses::connector_text(const NativeClass& native) const {
  const std::string_view name = last_name(native.path);
  if (native.port->kind == "signal") {
    return fmt::format("connector {} = Real{};\n", name, comment(native.port->description));
  }
  multibond::Component owner(nullptr, "owner");
  const std::unique_ptr<Port> port = native.port->make(&owner, "port", native.size);
  port->build();  // of a bond: as many variables as its size says
  std::vector<PortType::Member> potentials, flows;
  for (const PortType::Member& member : port->type().variables) {
    (member.flow ? flows : potentials).push_back(member);
  }
  std::string text = fmt::format("connector {}{}\n", name, comment(native.port->description));
  write_variables(text, potentials, "");
  write_variables(text, flows, "flow ");
  return text + fmt::format("end {};\n", name);
}

}  // namespace multibond::modelica
