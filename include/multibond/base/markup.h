/// Text in HTML, SVG and XML.
#pragma once

#include <string>
#include <string_view>

namespace multibond {

/// The text as it may stand between tags and in attributes in double quotes. Control characters,
/// which XML does not allow at all, are left out.
inline std::string escaped_markup(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 32 || c == '\n' || c == '\t') result += c;
    }
  }
  return result;
}

}  // namespace multibond
