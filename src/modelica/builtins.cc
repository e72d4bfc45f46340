// Built-in functions and operators.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "elaborator.h"
#include "multibond/base/text.h"
#include "multibond/modelica/printer.h"
#include "multibond/symbolic/derivative.h"

namespace multibond::modelica {
namespace {

using Unary = Expr (*)(const Expr&);

Expr log10(const Expr& x) { return log(x) / std::log(10.0); }

struct UnaryRow {
  std::string_view name;
  Unary operation;
};
constexpr UnaryRow kUnary[] = {{"abs", &abs},   {"sign", &sign},   {"sqrt", &sqrt}, {"exp", &exp},
                               {"log", &log},   {"log10", &log10}, {"sin", &sin},   {"cos", &cos},
                               {"tan", &tan},   {"asin", &asin},   {"acos", &acos}, {"atan", &atan},
                               {"sinh", &sinh}, {"cosh", &cosh},   {"tanh", &tanh}};

Value identity(int n) {
  std::vector<Value> items;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) items.push_back(Value::integer(i == j ? 1.0 : 0.0));
  }
  return Value::array({n, n}, std::move(items));
}

const Value& vector_of(const Value& value, int size, std::string_view name) {
  if (value.rank() != 1 || (size >= 0 && value.shape()[0] != size)) {
    throw ValueFault{
        fmt::format("{} needs a vector{}, not {}", name,
                    size >= 0 ? fmt::format(" of {} elements", size) : "", describe(value)),
        {}};
  }
  return value;
}

Value cross(const Value& a, const Value& b) {
  const auto& x = vector_of(a, 3, "cross").items();
  const auto& y = vector_of(b, 3, "cross").items();
  const auto part = [&](int i, int j) {
    return Value::real(x[i].scalar * y[j].scalar - x[j].scalar * y[i].scalar);
  };
  return Value::array({3}, {part(1, 2), part(2, 0), part(0, 1)});
}

Value skew(const Value& a) {
  const auto& x = vector_of(a, 3, "skew").items();
  const auto v = [](const Expr& e) { return Value::real(e); };
  return Value::array({3, 3}, {v(0.0), v(-x[2].scalar), v(x[1].scalar), v(x[2].scalar), v(0.0),
                               v(-x[0].scalar), v(-x[1].scalar), v(x[0].scalar), v(0.0)});
}

Value fold(std::string_view name, const std::vector<Value>& items) {
  if (name == "sum" || name == "product") {
    Value result = name == "sum" ? Value::integer(0.0) : Value::integer(1.0);
    for (std::size_t i = 0; i < items.size(); ++i) {
      result = i == 0 ? items[0]
                      : binary(name == "sum" ? Operator::add : Operator::mul, result, items[i]);
    }
    return result;
  }
  if (items.empty()) throw ValueFault{fmt::format("{} of nothing", name), {}};
  Value result = items[0];
  for (const Value& item : items) {
    const Expr& x = scalar(item);
    if (item.kind == Value::Kind::real) result.kind = Value::Kind::real;
    result.scalar = name == "min" ? min(result.scalar, x) : max(result.scalar, x);
  }
  return result;
}

/// All scalars of an array.
std::vector<Value> flat(const Value& value) {
  return value.is_array() ? value.items() : std::vector<Value>{value};
}

}  // namespace

// -- elementary functions -------------------------------------------------------------------------

