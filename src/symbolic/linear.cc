#include "multibond/symbolic/linear.h"

#include <algorithm>
#include <array>

#include "multibond/symbolic/node_map.h"
#include "multibond/symbolic/pool.h"
#include "multibond/symbolic/rewrite.h"
#include "multibond/symbolic/signed_sum.h"

namespace multibond {
namespace {

std::vector<std::uint32_t> nodes_of(const Expr& expr) {
  return expr.pool()->reachable(std::array{expr});
}

/// x + y, with selections on the same condition joined: select(c, p, 0) + select(c, 0, p) is p.
Expr joined(const Expr& x, const Expr& y) {
  const auto is_select = [](const Expr& e) { return !e.is_number() && e.op() == Op::select; };
  if (is_select(x) && is_select(y) && same(x.operand(0), y.operand(0))) {
    return select(x.operand(0), joined(x.operand(1), y.operand(1)),
                  joined(x.operand(2), y.operand(2)));
  }
  return x + y;
}

/// w * factor, inside the branches of a selection, so that `joined` can merge it.
Expr scaled(const Expr& w, const Expr& factor) {
  if (w.is_number() || w.op() != Op::select) return w * factor;
  return select(w.operand(0), scaled(w.operand(1), factor), scaled(w.operand(2), factor));
}

bool is_symbol(Op op) { return is_leaf(op) && op != Op::number; }

/// The symbols in an expression, ascending. Most expressions are small: these are gone through
/// without any tables, and what is met several times is looked at several times.
class Symbols {
 public:
  explicit Symbols(const Expr& expr) : pool_(*expr.pool()) {
    if (!collect_small(expr.id())) collect(expr);
    std::sort(begin(), end());
    count_ = static_cast<std::size_t>(std::unique(begin(), end()) - begin());
  }
  Symbols(const Symbols&) = delete;
  std::uint32_t* begin() { return many_.empty() ? few_.data() : many_.data(); }
  std::uint32_t* end() { return begin() + count_; }
  std::size_t size() const { return count_; }

 private:
  bool collect_small(std::uint32_t root) {
    std::array<std::uint32_t, kFew> nodes;
    std::size_t known = 0;
    nodes[known++] = root;
    for (std::size_t next = 0; next < known; ++next) {
      const std::span<const std::uint32_t> operands = pool_.operands(nodes[next]);
      if (operands.size() > kFew - known) return false;
      for (const std::uint32_t operand : operands) nodes[known++] = operand;
      if (is_symbol(pool_.node(nodes[next]).op)) few_[count_++] = nodes[next];
    }
    return true;
  }
  void collect(const Expr& expr) {
    many_ = pool_.reachable_unordered(std::array{expr});
    std::erase_if(many_, [&](std::uint32_t id) { return !is_symbol(pool_.node(id).op); });
    count_ = many_.size();
  }

