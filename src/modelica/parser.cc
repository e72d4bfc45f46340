// Tokens, mistakes, recovery, and the rules of whole files.

#include "multibond/modelica/parser.h"

#include <fmt/format.h>

#include "parser_detail.h"

namespace multibond::modelica {
namespace {

constexpr int kDeepest = 250;
constexpr std::size_t kMostMistakes = 100;

/// What stands for an operator of other languages.
std::string_view remedy_for(char character) {
  switch (character) {
    case '!':
      return "Write <> for unequal, and 'not' for the contrary.";
    case '&':
      return "Write 'and'.";
    case '|':
      return "Write 'or'.";
    case '%':
      return "Write mod(a, b) for a remainder, and // before a comment.";
    case '#':
      return "Write // before a comment.";
    default:
      return {};
  }
}

}  // namespace

Parser::Parser(const ParserContext& context, const SourceFile& file, std::size_t from,
               std::size_t to, bool read_annotations)
    : context_(context), file_(file), lexer_(file, from, to), read_annotations_(read_annotations) {
  token_ = lexer_.next();
}

Parser::Deeper::Deeper(Parser& parser) : parser_(parser) {
  if (++parser_.depth_ <= kDeepest) return;
  --parser_.depth_;
  parser_.report(parser_.token_.position,
                 fmt::format("The text nests deeper than {} levels.", kDeepest),
                 "Name parts of it by variables or classes of their own.");
  throw Mistake();
}

// -- tokens ---------------------------------------------------------------------------------------

const Token& Parser::peek() {
  if (!has_peeked_) {
    peeked_ = lexer_.next();
    has_peeked_ = true;
  }
  return peeked_;
}

void Parser::advance() {
  const std::size_t quotes = token_.kind == TokenKind::string ? 2 : 0;
  previous_end_ = token_.position + static_cast<Position>(token_.text.size() + quotes);
  token_ = has_peeked_ ? peeked_ : lexer_.next();
  has_peeked_ = false;
}

bool Parser::accept(Code code) {
  if (token_.code != code) return false;
  advance();
  return true;
}

void Parser::expect(Code code, std::string_view what) {
  if (!accept(code)) fail(what);
}

void Parser::expect(char c, std::string_view where) {
  if (!accept(c)) fail(fmt::format("'{}' {}", c, where));
}

/// A forgotten semicolon is reported where it should be, and the text is read on from here.
void Parser::expect_semicolon(std::string_view after) {
  if (accept(';')) return;
  const bool next_line =
      context_.sources.line(token_.position) > context_.sources.line(previous_end_ - 1);
  if (!next_line && token_.kind != TokenKind::end_of_file) {
    fail(fmt::format("';' after {}", after));
  }
  report(previous_end_ - 1, fmt::format("';' is missing after {}.", after),
         "End declarations, equations and classes with a semicolon.");
}

Name Parser::identifier(std::string_view what) {
  if (!at_name()) fail(what);
  const Name name = context_.names(token_.text);
  advance();
  return name;
}

std::string Parser::found() const {
  switch (token_.kind) {
    case TokenKind::end_of_file:
      return "the end of the text";
    case TokenKind::string:
      return "a string";
    case TokenKind::keyword:
      return fmt::format("the keyword '{}'", token_.text);
    default:
      return fmt::format("'{}'", token_.text.substr(0, 40));
  }
}

void Parser::report(Position position, std::string text, std::string hint) {
  if (diagnostics.size() >= kMostMistakes) return;
  diagnostics.push_back({Severity::error, file_.path, std::move(text), std::move(hint),
                         context_.sources.place(position)});
}

void Parser::fail(std::string_view expected) {
  if (token_.kind == TokenKind::wrong) {
    const char c = token_.text.empty() ? ' ' : token_.text.front();
    const Position at = token_.position;
    if (c == '"') {
      report(at, "A string has no closing quote.", "Write \\\" for a quote inside a string.");
    } else if (c == '\'') {
      report(at, "A quoted name has no closing quote.", "Names in quotes end on the same line.");
    } else if (c == '/') {
      report(at, "A comment has no end.", "End it with */.");
    } else {
      const std::string remedy(remedy_for(c));
      report(at, fmt::format("'{}' is no character of the language.", token_.text),
             remedy.empty() ? fmt::format("Expected {}.", expected) : remedy);
    }
  } else {
    report(token_.position, fmt::format("Expected {}, but found {}.", expected, found()));
  }
  throw Mistake();
}

// -- recovery -------------------------------------------------------------------------------------

bool Parser::at_section() const {
  switch (token_.code) {
    case Code::k_equation:
    case Code::k_algorithm:
    case Code::k_public:
    case Code::k_protected:
    case Code::k_end:
    case Code::k_external:
      return true;
    default:
      return token_.kind == TokenKind::end_of_file;
  }
}

void Parser::recover() {
  while (!at_section()) {
    if (accept(';')) return;
    advance();
  }
}

// -- whole texts ----------------------------------------------------------------------------------

Unit Parser::unit() {
  Unit result;
  std::vector<Class*> classes;
  std::vector<Import*> imports;
  if (accept(Code::k_within)) {
    guarded([&] {
      result.has_within = true;
      if (!at(';')) result.within = path();
      expect_semicolon("within");
    });
  }
  while (token_.kind != TokenKind::end_of_file) {
    if (accept(';')) continue;
    guarded([&] {
      if (at(Code::k_import)) {
        imports.push_back(import_clause());
        comment();
        expect_semicolon("import");
        return;
      }
      accept(Code::k_final);
      if (!at_class()) {
        fail("a class, such as 'model' or 'package'");
      }
      classes.push_back(class_definition(nullptr));
      expect_semicolon(fmt::format("end {}", classes.back()->name.text()));
    });
    // A stray 'end' or section between classes.
    if (at_section() && token_.kind != TokenKind::end_of_file) {
      if (diagnostics.empty()) {
        report(token_.position, fmt::format("Expected a class, but found {}.", found()),
               "There may be one 'end' too many before it.");
      }
      while (token_.kind != TokenKind::end_of_file && !at_class()) advance();
    }
  }
  result.classes = context_.arena.list(classes);
  result.imports = context_.arena.list(imports);
  return result;
}

List<Argument> Parser::annotation_arguments() {
  try {
    expect('(', "after annotation");
    return arguments(true);
  } catch (const Mistake&) {
    return {};
  }
}

Expression* Parser::lone_expression() {
  try {
    Expression* const result = expression();
    if (token_.kind != TokenKind::end_of_file) fail("the end of the value");
    return result;
  } catch (const Mistake&) {
    return nullptr;
  }
}

ParseResult parse_file(const ParserContext& context, const SourceFile& file, bool annotations) {
  Parser parser(context, file, 0, file.text.size(), annotations);
  ParseResult result;
  result.unit = parser.unit();
  result.diagnostics = std::move(parser.diagnostics);
  result.tokens = parser.tokens();
  return result;
}

List<Argument> parse_annotation(const ParserContext& context, const TextRange& range) {
  const SourceFile& file = *context.sources.file(range.begin);
  const std::size_t from = range.begin - file.begin;
  Parser parser(context, file, from, from + range.text.size(), true);
  const List<Argument> result = parser.annotation_arguments();
  if (!parser.diagnostics.empty()) throw Error(std::move(parser.diagnostics));
  return result;
}

Expression* parse_expression(const ParserContext& context, const SourceFile& file) {
  Parser parser(context, file, 0, file.text.size(), true);
  Expression* const result = parser.lone_expression();
  if (!parser.diagnostics.empty()) throw Error(std::move(parser.diagnostics));
  return result;
}

}  // namespace multibond::modelica
