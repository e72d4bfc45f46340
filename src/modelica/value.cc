#include "value.h"

#include <cmath>

#include <fmt/format.h>

#include "multibond/base/text.h"

namespace multibond::modelica {
namespace {

using Kind = Value::Kind;

std::string shape_text(const Shape& shape) {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    text += (i > 0 ? "," : "") + std::to_string(shape[i]);
  }
  return text + "]";
}

Kind common(const Value& a, const Value& b) {
  return a.kind == Kind::integer && b.kind == Kind::integer ? Kind::integer : Kind::real;
}

[[noreturn]] void refuse(Operator op, const Value& a, const Value& b) {
  if (a.kind == Kind::record || b.kind == Kind::record) {
    throw ValueFault{fmt::format("{} {} {} is not defined: overloaded operators are not supported",
                                 describe(a), to_string(op), describe(b)),
                     "Write a function and call it."};
  }
  throw ValueFault{fmt::format("{} {} {} is not defined", describe(a), to_string(op), describe(b)),
                   "The sizes and kinds of both sides must fit."};
}

Expr power(const Expr& a, const Expr& b) {
  if (b.is_number(2)) return a * a;
  if (b.is_number(1)) return a;
  if (b.is_number(0)) return 1.0;
  return pow(a, b);
}

/// Of values that jump only, equality is being nearer than any two of them are.
Expr equal_values(const Value& a, const Value& b) {
  const bool numbers = a.is_number() && b.is_number();
  if (numbers || a.kind == Kind::real || b.kind == Kind::real) return equals(a.scalar, b.scalar);
  if (a.kind == Kind::boolean) {
    if (b.is_number()) return b.scalar.number() != 0 ? a.scalar : !a.scalar;
    if (a.is_number()) return a.scalar.number() != 0 ? b.scalar : !b.scalar;
    return (a.scalar && b.scalar) || (!a.scalar && !b.scalar);
  }
  return a.scalar < b.scalar + 0.5 && a.scalar > b.scalar - 0.5;
}

Value compare(Operator op, const Value& a, const Value& b) {
  if (a.kind == Kind::text && b.kind == Kind::text) {
    const int order = a.data->text.compare(b.data->text);
    switch (op) {
      case Operator::equal:
        return Value::truth(order == 0);
      case Operator::not_equal:
        return Value::truth(order != 0);
      case Operator::less:
        return Value::truth(order < 0);
      case Operator::less_equal:
        return Value::truth(order <= 0);
      case Operator::greater:
        return Value::truth(order > 0);
      default:
        return Value::truth(order >= 0);
    }
  }
  if (!a.is_scalar() || !b.is_scalar()) refuse(op, a, b);
  switch (op) {
    case Operator::equal:
      return Value::boolean(equal_values(a, b));
    case Operator::not_equal:
      return Value::boolean(!equal_values(a, b));
    case Operator::less:
      return Value::boolean(a.scalar < b.scalar);
    case Operator::less_equal:
      return Value::boolean(a.scalar <= b.scalar);
    case Operator::greater:
      return Value::boolean(a.scalar > b.scalar);
    default:
      return Value::boolean(a.scalar >= b.scalar);
  }
}

bool is_arithmetic(Operator op) {
  switch (op) {
    case Operator::add:
    case Operator::dot_add:
    case Operator::sub:
    case Operator::dot_sub:
    case Operator::mul:
    case Operator::dot_mul:
    case Operator::div:
    case Operator::dot_div:
    case Operator::pow:
    case Operator::dot_pow:
      return true;
    default:
      return false;
  }
}

Value scalar_operation(Operator op, const Value& a, const Value& b) {
  if (op == Operator::add && a.kind == Kind::text && b.kind == Kind::text) {
    return Value::string(a.data->text + b.data->text);
  }
  const bool compares = op >= Operator::less && op <= Operator::not_equal;
  if (compares && a.kind == Kind::text && b.kind == Kind::text) return compare(op, a, b);
  if (!a.is_scalar() || !b.is_scalar()) refuse(op, a, b);
  const Expr &x = a.scalar, &y = b.scalar;
  const bool truth = a.kind == Kind::boolean || b.kind == Kind::boolean;
  if (truth && is_arithmetic(op)) refuse(op, a, b);
  switch (op) {
    case Operator::add:
    case Operator::dot_add:
      return {common(a, b), x + y, nullptr, {}};
    case Operator::sub:
    case Operator::dot_sub:
      return {common(a, b), x - y, nullptr, {}};
    case Operator::mul:
    case Operator::dot_mul:
      return {common(a, b), x * y, nullptr, {}};
    case Operator::div:
    case Operator::dot_div:
      if (y.is_number(0)) throw ValueFault{"a division by zero", "Look at the divisor's value."};
      return Value::real(x / y);
    case Operator::pow:
    case Operator::dot_pow:
      return Value::real(power(x, y));
    case Operator::logical_and:
      return Value::boolean(x && y);
    case Operator::logical_or:
      return Value::boolean(x || y);
    default:
      return compare(op, a, b);
  }
}

Value elementwise(Operator op, const Value& a, const Value& b) {
  if (a.is_array() && b.is_array()) {
    if (a.shape() != b.shape()) refuse(op, a, b);
    std::vector<Value> items;
    items.reserve(a.items().size());
    for (std::size_t i = 0; i < a.items().size(); ++i) {
      items.push_back(elementwise(op, a.items()[i], b.items()[i]));
    }
    return Value::array(a.shape(), std::move(items));
  }
  if (a.is_array()) return each(a, [&](const Value& item) { return elementwise(op, item, b); });
  if (b.is_array()) return each(b, [&](const Value& item) { return elementwise(op, a, item); });
  return scalar_operation(op, a, b);
}

/// Products of vectors and matrices.
Value product(const Value& a, const Value& b) {
  const Shape &m = a.shape(), &n = b.shape();
  if (m.empty() || n.empty()) return elementwise(Operator::mul, a, b);
  if (m.size() > 2 || n.size() > 2 || m.back() != n.front()) refuse(Operator::mul, a, b);
  const int rows = m.size() == 2 ? m[0] : 1, inner = m.back(), columns = n.size() == 2 ? n[1] : 1;
  std::vector<Value> items;
  for (int i = 0; i < rows; ++i) {
    for (int k = 0; k < columns; ++k) {
      Value sum = Value::integer(0.0);
      for (int j = 0; j < inner; ++j) {
        const Value term =
            scalar_operation(Operator::mul, a.items()[i * inner + j], b.items()[j * columns + k]);
        sum = j == 0 ? term : scalar_operation(Operator::add, sum, term);
      }
      items.push_back(sum);
    }
  }
  Shape shape;
  if (m.size() == 2) shape.push_back(rows);
  if (n.size() == 2) shape.push_back(columns);
  if (shape.empty()) return items[0];
  return Value::array(shape, std::move(items));
}

}  // namespace

