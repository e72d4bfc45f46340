#include "expression_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "multibond/base/text.h"
#include "multibond/diagnostic.h"
#include "multibond/symbolic/operations.h"
#include "multibond/symbolic/pool.h"

namespace multibond::test {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

std::size_t word_size(std::string_view text) {
  if (text.empty() || !is_letter(text[0])) return 0;
  const auto end = std::ranges::find_if(text, [](char c) {
    return !is_letter(c) && !is_digit(c) && c != '.' && c != '[' && c != ']';
  });
  return static_cast<std::size_t>(end - text.begin());
}

/// Digits, a point, and an exponent with its sign.
std::size_t number_size(std::string_view text) {
  std::size_t n = 0;
  const auto digits = [&] {
    while (n < text.size() && (is_digit(text[n]) || text[n] == '.')) ++n;
  };
  digits();
  if (n == 0 || n == text.size() || (text[n] != 'e' && text[n] != 'E')) return n;
  ++n;
  if (n < text.size() && (text[n] == '-' || text[n] == '+')) ++n;
  digits();
  return n;
}

const OpInfo* function_named(std::string_view name) {
  for (const OpInfo& info : number_operations::kRows) {
    if (info.build && info.text == name && is_letter(name[0])) return &info;
  }
  return nullptr;
}

}  // namespace

ExpressionReader::ExpressionReader(std::string_view line, std::string where, ExprPool& pool,
                                   Lookup lookup)
    : rest_(line), where_(std::move(where)), pool_(pool), lookup_(std::move(lookup)) {}

void ExpressionReader::fail(const std::string& fact) const {
  const std::string before = rest_.empty() ? "at the end" : fmt::format("before '{}'", rest_);
  throw Error(where_, fmt::format("{}: {} {}.", where_, fact, before));
}

void ExpressionReader::skip_blanks() {
  while (!rest_.empty() && rest_[0] == ' ') rest_.remove_prefix(1);
}

bool ExpressionReader::at_end() {
  skip_blanks();
  return rest_.empty();
}

std::string_view ExpressionReader::peek_word() {
  skip_blanks();
  return rest_.substr(0, word_size(rest_));
}

bool ExpressionReader::accept(std::string_view token) {
  skip_blanks();
  if (is_letter(token[0]) ? peek_word() != token : !rest_.starts_with(token)) return false;
  rest_.remove_prefix(token.size());
  return true;
}

void ExpressionReader::expect(std::string_view token) {
  if (!accept(token)) fail(fmt::format("expected '{}'", token));
}

std::string_view ExpressionReader::name() {
  const std::string_view word = peek_word();
  if (word.empty()) fail("expected a name");
  rest_.remove_prefix(word.size());
  return word;
}

std::string_view ExpressionReader::quoted() {
  expect("\"");
  const std::size_t end = rest_.find('"');
  if (end == std::string_view::npos) fail("expected a closing quotation mark");
  const std::string_view text = rest_.substr(0, end);
  rest_.remove_prefix(end + 1);
  return text;
}

double ExpressionReader::number() {
  const bool negative = accept("-");
  skip_blanks();
  const std::size_t size = number_size(rest_);
  const auto value = parse_number(rest_.substr(0, size));
  if (size == 0 || !value) fail("expected a number");
  rest_.remove_prefix(size);
  return negative ? -*value : *value;
}

Expr ExpressionReader::expression() { return disjunction(); }

Expr ExpressionReader::variable() {
  const Expr leaf = primary();
  if (leaf.op() != Op::variable || leaf.order() > 0) fail("expected a variable");
  return leaf;
}

Expr ExpressionReader::disjunction() {
  Expr value = conjunction();
  while (accept("or")) value = value || conjunction();
  return value;
}

Expr ExpressionReader::conjunction() {
  Expr value = relation();
  while (accept("and")) value = value && relation();
  return value;
}

Expr ExpressionReader::relation() {
  const Expr left = sum();
  if (accept("<=")) return left <= sum();
  if (accept(">=")) return left >= sum();
  if (accept("==")) return equals(left, sum());
  if (accept("<")) return left < sum();
  if (accept(">")) return left > sum();
  return left;
}

Expr ExpressionReader::sum() {
  Expr value = product();
  for (;;) {
    if (accept("+")) {
      value = value + product();
    } else if (accept("-")) {
      value = value - product();
    } else {
      return value;
    }
  }
}

Expr ExpressionReader::product() {
  Expr value = signed_power();
  for (;;) {
    if (accept("*")) {
      value = value * signed_power();
    } else if (accept("/")) {
      value = value / signed_power();
    } else {
      return value;
    }
  }
}

Expr ExpressionReader::signed_power() {
  if (accept("-")) return -signed_power();
  return power();
}

Expr ExpressionReader::power() {
  const Expr base = primary();
  return accept("^") ? pow(base, signed_power()) : base;
}

Expr ExpressionReader::primary() {
  if (accept("(")) {
    const Expr value = expression();
    expect(")");
    return value;
  }
  if (!rest_.empty() && is_digit(rest_[0])) return number();
  const std::string_view word = peek_word();
  if (word.empty()) fail("expected an expression");
  if (accept("time")) return pool_.time();
  if (accept("not")) return !primary();
  if (accept("der")) return derivative();
  if (accept("pre")) {
    expect("(");
    const Expr leaf = variable();
    expect(")");
    return pool_.pre(leaf.index());
  }
  const std::string_view after = rest_.substr(word.size());
  if (after.starts_with("(")) return call(name());
  const auto meaning = lookup_(word);
  if (!meaning) fail(fmt::format("'{}' is neither a variable nor a parameter,", word));
  return name(), *meaning;
}

Expr ExpressionReader::derivative() {
  expect("(");
  const Expr leaf = primary();
  if (leaf.op() != Op::variable) fail("only variables have a derivative: expected one");
  expect(")");
  return pool_.variable(leaf.index(), leaf.order() + 1);
}

Expr ExpressionReader::call(std::string_view function) {
  const OpInfo* info = function_named(function);
  if (!info) fail(fmt::format("'{}' is no function,", function));
  expect("(");
  std::array<Expr, 3> operands;
  for (int i = 0; i < info->operands; ++i) {
    if (i > 0) expect(",");
    operands[static_cast<std::size_t>(i)] = expression();
  }
  expect(")");
  return info->build(operands[0], operands[1], operands[2]);
}

}  // namespace multibond::test
