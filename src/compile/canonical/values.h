/// Values of expressions that do not depend on the order in which sums and products were written.
///
/// Every expression gets a value in the field of integers modulo 2^61 - 1, computed from the
/// colours of its variables: sums and products are commutative and associative by themselves,
/// whatever the age of their operands in the pool. Functions are pseudo-random. The derivative of
/// the value by a variable (by reverse accumulation, all variables at once) says how the variable
/// occurs.
///
/// x - y vanishes while x and y look alike, and its sign depends on who was named first. So there
/// is a second value in which every minus is a plus: it does not vanish, and has no sign.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "multibond/symbolic/pool.h"

namespace multibond::canonical {

__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;

constexpr std::uint64_t reduce(std::uint64_t x) {
  x = (x & kPrime) + (x >> 61);
  return x >= kPrime ? x - kPrime : x;
}
constexpr std::uint64_t add(std::uint64_t x, std::uint64_t y) { return reduce(x + y); }
constexpr std::uint64_t negative(std::uint64_t x) { return x == 0 ? 0 : kPrime - x; }
constexpr std::uint64_t multiply(std::uint64_t x, std::uint64_t y) {
  const Wide product = Wide{x} * y;
  return reduce((static_cast<std::uint64_t>(product) & kPrime) +
                static_cast<std::uint64_t>(product >> 61));
}

/// Hash of a sequence of words; the same on every machine.
class Hash {
 public:
  explicit Hash(std::uint64_t seed) { *this << seed; }
  Hash& operator<<(std::uint64_t word) {  // the finalizer of splitmix64
    std::uint64_t x = (state_ ^ word) + 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    state_ = x ^ (x >> 31);
    return *this;
  }
  Hash& operator<<(double number) {
    return *this << std::bit_cast<std::uint64_t>(number == 0 ? 0.0 : number);  // no -0
  }
  Hash& operator<<(std::string_view text) {
    for (const char c : text) *this << static_cast<std::uint64_t>(static_cast<unsigned char>(c));
    return *this << text.size();
  }
  std::uint64_t value() const { return state_; }
  std::uint64_t element() const { return reduce(state_); }  ///< of the field

 private:
  std::uint64_t state_ = 0;
};

/// An element of the field with signs, and one without.
struct Value {
  std::uint64_t with_sign = 0, without_sign = 0;
};

/// Values and derivatives of all nodes reachable from some roots.
class Values {
 public:
  /// The value of a number, exactly.
  static Value number(double number);

  /// `nodes` ascending and complete; without nodes there need be no pool.
  Values(ExprPool* pool, std::vector<std::uint32_t> nodes);

  /// `leaf(node)` gives the value of every leaf but numbers; those of variables may change from one
  /// evaluation to the next.
  template <typename Leaf>
  void evaluate(const Leaf& leaf) {
    const std::vector<std::uint32_t>& nodes = evaluated_ ? changing_ : nodes_;
    for (std::uint32_t id : nodes) {
      const ExprNode& node = pool_->node(id);
      if (node.op == Op::number) continue;  // is known
      values_[id] = is_leaf(node.op) ? Value(leaf(node)) : node_value(id, node);
    }
    evaluated_ = true;
    visits_ += nodes.size();
  }
  Value of(const Expr& root) const {
    return root.is_number() ? number(root.number()) : values_[root.id()];
  }

  Value at(std::uint32_t node) const { return values_[node]; }

  /// Adds weight * d(root) to the derivatives to be accumulated.
  void seed(const Expr& root, Value weight);
  void seed(std::uint32_t node, Value weight) {
    add_to(node, weight.with_sign, weight.without_sign);
  }
  /// Calls `leaf(node, derivative)` for all variables, and forgets the seeds. What is passed on to
  /// something without variables nobody reads.
  template <typename Leaf>
  void differentiate(const Leaf& leaf) {
    for (std::size_t i = changing_.size(); i-- > 0;) {
      const ExprNode& node = pool_->node(changing_[i]);
      const Value derivative = std::exchange(derivatives_[changing_[i]], {});
      if (is_leaf(node.op)) {
        leaf(node, derivative);
      } else {
        pass_on(changing_[i], node, derivative);
      }
    }
    visits_ += changing_.size();
  }

  const std::vector<std::uint32_t>& nodes() const { return nodes_; }
  std::size_t visits() const { return visits_; }

 private:
  Value node_value(std::uint32_t id, const ExprNode& node) const;
  void pass_on(std::uint32_t id, const ExprNode& node, Value derivative);
  void add_to(std::uint32_t id, std::uint64_t with_sign, std::uint64_t without_sign) {
    Value& d = derivatives_[id];
    d = {add(d.with_sign, with_sign), add(d.without_sign, without_sign)};
  }

  ExprPool* pool_;
  std::vector<std::uint32_t> nodes_;     ///< ascending: operands first
  std::vector<std::uint32_t> changing_;  ///< those that contain variables
  bool evaluated_ = false;
  std::vector<Value> values_, derivatives_;
  std::size_t visits_ = 0;
};

}  // namespace multibond::canonical