Value Value::string(std::string text) {
  Value value;
  value.kind = Kind::text;
  value.data = std::make_shared<Compound>();
  value.data->text = std::move(text);
  return value;
}

Value Value::array(Shape shape, std::vector<Value> items) {
  Value value;
  value.kind = Kind::array;
  value.data = std::make_shared<Compound>();
  value.data->shape = std::move(shape);
  value.data->items = std::move(items);
  return value;
}

Value Value::vector(std::vector<Value> items) {
  Shape shape{static_cast<int>(items.size())};
  return array(std::move(shape), std::move(items));
}

Value Value::record(std::vector<Name> names, std::vector<Value> items, const Class* type) {
  Value value;
  value.kind = Kind::record;
  value.type = type;
  value.data = std::make_shared<Compound>();
  value.data->names = std::move(names);
  value.data->items = std::move(items);
  return value;
}

Value Value::list(const std::vector<Value>& elements) {
  Shape shape{static_cast<int>(elements.size())};
  std::vector<Value> items;
  if (!elements.empty()) {
    const Shape& inner = elements[0].shape();
    shape.insert(shape.end(), inner.begin(), inner.end());
  }
  for (const Value& element : elements) {
    if (element.shape() != elements[0].shape()) {
      throw ValueFault{fmt::format("the elements of a list differ: {} and {}",
                                   describe(elements[0]), describe(element)),
                       "All of them must have the same size."};
    }
    if (element.is_array()) {
      items.insert(items.end(), element.items().begin(), element.items().end());
    } else {
      items.push_back(element);
    }
  }
  return array(std::move(shape), std::move(items));
}

const Shape& Value::shape() const {
  static const Shape none;
  return kind == Kind::array ? data->shape : none;
}

Value Value::element(std::size_t index) const {
  const Shape& own = data->shape;
  if (own.size() == 1) return data->items[index];
  const Shape inner(own.begin() + 1, own.end());
  const std::size_t size = count(inner);
  const auto first = data->items.begin() + static_cast<std::ptrdiff_t>(index * size);
  return array(inner, {first, first + static_cast<std::ptrdiff_t>(size)});
}

const Value* Value::field(Name name) const {
  if (kind != Kind::record) return nullptr;
  for (std::size_t i = 0; i < data->names.size(); ++i) {
    if (data->names[i] == name) return &data->items[i];
  }
  return nullptr;
}

Compound& Value::own() {
  if (data.use_count() > 1) data = std::make_shared<Compound>(*data);
  return *data;
}

std::size_t count(const Shape& shape) {
  std::size_t n = 1;
  for (const int size : shape) n *= static_cast<std::size_t>(size);
  return n;
}

std::string describe(const Value& value) {
  switch (value.kind) {
    case Kind::none:
      return "nothing";
    case Kind::real:
      return "Real";
    case Kind::integer:
      return "Integer";
    case Kind::boolean:
      return "Boolean";
    case Kind::enumeration:
      return "an enumeration";
    case Kind::text:
      return "String";
    case Kind::record:
      return "a record";
    case Kind::array:
      return (value.items().empty() ? "an array" : describe(value.items()[0])) +
             shape_text(value.shape());
  }
  return {};
}

const Expr& scalar(const Value& value) {
  if (!value.is_scalar()) {
    throw ValueFault{fmt::format("a scalar is needed, but this is {}", describe(value)),
                     "Give one number."};
  }
  return value.scalar;
}