std::optional<Value> Elaborator::math_call(std::string_view name,
                                           const std::vector<Value>& arguments) {
  if (arguments.size() == 1) {
    for (const UnaryRow& row : kUnary) {
      if (row.name != name) continue;
      return each(arguments[0], [&](const Value& item) -> Value {
        const bool stays = item.kind == Value::Kind::integer && (name == "abs" || name == "sign");
        const Expr result = row.operation(scalar(item));
        return stays ? Value::integer(result) : Value::real(result);
      });
    }
    if (name != "floor" && name != "integer" && name != "ceil") return std::nullopt;
    return each(arguments[0], [&](const Value& item) -> Value {
      const Expr& x = scalar(item);
      const Expr result = name == "ceil" ? -whole_part(-x) : whole_part(x);
      return name == "integer" ? Value::integer(result) : Value::real(result);
    });
  }
  if (arguments.size() != 2) return std::nullopt;
  const auto quotient = [this](const Expr& a, const Expr& b) {  // towards zero
    const Expr q = a / b;
    return sign(q) * whole_part(abs(q));
  };
  const auto both = [&](const auto& operation, bool real) {
    const Value &a = arguments[0], &b = arguments[1];
    const auto one = [&](const Value& x, const Value& y) -> Value {
      const bool integer =
          !real && x.kind == Value::Kind::integer && y.kind == Value::Kind::integer;
      const Expr result = operation(scalar(x), scalar(y));
      return integer ? Value::integer(result) : Value::real(result);
    };
    if (!a.is_array() || !b.is_array()) {
      if (a.is_array()) return each(a, [&](const Value& x) { return one(x, b); });
      return each(b, [&](const Value& y) { return one(a, y); });
    }
    std::vector<Value> items;
    for (std::size_t i = 0; i < a.items().size(); ++i)
      items.push_back(one(a.items()[i], b.items().at(i)));
    return Value::array(a.shape(), std::move(items));
  };
  using Exprs = const Expr&;
  if (name == "atan2") return both([](Exprs a, Exprs b) { return atan2(a, b); }, true);
  if (name == "pow") return both([](Exprs a, Exprs b) { return pow(a, b); }, true);
  if (name == "div") return both(quotient, false);
  if (name == "mod") {
    return both([&](Exprs a, Exprs b) { return a - whole_part(a / b) * b; }, false);
  }
  if (name == "rem") return both([&](Exprs a, Exprs b) { return a - quotient(a, b) * b; }, false);
  return std::nullopt;
}

// -- arrays ---------------------------------------------------------------------------------------

std::optional<Value> Elaborator::array_call(std::string_view name, const std::vector<Value>& a,
                                            Position position) {
  const std::size_t n = a.size();
  const auto shape_from = [&](std::size_t first) {
    Shape shape;
    for (std::size_t i = first; i < n; ++i) shape.push_back(integer(a[i], position, "a size"));
    return shape;
  };
  if (name == "zeros") return zeros(shape_from(0), Value::integer(0.0));
  if (name == "ones") return zeros(shape_from(0), Value::integer(1.0));
  if (name == "fill" && n >= 1) {
    if (!a[0].is_array()) return zeros(shape_from(1), a[0]);
    Shape shape = shape_from(1);
    std::vector<Value> items;
    for (std::size_t k = 0; k < count(shape); ++k) {
      items.insert(items.end(), a[0].items().begin(), a[0].items().end());
    }
    shape.insert(shape.end(), a[0].shape().begin(), a[0].shape().end());
    return Value::array(std::move(shape), std::move(items));
  }
  if (name == "identity" && n == 1) return identity(integer(a[0], position, "a size"));
  if (name == "linspace" && n == 3) {
    const int count = integer(a[2], position, "a number of points");
    std::vector<Value> items;
    for (int k = 0; k < count; ++k) {
      items.push_back(Value::real(scalar(a[0]) + (scalar(a[1]) - scalar(a[0])) * Expr(k) /
                                                     Expr(std::max(count - 1, 1))));
    }
    return Value::array({count}, std::move(items));
  }
  if (name == "diagonal" && n == 1) {
    const Value& v = vector_of(a[0], -1, "diagonal");
    const int size = v.shape()[0];
    std::vector<Value> items(static_cast<std::size_t>(size) * size, Value::integer(0.0));
    for (int k = 0; k < size; ++k) items[static_cast<std::size_t>(k) * size + k] = v.items()[k];
    return Value::array({size, size}, std::move(items));
  }
  if (name == "transpose" && n == 1) return transpose(a[0]);
  if (name == "symmetric" && n == 1) {
    if (a[0].rank() != 2 || a[0].shape()[0] != a[0].shape()[1]) {
      throw ValueFault{"symmetric needs a square matrix, not " + describe(a[0]), {}};
    }
    Value result = a[0];
    const int size = result.shape()[0];
    Compound& own = result.own();
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < i; ++j) own.items[i * size + j] = own.items[j * size + i];
    }
    return result;
  }
  if (name == "outerProduct" && n == 2) {
    const Value &left = vector_of(a[0], -1, name), &right = vector_of(a[1], -1, name);
    const Value column = Value::array({left.shape()[0], 1}, left.items());
    const Value row = Value::array({1, right.shape()[0]}, right.items());
    return binary(Operator::mul, column, row);
  }
  if (name == "cross" && n == 2) return cross(a[0], a[1]);
  if (name == "skew" && n == 1) return skew(a[0]);
  if (name == "scalar" && n == 1) {
    if (flat(a[0]).size() != 1) throw ValueFault{"scalar() of " + describe(a[0]), {}};
    return flat(a[0])[0];
  }
  if (name == "vector" && n == 1) {
    std::vector<Value> items = flat(a[0]);
    const int size = static_cast<int>(items.size());
    return Value::array({size}, std::move(items));
  }
  if (name == "matrix" && n == 1) {
    std::vector<Value> items = flat(a[0]);
    Shape shape = a[0].shape();
    if (shape.size() >= 2) return a[0];
    const int size = static_cast<int>(items.size());
    return Value::array({size, 1}, std::move(items));
  }
  if (name == "cat" && n >= 2) {
    const int dimension = integer(a[0], position, "the dimension of cat");
    if (dimension < 1) throw ValueFault{"cat along a dimension below 1", {}};
    return concatenate(static_cast<std::size_t>(dimension - 1), {a.begin() + 1, a.end()});
  }
  if (name == "array") return Value::list(a);
  if (name == "ndims" && n == 1) return Value::integer(static_cast<double>(a[0].rank()));
  if (name == "min" || name == "max") {
    if (n == 2) return fold(name, {a[0], a[1]});
    if (n == 1) return fold(name, flat(a[0]));
  }
  if ((name == "sum" || name == "product") && n == 1) return fold(name, flat(a[0]));
  return std::nullopt;
}

