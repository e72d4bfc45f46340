// Modifiers: made from text, merged, and divided among the elements of arrays.

#include <fmt/format.h>

#include "elaborator.h"

namespace multibond::modelica {

const Modifier* Elaborator::make_modifier(const Modification* modification, const Scope* scope,
                                          bool declared) {
  if (!modification) return nullptr;
  Modifier* const result = new_modifier();
  result->position = modification->position;
  if (modification->binding) {
    Binding& binding = bindings_.emplace_back();
    binding.expression = modification->binding;
    binding.scope = scope;
    binding.declared = declared;
    binding.position = modification->binding->position;
    result->binding = &binding;
  }
  for (const Argument& argument : modification->arguments) {
    if (argument.element) {
      const Name name = argument.element->kind == Element::Kind::class_
                            ? argument.element->nested->name
                            : argument.element->component->name;
      Modifier* const part = new_modifier();
      part->position = argument.position;
      part->final = argument.final;
      part->each = argument.each;
      part->redeclaration = &redeclarations_.emplace_back(Redeclaration{argument.element, scope});
      result->parts.push_back({name, part});
      continue;
    }
    const Modifier* const part = make_part(argument, 1, scope);
    // a(x = 1, x.y = 2): the same name may come twice.
    bool known = false;
    for (ModifierPart& other : result->parts) {
      if (other.name != argument.path[0]) continue;
      other.modifier = merge(other.modifier, part);
      known = true;
    }
    if (!known) result->parts.push_back({argument.path[0], part});
  }
  return result;
}

/// a.b.c = 1 is a(b(c = 1)).
const Modifier* Elaborator::make_part(const Argument& argument, std::size_t from,
                                      const Scope* scope) {
  Modifier* result = nullptr;
  if (from < argument.path.size()) {
    result = new_modifier();
    result->parts.push_back({argument.path[from], make_part(argument, from + 1, scope)});
  } else {
    const Modifier* const made = make_modifier(argument.modification, scope);
    result = made ? const_cast<Modifier*>(made) : new_modifier();
    result->final = argument.final;
    result->each = argument.each;
    if (argument.each && result->binding) const_cast<Binding*>(result->binding)->each = true;
  }
  result->position = argument.position;
  return result;
}

/// What both say, the outer one first.
const Modifier* Elaborator::merge(const Modifier* outer, const Modifier* inner) {
  if (!outer) return inner;
  if (!inner) return outer;
  Modifier* const result = new_modifier();
  result->position = outer->position ? outer->position : inner->position;
  result->binding = outer->binding ? outer->binding : inner->binding;
  result->redeclaration = outer->redeclaration ? outer->redeclaration : inner->redeclaration;
  result->final = outer->final || inner->final;
  result->each = outer->each;
  result->parts = outer->parts;
  for (const ModifierPart& part : inner->parts) {
    bool known = false;
    for (ModifierPart& other : result->parts) {
      if (other.name != part.name) continue;
      if (part.modifier->final) refuse_final(*other.modifier, part.name, part.modifier->position);
      other.modifier = merge(other.modifier, part.modifier);
      known = true;
    }
    if (!known) result->parts.push_back(part);
  }
  return result;
}

/// A modifier from outside may say nothing of what is final.
void Elaborator::refuse_final(const Modifier& outer, Name name, Position declared) {
  // The same modifier may come by two ways.
  const bool changes = outer.binding || outer.redeclaration || !outer.parts.empty();
  if (!changes || outer.position == declared) return;
  const std::string place = library_.place(declared);
  fail(outer.position, std::string(name.text()),
       fmt::format("{} is final{}, and cannot be changed.", name.text(),
                   place.empty() ? "" : fmt::format(" ({})", place)),
       "Take the modifier away, or 'final' where it is declared.");
}

const Binding* Elaborator::element_of(const Binding* binding, int index) {
  if (!binding || binding->each) return binding;
  Binding& part = bindings_.emplace_back();
  part.expression = binding->expression;
  part.scope = binding->scope;
  part.declared = binding->declared;
  part.position = binding->position;
  part.whole = binding;
  part.index = index;
  return &part;
}

/// What a modifier of an array says of one of its elements.
const Modifier* Elaborator::element_of(const Modifier* modifier, int index) {
  if (!modifier || modifier->each) return modifier;
  Modifier* const result = new_modifier();
  *result = *modifier;
  result->binding = element_of(modifier->binding, index);
  for (ModifierPart& part : result->parts) part.modifier = element_of(part.modifier, index);
  return result;
}

}  // namespace multibond::modelica
