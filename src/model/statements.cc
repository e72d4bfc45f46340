// What components state: equations, modes, powers, and what happens at events.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "multibond/base/instants.h"
#include "multibond/base/text.h"
#include "multibond/model/component.h"
#include "multibond/model/contact.h"
#include "multibond/model/context.h"
#include "multibond/symbolic/linear.h"

namespace multibond {

const Expr& Component::checked(const Expr& expr, const SourceLocation& at) const {
  if (!expr.is_number() && expr.pool() != context_->pool.get()) {
    fail("uses a quantity of another model.", "Use variables and parameters of one model.", at);
  }
  return expr;
}

// -- equations --------------------------------------------------------------------------------

StatedEquation& Component::state(const Expr& left, const Expr& right, EquationRole role,
                                 std::uint32_t reaction, const SourceLocation& at) {
  if (context_->statements.open_when) {
    fail("states an equation inside a `when`: equations hold at all times.",
         "Use assign(discrete, value) or reinit(state, value) there.", at);
  }
  return context_->open_equations().emplace_back(StatedEquation{
      this, checked(left, at), checked(right, at), role, reaction, 0.0, context_->sources.add(at)});
}

void Component::equation(const Expr& left, const Expr& right, SourceLocation at) {
  state(left, right, EquationRole::plain, StatedEquation::kNone, at);
}

void Component::limit_equation(const Expr& left, const Expr& right, const Expr& slope,
                               SourceLocation at) {
  state(left, right, EquationRole::plain, StatedEquation::kNone, at).slope = checked(slope, at);
}

void Component::position_equation(const Expr& left, const Expr& right, SourceLocation at) {
  state(left, right, EquationRole::position, StatedEquation::kNone, at);
}

void Component::constraint(const Expr& residual, const Variable& reaction, SourceLocation at) {
  checked(reaction, at);
  context_->edit_variable(reaction.index()).reaction = true;
  state(residual, 0.0, EquationRole::constraint, reaction.index(), at);
}

void Component::invariant(const Expr& residual, SourceLocation at) {
  state(residual, 0.0, EquationRole::invariant, StatedEquation::kNone, at);
}

void Component::initial_equation(const Expr& left, const Expr& right, SourceLocation at) {
  state(left, right, EquationRole::initial, StatedEquation::kNone, at);
}

void Component::show_variable(std::string_view name, const Variable& variable) {
  checked(variable);
  context_->statements.shown.push_back({this, std::string(name), variable.index()});
}

// -- modes ------------------------------------------------------------------------------------

namespace {

/// Equations of a branch, those of modes inside it included.
std::size_t branch_size(const std::vector<StatedMode>& modes, const BranchOfMode& branch) {
  const StatedMode& mode = modes[branch.mode];
  std::size_t size = (branch.holds ? mode.then : mode.otherwise).size();
  for (std::size_t m = branch.mode + 1; m < modes.size(); ++m) {
    if (modes[m].inside == branch) size += modes[m].size;
  }
  return size;
}

}  // namespace

void Component::either(const Expr& condition, const std::function<void()>& then,
                       const std::function<void()>& otherwise, SourceLocation at) {
  Statements& statements = context_->statements;
  const BranchOfMode around = statements.open_branch;
  const auto number = static_cast<std::uint32_t>(statements.modes.size());
  statements.modes.push_back({this, checked(condition, at), around, context_->sources.add(at)});
  std::size_t sizes[2] = {};
  for (const bool holds : {true, false}) {
    statements.open_branch = {number, holds};
    try {
      (holds ? then : otherwise)();
    } catch (...) {
      statements.open_branch = around;
      statements.modes.erase(statements.modes.begin() + number, statements.modes.end());
      throw;
    }
    sizes[holds] = branch_size(statements.modes, {number, holds});
  }
  statements.open_branch = around;
  if (sizes[true] != sizes[false]) {
    fail(fmt::format("states {} equations while its condition holds and {} while it does not.",
                     sizes[true], sizes[false]),
         "State as many in both cases.", at);
  }
  statements.modes[number].size = sizes[true];
}

// -- energy -----------------------------------------------------------------------------------

namespace {

void add_power(Component& component, PowerKind kind, const Expr& power, const SourceLocation& at) {
  ModelContext& context = component.context();
  context.statements.powers.push_back({&component, kind, power, context.sources.add(at)});
}

}  // namespace

void Component::stores(const Expr& energy, SourceLocation at) {
  add_power(*this, PowerKind::stored_energy, checked(energy, at), at);
}
void Component::stores_power(const Expr& power, SourceLocation at) {
  add_power(*this, PowerKind::stored_power, checked(power, at), at);
}
void Component::dissipates(const Expr& power, SourceLocation at) {
  add_power(*this, PowerKind::dissipated, checked(power, at), at);
}
void Component::supplies(const Expr& power, SourceLocation at) {
  add_power(*this, PowerKind::supplied, checked(power, at), at);
}
void Component::conserves_power(const Expr& power, SourceLocation at) {
  add_power(*this, PowerKind::conserved, checked(power, at), at);
}

// -- events -----------------------------------------------------------------------------------

void Component::when(const Expr& condition, const std::function<void()>& body, SourceLocation at) {
  if (context_->statements.open_when) {
    fail("states a `when` inside a `when`.", "State them one after the other.", at);
  }
  WhenClause clause{this, checked(condition, at)};
  clause.place = context_->sources.add(at);
  context_->statements.open_when = &clause;
  try {
    body();
  } catch (...) {
    context_->statements.open_when = nullptr;
    throw;
  }
  context_->statements.open_when = nullptr;
  context_->statements.whens.push_back(std::move(clause));
}

void Component::initially(const std::function<void()>& body, SourceLocation at) {
  when(1.0, body, at);
  context_->statements.whens.back().initial = true;
}

void Component::act(WhenAction action, const SourceLocation& at) {
  action.place = context_->sources.add(at);
  context_->statements.open_when->actions.push_back(std::move(action));
}

void Component::reinit(const Variable& state, const Expr& value, SourceLocation at) {
  if (!context_->statements.open_when) {
    fail("uses reinit(" + state.path() + ") outside a `when`.",
         "Put it into the body of when(condition, [&] { … }).", at);
  }
  checked(state, at);
  act({WhenAction::Kind::reinit, state.index(), checked(value, at)}, at);
}

void Component::assign(const Discrete& variable, const Expr& value, SourceLocation at) {
  if (!context_->statements.open_when) {
    fail("assigns " + variable.path() + " outside a `when`.",
         "Put the assignment into the body of when(condition, [&] { … }).", at);
  }
  checked(variable, at);
  act({WhenAction::Kind::assign, variable.index(), checked(value, at)}, at);
}

void Component::terminate(const std::string& message, SourceLocation at) {
  if (!context_->statements.open_when) {
    fail("uses terminate outside a `when`.", "Put it into the body of when(condition, [&] { … }).",
         at);
  }
  act({WhenAction::Kind::terminate, 0, 0.0, message}, at);
}

void Component::dry_friction(const DryFriction& friction, SourceLocation at) {
  const Expr mode = checked(friction.mode, at);
  const Expr speed = checked(friction.flow, at) / friction.small;
  const Expr rests = mode > 2.5, unknown = mode > 1.5;
  // Slips one way and moves the other, or moves although it should rest.
  equation(friction.astray,
           select(rests, abs(speed) - 2.0, select(unknown, -1.0, -mode * speed - 1.0)), at);
  const auto settle = [&] { act({WhenAction::Kind::settle, friction.mode.index(), speed}, at); };
  initially(settle, at);
  when(friction.excess > 0.0, settle, at);
  when(friction.astray > 0.0, settle, at);
  context_->statements.frictions.push_back({friction.flow.index(), friction.effort.index(),
                                            friction.mode.index(), friction.share.index()});
}

// -- contacts ---------------------------------------------------------------------------------

void Component::collider(const ColliderStatement& collider, SourceLocation at) {
  const std::size_t freedom = collider.efforts.size();
  const bool plane = collider.place.size() == 3 && freedom == 3;
  const bool space = collider.place.size() == 12 && freedom == 6;
  if (!(plane || space) || collider.rates.size() != freedom) {
    fail("states a shape whose place, rates and efforts do not fit together.",
         "Give 3, 3 and 3 variables in the plane, 12, 6 and 6 in space.", at);
  }
  for (const auto* list : {&collider.place, &collider.rates, &collider.efforts}) {
    for (const Expr& variable : *list) {
      if (checked(variable, at).is_number() || variable.op() != Op::variable ||
          variable.order() > 0) {
        fail("states a shape whose place, rates and efforts are not all variables.",
             "Declare a variable, and state its equation.", at);
      }
    }
  }
  for (const Expr& effort : collider.efforts) {
    if (context_->variables[effort.index()].kind != VariableKind::contact) {
      fail("states a shape whose efforts are not those of a contact.",
           "Declare them as ContactEffort.", at);
    }
  }
  for (const ContactReport* report : {collider.active, collider.normal}) {
    if (report) checked(*report, at);
  }
  context_->statements.colliders.push_back({this, collider});
}

void Component::stop(const StopStatement& stop, SourceLocation at) {
  for (const Variable* variable : {&stop.gap, &stop.rate}) checked(*variable, at);
  checked(stop.effort, at);
  if (stop.active) checked(*stop.active, at);
  context_->statements.stops.push_back({this, stop.gap.index(), stop.rate.index(),
                                        stop.effort.index(), checked(stop.restitution, at),
                                        stop.active ? stop.active->index() : kNoVariable});
}

void Component::give_impulse(bool energy, const Variable& rate, const ContactEffort& effort,
                             const Expr& value, const SourceLocation& at) {
  if (!context_->statements.open_when) {
    fail("gives an impulse outside of a `when`.", "State it as the consequence of a `when`.", at);
  }
  checked(rate, at);
  checked(effort, at);
  auto& strikes = context_->statements.strikes;
  const bool known = std::any_of(strikes.begin(), strikes.end(), [&](const StatedStrike& strike) {
    return strike.effort == effort.index();
  });
  if (!known) strikes.push_back({rate.index(), effort.index()});
  act({energy ? WhenAction::Kind::inject : WhenAction::Kind::strike, effort.index(),
       checked(value, at)},
      at);
}

void Component::strike(const Variable& rate, const ContactEffort& effort, const Expr& impulse,
                       SourceLocation at) {
  give_impulse(false, rate, effort, impulse, at);
}

void Component::inject(const Variable& rate, const ContactEffort& effort, const Expr& energy,
                       SourceLocation at) {
  give_impulse(true, rate, effort, energy, at);
}

void Component::contact_rules(const ContactRules& rules) {
  if (context_->statements.contact_rules) {
    fail("states the rules of impacts once more: they hold for the whole model.",
         "Keep one of the components that state them.");
  }
  context_->statements.contact_rules = rules;
}

Expr Component::sample(const Expr& start, const Expr& interval, SourceLocation at) {
  const std::string name = fmt::format("sample[{}]", ++context_->statements.samplers);
  auto next = std::make_unique<Discrete>(this, name, 0.0, "s", "time of the next sample");
  next->start(start, at);
  const Expr due = time() >= *next;
  if (context_->statements.open_when) {
    fail("calls sample inside a `when`.", "Use sample(…) as the condition of the `when`.", at);
  }
  check_sampling(start, interval, at);
  // A sample at the instant of the one before would be the last.
  const auto is_later = [](const Expr& a, const Expr& b) {
    return a - b > kOneInstant * max(1.0, abs(b));
  };
  const auto go_on_at = [&](const Expr& following, const Expr& is_possible) {
    assign(*next, select(no_event(is_possible), following, std::nan("")), at);
    context_->statements.open_when->actions.back().message = fmt::format(
        "{} takes samples at an interval that is too small to change the time.\n"
        "Give sample(start, interval) a larger interval.",
        owner_ ? path() : std::string("The model"));
  };
  // A run that begins later takes part from its next sample on.
  const Expr passed = (time() - start) / interval;
  const auto begin = [&] {
    const Expr first = start + interval * max(0.0, floor(passed) + min(1.0, -floor(-passed)));
    go_on_at(first, passed <= 0.0 || is_later(first, time()));
  };
  // Counted from the start, so that no rounding accumulates.
  const auto go_on = [&] {
    const Expr following = start + interval * floor((pre(*next) - start) / interval + 1.5);
    go_on_at(following, is_later(following, pre(*next)));
  };
  initially(begin, at);
  when(due, go_on, at);
  context_->statements.sampler_variables.push_back(std::move(next));
  return due;
}

void Component::check_sampling(const Expr& start, const Expr& interval, const SourceLocation& at) {
  const auto varies = [](const Expr& leaf) { return leaf.op() != Op::parameter; };
  if (depends_on(checked(start, at), varies) || depends_on(checked(interval, at), varies)) return;
  check_values({start, interval}, [](const std::vector<double>& given) -> std::optional<Fault> {
    const double begin = given[0], step = given[1];
    if (step > one_instant(begin)) return std::nullopt;
    return Fault{fmt::format("takes samples every {} from {} on: {}.", quantity(step, "s"),
                             quantity(begin, "s"),
                             step > 0 ? "the interval is too small to change the time there"
                                      : "the interval must be positive"),
                 "Give sample(start, interval) a larger interval."};
  });
}

}  // namespace multibond
