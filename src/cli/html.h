/// Text in HTML.
#pragma once

#include <string>
#include <string_view>

namespace multibond {

/// The text as it may stand between tags and in quoted attributes; control characters are left out.
inline std::string escaped_html(std::string_view text) {
  std::string result;
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
      case '\'':
        result += "&#39;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 32 || c == '\n' || c == '\t') result += c;
    }
  }
  return result;
}

}  // namespace multibond
