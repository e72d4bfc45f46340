// Functions whose result is no expression: written down as procedures, statement by statement.

#include <cmath>

#include <fmt/format.h>

#include "elaborator.h"
#include "multibond/base/text.h"
#include "multibond/modelica/printer.h"

namespace multibond::modelica {
namespace {

/// A search ends at a whole number although it is reached by adding parts of it.
constexpr double kSlack = 1e-9;
constexpr std::size_t kMostUnrolled = 100;

bool leaves_loop(const List<Statement*>& statements) {
  for (const Statement* s : statements) {
    if (s->kind == Statement::Kind::leave) return true;
    if (s->kind != Statement::Kind::choose) continue;  // of an inner loop it leaves that
    for (const Branch& branch : s->branches) {
      if (leaves_loop(branch.body)) return true;
    }
  }
  return false;
}

/// Calls visit(item) for each scalar of a value, and puts what it returns in its place.
template <typename Visit>
Value with_scalars(const Value& value, Visit&& visit) {
  if (value.is_scalar()) return {value.kind, visit(value), value.type, {}};
  if (!value.is_array() && value.kind != Value::Kind::record) return value;
  Value result = value;
  for (Value& item : result.own().items) item = with_scalars(item, visit);
  return result;
}

void collect_scalars(const Value& value, std::vector<Expr>& scalars) {
  with_scalars(value, [&](const Value& item) {
    scalars.push_back(item.scalar);
    return item.scalar;
  });
}

bool same_form(const Value& a, const Value& b) {
  if (a.is_scalar() || b.is_scalar()) return a.is_scalar() && b.is_scalar();
  if (a.kind != b.kind) return false;
  if (a.kind == Value::Kind::text) return a.data->text == b.data->text;
  if (a.is_array() && a.shape() != b.shape()) return false;
  if (a.kind == Value::Kind::none) return true;
  if (a.items().size() != b.items().size()) return false;
  for (std::size_t k = 0; k < a.items().size(); ++k) {
    if (!same_form(a.items()[k], b.items()[k])) return false;
  }
  return true;
}

}  // namespace

/// A procedure in the making.
struct Elaborator::Drafting {
  std::shared_ptr<ExprPool> pool = std::make_shared<ExprPool>();
  std::uint32_t slots = 0;
  std::vector<Step> steps = {};
  std::vector<Step>* now = &steps;  ///< where statements go

