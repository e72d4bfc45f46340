/// Texts that many things share, such as units and descriptions: each is kept once.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>

namespace multibond {

class TextTable {
 public:
  /// The same text, for as long as the table lives.
  std::string_view keep(std::string_view text) {
    const auto known = texts_.find(text);
    return known != texts_.end() ? *known : *texts_.emplace(text).first;
  }

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::unordered_set<std::string, Hash, std::equal_to<>> texts_;
};

}  // namespace multibond
