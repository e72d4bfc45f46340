#include "values.h"

#include "multibond/symbolic/fingerprint.h"
#include "multibond/symbolic/operations.h"

namespace multibond::canonical {
namespace {

std::uint64_t code(Op op) { return static_cast<std::uint64_t>(op); }

/// Functions of x + y and x y, so that the order is lost; min and max count as such here.
bool is_symmetric(Op op) { return op_info(op).commutative || op == Op::min || op == Op::max; }

std::uint64_t opaque(Op op, std::uint64_t x) { return (Hash(code(op)) << x).element(); }
std::uint64_t opaque(Op op, std::uint64_t x, std::uint64_t y) {
  return (Hash(code(op)) << x << y).element();
}
/// Of a pseudo-random function no derivative exists: any other pseudo-random function will do.
std::uint64_t opaque_slope(std::uint64_t place, std::uint64_t value) {
  return (Hash(0x51de) << place << value).element();
}

}  // namespace

Value Values::number(double number) {
  return {Fingerprints::Value::number(number).a,
          Fingerprints::Value::number(number < 0 ? -number : number).a};
}

Values::Values(ExprPool* pool, std::vector<std::uint32_t> nodes)
    : pool_(pool),
      nodes_(std::move(nodes)),
      values_(nodes_.empty() ? 0 : nodes_.back() + 1),
      derivatives_(values_.size()) {
  std::vector<char> changes(values_.size(), false);
  for (std::uint32_t id : nodes_) {
    const ExprNode& node = pool_->node(id);
    if (node.op == Op::number) values_[id] = number(pool_->number(id));
    bool change = node.op == Op::variable || node.op == Op::pre;
    for (const std::uint32_t operand : pool_->operands(id)) change = change || changes[operand];
    changes[id] = change;
    if (change) changing_.push_back(id);
  }
}

void Values::seed(const Expr& root, Value weight) {
  if (!root.is_number()) seed(root.id(), weight);
}

Value Values::node_value(std::uint32_t id, const ExprNode& node) const {
  const auto both = [&](auto&& function) {
    return Value{function(&Value::with_sign), function(&Value::without_sign)};
  };
  const auto x = [&](auto part) { return values_[node.a].*part; };
  const auto y = [&](auto part) { return values_[node.b].*part; };
  switch (node.op) {
    case Op::neg:
      return {negative(values_[node.a].with_sign), values_[node.a].without_sign};
    case Op::sub:
      return {add(values_[node.a].with_sign, negative(values_[node.b].with_sign)),
              add(values_[node.a].without_sign, values_[node.b].without_sign)};
    case Op::add:
      return both([&](auto p) { return add(x(p), y(p)); });
    case Op::mul:
      return both([&](auto p) { return multiply(x(p), y(p)); });
    case Op::div:
      return both([&](auto p) { return multiply(x(p), opaque(Op::div, y(p))); });
    default:
      break;
  }
  if (is_symmetric(node.op)) {
    return both([&](auto p) { return opaque(node.op, add(x(p), y(p)), multiply(x(p), y(p))); });
  }
  Hash with_sign(code(node.op)), without_sign(code(node.op));
  if (node.op == Op::call) {
    with_sign << pool_->function(node.a).name();
    without_sign << pool_->function(node.a).name();
  }
  for (std::uint32_t operand : pool_->operands(id)) {
    with_sign << values_[operand].with_sign;
    without_sign << values_[operand].without_sign;
  }
  return {with_sign.element(), without_sign.element()};
}

void Values::pass_on(std::uint32_t id, const ExprNode& node, Value d) {
  if (d.with_sign == 0 && d.without_sign == 0) return;
  switch (node.op) {
    case Op::neg:
      add_to(node.a, negative(d.with_sign), d.without_sign);
      return;
    case Op::sub:
      add_to(node.a, d.with_sign, d.without_sign);
      add_to(node.b, negative(d.with_sign), d.without_sign);
      return;
    case Op::add:
      add_to(node.a, d.with_sign, d.without_sign);
      add_to(node.b, d.with_sign, d.without_sign);
      return;
    default:
      break;
  }
  const auto scaled = [&](auto&& slope) {
    return Value{multiply(d.with_sign, slope(&Value::with_sign)),
                 multiply(d.without_sign, slope(&Value::without_sign))};
  };
  const auto pass = [&](std::uint32_t operand, const Value& v) {
    add_to(operand, v.with_sign, v.without_sign);
  };
  const auto x = [&](auto part) { return values_[node.a].*part; };
  const auto y = [&](auto part) { return values_[node.b].*part; };
  const auto own = [&](auto part) { return values_[id].*part; };
  if (node.op == Op::mul) {
    pass(node.a, scaled([&](auto p) { return y(p); }));
    pass(node.b, scaled([&](auto p) { return x(p); }));
  } else if (node.op == Op::div) {
    pass(node.a, scaled([&](auto p) { return opaque(Op::div, y(p)); }));
    pass(node.b, scaled([&](auto p) { return multiply(x(p), opaque_slope(1, y(p))); }));
  } else if (is_symmetric(node.op)) {
    // f(s, p) with s = x + y, p = x y: df/dx = f_s + f_p y
    pass(node.a, scaled([&](auto p) {
           return add(opaque_slope(0, own(p)), multiply(opaque_slope(1, own(p)), y(p)));
         }));
    pass(node.b, scaled([&](auto p) {
           return add(opaque_slope(0, own(p)), multiply(opaque_slope(1, own(p)), x(p)));
         }));
  } else {
    std::uint64_t place = 0;
    for (std::uint32_t operand : pool_->operands(id)) {
      pass(operand, scaled([&](auto p) { return opaque_slope(place, own(p)); }));
      ++place;
    }
  }
}

}  // namespace multibond::canonical
