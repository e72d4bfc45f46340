#include "dimension_inference.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace multibond {
namespace {

constexpr Dimension kPureNumber{};
constexpr Dimension kSecond{{0, 0, 1}};

/// Exponents grow without end in long products, where nobody means them; these count as unknown.
KnownDimension bounded(const Dimension& dimension) {
  for (const int exponent : dimension.exponents) {
    if (std::abs(exponent) > 60) return std::nullopt;
  }
  return dimension;
}

}  // namespace

DimensionInference::DimensionInference(const System& system, const std::vector<Expr>& roots)
    : system_(system) {
  if (!system.pool) return;
  nodes_ = system.pool->reachable(roots);
  entries_.resize(nodes_.empty() ? 0 : nodes_.back() + 1);
  for (std::uint32_t id : nodes_) {
    const ExprNode& node = system.pool->node(id);
    Entry entry;
    if (is_leaf(node.op)) {
      entry.dimension = leaf(node);
    } else {
      found_ = kNone;
      entry.dimension = inner(id, node);
      entry.conflict = found_;
      for (std::uint32_t operand : system.pool->operands(id)) {
        if (entries_[operand].conflict == kNone) continue;
        entry.conflict = entries_[operand].conflict;
        break;
      }
    }
    entries_[id] = entry;
  }
}

KnownDimension DimensionInference::of(const Expr& expr) const {
  return expr.is_number() ? std::nullopt : entries_[expr.id()].dimension;
}

const DimensionConflict* DimensionInference::conflict(const Expr& expr) const {
  if (expr.is_number() || entries_[expr.id()].conflict == kNone) return nullptr;
  return &conflicts_[entries_[expr.id()].conflict];
}

KnownDimension DimensionInference::of_unit(std::string_view unit) {
  const auto [it, added] = units_.try_emplace(unit);
  if (added) {
    const std::optional<Unit> parsed = parse_unit(unit);
    if (parsed && parsed->known) it->second = parsed->dimension;
  }
  return it->second;
}

KnownDimension DimensionInference::leaf(const ExprNode& node) {
  switch (node.op) {
    case Op::parameter:
      return of_unit(system_.parameters[node.a].unit);
    case Op::variable:
    case Op::pre: {
      const KnownDimension own = of_unit(system_.variables[node.a].unit);
      if (!own || node.op == Op::pre || node.b == 0) return own;
      return bounded(*own / power(kSecond, static_cast<int>(std::min(node.b, 100u))));
    }
    case Op::time:
      return std::nullopt;  // sin(time) is too common in small models to be called a mistake
    case Op::condition:
      return kPureNumber;
    default:
      return std::nullopt;
  }
}

KnownDimension DimensionInference::inner(std::uint32_t id, const ExprNode& node) {
  const auto operand = [&](std::size_t i) -> const KnownDimension& {
    return entries_[system_.pool->operands(id)[i]].dimension;
  };
  switch (node.op) {
    case Op::neg:
    case Op::abs:
    case Op::floor:
    case Op::no_event:
      return operand(0);
    case Op::sign:
    case Op::logical_not:
    case Op::logical_and:
    case Op::logical_or:
      return kPureNumber;
    case Op::sqrt:
      return operand(0) ? sqrt(*operand(0)) : std::nullopt;
    case Op::add:
    case Op::sub:
    case Op::min:
    case Op::max:
      return equal(node.op, operand(0), operand(1));
    case Op::atan2:
    case Op::less:
    case Op::less_equal:
    case Op::equal:
      equal(node.op, operand(0), operand(1));
      return kPureNumber;
    case Op::select:
      return equal(node.op, operand(1), operand(2));
    case Op::mul:
      return product(node);
    case Op::div:
      return quotient(node);
    case Op::pow:
      return power_of(node);
    case Op::call:
      return std::nullopt;
    default:
      return pure_number(node.op, operand(0));
  }
}

void DimensionInference::report(Op op, const Dimension& a, const Dimension& b) {
  found_ = static_cast<std::uint32_t>(conflicts_.size());
  conflicts_.push_back({op, a, b});
}

KnownDimension DimensionInference::equal(Op op, const KnownDimension& a, const KnownDimension& b) {
  if (!a) return b;
  if (!b || *a == *b) return a;
  report(op, *a, *b);
  return std::nullopt;
}

KnownDimension DimensionInference::pure_number(Op op, const KnownDimension& argument) {
  if (argument && *argument != kPureNumber) report(op, *argument, kPureNumber);
  return kPureNumber;
}

bool DimensionInference::is_sign(std::uint32_t id) const {
  return system_.pool->node(id).op == Op::number && system_.pool->number(id) == -1;
}

KnownDimension DimensionInference::product(const ExprNode& node) const {
  const KnownDimension &a = entries_[node.a].dimension, &b = entries_[node.b].dimension;
  if (is_sign(node.a)) return b;
  if (is_sign(node.b)) return a;
  return a && b ? bounded(*a * *b) : std::nullopt;
}

KnownDimension DimensionInference::quotient(const ExprNode& node) const {
  const KnownDimension &a = entries_[node.a].dimension, &b = entries_[node.b].dimension;
  return a && b ? bounded(*a / *b) : std::nullopt;
}

KnownDimension DimensionInference::power_of(const ExprNode& node) {
  const KnownDimension base = entries_[node.a].dimension;
  pure_number(Op::pow, entries_[node.b].dimension);
  if (!base || *base == kPureNumber) return base;
  if (system_.pool->node(node.b).op != Op::number) return std::nullopt;
  const double exponent = system_.pool->number(node.b);
  const double twice = 2 * exponent;
  if (twice != std::floor(twice) || std::abs(exponent) > 60) return std::nullopt;
  if (exponent == std::floor(exponent)) return bounded(power(*base, static_cast<int>(exponent)));
  const KnownDimension root = sqrt(*base);
  return root ? bounded(power(*root, static_cast<int>(twice))) : std::nullopt;
}

}  // namespace multibond
