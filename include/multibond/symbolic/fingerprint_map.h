/// FingerprintMap: a map from fingerprints to numbers, for what is asked about every node of a
/// large model. Open addressing: a question costs one cache line.
#pragma once

#include <cstdint>
#include <vector>

#include "multibond/symbolic/fingerprint.h"

namespace multibond {

class FingerprintMap {
 public:
  static constexpr std::uint32_t kMissing = 0xffffffffu;

  std::uint32_t find(const Fingerprints::Value& key) const {
    return slots_.empty() ? kMissing : slots_[slot(key)].number;
  }
  /// A number other than kMissing.
  void insert(const Fingerprints::Value& key, std::uint32_t number) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    Slot& entry = slots_[slot(key)];
    if (entry.number == kMissing) ++size_;
    entry = {key, number};
  }

  std::size_t size() const { return size_; }

 private:
  struct Slot {
    Fingerprints::Value key;
    std::uint32_t number = kMissing;
  };
  /// Where the key is, or where it would be.
  std::size_t slot(const Fingerprints::Value& key) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = Fingerprints::Value::Hash()(key) & mask;
    while (slots_[i].number != kMissing && !(slots_[i].key == key)) i = (i + 1) & mask;
    return i;
  }
  void grow() {
    std::vector<Slot> old(slots_.empty() ? 32 : slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& entry : old) {
      if (entry.number != kMissing) slots_[slot(entry.key)] = entry;
    }
  }

  std::vector<Slot> slots_;
  std::size_t size_ = 0;
};

}  // namespace multibond
