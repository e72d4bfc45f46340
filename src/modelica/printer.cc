#include "multibond/modelica/printer.h"

#include <fmt/format.h>

namespace multibond::modelica {
namespace {

/// How tightly an expression binds: operands that bind less are put in brackets.
int strength(const Expression& e) {
  switch (e.kind) {
    case Expression::Kind::choice:
      return 0;
    case Expression::Kind::range:
      return 1;
    case Expression::Kind::unary:
      return e.op == Operator::logical_not ? 4 : 6;
    case Expression::Kind::binary:
      switch (e.op) {
        case Operator::logical_or:
          return 2;
        case Operator::logical_and:
          return 3;
        case Operator::less:
        case Operator::less_equal:
        case Operator::greater:
        case Operator::greater_equal:
        case Operator::equal:
        case Operator::not_equal:
          return 5;
        case Operator::add:
        case Operator::sub:
        case Operator::dot_add:
        case Operator::dot_sub:
          return 6;
        case Operator::pow:
        case Operator::dot_pow:
          return 8;
        default:
          return 7;
      }
    default:
      return 9;
  }
}

class Printer {
 public:
  std::string text;

  void expression(const Expression& e) {
    switch (e.kind) {
      case Expression::Kind::number:
      case Expression::Kind::integer:
        text += e.text;
        break;
      case Expression::Kind::string:
        quoted(e.text);
        break;
      case Expression::Kind::boolean:
        text += e.value != 0 ? "true" : "false";
        break;
      case Expression::Kind::reference:
        reference(*e.reference);
        break;
      case Expression::Kind::function:
        text += "function ";
        [[fallthrough]];
      case Expression::Kind::call:
        reference(*e.reference);
        text += '(';
        operands(e, ", ");
        for (std::size_t i = 0; i < e.named.size(); ++i) {
          if (i > 0 || !e.operands.empty()) text += ", ";
          text.append(e.named[i].name.text()).append(" = ");
          expression(*e.named[i].value);
        }
        iterators(e.iterators);
        text += ')';
        break;
      case Expression::Kind::unary:
        text += to_string(e.op);
        if (e.op == Operator::logical_not) text += ' ';
        operand(*e.operands[0], strength(e) + 1);
        break;
      case Expression::Kind::binary:
        operand(*e.operands[0], left_strength(e));
        text += ' ';
        text += to_string(e.op);
        text += ' ';
        operand(*e.operands[1], strength(e) + 1);
        break;
      case Expression::Kind::choice:
        for (std::size_t i = 0; i + 1 < e.operands.size(); i += 2) {
          text += i == 0 ? "if " : " elseif ";
          expression(*e.operands[i]);
          text += " then ";
          expression(*e.operands[i + 1]);
        }
        text += " else ";
        expression(*e.operands.back());
        break;
      case Expression::Kind::range:
        for (std::size_t i = 0; i < e.operands.size(); ++i) {
          if (i > 0) text += ':';
          operand(*e.operands[i], 2);
        }
        break;
      case Expression::Kind::array:
      case Expression::Kind::comprehension:
        text += '{';
        operands(e, ", ");
        iterators(e.iterators);
        text += '}';
        break;
      case Expression::Kind::matrix:
        text += '[';
        operands(e, "; ");
        text += ']';
        break;
      case Expression::Kind::row:
        operands(e, ", ");
        break;
      case Expression::Kind::tuple:
        text += '(';
        operands(e, ", ");
        text += ')';
        break;
      case Expression::Kind::end:
        text += "end";
        break;
      case Expression::Kind::colon:
        text += ':';
        break;
    }
  }

  void reference(const Reference& r) {
    if (r.global) text += '.';
    for (std::size_t i = 0; i < r.parts.size(); ++i) {
      if (i > 0) text += '.';
      text += r.parts[i].name.text();
      subscripts(r.parts[i].subscripts);
    }
  }

