// Instances: declarations collected from a class and its bases, components made when asked for.

#include <fmt/format.h>

#include "elaborator.h"
#include "multibond/base/text.h"
#include "multibond/modelica/printer.h"

namespace multibond::modelica {
namespace {

constexpr int kDeepestBase = 100;
constexpr std::size_t kMostElements = 2'000'000;

Name member_name(const Element& element) {
  return element.kind == Element::Kind::class_ ? element.nested->name : element.component->name;
}

}  // namespace

void Elaborator::set_type(Instance& instance, const Type& type) {
  instance.definition = type.definition;
  instance.enclosing = type.enclosing;
  instance.modifier = type.modifier;
  instance.builtin = type.builtin;
  instance.connector = type.connector;
  instance.inherited = type.inherited;
  if (type.builtin == Builtin::enumeration) instance.enumeration = type.definition;
  if (instance.causality == Causality::none) instance.causality = type.causality;
  instance.flow = instance.flow || type.flow;
  if (type.builtin != Builtin::none) instance.expansion = Progress::done;
  // A connector with a body may extend a built-in type: only its bases tell.
  if (type.builtin == Builtin::none && type.definition && !instance.is_namespace &&
      type.definition->restriction != Restriction::package) {
    bool extends = false;
    for (const Element& element : type.definition->elements) {
      extends = extends || element.kind == Element::Kind::extends;
    }
    const bool small = type.definition->restriction == Restriction::connector ||
                       type.definition->restriction == Restriction::type ||
                       type.definition->restriction == Restriction::class_;
    if (extends && small) expand(instance);
  }
}

void Elaborator::expand(Instance& instance) {
  if (instance.expansion != Progress::fresh) return;
  instance.expansion = Progress::busy;
  Type type;
  type.definition = instance.definition;
  type.enclosing = instance.enclosing;
  type.modifier = instance.modifier;
  type.inherited = instance.inherited;
  contribute(instance, type, 0);
  instance.expansion = Progress::done;
  check_modifiers(instance);
}

/// Names in modifiers that mean nothing are mistakes.
void Elaborator::check_modifiers(const Instance& instance) {
  if (!instance.modifier || instance.builtin != Builtin::none) return;
  for (const ModifierPart& part : instance.modifier->parts) {
    if (instance.by_name.count(part.name)) continue;
    std::vector<std::string> names;
    for (const auto& [known, member] : instance.by_name) names.emplace_back(known.text());
    const std::vector<std::string> near = nearest(part.name.text(), names);
    fail(part.modifier->position, path(instance),
         fmt::format("{} has no {} that a modifier could change.", path_in_messages(instance),
                     part.name.text()),
         near.empty() ? fmt::format("It has: {}.", join_names(names))
                      : fmt::format("Did you mean {}?", join_names(near)));
  }
}

void Elaborator::add_member(Instance& instance, const Element& element, const Scope* scope,
                            const Modifier* modifier) {
  const Name name = member_name(element);
  const auto known = instance.by_name.find(name);
  if (known != instance.by_name.end()) {
    // Inherited by a second way, or replaced by a `redeclare` of the derived class.
    Member& member = *known->second;
    if (member.scope == scope) {
      fail(element.position, path(instance),
           fmt::format("{} declares {} twice.", library_.path(*scope->written_in), name.text()),
           "Give one of them another name, or remove it.");
    }
    if (member.is_class() && element.kind == Element::Kind::class_ && !member.inherited &&
        member.definition->form == Class::Form::extended && member.definition != element.nested) {
      Member& base = members_.emplace_back();
      base.element = &element;
      base.definition = element.nested;
      base.scope = scope;
      base.outer = modifier ? modifier->part(name) : nullptr;
      member.inherited = &base;
    }
    return;
  }
  Member& member = members_.emplace_back();
  member.element = &element;
  if (element.kind == Element::Kind::class_) member.definition = element.nested;
  member.scope = scope;
  member.outer = modifier ? modifier->part(name) : nullptr;
  instance.by_name.emplace(name, &member);
  instance.members.push_back(&member);
}

void Elaborator::contribute(Instance& instance, const Type& type, int depth) {
  const Class& definition = native_definition(instance, *type.definition, type.modifier);
  if (depth > kDeepestBase) {
    fail(definition.position, std::string(definition.name.text()),
         fmt::format("{} extends itself.", library_.path(definition)),
         "Break the circle of extends clauses.");
  }
  if (definition.form == Class::Form::partial_derivative) {
    fail(definition.position, std::string(definition.name.text()),
         fmt::format("{} is a partial derivative of a function, which is not supported.",
                     library_.path(definition)),
         "Write the derivative down as a function of its own.");
  }
  const Scope* const scope = &scopes_.emplace_back(Scope{&instance, &definition, type.enclosing});
  instance.scopes.push_back(scope);
  for (const Element& element : definition.elements) {
    if (element.kind == Element::Kind::class_ || element.kind == Element::Kind::component) {
      add_member(instance, element, scope, type.modifier);
    }
  }
  for (const Element& element : definition.elements) {
    if (element.kind != Element::Kind::extends) continue;
    Type base = follow(find_type(*element.extends->base, scope));
    contribute_base(instance, base,
                    merge(type.modifier, make_modifier(element.extends->modification, scope)),
                    depth);
  }
  if (type.inherited) {  // redeclare model extends M
    Type base;
    base.definition = type.inherited->definition;
    base.enclosing = type.inherited->scope;
    base.modifier = type.inherited->outer;
    base.inherited = type.inherited->inherited;
    contribute_base(instance, follow(base),
                    merge(type.modifier, make_modifier(definition.modification, scope)), depth);
  }
}

void Elaborator::contribute_base(Instance& instance, const Type& base, const Modifier* modifier,
                                 int depth) {
  const Modifier* const merged = merge(modifier, base.modifier);
  if (base.builtin != Builtin::none) {
    instance.builtin = base.builtin;
    if (base.builtin == Builtin::enumeration) instance.enumeration = base.definition;
    instance.modifier = merge(instance.modifier, merged);
    instance.flow = instance.flow || base.flow;
    if (instance.causality == Causality::none) instance.causality = base.causality;
    return;
  }
  Type type = base;
  type.modifier = merged;
  // What an extends clause says of things that are there no more, or never were.
  contribute(instance, type, depth + 1);
  if (!modifier) return;
  for (const ModifierPart& part : modifier->parts) {
    if (instance.by_name.count(part.name) || instance.builtin != Builtin::none) continue;
    if (instance.modifier && instance.modifier->part(part.name)) continue;  // told of elsewhere
    fail(part.modifier->position, path(instance),
         fmt::format("{} has no {} that the modifier of an extends clause could change.",
                     library_.path(*base.definition), part.name.text()),
         "Look at its spelling.");
  }
}

bool Elaborator::is_record(const Instance& instance) const {
  if (!instance.definition || instance.builtin != Builtin::none) return false;
  const Restriction restriction = instance.definition->restriction;
  return restriction == Restriction::record || restriction == Restriction::operator_record;
}

// -- components -----------------------------------------------------------------------------------

Instance* Elaborator::component(Instance& owner, Member& member) {
  if (member.progress == Progress::done) return member.instance;
  const Name name = member.element->component->name;
  if (member.progress == Progress::busy) {
    std::string circle;
    for (const std::string& step : making_) circle += (circle.empty() ? "" : ", ") + step;
    fail(member.element->position, path(owner),
         fmt::format("{} depends on itself: {}.", name.text(), circle),
         "Break the circle: give one of them a value, or a size, that needs none of the others.");
  }
  member.progress = Progress::busy;
  making_.push_back(path(owner).empty() ? std::string(name.text())
                                        : path(owner) + "." + std::string(name.text()));
  try {
    member.instance = make_component(owner, member);
  } catch (...) {
    making_.pop_back();
    member.progress = Progress::fresh;
    throw;
  }
  making_.pop_back();
  member.progress = Progress::done;
  return member.instance;
}

bool Elaborator::is_present(Member& member, const Component& declaration) {
  if (!declaration.condition) return true;
  const Value value = evaluate(*declaration.condition, {member.scope, nullptr});
  return number(value, declaration.condition->position, "the condition of a component") != 0;
}

/// The nearest inner component of that name; one that is missing is made at the top.
Instance* Elaborator::find_inner(Instance& owner, Member& member, Name name) {
  for (Instance* above = owner.parent; above; above = above->parent) {
    if (above->is_namespace) break;
    if (above->is_array) continue;
    const auto known = above->by_name.find(name);
    if (known == above->by_name.end() || known->second->is_class()) continue;
    Member& candidate = *known->second;
    if (!candidate.element->inner) continue;
    return component(*above, candidate);
  }
  if (!root_ || &owner == root_) return nullptr;
  const Position position = member.element->position;
  const Type type = follow(find_type(*member.element->component->type, member.scope));
  std::string message;
  if (type.definition) {
    const Argument* const text = library_.annotation(*type.definition, "missingInnerMessage");
    if (text && text->modification && text->modification->binding) {
      message = std::string(text->modification->binding->text);
    }
    if (type.definition->partial) {
      fail(position, path(owner),
           fmt::format("{} needs an inner component {}, and the model has none.", path(owner),
                       name.text()),
           fmt::format("Declare one: inner {} {}.", type.definition->name.text(), name.text()));
    }
  }
  warn(position, path(owner),
       fmt::format("{} needs an inner component {}, and the model has none; one with default "
                   "values is added.",
                   path_in_messages(owner), name.text()),
       type.definition
           ? fmt::format("Declare it: inner {} {}.", library_.path(*type.definition), name.text())
           : "");
  Element& element = *library_.arena().make<Element>(*member.element);
  element.outer = false;
  element.inner = true;
  Component& declaration =
      *library_.arena().make<multibond::modelica::Component>(*element.component);
  declaration.modification = nullptr;
  element.component = &declaration;
  Member& made = members_.emplace_back();
  made.element = &element;
  made.scope = member.scope;
  root_->by_name[name] = &made;
  root_->members.push_back(&made);
  return component(*root_, made);
}

Instance* Elaborator::make_component(Instance& owner, Member& member) {
  const Element* element = member.element;
  const Scope* scope = member.scope;
  const Component* declaration = element->component;
  const Name name = declaration->name;
  const Depth depth(*this, element->position);
  if (!is_present(member, *declaration)) {
    member.absent = true;
    return nullptr;
  }
  if (element->outer && !element->inner) {
    if (Instance* inner = find_inner(owner, member, name)) return inner;
  }
  // A redeclaration brings type and modifiers; those of the constraint stay.
  const Modifier* modifier = member.outer;
  if (modifier && element->final) refuse_final(*modifier, name, element->position);
  if (modifier && modifier->redeclaration &&
      modifier->redeclaration->element->kind == Element::Kind::component) {
    const Redeclaration& other = *modifier->redeclaration;
    const Modifier* const own =
        make_modifier(other.element->component->modification, other.scope, true);
    // Without a constraint of its own, the old declaration is the constraint.
    const Modification* const constraint =
        element->constraint ? element->constraint->modification : declaration->modification;
    modifier = merge(merge(modifier, own), make_modifier(constraint, scope, true));
    // Dimensions and prefixes that the new declaration leaves out are those of the old one.
    modelica::Component& merged =
        *library_.arena().make<modelica::Component>(*other.element->component);
    if (merged.dimensions.empty()) merged.dimensions = declaration->dimensions;
    if (merged.variability == Variability::continuous)
      merged.variability = declaration->variability;
    if (merged.causality == Causality::none) merged.causality = declaration->causality;
    merged.flow = merged.flow || declaration->flow;
    declaration = &merged;
    scope = other.scope;
  } else {
    modifier = merge(modifier, make_modifier(declaration->modification, scope, true));
  }
  Type type = find_type(*declaration->type, scope);
  type.modifier = merge(modifier, type.modifier);
  type = follow(type);
  if (type.definition && type.builtin == Builtin::none && !owner.is_namespace) {
    const Class& definition = *type.definition;
    if (definition.partial && definition.restriction != Restriction::record) {
      fail(element->position, path(owner),
           fmt::format("{} has the partial class {}, of which no component can be made.",
                       name.text(), library_.path(definition)),
           "Redeclare it with a class that is complete.");
    }
    if (definition.restriction == Restriction::package ||
        definition.restriction == Restriction::function) {
      fail(element->position, path(owner),
           fmt::format("{} cannot be a component: {} is a {}.", name.text(),
                       library_.path(definition), to_string(definition.restriction)),
           "Give a type, a record, a connector, a block or a model.");
    }
  }
  Instance& instance = instances_.emplace_back();
  instance.name = name;
  instance.parent = &owner;
  instance.element = element;
  instance.scope = scope;
  instance.flow = declaration->flow || owner.flow;
  instance.stream = declaration->stream;
  if (declaration->stream) {
    fail(element->position, path(owner),
         fmt::format("{} is a stream variable; streams are not supported.", name.text()),
         "Use connectors that have potentials and flows only.");
  }
  instance.hidden = element->is_protected || owner.hidden;
  const bool inherits = owner.builtin == Builtin::none && !owner.is_namespace;
  instance.variability =
      std::max(declaration->variability, inherits ? owner.variability : Variability::continuous);
  instance.causality = declaration->causality;
  if (instance.causality == Causality::none && owner.connector)
    instance.causality = owner.causality;
  const bool has_dimensions = !declaration->dimensions.empty() ||
                              !declaration->type_dimensions.empty() || !type.dimensions.empty();
  if (has_dimensions) {
    instance.is_array = true;
    const Binding* const binding = type.modifier ? type.modifier->binding : nullptr;
    instance.modifier = type.modifier;
    instance.definition = type.definition;
    instance.builtin = type.builtin;
    instance.shape = dimensions(*declaration, scope, type, binding, instance);
    if (count(instance.shape) > kMostElements) {
      fail(element->position, path(owner),
           fmt::format("{} would have {} elements.", name.text(), count(instance.shape)),
           fmt::format("At most {} are possible.", kMostElements));
    }
  }
  if (has_dimensions && type.builtin == Builtin::none) {
    make_elements(instance, type);
  } else {
    set_type(instance, type);
  }
  return &instance;
}

Shape Elaborator::dimensions(const Component& declaration, const Scope* scope, const Type& type,
                             const Binding* binding, Instance& instance) {
  std::vector<std::pair<const Expression*, const Scope*>> list;
  for (const Expression* e : declaration.dimensions) list.emplace_back(e, scope);
  for (const Expression* e : declaration.type_dimensions) list.emplace_back(e, scope);
  list.insert(list.end(), type.dimensions.begin(), type.dimensions.end());
  Shape shape;
  std::optional<Value> value;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Expression* const expression = list[i].first;
    const Scope* const where = list[i].second;
    if (expression->kind == Expression::Kind::colon) {  // follows from the value
      if (!value) value = binding ? evaluate(*binding) : bound_value(instance).value_or(Value{});
      if (i >= value->shape().size()) {
        fail(expression->position, path(instance),
             fmt::format("The size of {} follows from its value, and it has none.", path(instance)),
             "Give it a value, or its size as a number.");
      }
      shape.push_back(value->shape()[i]);
      continue;
    }
    const Value size = [&]() -> Value {
      // Boolean and enumeration types stand for their number of values.
      if (expression->kind == Expression::Kind::reference) {
        const Reference& reference = *expression->reference;
        if (reference.parts.size() == 1 && reference.parts[0].name.text() == "Boolean") {
          return Value::integer(2.0);
        }
      }
      return evaluate(*expression, {where, nullptr});
    }();
    const int n = integer(size, expression->position, "the size of an array");
    if (n < 0) {
      fail(expression->position, path(instance),
           fmt::format("{} would have the size {}.", path(instance), n), "Sizes are 0 or more.");
    }
    shape.push_back(n);
  }
  return shape;
}

