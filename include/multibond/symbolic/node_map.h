/// NodeMap: a map from node numbers to node numbers.
///
/// Traversals remember what they have done to each node. A vector indexed by node would cost time
/// proportional to the whole pool for every small expression; this costs what is visited: it is a
/// small hash table. Once it knows a good part of the nodes it becomes that vector, because nodes
/// made together are visited together, and lie side by side there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace multibond {

class NodeMap {
 public:
  static constexpr std::uint32_t kMissing = 0xffffffffu;

  std::uint32_t find(std::uint32_t key) const {
    if (!dense_.empty()) return key < dense_.size() ? dense_[key] : kMissing;
    if (slots_.empty()) return kMissing;
    for (std::size_t i = slot(key);; i = (i + 1) & mask()) {
      if (slots_[i].key == key) return slots_[i].value;
      if (slots_[i].key == kMissing) return kMissing;
    }
  }

  bool contains(std::uint32_t key) const { return find(key) != kMissing; }

  void insert(std::uint32_t key, std::uint32_t value) {
    if (dense_.empty() && 2 * (size_ + 1) > slots_.size()) grow();
    if (!dense_.empty()) {
      if (key >= dense_.size())
        dense_.resize(std::max<std::size_t>(key + 64, dense_.size() * 3 / 2), kMissing);
      if (dense_[key] == kMissing) ++size_;
      dense_[key] = value;
      return;
    }
    highest_ = std::max(highest_, key);
    std::size_t i = slot(key);
    while (slots_[i].key != kMissing && slots_[i].key != key) i = (i + 1) & mask();
    if (slots_[i].key == kMissing) ++size_;
    slots_[i] = {key, value};
  }

  std::size_t size() const { return size_; }

 private:
  struct Slot {
    std::uint32_t key = kMissing;
    std::uint32_t value = 0;
  };
  std::size_t mask() const { return slots_.size() - 1; }
  /// Node numbers come in runs: eight neighbours share a cache line, and the lines are scattered.
  std::size_t slot(std::uint32_t key) const {
    const std::size_t line = static_cast<std::size_t>(((key >> 3) * 0x9e3779b97f4a7c15u) >> 24);
    return ((line << 3) | (key & 7)) & mask();
  }
  void grow() {
    std::vector<Slot> old;
    old.swap(slots_);
    // A vector of all nodes so far takes about the memory of the larger table.
    if (size_ > kMany && highest_ < 16 * size_) {
      dense_.assign(std::size_t{highest_} + 64, kMissing);
    } else {
      slots_.resize(old.empty() ? 32 : old.size() * 2);
    }
    size_ = 0;
    for (const Slot& entry : old) {
      if (entry.key != kMissing) insert(entry.key, entry.value);
    }
  }

  static constexpr std::size_t kMany = 4096;

  std::vector<Slot> slots_;
  std::vector<std::uint32_t> dense_;  ///< by node; empty while the table is in use
  std::size_t size_ = 0;
  std::uint32_t highest_ = 0;
};

}  // namespace multibond