  static constexpr std::size_t kFew = 24;
  ExprPool& pool_;
  std::array<std::uint32_t, kFew> few_;
  std::vector<std::uint32_t> many_;
  std::size_t count_ = 0;
};

}  // namespace

Expr LinearForm::coefficient(const Expr& unknown) const {
  for (const LinearTerm& term : terms) {
    if (same(term.unknown, unknown)) return term.coefficient;
  }
  return 0.0;
}

// Two sweeps over the graph, so that a sum of many terms costs what it is long: from the root down,
// each node gets the coefficient with which it enters the expression (as in reverse
// differentiation); from the leaves up, the rest is rebuilt with the unknowns set to zero. Unknowns
// that cancel inside a product or a function are not noticed: such an expression counts as not
// linear.
std::optional<LinearForm> linear_form(const Expr& expr,
                                      const std::function<bool(const Expr&)>& is_unknown) {
  if (expr.is_number()) return LinearForm{{}, expr};
  ExprPool& pool = *expr.pool();
  SignedSum sum;
  if (sum.read(pool, expr.id(), [&](std::uint32_t node) { return is_unknown(pool.expr(node)); })) {
    LinearForm form;
    form.terms.reserve(sum.terms().size());
    for (const auto& [node, sign] : sum.terms()) form.terms.push_back({pool.expr(node), sign});
    form.rest = 0.0;
    return form;
  }
  const std::vector<std::uint32_t> nodes = nodes_of(expr);
  NodeMap place;  // node to position in nodes, for those that contain an unknown
  for (std::uint32_t k = 0; k < nodes.size(); ++k) {
    const ExprNode& node = pool.node(nodes[k]);
    bool touched = false;
    if (is_leaf(node.op)) {
      touched = node.op != Op::number && is_unknown(pool.expr(nodes[k]));
    } else {
      for (std::uint32_t operand : pool.operands(nodes[k]))
        touched = touched || place.contains(operand);
    }
    if (touched) place.insert(nodes[k], k);
  }
  LinearForm form;
  if (!place.contains(expr.id())) {
    form.rest = expr;
    return form;
  }

  std::vector<Expr> weight(nodes.size(), Expr(0.0));
  weight[place.find(expr.id())] = 1.0;
  const auto add = [&](std::uint32_t node, const Expr& w) {
    if (!place.contains(node)) return;
    Expr& sum = weight[place.find(node)];
    sum = joined(sum, w);
  };
  for (std::size_t k = nodes.size(); k-- > 0;) {
    const std::uint32_t id = nodes[k];
    if (!place.contains(id) || weight[k].is_number(0)) continue;
    const ExprNode node = pool.node(id);
    const Expr w = weight[k];
    switch (node.op) {
      case Op::variable:
      case Op::parameter:
      case Op::pre:
      case Op::condition:
      case Op::time:
      case Op::correction:
      case Op::rank_flag:
        form.terms.push_back({pool.expr(id), w});
        break;
      case Op::neg:
        add(node.a, scaled(w, -1.0));
        break;
      case Op::add:
        add(node.a, w);
        add(node.b, w);
        break;
      case Op::sub:
        add(node.a, w);
        add(node.b, scaled(w, -1.0));
        break;
      case Op::mul:
        if (place.contains(node.a) && place.contains(node.b)) return std::nullopt;
        add(node.a, scaled(w, pool.expr(node.b)));
        add(node.b, scaled(w, pool.expr(node.a)));
        break;
      case Op::div:
        if (place.contains(node.b)) return std::nullopt;
        add(node.a, w / pool.expr(node.b));
        break;
      case Op::no_event: {
        // Relations in the coefficients stay inside the wrapper.
        const auto inner = linear_form(pool.expr(node.a), is_unknown);
        if (!inner) return std::nullopt;
        for (const LinearTerm& term : inner->terms) {
          add(term.unknown.id(), scaled(w, no_event(term.coefficient)));
        }
        break;
      }
      case Op::select:
        if (place.contains(node.a)) return std::nullopt;
        add(node.b, select(pool.expr(node.a), w, 0.0));
        add(node.c, select(pool.expr(node.a), 0.0, w));
        break;
      default:
        return std::nullopt;
    }
  }
  std::reverse(form.terms.begin(), form.terms.end());

  std::vector<Expr> rest(nodes.size(), Expr(0.0));
  std::vector<Expr> operands;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const std::uint32_t id = nodes[k];
    if (!place.contains(id) || is_leaf(pool.node(id).op)) continue;
    operands.clear();
    for (std::uint32_t operand : pool.operands(id)) {
      operands.push_back(place.contains(operand) ? rest[place.find(operand)] : pool.expr(operand));
    }
    rest[k] = rebuild(pool, id, operands);
  }
  form.rest = rest[place.find(expr.id())];
  return form;
}

std::vector<Expr> leaves(const Expr& expr, const std::function<bool(const Expr&)>& wanted) {
  std::vector<Expr> found;
  if (expr.is_number()) return found;
  Symbols symbols(expr);
  found.reserve(symbols.size());
  for (const std::uint32_t id : symbols) {
    const Expr leaf = expr.pool()->expr(id);
    if (wanted(leaf)) found.push_back(leaf);
  }
  return found;
}

bool depends_on(const Expr& expr, const std::function<bool(const Expr&)>& wanted) {
  if (expr.is_number()) return false;
  Symbols symbols(expr);
  return std::any_of(symbols.begin(), symbols.end(),
                     [&](std::uint32_t id) { return wanted(expr.pool()->expr(id)); });
}

}  // namespace multibond
