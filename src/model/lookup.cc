// Parts, ports, variables and parameters by path, and parts in the surroundings.

#include <fmt/format.h>

#include <algorithm>

#include "multibond/base/text.h"
#include "multibond/model/component.h"
#include "multibond/model/context.h"
#include "multibond/model/port.h"

namespace multibond {
namespace {

Component* child_named(const Component& component, std::string_view name) {
  for (Component* child : component.children()) {
    if (child->name() == name) return child;
  }
  return nullptr;
}

ParameterBase* parameter_named(const Component& component, std::string_view name) {
  for (ParameterBase* parameter : component.parameters()) {
    if (parameter->name() == name) return parameter;
  }
  return nullptr;
}

/// The part at a path, nullptr if there is none.
const Component* descend(const Component& from, std::string_view path) {
  const Component* part = &from;
  while (part && !path.empty()) {
    const std::size_t dot = path.find('.');
    part = child_named(*part, path.substr(0, dot));
    path = dot == path.npos ? std::string_view() : path.substr(dot + 1);
  }
  return part;
}

/// A path of a member: the part it belongs to, and its name.
struct MemberPath {
  explicit MemberPath(std::string_view path) {
    const std::size_t dot = path.rfind('.');
    name = dot == path.npos ? path : path.substr(dot + 1);
    if (dot != path.npos) part = path.substr(0, dot);
  }
  std::string_view part, name;
};

/// Calls add(part, "path.of.part.") for a part and all below it.
template <typename Add>
void for_each_part(const Component& part, const std::string& above, const Add& add) {
  add(part, above);
  for (const Component* child : part.children()) {
    for_each_part(*child, above + child->name() + '.', add);
  }
}

/// There is no such thing at the path; `add` lists what there is of one part.
template <typename Add>
[[noreturn]] void refuse(const Component& from, std::string_view what, std::string_view path,
                         const Add& add) {
  std::vector<std::string> paths;
  for_each_part(from, "",
                [&](const Component& part, const std::string& above) { add(part, above, paths); });
  const std::vector<std::string> near = nearest(path, paths, 5);
  std::string remedy = !near.empty()   ? fmt::format("Did you mean {}?", join_names(near))
                       : paths.empty() ? fmt::format("It has no {}.", what)
                                       : fmt::format("It has: {}.", join_names(paths, 12));
  if (from.context().phase == Phase::construction) {
    remedy += " Parts that build() makes are there once the model is elaborated.";
  }
  const std::string whole = from.path();
  throw Error(std::string(path),
              fmt::format("{} has no {} {}.", whole.empty() ? "The model" : whole, what, path),
              remedy);
}

void add_parts(const Component& part, const std::string& above, std::vector<std::string>& paths) {
  for (const Component* child : part.children()) paths.push_back(above + child->name());
}

void add_ports(const Component& part, const std::string& above, std::vector<std::string>& paths) {
  for (const Component* child : part.children()) {
    if (child->is_port()) paths.push_back(above + child->name());
  }
}

}  // namespace

Component& Component::part_at(std::string_view path) const {
  if (const Component* part = descend(*this, path)) return const_cast<Component&>(*part);
  refuse(*this, "part", path, add_parts);
}

Port& Component::port_at(std::string_view path) const {
  const Component* part = descend(*this, path);
  if (part && part->is_port()) return const_cast<Port&>(static_cast<const Port&>(*part));
  refuse(*this, "port", path, add_ports);
}

Variable& Component::variable_at(std::string_view path) const {
  const MemberPath member(path);
  if (const Component* part = descend(*this, member.part)) {
    for (const std::uint32_t v : part->variables_) {
      const VariableData& data = context_->variables[v];
      if (data.component && data.name == member.name) return *data.handle;
    }
    for (const ShownVariable& shown : context_->statements.shown) {
      if (shown.component != part || shown.name != member.name) continue;
      return *context_->variables[shown.variable].handle;
    }
  }
  refuse(*this, "variable", path,
         [this](const Component& part, const std::string& above, std::vector<std::string>& paths) {
           for (const std::uint32_t v : part.variables()) {
             paths.push_back(above + context_->variables[v].name);
           }
         });
}

ParameterBase& Component::parameter_at(std::string_view path) const {
  const MemberPath member(path);
  if (const Component* part = descend(*this, member.part)) {
    if (ParameterBase* own = parameter_named(*part, member.name)) return *own;
    for (const Component* child : part->children_) {
      if (!child->shown_) continue;
      if (ParameterBase* shown = parameter_named(*child, member.name)) return *shown;
    }
  }
  refuse(*this, "parameter", path,
         [](const Component& part, const std::string& above, std::vector<std::string>& paths) {
           for (const ParameterBase* p : part.parameters()) paths.push_back(above + p->name());
         });
}

Component* Component::find_outer(std::string_view name) const {
  for (const Component* c = this; c; c = c->owner_) {
    if (Component* found = child_named(*c, name)) return found;
  }
  return nullptr;
}

Component& Component::outer(std::string_view name) const {
  if (Component* found = find_outer(name)) return *found;
  throw Error(path(),
              fmt::format("{} needs a part called {} in its surroundings, and there is none.",
                          owner_ ? path() : "The model", name),
              fmt::format("Add {} to the model or to one that contains it.", name));
}

Component* Component::find_part(const std::type_info& type,
                                bool (*matches)(const Component&)) const {
  Statements::Search& search = context_->statements.searches[this][type];
  while (!search.found && search.seen < children_.size()) {
    Component* part = children_[search.seen++];
    if (matches(*part)) search.found = part;
  }
  return search.found;
}

void Component::no_outer(std::string_view what) const {
  throw Error(path(),
              fmt::format("{} needs a {} in its surroundings, and there is none.", path(), what),
              fmt::format("Add a {} to the model or to one that contains it.", what));
}

}  // namespace multibond
