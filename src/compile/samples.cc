#include "multibond/compile/samples.h"

#include <limits>
#include <stdexcept>
#include <utility>

#include "multibond/symbolic/operations.h"
#include "multibond/symbolic/pool.h"

namespace multibond {
namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

/// z = f(x, y) over all samples; a constant operand has one value.
template <typename F>
void combine(std::vector<double>& z, const std::vector<double>& x, const std::vector<double>& y,
             const F& f) {
  const std::size_t dx = x.size() > 1, dy = y.size() > 1;
  for (std::size_t s = 0; s < z.size(); ++s) z[s] = f(x[s * dx], y[s * dy]);
}

}  // namespace

Samples::Samples(std::size_t count, LeafValues leaf_values)
    : count_(count), leaf_values_(std::move(leaf_values)) {
  if (count == 0) throw std::logic_error("samples: at least one state is needed");
}

void Samples::keep(std::uint32_t id, Entry entry) {
  known_.insert(id, static_cast<std::uint32_t>(entries_.size()));
  entries_.push_back(std::move(entry));
}

void Samples::define(const Expr& leaf, const Expr& value) {
  leaf.pool()->claim(pool_);
  defined_.insert(leaf.id(), static_cast<std::uint32_t>(definitions_.size()));
  definitions_.push_back(value);
}

void Samples::define(const Expr& leaf, std::vector<double> values) {
  leaf.pool()->claim(pool_);
  if (values.size() != 1 && values.size() != count_) {
    throw std::logic_error("samples: a leaf needs one value for each sample");
  }
  const bool constant = leaf.op() == Op::parameter || (values.size() == 1 && count_ > 1);
  keep(leaf.id(), {std::move(values), constant});
}

std::span<const double> Samples::values(const Expr& expr) {
  if (expr.is_number()) {
    number_ = expr.number();
    return {&number_, 1};
  }
  return entries_[entry(expr)].values;
}

double Samples::value(const Expr& expr, std::size_t sample) {
  const std::span<const double> all = values(expr);
  return all.size() == 1 ? all[0] : all[sample];
}

bool Samples::is_constant(const Expr& expr) {
  return expr.is_number() || entries_[entry(expr)].constant;
}

std::uint32_t Samples::entry(const Expr& expr) {
  ExprPool& pool = *expr.pool();
  pool.claim(pool_);
  const std::uint32_t found = known_.find(expr.id());
  if (found != NodeMap::kMissing) return found;
  // Depth first without recursion, through operands and definitions alike.
  stack_.assign(1, expr.id());
  while (!stack_.empty()) {
    const std::uint32_t id = stack_.back();
    if (known_.contains(id)) {
      stack_.pop_back();
      continue;
    }
    if (is_leaf(pool.node(id).op)) {
      if (evaluate_leaf(pool, id)) stack_.pop_back();
      continue;
    }
    const std::size_t before = stack_.size();
    for (std::uint32_t operand : pool.operands(id)) {
      if (!known_.contains(operand)) stack_.push_back(operand);
    }
    if (stack_.size() > before) continue;
    stack_.pop_back();
    evaluate_node(pool, id);
  }
  return known_.find(expr.id());
}

/// True if the leaf now has its values; else its definition lies on the stack.
bool Samples::evaluate_leaf(ExprPool& pool, std::uint32_t id) {
  if (pool.node(id).op == Op::number) {
    keep(id, {{pool.number(id)}, true});
    return true;
  }
  const std::uint32_t definition = defined_.find(id);
  if (definition == NodeMap::kMissing) {
    std::vector<double> values = leaf_values_(pool.expr(id));
    if (values.size() != 1 && values.size() != count_) values.assign(1, kNoValue);
    const bool one = values.size() == 1 && count_ > 1;
    keep(id, {std::move(values), one || pool.node(id).op == Op::parameter});
    return true;
  }
  const Expr& value = definitions_[definition];
  if (value.is_number()) {
    keep(id, {{value.number()}, true});
    return true;
  }
  const std::uint32_t place = known_.find(value.id());
  if (place != NodeMap::kMissing) {
    keep(id, entries_[place]);
    return true;
  }
  if (busy_.contains(id)) {  // met again below its own definition
    keep(id, {{kNoValue}, false});
    return true;
  }
  busy_.insert(id, 1);
  stack_.push_back(value.id());
  return false;
}

void Samples::evaluate_node(ExprPool& pool, std::uint32_t id) {
  const ExprNode node = pool.node(id);
  const auto operand = [&](std::uint32_t k) -> const Entry& { return entries_[known_.find(k)]; };
  Entry result{{}, true};
  std::size_t size = 1;
  for (std::uint32_t k : pool.operands(id)) {
    size = std::max(size, operand(k).values.size());
    result.constant = result.constant && operand(k).constant;
  }
  result.values.resize(size);
  std::vector<double>& z = result.values;
  const auto evaluate = op_info(node.op).evaluate;
  if (is_unary(node.op)) {
    const std::vector<double>& x = operand(node.a).values;
    for (std::size_t s = 0; s < size; ++s) z[s] = evaluate(x[s], 0, 0);
  } else if (is_binary(node.op)) {
    const std::vector<double>&x = operand(node.a).values, &y = operand(node.b).values;
    switch (node.op) {
      case Op::add:
        combine(z, x, y, [](double a, double b) { return a + b; });
        break;
      case Op::sub:
        combine(z, x, y, [](double a, double b) { return a - b; });
        break;
      case Op::mul:
        combine(z, x, y, [](double a, double b) { return a * b; });
        break;
      default:
        combine(z, x, y, [&](double a, double b) { return evaluate(a, b, 0); });
    }
  } else {
    const std::span<const std::uint32_t> operands = pool.operands(id);
    std::vector<double> arguments(operands.size());
    for (std::size_t s = 0; s < size; ++s) {
      for (std::size_t i = 0; i < operands.size(); ++i) {
        const std::vector<double>& x = operand(operands[i]).values;
        arguments[i] = x.size() == 1 ? x[0] : x[s];
      }
      z[s] = node.op == Op::select ? evaluate(arguments[0], arguments[1], arguments[2])
                                   : pool.function(node.a).evaluate(arguments);
    }
  }
  keep(id, std::move(result));
}

}  // namespace multibond
