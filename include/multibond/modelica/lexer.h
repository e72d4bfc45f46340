/// Lexer: Modelica text as tokens, made one at a time as the parser asks for them.
#pragma once

#include <cstdint>
#include <string_view>

#include "multibond/modelica/name.h"
#include "multibond/modelica/source.h"

namespace multibond::modelica {

enum class TokenKind : std::uint8_t {
  end_of_file,
  identifier,
  number,  ///< with a point or an exponent
  integer,
  string,
  symbol,  ///< an operator or a bracket
  keyword,
  wrong,  ///< no token of the language; `Token::text` says which characters
};

/// Keywords and symbols have a code of their own: that of the character, or one of these.
enum class Code : std::uint16_t {
  none = 0,
  // symbols of one character are that character; those that rules choose by
  open_bracket = '(',
  times = '*',
  plus = '+',
  minus = '-',
  point = '.',
  over = '/',
  less = '<',
  greater = '>',
  open_square = '[',
  open_brace = '{',
  // symbols of several characters
  assign = 128,  // :=
  equal,         // ==
  not_equal,     // <>
  less_equal,
  greater_equal,
  dot_add,
  dot_sub,
  dot_mul,
  dot_div,
  dot_pow,
  // keywords, in alphabetical order
  k_algorithm,
  k_and,
  k_annotation,
  k_block,
  k_break,
  k_class,
  k_connect,
  k_connector,
  k_constant,
  k_constrainedby,
  k_der,
  k_discrete,
  k_each,
  k_else,
  k_elseif,
  k_elsewhen,
  k_encapsulated,
  k_end,
  k_enumeration,
  k_equation,
  k_expandable,
  k_extends,
  k_external,
  k_false,
  k_final,
  k_flow,
  k_for,
  k_function,
  k_if,
  k_import,
  k_impure,
  k_in,
  k_initial,
  k_inner,
  k_input,
  k_loop,
  k_model,
  k_not,
  k_operator,
  k_or,
  k_outer,
  k_output,
  k_package,
  k_parameter,
  k_partial,
  k_protected,
  k_public,
  k_pure,
  k_record,
  k_redeclare,
  k_replaceable,
  k_return,
  k_stream,
  k_then,
  k_true,
  k_type,
  k_when,
  k_while,
  k_within,
};
constexpr Code code_of(char c) { return static_cast<Code>(c); }

struct Token {
  TokenKind kind = TokenKind::end_of_file;
  Code code = Code::none;
  Position position = 0;
  std::string_view text;  ///< as written; of a string, without its quotes

  bool is(Code c) const { return code == c; }
  bool is(char c) const { return code == code_of(c); }
};

class Lexer {
 public:
  explicit Lexer(const SourceFile& file) : Lexer(file, 0, file.text.size()) {}
  /// Of a part of it: offsets in the text.
  Lexer(const SourceFile& file, std::size_t from, std::size_t to);

  Token next();
  /// Passes over everything up to and including the bracket that closes one already read. False if
  /// there is none.
  bool skip_bracket();
  /// Position after the last token.
  Position position() const { return begin_ + static_cast<Position>(at_ - text_); }
  std::size_t tokens() const { return tokens_; }  ///< so far, those passed over included

 private:
  void skip_blanks();
  Token make(TokenKind kind, const char* from, Code code = Code::none);
  Token word(const char* from);
  Token number(const char* from);
  Token string(const char* from);
  Token symbol(const char* from);

  const char* text_;  ///< where position begin_ is
  const char* at_;
  const char* end_;
  Position begin_;
  std::size_t tokens_ = 0;
  bool open_comment_ = false;
};

/// The keyword as it is written; empty for other codes.
std::string_view keyword_text(Code code);

/// The value of the text between quotes: escapes replaced.
std::string unescape(std::string_view text);

}  // namespace multibond::modelica
