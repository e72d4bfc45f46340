/// Names: identifiers of Modelica text, each of which exists once, so that equal names are one
/// pointer.
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <unordered_set>

#include "multibond/base/text_table.h"

namespace multibond::modelica {

/// A pointer to an entry of a table of names; two names of one table are equal if the pointers are.
class Name {
 public:
  Name() = default;
  std::string_view text() const { return entry_ ? *entry_ : std::string_view(); }
  explicit operator bool() const { return entry_ != nullptr; }
  bool operator==(const Name&) const = default;
  const void* identity() const { return entry_; }

 private:
  friend class Names;
  explicit Name(const std::string_view* entry) : entry_(entry) {}
  const std::string_view* entry_ = nullptr;
};

/// The table. Entries live as long as it does.
class Names {
 public:
  Name operator()(std::string_view text) {
    const auto known = entries_.find(text);
    if (known != entries_.end()) return Name(&*known);
    return Name(&*entries_.insert(texts_.add(text)).first);
  }

 private:
  TextTable texts_;
  std::unordered_set<std::string_view> entries_;  // its elements do not move
};

}  // namespace multibond::modelica

template <>
struct std::hash<multibond::modelica::Name> {
  std::size_t operator()(const multibond::modelica::Name& name) const {
    return std::hash<const void*>()(name.identity());
  }
};
