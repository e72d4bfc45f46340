/// The parser as a class: one member function for each rule of the grammar.
#pragma once

#include <optional>
#include <string>

#include "multibond/modelica/lexer.h"
#include "multibond/modelica/parser.h"

namespace multibond::modelica {

/// Thrown where the text cannot be read on, caught where it can.
struct Mistake {};

class Parser {
 public:
  Parser(const ParserContext& context, const SourceFile& file, std::size_t from, std::size_t to,
         bool read_annotations);

  Unit unit();
  List<Argument> annotation_arguments();
  Expression* lone_expression();
  std::vector<Diagnostic> diagnostics;
  std::size_t tokens() const { return lexer_.tokens(); }

 private:
  // -- tokens --
  const Token& peek();
  void advance();
  bool accept(Code code);
  bool accept(char c) { return accept(code_of(c)); }
  void expect(Code code, std::string_view what);
  void expect(char c, std::string_view where);
  void expect_semicolon(std::string_view after);
  bool at(Code code) const { return token_.code == code; }
  bool at(char c) const { return token_.code == code_of(c); }
  /// Old text has names that became keywords later.
  bool at_name() const { return token_.kind == TokenKind::identifier || at(Code::k_operator); }
  Name identifier(std::string_view what);
  [[noreturn]] void fail(std::string_view expected);
  void report(Position position, std::string text, std::string hint = {});
  std::string found() const;

  // -- recovery --
  bool at_section() const;
  /// Passes over the rest of a statement or an element.
  void recover();
  /// Runs a rule; after a mistake goes on behind it.
  template <typename Rule>
  void guarded(Rule&& rule) {
    const Position before = token_.position;
    try {
      rule();
    } catch (const Mistake&) {
      recover();
      // Something is always passed over, so that it ends.
      if (token_.position == before && token_.kind != TokenKind::end_of_file && !at_section()) {
        advance();
      }
    }
  }
  /// Levels of nesting: texts that nest deeper than people write are refused.
  class Deeper {
   public:
    explicit Deeper(Parser& parser);
    ~Deeper() { --parser_.depth_; }

   private:
    Parser& parser_;
  };

  // -- classes (parser_class.cc) --
  bool at_class();
  Class* class_definition(Class* enclosing);
  void class_prefix(Class& definition);
  void long_class(Class& definition);
  void short_class(Class& definition);
  void enumeration(Class& definition);
  void class_body(Class& definition);
  void external(Class& definition);
  void element(std::vector<Element>& elements, bool is_protected, Class* enclosing);
  void finish_element(Element& element, Class* enclosing, std::vector<Element>& elements);
  Import* import_clause();
  Extends* extends_clause(bool constraint);
  void constraint(Element& element);
  void component_prefix(Component& component);
  void component_clause(const Element& prefix, std::vector<Element>& elements, bool single);
  bool end_of_class(const Class& definition);

  // -- modifications (parser_class.cc) --
  Modification* modification();
  List<Argument> arguments(bool annotation);
  Argument argument(bool annotation);
  Comment comment();
  void string_comment(Comment& comment);
  TextRange annotation();

  // -- equations and statements (parser_statement.cc) --
  Section section(bool algorithm, bool initial);
  List<Statement*> statements(bool algorithm);
  Statement* statement(bool algorithm);
  Statement* branches(Statement::Kind kind, bool algorithm);
  Statement* loop(bool algorithm);
  Statement* plain(bool algorithm);
  void end_of(Code keyword, Position begin);

  // -- expressions (parser_expression.cc) --
  Expression* expression();
  Expression* choice();
  Expression* range();
  Expression* disjunction();
  Expression* conjunction();
  Expression* negation();
  Expression* relation();
  Expression* sum();
  Expression* product();
  Expression* factor();
  Expression* primary();
  Expression* number();
  Expression* bracketed();
  Expression* braces();
  Expression* matrix();
  Expression* call(Reference* function, Position position);
  Expression* function_argument();
  Reference* reference(bool subscripts);
  List<Name> path();
  List<Expression*> subscripts();
  List<Iterator> iterators();
  Expression* node(Expression::Kind kind, Position position);
  Expression* binary(Operator op, Position position, Expression* a, Expression* b);

  const ParserContext& context_;
  const SourceFile& file_;
  Lexer lexer_;
  Token token_, peeked_;
  bool has_peeked_ = false;
  bool read_annotations_;
  Position previous_end_ = 0;  ///< of the token before
  int depth_ = 0;
};

}  // namespace multibond::modelica
