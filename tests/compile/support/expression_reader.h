/// ExpressionReader: one line of text, read from left to right as words, names and expressions.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "multibond/symbolic/expr.h"

namespace multibond::test {

class ExpressionReader {
 public:
  /// The expression that a name stands for, nothing if it stands for none.
  using Lookup = std::function<std::optional<Expr>(std::string_view name)>;
  /// `where` begins the messages: "line 3".
  ExpressionReader(std::string_view line, std::string where, ExprPool& pool, Lookup lookup);

  bool at_end();
  /// Takes a sign or a whole word if it comes next.
  bool accept(std::string_view token);
  void expect(std::string_view token);
  /// A name with dots and indices: "mass[2].flange.s".
  std::string_view name();
  std::string_view quoted();
  double number();
  /// As System::text writes it: or, and, not, relations, + - * / ^, functions, der, pre, time.
  Expr expression();
  /// A leaf that is a variable, not differentiated.
  Expr variable();
  /// Throws Error: where, what is wrong, and the rest of the line.
  [[noreturn]] void fail(const std::string& fact) const;

 private:
  void skip_blanks();
  std::string_view peek_word();
  Expr disjunction();
  Expr conjunction();
  Expr relation();
  Expr sum();
  Expr product();
  Expr signed_power();
  Expr power();
  Expr primary();
  Expr call(std::string_view function);
  Expr derivative();

  std::string_view rest_;
  std::string where_;
  ExprPool& pool_;
  Lookup lookup_;
};

}  // namespace multibond::test
