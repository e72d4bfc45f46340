/// Fingerprints: the value of an expression at a fixed pseudo-random point of two prime fields.
///
/// Equal fingerprints mean equal expressions, found where hash-consing sees two different graphs:
/// (a + b)(a - b) and a a - b b, or the two off-diagonal entries of an articulated inertia. Two
/// different rational expressions agree by chance with probability of about degree / 2^122
/// (Schwartz 1980, Zippel 1979), so the answers need no proof in practice.
///
/// - exact: numbers (mantissa times power of two), + - * /, powers with small integer exponents;
/// - identities: sin^2 + cos^2 = 1, tan = sin / cos, cosh^2 - sinh^2 = 1, exp(-x) = 1 / exp(x), and
///   the symmetries of odd and even functions;
/// - opaque: everything else. Equal functions of equal operands are equal, nothing more.
///
/// sqrt is opaque: a field has only +r and -r with r r = x x, so a value of sqrt(x x) would equal x
/// or -x, and it is neither. no_event(x) differs from x, because merging them would make events.
/// Numbers that were rounded while folding keep their rounding: 0.1 + 0.2 is not 0.3.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "multibond/symbolic/pool.h"

namespace multibond {

/// Remembers the fingerprint of every node it has met; a question costs what is new below it.
class Fingerprints {
 public:
  /// An element of GF(2^61 - 1) x GF(2^61 - 45); usable as the key of a hash map.
  struct Value {
    std::uint64_t a = 0, b = 0;
    bool operator==(const Value&) const = default;
    bool is_zero() const { return a == 0 && b == 0; }
    struct Hash {
      std::size_t operator()(const Value& v) const { return v.a ^ (v.b << 1); }
    };
    static Value number(double value);
    friend Value operator+(const Value& x, const Value& y);
    friend Value operator-(const Value& x, const Value& y);
    friend Value operator*(const Value& x, const Value& y);
    /// By zero: an opaque value of its own for each pair of operands.
    friend Value operator/(const Value& x, const Value& y);
    friend Value operator-(const Value& x);
  };

  explicit Fingerprints(ExprPool& pool) : pool_(pool) {}
  Value of(const Expr& expr);
  bool is_zero(const Expr& expr) { return of(expr).is_zero(); }
  bool equal(const Expr& x, const Expr& y) { return same(x, y) || of(x) == of(y); }
  /// The pool was cut off at this node: what is beyond means something else from now on.
  void forget_from(std::uint32_t node);

 private:
  /// By node, in pages that are made when somebody asks for one of their nodes: most nodes of a
  /// pool are from passes whose results nobody compares.
  static constexpr std::uint32_t kPage = 256;
  using Page = std::array<Value, kPage>;

  Value node_value(std::uint32_t id) const;
  const Value& value(std::uint32_t id) const { return (*pages_[id / kPage])[id % kPage]; }
  bool is_known(std::uint32_t id) const;
  void keep(std::uint32_t id, const Value& value);

  ExprPool& pool_;
  std::vector<std::unique_ptr<Page>> pages_;
  std::vector<std::uint32_t> stack_;
};

}  // namespace multibond