  void path(const List<Name>& names) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (i > 0) text += '.';
      text += names[i].text();
    }
  }

  void unit(const Unit& unit) {
    if (unit.has_within) {
      text += "within";
      if (!unit.within.empty()) text += ' ';
      path(unit.within);
      text += ";\n";
    }
    for (const Import* item : unit.imports) {
      import(*item);
      text += ";\n";
    }
    for (const Class* definition : unit.classes) {
      class_(*definition);
      text += ";\n";
    }
  }

  void class_(const Class& c) {
    for (const auto& [is, word] : {std::pair{c.encapsulated, "encapsulated "},
                                   {c.partial, "partial "},
                                   {c.expandable, "expandable "},
                                   {c.pure, "pure "},
                                   {c.impure, "impure "}}) {
      if (is) text += word;
    }
    text.append(to_string(c.restriction)).append(" ");
    if (c.form == Class::Form::extended) text += "extends ";
    text += c.name.text();
    switch (c.form) {
      case Class::Form::shortened:
        text += " = ";
        if (c.base_flow) text += "flow ";
        causality(c.base_causality);
        reference(*c.base);
        subscripts(c.dimensions);
        if (c.modification) modification(*c.modification);
        comment(c.comment);
        return;
      case Class::Form::enumeration:
        text += " = enumeration(";
        if (c.open_enumeration) text += ':';
        for (std::size_t i = 0; i < c.literals.size(); ++i) {
          if (i > 0) text += ", ";
          text += c.literals[i].name.text();
          comment(c.literals[i].comment);
        }
        text += ')';
        comment(c.comment);
        return;
      case Class::Form::partial_derivative:
        text += " = der(";
        reference(*c.base);
        for (const Name name : c.derived_by) text.append(", ").append(name.text());
        text += ')';
        comment(c.comment);
        return;
      case Class::Form::extended:
        if (c.modification) modification(*c.modification);
        break;
      case Class::Form::full:
        break;
    }
    comment(c.comment);
    text += '\n';
    body(c);
    text.append(indent_, ' ').append("end ").append(c.name.text());
  }

  void statement(const Statement& s) {
    switch (s.kind) {
      case Statement::Kind::equation:
      case Statement::Kind::assign:
        operand(*s.left, 1);
        text += s.kind == Statement::Kind::assign ? " := " : " = ";
        expression(*s.right);
        break;
      case Statement::Kind::call:
        expression(*s.left);
        break;
      case Statement::Kind::connect:
        text += "connect(";
        expression(*s.left);
        text += ", ";
        expression(*s.right);
        text += ')';
        break;
      case Statement::Kind::choose:
        branches(s, "if", "elseif", " then\n");
        break;
      case Statement::Kind::when:
        branches(s, "when", "elsewhen", " then\n");
        break;
      case Statement::Kind::while_loop:
        branches(s, "while", "", " loop\n");
        break;
      case Statement::Kind::loop:
        text += "for ";
        iterator_list(s.iterators);
        text += " loop\n";
        statements(s.branches[0].body);
        text.append(indent_, ' ').append("end for");
        break;
      case Statement::Kind::leave:
        text += "break";
        break;
      case Statement::Kind::finish:
        text += "return";
        break;
    }
    comment(s.comment);
  }

 private:
  void quoted(std::string_view inside) { text.append("\"").append(inside).append("\""); }

  /// Chains of + and * need no brackets to the left; a sign there would be read as the whole sum's.
  static int left_strength(const Expression& e) {
    const bool chain = strength(e) == 6 || strength(e) == 7 || strength(e) == 2 || strength(e) == 3;
    return strength(e) + (chain ? 0 : 1);
  }

  void operand(const Expression& e, int least) {
    const bool brackets = strength(e) < least;
    if (brackets) text += '(';
    expression(e);
    if (brackets) text += ')';
  }

