/// Expr: a scalar expression in a hash-consed graph.
///
/// Each distinct expression exists once in its `ExprPool`, so equality is an integer comparison and
/// common subexpressions cost nothing. A plain number belongs to no pool: `Expr(0.5)` needs no
/// context, which is what makes Expr usable as the scalar type of Eigen matrices without global
/// state. An operation takes the pool of the operand that has one.
///
/// Operators fold constants and apply the cheap identities (x+0, x*1, x*0, x-x, -(-x)); operands of
/// commutative operations are ordered, numbers to the left. `same` asks whether two expressions are
/// one, `equals` is the condition that their values are; `==` could mean either and is refused.
/// Equations are stated with `Component::equation`.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "multibond/symbolic/function.h"
#include "multibond/symbolic/op.h"

namespace multibond {

class ExprPool;

class Expr {
 public:
  Expr() : Expr(0.0) {}
  Expr(double number) : pool_(nullptr), number_(number) {}     // NOLINT: numbers are expressions
  template <std::integral Integer>                             // Eigen asks with its own index type
  Expr(Integer number) : Expr(static_cast<double>(number)) {}  // NOLINT
  /// A truth value that C++ knows already never changes: write if (…) or (… ? … : …) for it.
  template <std::integral Integer>
  requires std::same_as<Integer, bool> Expr(Integer)
  = delete;
  Expr(ExprPool* pool, std::uint32_t id) : pool_(pool), id_(id) {}

  bool is_number() const { return pool_ == nullptr; }
  bool is_number(double value) const { return pool_ == nullptr && number_ == value; }
  double number() const { return number_; }  ///< requires is_number()
  ExprPool* pool() const { return pool_; }
  std::uint32_t id() const { return id_; }  ///< requires !is_number()

  Op op() const;
  /// Index of a leaf: which parameter, variable or condition.
  std::uint32_t index() const;
  /// Order of the time derivative of a variable leaf.
  std::uint32_t order() const;
  std::size_t arity() const;
  Expr operand(std::size_t i) const;
  const Function& function() const;  ///< of a call
  bool is_variable() const { return op() == Op::variable; }

  /// Identity: the same node, or equal numbers.
  friend bool same(const Expr& a, const Expr& b) {
    if (a.pool_ != b.pool_) return false;
    return a.pool_ ? a.id_ == b.id_ : (a.number_ == b.number_);
  }

  Expr& operator+=(const Expr& other);
  Expr& operator-=(const Expr& other);
  Expr& operator*=(const Expr& other);
  Expr& operator/=(const Expr& other);

 private:
  ExprPool* pool_;
  union {
    double number_;
    std::uint32_t id_;
  };
};

// -- arithmetic ---------------------------------------------------------------------------------
Expr operator+(const Expr& a, const Expr& b);
Expr operator-(const Expr& a, const Expr& b);
Expr operator*(const Expr& a, const Expr& b);
Expr operator/(const Expr& a, const Expr& b);
Expr operator-(const Expr& a);
inline Expr operator+(const Expr& a) { return a; }
Expr abs(const Expr& a);
Expr sign(const Expr& a);
Expr sqrt(const Expr& a);
Expr exp(const Expr& a);
Expr log(const Expr& a);
Expr sin(const Expr& a);
Expr cos(const Expr& a);
Expr tan(const Expr& a);
Expr asin(const Expr& a);
Expr acos(const Expr& a);
Expr atan(const Expr& a);
Expr sinh(const Expr& a);
Expr cosh(const Expr& a);
Expr tanh(const Expr& a);
Expr floor(const Expr& a);
Expr pow(const Expr& a, const Expr& b);
Expr atan2(const Expr& a, const Expr& b);
Expr min(const Expr& a, const Expr& b);
Expr max(const Expr& a, const Expr& b);
inline Expr square(const Expr& a) { return a * a; }

// -- truth values, 1 or 0 -----------------------------------------------------------------------
Expr operator<(const Expr& a, const Expr& b);
Expr operator<=(const Expr& a, const Expr& b);
Expr operator>(const Expr& a, const Expr& b);
Expr operator>=(const Expr& a, const Expr& b);
Expr equals(const Expr& a, const Expr& b);
bool operator==(const Expr&,
                const Expr&) = delete;  // condition: equals(a, b); identity: same(a, b)
Expr operator&&(const Expr& a, const Expr& b);
Expr operator||(const Expr& a, const Expr& b);
Expr operator!(const Expr& a);
/// `condition` ? a : b. A relation in the condition makes an event when it changes; wrap it in
/// `no_event` if the change is smooth enough to integrate across.
Expr select(const Expr& condition, const Expr& a, const Expr& b);
Expr no_event(const Expr& a);

/// Calls a user function or table.
Expr call(std::shared_ptr<const Function> function, std::span<const Expr> arguments);
Expr call(std::shared_ptr<const Function> function, std::initializer_list<Expr> arguments);

}  // namespace multibond

#include "multibond/symbolic/eigen.h"
