// Expressions: one evaluator for constants, equations and the bodies of functions.

#include <cmath>

#include <fmt/format.h>

#include "elaborator.h"
#include "multibond/base/text.h"
#include "multibond/modelica/lexer.h"
#include "multibond/modelica/printer.h"

namespace multibond::modelica {
namespace {

constexpr double kLongestRange = 10'000'000;

}  // namespace

// -- numbers --------------------------------------------------------------------------------------

/// Whether an expression depends on anything but parameters.
bool Elaborator::varies(const Expr& expr) {
  if (expr.is_number()) return false;
  if (expr.pool() != &pool_) return true;  // of slots of a procedure
  for (std::size_t id = varying_.size(); id <= expr.id(); ++id) {
    const auto node = static_cast<std::uint32_t>(id);
    const Op op = pool_.node(node).op;
    bool yes = op == Op::variable || op == Op::pre || op == Op::time || op == Op::condition;
    for (const std::uint32_t operand : pool_.operands(node)) yes = yes || varying_[operand];
    varying_.push_back(yes);
  }
  return varying_[expr.id()];
}

/// The parameters in it are read: another value of them takes another elaboration.
void Elaborator::freeze(const Expr& expr) {
  if (expr.is_number()) return;
  const Expr roots[] = {expr};
  for (const std::uint32_t id : pool_.reachable_unordered(roots)) {
    const ExprNode& node = pool_.node(id);
    if (node.op != Op::parameter || structural_[node.a]) continue;
    structural_[node.a] = true;
    readers_[node.a] = current_ ? path(*current_) : std::string();
  }
}

std::optional<double> Elaborator::try_number(const Expr& expr) {
  if (expr.is_number()) return expr.number();
  if (varies(expr)) return std::nullopt;
  freeze(expr);
  return parameter_values_(expr);
}

double Elaborator::number(const Value& value, Position position, std::string_view what) {
  if (!value.is_scalar()) {
    fail(position, "", fmt::format("{} must be a number, but it is {}.", what, describe(value)));
  }
  const std::optional<double> result = try_number(value.scalar);
  if (!result) {
    fail(position, "", fmt::format("{} must be known before the run, but it varies.", what),
         "Let it depend on parameters and constants only.");
  }
  return *result;
}

int Elaborator::integer(const Value& value, Position position, std::string_view what) {
  const double result = number(value, position, what);
  if (result != std::floor(result) || std::abs(result) > 2e9) {
    fail(position, "",
         fmt::format("{} must be a whole number, but it is {}.", what, format_number(result)));
  }
  return static_cast<int>(result);
}

void Elaborator::fail_with(const ValueFault& fault, Position position,
                           const std::string& where) const {
  std::string text = fault.fact;
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(text[0]));
  fail(position, "", text + where + ".",
       fault.remedy.empty() ? "Look at the types and sizes of its parts." : fault.remedy);
}

// -- expressions ----------------------------------------------------------------------------------

Value Elaborator::evaluate(const Expression& expression, const Place& place) {
  const Depth depth(*this, expression.position);
  try {
    return evaluate_inner(expression, place);
  } catch (const ValueFault& fault) {
    fail_with(fault, expression.position, fmt::format(", in '{}'", print(expression)));
  }
}

Value Elaborator::evaluate_inner(const Expression& e, const Place& place) {
  switch (e.kind) {
    case Expression::Kind::number:
      return Value::real(e.value);
    case Expression::Kind::integer:
      return Value::integer(e.value);
    case Expression::Kind::string:
      return Value::string(unescape(e.text));
    case Expression::Kind::boolean:
      return Value::boolean(e.value);
    case Expression::Kind::reference:
      return evaluate_reference(*e.reference, place);
    case Expression::Kind::call:
      return evaluate_call(e, place);
    case Expression::Kind::unary:
      return unary(e.op, evaluate(*e.operands[0], place));
    case Expression::Kind::binary: {
      const Value left = evaluate(*e.operands[0], place);
      // What is known already decides: the other side may make no sense then.
      if (e.op == Operator::logical_and && left.is_number() && left.scalar.number() == 0)
        return left;
      if (e.op == Operator::logical_or && left.is_number() && left.scalar.number() != 0)
        return left;
      return binary(e.op, left, evaluate(*e.operands[1], place));
    }
    case Expression::Kind::choice:
      return evaluate_choice(e, place);
    case Expression::Kind::range:
      return evaluate_range(e, place);
    case Expression::Kind::array: {
      std::vector<Value> items;
      for (const Expression* item : e.operands) items.push_back(evaluate(*item, place));
      return Value::list(items);
    }
    case Expression::Kind::comprehension:
      return comprehension(*e.operands[0], e.iterators, place);
    case Expression::Kind::matrix:
      return evaluate_matrix(e, place);
    case Expression::Kind::end: {
      const Value* const size = place.frame ? place.frame->find(library_.names()("end")) : nullptr;
      if (!size) fail(e.position, "", "'end' stands for a size in subscripts only.");
      return *size;
    }
    case Expression::Kind::tuple:
      if (e.operands.size() == 1 && e.operands[0]) return evaluate(*e.operands[0], place);
      fail(e.position, "", "A list in round brackets is no value.", "Write {a, b} for an array.");
    case Expression::Kind::colon:
    case Expression::Kind::row:
    case Expression::Kind::function:
      break;
  }
  fail(e.position, "", fmt::format("'{}' is not supported here.", print(e)));
}