Value binary(Operator op, const Value& a, const Value& b) {
  switch (op) {
    case Operator::add:
    case Operator::sub:
      if (a.is_array() != b.is_array()) refuse(op, a, b);
      return elementwise(op, a, b);
    case Operator::mul:
      return product(a, b);
    case Operator::div:
      if (b.is_array()) refuse(op, a, b);
      return elementwise(op, a, b);
    case Operator::pow: {
      if (!a.is_array()) return scalar_operation(op, a, b);
      const bool square = a.rank() == 2 && a.shape()[0] == a.shape()[1];
      if (!square || !b.is_number() || b.scalar.number() < 1 || b.scalar.number() > 64) {
        refuse(op, a, b);
      }
      Value result = a;
      for (int k = 1; k < static_cast<int>(b.scalar.number()); ++k) result = product(result, a);
      return result;
    }
    default:
      return elementwise(op, a, b);
  }
}

Value unary(Operator op, const Value& a) {
  return each(a, [&](const Value& x) -> Value {
    if (!x.is_scalar()) {
      throw ValueFault{fmt::format("{} {} is not defined", to_string(op), describe(x)), {}};
    }
    switch (op) {
      case Operator::minus:
      case Operator::dot_minus:
        return {x.kind, -x.scalar, x.type, {}};
      case Operator::logical_not:
        return Value::boolean(!x.scalar);
      default:
        return x;
    }
  });
}

Value choose(const Expr& condition, const Value& a, const Value& b) {
  if (a.is_array() && b.is_array() && a.shape() == b.shape()) {
    std::vector<Value> items;
    for (std::size_t i = 0; i < a.items().size(); ++i) {
      items.push_back(choose(condition, a.items()[i], b.items()[i]));
    }
    return Value::array(a.shape(), std::move(items));
  }
  if (a.kind == Kind::record && b.kind == Kind::record && a.data->names == b.data->names) {
    std::vector<Value> items;
    for (std::size_t i = 0; i < a.items().size(); ++i) {
      items.push_back(choose(condition, a.items()[i], b.items()[i]));
    }
    return Value::record(a.data->names, std::move(items), a.type);
  }
  if (a.is_scalar() && b.is_scalar()) {
    const Kind kind = a.kind == b.kind ? a.kind : Kind::real;
    if (same(a.scalar, b.scalar)) return {kind, a.scalar, a.type, {}};
    return {kind, select(condition, a.scalar, b.scalar), a.type, {}};
  }
  if (a.kind == Kind::text && b.kind == Kind::text && a.data->text == b.data->text) return a;
  if (a.kind == Kind::none) return b;
  if (b.kind == Kind::none) return a;
  throw ValueFault{fmt::format("a condition chooses between {} and {}", describe(a), describe(b)),
                   "Both must have the same kind and size where the condition is not constant."};
}

Value transpose(const Value& a) {
  if (a.rank() < 2) throw ValueFault{"transpose needs a matrix, not " + describe(a), {}};
  const int rows = a.shape()[0], columns = a.shape()[1];
  Shape shape = a.shape();
  std::swap(shape[0], shape[1]);
  const std::size_t inner = count(Shape(shape.begin() + 2, shape.end()));
  std::vector<Value> items;
  for (int j = 0; j < columns; ++j) {
    for (int i = 0; i < rows; ++i) {
      for (std::size_t k = 0; k < inner; ++k) {
        items.push_back(a.items()[(static_cast<std::size_t>(i) * columns + j) * inner + k]);
      }
    }
  }
  return Value::array(std::move(shape), std::move(items));
}

Value zeros(const Shape& shape, const Value& item) {
  if (shape.empty()) return item;
  return Value::array(shape, std::vector<Value>(count(shape), item));
}

Value concatenate(std::size_t dimension, const std::vector<Value>& values) {
  Shape shape = values.at(0).shape();
  if (dimension >= shape.size()) {
    throw ValueFault{fmt::format("arrays of {} dimensions cannot be joined along dimension {}",
                                 shape.size(), dimension + 1),
                     {}};
  }
  shape[dimension] = 0;
  for (const Value& value : values) {
    Shape other = value.shape();
    bool fits = other.size() == shape.size();
    for (std::size_t d = 0; fits && d < shape.size(); ++d) {
      fits = d == dimension || other[d] == shape[d];
    }
    if (!fits) {
      throw ValueFault{
          fmt::format("{} and {} cannot be joined", describe(values[0]), describe(value)),
          "Their sizes must agree but for the dimension in which they are joined."};
    }
    shape[dimension] += other[dimension];
  }
  const std::size_t outer = count(Shape(shape.begin(), shape.begin() + dimension));
  std::vector<Value> items;
  for (std::size_t o = 0; o < outer; ++o) {
    for (const Value& value : values) {
      const std::size_t size = value.items().size() / std::max<std::size_t>(outer, 1);
      for (std::size_t k = 0; k < size; ++k) items.push_back(value.items()[o * size + k]);
    }
  }
  return Value::array(std::move(shape), std::move(items));
}

}  // namespace multibond::modelica
