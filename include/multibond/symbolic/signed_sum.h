/// SignedSum: a short sum of variables and derivatives, each once and with a sign.
///
/// Most equations of a model are such sums: x - y = 0, f1 + f2 + f3 = 0. They are read off without
/// any tables and without memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "multibond/symbolic/pool.h"

namespace multibond {

class SignedSum {
 public:
  struct Term {
    std::uint32_t node;  ///< of the variable, or of its derivative
    double sign;
  };

  /// True if the node is such a sum of no more than a few variables for which
  /// `is_unknown(node)` holds.
  template <class IsUnknown>
  bool read(const ExprPool& pool, std::uint32_t root, const IsUnknown& is_unknown) {
    std::array<Term, kMost> waiting;
    std::size_t waits = 0;
    count_ = 0;
    waiting[waits++] = {root, 1.0};
    while (waits > 0) {
      const Term part = waiting[--waits];
      const ExprNode& node = pool.node(part.node);
      switch (node.op) {
        case Op::variable:
          if (count_ == kMost || !is_unknown(part.node) || !add(part)) return false;
          break;
        case Op::neg:
          waiting[waits++] = {node.a, -part.sign};
          break;
        case Op::add:
        case Op::sub:
          if (waits + 2 > kMost) return false;
          waiting[waits++] = {node.a, part.sign};
          waiting[waits++] = {node.b, node.op == Op::add ? part.sign : -part.sign};
          break;
        default:
          return false;
      }
    }
    return true;
  }

  /// By ascending node.
  std::span<const Term> terms() const { return {terms_.data(), count_}; }

 private:
  /// False if the variable is there already.
  bool add(const Term& part) {
    std::size_t place = count_;
    for (; place > 0 && terms_[place - 1].node >= part.node; --place) {
      if (terms_[place - 1].node == part.node) return false;
      terms_[place] = terms_[place - 1];
    }
    terms_[place] = part;
    ++count_;
    return true;
  }

  static constexpr std::size_t kMost = 8;
  std::array<Term, kMost> terms_;
  std::size_t count_ = 0;
};

}  // namespace multibond
