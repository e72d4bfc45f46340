/// Connections: which values of a program hang together.
///
/// Some inputs vary, and with them all values that are computed of them. Two varying values are
/// connected if one is computed of the other: what falls apart then are parts of the program that
/// have nothing in common but inputs that do not vary.
#pragma once

#include <cstdint>
#include <vector>

#include "multibond/base/union_find.h"
#include "multibond/program/program.h"

namespace multibond {

class Connections {
 public:
  /// Of a program without calls; `varying` are inputs.
  Connections(const Program& program, const std::vector<std::uint32_t>& varying);

  bool varies(std::uint32_t value) const { return varies_[value]; }
  /// Connects two values, if both vary.
  void join(std::uint32_t a, std::uint32_t b) {
    if (varies_[a] && varies_[b]) sets_.join(a, b);
  }
  /// One value of those that are connected with it, the same for all of them.
  std::size_t find(std::uint32_t value) { return sets_.find(value); }

 private:
  UnionFind sets_;
  std::vector<bool> varies_;
};

}  // namespace multibond
