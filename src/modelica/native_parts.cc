// Components of the catalog in a text: which instances they are, and what is said of them.

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "elaborator.h"
#include "multibond/base/union_find.h"

namespace multibond::modelica {

/// The class itself, or, of a component of the catalog, the one with the ports and variables that
/// these values of its parameters give it.
const Class& Elaborator::native_definition(Instance& instance, const Class& definition,
                                           const Modifier* modifier) {
  const NativeClass* const native = library_.native(definition);
  if (!native || !native->entry || instance.is_namespace) return definition;
  if (instance.native) {
    fail(definition.position, path(instance),
         fmt::format("{} extends two components of the catalog.", path_in_messages(instance)),
         "Extend one of them, and declare the other as a component.");
  }
  NativeClasses::Settings settings;
  if (modifier) {
    for (const ModifierPart& part : modifier->parts) {
      const Binding* const binding = part.modifier->binding;
      const std::string name(part.name.text());
      if (!binding || !library_.native()->shapes(*native, name)) continue;
      settings.emplace_back(name, native_text(evaluate(*binding), binding->position));
    }
  }
  instance.native = settings.empty() ? &definition : &library_.native_variant(definition, settings);
  return *instance.native;
}

bool Elaborator::is_native_member(const Instance& instance, const Member& member) const {
  return instance.native && member.scope && member.scope->written_in == instance.native;
}

/// What a connector of the catalog is; null for all others.
const NativeClass* Elaborator::native_connector(const Instance& instance) const {
  if (!instance.definition || instance.is_array) return nullptr;
  const NativeClass* const native = library_.native(*instance.definition);
  return native && native->port ? native : nullptr;
}

/// Only what modifiers speak of is made; the rest is there when someone names it.
void Elaborator::note_native(Instance& part) {
  native_parts_.push_back(&part);
  const auto visit_modified = [&](const auto& self, Instance& instance, bool all) -> void {
    for (std::size_t i = 0; i < instance.members.size(); ++i) {
      Member* const member = instance.members[i];
      if (member->is_class() || !member->outer) continue;
      if (!all && !is_native_member(instance, *member)) continue;
      guarded([&] {
        Instance* const made = component(instance, *member);
        if (!made || made->parent != &instance) return;
        if (made->builtin != Builtin::none) {
          leaves(*made);
          return;
        }
        const std::vector<Instance*> items =
            made->is_array ? made->elements : std::vector<Instance*>{made};
        for (Instance* const item : items) {
          expand(*item);
          self(self, *item, true);
        }
      });
    }
  };
  visit_modified(visit_modified, part, false);
}

/// A value as components read it: "2.5", "{0, 0, 1}", "[1, 0; 0, 1]", "true", a text.
std::string Elaborator::native_text(const Value& value, Position position) {
  if (value.kind == Value::Kind::text) return value.data->text;
  if (value.is_scalar()) {
    if (varies(value.scalar)) {
      fail(position, "", "A component of the catalog needs a value that is known before the run.",
           "Let it depend on parameters and constants only, and not on one with fixed = false.");
    }
    const double number =
        value.scalar.is_number() ? value.scalar.number() : parameter_values_(value.scalar);
    if (value.kind == Value::Kind::boolean) return number != 0 ? "true" : "false";
    return fmt::format("{}", number);
  }
  std::string text;
  if (value.is_array() && value.rank() <= 2) {
    const bool matrix = value.rank() == 2;
    for (std::size_t i = 0; i < value.items().size(); ++i) {
      if (i > 0) {
        const auto columns = matrix ? static_cast<std::size_t>(value.shape()[1]) : 0;
        text += matrix && i % columns == 0 ? "; " : ", ";
      }
      text += native_text(value.items()[i], position);
    }
    return matrix ? "[" + text + "]" : "{" + text + "}";
  }
  fail(position, "",
       fmt::format("A component of the catalog cannot take {} as a value.", describe(value)),
       "Give a number, a truth value, a text, a vector or a matrix.");
}

SourceLocation Elaborator::location(Position position) {
  const std::uint32_t place = system_place(position);
  return (*sources_)[place];
}

// -- connections ----------------------------------------------------------------------------------

/// The path of a port of the catalog; empty if the connector is none.
std::string Elaborator::native_port(const Connector& connector) const {
  const Instance& instance = *connector.instance;
  const Instance* owner = instance.parent;
  if (owner && instance.index >= 0) owner = owner->parent;
  bool native = native_connector(instance) != nullptr;
  if (!native && owner && owner->native) {
    const auto member = owner->by_name.find(instance.name);
    native = member != owner->by_name.end() && is_native_member(*owner, *member->second) &&
             instance.connector;
  }
  if (!native) return {};
  return connector.leaf == Connector::kAll ? path(instance) : leaf_path(instance, connector.leaf);
}

/// A frame of the catalog is more than its variables: where loops are cut, forces are found.
void Elaborator::refuse_frame(const Connector& connector, Position position) {
  const NativeClass* const native = native_connector(*connector.instance);
  if (!native) return;
  multibond::Component owner(nullptr, "owner");
  if (!native->port->make(&owner, "port", native->size)->overdetermined()) return;
  const std::string name = path(*connector.instance);
  fail(position, name,
       fmt::format("{} is a {} of the catalog and is connected to a connector of text.", name,
                   native->port->kind),
       "Frames of the catalog meet frames of the catalog only: use its parts on both sides, or "
       "drive a joint by a flange or a signal.");
}

/// Where ports of the catalog meet each other only, they are connected as components are; where
/// they meet a connector of text, by equations of text.
void Elaborator::sort_joints() {
  if (native_parts_.empty() && native_connectors_.empty()) return;
  UnionFind sets;
  std::map<std::pair<std::string, bool>, std::size_t> numbers;
  std::vector<bool> mixed;
  const auto number = [&](const Connector& connector) {
    std::string name = native_port(connector);
    const bool native = !name.empty();
    if (!native) {
      name = connector.leaf == Connector::kAll ? path(*connector.instance)
                                               : leaf_path(*connector.instance, connector.leaf);
    }
    const auto [it, fresh] = numbers.try_emplace({name, connector.outside}, numbers.size());
    if (fresh) {
      sets.add();
      mixed.push_back(!native);
    }
    return it->second;
  };
  for (const Joint& joint : joints_) sets.join(number(joint.a), number(joint.b));
  std::vector<bool> mixed_set(mixed.size(), false);
  for (std::size_t i = 0; i < mixed.size(); ++i) {
    if (mixed[i]) mixed_set[sets.find(i)] = true;
  }
  std::vector<Joint> text;
  std::vector<bool> met(numbers.size(), false);
  std::vector<std::string> port_of(numbers.size());  // of the sets: one of their ports
  std::vector<std::pair<Crossing, std::size_t>> crossings;
  for (const Joint& joint : joints_) {
    const std::size_t set = sets.find(number(joint.a));
    if (!mixed_set[set]) {
      native_joints_.push_back(joint);
      continue;
    }
    text.push_back(joint);
    for (const Connector& side : {joint.a, joint.b}) {
      const std::size_t i = number(side);
      if (met[i]) continue;
      met[i] = true;
      const std::string port = native_port(side);
      if (port.empty()) {
        crossings.push_back({{side, "", joint.position}, set});
        continue;
      }
      guarded([&] { refuse_frame(side, joint.position); });
      outlets_.push_back({port, side.outside ? joint.where : nullptr, joint.position});
      port_of[set] = port;
    }
  }
  for (auto& [crossing, set] : crossings) {
    if (port_of[set].empty()) continue;  // text alone
    crossing.port = port_of[set];
    crossings_.push_back(std::move(crossing));
  }
  joints_ = std::move(text);
}

}  // namespace multibond::modelica
