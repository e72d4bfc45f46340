#include "multibond/symbolic/fingerprint.h"

#include <algorithm>
#include <cmath>

#include "multibond/symbolic/operations.h"
#include "multibond/symbolic/post_order.h"

namespace multibond {
namespace {

using Value = Fingerprints::Value;
__extension__ using Wide = unsigned __int128;

constexpr std::uint64_t kUnknown = ~std::uint64_t{0};

/// Arithmetic modulo the prime 2^61 - C. Both primes are 3 modulo 4: 1 + t t is never zero.
template <std::uint64_t C>
struct Field {
  static constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - C;

  static std::uint64_t reduce(std::uint64_t x) {
    x = (x & ((std::uint64_t{1} << 61) - 1)) + (x >> 61) * C;
    return x >= kPrime ? x - kPrime : x;
  }
  static std::uint64_t add(std::uint64_t x, std::uint64_t y) { return reduce(x + y); }
  static std::uint64_t neg(std::uint64_t x) { return x == 0 ? 0 : kPrime - x; }
  static std::uint64_t mul(std::uint64_t x, std::uint64_t y) {
    // x y = high 2^61 + low is congruent to high C + low
    const Wide product = Wide{x} * y;
    const Wide folded = (product >> 61) * C + (product & ((std::uint64_t{1} << 61) - 1));
    const auto high = static_cast<std::uint64_t>(folded >> 61);
    const auto low = static_cast<std::uint64_t>(folded) & ((std::uint64_t{1} << 61) - 1);
    return reduce(low + high * C);
  }
  static std::uint64_t pow(std::uint64_t x, std::uint64_t exponent) {
    std::uint64_t result = 1;
    for (; exponent > 0; exponent >>= 1) {
      if (exponent & 1) result = mul(result, x);
      x = mul(x, x);
    }
    return result;
  }
  /// The exponent of Fermat's inverse begins with 55 ones: x to the powers 1, 11, 111, ... in
  /// binary need few products beside the squares.
  static std::uint64_t inverse(std::uint64_t x) {
    constexpr int kTail = 6;
    const auto square = [](std::uint64_t y, int times) {
      for (; times > 0; --times) y = mul(y, y);
      return y;
    };
    std::uint64_t ones = x;
    for (const int more : {1, 1, 3, 6, 1, 13, 1, 27, 1}) {  // 2, 3, 6, 12, 13, 26, 27, 54, 55
      ones = more == 1 ? mul(square(ones, 1), x) : mul(square(ones, more), ones);
    }
    ones = square(ones, kTail);
    constexpr std::uint64_t kLow = (kPrime - 2) & ((std::uint64_t{1} << kTail) - 1);
    static_assert((kPrime - 2) >> kTail == (std::uint64_t{1} << 55) - 1);
    return mul(ones, pow(x, kLow));
  }
};

using A = Field<1>;
using B = Field<45>;

std::uint64_t mix(std::uint64_t x) {  // the finalizer of splitmix64
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// Opaque values: a pseudo-random element for each sequence of words.
class Opaque {
 public:
  explicit Opaque(std::uint64_t kind) : a_(mix(kind)), b_(mix(~kind)) {}
  Opaque& operator<<(std::uint64_t word) {
    a_ = mix(a_ ^ word);
    b_ = mix(b_ + word * 0xd6e8feb86659fd93u);
    return *this;
  }
  Opaque& operator<<(const Value& v) { return *this << v.a << v.b; }
  Value value() const { return {A::reduce(a_), B::reduce(b_)}; }

 private:
  std::uint64_t a_, b_;
};

Opaque opaque(Op op) { return Opaque(static_cast<std::uint64_t>(op)); }

bool less(const Value& x, const Value& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; }

/// Of x and -x the same one is negative for every occurrence; zero is not.
bool is_negative(const Value& x) { return x.a != 0 ? x.a > A::kPrime / 2 : x.b > B::kPrime / 2; }

const Value kOne{1, 1};

/// A pseudo-random odd function with value 0 at 0.
Value odd(Op op, const Value& x) {
  if (x.is_zero()) return {};
  if (!is_negative(x)) return (opaque(op) << x).value();
  return -(opaque(op) << -x).value();
}

Value even(Op op, const Value& x) { return (opaque(op) << (is_negative(x) ? -x : x)).value(); }

/// exp(-x) = 1 / exp(x), exp(0) = 1.
Value exponential(const Value& x) {
  if (x.is_zero()) return kOne;
  return is_negative(x) ? kOne / even(Op::exp, x) : even(Op::exp, x);
}

/// x to the power of a whole number.
Value power(const Value& x, double exponent) {
  const auto n = static_cast<std::uint64_t>(std::fabs(exponent));
  const Value y{A::pow(x.a, n), B::pow(x.b, n)};
  return exponent < 0 ? kOne / y : y;
}

Value unary(Op op, const Value& x) {
  switch (op) {
    case Op::neg:
      return -x;
    // half-angle tangent t = tan(x / 2): sin = 2 t / (1 + t t), cos = (1 - t t) / (1 + t t)
    case Op::sin: {
      const Value t = odd(Op::sin, x);
      return (t + t) / (kOne + t * t);
    }
    case Op::cos: {
      const Value t = odd(Op::sin, x);
      return (kOne - t * t) / (kOne + t * t);
    }
    case Op::tan: {
      const Value t = odd(Op::sin, x);
      return (t + t) / (kOne - t * t);
    }
    case Op::exp:
      return exponential(x);
    case Op::sinh: {
      const Value e = exponential(x), e2 = e * e;
      return (e2 - kOne) / (e + e);
    }
    case Op::cosh: {
      const Value e = exponential(x), e2 = e * e;
      return (e2 + kOne) / (e + e);
    }
    case Op::tanh: {
      const Value e = exponential(x), e2 = e * e;
      return (e2 - kOne) / (e2 + kOne);
    }
    case Op::sign:
    case Op::asin:
    case Op::atan:
      return odd(op, x);
    case Op::abs:
      return x.is_zero() ? x : even(op, x);
    default:
      return (opaque(op) << x).value();
  }
}

Value binary(Op op, const Value& x, const Value& y) {
  switch (op) {
    case Op::add:
      return x + y;
    case Op::sub:
      return x - y;
    case Op::mul:
      return x * y;
    case Op::div:
      return x / y;
    default:
      return op_info(op).commutative && less(y, x) ? (opaque(op) << y << x).value()
                                                   : (opaque(op) << x << y).value();
  }
}

}  // namespace

Value operator+(const Value& x, const Value& y) { return {A::add(x.a, y.a), B::add(x.b, y.b)}; }
Value operator-(const Value& x) { return {A::neg(x.a), B::neg(x.b)}; }
Value operator-(const Value& x, const Value& y) { return x + -y; }
Value operator*(const Value& x, const Value& y) { return {A::mul(x.a, y.a), B::mul(x.b, y.b)}; }
Value operator/(const Value& x, const Value& y) {
  if (y.a == 0 || y.b == 0) return (opaque(Op::div) << x << y).value();
  return {A::mul(x.a, A::inverse(y.a)), B::mul(x.b, B::inverse(y.b))};
}

Value Value::number(double value) {
  if (!std::isfinite(value)) {
    const std::uint64_t kind = std::isnan(value) ? 0 : value > 0 ? 1 : 2;
    return (opaque(Op::number) << kind).value();
  }
  if (std::fabs(value) < 0x1p53 && value == std::floor(value)) {  // the usual ones, at once
    const auto whole = static_cast<std::uint64_t>(std::fabs(value));
    const Value size{whole, whole};
    return value < 0 ? -size : size;
  }
  int exponent = 0;
  const auto mantissa =
      static_cast<std::uint64_t>(std::ldexp(std::frexp(std::fabs(value), &exponent), 53));
  exponent -= 53;
  // a power of two, or of one half, which is (p + 1) / 2
  const auto n = static_cast<std::uint64_t>(std::abs(exponent));
  Value scale{A::pow(2, n), B::pow(2, n)};
  if (exponent < 0) scale = {A::pow((A::kPrime + 1) / 2, n), B::pow((B::kPrime + 1) / 2, n)};
  const Value size{A::mul(mantissa, scale.a), B::mul(mantissa, scale.b)};
  return value < 0 ? -size : size;
}

Value Fingerprints::node_value(std::uint32_t id) const {
  const ExprNode& node = pool_.node(id);
  if (node.op == Op::number) return Value::number(pool_.number(id));
  if (is_leaf(node.op)) return (opaque(node.op) << node.a << node.b).value();
  if (is_unary(node.op)) return unary(node.op, value(node.a));
  if (node.op == Op::pow && pool_.node(node.b).op == Op::number) {
    const double exponent = pool_.number(node.b);
    if (std::fabs(exponent) <= 64 && exponent == std::floor(exponent)) {
      return power(value(node.a), exponent);
    }
  }
  if (is_binary(node.op)) return binary(node.op, value(node.a), value(node.b));
  if (node.op == Op::select && value(node.b) == value(node.c)) return value(node.b);
  Opaque result = opaque(node.op);
  if (node.op == Op::call) result << node.a;
  for (std::uint32_t operand : pool_.operands(id)) result << value(operand);
  return result.value();
}

bool Fingerprints::is_known(std::uint32_t id) const {
  return id / kPage < pages_.size() && pages_[id / kPage] && value(id).a != kUnknown;
}

void Fingerprints::keep(std::uint32_t id, const Value& value) {
  if (id / kPage >= pages_.size()) pages_.resize(pool_.size() / kPage + 1);
  std::unique_ptr<Page>& page = pages_[id / kPage];
  if (!page) {
    page = std::make_unique<Page>();
    page->fill({kUnknown, 0});
  }
  (*page)[id % kPage] = value;
}

void Fingerprints::forget_from(std::uint32_t node) {
  const std::size_t kept = (node + kPage - 1) / kPage;
  if (pages_.size() > kept) pages_.resize(kept);
  if (pages_.size() < kept || node % kPage == 0 || !pages_.back()) return;
  std::fill(pages_.back()->begin() + node % kPage, pages_.back()->end(), Value{kUnknown, 0});
}

Value Fingerprints::of(const Expr& expr) {
  if (expr.is_number()) return Value::number(expr.number());
  pool_.intern(expr);  // refuses expressions of another pool
  if (is_known(expr.id())) return value(expr.id());
  post_order(
      expr.id(), stack_, [&](std::uint32_t id) { return is_known(id); },
      [&](std::uint32_t id) { return pool_.operands(id); },
      [&](std::uint32_t id) { keep(id, node_value(id)); });
  return value(expr.id());
}

}  // namespace multibond
