/// Value: what an expression of Modelica text comes to, a scalar expression, a text, an array or a
/// record of such.
///
/// Scalars are `Expr`: a number where everything is known, else an expression of variables and
/// parameters. So the same code computes constants, writes equations down scalar by scalar, and
/// runs functions on variables.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "multibond/modelica/syntax.h"
#include "multibond/symbolic/expr.h"

namespace multibond::modelica {

/// Thrown by operations on values; who evaluates adds the place.
struct ValueFault {
  std::string fact, remedy;
};

using Shape = std::vector<int>;

struct Value;
struct Compound {
  Shape shape;               ///< of an array
  std::vector<Value> items;  ///< row by row; or the fields of a record
  std::vector<Name> names;   ///< of the fields
  std::string text;
};

struct Value {
  enum class Kind : std::uint8_t { none, real, integer, boolean, enumeration, text, array, record };
  Kind kind = Kind::none;
  Expr scalar = 0.0;
  const Class* type = nullptr;  ///< of an enumeration or a record
  std::shared_ptr<Compound> data = {};

  static Value real(const Expr& e) { return {Kind::real, e, nullptr, {}}; }
  static Value integer(const Expr& e) { return {Kind::integer, e, nullptr, {}}; }
  static Value boolean(const Expr& e) { return {Kind::boolean, e, nullptr, {}}; }
  static Value truth(bool yes) { return {Kind::boolean, Expr(yes ? 1.0 : 0.0), nullptr, {}}; }
  static Value string(std::string text);
  static Value array(Shape shape, std::vector<Value> items);
  /// Of scalars.
  static Value vector(std::vector<Value> items);
  static Value record(std::vector<Name> names, std::vector<Value> items,
                      const Class* type = nullptr);
  /// Of elements of equal shape.
  static Value list(const std::vector<Value>& elements);

  bool is_scalar() const { return kind >= Kind::real && kind <= Kind::enumeration; }
  bool is_array() const { return kind == Kind::array; }
  bool is_number() const { return is_scalar() && scalar.is_number(); }
  const Shape& shape() const;  ///< empty for what is no array
  std::size_t rank() const { return shape().size(); }
  const std::vector<Value>& items() const { return data->items; }
  /// The item with this first index, from 0: a scalar, or a row.
  Value element(std::size_t index) const;
  const Value* field(Name name) const;
  /// A compound that nobody else sees.
  Compound& own();
};

/// "Real[3]", "a record", for messages.
std::string describe(const Value& value);

Value binary(Operator op, const Value& a, const Value& b);
Value unary(Operator op, const Value& a);
/// Elementwise over one or two values of the same shape; scalars go with everything.
template <typename Operation>
Value each(const Value& a, Operation&& operation) {
  if (!a.is_array()) return operation(a);
  std::vector<Value> items;
  items.reserve(a.items().size());
  for (const Value& item : a.items()) items.push_back(each(item, operation));
  return Value::array(a.shape(), std::move(items));
}
/// condition ? a : b, item by item.
Value choose(const Expr& condition, const Value& a, const Value& b);
Value transpose(const Value& a);
Value zeros(const Shape& shape, const Value& item);
std::size_t count(const Shape& shape);
/// Throws ValueFault unless it is a scalar.
const Expr& scalar(const Value& value);
/// Joins arrays along a dimension, from 0.
Value concatenate(std::size_t dimension, const std::vector<Value>& values);

}  // namespace multibond::modelica