Value Elaborator::evaluate_choice(const Expression& e, const Place& place) {
  std::vector<std::pair<Expr, Value>> branches;
  const std::size_t pairs = e.operands.size() / 2;
  Value last;
  bool decided = false;
  Expr rest = 1.0;  // none of the conditions before
  for (std::size_t i = 0; i < pairs && !decided; ++i) {
    const Guard others(*this, rest);
    const Value condition = evaluate(*e.operands[2 * i], place);
    if (condition.kind == Value::Kind::real || condition.kind == Value::Kind::integer) {
      fail(e.operands[2 * i]->position, "",
           fmt::format("The condition '{}' is {}, not a truth value.", print(*e.operands[2 * i]),
                       describe(condition)),
           "Compare it with something, e.g. x > 0.");
    }
    const Expr c = quiet(scalar(condition));
    if (const std::optional<double> known = try_number(c)) {
      if (*known == 0) continue;
      last = evaluate(*e.operands[2 * i + 1], place);
      decided = true;
    } else {
      const Guard guard(*this, c);
      branches.emplace_back(c, evaluate(*e.operands[2 * i + 1], place));
      rest = rest && !c;
    }
  }
  if (!decided) {
    const Guard others(*this, rest);
    last = evaluate(*e.operands.back(), place);
  }
  for (auto it = branches.rbegin(); it != branches.rend(); ++it) {
    last = choose(it->first, it->second, last);
  }
  return last;
}

Value Elaborator::evaluate_range(const Expression& e, const Place& place) {
  const Value first = evaluate(*e.operands[0], place);
  const Value last = evaluate(*e.operands.back(), place);
  const bool inlined = functions_running_ > 0 && functions_running_ != drafting_level_;
  if (inlined &&
      ((first.is_scalar() && varies(first.scalar)) || (last.is_scalar() && varies(last.scalar)))) {
    throw EndlessPaths();  // as a procedure, the function may go through it
  }
  const double a = number(first, e.position, "the begin of a range");
  const double b = number(last, e.position, "the end of a range");
  double step = 1;
  bool real = first.kind == Value::Kind::real || last.kind == Value::Kind::real;
  if (e.operands.size() == 3) {
    const Value middle = evaluate(*e.operands[1], place);
    step = number(middle, e.position, "the step of a range");
    real = real || middle.kind == Value::Kind::real;
    if (step == 0) fail(e.position, "", "The step of a range is zero.");
  }
  const double n = std::floor((b - a) / step + 1e-9) + 1;
  if (n > kLongestRange) fail(e.position, "", "A range has more than ten million values.");
  std::vector<Value> items;
  for (double k = 0; k < n; ++k) {
    const Expr value(a + k * step);
    items.push_back({real ? Value::Kind::real : first.kind, value, first.type, {}});
  }
  return Value::vector(std::move(items));
}

Value Elaborator::evaluate_matrix(const Expression& e, const Place& place) {
  std::vector<Value> rows;
  for (const Expression* row : e.operands) {
    std::vector<Value> items;
    for (const Expression* item : row->operands) {
      Value value = evaluate(*item, place);
      if (!value.is_array()) value = Value::array({1, 1}, {value});
      if (value.rank() == 1) value = Value::array({value.shape()[0], 1}, value.items());
      items.push_back(std::move(value));
    }
    rows.push_back(concatenate(1, items));
  }
  return concatenate(0, rows);
}

Value Elaborator::range_of(const Iterator& iterator, const Place& place) {
  if (!iterator.range) {
    fail(0, std::string(iterator.name.text()),
         fmt::format("The range of {} is left to its subscripts, which is not supported.",
                     iterator.name.text()),
         "Write it: for i in 1:n.");
  }
  Value range = evaluate(*iterator.range, place);
  if (!range.is_array()) {
    fail(iterator.range->position, std::string(iterator.name.text()),
         fmt::format("The range of {} is {}, not an array.", iterator.name.text(), describe(range)),
         "Write e.g. 1:n.");
  }
  return range;
}

void Elaborator::iterate(const List<Iterator>& iterators, const Place& place,
                         const std::function<void(const Place&)>& body, std::size_t at) {
  if (at == iterators.size()) return body(place);
  const Value range = range_of(iterators[at], place);
  Frame frame;
  frame.outer = place.frame;
  frame.values.emplace_back(iterators[at].name, Value());
  const int n = range.shape()[0];
  for (int k = 0; k < n; ++k) {
    frame.values[0].second = range.element(static_cast<std::size_t>(k));
    iterate(iterators, {place.scope, &frame}, body, at + 1);
  }
}

/// {f(i, j) for i in r, j in s}: the last iterator is the outermost.
Value Elaborator::comprehension(const Expression& body, const List<Iterator>& iterators,
                                const Place& place) {
  const std::function<Value(std::size_t, const Place&)> level = [&](std::size_t left,
                                                                    const Place& where) -> Value {
    if (left == 0) return evaluate(body, where);
    const Iterator& iterator = iterators[left - 1];
    const Value range = range_of(iterator, where);
    Frame frame;
    frame.outer = where.frame;
    frame.values.emplace_back(iterator.name, Value());
    std::vector<Value> items;
    for (int k = 0; k < range.shape()[0]; ++k) {
      frame.values[0].second = range.element(static_cast<std::size_t>(k));
      items.push_back(level(left - 1, {where.scope, &frame}));
    }
    return Value::list(items);
  };
  return level(iterators.size(), place);
}

}  // namespace multibond::modelica