  void operands(const Expression& e, std::string_view separator) {
    for (std::size_t i = 0; i < e.operands.size(); ++i) {
      if (i > 0) text += separator;
      if (e.operands[i]) expression(*e.operands[i]);
    }
  }

  void iterator_list(const List<Iterator>& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i > 0) text += ", ";
      text += list[i].name.text();
      if (!list[i].range) continue;
      text += " in ";
      expression(*list[i].range);
    }
  }
  void iterators(const List<Iterator>& list) {
    if (list.empty()) return;
    text += " for ";
    iterator_list(list);
  }

  void subscripts(const List<Expression*>& list) {
    if (list.empty()) return;
    text += '[';
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (i > 0) text += ", ";
      expression(*list[i]);
    }
    text += ']';
  }

  void causality(Causality causality) {
    if (causality == Causality::input) text += "input ";
    if (causality == Causality::output) text += "output ";
  }

  void comment(const Comment& comment) {
    if (comment.present) {
      text += ' ';
      quoted(comment.text);
      for (const std::string_view more : comment.more) {
        text += " + ";
        quoted(more);
      }
    }
    for (const TextRange& range : comment.annotations) {
      text.append(" annotation").append(range.text);
    }
  }

  void modification(const Modification& m) {
    if (m.has_arguments) {
      text += '(';
      for (std::size_t i = 0; i < m.arguments.size(); ++i) {
        if (i > 0) text += ", ";
        argument(m.arguments[i]);
      }
      text += ')';
    }
    if (m.binding) {
      text += " = ";
      expression(*m.binding);
    }
  }

  void argument(const Argument& a) {
    if (a.redeclare) text += "redeclare ";
    if (a.each) text += "each ";
    if (a.final) text += "final ";
    if (a.replaceable) text += "replaceable ";
    if (a.element) {
      if (a.element->kind == Element::Kind::class_) {
        class_(*a.element->nested);
      } else {
        clause_prefix(*a.element->component);
        declaration(*a.element);
      }
      constraint(*a.element);
    }
    path(a.path);
    if (a.modification) modification(*a.modification);
    if (!a.comment.empty()) {
      text += ' ';
      quoted(a.comment);
    }
  }

  void constraint(const Element& e) {
    if (!e.constraint) return;
    text += " constrainedby ";
    reference(*e.constraint->base);
    if (e.constraint->modification) modification(*e.constraint->modification);
    comment(e.constraint_comment);
  }

  void clause_prefix(const Component& c) {
    if (c.flow) text += "flow ";
    if (c.stream) text += "stream ";
    if (c.variability == Variability::discrete) text += "discrete ";
    if (c.variability == Variability::parameter) text += "parameter ";
    if (c.variability == Variability::constant) text += "constant ";
    causality(c.causality);
    reference(*c.type);
    subscripts(c.type_dimensions);
    text += ' ';
  }

  void declaration(const Element& e) {
    const Component& c = *e.component;
    text += c.name.text();
    subscripts(c.dimensions);
    if (c.modification) modification(*c.modification);
    if (c.condition) {
      text += " if ";
      expression(*c.condition);
    }
    comment(e.comment);
  }

  void import(const Import& i) {
    text += "import ";
    if (i.kind == Import::Kind::file) return quoted(i.file);
    if (i.kind == Import::Kind::renamed) text.append(i.alias.text()).append(" = ");
    path(i.path);
    if (i.kind == Import::Kind::all) text += ".*";
    if (i.kind == Import::Kind::several) {
      text += ".{";
      for (std::size_t k = 0; k < i.names.size(); ++k) {
        if (k > 0) text += ", ";
        text += i.names[k].text();
      }
      text += '}';
    }
  }

  void element(const Element& e) {
    switch (e.kind) {
      case Element::Kind::import:
        import(*e.import);
        comment(e.comment);
        return;
      case Element::Kind::extends:
        text += "extends ";
        reference(*e.extends->base);
        if (e.extends->modification) modification(*e.extends->modification);
        comment(e.comment);
        return;
      default:
        break;
    }
    if (e.redeclare) text += "redeclare ";
    if (e.final) text += "final ";
    if (e.inner) text += "inner ";
    if (e.outer) text += "outer ";
    if (e.replaceable) text += "replaceable ";
    if (e.kind == Element::Kind::class_) {
      class_(*e.nested);
    } else {
      clause_prefix(*e.component);
      declaration(e);
    }
  }

  void body(const Class& c) {
    indent_ += 2;
    bool is_protected = false;
    for (std::size_t i = 0; i < c.elements.size(); ++i) {
      const Element& e = c.elements[i];
      const bool same_clause = e.kind == Element::Kind::component && e.component->same_clause;
      if (same_clause) {
        text += ", ";
        declaration(e);
      } else {
        if (e.is_protected != is_protected) {
          is_protected = e.is_protected;
          text.append(indent_ - 2, ' ').append(is_protected ? "protected\n" : "public\n");
        }
        text.append(indent_, ' ');
        element(e);
      }
      const bool last = i + 1 == c.elements.size() ||
                        c.elements[i + 1].kind != Element::Kind::component ||
                        !c.elements[i + 1].component->same_clause;
      if (!last) continue;
      constraint(e);
      text += ";\n";
    }
    for (const Section& s : c.sections) {
      text.append(indent_ - 2, ' ').append(s.initial ? "initial " : "");
      text += s.algorithm ? "algorithm\n" : "equation\n";
      indent_ -= 2;
      statements(s.statements);
      indent_ += 2;
    }
    if (c.external) external(*c.external);
    for (const TextRange& range : c.annotations) {
      text.append(indent_, ' ').append("annotation").append(range.text).append(";\n");
    }
    indent_ -= 2;
  }

  void external(const External& e) {
    text.append(indent_, ' ').append("external");
    if (!e.language.empty()) {
      text += ' ';
      quoted(e.language);
    }
    if (e.has_call) {
      text += ' ';
      if (e.result) {
        reference(*e.result);
        text += " = ";
      }
      text.append(e.function.text()).append("(");
      for (std::size_t i = 0; i < e.arguments.size(); ++i) {
        if (i > 0) text += ", ";
        expression(*e.arguments[i]);
      }
      text += ')';
    }
    for (const TextRange& range : e.annotations) text.append(" annotation").append(range.text);
    text += ";\n";
  }

  void statements(const List<Statement*>& list) {
    indent_ += 2;
    for (const Statement* s : list) {
      text.append(indent_, ' ');
      statement(*s);
      text += ";\n";
    }
    indent_ -= 2;
  }

  void branches(const Statement& s, std::string_view first, std::string_view next,
                std::string_view then) {
    for (std::size_t i = 0; i < s.branches.size(); ++i) {
      if (i > 0) text.append(indent_, ' ');
      if (s.branches[i].condition) {
        text.append(i == 0 ? first : next).append(" ");
        expression(*s.branches[i].condition);
        text += then;
      } else {
        text += "else\n";
      }
      statements(s.branches[i].body);
    }
    text.append(indent_, ' ').append("end ").append(first);
  }

  std::size_t indent_ = 0;
};

}  // namespace

std::string print(const Unit& unit) {
  Printer printer;
  printer.unit(unit);
  return std::move(printer.text);
}
std::string print(const Class& definition) {
  Printer printer;
  printer.class_(definition);
  return std::move(printer.text);
}
std::string print(const Expression& expression) {
  Printer printer;
  printer.expression(expression);
  return std::move(printer.text);
}
std::string print(const Reference& reference) {
  Printer printer;
  printer.reference(reference);
  return std::move(printer.text);
}
std::string print(const Statement& statement) {
  Printer printer;
  printer.statement(statement);
  return std::move(printer.text);
}
std::string print(const List<Name>& path) {
  Printer printer;
  printer.path(path);
  return std::move(printer.text);
}

}  // namespace multibond::modelica