  Expr slot() { return pool->variable(slots++); }
  Value slots_like(const Value& value) {
    return with_scalars(value, [&](const Value&) { return slot(); });
  }
  /// Makes the targets equal to the values, all at once.
  void assign(const Value& targets, const Value& values) {
    std::vector<Expr> left, right;
    collect_scalars(targets, left);
    collect_scalars(values, right);
    Step step;
    for (std::size_t k = 0; k < left.size(); ++k) {
      if (same(left[k], right.at(k))) continue;
      step.targets.push_back(left[k].index());
      step.values.push_back(right[k]);
    }
    if (!step.targets.empty()) now->push_back(std::move(step));
  }
  /// The statements that make() adds.
  template <typename Make>
  std::vector<Step> apart(Make&& make) {
    std::vector<Step> list;
    std::vector<Step>* const outer = std::exchange(now, &list);
    make();
    now = outer;
    return list;
  }
};

bool Elaborator::draft_assertion(const Expr& fails) {
  if (!drafting_) return false;
  drafting_->now->push_back({Step::Kind::fail, {}, {fails}, {}, {}});
  return true;
}

/// The value of a local from its declaration on: slots.
Value Elaborator::draft_local(const Value& value, const Type& type) {
  Value first = value;
  if (first.kind == Value::Kind::none) {
    if (type.builtin == Builtin::real) first = Value::real(0.0);
    if (type.builtin == Builtin::integer) first = Value::integer(0.0);
    if (type.builtin == Builtin::boolean) first = Value::truth(false);
    if (type.builtin == Builtin::enumeration) {
      first = {Value::Kind::enumeration, 1.0, type.definition, {}};
    }
  }
  if (first.is_scalar() && type.builtin == Builtin::real) first.kind = Value::Kind::real;
  const Value slots = drafting_->slots_like(first);
  drafting_->assign(slots, first);
  return slots;
}

void Elaborator::draft_assign(const Expression& target, const Value& value, const Place& place) {
  if (target.kind != Expression::Kind::reference) {
    fail(target.position, "", fmt::format("'{}' cannot be assigned to.", print(target)));
  }
  const Reference& reference = *target.reference;
  Value* const local = place.frame ? place.frame->find(reference.parts[0].name) : nullptr;
  if (!local) {
    fail(target.position, print(reference),
         fmt::format("{} is no local variable or output of the function.", print(reference)));
  }
  const bool whole = reference.parts.size() == 1 && reference.parts[0].subscripts.empty();
  // An array without a size gets that of its first value.
  if (local->kind == Value::Kind::none && whole) *local = drafting_->slots_like(value);
  const Value now = assigned(*local, reference, 0, value, place);
  if (!same_form(*local, now)) {
    fail(target.position, print(reference),
         fmt::format("{} is {}, and is assigned {}, in a function whose loops depend on variables.",
                     print(reference), describe(*local), describe(now)),
         "Let it have the same size always.");
  }
  drafting_->assign(*local, now);
}

void Elaborator::draft(const List<Statement*>& statements, const Place& place) {
  for (const Statement* statement : statements) draft(*statement, place);
}

void Elaborator::draft(const Statement& s, const Place& place) {
  const Depth depth(*this, s.position);
  switch (s.kind) {
    case Statement::Kind::assign:
      if (s.left->kind == Expression::Kind::tuple) {
        const std::vector<Value> values =
            evaluate_results(*s.right, place, s.left->operands.size());
        // All of them are of what was before: they are kept until each has its place.
        std::vector<Value> kept;
        for (const Value& value : values) {
          kept.push_back(drafting_->slots_like(value));
          drafting_->assign(kept.back(), value);
        }
        for (std::size_t i = 0; i < s.left->operands.size(); ++i) {
          if (s.left->operands[i]) draft_assign(*s.left->operands[i], kept.at(i), place);
        }
      } else {
        draft_assign(*s.left, evaluate(*s.right, place), place);
      }
      return;
    case Statement::Kind::call:
      if (s.left->reference->parts.back().name.text() == "assert") {
        return state_assert(*s.left, place);
      }
      evaluate(*s.left, place);
      return;
    case Statement::Kind::choose:
      return draft_choice(s, 0, place);
    case Statement::Kind::loop:
      return draft_loop(s, 0, place);
    case Statement::Kind::while_loop: {
      const Expr condition = scalar(evaluate(*s.branches[0].condition, place));
      std::vector<Step> body = drafting_->apart([&] { draft(s.branches[0].body, place); });
      drafting_->now->push_back({Step::Kind::loop, {}, {condition}, std::move(body), {}});
      return;
    }
    case Statement::Kind::leave:
      drafting_->now->push_back({Step::Kind::leave, {}, {}, {}, {}});
      return;
    case Statement::Kind::finish:
      drafting_->now->push_back({Step::Kind::finish, {}, {}, {}, {}});
      return;
    case Statement::Kind::equation:
    case Statement::Kind::connect:
    case Statement::Kind::when:
      break;
  }
  fail(s.position, "", "This statement does not belong into a function.");
}

void Elaborator::draft_choice(const Statement& s, std::size_t from, const Place& place) {
  if (from == s.branches.size()) return;
  const Branch& branch = s.branches[from];
  if (!branch.condition) return draft(branch.body, place);
  const Expr condition = scalar(evaluate(*branch.condition, place));
  if (condition.is_number()) {
    if (condition.number() != 0) return draft(branch.body, place);
    return draft_choice(s, from + 1, place);
  }
  std::vector<Step> then = drafting_->apart([&] { draft(branch.body, place); });
  std::vector<Step> otherwise = drafting_->apart([&] { draft_choice(s, from + 1, place); });
  drafting_->now->push_back(
      {Step::Kind::choose, {}, {condition}, std::move(then), std::move(otherwise)});
}

/// A range that is known is gone through here; another one, and one that may be left, in the run.
void Elaborator::draft_loop(const Statement& s, std::size_t at, const Place& place) {
  if (at == s.iterators.size()) return draft(s.branches[0].body, place);
  const Iterator& iterator = s.iterators[at];
  Frame frame;
  frame.outer = place.frame;
  frame.values.emplace_back(iterator.name, Value());
  const Place inner{place.scope, &frame};
  const bool is_range = iterator.range && iterator.range->kind == Expression::Kind::range;
  Value first, last, step = Value::integer(1.0);
  if (is_range) {
    const auto& operands = iterator.range->operands;
    first = evaluate(*operands[0], place);
    last = evaluate(*operands.back(), place);
    if (operands.size() == 3) step = evaluate(*operands[1], place);
  }
  const bool known = !is_range || (first.is_number() && last.is_number() && step.is_number());
  const bool left = leaves_loop(s.branches[0].body);
  if (known && !left) {
    const Value range = range_of(iterator, place);
    if (static_cast<std::size_t>(range.shape()[0]) <= kMostUnrolled || !is_range) {
      for (int k = 0; k < range.shape()[0]; ++k) {
        frame.values[0].second = range.element(static_cast<std::size_t>(k));
        draft_loop(s, at + 1, inner);
      }
      return;
    }
  }
  if (!is_range || !step.is_number() || step.scalar.is_number(0)) {
    fail(s.position, "", "The steps of this loop are not known before the run.",
         "Write a range with a constant step: for i in 1:n.");
  }
  const double stride = step.scalar.number();
  const Value index = drafting_->slots_like(first), end = drafting_->slots_like(last);
  drafting_->assign(index, first);
  drafting_->assign(end, last);
  frame.values[0].second = index;
  const double slack = kSlack * std::abs(stride);
  const Expr goes_on =
      stride > 0 ? index.scalar <= end.scalar + slack : index.scalar >= end.scalar - slack;
  std::vector<Step> body = drafting_->apart([&] {
    draft_loop(s, at + 1, inner);
    drafting_->assign(index, Value::real(index.scalar + stride));
  });
  drafting_->now->push_back({Step::Kind::loop, {}, {goes_on}, std::move(body), {}});
}

/// A function written down for inputs of this form: what is a number in them stays one.
Draft Elaborator::draft_function(Instance& function, Frame& frame,
                                 std::vector<std::uint32_t> inputs, Drafting& drafting,
                                 std::vector<Value>& results, Position position) {
  struct Restore {
    Elaborator& elaborator;
    Drafting* drafting;
    int level;
    PathScript* script;
    Expr guard;
    ~Restore() {
      elaborator.drafting_level_ = level;
      elaborator.drafting_ = drafting;
      elaborator.script_ = script;
      elaborator.guard_ = guard;
      --elaborator.functions_running_;
    }
  } restore{*this, drafting_, drafting_level_, script_, guard_};
  drafting_ = &drafting;
  script_ = nullptr;
  guard_ = 1.0;
  drafting_level_ = ++functions_running_;
  const std::vector<Name> outputs = declare_locals(function, frame, position, true);
  for (auto scope = function.scopes.rbegin(); scope != function.scopes.rend(); ++scope) {
    const Class& definition = *(*scope)->written_in;
    if (definition.external) {
      fail(definition.external->position, path(function),
           "A function in another language cannot be run step by step.", "Write it in Modelica.");
    }
    for (const Section& section : definition.sections) {
      draft(section.statements, {*scope, &frame});
    }
  }
  Draft draft{library_.path(*function.definition),
              drafting.pool,
              drafting.slots,
              std::move(inputs),
              {},
              std::move(drafting.steps)};
  for (const Name name : outputs) {
    results.push_back(*frame.find(name));
    collect_scalars(results.back(), draft.outputs);
  }
  return draft;
}

/// The derivative that the text gives: annotation(derivative = f_der). Its inputs are those of the
/// function, and then the rates of those that are Real and not excepted. Null if there is none for
/// these inputs.
std::shared_ptr<const Procedure> Elaborator::draft_derivative(Instance& function,
                                                              const Frame& given,
                                                              Position position) {
  const Argument* const annotation = library_.annotation(*function.definition, "derivative");
  if (!annotation || !annotation->modification || !annotation->modification->binding) return {};
  const Expression& named = *annotation->modification->binding;
  if (named.kind != Expression::Kind::reference) return {};
  std::vector<Name> without, resting;
  for (const Argument& argument : annotation->modification->arguments) {
    if (argument.path.size() != 1 || !argument.modification || !argument.modification->binding) {
      continue;
    }
    const Expression& value = *argument.modification->binding;
    const std::string_view word = argument.path[0].text();
    if (word == "order" && value.value != 1) return {};  // of a derivative, which is derived itself
    if (value.kind != Expression::Kind::reference) continue;
    if (word == "noDerivative") without.push_back(value.reference->parts[0].name);
    if (word == "zeroDerivative") resting.push_back(value.reference->parts[0].name);
  }
  const auto is_among = [](const std::vector<Name>& names, Name name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  const Found found = find_class(*named.reference, function.scopes.front());
  if (!found || !found.member || !found.member->is_class()) {
    fail(named.position, print(*named.reference),
         fmt::format("There is no function {}, which is to be the derivative of {}.",
                     print(*named.reference), library_.path(*function.definition)),
         "Correct the annotation, or take it away.");
  }
  Instance& derivative = namespace_of(found);
  expand(derivative);
  Drafting drafting;
  std::vector<std::uint32_t> values, rates;
  std::vector<Value> ordered_values, ordered_rates;
  for (const auto& [name, value] : given.values) {
    bool any = false;
    ordered_values.push_back(with_scalars(value, [&](const Value& item) {
      if (item.scalar.is_number()) return item.scalar;
      any = true;
      values.push_back(drafting.slots);
      return drafting.slot();
    }));
    if (any && is_among(resting, name)) return {};
  }
  bool real_only = true;
  for (std::size_t i = 0; i < given.values.size(); ++i) {
    const auto& [name, value] = given.values[i];
    std::vector<Expr> scalars;
    collect_scalars(value, scalars);
    Value rate = with_scalars(value, [&](const Value& item) {
      if (item.scalar.is_number()) return Expr(0.0);
      rates.push_back(drafting.slots);
      return drafting.slot();
    });
    const Value& sample = value.is_array() && !value.items().empty() ? value.items()[0] : value;
    const bool real = sample.kind == Value::Kind::real;
    real_only = real_only && (real || sample.is_scalar() || sample.kind == Value::Kind::text);
    if (real && !is_among(without, name) && !is_among(resting, name)) {
      ordered_rates.push_back(std::move(rate));
    }
  }
  if (!real_only) return {};  // records: derived from the text of the function
  values.insert(values.end(), rates.begin(), rates.end());
  Frame frame;
  std::size_t next = 0;
  const std::size_t n = ordered_values.size();
  for (const Name name : input_names(derivative)) {
    if (next == n + ordered_rates.size()) {
      fail(derivative.definition->position, path(derivative),
           fmt::format("{} has more inputs than the derivative of {} gets.",
                       library_.path(*derivative.definition), library_.path(*function.definition)),
           "It takes the inputs of the function, and then a rate for each that is Real.");
    }
    frame.values.emplace_back(name, next < n ? ordered_values[next] : ordered_rates[next - n]);
    ++next;
  }
  if (next < n + ordered_rates.size()) {
    fail(derivative.definition->position, path(derivative),
         fmt::format("{} has {}, but the derivative of {} gets {}.",
                     library_.path(*derivative.definition), counted(next, "input"),
                     library_.path(*function.definition), n + ordered_rates.size()),
         "It takes the inputs of the function, and then a rate for each that is Real.");
  }
  std::vector<Value> results;
  return std::make_shared<const Procedure>(
      draft_function(derivative, frame, std::move(values), drafting, results, position));
}

/// A call of a function as a procedure: its results are calls of functions of numbers.
std::vector<Value> Elaborator::call_procedure(Instance& function, const Frame& given,
                                              Position position) {
  std::vector<Expr> arguments;
  std::string key = fmt::format("{}", static_cast<const void*>(&function));
  Drafting drafting;
  std::vector<std::uint32_t> inputs;
  Frame frame;
  for (const auto& [name, value] : given.values) {
    key += '(';
    for (const int n : value.shape()) key += fmt::format("{},", n);
    if (value.kind == Value::Kind::text) key += value.data->text;
    frame.values.emplace_back(name, with_scalars(value, [&](const Value& item) {
                                if (item.scalar.is_number()) {
                                  key += fmt::format("{};", item.scalar.number());
                                  return item.scalar;
                                }
                                key += '*';
                                arguments.push_back(item.scalar);
                                inputs.push_back(drafting.slots);
                                return drafting.slot();
                              }));
  }
  const auto [it, fresh] = procedures_.try_emplace(key);
  DraftedCall& known = it->second;
  if (fresh) {
    try {
      const Draft draft =
          draft_function(function, frame, std::move(inputs), drafting, known.results, position);
      known.functions = known.inner = functions_of(std::make_shared<const Procedure>(draft));
      if (auto rate = draft_derivative(function, given, position)) {
        known.functions = functions_of(std::make_shared<const Procedure>(draft, std::move(rate)));
      }
    } catch (...) {
      procedures_.erase(key);
      throw;
    }
  }
  // A derivative may call its function, and must not keep it: then nothing would let go of both.
  const auto& functions = drafting_ ? known.inner : known.functions;
  if (functions.empty()) {
    fail(position, path(function),
         fmt::format("{} calls itself, and how often depends on variables.",
                     library_.path(*function.definition)),
         "Write a loop instead.");
  }
  std::size_t k = 0;
  std::vector<Value> results;
  for (const Value& result : known.results) {
    results.push_back(with_scalars(result, [&](const Value& item) {
      const std::size_t own = k++;
      return item.scalar.is_number() ? item.scalar : call(functions[own], arguments);
    }));
  }
  if (results.empty()) results.push_back(Value());
  return results;
}

}  // namespace multibond::modelica