Value Elaborator::reduction(std::string_view name, const Expression& call, const Place& place) {
  if (name == "array") return comprehension(*call.operands[0], call.iterators, place);
  std::vector<Value> items;
  iterate(call.iterators, place,
          [&](const Place& inner) { items.push_back(evaluate(*call.operands[0], inner)); });
  return fold(name, items);
}

/// Looks at declarations where it can: sizes may be asked for before there are values.
Value Elaborator::size_call(const Expression& call, const Place& place) {
  const Expression& of = *call.operands[0];
  Shape shape;
  bool known = false;
  if (of.kind == Expression::Kind::reference &&
      !(place.frame && place.frame->find(of.reference->parts[0].name))) {
    const Reference& reference = *of.reference;
    const Found found = reference.global
                            ? top_class(reference.parts[0].name)
                            : find_name(reference.parts[0].name, place.scope, call.position);
    if (found.instance) {
      const Selection selection = select_components(*found.instance, reference, 0, place);
      if (!selection.absent) {
        shape = selection.shape;
        if (selection.leaves_chosen) {
          shape.insert(shape.end(), selection.leaf_shape.begin(), selection.leaf_shape.end());
        } else if (!selection.items.empty() && selection.items[0]->is_array &&
                   selection.items[0]->builtin != Builtin::none) {
          const Shape& own = selection.items[0]->shape;
          shape.insert(shape.end(), own.begin(), own.end());
        }
        known = true;
      }
    }
  }
  if (!known) shape = evaluate(of, place).shape();
  if (call.operands.size() == 1) {
    std::vector<Value> items;
    for (const int n : shape) items.push_back(Value::integer(n));
    return Value::vector(std::move(items));
  }
  const int d = integer(evaluate(*call.operands[1], place), call.position, "a dimension");
  if (d < 1 || d > static_cast<int>(shape.size())) {
    fail(call.position, "",
         fmt::format("{} has {}, so there is no dimension {}.", print(of),
                     counted(shape.size(), "dimension"), d));
  }
  return Value::integer(shape[static_cast<std::size_t>(d - 1)]);
}

Value Elaborator::text_call(const Expression& call, const Place& place) {
  const Value value = evaluate(*call.operands[0], place);
  if (value.kind == Value::Kind::text) return value;
  if (!value.is_scalar()) return Value::string(describe(value));
  if (varies(value.scalar)) return Value::string("<" + print(*call.operands[0]) + ">");
  const double number =
      value.scalar.is_number() ? value.scalar.number() : parameter_values_(value.scalar);
  if (value.kind == Value::Kind::boolean) return Value::string(number != 0 ? "true" : "false");
  if (value.kind == Value::Kind::enumeration && value.type) {
    const auto k = static_cast<std::size_t>(number);
    if (k >= 1 && k <= value.type->literals.size()) {
      return Value::string(std::string(value.type->literals[k - 1].name.text()));
    }
  }
  return Value::string(value.kind == Value::Kind::integer ? fmt::format("{:.0f}", number)
                                                          : fmt::format("{:.6g}", number));
}

