// Events: when clauses, samples, and algorithms of models.

#include <cmath>

#include <fmt/format.h>

#include "elaborator.h"
#include "multibond/modelica/printer.h"
#include "multibond/symbolic/rewrite.h"

namespace multibond::modelica {
namespace {

constexpr double kNever = 1e300;  // in seconds

}  // namespace

/// A hidden discrete variable holds the time of the next sample, as Component::sample does. The
/// first one is an event of its own, after the start.
Expr Elaborator::sample(const Expr& start, const Expr& interval, Position position) {
  const auto changes = [&](const Expr& x) { return varies(x) && !found_at_start(x); };
  if (changes(start) || changes(interval)) {
    fail(position, "", "sample() takes a start and an interval that do not vary.",
         "Let them depend on parameters only.");
  }
  const bool known = !varies(interval);
  if (known && !((interval.is_number() ? interval.number() : parameter_values_(interval)) > 0)) {
    fail(position, "", "sample() has an interval that is not positive.", "Give a larger one.");
  }
  SystemVariable variable;
  variable.path = system_.texts->add(fmt::format("sample[{}]", ++samplers_));
  variable.auxiliary = true;
  variable.unit = "s";
  variable.description = "time of the next sample";
  variable.component = current_ ? system_component(*current_) : 0;
  variable.kind = VariableKind::discrete;
  variable.has_start = true;
  variable.start = kNever;
  variable.start_value = kNever;
  const auto index = static_cast<std::uint32_t>(system_.variables.size());
  system_.variables.push_back(variable);
  const Expr next = pool_.variable(index), time = pool_.time();
  const std::uint32_t place = system_place(position);
  const auto add = [&](bool initial, const Expr& condition, const Expr& following,
                       const Expr& later) {
    SystemWhen when;
    when.component = variable.component;
    when.condition = condition;
    when.initial = initial;
    when.place = place;
    WhenAction action{WhenAction::Kind::assign};
    action.variable = index;
    action.value = select(no_event(later), following, std::nan(""));
    action.message =
        "Samples are taken at an interval that is too small to change the time.\n"
        "Give sample(start, interval) a larger interval.";
    action.place = place;
    when.actions.push_back(action);
    system_.whens.push_back(when);
  };
  const Expr passed = (time - start) / interval;
  const Expr first = start + interval * max(0.0, floor(passed) + min(1.0, -floor(-passed)));
  add(true, 1.0, first, passed <= 0.0 || first > time);
  const Expr following = start + interval * floor((next - start) / interval + 1.5);
  add(false, time >= next, following, following > next);
  return time >= next;
}

/// initial(): a value that is 1 until the events at the start.
Expr Elaborator::initial_flag() { return flag(system_.event_rules.initial, "initial()", 1); }

/// terminal(): a value that is 1 in the event at the end of the run.
Expr Elaborator::terminal_flag() { return flag(system_.event_rules.terminal, "terminal()", 0); }

/// A truth value that the run gives; made when it is first asked for.
Expr Elaborator::flag(std::uint32_t& index, std::string_view name, double start) {
  if (index == kNoVariable) {
    SystemVariable variable;
    variable.path = system_.texts->add(name);
    variable.auxiliary = true;
    variable.kind = VariableKind::discrete;
    variable.has_start = true;
    variable.start = start;
    variable.start_value = start;
    index = static_cast<std::uint32_t>(system_.variables.size());
    system_.variables.push_back(variable);
  }
  return pool_.variable(index);
}

/// Whether a condition becomes true at an event. What is no variable yet becomes one, so that its
/// value before is known.
Expr Elaborator::rising(const Expr& condition, Position position) {
  if (!varies(condition)) return 0.0;
  Expr now = condition;
  const bool named = condition.is_variable() && condition.order() == 0 &&
                     system_.variables[condition.index()].discrete;
  if (!named) {
    SystemVariable variable;
    variable.path = system_.texts->add(fmt::format("when[{}]", ++conditions_));
    variable.auxiliary = true;
    variable.description = "condition of a when clause";
    variable.component = current_ ? system_component(*current_) : 0;
    variable.discrete = true;
    now = pool_.variable(static_cast<std::uint32_t>(system_.variables.size()));
    system_.variables.push_back(variable);
    equate_scalar(now, condition, position, false);
  }
  return now && !pool_.pre(now.index()) && !initial_flag();
}

/// Initial equations of what changes at events only give the value before the first one.
void Elaborator::start_discretes() {
  std::unordered_map<std::uint32_t, Expr> given;
  std::vector<SystemEquation> left;
  for (SystemEquation& equation : system_.initial_equations) {
    const Expr& target = equation.left;
    const bool value = target.is_variable() && target.order() == 0;
    const bool before = !target.is_number() && target.op() == Op::pre;
    const SystemVariable* const variable =
        value || before ? &system_.variables[target.index()] : nullptr;
    if (variable && variable->discrete && !is_given(variable->kind)) {
      given.emplace(target.index(), equation.right);
    } else if (variable && variable->kind == VariableKind::discrete && !variable->found) {
      WhenAction action{WhenAction::Kind::assign};
      action.variable = target.index();
      action.value = equation.right;
      action.place = equation.place;
      SystemWhen when;
      when.component = equation.component;
      when.condition = 1.0;
      when.initial = true;
      when.place = equation.place;
      when.actions.push_back(action);
      system_.whens.push_back(when);
    } else {
      left.push_back(std::move(equation));
    }
  }
  system_.initial_equations = std::move(left);
  if (given.empty()) return;
  const Expr at_start = initial_flag();
  Rewriter begin([&](const Expr& leaf) -> std::optional<Expr> {
    if (leaf.op() != Op::pre) return std::nullopt;
    const auto it = given.find(leaf.index());
    if (it == given.end()) return std::nullopt;
    return select(at_start, it->second, leaf);
  });
  for_each_expression(system_, [&](Expr& expr) { expr = begin(expr); });
}

/// {initial(), a, b}: each of them may become true.
Elaborator::WhenBranch Elaborator::when_branch(const Expression& expression, const Place& place) {
  WhenBranch result;
  const auto is_initial = [](const Expression& e) {
    return e.kind == Expression::Kind::call && e.reference->parts.size() == 1 &&
           e.reference->parts[0].name.text() == "initial";
  };
  std::vector<const Expression*> parts;
  if (expression.kind == Expression::Kind::array) {
    parts.assign(expression.operands.begin(), expression.operands.end());
  } else {
    parts.push_back(&expression);
  }
  for (const Expression* part : parts) {
    if (is_initial(*part)) {
      result.initial = true;
      continue;
    }
    const Value value = quietly(*part, place);  // the relation itself makes the event
    for (const Value& item : value.is_array() ? value.items() : std::vector<Value>{value}) {
      const Expr edge = rising(scalar(item), part->position);
      result.edge = result.edge.is_number(0) ? edge : result.edge || edge;
    }
  }
  return result;
}

/// What is done at an event besides the equations: it has to happen once.
void Elaborator::add_when(const WhenBranch& branch, const Expr& happens, Position position) {
  for (auto from = branch.actions.begin(); from != branch.actions.end();) {
    const Expr condition = from->condition;
    SystemWhen when;
    when.component = current_ ? system_component(*current_) : 0;
    when.place = system_place(position);
    for (; from != branch.actions.end() && same(from->condition, condition); ++from) {
      when.actions.push_back(from->what);
    }
    if (branch.initial) {
      when.initial = true;
      when.condition = condition;
      system_.whens.push_back(when);
    }
    if (happens.is_number(0)) continue;  // never
    when.initial = false;
    when.condition = condition.is_number(1) ? happens : happens && condition;
    system_.whens.push_back(when);
  }
}

/// A when clause is one equation for each variable: v = if it happens then e else pre(v).
void Elaborator::state_when(const Statement& s, const Place& place) {
  std::vector<WhenBranch> branches;
  std::vector<std::uint32_t> determined;
  Expr earlier = 0.0;
  for (const Branch& branch : s.branches) {
    WhenBranch& own = branches.emplace_back(when_branch(*branch.condition, place));
    if (own.never()) continue;
    const std::map<int, Value> hidden = hidden_states();
    in_when_ = true;
    when_happens_ = active(own);
    when_body(branch.body, place, own);
    in_when_ = false;
    keep_hidden(hidden, earlier.is_number(0) ? active(own) : active(own) && !earlier);
    add_when(own, earlier.is_number(0) ? own.edge : own.edge && !earlier, branch.position);
    earlier = earlier.is_number(0) ? own.edge : earlier || own.edge;
    for (const auto& [variable, value] : own.values) {
      if (std::find(determined.begin(), determined.end(), variable) == determined.end()) {
        determined.push_back(variable);
      }
    }
  }
  for (const std::uint32_t v : determined) {
    Expr value = pool_.pre(v);
    for (auto branch = branches.rbegin(); branch != branches.rend(); ++branch) {
      const auto given = std::find_if(branch->values.begin(), branch->values.end(),
                                      [&](const auto& entry) { return entry.first == v; });
      value = select(active(*branch), given == branch->values.end() ? pool_.pre(v) : given->second,
                     value);
    }
    equate_scalar(pool_.variable(v), value, s.position, false);
  }
}

/// The condition under which the equations of a branch hold.
Expr Elaborator::active(const WhenBranch& branch) {
  if (!branch.initial) return branch.edge;
  return branch.edge.is_number(0) ? initial_flag() : initial_flag() || branch.edge;
}

void Elaborator::when_assign(const Value& target, const Value& value, Position position,
                             WhenBranch& branch) {
  if (target.is_array() && value.is_array() && target.shape() == value.shape()) {
    for (std::size_t k = 0; k < target.items().size(); ++k) {
      when_assign(target.items()[k], value.items()[k], position, branch);
    }
    return;
  }
  if (target.kind == Value::Kind::record && value.kind == Value::Kind::record) {
    for (std::size_t k = 0; k < target.items().size(); ++k) {
      const Value* const other = value.field(target.data->names[k]);
      if (other) when_assign(target.items()[k], *other, position, branch);
    }
    return;
  }
  if (!target.is_scalar() || !value.is_scalar() || !target.scalar.is_variable() ||
      target.scalar.order() != 0) {
    fail(position, "", "The left side of an equation in a when clause is no variable.",
         "Write v = expression.");
  }
  const std::uint32_t variable = target.scalar.index();
  for (const auto& [other, given] : branch.values) {
    if (other != variable) continue;
    fail(position, "",
         fmt::format("{} is determined twice in a when clause.", system_.variables[variable].path));
  }
  make_discrete(target);
  branch.values.emplace_back(variable, value.scalar);
}

/// What a when clause determines changes at events only.
void Elaborator::make_discrete(const Value& value) {
  if (value.is_array() || value.kind == Value::Kind::record) {
    for (const Value& item : value.items()) make_discrete(item);
    return;
  }
  if (!value.is_scalar() || !value.scalar.is_variable()) return;
  SystemVariable& variable = system_.variables[value.scalar.index()];
  variable.discrete = true;
  variable.fixed = false;
}

void Elaborator::when_body(const List<Statement*>& body, const Place& place, WhenBranch& into) {
  for (const Statement* s : body) {
    switch (s->kind) {
      case Statement::Kind::equation:
        if (s->left->kind == Expression::Kind::tuple) {
          const std::vector<Value> values =
              evaluate_results(*s->right, place, s->left->operands.size());
          for (std::size_t i = 0; i < s->left->operands.size(); ++i) {
            if (!s->left->operands[i]) continue;
            when_assign(evaluate(*s->left->operands[i], place), values.at(i), s->position, into);
          }
        } else {
          when_assign(evaluate(*s->left, place), evaluate(*s->right, place), s->position, into);
        }
        break;
      case Statement::Kind::call:
        when_call(*s->left, place, into);
        break;
      case Statement::Kind::loop:
        iterate(s->iterators, place,
                [&](const Place& inner) { when_body(s->branches[0].body, inner, into); });
        break;
      case Statement::Kind::choose:
        when_choice(*s, place, into);
        break;
      default:
        fail(s->position, "", "This is not supported in a when clause.",
             "It may have equations v = e, reinit, assert, terminate, for and if.");
    }
  }
}

/// reinit(), terminate() and assert(), where a when clause happens.
void Elaborator::when_call(const Expression& call, const Place& place, WhenBranch& into) {
  const std::string_view name = call.reference->parts.back().name.text();
  if (name == "reinit" && call.operands.size() == 2) {
    const Value target = evaluate(*call.operands[0], place);
    const Value value = evaluate(*call.operands[1], place);
    const auto add = [&](const Value& x, const Value& y) {
      if (!x.is_scalar() || !x.scalar.is_variable()) {
        fail(call.position, "", "reinit() is of a variable.");
      }
      WhenAction action{WhenAction::Kind::reinit};
      action.variable = x.scalar.index();
      action.value = scalar(y);
      action.place = system_place(call.position);
      system_.variables[action.variable].hint = StateHint::always;
      when_act(into, std::move(action));
    };
    if (target.is_array()) {
      for (std::size_t k = 0; k < target.items().size(); ++k) {
        add(target.items()[k], value.items().at(k));
      }
    } else {
      add(target, value);
    }
  } else if (name == "terminate" && call.operands.size() == 1) {
    const Value text = evaluate(*call.operands[0], place);
    WhenAction action{WhenAction::Kind::terminate};
    action.message = text.kind == Value::Kind::text ? text.data->text : std::string();
    action.place = system_place(call.position);
    when_act(into, std::move(action));
  } else if (name == "assert") {
    state_assert(call, place, &into);
  } else {
    fail(call.position, "",
         fmt::format("The call of {} in a when clause is not supported.", print(*call.reference)));
  }
}

/// What is done where a when clause happens, and the conditions hold that it stands in.
void Elaborator::when_act(WhenBranch& branch, WhenAction action) {
  branch.actions.push_back({guard_, std::move(action)});
}

/// An if equation in a when clause. What parameters decide is decided for good; else each variable
/// gets the value of the branch that holds. The language wants all branches to determine the same.
void Elaborator::when_choice(const Statement& s, const Place& place, WhenBranch& into) {
  std::vector<std::pair<Expr, WhenBranch>> chosen;
  bool complete = false;
  Expr rest = 1.0;  // none of the branches before
  for (const Branch& branch : s.branches) {
    const Guard others(*this, rest);
    Expr condition = 1.0;
    if (branch.condition) {
      const Value value = evaluate(*branch.condition, place);
      condition = scalar(value);
      if (const std::optional<double> known = try_number(condition)) {
        if (*known == 0) continue;
        condition = 1.0;
      }
    }
    const Guard guard(*this, condition);
    WhenBranch own;
    when_body(branch.body, place, own);
    into.actions.insert(into.actions.end(), own.actions.begin(), own.actions.end());
    chosen.emplace_back(condition, std::move(own));
    complete = condition.is_number(1);
    if (complete) break;
    rest = rest && !condition;
  }
  const auto value_in = [](const WhenBranch& branch, std::uint32_t v) -> std::optional<Expr> {
    for (const auto& [variable, value] : branch.values) {
      if (variable == v) return value;
    }
    return std::nullopt;
  };
  std::vector<std::uint32_t> determined;
  for (const auto& [condition, own] : chosen) {
    for (const auto& [v, value] : own.values) {
      if (std::find(determined.begin(), determined.end(), v) == determined.end()) {
        determined.push_back(v);
      }
    }
  }
  for (const std::uint32_t v : determined) {
    if (value_in(into, v)) {
      fail(s.position, "",
           fmt::format("{} is determined twice in a when clause.", system_.variables[v].path));
    }
    Expr value = 0.0;
    for (auto branch = chosen.rbegin(); branch != chosen.rend(); ++branch) {
      const std::optional<Expr> own = value_in(branch->second, v);
      if (!own || !complete) {
        const std::string name(system_.variables[v].path);
        fail(s.position, "",
             fmt::format("Not all branches of an if equation in a when clause determine {}.", name),
             fmt::format("Where it keeps its value, write {} = pre({}).", name, name));
      }
      value = branch == chosen.rbegin() ? *own : select(branch->first, *own, value);
    }
    into.values.emplace_back(v, value);
  }
}

// -- algorithms -----------------------------------------------------------------------------------

namespace {

void find_targets(const List<Statement*>& statements, std::vector<const Reference*>& targets) {
  for (const Statement* s : statements) {
    if (s->kind == Statement::Kind::assign) {
      if (s->left->kind == Expression::Kind::tuple) {
        for (const Expression* e : s->left->operands) {
          if (e && e->kind == Expression::Kind::reference) targets.push_back(e->reference);
        }
      } else if (s->left->kind == Expression::Kind::reference) {
        targets.push_back(s->left->reference);
      }
    }
    for (const Branch& branch : s->branches) find_targets(branch.body, targets);
  }
}

/// The names that a statement assigns to, each once.
std::vector<Name> assigned_names(const Statement& statement) {
  std::vector<const Reference*> targets;
  for (const Branch& branch : statement.branches) find_targets(branch.body, targets);
  std::vector<Name> names;
  for (const Reference* target : targets) {
    const Name name = target->parts[0].name;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

}  // namespace

/// An algorithm is run on the variables; what it assigns is then equal to what came out.
void Elaborator::state_algorithm(const Section& section, const Scope* scope) {
  std::vector<const Reference*> targets;
  find_targets(section.statements, targets);
  std::vector<Name> in_when;
  for (const Statement* s : section.statements) {
    if (s->kind != Statement::Kind::when) continue;
    for (const Name name : assigned_names(*s)) in_when.push_back(name);
  }
  Frame frame;
  std::vector<Value> own;
  std::vector<Name> names;
  for (const Reference* target : targets) {
    if (target->parts.size() != 1) {
      fail(target->position, print(*target),
           fmt::format("The assignment to {} in an algorithm of a model is not supported.",
                       print(*target)),
           "Assign to variables of the model itself.");
    }
    const Name name = target->parts[0].name;
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    const Reference whole{List<ReferencePart>(const_cast<ReferencePart*>(target->parts.begin()), 1),
                          false, target->position};
    ReferencePart part{name, {}};
    Reference plain = whole;
    plain.parts = List<ReferencePart>(&part, 1);
    own.push_back(evaluate_reference(plain, {scope, nullptr}));
    names.push_back(name);
    // Before the first assignment, discrete variables have the value before the event.
    const bool held = std::find(in_when.begin(), in_when.end(), name) != in_when.end();
    if (held) make_discrete(own.back());
    const bool real = !held && each_scalar_is_real(own.back());
    frame.values.emplace_back(name, real ? own.back() : pre(own.back(), section.position));
  }
  const Place place{scope, &frame};
  for (const Statement* s : section.statements) {
    try {
      if (s->kind == Statement::Kind::when) {
        when_statement(*s, place);
      } else {
        execute(*s, place);
      }
    } catch (const SplitPaths&) {
      fail(s->position, "",
           "How often a loop runs, or where it is left, depends on variables; in an algorithm of a "
           "model that is not supported.",
           "Write a function of it and call that.");
    } catch (const ValueFault& fault) {
      fail_with(fault, s->position);
    }
  }
  for (std::size_t k = 0; k < names.size(); ++k) {
    const Value& result = frame.values[k].second;
    const auto changed = [&](const Value& a, const Value& b) {
      return !(a.data == b.data && a.kind == b.kind && same(a.scalar, b.scalar));
    };
    if (changed(result, own[k])) equate(own[k], result, section.position, section.initial);
  }
}

bool Elaborator::each_scalar_is_real(const Value& value) const {
  if (value.is_array()) {
    return std::all_of(value.items().begin(), value.items().end(),
                       [&](const Value& item) { return each_scalar_is_real(item); });
  }
  return value.kind == Value::Kind::real || value.kind == Value::Kind::record;
}

/// A when statement of an algorithm: where it happens, its body assigns.
void Elaborator::when_statement(const Statement& s, const Place& place) {
  Frame& frame = *place.frame;
  const std::vector<std::pair<Name, Value>> before = frame.values;
  std::vector<WhenBranch> branches;
  std::vector<std::vector<std::pair<Name, Value>>> after;
  Expr earlier = 0.0;
  for (const Branch& branch : s.branches) {
    WhenBranch own = when_branch(*branch.condition, place);
    if (own.never()) continue;
    const std::map<int, Value> hidden = hidden_states();
    in_when_ = true;
    when_happens_ = active(own);
    when_statement_ = &own;
    for (const Statement* inner : branch.body) {
      execute(*inner, place);
    }
    when_statement_ = nullptr;
    in_when_ = false;
    keep_hidden(hidden, earlier.is_number(0) ? active(own) : active(own) && !earlier);
    add_when(own, earlier.is_number(0) ? own.edge : own.edge && !earlier, branch.position);
    earlier = earlier.is_number(0) ? own.edge : earlier || own.edge;
    branches.push_back(std::move(own));
    after.push_back(std::exchange(frame.values, before));
  }
  for (std::size_t b = branches.size(); b-- > 0;) {
    for (std::size_t k = 0; k < before.size(); ++k) {
      frame.values[k].second =
          choose(active(branches[b]), after[b][k].second, frame.values[k].second);
    }
  }
}

}  // namespace multibond::modelica
