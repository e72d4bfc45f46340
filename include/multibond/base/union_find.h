/// UnionFind: sets of numbered things that are joined pair by pair.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace multibond {

/// Each set is named by its smallest member, so names do not depend on the order of the joins.
class UnionFind {
 public:
  /// So many things, each in a set of its own.
  explicit UnionFind(std::size_t count = 0) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t size() const { return parent_.size(); }
  /// One more thing, in a set of its own; returns its number.
  std::size_t add() {
    parent_.push_back(parent_.size());
    return parent_.size() - 1;
  }
  /// The smallest member of the set of x.
  std::size_t find(std::size_t x) {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return x;
  }
  void join(std::size_t a, std::size_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::size_t> parent_;
};

}  // namespace multibond
