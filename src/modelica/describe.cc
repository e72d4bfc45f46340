#include "multibond/modelica/describe.h"

#include "elaborator.h"
#include "multibond/modelica/lexer.h"
#include "multibond/modelica/printer.h"

namespace multibond::modelica {
namespace {

constexpr std::size_t kLongestValue = 60;

std::string shortened(std::string text) {
  if (text.size() > kLongestValue) text = text.substr(0, kLongestValue - 3) + "...";
  return text;
}

std::string size_text(const List<Expression*>& dimensions) {
  if (dimensions.empty()) return {};
  std::string text;
  for (const Expression* e : dimensions) text += (text.empty() ? "[" : ", ") + print(*e);
  return text + "]";
}

/// The annotation Documentation(info = "...").
std::string documentation(Library& library, const Class& definition) {
  const Argument* const found = library.annotation(definition, "Documentation");
  if (!found || !found->modification) return {};
  for (const Argument& argument : found->modification->arguments) {
    const bool info = argument.path.size() == 1 && argument.path[0].text() == "info";
    if (!info || !argument.modification || !argument.modification->binding) continue;
    const Expression& value = *argument.modification->binding;
    if (value.kind == Expression::Kind::string) return plain_text(unescape(value.text));
  }
  return {};
}

}  // namespace

/// Members are collected as those of a model are, so that bases and modifiers count; no value is
/// computed.
ClassDescription Elaborator::offer(const Class& definition) {
  add_prelude();
  ClassDescription result;
  result.path = library_.path(definition);
  result.kind = to_string(definition.restriction);
  result.place = library_.place(definition.position);
  result.description = unescape(definition.comment.text);
  result.documentation = documentation(library_, definition);
  result.partial = definition.partial;
  result.experiment = experiment(library_, definition);
  if (definition.restriction == Restriction::package) {
    for (const std::string& name : library_.children(definition)) {
      const Class* const child = library_.child(definition, library_.names()(name));
      if (!child) continue;
      result.classes.push_back({name, std::string(to_string(child->restriction)), "", "",
                                unescape(child->comment.text)});
    }
    return result;
  }
  for (const Element& element : definition.elements) {
    if (element.kind == Element::Kind::extends) {
      result.bases.push_back(print(*element.extends->base));
    }
  }
  Instance& instance = instances_.emplace_back();
  instance.name = definition.name;
  Type type;
  type.definition = &definition;
  type.enclosing = enclosing_scope(definition);
  set_type(instance, follow(type));
  expand(instance);
  for (Member* member : instance.members) {
    if (member->is_class() || member->element->is_protected) continue;
    offer(*member, result);
  }
  return result;
}

void Elaborator::offer(const Member& member, ClassDescription& result) {
  const Component& declaration = *member.element->component;
  ClassMember row;
  row.name = std::string(declaration.name.text()) + size_text(declaration.dimensions);
  row.type = print(*declaration.type) + size_text(declaration.type_dimensions);
  row.description = unescape(member.element->comment.text);
  const Modifier* modifier =
      merge(member.outer, make_modifier(declaration.modification, member.scope, true));
  Type type;
  try {
    type = find_type(*declaration.type, member.scope);
    type.modifier = merge(modifier, type.modifier);
    type = follow(type);
    modifier = type.modifier;
  } catch (const Error&) {  // a library that is not at hand: the rest can be told
  }
  if (modifier && modifier->binding) row.value = shortened(print(*modifier->binding->expression));
  const Modifier* const unit = modifier ? modifier->part(library_.names()("unit")) : nullptr;
  if (unit && unit->binding && unit->binding->expression->kind == Expression::Kind::string) {
    row.unit = unescape(unit->binding->expression->text);
  }
  const bool connector = type.connector || declaration.causality != Causality::none;
  if (declaration.variability >= Variability::parameter) {
    if (declaration.variability == Variability::parameter) result.parameters.push_back(row);
  } else if (connector) {
    if (declaration.causality == Causality::input) row.type = "input " + row.type;
    if (declaration.causality == Causality::output) row.type = "output " + row.type;
    result.connectors.push_back(row);
  } else if (type.builtin != Builtin::none) {
    result.variables.push_back(row);
  } else {
    result.components.push_back(row);
  }
}

/// The scope of the class around this one; null at the top.
const Scope* Elaborator::enclosing_scope(const Class& definition) {
  std::vector<const Class*> around;
  for (const Class* c = definition.enclosing; c; c = c->enclosing) around.insert(around.begin(), c);
  const Scope* enclosing = nullptr;
  Found found;
  for (const Class* c : around) {
    found = found ? find_in(found, c->name, definition.position) : top_class(c->name);
    if (!found) break;
    Instance& inside = namespace_of(found);
    expand(inside);
    enclosing = inside.scopes.empty() ? nullptr : inside.scopes.front();
  }
  return enclosing;
}

ClassDescription describe(Library& library, const Class& definition) {
  const FlattenOptions options;
  return Elaborator(library, options).offer(definition);
}

}  // namespace multibond::modelica
