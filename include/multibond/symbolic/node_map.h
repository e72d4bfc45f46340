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
    if (!dense_.empty() && key >= dense_.size() && !reaches(key)) scatter();
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
    if (size_ > (scattered_ ? kMany : kSome) && highest_ < kApart * size_) {
      dense_.assign(std::size_t{highest_} + 64, kMissing);
    } else {
      slots_.resize(old.empty() ? 32 : old.size() * 2);
    }
    size_ = 0;
    for (const Slot& entry : old) {
      if (entry.key != kMissing) insert(entry.key, entry.value);
    }
  }

  /// Whether the vector may become so long.
  bool reaches(std::uint32_t key) const { return size_ > kMany || key < kApart * size_; }
  /// A few nodes that lie together were met first, and then one far from them: back to the table.
  void scatter() {
    std::vector<std::uint32_t> old;
    old.swap(dense_);
    scattered_ = true;
    std::size_t room = 32;
    while (room < 4 * size_) room *= 2;
    slots_.resize(room);
    size_ = 0;
    for (std::uint32_t key = 0; key < old.size(); ++key) {
      if (old[key] != kMissing) insert(key, old[key]);
    }
  }

  /// Nodes from which on a vector is worth its length, and from which on it is in any case; and how
  /// far apart they may be.
  static constexpr std::size_t kSome = 32, kMany = 4096, kApart = 16;

  std::vector<Slot> slots_;
  std::vector<std::uint32_t> dense_;  ///< by node; empty while the table is in use
  std::size_t size_ = 0;
  std::uint32_t highest_ = 0;
  bool scattered_ = false;
};

}  // namespace multibond