// -- operators with a meaning of their own --------------------------------------------------------

Value Elaborator::derivative(const Value& value, Position position) {
  if (value.kind == Value::Kind::record) {
    std::vector<Value> items;
    for (const Value& item : value.items()) items.push_back(derivative(item, position));
    return Value::record(value.data->names, std::move(items), value.type);
  }
  return each(value, [&](const Value& item) -> Value {
    if (item.kind == Value::Kind::record) return derivative(item, position);
    const Expr& x = scalar(item);
    if (x.is_number()) return Value::real(0.0);
    if (x.is_variable()) {
      if (item.kind != Value::Kind::real) {
        throw ValueFault{"the time derivative of what is not Real",
                         "Only Real variables have one."};
      }
      return Value::real(pool_.variable(x.index(), x.order() + 1));
    }
    return Value::real(time_derivative(x));
  });
}

Value Elaborator::pre(const Value& value, Position position) {
  return each(value, [&](const Value& item) -> Value {
    const Expr& x = scalar(item);
    if (!varies(x) || x.op() == Op::pre) return item;
    if (!x.is_variable() || x.order() != 0) {
      fail(position, "", "pre() is of a variable only.",
           "Give the expression a name, as a variable of its own.");
    }
    return {item.kind, pool_.pre(x.index()), item.type, {}};
  });
}

std::optional<Value> Elaborator::special_call(std::string_view name, const Expression& call,
                                              const Place& place) {
  const auto argument = [&](std::size_t i, std::string_view other = {}) -> const Expression& {
    if (i < call.operands.size()) return *call.operands[i];
    for (const NamedArgument& named : call.named) {
      if (named.name.text() == other) return *named.value;
    }
    fail(call.position, std::string(name), fmt::format("{} needs an argument more.", name));
  };
  const auto value = [&](std::size_t i, std::string_view other = {}) {
    return evaluate(argument(i, other), place);
  };
  // In an algorithm, pre() is of the variable, whatever was assigned to it before.
  const auto variable = [&]() -> Value {
    const Expression& own = argument(0);
    const bool plain = own.kind == Expression::Kind::reference && place.frame &&
                       own.reference->parts.size() == 1 &&
                       own.reference->parts[0].subscripts.empty();
    const bool known =
        plain && place.scope && find_member(*place.scope->instance, own.reference->parts[0].name);
    return known ? evaluate(own, {place.scope, nullptr}) : value(0);
  };
  if (name == "der") return derivative(value(0), call.position);
  if (name == "pre") return pre(variable(), call.position);
  if (name == "edge") {
    return Value::boolean(scalar(value(0)) && !scalar(pre(variable(), call.position)));
  }
  if (name == "change") {
    const Value now = value(0), before = pre(variable(), call.position);
    const Expr &a = scalar(now), &b = scalar(before);
    if (now.kind == Value::Kind::boolean) return Value::boolean((a && !b) || (!a && b));
    return Value::boolean(a < b || b < a);
  }
  if (name == "initial") {
    return at_start_ ? Value::truth(true) : Value::boolean(initial_flag());
  }
  if (name == "terminal") {
    return at_start_ ? Value::truth(false) : Value::boolean(terminal_flag());
  }
  if (name == "noEvent") {
    return each(quietly(argument(0), place), [](const Value& x) -> Value {
      return {x.kind, no_event(scalar(x)), x.type, {}};
    });
  }
  if (name == "smooth") {
    const int order = integer(value(0), call.position, "the order of smooth");
    if (order == 0) return value(1);
    return each(quietly(argument(1), place), [](const Value& x) -> Value {
      return {x.kind, no_event(scalar(x)), x.type, {}};
    });
  }
  if (name == "delay") return delay(call, place);
  if (name == "homotopy") return value(0, "actual");
  if (name == "semiLinear") {
    const Expr x = scalar(value(0)), up = scalar(value(1)), down = scalar(value(2));
    const Expr flow = semi_linear(x, up, down);
    if (up.is_variable() && !flow.is_number()) streams_[flow.id()] = {x, up, down};
    return Value::real(flow);
  }
  if (name == "sample") {
    return Value::boolean(
        sample(scalar(value(0, "start")), scalar(value(1, "interval")), call.position));
  }
  if (name == "size") return size_call(call, place);
  if (name == "String") return text_call(call, place);
  if (name == "Integer") {
    Value inner = value(0);
    inner.kind = Value::Kind::integer;
    return inner;
  }
  if (name == "cardinality") return Value::integer(cardinality(argument(0), place));
  if (name == "isRoot" || name == "rooted" || name == "uniqueRoot") {
    return Value::truth(graph_answer(name, argument(0), place));
  }
  if (name == "getInstanceName") {
    const std::string inside = path(*place.scope->instance);
    const std::string top(root_ ? root_->name.text() : std::string_view());
    return Value::string(inside.empty() ? top : top + "." + inside);
  }
  for (const std::string_view unsupported :
       {"spatialDistribution", "inStream", "actualStream", "Clock", "previous", "hold", "subSample",
        "superSample", "shiftSample", "interval"}) {
    if (name != unsupported) continue;
    fail(call.position, std::string(name), fmt::format("{}() is not supported.", name),
         "Write the model without it.");
  }
  return std::nullopt;
}

