#include "multibond/symbolic/linear.h"

#include <array>
#include <unordered_map>

#include "multibond/symbolic/pool.h"
#include "multibond/symbolic/rewrite.h"

namespace multibond {
namespace {

using Terms = std::vector<LinearTerm>;

/// x + sign * y, both ascending by node.
Terms combine(const Terms& x, const Terms& y, double sign) {
  Terms sum;
  sum.reserve(x.size() + y.size());
  std::size_t i = 0, j = 0;
  while (i < x.size() || j < y.size()) {
    if (j == y.size() || (i < x.size() && x[i].unknown.id() < y[j].unknown.id())) {
      sum.push_back(x[i++]);
    } else if (i == x.size() || y[j].unknown.id() < x[i].unknown.id()) {
      sum.push_back({y[j].unknown, sign * y[j].coefficient});
      ++j;
    } else {
      const Expr c = x[i].coefficient + sign * y[j].coefficient;
      if (!c.is_number(0)) sum.push_back({x[i].unknown, c});
      ++i;
      ++j;
    }
  }
  return sum;
}

/// condition ? x : y, both ascending by node.
Terms select_terms(const Expr& condition, const Terms& x, const Terms& y) {
  Terms result;
  std::size_t i = 0, j = 0;
  while (i < x.size() || j < y.size()) {
    const bool take_x = j == y.size() || (i < x.size() && x[i].unknown.id() <= y[j].unknown.id());
    const Expr unknown = take_x ? x[i].unknown : y[j].unknown;
    const bool take_y = j < y.size() && y[j].unknown == unknown;
    const Expr coefficient = select(condition, take_x ? x[i].coefficient : Expr(0.0),
                                    take_y ? y[j].coefficient : Expr(0.0));
    if (!coefficient.is_number(0)) result.push_back({unknown, coefficient});
    i += take_x;
    j += take_y;
  }
  return result;
}

void scale(LinearForm& form, const Expr& factor) {
  for (LinearTerm& term : form.terms) term.coefficient *= factor;
  form.rest *= factor;
  std::erase_if(form.terms, [](const LinearTerm& t) { return t.coefficient.is_number(0); });
}

std::vector<std::uint32_t> nodes_of(const Expr& expr) {
  return expr.pool()->reachable(std::array{expr});
}

}  // namespace

Expr LinearForm::coefficient(const Expr& unknown) const {
  for (const LinearTerm& term : terms) {
    if (term.unknown == unknown) return term.coefficient;
  }
  return 0.0;
}

std::optional<LinearForm> linear_form(const Expr& expr,
                                      const std::function<bool(const Expr&)>& is_unknown) {
  if (expr.is_number()) return LinearForm{{}, expr};
  ExprPool& pool = *expr.pool();
  // Forms of the nodes that contain an unknown; every other node is its own rest.
  std::unordered_map<std::uint32_t, LinearForm> forms;
  const auto form_of = [&](std::uint32_t id) {
    const auto it = forms.find(id);
    return it == forms.end() ? LinearForm{{}, pool.expr(id)} : it->second;
  };
  for (std::uint32_t id : nodes_of(expr)) {
    const ExprNode node = pool.node(id);
    if (is_leaf(node.op)) {
      const Expr leaf = pool.expr(id);
      if (node.op != Op::number && is_unknown(leaf)) forms[id] = {{{leaf, 1.0}}, 0.0};
      continue;
    }
    bool touched = false;
    for (std::uint32_t operand : pool.operands(id)) touched = touched || forms.contains(operand);
    if (!touched) continue;
    LinearForm form;
    switch (node.op) {
      case Op::neg:
        form = form_of(node.a);
        scale(form, -1.0);
        break;
      case Op::add:
      case Op::sub: {
        const LinearForm a = form_of(node.a), b = form_of(node.b);
        form.terms = combine(a.terms, b.terms, node.op == Op::add ? 1.0 : -1.0);
        form.rest = node.op == Op::add ? a.rest + b.rest : a.rest - b.rest;
        break;
      }
      case Op::mul: {
        const LinearForm a = form_of(node.a), b = form_of(node.b);
        if (!a.terms.empty() && !b.terms.empty()) return std::nullopt;
        form = a.terms.empty() ? b : a;
        scale(form, a.terms.empty() ? a.rest : b.rest);
        break;
      }
      case Op::div: {
        if (!form_of(node.b).terms.empty()) return std::nullopt;
        form = form_of(node.a);
        const Expr divisor = form_of(node.b).rest;
        for (LinearTerm& term : form.terms) term.coefficient /= divisor;
        form.rest /= divisor;
        break;
      }
      case Op::no_event:
        form = form_of(node.a);
        for (LinearTerm& term : form.terms) term.coefficient = no_event(term.coefficient);
        form.rest = no_event(form.rest);
        break;
      case Op::select: {
        const LinearForm condition = form_of(node.a);
        if (!condition.terms.empty()) return std::nullopt;
        const LinearForm b = form_of(node.b), c = form_of(node.c);
        form.terms = select_terms(condition.rest, b.terms, c.terms);
        form.rest = select(condition.rest, b.rest, c.rest);
        break;
      }
      default: {
        // A function of something that contains unknowns, unless they cancelled.
        std::vector<Expr> operands;
        for (std::size_t i = 0; i < pool.operands(id).size(); ++i) {
          const LinearForm operand = form_of(pool.operands(id)[i]);
          if (!operand.terms.empty()) return std::nullopt;
          operands.push_back(operand.rest);
        }
        form.rest = rebuild(pool, id, operands);
        break;
      }
    }
    forms[id] = std::move(form);
  }
  return form_of(expr.id());
}

std::vector<Expr> leaves(const Expr& expr, const std::function<bool(const Expr&)>& wanted) {
  std::vector<Expr> found;
  if (expr.is_number()) return found;
  for (std::uint32_t id : nodes_of(expr)) {
    const Op op = expr.pool()->node(id).op;
    if (!is_leaf(op) || op == Op::number) continue;
    const Expr leaf = expr.pool()->expr(id);
    if (wanted(leaf)) found.push_back(leaf);
  }
  return found;
}

bool depends_on(const Expr& expr, const std::function<bool(const Expr&)>& wanted) {
  return !leaves(expr, wanted).empty();
}

}  // namespace multibond
