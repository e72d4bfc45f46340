// Assertions: those of parameters are answered at once, those over variables
// are watched in the run.

#include <cmath>

#include <fmt/format.h>

#include "elaborator.h"

namespace multibond::modelica {

/// The message of a failed assertion, with the component that asserts it.
std::string Elaborator::assertion_text(const Expression* message, const Place& place) {
  const Value text = message ? evaluate(*message, place) : Value();
  const std::string words =
      text.kind == Value::Kind::text ? text.data->text : std::string("An assertion failed.");
  return current_ ? fmt::format("{}: {}", path_in_messages(*current_), words) : words;
}

/// assert(condition, message, level), wherever it stands; in a branch of a when
/// clause it is looked at when that happens.
void Elaborator::state_assert(const Expression& call, const Place& place, WhenBranch* in_branch) {
  const auto argument = [&](std::size_t i, std::string_view name) -> const Expression* {
    if (i < call.operands.size()) return call.operands[i];
    for (const NamedArgument& named : call.named) {
      if (named.name.text() == name) return named.value;
    }
    return nullptr;
  };
  const Expression* const condition = argument(0, "condition");
  const Expression* const message = argument(1, "message");
  if (!condition || !message) {
    fail(call.position, "", "assert needs a condition and a message.",
         "Write assert(x > 0, \"what is wrong otherwise\").");
  }
  const Value truth = evaluate(*condition, place);
  if (truth.is_scalar() && truth.kind != Value::Kind::boolean) {
    fail(condition->position, "",
         fmt::format("The condition of an assertion is {}, not a truth value.", describe(truth)),
         "Compare it with something, e.g. x > 0.");
  }
  bool warning = false;
  if (const Expression* level = argument(2, "level")) {
    const Value value = evaluate(*level, place);
    warning = value.is_scalar() && try_number(value.scalar) == 1.0;  // AssertionLevel.warning
  }
  const Expr holds = scalar(truth);
  const Expr fails = guard_ && !holds;
  if (varies(fails)) {
    if (warning) {
      watch_softly(fails, assertion_text(message, place), call.position, in_branch);
    } else {
      watch(fails, assertion_text(message, place), call.position, in_branch);
    }
    return;
  }
  const double known = fails.is_number() ? fails.number() : parameter_values_(fails);
  if (known == 0) return;
  const std::string subject = current_ ? path(*current_) : std::string();
  const std::string words = assertion_text(message, place);
  if (warning && in_branch) {
    watch_softly(1.0, words, call.position, in_branch);
  } else if (warning) {
    warn(call.position, subject, words);
  } else if (in_branch) {
    watch(1.0, words, call.position, in_branch);
  } else {
    fail(call.position, subject, words,
         "The model asserts this: change the values that it is about.");
  }
}

/// Ends the run when the condition becomes true, or if it is true at the start:
/// a hidden variable gets a value that is no number, with a message.
void Elaborator::watch(const Expr& fails, const std::string& words, Position position,
                       WhenBranch* in_branch) {
  if (draft_assertion(fails)) return;
  if (asserted_ == kNoVariable) {
    SystemVariable variable;
    variable.path = system_.texts->add("assert()");
    variable.auxiliary = true;
    variable.description = "takes note of assertions";
    variable.kind = VariableKind::discrete;
    variable.has_start = true;
    asserted_ = static_cast<std::uint32_t>(system_.variables.size());
    system_.variables.push_back(variable);
  }
  const std::string place = library_.place(position);
  WhenAction action{WhenAction::Kind::assign};
  action.variable = asserted_;
  action.value = select(fails, std::nan(""), 0.0);
  action.message = fmt::format("{}{}\nThe model asserts this: change what leads to it.", words,
                               place.empty() ? "" : fmt::format(" ({})", place));
  action.place = system_place(position);
  if (in_branch) {
    in_branch->actions.push_back({1.0, std::move(action)});  // its value has the conditions
    return;
  }
  // A function that is called twice with the same arguments says so once.
  if (!watched_.insert({fails.is_number() ? 0 : fails.id(), words}).second) return;
  SystemWhen when;
  when.component = current_ ? system_component(*current_) : 0;
  when.place = action.place;
  when.actions = {action};
  when.condition = 1.0;
  when.initial = true;
  system_.whens.push_back(when);
  if (at_start_) return;
  when.initial = false;
  when.condition = fails;
  system_.whens.push_back(when);
}

/// A warning of the run when the condition first becomes true, or if it is true at the start.
void Elaborator::watch_softly(const Expr& fails, const std::string& words, Position position,
                              WhenBranch* in_branch) {
  if (drafting_) return;  // a procedure has nobody to tell
  WhenAction action{WhenAction::Kind::tell};
  action.message = words;
  action.place = system_place(position);
  if (in_branch) {
    in_branch->actions.push_back({fails, std::move(action)});
    return;
  }
  if (!watched_.insert({fails.is_number() ? 0 : fails.id(), words}).second) return;
  SystemWhen when;
  when.component = current_ ? system_component(*current_) : 0;
  when.place = action.place;
  when.actions = {action};
  when.condition = fails;
  when.initial = true;
  system_.whens.push_back(when);
  if (at_start_) return;
  when.initial = false;
  system_.whens.push_back(when);
}

}  // namespace multibond::modelica