std::optional<Value> Elaborator::builtin_call(std::string_view name, const Expression& call,
                                              const Place& place) {
  if (!call.iterators.empty()) {
    if (name != "sum" && name != "product" && name != "min" && name != "max" && name != "array") {
      fail(call.position, std::string(name), fmt::format("{} is no reduction.", name),
           "Reductions are sum, product, min, max and array.");
    }
    return reduction(name, call, place);
  }
  if (std::optional<Value> result = special_call(name, call, place)) return result;
  static constexpr std::string_view kNames[] = {
      "abs",       "acos",    "array",    "asin",         "atan",    "atan2",     "cat",    "ceil",
      "cos",       "cosh",    "cross",    "diagonal",     "div",     "exp",       "fill",   "floor",
      "identity",  "integer", "linspace", "log",          "log10",   "matrix",    "max",    "min",
      "mod",       "ndims",   "ones",     "outerProduct", "product", "rem",       "scalar", "sign",
      "sin",       "sinh",    "skew",     "sqrt",         "sum",     "symmetric", "tan",    "tanh",
      "transpose", "vector",  "zeros"};
  if (std::find(std::begin(kNames), std::end(kNames), name) == std::end(kNames)) {
    return std::nullopt;
  }
  std::vector<Value> arguments;
  for (const Expression* e : call.operands) arguments.push_back(evaluate(*e, place));
  if (std::optional<Value> result = math_call(name, arguments)) return result;
  if (std::optional<Value> result = array_call(name, arguments, call.position)) return result;
  fail(call.position, std::string(name),
       fmt::format("{} does not take {}.", name, counted(arguments.size(), "argument")),
       "Give as many as the function has.");
}

Value Elaborator::evaluate_call(const Expression& call, const Place& place) {
  const Reference& reference = *call.reference;
  const std::string_view last = reference.parts.back().name.text();
  if (reference.parts.size() == 1 && !reference.global) {
    // A local function may have the name of a built-in one, but for operators.
    const Scope* const scope = place.scope;
    Member* const own = scope ? find_member(*scope->instance, reference.parts[0].name) : nullptr;
    if (!own || !own->is_class()) {
      if (std::optional<Value> result = builtin_call(last, call, place)) return *result;
    }
  } else if (reference.parts.size() == 2 && reference.parts[0].name.text() == "Connections") {
    if (std::optional<Value> result = special_call(last, call, place)) return *result;
    fail(call.position, print(reference),
         fmt::format("There is no operator {}.", print(reference)));
  }
  const Found found = find_class(reference, place.scope);
  if (!found) {
    // Animation of old libraries.
    if (last == "PackShape" || last == "PackMaterial") return Value::real(0.0);
    fail_unknown(reference.parts[0].name, place.scope, call.position);
  }
  if (!found.member || !found.member->is_class()) {
    fail(call.position, print(reference), fmt::format("{} is no function.", print(reference)));
  }
  return call_function(found, call, place);
}

}  // namespace multibond::modelica
