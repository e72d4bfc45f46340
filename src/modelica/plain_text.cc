#include <array>
#include <cctype>
#include <utility>

#include "multibond/modelica/describe.h"

namespace multibond::modelica {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kEntities{{
    {"lt", "<"},
    {"gt", ">"},
    {"amp", "&"},
    {"quot", "\""},
    {"apos", "'"},
    {"nbsp", " "},
    {"deg", "°"},
    {"middot", "·"},
}};

/// The character that an entity stands for; how many characters it takes.
std::pair<std::string, std::size_t> entity(std::string_view text) {
  const std::size_t end = text.find(';');
  if (end == text.npos || end > 8) return {"&", 1};
  const std::string_view name = text.substr(1, end - 1);
  for (const auto& [known, character] : kEntities) {
    if (name == known) return {std::string(character), end + 1};
  }
  return {std::string(text.substr(0, end + 1)), end + 1};
}

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

/// Writes words with one blank between them, and lines where a tag says so.
class Lines {
 public:
  void character(std::string_view c, bool kept) {
    if (!kept && c.size() == 1 && is_space(c[0])) {
      blank_ = true;
      return;
    }
    if (blank_ && !text_.empty() && text_.back() != '\n') text_ += ' ';
    blank_ = false;
    text_ += c;
  }
  void line() {
    blank_ = false;
    if (!text_.empty() && text_.back() != '\n') text_ += '\n';
  }
  void paragraph() {
    line();
    if (!text_.empty() && !text_.ends_with("\n\n")) text_ += '\n';
  }
  std::string take() {
    while (!text_.empty() && is_space(text_.back())) text_.pop_back();
    if (!text_.empty()) text_ += '\n';
    return std::move(text_);
  }

 private:
  std::string text_;
  bool blank_ = false;
};

}  // namespace

std::string plain_text(std::string_view html) {
  Lines lines;
  bool kept = false;  // <pre>
  for (std::size_t i = 0; i < html.size();) {
    if (html[i] == '&') {
      const auto [character, size] = entity(html.substr(i));
      lines.character(character, true);
      i += size;
      continue;
    }
    const std::size_t end = html[i] == '<' ? html.find('>', i) : html.npos;
    if (end == html.npos) {
      if (kept && html[i] == '\n') {
        lines.line();
      } else {
        lines.character(html.substr(i, 1), kept);
      }
      ++i;
      continue;
    }
    std::string tag;
    for (std::size_t k = i + 1;
         k < end && (std::isalnum(static_cast<unsigned char>(html[k])) || html[k] == '/'); ++k) {
      tag += static_cast<char>(std::tolower(static_cast<unsigned char>(html[k])));
    }
    if (tag == "pre") kept = true;
    if (tag == "/pre") kept = false;
    if (tag == "br" || tag == "br/" || tag == "tr" || tag == "div" || tag == "dt") lines.line();
    if (tag == "td" || tag == "th") lines.character(" ", true);
    if (tag == "p" || tag == "pre" || tag == "/p" || tag == "/pre" || tag == "ul" || tag == "/ul" ||
        tag == "ol" || tag == "/ol" || tag == "table" || tag == "/table" ||
        (tag.size() == 2 && tag[0] == 'h' && std::isdigit(static_cast<unsigned char>(tag[1]))) ||
        (tag.size() == 3 && tag.starts_with("/h"))) {
      lines.paragraph();
    }
    if (tag == "li" || tag == "dd") {
      lines.line();
      for (const char* c = "  - "; *c; ++c) lines.character(std::string_view(c, 1), true);
    }
    i = end + 1;
  }
  return lines.take();
}

}  // namespace multibond::modelica