void Elaborator::make_elements(Instance& array, const Type& type) {
  array.definition = type.definition;
  array.connector = type.connector;
  array.expansion = Progress::done;
  if (array.causality == Causality::none) array.causality = type.causality;
  array.flow = array.flow || type.flow;
  const std::size_t n = count(array.shape);
  for (std::size_t k = 0; k < n; ++k) {
    Instance& element = instances_.emplace_back();
    element.name = array.name;
    element.parent = &array;
    element.index = static_cast<int>(k);
    element.element = array.element;
    element.scope = array.scope;
    element.flow = array.flow;
    element.hidden = array.hidden;
    element.variability = array.variability;
    element.causality = array.causality;
    Type own = type;
    own.dimensions.clear();
    // Index by index, so that {{a, b}, {c, d}} is divided as it is written.
    std::size_t rest = k, size = n;
    for (const int extent : array.shape) {
      size /= static_cast<std::size_t>(extent);
      own.modifier = element_of(own.modifier, static_cast<int>(rest / size));
      rest %= size;
    }
    set_type(element, own);
    array.elements.push_back(&element);
  }
  // An array of a connector that turns out to be a number is an array of numbers.
  if (!array.elements.empty() && array.elements[0]->builtin != Builtin::none) {
    array.builtin = Builtin::none;
  }
}

}  // namespace multibond::modelica
