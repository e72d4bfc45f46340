#include "term.h"

#include <algorithm>
#include <cmath>

namespace multibond {
namespace {

using Fingerprint = Fingerprints::Value;
const Fingerprint kOne{1, 1};

Term number(double value) { return {value, 1.0, kOne, false}; }

}  // namespace

Term TermMaker::term(const Expr& expr, bool varying) {
  if (expr.is_number()) return number(expr.number());
  if (expr.op() == Op::neg) return -term(expr.operand(0), varying);
  if (expr.op() == Op::mul && expr.operand(0).is_number()) {
    Term x = term(expr.operand(1), varying);
    x.coefficient *= expr.operand(0).number();
    return x;
  }
  const Term x{1.0, expr, fingerprints_.of(expr), varying};
  if (x.fingerprint == kOne || x.fingerprint == -kOne)
    return number(x.fingerprint == kOne ? 1 : -1);
  if (const Term* known = find(x.fingerprint)) return *known;
  if (const Term* known = find(-x.fingerprint)) return -*known;
  made_.emplace(x.fingerprint, x);
  return x;
}

LazySum TermMaker::sum(const Expr& expr, bool varying) {
  LazySum result;
  result.fingerprint = fingerprints_.of(expr);
  if (!expr.is_number(0)) result.terms.push_back(term(expr, varying));
  return result;
}

const Term* TermMaker::find(const Fingerprint& fingerprint) const {
  const auto found = made_.find(fingerprint);
  return found == made_.end() ? nullptr : &found->second;
}

Term TermMaker::product(const Term& x, const Term& y) {
  const double coefficient = x.coefficient * y.coefficient;
  if (coefficient == 0) return number(0);
  if (x.is_number()) return {coefficient, y.node, y.fingerprint, y.varying};
  if (y.is_number()) return {coefficient, x.node, x.fingerprint, x.varying};
  const Fingerprint fingerprint = x.fingerprint * y.fingerprint;
  const auto scaled = [&](Term t) {
    t.coefficient *= coefficient;
    return t;
  };
  if (fingerprint == kOne || fingerprint == -kOne) {
    return number(fingerprint == kOne ? coefficient : -coefficient);
  }
  if (const Term* known = find(fingerprint)) return scaled(*known);
  if (const Term* known = find(-fingerprint)) return scaled(-*known);
  const Term made{1.0, x.node * y.node, fingerprint, x.varying || y.varying};
  made_.emplace(fingerprint, made);
  return scaled(made);
}

Term TermMaker::inverse(const Term& x) {
  if (x.is_number()) return number(1 / x.coefficient);
  const Fingerprint fingerprint = kOne / x.fingerprint;
  const Term* known = find(fingerprint);
  Term made = known ? *known : Term{1.0, 1.0 / x.node, fingerprint, x.varying};
  if (!known) made_.emplace(fingerprint, made);
  made.coefficient /= x.coefficient;
  return made;
}

/// Like terms together, ascending by node, the number last.
void TermMaker::merge(std::vector<Term>& terms) {
  const auto rank = [](const Term& t) { return t.is_number() ? 0xffffffffu : t.node.id(); };
  std::stable_sort(terms.begin(), terms.end(),
                   [&](const Term& a, const Term& b) { return rank(a) < rank(b); });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < terms.size();) {
    Term sum = terms[i];
    double size = std::fabs(sum.coefficient);
    for (++i; i < terms.size() && rank(terms[i]) == rank(sum); ++i) {
      sum.coefficient += terms[i].coefficient;
      size = std::max(size, std::fabs(terms[i].coefficient));
    }
    // coefficients that cancel up to their rounding cancel
    if (std::fabs(sum.coefficient) > 1e-15 * size) terms[kept++] = sum;
  }
  terms.resize(kept);
}

/// Sum of terms / scale, beginning with a positive one if there is one.
Expr TermMaker::add_up(const std::vector<Term>& terms, double scale) {
  std::size_t first = 0;
  while (first < terms.size() && terms[first].coefficient / scale < 0) ++first;
  if (first == terms.size()) first = 0;
  const auto scaled = [&](Term t) {
    t.coefficient /= scale;
    return t;
  };
  Expr sum = scaled(terms[first]).expr();
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (i == first) continue;
    const Term t = scaled(terms[i]);
    sum = t.coefficient < 0 ? sum - (-t).expr() : sum + t.expr();
  }
  return sum;
}

Term TermMaker::materialise(LazySum& sum) {
  const Fingerprint& fingerprint = sum.fingerprint;
  Term result;
  if (fingerprint.is_zero()) {
    result = number(0);
  } else if (fingerprint == kOne || fingerprint == -kOne) {
    result = number(fingerprint == kOne ? 1 : -1);
  } else {
    merge(sum.terms);
    if (sum.terms.size() == 1) return sum.terms[0];
    if (sum.terms.empty()) {
      result = number(0);
    } else if (const Term* known = find(fingerprint)) {
      result = *known;
    } else if (const Term* opposite = find(-fingerprint)) {
      result = -*opposite;
    } else {
      // a factor common to all terms goes outside
      const double c = sum.terms[0].coefficient;
      bool common = true, same_sign = true, varying = false;
      for (const Term& t : sum.terms) {
        common = common && std::fabs(t.coefficient) == std::fabs(c);
        same_sign = same_sign && (t.coefficient < 0) == (c < 0);
        varying = varying || t.varying;
      }
      double scale = common ? std::fabs(c) : 1;
      if (same_sign && c < 0) scale = -scale;
      result = {1.0, add_up(sum.terms, scale), fingerprint, varying};
      if (scale == -1) result.fingerprint = -fingerprint;
      if (std::fabs(scale) != 1) result.fingerprint = fingerprint / Fingerprint::number(scale);
      if (!result.node.is_number()) made_.emplace(result.fingerprint, result);
      result.coefficient = scale;
    }
  }
  sum.terms.assign(1, result);
  return result;
}

Expr TermMaker::total(std::vector<Term> terms) {
  merge(terms);
  return terms.empty() ? Expr(0.0) : add_up(terms, 1);
}

}  // namespace multibond
