/// Terms and lazy sums: how matrix entries are held while they are eliminated symbolically.
///
/// An entry is a sum of number * node, made into an expression only when it is used, so terms that
/// cancel are never computed. Nodes are identified by fingerprint: an entry that equals an earlier
/// one, or its negative, is that one. This finds the symmetry of an articulated inertia.
#pragma once

#include <unordered_map>
#include <vector>

#include "multibond/symbolic/fingerprint.h"

namespace multibond {

struct Term {
  double coefficient = 0;
  Expr node = 1.0;                           ///< the number 1 for a plain number
  Fingerprints::Value fingerprint = {1, 1};  ///< of the node
  bool varying = false;                      ///< not only numbers and parameters

  bool is_number() const { return node.is_number(); }
  bool is_unit() const { return is_number() && (coefficient == 1 || coefficient == -1); }
  Expr expr() const { return is_number() ? Expr(coefficient) : coefficient * node; }
  Term operator-() const { return {-coefficient, node, fingerprint, varying}; }
};

struct LazySum {
  std::vector<Term> terms;
  /// Of the whole sum, exact: numbers are not rounded on the way.
  Fingerprints::Value fingerprint;
};

/// Makes products and sums, each distinct value once.
class TermMaker {
 public:
  explicit TermMaker(ExprPool& pool) : fingerprints_(pool) {}

  Term term(const Expr& expr, bool varying);
  LazySum sum(const Expr& expr, bool varying);
  Term product(const Term& x, const Term& y);
  Term inverse(const Term& x);
  /// The sum as one term. The sum then holds just that.
  Term materialise(LazySum& sum);
  /// The expression of a sum that is used once.
  Expr total(std::vector<Term> terms);
  Fingerprints::Value fingerprint(const Expr& expr) { return fingerprints_.of(expr); }

 private:
  const Term* find(const Fingerprints::Value& fingerprint) const;
  static void merge(std::vector<Term>& terms);
  static Expr add_up(const std::vector<Term>& terms, double scale);

  Fingerprints fingerprints_;
  std::unordered_map<Fingerprints::Value, Term, Fingerprints::Value::Hash> made_;
};

}  // namespace multibond
