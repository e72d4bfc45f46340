#include "example_source.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "embedded_files.h"
#include "multibond/base/markup.h"

namespace multibond {
namespace {

constexpr std::string_view kNone;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The text from one token to the next: a comment, a string, a word, a number, or one character.
std::string_view token_at(std::string_view code, std::size_t begin) {
  const std::string_view rest = code.substr(begin);
  const auto up_to = [&](std::size_t end) { return rest.substr(0, std::min(end, rest.size())); };
  if (rest.starts_with("//")) return up_to(rest.find('\n'));
  if (rest.starts_with("/*")) return up_to(rest.find("*/") + 2);
  if (rest[0] == '"' || rest[0] == '\'') {
    std::size_t end = 1;
    while (end < rest.size() && rest[end] != rest[0] && rest[end] != '\n') {
      end += rest[end] == '\\' ? 2 : 1;
    }
    return up_to(end + 1);
  }
  const bool number = std::isdigit(static_cast<unsigned char>(rest[0])) != 0;
  std::size_t end = 0;
  while (end < rest.size() &&
         (is_word(rest[end]) ||
          (number && (rest[end] == '.' || rest[end] == '\'' ||
                      ((rest[end] == '-' || rest[end] == '+') && rest[end - 1] == 'e'))))) {
    ++end;
  }
  return up_to(std::max<std::size_t>(end, 1));
}

/// Where the braces that open at or after `begin` are closed; a semicolon before any brace ends it.
std::size_t end_of_block(std::string_view code, std::size_t begin) {
  int depth = 0;
  for (std::size_t place = begin; place < code.size();) {
    const std::string_view token = token_at(code, place);
    place += token.size();
    if (token == "{") ++depth;
    if (token == "}" && --depth == 0) {
      return place < code.size() && code[place] == ';' ? place + 1 : place;
    }
    if (token == ";" && depth == 0) return place;
  }
  return code.size();
}

/// The line before the one that begins at `begin`.
std::size_t line_before(std::string_view code, std::size_t begin) {
  if (begin == 0) return 0;
  const std::size_t end = code.rfind('\n', begin - 1);
  if (end == 0 || end == std::string_view::npos) return 0;
  const std::size_t before = code.rfind('\n', end - 1);
  return before == std::string_view::npos ? 0 : before + 1;
}

/// A definition that a line beginning with `start` opens; with its comment.
std::string_view definition(std::string_view code, const std::string& start) {
  for (std::size_t place = code.find("\n" + start); place != std::string_view::npos;
       place = code.find("\n" + start, place + 1)) {
    std::size_t begin = place + 1;
    const std::size_t after = begin + start.size();
    if (after >= code.size() || is_word(code[after])) continue;
    const std::size_t end = end_of_block(code, begin);
    const std::string_view text = code.substr(begin, end - begin);
    if (text.find('{') == std::string_view::npos) continue;  // a declaration
    for (std::size_t line = line_before(code, begin);
         line < begin && code.substr(line).starts_with("//"); line = line_before(code, begin)) {
      begin = line;
    }
    return code.substr(begin, end - begin);
  }
  return kNone;
}

constexpr std::array kKeywords{
    "auto",   "bool",    "break",    "case",      "class",   "const",    "constexpr", "continue",
    "double", "else",    "explicit", "false",     "final",   "for",      "if",        "inline",
    "int",    "return",  "static",   "namespace", "new",     "nullptr",  "override",  "private",
    "public", "sizeof",  "struct",   "switch",    "this",    "template", "true",      "typename",
    "using",  "virtual", "void",     "while",     "unsigned"};

std::string_view kind_of(std::string_view token) {
  if (token.starts_with("//") || token.starts_with("/*")) return "c";
  if (token[0] == '"' || token[0] == '\'') return "s";
  if (std::isdigit(static_cast<unsigned char>(token[0]))) return "n";
  if (std::find(kKeywords.begin(), kKeywords.end(), token) != kKeywords.end()) return "k";
  return kNone;
}

}  // namespace

std::string example_source(std::string_view cpp_class) {
  const std::size_t colon = cpp_class.rfind(':');
  if (colon != std::string_view::npos) {
    if (!cpp_class.starts_with("examples::")) return {};
    cpp_class.remove_prefix(colon + 1);
  }
  const std::string name(cpp_class);
  const std::string_view code = embedded_examples();
  std::string text;
  const auto add = [&](std::string_view part) {
    if (part.empty()) return;
    if (!text.empty()) text += "\n\n";
    text += part;
  };
  add(definition(code, "class " + name));
  if (text.empty()) add(definition(code, "struct " + name));
  if (!text.empty()) add(definition(code, name + "::" + name));
  return text;
}

std::string highlighted(std::string_view code) {
  std::string html;
  for (std::size_t place = 0; place < code.size();) {
    const std::string_view token = token_at(code, place);
    place += token.size();
    const std::string_view kind = kind_of(token);
    html += kind.empty() ? escaped_markup(token)
                         : fmt::format("<span class=\"{}\">{}</span>", kind, escaped_markup(token));
  }
  return html;
}

}  // namespace multibond
