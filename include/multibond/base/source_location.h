/// Where a statement of a model stands: the file and line that messages give.
///
/// Statements take it as a last argument that nobody writes:
///
///     void equation(const Expr& left, const Expr& right, SourceLocation at =
///     SourceLocation::here());
///
/// Unlike std::source_location it can be made, so that models that are read from text can give the
/// lines of that text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace multibond {

struct SourceLocation {
  const char* file = "";  ///< lives as long as the model: a literal, or kept by its TextTable
  std::uint32_t line = 0;

  /// The place of the call; as a default argument, that of the call it belongs to.
  static constexpr SourceLocation here(const char* file = __builtin_FILE(),
                                       std::uint32_t line = __builtin_LINE()) {
    return {file, line};
  }
};

/// "model.cc:42", without folders. Empty if unknown, and for Multibond's own component library: a
/// mistake is never mended there, and the component's name says more.
std::string to_string(const SourceLocation& location);

/// The places of the statements of a model. A million statements share a few hundred places: each
/// is kept once, and a statement has its number.
class SourceTable {
 public:
  static constexpr std::uint32_t kUnknown = 0;

  std::uint32_t add(const SourceLocation& location);
  const SourceLocation& operator[](std::uint32_t number) const { return locations_[number]; }

 private:
  struct Key {
    const char* file;
    std::uint32_t line;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      return std::hash<const char*>()(key.file) * 31 + key.line;
    }
  };
  std::vector<SourceLocation> locations_{SourceLocation{}};
  std::unordered_map<Key, std::uint32_t, Hash> numbers_;
};

}  // namespace multibond
