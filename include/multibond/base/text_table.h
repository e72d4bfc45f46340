/// Texts that live as long as the table: units and descriptions that many things share, and paths.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace multibond {

class TextTable {
 public:
  /// The same text. Equal texts are kept once.
  std::string_view keep(std::string_view text) {
    const auto known = shared_.find(text);
    return known != shared_.end() ? *known : *shared_.insert(add(text)).first;
  }
  /// The same text, which is not looked for: for texts that occur once.
  std::string_view add(std::string_view text) {
    if (text.size() > room_) {
      room_ = std::max(kPage, text.size());
      pages_.push_back(std::make_unique_for_overwrite<char[]>(room_));
      next_ = pages_.back().get();
    }
    char* const place = next_;
    std::copy(text.begin(), text.end(), place);
    next_ += text.size();
    room_ -= text.size();
    return {place, text.size()};
  }

 private:
  static constexpr std::size_t kPage = 1 << 14;

  std::vector<std::unique_ptr<char[]>> pages_;
  char* next_ = nullptr;
  std::size_t room_ = 0;
  std::unordered_set<std::string_view> shared_;
};

}  // namespace multibond
