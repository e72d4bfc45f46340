// Rules of equations and statements.

#include <fmt/format.h>

#include "parser_detail.h"

namespace multibond::modelica {

Section Parser::section(bool algorithm, bool initial) {
  Section result{algorithm, initial, token_.position, {}};
  result.statements = statements(algorithm);
  return result;
}

/// Up to what ends a section or a branch.
List<Statement*> Parser::statements(bool algorithm) {
  std::vector<Statement*> list;
  for (;;) {
    if (accept(';')) continue;
    if (at_section() || at_class()) break;
    if (at(Code::k_else) || at(Code::k_elseif) || at(Code::k_elsewhen)) break;
    if (at(Code::k_annotation)) break;
    if (at(Code::k_initial) && !peek().is('(')) break;
    guarded([&] {
      Statement* const item = statement(algorithm);
      list.push_back(item);
      item->comment = comment();
      expect_semicolon(algorithm ? "the statement" : "the equation");
    });
  }
  return context_.arena.list(list);
}

Statement* Parser::statement(bool algorithm) {
  const Deeper deeper(*this);
  Statement* result = nullptr;
  switch (token_.code) {
    case Code::k_if:
      return branches(Statement::Kind::choose, algorithm);
    case Code::k_when:
      return branches(Statement::Kind::when, algorithm);
    case Code::k_while:
      if (!algorithm) fail("an equation; 'while' belongs to algorithms");
      return branches(Statement::Kind::while_loop, algorithm);
    case Code::k_for:
      return loop(algorithm);
    case Code::k_break:
    case Code::k_return:
      if (!algorithm) fail("an equation");
      result = context_.arena.make<Statement>();
      result->kind = at(Code::k_break) ? Statement::Kind::leave : Statement::Kind::finish;
      result->position = token_.position;
      advance();
      return result;
    default:
      return plain(algorithm);
  }
}

/// end if, end when, ...
void Parser::end_of(Code keyword, Position begin) {
  if (at(Code::k_end) && peek().is(keyword)) {
    advance();
    advance();
    return;
  }
  const bool ends_elsewhere = at(Code::k_end) && keyword == Code::k_if;
  report(token_.position,
         fmt::format("Expected 'end {0}' for the '{0}' of line {1}, but found {2}.",
                     keyword_text(keyword), context_.sources.line(begin), found()),
         ends_elsewhere ? "'else if' begins an 'if' with an end of its own; 'elseif' is one word."
                        : "");
  throw Mistake();
}

Statement* Parser::branches(Statement::Kind kind, bool algorithm) {
  const Code keyword = token_.code;
  const Code again = kind == Statement::Kind::choose ? Code::k_elseif
                     : kind == Statement::Kind::when ? Code::k_elsewhen
                                                     : Code::none;
  Statement* const result = context_.arena.make<Statement>();
  result->kind = kind;
  result->position = token_.position;
  std::vector<Branch> list;
  do {
    Branch branch;
    branch.position = token_.position;
    advance();
    branch.condition = expression();
    if (kind == Statement::Kind::while_loop) {
      expect(Code::k_loop, "'loop' after the condition");
    } else {
      expect(Code::k_then, "'then' after the condition");
    }
    branch.body = statements(algorithm);
    list.push_back(branch);
  } while (again != Code::none && at(again));
  if (kind == Statement::Kind::choose && at(Code::k_else)) {
    Branch branch;
    branch.position = token_.position;
    advance();
    branch.body = statements(algorithm);
    list.push_back(branch);
  }
  end_of(keyword, result->position);
  result->branches = context_.arena.list(list);
  return result;
}

Statement* Parser::loop(bool algorithm) {
  Statement* const result = context_.arena.make<Statement>();
  result->kind = Statement::Kind::loop;
  result->position = token_.position;
  advance();
  result->iterators = iterators();
  expect(Code::k_loop, "'loop' after the range");
  const std::vector<Branch> body{{nullptr, statements(algorithm), result->position}};
  end_of(Code::k_for, result->position);
  result->branches = context_.arena.list(body);
  return result;
}

Statement* Parser::plain(bool algorithm) {
  Statement* const result = context_.arena.make<Statement>();
  result->position = token_.position;
  if (at(Code::k_connect)) {
    if (algorithm) fail("a statement; 'connect' belongs to equations");
    result->kind = Statement::Kind::connect;
    advance();
    expect('(', "after connect");
    result->left = expression();
    expect(',', "between the connectors");
    result->right = expression();
    expect(')', "to close connect");
    return result;
  }
  result->left = range();
  if (algorithm ? at(Code::assign) : at('=')) {
    advance();
    result->kind = algorithm ? Statement::Kind::assign : Statement::Kind::equation;
    result->right = expression();
    return result;
  }
  if (at('=')) fail("':=': '=' is for equations, ':=' for statements of algorithms");
  if (at(Code::assign)) fail("'=': ':=' is for algorithms, '=' for equations");
  result->kind = Statement::Kind::call;
  if (result->left->kind != Expression::Kind::call) {
    fail(algorithm ? "':=' and a value" : "'=' and the other side of the equation");
  }
  return result;
}

}  // namespace multibond::modelica
