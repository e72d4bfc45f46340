// Lookup: which declaration a name means, from the place where it is written.

#include <fmt/format.h>

#include "elaborator.h"
#include "multibond/base/text.h"
#include "multibond/modelica/printer.h"

namespace multibond::modelica {
namespace {

constexpr int kLongestChain = 100;

Builtin builtin_type(std::string_view name) {
  if (name == "Real") return Builtin::real;
  if (name == "Integer") return Builtin::integer;
  if (name == "Boolean") return Builtin::boolean;
  if (name == "String") return Builtin::string;
  if (name == "ExternalObject") return Builtin::object;
  return Builtin::none;
}

}  // namespace

/// A declaration of the instance or of its bases; files of a package are read for it.
Member* Elaborator::find_member(Instance& instance, Name name) {
  if (instance.expansion == Progress::fresh) expand(instance);
  const auto known = instance.by_name.find(name);
  if (known != instance.by_name.end()) return known->second;
  for (const Scope* scope : instance.scopes) {
    if (scope->written_in->restriction != Restriction::package) continue;
    const Class* const definition = library_.child(*scope->written_in, name);
    if (!definition) continue;
    Member& member = members_.emplace_back();
    member.definition = definition;
    member.scope = scope;
    instance.by_name.emplace(name, &member);
    return &member;
  }
  return nullptr;
}

Found Elaborator::top_class(Name name) {
  const Class* const definition = library_.top(name);
  if (!definition) return {};
  const auto [it, fresh] = top_classes_.try_emplace(definition);
  if (fresh) {
    Member& member = members_.emplace_back();
    member.definition = definition;
    it->second = {nullptr, nullptr, &member};
  }
  return it->second;
}

Found Elaborator::find_path(const List<Name>& path, Position position) {
  Found found = top_class(path[0]);
  for (std::size_t i = 1; found && i < path.size(); ++i) found = find_in(found, path[i], position);
  return found;
}

/// A name inside of a class or a component; empty if it has none.
Found Elaborator::find_in(const Found& found, Name name, Position position) {
  Instance& inside = found.instance ? *found.instance : namespace_of(found);
  if (inside.is_array && !inside.elements.empty() && inside.builtin == Builtin::none) {
    fail(position, path(inside),
         fmt::format("{} is an array; '{}' of it needs a subscript.", path(inside), name.text()));
  }
  Member* const member = find_member(inside, name);
  if (!member) return {};
  if (member->is_class()) return {nullptr, &inside, member};
  return {component(inside, *member), &inside, member};
}

Found Elaborator::find_import(Name name, const Class& definition, Position position) {
  for (const Element& element : definition.elements) {
    if (element.kind != Element::Kind::import) continue;
    const Import& import = *element.import;
    switch (import.kind) {
      case Import::Kind::qualified:
        if (import.path.back() != name) break;
        if (Found found = find_path(import.path, position)) return found;
        fail(element.position, std::string(name.text()),
             fmt::format("The import of {} finds nothing.", print(import.path)),
             "Look at its spelling, or add its library with --library.");
      case Import::Kind::renamed:
        if (import.alias != name) break;
        if (Found found = find_path(import.path, position)) return found;
        fail(element.position, std::string(name.text()),
             fmt::format("The import of {} finds nothing.", print(import.path)),
             "Look at its spelling, or add its library with --library.");
      case Import::Kind::several:
        for (const Name other : import.names) {
          if (other != name) continue;
          if (Found package = find_path(import.path, position)) {
            if (Found found = find_in(package, name, position)) return found;
          }
        }
        break;
      case Import::Kind::all:
        if (Found package = find_path(import.path, position)) {
          if (Found found = find_in(package, name, position)) return found;
        }
        break;
      case Import::Kind::file:
        break;
    }
  }
  return {};
}

Found Elaborator::find_name(Name name, const Scope* scope, Position position) {
  for (const Scope* s = scope; s; s = s->enclosing) {
    if (Member* member = find_member(*s->instance, name)) {
      if (member->is_class()) return {nullptr, s->instance, member};
      return {component(*s->instance, *member), s->instance, member};
    }
    if (Found found = find_import(name, *s->written_in, position)) return found;
    if (s->written_in->encapsulated) break;
  }
  return top_class(name);
}

void Elaborator::fail_unknown(Name name, const Scope* scope, Position position) {
  if (name.text() == "Clock") {
    fail(position, "Clock", "Clocks are not supported.",
         "Write when sample(start, interval) then ... end when.");
  }
  std::vector<std::string> names;
  for (const Scope* s = scope; s; s = s->enclosing) {
    for (const auto& [known, member] : s->instance->by_name) names.emplace_back(known.text());
  }
  const std::vector<std::string> near = nearest(name.text(), names);
  const std::string where =
      scope ? fmt::format(" in {}", library_.path(*scope->written_in)) : std::string();
  fail(position, std::string(name.text()),
       fmt::format("The name {} is not known{}.", name.text(), where),
       near.empty() ? "Declare it, import it, or add its library with --library."
                    : fmt::format("Did you mean {}?", join_names(near)));
}

Found Elaborator::find_class(const Reference& reference, const Scope* scope) {
  const Depth depth(*this, reference.position);
  const Name first = reference.parts[0].name;
  Found found = reference.global ? top_class(first) : find_name(first, scope, reference.position);
  for (std::size_t i = 1; found && i < reference.parts.size(); ++i) {
    const Name name = reference.parts[i].name;
    const Found next = find_in(found, name, reference.position);
    if (!next) {
      Instance& inside = found.instance ? *found.instance : namespace_of(found);
      std::vector<std::string> names;
      for (const auto& [known, member] : inside.by_name) names.emplace_back(known.text());
      for (const Scope* s : inside.scopes) {
        for (std::string& child : library_.children(*s->written_in)) names.push_back(child);
      }
      const std::vector<std::string> near = nearest(name.text(), names);
      fail(reference.position, print(reference),
           fmt::format("There is no {} in {}.", name.text(), path_in_messages(inside)),
           near.empty() ? "Look at the spelling and at the version of the library."
                        : fmt::format("Did you mean {}?", join_names(near)));
    }
    found = next;
  }
  return found;
}

/// The class as an instance of its own, whose constants, classes and functions others name.
Instance& Elaborator::namespace_of(const Found& found) {
  Member& member = *found.member;
  if (member.instance) return *member.instance;
  const Type type = follow(type_of(found, 0), false);
  Instance& instance = instances_.emplace_back();
  instance.name = member.definition->name;
  instance.parent = found.owner;
  instance.is_namespace = true;
  member.instance = &instance;
  set_type(instance, type);
  return instance;
}

/// The class that a declaration of a class means: itself, or what it is redeclared as.
Type Elaborator::type_of(const Found& found, Position position) {
  if (!found.member || !found.member->is_class()) {
    const std::string name =
        found.instance ? std::string(found.instance->name.text()) : std::string("it");
    fail(position, name, fmt::format("{} is a component, not a class.", name),
         "Give the name of a class.");
  }
  const Member& member = *found.member;
  Type type;
  const Redeclaration* const other = member.outer ? member.outer->redeclaration : nullptr;
  if (other && other->element->nested && other->element->nested != member.definition) {
    type.definition = other->element->nested;
    type.enclosing = other->scope;
    // Modifiers of the constraint stay, below those of the redeclaration.
    const bool has_constraint = member.element && member.element->constraint;
    const Modification* const constraint =
        has_constraint ? member.element->constraint->modification : member.definition->modification;
    if (constraint && type.definition->form == Class::Form::shortened) {
      type.modifier =
          merge(merge(member.outer, make_modifier(type.definition->modification, type.enclosing)),
                make_modifier(constraint, member.scope));
      return type;
    }
  } else {
    type.definition = member.definition;
    type.enclosing = member.scope;
    type.inherited = member.inherited;
  }
  type.modifier = member.outer;
  return type;
}

/// Through short classes, to a class with a body or a built-in type; also through types that
/// extend another one, unless their functions are asked for.
Type Elaborator::follow(Type type, bool through_types) {
  for (int i = 0; i < kLongestChain; ++i) {
    const Class* const definition = type.definition;
    if (!definition || type.builtin != Builtin::none) return type;
    if (definition->restriction == Restriction::connector) type.connector = true;
    if (definition->form == Class::Form::enumeration) {
      type.builtin = Builtin::enumeration;
      return type;
    }
    const Reference* base_name = definition->base;
    const Modification* modification = definition->modification;
    if (definition->form == Class::Form::full && definition->restriction == Restriction::type &&
        through_types) {
      for (const Element& element : definition->elements) {  // type A extends Real[4]
        if (element.kind != Element::Kind::extends) continue;
        base_name = element.extends->base;
        modification = element.extends->modification;
      }
    } else if (definition->form != Class::Form::shortened) {
      return type;
    }
    if (!base_name) return type;
    Type base = find_type(*base_name, type.enclosing);
    base.modifier =
        merge(merge(type.modifier, make_modifier(modification, type.enclosing)), base.modifier);
    std::vector<std::pair<const Expression*, const Scope*>> dimensions = type.dimensions;
    for (const Expression* e : definition->dimensions) dimensions.emplace_back(e, type.enclosing);
    dimensions.insert(dimensions.end(), base.dimensions.begin(), base.dimensions.end());
    base.dimensions = std::move(dimensions);
    base.connector = base.connector || type.connector;
    base.flow = base.flow || type.flow || definition->base_flow;
    base.causality = type.causality != Causality::none               ? type.causality
                     : definition->base_causality != Causality::none ? definition->base_causality
                                                                     : base.causality;
    type = std::move(base);
  }
  fail(type.definition->position, std::string(type.definition->name.text()),
       fmt::format("The class {} is defined by itself.", type.definition->name.text()),
       "Break the circle of short class definitions.");
}

Type Elaborator::find_type(const Reference& reference, const Scope* scope) {
  if (reference.parts.size() == 1) {
    const Builtin builtin = builtin_type(reference.parts[0].name.text());
    if (builtin != Builtin::none) {
      Type type;
      type.builtin = builtin;
      return type;
    }
  }
  const Found found = find_class(reference, scope);
  if (!found) fail_unknown(reference.parts[0].name, scope, reference.position);
  return type_of(found, reference.position);
}

}  // namespace multibond::modelica
