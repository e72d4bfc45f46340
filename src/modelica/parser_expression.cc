// Rules of expressions.

#include <charconv>

#include <fmt/format.h>

#include "parser_detail.h"

namespace multibond::modelica {

Expression* Parser::node(Expression::Kind kind, Position position) {
  Expression* const result = context_.arena.make<Expression>();
  result->kind = kind;
  result->position = position;
  return result;
}

Expression* Parser::binary(Operator op, Position position, Expression* a, Expression* b) {
  Expression* const result = node(Expression::Kind::binary, position);
  result->op = op;
  result->operands = context_.arena.list(std::vector<Expression*>{a, b});
  return result;
}

Expression* Parser::expression() {
  const Deeper deeper(*this);
  return at(Code::k_if) ? choice() : range();
}

Expression* Parser::choice() {
  Expression* const result = node(Expression::Kind::choice, token_.position);
  std::vector<Expression*> operands;
  while (at(Code::k_if) || at(Code::k_elseif)) {
    advance();
    operands.push_back(expression());
    expect(Code::k_then, "'then' after the condition");
    operands.push_back(expression());
  }
  expect(Code::k_else, "'else': an if expression has a value in any case");
  operands.push_back(expression());
  result->operands = context_.arena.list(operands);
  return result;
}

Expression* Parser::range() {
  const Position position = token_.position;
  Expression* const first = disjunction();
  if (!at(':')) return first;
  std::vector<Expression*> operands{first};
  while (operands.size() < 3 && accept(':')) operands.push_back(disjunction());
  Expression* const result = node(Expression::Kind::range, position);
  result->operands = context_.arena.list(operands);
  return result;
}

Expression* Parser::disjunction() {
  Expression* left = conjunction();
  while (at(Code::k_or)) {
    const Position position = token_.position;
    advance();
    left = binary(Operator::logical_or, position, left, conjunction());
  }
  return left;
}

Expression* Parser::conjunction() {
  Expression* left = negation();
  while (at(Code::k_and)) {
    const Position position = token_.position;
    advance();
    left = binary(Operator::logical_and, position, left, negation());
  }
  return left;
}

Expression* Parser::negation() {
  if (!at(Code::k_not)) return relation();
  Expression* const result = node(Expression::Kind::unary, token_.position);
  advance();
  result->op = Operator::logical_not;
  result->operands = context_.arena.list(std::vector<Expression*>{relation()});
  return result;
}

Expression* Parser::relation() {
  Expression* const left = sum();
  Operator op = Operator::none;
  switch (token_.code) {
    case Code::less:
      op = Operator::less;
      break;
    case Code::greater:
      op = Operator::greater;
      break;
    case Code::less_equal:
      op = Operator::less_equal;
      break;
    case Code::greater_equal:
      op = Operator::greater_equal;
      break;
    case Code::equal:
      op = Operator::equal;
      break;
    case Code::not_equal:
      op = Operator::not_equal;
      break;
    default:
      return left;
  }
  const Position position = token_.position;
  advance();
  return binary(op, position, left, sum());
}

Expression* Parser::sum() {
  Expression* left = nullptr;
  Operator sign = Operator::none;
  const Position begin = token_.position;
  switch (token_.code) {
    case Code::plus:
      sign = Operator::plus;
      break;
    case Code::minus:
      sign = Operator::minus;
      break;
    case Code::dot_add:
      sign = Operator::dot_plus;
      break;
    case Code::dot_sub:
      sign = Operator::dot_minus;
      break;
    default:
      break;
  }
  if (sign != Operator::none) {
    advance();
    left = node(Expression::Kind::unary, begin);
    left->op = sign;
    left->operands = context_.arena.list(std::vector<Expression*>{product()});
  } else {
    left = product();
  }
  for (;;) {
    Operator op = Operator::none;
    switch (token_.code) {
      case Code::plus:
        op = Operator::add;
        break;
      case Code::minus:
        op = Operator::sub;
        break;
      case Code::dot_add:
        op = Operator::dot_add;
        break;
      case Code::dot_sub:
        op = Operator::dot_sub;
        break;
      default:
        return left;
    }
    const Position position = token_.position;
    advance();
    left = binary(op, position, left, product());
  }
}

Expression* Parser::product() {
  Expression* left = factor();
  for (;;) {
    Operator op = Operator::none;
    switch (token_.code) {
      case Code::times:
        op = Operator::mul;
        break;
      case Code::over:
        op = Operator::div;
        break;
      case Code::dot_mul:
        op = Operator::dot_mul;
        break;
      case Code::dot_div:
        op = Operator::dot_div;
        break;
      default:
        return left;
    }
    const Position position = token_.position;
    advance();
    left = binary(op, position, left, factor());
  }
}

Expression* Parser::factor() {
  Expression* const base = primary();
  if (!at('^') && !at(Code::dot_pow)) return base;
  const Operator op = at('^') ? Operator::pow : Operator::dot_pow;
  const Position position = token_.position;
  advance();
  return binary(op, position, base, primary());
}

Expression* Parser::number() {
  const Expression::Kind kind =
      token_.kind == TokenKind::number ? Expression::Kind::number : Expression::Kind::integer;
  Expression* const result = node(kind, token_.position);
  result->text = token_.text;
  std::string_view digits = token_.text;
  const auto [end, code] =
      std::from_chars(digits.data(), digits.data() + digits.size(), result->value);
  if (code != std::errc() || end != digits.data() + digits.size()) {
    fail("a number that a machine can hold");
  }
  advance();
  return result;
}

Expression* Parser::primary() {
  const Position position = token_.position;
  switch (token_.kind) {
    case TokenKind::number:
    case TokenKind::integer:
      return number();
    case TokenKind::string: {
      Expression* const result = node(Expression::Kind::string, position);
      result->text = token_.text;
      advance();
      return result;
    }
    case TokenKind::identifier: {
      Reference* const name = reference(true);
      if (at('(')) return call(name, position);
      Expression* const result = node(Expression::Kind::reference, position);
      result->reference = name;
      return result;
    }
    default:
      break;
  }
  switch (token_.code) {
    case Code::k_operator:
    case Code::point: {
      Reference* const name = reference(true);
      if (at('(')) return call(name, position);
      Expression* const result = node(Expression::Kind::reference, position);
      result->reference = name;
      return result;
    }
    case Code::k_true:
    case Code::k_false: {
      Expression* const result = node(Expression::Kind::boolean, position);
      result->value = at(Code::k_true) ? 1 : 0;
      advance();
      return result;
    }
    case Code::k_der:
    case Code::k_initial:
    case Code::k_pure: {
      Reference* const name = context_.arena.make<Reference>();
      name->position = position;
      name->parts =
          context_.arena.list(std::vector<ReferencePart>{{context_.names(token_.text), {}}});
      advance();
      if (!at('(')) fail(fmt::format("'(' after {}", name->parts[0].name.text()));
      return call(name, position);
    }
    case Code::k_end: {
      Expression* const result = node(Expression::Kind::end, position);
      advance();
      return result;
    }
    case Code::open_bracket:
      return bracketed();
    case Code::open_brace:
      return braces();
    case Code::open_square:
      return matrix();
    default:
      fail("an expression");
  }
}

/// (a), or (a, , b): what a function with several results is equal to.
Expression* Parser::bracketed() {
  const Position position = token_.position;
  advance();
  std::vector<Expression*> operands;
  const auto next = [&] { operands.push_back(at(',') || at(')') ? nullptr : expression()); };
  if (!at(')')) {
    next();
    while (accept(',')) next();
  }
  expect(')', "to close the bracket");
  if (operands.size() == 1 && operands[0]) return operands[0];
  Expression* const result = node(Expression::Kind::tuple, position);
  result->operands = context_.arena.list(operands);
  return result;
}

Expression* Parser::braces() {
  Expression* const result = node(Expression::Kind::array, token_.position);
  advance();
  std::vector<Expression*> operands;
  if (!at('}')) {
    operands.push_back(expression());
    if (accept(Code::k_for)) {
      result->kind = Expression::Kind::comprehension;
      result->iterators = iterators();
    } else {
      while (accept(',')) operands.push_back(expression());
    }
  }
  expect('}', "to close the list");
  result->operands = context_.arena.list(operands);
  return result;
}

Expression* Parser::matrix() {
  Expression* const result = node(Expression::Kind::matrix, token_.position);
  advance();
  std::vector<Expression*> rows;
  do {
    Expression* const row = node(Expression::Kind::row, token_.position);
    std::vector<Expression*> items{expression()};
    while (accept(',')) items.push_back(expression());
    row->operands = context_.arena.list(items);
    rows.push_back(row);
  } while (accept(';'));
  expect(']', "to close the matrix");
  result->operands = context_.arena.list(rows);
  return result;
}

/// function f(x = 1), as an argument of a call.
Expression* Parser::function_argument() {
  const Position position = token_.position;
  advance();
  Reference* const name = reference(false);
  Expression* const result = call(name, position);
  result->kind = Expression::Kind::function;
  return result;
}

Expression* Parser::call(Reference* function, Position position) {
  const Deeper deeper(*this);
  Expression* const result = node(Expression::Kind::call, position);
  result->reference = function;
  advance();
  std::vector<Expression*> operands;
  std::vector<NamedArgument> named;
  while (!at(')')) {
    if (token_.kind == TokenKind::identifier && peek().is('=')) {
      const Name name = context_.names(token_.text);
      advance();
      advance();
      named.push_back({name, at(Code::k_function) ? function_argument() : expression()});
    } else {
      if (!named.empty()) fail("a named argument: those without name come first");
      operands.push_back(at(Code::k_function) ? function_argument() : expression());
      if (operands.size() == 1 && accept(Code::k_for)) {
        result->iterators = iterators();
        break;
      }
    }
    if (!accept(',')) break;
    if (at(')')) fail("an argument after ','");
  }
  expect(')', "to close the arguments");
  result->operands = context_.arena.list(operands);
  result->named = context_.arena.list(named);
  return result;
}

Reference* Parser::reference(bool with_subscripts) {
  Reference* const result = context_.arena.make<Reference>();
  result->position = token_.position;
  result->global = accept('.');
  std::vector<ReferencePart> parts;
  do {
    ReferencePart part{identifier("a name"), {}};
    if (with_subscripts && at('[')) part.subscripts = subscripts();
    parts.push_back(part);
  } while (accept('.'));
  result->parts = context_.arena.list(parts);
  return result;
}

List<Name> Parser::path() {
  std::vector<Name> names{identifier("a name")};
  while (accept('.')) names.push_back(identifier("a name"));
  return context_.arena.list(names);
}

List<Expression*> Parser::subscripts() {
  advance();
  std::vector<Expression*> items;
  do {
    if (at(':')) {
      items.push_back(node(Expression::Kind::colon, token_.position));
      advance();
    } else {
      items.push_back(expression());
    }
  } while (accept(','));
  expect(']', "to close the subscripts");
  return context_.arena.list(items);
}

List<Iterator> Parser::iterators() {
  std::vector<Iterator> items;
  do {
    Iterator item{identifier("the name of an index"), nullptr};
    if (accept(Code::k_in)) item.range = expression();
    items.push_back(item);
  } while (accept(','));
  return context_.arena.list(items);
}

}  // namespace multibond::modelica
