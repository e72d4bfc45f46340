#include "simplify.h"

#include <cmath>
#include <cstdlib>
#include <utility>

#include "multibond/symbolic/operations.h"

namespace multibond::detail {
namespace {

using Value = std::uint32_t;

// Signs move outwards, (-a)*b = -(a*b), a + (-b) = a - b: then multiply-add fusion needs no
// separate change of sign. All these moves are exact in IEEE arithmetic except the sign of zero.
// x*0, 0*x and x-x are 0 although a NaN or an infinity in x would give NaN: a structural zero
// of a model must not survive as an operation.

// Operands of commutative operations have one canonical order.
Value ordered(ValueTable& table, Code code, Value a, Value b) {
  return a < b ? table.operation(code, a, b, 0) : table.operation(code, b, a, 0);
}

Value negated(ValueTable& table, Value a) {
  if (table.is_constant(a)) return table.constant(-table.number(a));
  const Node node = table.node(a);
  if (table.is(a, Code::neg)) return node.a;
  if (table.is(a, Code::sub)) return table.operation(Code::sub, node.b, node.a, 0);
  if (table.is(a, Code::mul) && table.is_constant(node.a)) {
    return ordered(table, Code::mul, table.constant(-table.number(node.a)), node.b);
  }
  if (table.is(a, Code::mul) && table.is_constant(node.b)) {
    return ordered(table, Code::mul, node.a, table.constant(-table.number(node.b)));
  }
  return table.operation(Code::neg, a, 0, 0);
}

Value difference(ValueTable& table, Value a, Value b);

Value sum(ValueTable& table, Value a, Value b) {
  if (table.is_constant(a, 0)) return b;
  if (table.is_constant(b, 0)) return a;
  if (table.is(b, Code::neg)) return difference(table, a, table.node(b).a);
  if (table.is(a, Code::neg)) return difference(table, b, table.node(a).a);
  return ordered(table, Code::add, a, b);
}

Value difference(ValueTable& table, Value a, Value b) {
  if (a == b) return table.constant(0);
  if (table.is_constant(b, 0)) return a;
  if (table.is_constant(a, 0)) return negated(table, b);
  if (table.is(b, Code::neg)) return sum(table, a, table.node(b).a);
  if (table.is(a, Code::neg)) return negated(table, sum(table, table.node(a).a, b));
  return table.operation(Code::sub, a, b, 0);
}

Value product(ValueTable& table, Value a, Value b) {
  if (table.is_constant(a, 0) || table.is_constant(b, 0)) return table.constant(0);
  if (table.is_constant(a, 1)) return b;
  if (table.is_constant(b, 1)) return a;
  if (table.is_constant(a, -1)) return negated(table, b);
  if (table.is_constant(b, -1)) return negated(table, a);
  if (table.is(a, Code::neg)) return negated(table, product(table, table.node(a).a, b));
  if (table.is(b, Code::neg)) return negated(table, product(table, a, table.node(b).a));
  return ordered(table, Code::mul, a, b);
}

Value quotient(ValueTable& table, Value a, Value b) {
  if (table.is_constant(b, 1)) return a;
  if (table.is_constant(b, -1)) return negated(table, a);
  if (table.is(a, Code::neg)) return negated(table, quotient(table, table.node(a).a, b));
  if (table.is(b, Code::neg)) return negated(table, quotient(table, a, table.node(b).a));
  if (table.is_constant(b)) {
    // Division by a power of two is the multiplication with its inverse, exactly.
    int exponent = 0;
    const double number = table.number(b);
    if (std::fabs(std::frexp(number, &exponent)) == 0.5 && std::abs(exponent) < 1000) {
      return product(table, a, table.constant(1 / number));
    }
  }
  return table.operation(Code::div, a, b, 0);
}

// Small whole powers are products: within 2 ulp of libm, and fifty times faster.
Value power(ValueTable& table, Value a, Value b) {
  if (table.is_constant(b)) {
    const double exponent = table.number(b);
    if (exponent == 0) return table.constant(1);
    if (exponent == 1) return a;
    if (exponent == 2) return product(table, a, a);
    if (exponent == 3) return product(table, product(table, a, a), a);
    if (exponent == 4) {
      const Value square = product(table, a, a);
      return product(table, square, square);
    }
    if (exponent == -1) return quotient(table, table.constant(1), a);
  }
  return table.operation(Code::pow, a, b, 0);
}

bool is_truth_value(const ValueTable& table, Value a) {
  const Node& node = table.node(a);
  return node.kind == NodeKind::operation && is_logical(node.code);
}

}  // namespace

Value simplified(ValueTable& table, Code code, Value a, Value b, Value c) {
  const int operands = op_info(code).operands;
  if (table.is_constant(a) && (operands < 2 || table.is_constant(b)) &&
      (operands < 3 || table.is_constant(c))) {
    return table.constant(op_info(code).evaluate(
        table.number(a), operands > 1 ? table.number(b) : 0, operands > 2 ? table.number(c) : 0));
  }
  switch (code) {
    case Code::add:
      return sum(table, a, b);
    case Code::sub:
      return difference(table, a, b);
    case Code::mul:
      return product(table, a, b);
    case Code::div:
      return quotient(table, a, b);
    case Code::neg:
      return negated(table, a);
    case Code::pow:
      return power(table, a, b);
    case Code::abs:
      if (table.is(a, Code::abs) || is_truth_value(table, a)) return a;
      if (table.is(a, Code::neg)) a = table.node(a).a;
      break;
    case Code::sin:
    case Code::tan:
    case Code::asin:
    case Code::atan:
    case Code::sinh:
    case Code::tanh:  // odd functions
      if (table.is(a, Code::neg)) {
        return negated(table, table.operation(code, table.node(a).a, 0, 0));
      }
      break;
    case Code::cos:
    case Code::cosh:  // even functions
      if (table.is(a, Code::neg)) a = table.node(a).a;
      break;
    case Code::min:
    case Code::max:
      if (a == b) return a;
      break;
    case Code::less:
      if (a == b) return table.constant(0);
      break;
    case Code::logical_and:
      if (table.is_constant(a, 0) || table.is_constant(b, 0)) return table.constant(0);
      if (table.is_constant(a) && is_truth_value(table, b)) return b;
      if (table.is_constant(b) && is_truth_value(table, a)) return a;
      if (a == b && is_truth_value(table, a)) return a;
      break;
    case Code::logical_or:
      if (table.is_constant(a) && table.number(a) != 0) return table.constant(1);
      if (table.is_constant(b) && table.number(b) != 0) return table.constant(1);
      if (table.is_constant(a) && is_truth_value(table, b)) return b;
      if (table.is_constant(b) && is_truth_value(table, a)) return a;
      if (a == b && is_truth_value(table, a)) return a;
      break;
    case Code::select:
      if (table.is_constant(a)) return table.number(a) != 0 ? b : c;
      if (b == c) return b;
      if (table.is(a, Code::logical_not)) {
        a = table.node(a).a;
        std::swap(b, c);
      }
      break;
    default:
      break;
  }
  if (op_info(code).commutative && a > b) std::swap(a, b);
  return table.operation(code, a, b, c);
}

}  // namespace multibond::detail
