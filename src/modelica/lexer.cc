#include "multibond/modelica/lexer.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace multibond::modelica {
namespace {

constexpr std::array<std::string_view, 59> kKeywords = {
    "algorithm",   "and",          "annotation", "block",       "break",
    "class",       "connect",      "connector",  "constant",    "constrainedby",
    "der",         "discrete",     "each",       "else",        "elseif",
    "elsewhen",    "encapsulated", "end",        "enumeration", "equation",
    "expandable",  "extends",      "external",   "false",       "final",
    "flow",        "for",          "function",   "if",          "import",
    "impure",      "in",           "initial",    "inner",       "input",
    "loop",        "model",        "not",        "operator",    "or",
    "outer",       "output",       "package",    "parameter",   "partial",
    "protected",   "public",       "pure",       "record",      "redeclare",
    "replaceable", "return",       "stream",     "then",        "true",
    "type",        "when",         "while",      "within"};
constexpr int kFirstKeyword = static_cast<int>(Code::k_algorithm);
static_assert(kFirstKeyword + static_cast<int>(kKeywords.size()) - 1 ==
              static_cast<int>(Code::k_within));

/// Where the keywords with each first letter begin.
constexpr std::array<std::uint8_t, 27> first_letters() {
  std::array<std::uint8_t, 27> first{};
  std::size_t k = 0;
  for (int letter = 0; letter < 26; ++letter) {
    first[letter] = static_cast<std::uint8_t>(k);
    while (k < kKeywords.size() && kKeywords[k][0] == 'a' + letter) ++k;
  }
  first[26] = static_cast<std::uint8_t>(kKeywords.size());
  return first;
}
constexpr auto kFirst = first_letters();

constexpr bool starts_word(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
}
constexpr bool is_digit(unsigned char c) { return c >= '0' && c <= '9'; }

constexpr std::array<bool, 256> word_characters() {
  std::array<bool, 256> table{};
  for (int c = 0; c < 256; ++c) {
    table[c] =
        starts_word(static_cast<unsigned char>(c)) || is_digit(static_cast<unsigned char>(c));
  }
  return table;
}
constexpr auto kInWord = word_characters();
bool in_word(char c) { return kInWord[static_cast<unsigned char>(c)]; }

Code keyword(std::string_view word) {
  if (word[0] < 'a' || word[0] > 'z' || word.size() > 13) return Code::none;
  for (std::size_t k = kFirst[word[0] - 'a']; k < kFirst[word[0] - 'a' + 1]; ++k) {
    if (kKeywords[k] == word) return static_cast<Code>(kFirstKeyword + k);
  }
  return Code::none;
}

}  // namespace

std::string_view keyword_text(Code code) {
  const int k = static_cast<int>(code) - kFirstKeyword;
  return k >= 0 && k < static_cast<int>(kKeywords.size()) ? kKeywords[k] : std::string_view();
}

std::string unescape(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      result += text[i];
      continue;
    }
    switch (text[++i]) {
      case 'n':
        result += '\n';
        break;
      case 't':
        result += '\t';
        break;
      case 'r':
        result += '\r';
        break;
      case 'a':
        result += '\a';
        break;
      case 'b':
        result += '\b';
        break;
      case 'f':
        result += '\f';
        break;
      case 'v':
        result += '\v';
        break;
      default:
        result += text[i];
    }
  }
  return result;
}

Lexer::Lexer(const SourceFile& file, std::size_t from, std::size_t to)
    : text_(file.text.data()),
      at_(text_ + std::min(from, file.text.size())),
      end_(text_ + std::min(to, file.text.size())),
      begin_(file.begin) {
  if (from == 0 && file.text.starts_with("\xef\xbb\xbf")) at_ += 3;  // mark of UTF-8
}

void Lexer::skip_blanks() {
  for (;;) {
    while (at_ != end_ && static_cast<unsigned char>(*at_) <= ' ') ++at_;
    if (end_ - at_ < 2 || *at_ != '/') return;
    if (at_[1] == '/') {
      const void* const stop = std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_));
      at_ = stop ? static_cast<const char*>(stop) : end_;
    } else if (at_[1] == '*') {
      const char* p = at_ + 2;
      for (;; ++p) {
        p = static_cast<const char*>(std::memchr(p, '*', static_cast<std::size_t>(end_ - p)));
        if (!p || p + 1 >= end_) {
          open_comment_ = true;  // never ends
          return;
        }
        if (p[1] == '/') break;
      }
      at_ = p + 2;
    } else {
      return;
    }
  }
}

