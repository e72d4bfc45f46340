/// Text inside SVG files.
#pragma once

#include <string>
#include <string_view>

namespace multibond::view {

/// With the characters replaced that mean something in XML.
inline std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '"') {
      out += "&quot;";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace multibond::view
