// Rules of classes, declarations and modifications.

#include <fmt/format.h>

#include "parser_detail.h"

namespace multibond::modelica {

// -- classes --------------------------------------------------------------------------------------

bool Parser::at_class() {
  switch (token_.code) {
    case Code::k_partial:
    case Code::k_encapsulated:
    case Code::k_expandable:
    case Code::k_class:
    case Code::k_model:
    case Code::k_block:
    case Code::k_record:
    case Code::k_connector:
    case Code::k_type:
    case Code::k_package:
    case Code::k_function:
    case Code::k_impure:
    case Code::k_pure:
      return true;
    case Code::k_operator:  // was a name in old text
      return peek().kind == TokenKind::identifier || peek().is(Code::k_record) ||
             peek().is(Code::k_function);
    default:
      return false;
  }
}

void Parser::class_prefix(Class& definition) {
  definition.encapsulated = accept(Code::k_encapsulated);
  definition.partial = accept(Code::k_partial);
  definition.expandable = accept(Code::k_expandable);
  definition.pure = accept(Code::k_pure);
  definition.impure = accept(Code::k_impure);
  const bool is_operator = accept(Code::k_operator);
  Restriction& restriction = definition.restriction;
  switch (token_.code) {
    case Code::k_class:
      restriction = Restriction::class_;
      break;
    case Code::k_model:
      restriction = Restriction::model;
      break;
    case Code::k_block:
      restriction = Restriction::block;
      break;
    case Code::k_record:
      restriction = is_operator ? Restriction::operator_record : Restriction::record;
      break;
    case Code::k_connector:
      restriction = Restriction::connector;
      break;
    case Code::k_type:
      restriction = Restriction::type;
      break;
    case Code::k_package:
      restriction = Restriction::package;
      break;
    case Code::k_function:
      restriction = is_operator ? Restriction::operator_function : Restriction::function;
      break;
    default:
      if (!is_operator) fail("the kind of a class, such as 'model'");
      restriction = Restriction::operator_;
      return;
  }
  advance();
}

Class* Parser::class_definition(Class* enclosing) {
  const Deeper deeper(*this);
  Class* const definition = context_.arena.make<Class>();
  definition->position = token_.position;
  definition->enclosing = enclosing;
  class_prefix(*definition);
  if (accept(Code::k_extends)) {
    definition->form = Class::Form::extended;
    definition->name = identifier("the name of the class that is extended");
    if (at('(')) definition->modification = modification();
    long_class(*definition);
  } else {
    definition->name = identifier("the name of the class");
    if (accept('=')) {
      short_class(*definition);
    } else {
      long_class(*definition);
    }
  }
  definition->end = previous_end_;
  return definition;
}

void Parser::long_class(Class& definition) {
  string_comment(definition.comment);
  class_body(definition);
}

bool Parser::end_of_class(const Class& definition) {
  // After another mistake, what is left over is a consequence of it.
  const bool first = diagnostics.empty();
  if (!at(Code::k_end)) {
    if (first)
      report(definition.position,
             fmt::format("{} {} has no 'end {}'.", to_string(definition.restriction),
                         definition.name.text(), definition.name.text()),
             "Close it, or look for an 'end' too many inside of it.");
    throw Mistake();
  }
  const Token& after = peek();
  if (after.kind == TokenKind::identifier && after.text != definition.name.text()) {
    report(definition.position,
           fmt::format("{} {} is closed by 'end {}' in line {}.", to_string(definition.restriction),
                       definition.name.text(), after.text, context_.sources.line(token_.position)),
           "Give both the same name, or look for a missing 'end' inside of it.");
    advance();
    advance();
    return true;
  }
  if (after.kind != TokenKind::identifier) {  // end if, end for: one too many
    if (first)
      report(token_.position,
             fmt::format("'end {}' closes nothing that was opened in {}.", after.text,
                         definition.name.text()),
             "Take it away, or look for the statement that it belongs to.");
    advance();
    advance();
    accept(';');
    return false;
  }
  advance();
  advance();
  return true;
}

void Parser::class_body(Class& definition) {
  std::vector<Element> elements;
  std::vector<Section> sections;
  std::vector<TextRange> annotations;
  bool is_protected = false;
  bool in_section = false;
  const auto go_on = [&] {  // with the section that was interrupted
    Section more = section(sections.back().algorithm, sections.back().initial);
    if (!more.statements.empty()) sections.push_back(more);
  };
  for (;;) {
    if (accept(';')) continue;
    if (at(Code::k_end) || token_.kind == TokenKind::end_of_file) {
      if (end_of_class(definition)) break;
      if (in_section) go_on();
      continue;
    }
    switch (token_.code) {
      case Code::k_public:
        advance();
        in_section = is_protected = false;
        continue;
      case Code::k_protected:
        advance();
        in_section = false;
        is_protected = true;
        continue;
      case Code::k_equation:
      case Code::k_algorithm: {
        const bool algorithm = at(Code::k_algorithm);
        advance();
        sections.push_back(section(algorithm, false));
        in_section = true;
        continue;
      }
      case Code::k_initial: {
        const bool algorithm = peek().is(Code::k_algorithm);
        if (!algorithm && !peek().is(Code::k_equation)) break;
        advance();
        advance();
        sections.push_back(section(algorithm, true));
        in_section = true;
        continue;
      }
      case Code::k_annotation:
        guarded([&] {
          annotations.push_back(annotation());
          expect_semicolon("the annotation");
        });
        // Old libraries have annotations between equations: the section goes on.
        if (in_section) go_on();
        continue;
      case Code::k_external:
        guarded([&] { external(definition); });
        continue;
      default:
        break;
    }
    in_section = false;
    guarded([&] { element(elements, is_protected, &definition); });
  }
  definition.elements = context_.arena.list(elements);
  definition.sections = context_.arena.list(sections);
  definition.annotations = context_.arena.list(annotations);
}

void Parser::external(Class& definition) {
  External* const result = context_.arena.make<External>();
  result->position = token_.position;
  advance();
  if (token_.kind == TokenKind::string) {
    result->language = token_.text;
    advance();
  }
  if (token_.kind == TokenKind::identifier || at('.')) {
    if (!peek().is('(')) {
      result->result = reference(true);
      expect('=', "between the result and the external function");
    }
    result->function = identifier("the name of the external function");
    result->has_call = true;
    expect('(', "after the external function");
    std::vector<Expression*> arguments;
    if (!at(')')) {
      do arguments.push_back(expression());
      while (accept(','));
    }
    expect(')', "to close the arguments");
    result->arguments = context_.arena.list(arguments);
  }
  std::vector<TextRange> annotations;
  while (at(Code::k_annotation)) annotations.push_back(annotation());
  result->annotations = context_.arena.list(annotations);
  expect_semicolon("external");
  definition.external = result;
}

void Parser::short_class(Class& definition) {
  definition.form = Class::Form::shortened;
  if (at(Code::k_enumeration)) {
    enumeration(definition);
  } else if (accept(Code::k_der)) {
    definition.form = Class::Form::partial_derivative;
    expect('(', "after der");
    definition.base = reference(false);
    std::vector<Name> names;
    while (accept(',')) names.push_back(identifier("the name of an input"));
    definition.derived_by = context_.arena.list(names);
    expect(')', "to close der");
  } else {
    definition.base_flow = accept(Code::k_flow);
    if (accept(Code::k_input)) {
      definition.base_causality = Causality::input;
    } else if (accept(Code::k_output)) {
      definition.base_causality = Causality::output;
    }
    definition.base = reference(false);
    if (at('[')) definition.dimensions = subscripts();
    if (at('(')) definition.modification = modification();
  }
  definition.comment = comment();
}

void Parser::enumeration(Class& definition) {
  definition.form = Class::Form::enumeration;
  advance();
  expect('(', "after enumeration");
  if (accept(':')) {
    definition.open_enumeration = true;
  } else if (!at(')')) {
    std::vector<EnumerationLiteral> literals;
    do {
      const Name name = identifier("the name of a value");
      literals.push_back({name, comment()});
    } while (accept(','));
    definition.literals = context_.arena.list(literals);
  }
  expect(')', "to close the enumeration");
}

// -- elements -------------------------------------------------------------------------------------

void Parser::element(std::vector<Element>& elements, bool is_protected, Class* enclosing) {
  Element element;
  element.is_protected = is_protected;
  element.position = token_.position;
  if (at(Code::k_import)) {
    element.kind = Element::Kind::import;
    element.import = import_clause();
    element.comment = comment();
    expect_semicolon("the import");
    elements.push_back(element);
    return;
  }
  if (at(Code::k_extends)) {
    element.kind = Element::Kind::extends;
    element.extends = extends_clause(false);
    element.comment = comment();
    expect_semicolon("extends");
    elements.push_back(element);
    return;
  }
  element.redeclare = accept(Code::k_redeclare);
  element.final = accept(Code::k_final);
  element.inner = accept(Code::k_inner);
  element.outer = accept(Code::k_outer);
  element.replaceable = accept(Code::k_replaceable);
  finish_element(element, enclosing, elements);
  expect_semicolon("the declaration");
}

void Parser::finish_element(Element& element, Class* enclosing, std::vector<Element>& elements) {
  if (at_class()) {
    element.kind = Element::Kind::class_;
    element.nested = class_definition(enclosing);
    constraint(element);
    elements.push_back(element);
    return;
  }
  component_clause(element, elements, false);
}

/// constrainedby C, or in old text extends C.
void Parser::constraint(Element& element) {
  if (!at(Code::k_constrainedby) && !at(Code::k_extends)) return;
  element.constraint = extends_clause(true);
  element.constraint_comment = comment();
}

Import* Parser::import_clause() {
  Import* const result = context_.arena.make<Import>();
  advance();
  if (token_.kind == TokenKind::string) {
    result->kind = Import::Kind::file;
    result->file = token_.text;
    advance();
    return result;
  }
  std::vector<Name> names{identifier("the name of a package")};
  if (accept('=')) {
    result->kind = Import::Kind::renamed;
    result->alias = names[0];
    result->path = path();
    return result;
  }
  while (at('.') || at(Code::dot_mul)) {
    if (accept(Code::dot_mul)) {
      result->kind = Import::Kind::all;
      break;
    }
    advance();
    if (accept('*')) {
      result->kind = Import::Kind::all;
      break;
    }
    if (accept('{')) {
      result->kind = Import::Kind::several;
      std::vector<Name> several{identifier("a name")};
      while (accept(',')) several.push_back(identifier("a name"));
      expect('}', "to close the names");
      result->names = context_.arena.list(several);
      break;
    }
    names.push_back(identifier("a name"));
  }
  result->path = context_.arena.list(names);
  return result;
}

Extends* Parser::extends_clause(bool is_constraint) {
  (void)is_constraint;
  Extends* const result = context_.arena.make<Extends>();
  advance();
  result->base = reference(false);
  if (at('(')) result->modification = modification();
  return result;
}

void Parser::component_prefix(Component& component) {
  for (;;) {
    switch (token_.code) {
      case Code::k_flow:
        component.flow = true;
        break;
      case Code::k_stream:
        component.stream = true;
        break;
      case Code::k_discrete:
        component.variability = Variability::discrete;
        break;
      case Code::k_parameter:
        component.variability = Variability::parameter;
        break;
      case Code::k_constant:
        component.variability = Variability::constant;
        break;
      case Code::k_input:
        component.causality = Causality::input;
        break;
      case Code::k_output:
        component.causality = Causality::output;
        break;
      default:
        return;
    }
    advance();
  }
}

void Parser::component_clause(const Element& prefix, std::vector<Element>& elements, bool single) {
  Component shared;
  component_prefix(shared);
  if (!at_name() && !at('.')) {
    fail("a declaration, an equation section or 'end'");
  }
  shared.type = reference(false);
  if (at('[')) shared.type_dimensions = subscripts();
  const std::size_t first = elements.size();
  do {
    Element element = prefix;
    element.kind = Element::Kind::component;
    element.position = token_.position;
    Component* const component = context_.arena.make<Component>(shared);
    element.component = component;
    component->same_clause = elements.size() > first;
    component->name = identifier(
        fmt::format("the name of a component of type {}", shared.type->parts.back().name.text()));
    if (at('[')) component->dimensions = subscripts();
    if (at('(') || at('=') || at(Code::assign)) component->modification = modification();
    if (!single && accept(Code::k_if)) component->condition = expression();
    element.comment = comment();
    elements.push_back(element);
  } while (!single && accept(','));
  if (at(Code::k_constrainedby) || at(Code::k_extends)) {
    Element constrained;
    constraint(constrained);
    for (std::size_t i = first; i < elements.size(); ++i) {
      elements[i].constraint = constrained.constraint;
      elements[i].constraint_comment = constrained.constraint_comment;
    }
  }
}

// -- modifications --------------------------------------------------------------------------------

Modification* Parser::modification() {
  const Deeper deeper(*this);
  Modification* const result = context_.arena.make<Modification>();
  result->position = token_.position;
  if (accept('(')) {
    result->has_arguments = true;
    result->arguments = arguments(false);
  }
  if (accept('=') || accept(Code::assign)) result->binding = expression();
  return result;
}

List<Argument> Parser::arguments(bool annotation) {
  std::vector<Argument> list;
  if (!at(')')) {
    do list.push_back(argument(annotation));
    while (accept(','));
  }
  expect(')', "to close the modifiers");
  return context_.arena.list(list);
}

Argument Parser::argument(bool annotation) {
  (void)annotation;
  const Deeper deeper(*this);
  Argument result;
  result.position = token_.position;
  result.redeclare = accept(Code::k_redeclare);
  result.each = accept(Code::k_each);
  result.final = accept(Code::k_final);
  result.each = accept(Code::k_each) || result.each;
  result.replaceable = accept(Code::k_replaceable);
  if (result.redeclare || result.replaceable) {
    std::vector<Element> elements;
    Element element;
    element.position = token_.position;
    element.redeclare = result.redeclare;
    element.replaceable = result.replaceable;
    element.final = result.final;
    if (at_class()) {
      element.kind = Element::Kind::class_;
      element.nested = class_definition(nullptr);
      constraint(element);
      elements.push_back(element);
    } else {
      component_clause(element, elements, true);
    }
    result.element = context_.arena.make<Element>(elements.front());
    return result;
  }
  if (at(Code::k_break)) {
    fail("the name of what is modified; 'break' is not supported in modifiers");
  }
  result.path = path();
  if (at('(') || at('=') || at(Code::assign)) result.modification = modification();
  Comment comment;
  string_comment(comment);
  result.comment = comment.text;
  return result;
}

void Parser::string_comment(Comment& comment) {
  if (token_.kind != TokenKind::string) return;
  comment.present = true;
  comment.text = token_.text;
  advance();
  std::vector<std::string_view> more;
  while (at('+') && peek().kind == TokenKind::string) {
    advance();
    more.push_back(token_.text);
    advance();
  }
  comment.more = context_.arena.list(more);
}

Comment Parser::comment() {
  Comment result;
  string_comment(result);
  std::vector<TextRange> annotations;
  while (at(Code::k_annotation)) annotations.push_back(annotation());
  result.annotations = context_.arena.list(annotations);
  return result;
}

/// Kept as text; its trees are made when someone asks for them.
TextRange Parser::annotation() {
  const Position keyword = token_.position;
  if (!peek().is('(')) {
    advance();
    fail("'(' after annotation");
  }
  advance();
  const Position begin = token_.position;
  if (read_annotations_) {
    advance();
    arguments(true);
  } else {
    if (!lexer_.skip_bracket()) {
      report(keyword, "An annotation has no closing bracket.",
             "Count its brackets; a quote may be missing in it.");
      token_ = lexer_.next();
      throw Mistake();
    }
    previous_end_ = lexer_.position();
    token_ = lexer_.next();
  }
  return {begin, std::string_view(file_.text).substr(begin - file_.begin, previous_end_ - begin)};
}

}  // namespace multibond::modelica