Token Lexer::make(TokenKind kind, const char* from, Code code) {
  return {kind, code, begin_ + static_cast<Position>(from - text_),
          std::string_view(from, static_cast<std::size_t>(at_ - from))};
}

Token Lexer::word(const char* from) {
  while (at_ != end_ && in_word(*at_)) ++at_;
  Token token = make(TokenKind::identifier, from);
  token.code = keyword(token.text);
  if (token.code != Code::none) token.kind = TokenKind::keyword;
  return token;
}

Token Lexer::number(const char* from) {
  const auto digits = [&] {
    while (at_ != end_ && is_digit(static_cast<unsigned char>(*at_))) ++at_;
  };
  bool real = false;
  digits();
  // "1.e" may be 1.e3; "1.*x" is not in the language without a blank, and is read as 1 .* x.
  const bool operation = end_ - at_ > 1 && at_[0] == '.' && std::strchr("*/^+-", at_[1]) != nullptr;
  if (at_ != end_ && *at_ == '.' && !operation) {
    real = true;
    ++at_;
    digits();
  }
  if (at_ != end_ && (*at_ == 'e' || *at_ == 'E')) {
    const char* p = at_ + 1;
    if (p != end_ && (*p == '+' || *p == '-')) ++p;
    if (p != end_ && is_digit(static_cast<unsigned char>(*p))) {
      at_ = p;
      real = true;
      digits();
    }
  }
  return make(real ? TokenKind::number : TokenKind::integer, from);
}

Token Lexer::string(const char* from) {
  while (at_ != end_) {
    const char c = *at_++;
    if (c == '"') {
      Token token = make(TokenKind::string, from);
      token.text = token.text.substr(1, token.text.size() - 2);
      return token;
    }
    if (c == '\\' && at_ != end_) ++at_;
  }
  return make(TokenKind::wrong, from);  // without an end
}

Token Lexer::symbol(const char* from) {
  const char c = *at_++;
  const char d = at_ != end_ ? *at_ : '\0';
  const auto two = [&](Code code) {
    ++at_;
    return make(TokenKind::symbol, from, code);
  };
  switch (c) {
    case ':':
      if (d == '=') return two(Code::assign);
      break;
    case '=':
      if (d == '=') return two(Code::equal);
      break;
    case '<':
      if (d == '>') return two(Code::not_equal);
      if (d == '=') return two(Code::less_equal);
      break;
    case '>':
      if (d == '=') return two(Code::greater_equal);
      break;
    case '.':
      switch (d) {
        case '+':
          return two(Code::dot_add);
        case '-':
          return two(Code::dot_sub);
        case '*':
          return two(Code::dot_mul);
        case '/':
          return two(Code::dot_div);
        case '^':
          return two(Code::dot_pow);
        default:
          break;
      }
      break;
    case '(':
    case ')':
    case '[':
    case ']':
    case '{':
    case '}':
    case ',':
    case ';':
    case '+':
    case '-':
    case '*':
    case '/':
    case '^':
      break;
    default:
      return make(TokenKind::wrong, from);
  }
  return make(TokenKind::symbol, from, code_of(c));
}

Token Lexer::next() {
  skip_blanks();
  ++tokens_;
  const char* const from = at_;
  if (open_comment_) {
    at_ = end_;
    open_comment_ = false;
    return make(TokenKind::wrong, from);
  }
  if (at_ == end_) return make(TokenKind::end_of_file, from);
  const auto c = static_cast<unsigned char>(*at_);
  if (starts_word(c)) return word(from);
  if (is_digit(c)) return number(from);
  if (c == '.' && end_ - at_ > 1 && is_digit(static_cast<unsigned char>(at_[1]))) {
    return number(from);
  }
  if (c == '"') {
    ++at_;
    return string(from);
  }
  if (c == '\'') {  // 'any characters' as a name
    ++at_;
    while (at_ != end_ && *at_ != '\'' && *at_ != '\n') {
      if (*at_ == '\\' && at_ + 1 != end_) ++at_;
      ++at_;
    }
    if (at_ == end_ || *at_ != '\'') return make(TokenKind::wrong, from);
    ++at_;
    return make(TokenKind::identifier, from);
  }
  return symbol(from);
}

bool Lexer::skip_bracket() {
  int depth = 1;
  for (;;) {
    const Token token = next();
    if (token.kind == TokenKind::end_of_file || token.kind == TokenKind::wrong) return false;
    if (token.is('(') || token.is('{') || token.is('[')) ++depth;
    if (token.is(')') || token.is('}') || token.is(']')) --depth;
    if (depth == 0) return true;
    if (token.is(Code::k_equation) || token.is(Code::k_algorithm)) return false;  // forgotten
  }
}

}  // namespace multibond::modelica
