// delay(expr, delayTime, delayMax): what an expression was some time ago.

#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "elaborator.h"
#include "multibond/base/text.h"

namespace multibond::modelica {
namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// What tells an expression from others.
std::uint64_t key_of(const Expr& expr) {
  if (!expr.is_number()) return expr.id();
  const double number = expr.number();
  std::uint64_t bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  return ~bits;
}

}  // namespace

Value Elaborator::delay(const Expression& call, const Place& place) {
  const std::size_t n = call.operands.size();
  if (n < 2 || n > 3 || !call.named.empty()) {
    fail(call.position, "delay", "delay() takes an expression, a time, and the longest time.",
         "Write delay(x, 0.1), or delay(x, T, Tmax) where T varies.");
  }
  if (functions_running_ > 0) {
    fail(call.position, "delay", "delay() stands in a function, which has no past.",
         "Give the function the delayed value.");
  }
  const Value source = evaluate(*call.operands[0], place);
  const Expr time = scalar(evaluate(*call.operands[1], place));
  double longest = kUnlimited;
  if (n == 3) {
    longest = number(evaluate(*call.operands[2], place), call.operands[2]->position,
                     "delayMax, the longest time of a delay,");
  } else if (varies(time)) {
    fail(call.operands[1]->position, "delay",
         "The time of delay() varies, and its limit is not known.",
         "Give it as a third argument: delay(x, T, Tmax).");
  }
  if (!varies(time)) {
    const double seconds = time.is_number() ? time.number() : parameter_values_(time);
    const auto refuse = [&](const std::string& fact, const std::string& remedy) {
      fail(call.operands[1]->position, "delay",
           fmt::format("The delay of delay() is {}{}", quantity(seconds, "s"), fact), remedy);
    };
    if (seconds < 0) refuse(": it must not be negative.", "Give a time from 0 on.");
    if (seconds > longest) {
      refuse(fmt::format(", longer than its delayMax of {}.", quantity(longest, "s")),
             "Give a larger delayMax.");
    }
    if (seconds == 0) {
      freeze(time);
      return source;
    }
  }
  return each(source, [&](const Value& item) -> Value {
    if (item.kind == Value::Kind::boolean || item.kind == Value::Kind::enumeration) {
      throw ValueFault{"delay() of what is not Real", "Delay a Real that stands for it"};
    }
    const Expr& x = scalar(item);
    return varies(x) ? Value::real(delayed(x, time, longest, call.position)) : item;
  });
}

/// A variable that is x as long as the run begins, and then what the run has remembered.
Expr Elaborator::delayed(const Expr& x, const Expr& time, double longest, Position position) {
  if (at_start_) return x;  // before the run it was what it is at the start
  const auto [it, fresh] = delayed_.try_emplace({x.id(), key_of(time)}, 0.0);
  if (!fresh) return it->second;
  const auto make = [&](std::string_view name, std::string_view text, VariableKind kind) {
    SystemVariable variable;
    variable.path = system_.texts->add(fmt::format("{}[{}]", name, delayed_.size()));
    variable.auxiliary = true;
    variable.description = text;
    variable.component = current_ ? system_component(*current_) : 0;
    variable.kind = kind;
    system_.variables.push_back(variable);
    return static_cast<std::uint32_t>(system_.variables.size() - 1);
  };
  SystemDelay delay;
  delay.component = current_ ? system_component(*current_) : 0;
  delay.place = system_place(position);
  delay.longest = longest;
  const std::uint32_t result = make("delay", "what was some time ago", VariableKind::plain);
  delay.past = make("past", "what a run remembers", VariableKind::past);
  delay.source = make("delayed", "what is delayed", VariableKind::plain);
  delay.time = make("delayTime", "by which something is delayed", VariableKind::plain);
  system_.delays.push_back(delay);
  it->second = pool_.variable(result);
  // They hold whatever branch of an if equation asks for them.
  std::vector<SystemEquation>* const branch = std::exchange(branch_, nullptr);
  const Expr source = pool_.variable(delay.source);
  equate_scalar(source, x, position, false);
  equate_scalar(pool_.variable(delay.time), time, position, false);
  equate_scalar(it->second, select(initial_flag(), source, pool_.variable(delay.past)), position,
                false);
  branch_ = branch;
  return it->second;
}

}  // namespace multibond::modelica
