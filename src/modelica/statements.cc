// Statements: run one after the other on values, in functions and in algorithms of models.

#include <fmt/format.h>

#include "elaborator.h"
#include "multibond/base/text.h"
#include "multibond/modelica/printer.h"

namespace multibond::modelica {
namespace {

constexpr int kMostRounds = 1'000'000;

}  // namespace

Elaborator::Flow Elaborator::execute(const List<Statement*>& statements, const Place& place) {
  for (const Statement* statement : statements) {
    const Flow flow = execute(*statement, place);
    if (flow != Flow::on) return flow;
  }
  return Flow::on;
}

Elaborator::Flow Elaborator::execute(const Statement& s, const Place& place) {
  const Depth depth(*this, s.position);
  switch (s.kind) {
    case Statement::Kind::assign:
      if (s.left->kind == Expression::Kind::tuple) {
        const std::vector<Value> values =
            evaluate_results(*s.right, place, s.left->operands.size());
        for (std::size_t i = 0; i < s.left->operands.size(); ++i) {
          if (s.left->operands[i]) assign(*s.left->operands[i], values.at(i), place);
        }
      } else {
        assign(*s.left, evaluate(*s.right, place), place);
      }
      return Flow::on;
    case Statement::Kind::call: {
      const std::string_view name = s.left->reference->parts.back().name.text();
      const bool acts = name == "assert" || name == "reinit" || name == "terminate";
      if (acts && when_statement_ && functions_running_ == 0) {
        when_call(*s.left, place, *when_statement_);
        return Flow::on;
      }
      if (name == "assert") {
        // As in `if`: what parameters decide is decided for good.
        if (!s.left->operands.empty()) {
          try_number(scalar(evaluate(*s.left->operands[0], place)));
        }
        state_assert(*s.left, place);
        return Flow::on;
      }
      evaluate(*s.left, place);
      return Flow::on;
    }
    case Statement::Kind::choose:
      return execute_choice(s, place);
    case Statement::Kind::loop: {
      Flow flow = Flow::on;
      iterate(s.iterators, place, [&](const Place& inner) {
        if (flow == Flow::on) flow = execute(s.branches[0].body, inner);
      });
      return flow == Flow::finish ? flow : Flow::on;
    }
    case Statement::Kind::while_loop: {
      for (int round = 0;; ++round) {
        const Value condition = evaluate(*s.branches[0].condition, place);
        const std::optional<double> known = try_number(scalar(condition));
        if (known) {
          if (*known == 0) return Flow::on;
        } else {
          const Expr c = quiet(scalar(condition));
          const bool yes = decide(c);
          guard_ = guard_ && (yes ? c : !c);
          if (!yes) return Flow::on;
        }
        if (round == kMostRounds && !known && functions_running_ > 0) throw EndlessPaths();
        if (round == kMostRounds) {
          fail(s.position, "", "This loop does not end.", "Let its condition become false.");
        }
        const Flow flow = execute(s.branches[0].body, place);
        if (flow == Flow::leave) return Flow::on;
        if (flow == Flow::finish) return flow;
      }
    }
    case Statement::Kind::leave:
      return Flow::leave;
    case Statement::Kind::finish:
      return Flow::finish;
    case Statement::Kind::equation:
    case Statement::Kind::connect:
    case Statement::Kind::when:
      break;
  }
  fail(s.position, "", "This statement does not belong into a function.");
}

/// A condition that varies: both branches run on copies, and what differs is chosen by it.
Elaborator::Flow Elaborator::execute_choice(const Statement& s, const Place& place) {
  for (std::size_t b = 0; b < s.branches.size(); ++b) {
    const Branch& branch = s.branches[b];
    if (!branch.condition) return execute(branch.body, place);
    const Value condition = evaluate(*branch.condition, place);
    const Expr c = quiet(scalar(condition));
    if (const std::optional<double> known = try_number(c)) {
      if (*known == 0) continue;
      return execute(branch.body, place);
    }
    if (script_) {
      // The guard stays until the function is left: the way goes on under this
      // condition.
      const bool yes = decide(c);
      guard_ = guard_ && (yes ? c : !c);
      if (yes) return execute(branch.body, place);
      continue;
    }
    std::vector<Frame*> frames;
    for (Frame* frame = place.frame; frame; frame = frame->outer) frames.push_back(frame);
    std::vector<std::vector<std::pair<Name, Value>>> before, then;
    for (const Frame* frame : frames) before.push_back(frame->values);
    const Flow first = [&] {
      const Guard guard(*this, c);
      return execute(branch.body, place);
    }();
    for (std::size_t i = 0; i < frames.size(); ++i) {
      then.push_back(frames[i]->values);
      frames[i]->values = before[i];
    }
    Statement rest = s;
    rest.branches = List<Branch>(s.branches.begin() + b + 1, s.branches.size() - b - 1);
    const Flow second = [&] {
      const Guard guard(*this, !c);
      return execute_choice(rest, place);
    }();
    if (first != second) throw SplitPaths();
    for (std::size_t i = 0; i < frames.size(); ++i) {
      for (std::size_t k = 0; k < frames[i]->values.size(); ++k) {
        Value& now = frames[i]->values[k].second;
        const Value& other = then[i][k].second;
        if (now.data == other.data && now.kind == other.kind && same(now.scalar, other.scalar)) {
          continue;
        }
        now = choose(c, other, now);
      }
    }
    return first;
  }
  return Flow::on;
}

void Elaborator::assign(const Expression& target, const Value& value, const Place& place) {
  if (target.kind != Expression::Kind::reference) {
    fail(target.position, "", fmt::format("'{}' cannot be assigned to.", print(target)));
  }
  const Reference& reference = *target.reference;
  Value* const local = place.frame ? place.frame->find(reference.parts[0].name) : nullptr;
  if (!local) {
    fail(target.position, print(reference),
         fmt::format("{} is no local variable or output of the function.", print(reference)));
  }
  *local = assigned(*local, reference, 0, value, place);
}

/// An element whose subscripts vary: each element is the new value where they name it.
std::optional<Value> Elaborator::assigned_where(const Value& old,
                                                const List<Expression*>& subscripts,
                                                const Value& value, const Place& place) {
  std::vector<Expr> at;
  bool varying = false;
  for (std::size_t d = 0; d < subscripts.size(); ++d) {
    if (subscripts[d]->kind == Expression::Kind::colon) return std::nullopt;
    Frame frame;
    frame.outer = place.frame;
    frame.values.emplace_back(library_.names()("end"), Value::integer(old.shape()[d]));
    const Value index = evaluate(*subscripts[d], {place.scope, &frame});
    if (!index.is_scalar()) return std::nullopt;
    at.push_back(index.scalar);
    varying = varying || varies(index.scalar);
  }
  if (!varying) return std::nullopt;
  Value result = old;
  Compound& own = result.own();
  for (std::size_t k = 0; k < own.items.size(); ++k) {
    Expr here = 1.0;
    std::size_t rest = k, size = own.items.size();
    for (std::size_t d = 0; d < at.size(); ++d) {
      size /= static_cast<std::size_t>(old.shape()[d]);
      const Expr place_here(static_cast<double>(rest / size + 1));
      rest %= size;
      here = here && (at[d] > place_here - 0.5 && at[d] < place_here + 0.5);
    }
    own.items[k] = choose(no_event(here), value, own.items[k]);  // whole numbers: no doubt
  }
  return result;
}

Value Elaborator::assigned(Value old, const Reference& reference, std::size_t part,
                           const Value& value, const Place& place) {
  const ReferencePart& at = reference.parts[part];
  const bool last = part + 1 == reference.parts.size();
  const auto deeper = [&](Value item) -> Value {
    if (last) return value;
    const Name name = reference.parts[part + 1].name;
    Compound& own = item.own();
    for (std::size_t i = 0; i < own.names.size(); ++i) {
      if (own.names[i] != name) continue;
      own.items[i] = assigned(own.items[i], reference, part + 1, value, place);
      return item;
    }
    fail(reference.position, print(reference),
         fmt::format("There is no {} in {}.", name.text(), at.name.text()));
  };
  if (at.subscripts.empty()) {
    if (last) return value;
    if (old.kind != Value::Kind::record) {
      fail(reference.position, print(reference), fmt::format("{} has no parts.", at.name.text()));
    }
    return deeper(std::move(old));
  }
  if (!old.is_array()) {
    fail(reference.position, print(reference),
         fmt::format("{} has no size yet, so no element of it can be assigned.", at.name.text()));
  }
  if (last && value.is_scalar() && at.subscripts.size() == old.rank()) {
    if (std::optional<Value> result = assigned_where(old, at.subscripts, value, place)) {
      return *result;
    }
  }
  const Indices chosen = indices(old.shape(), at.subscripts, place, at.name.text());
  const std::vector<std::size_t> places = chosen.places(old.shape());
  const Shape shape = chosen.shape();
  Compound& own = old.own();
  if (shape.empty()) {
    own.items[places.at(0)] = deeper(own.items[places[0]]);
  } else {
    if (!last || value.shape() != shape) {
      fail(reference.position, print(reference),
           fmt::format("{} is assigned {}.", print(reference), describe(value)),
           "Both sides must have the same size.");
    }
    for (std::size_t k = 0; k < places.size(); ++k) own.items[places[k]] = value.items()[k];
  }
  return old;
}

}  // namespace multibond::modelica
