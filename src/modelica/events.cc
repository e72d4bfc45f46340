// Events: when clauses, samples, and algorithms of models.

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "elaborator.h"
#include "multibond/modelica/printer.h"
#include "multibond/symbolic/rewrite.h"

namespace multibond::modelica {
namespace {

/// Initial equations of what is constant between events and not searched for: it is assigned.
void assign_discretes(System& system) {
  std::vector<SystemEquation> left;
  for (SystemEquation& equation : system.initial_equations) {
    const Expr& target = equation.left;
    const bool leaf =
        !target.is_number() && (target.op() == Op::variable || target.op() == Op::pre);
    const SystemVariable* const variable = leaf ? &system.variables[target.index()] : nullptr;
    const bool discrete = variable && variable->kind == VariableKind::discrete && !variable->found;
    if (!discrete || (target.op() == Op::variable && target.order() != 0)) {
      left.push_back(std::move(equation));
      continue;
    }
    SystemWhen when;
    when.component = equation.component;
    when.condition = 1.0;
    when.initial = true;
    when.place = equation.place;
    WhenAction action{WhenAction::Kind::assign};
    action.variable = target.index();
    action.value = equation.right;
    action.place = equation.place;
    when.actions.push_back(action);
    system.whens.push_back(when);
  }
  system.initial_equations = std::move(left);
}

}  // namespace

/// A hidden discrete variable holds the time of the next sample, as Component::sample does.
Expr Elaborator::sample(const Expr& start, const Expr& interval, Position position) {
  if (varies(start) || varies(interval)) {
    fail(position, "", "sample() takes a start and an interval that do not vary.",
         "Let them depend on parameters only.");
  }
  const double step = interval.is_number() ? interval.number() : parameter_values_(interval);
  if (!(step > 0)) {
    fail(position, "", "sample() has an interval that is not positive.", "Give a larger one.");
  }
  SystemVariable variable;
  variable.path = system_.texts->add(fmt::format("sample[{}]", ++samplers_));
  variable.unit = "s";
  variable.description = "time of the next sample";
  variable.component = current_ ? system_component(*current_) : 0;
  variable.kind = VariableKind::discrete;
  variable.has_start = true;
  variable.start_value = start;
  variable.start = start.is_number() ? start.number() : parameter_values_(start);
  const auto index = static_cast<std::uint32_t>(system_.variables.size());
  system_.variables.push_back(variable);
  discrete_type_.push_back(false);
  const Expr next = pool_.variable(index), before = pool_.pre(index), time = pool_.time();
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
    action.message = "Samples are taken at an interval that is too small to change the time.";
    action.place = place;
    when.actions.push_back(action);
    system_.whens.push_back(when);
  };
  const Expr passed = (time - start) / interval;
  const Expr first = start + interval * max(0.0, floor(passed) + min(1.0, -floor(-passed)));
  add(true, 1.0, first, passed <= 0.0 || first > time);
  const Expr following = start + interval * floor((before - start) / interval + 1.5);
  add(false, time >= next, following, following > before);
  return time >= next;
}

std::uint32_t Elaborator::hidden_discrete(std::string_view path, double start,
                                          std::uint32_t component) {
  SystemVariable variable;
  variable.path = system_.texts->add(path);
  variable.component = component;
  variable.kind = VariableKind::discrete;
  variable.has_start = true;
  variable.start = start;
  variable.start_value = Expr(start);
  system_.variables.push_back(variable);
  discrete_type_.push_back(true);
  return static_cast<std::uint32_t>(system_.variables.size() - 1);
}

/// initial(): a value that is 1 until the events at the start.
Expr Elaborator::initial_flag() {
  if (!start_flag_) {
    start_flag_ = hidden_discrete("initial()", 1, 0);
    SystemWhen when;
    when.initial = true;
    when.condition = 1.0;
    WhenAction action{WhenAction::Kind::assign};
    action.variable = *start_flag_;
    when.actions.push_back(action);
    system_.whens.push_back(when);
  }
  return pool_.variable(*start_flag_);
}

/// Boolean and Integer variables that equations determine, and whose value before an event counts:
/// a hidden variable remembers it. Where the two differ, the new value is remembered and the model
/// is evaluated again, until they agree. Two clauses take turns, since one alone could not take
/// effect twice in a row.
void Elaborator::remember_discretes() {
  std::unordered_map<std::uint32_t, std::uint32_t> memory;
  std::vector<std::uint32_t> asked;
  for (std::uint32_t id = 0; id < pool_.size(); ++id) {
    const ExprNode& node = pool_.node(id);
    if (node.op != Op::pre || is_given(system_.variables[node.a].kind)) continue;
    if (node.a < discrete_type_.size() && discrete_type_[node.a]) asked.push_back(node.a);
  }
  if (asked.empty()) return assign_discretes(system_);
  for (const std::uint32_t v : asked) {
    const SystemVariable variable = system_.variables[v];
    const double start = variable.has_start ? variable.start : 0.0;
    const std::string name = fmt::format("pre({})", variable.path);
    memory[v] = hidden_discrete(name, start, variable.component);
    const std::uint32_t turn = hidden_discrete(name + ".turn", 0.5, variable.component);
    const Expr now = pool_.variable(v), before = pool_.variable(memory[v]);
    const Expr turn_now = pool_.variable(turn);
    const Expr differ = now > before + 0.5 || now < before - 0.5;
    const auto add = [&](bool initial, const Expr& condition, double next) {
      SystemWhen when;
      when.component = variable.component;
      when.initial = initial;
      when.condition = condition;
      WhenAction remember{WhenAction::Kind::assign};
      remember.variable = memory[v];
      remember.value = now;
      WhenAction turn_over{WhenAction::Kind::assign};
      turn_over.variable = turn;
      turn_over.value = next;
      when.actions = {remember, turn_over};
      system_.whens.push_back(when);
    };
    add(true, 1.0, 0);
    add(false, differ && turn_now < 0.25, 1);
    add(false, differ && turn_now > 0.75, 0);
  }
  Rewriter remembered([&](const Expr& leaf) -> std::optional<Expr> {
    if (leaf.op() != Op::pre) return std::nullopt;
    const auto it = memory.find(leaf.index());
    if (it == memory.end()) return std::nullopt;
    return pool_.variable(it->second);
  });
  for_each_expression(system_, [&](Expr& expr) { expr = remembered(expr); });
  assign_discretes(system_);
}

/// {initial(), a, b}: any of them; initial() is set apart.
Elaborator::WhenCondition Elaborator::when_condition(const Expression& expression,
                                                     const Place& place) {
  WhenCondition result;
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
    const Value value = evaluate(*part, place);
    for (const Value& item : value.is_array() ? value.items() : std::vector<Value>{value}) {
      const Expr& condition = scalar(item);
      result.condition = result.condition.is_number(0) ? condition : result.condition || condition;
    }
  }
  return result;
}

void Elaborator::add_when(const WhenCondition& given, std::vector<WhenAction> actions,
                          Position position) {
  if (actions.empty()) return;
  SystemWhen when;
  when.component = current_ ? system_component(*current_) : 0;
  when.place = system_place(position);
  when.actions = std::move(actions);
  if (given.initial) {
    when.initial = true;
    when.condition = 1.0;
    system_.whens.push_back(when);
  }
  if (given.condition.is_number(0)) return;  // never
  when.initial = false;
  when.condition = given.condition;
  system_.whens.push_back(when);
}

void Elaborator::state_when(const Statement& s, const Place& place) {
  Expr earlier = 0.0;  // conditions of the branches before
  for (const Branch& branch : s.branches) {
    WhenCondition condition = when_condition(*branch.condition, place);
    const Expr own = condition.condition;
    if (!earlier.is_number(0)) condition.condition = own && !earlier;
    std::vector<WhenAction> actions;
    when_actions(branch.body, place, actions);
    add_when(condition, std::move(actions), branch.position);
    earlier = earlier.is_number(0) ? own : earlier || own;
  }
}

void Elaborator::when_assign(const Value& target, const Value& value, Position position,
                             std::vector<WhenAction>& actions) {
  if (target.is_array() && value.is_array() && target.shape() == value.shape()) {
    for (std::size_t k = 0; k < target.items().size(); ++k) {
      when_assign(target.items()[k], value.items()[k], position, actions);
    }
    return;
  }
  if (!target.is_scalar() || !value.is_scalar() || !target.scalar.is_variable() ||
      target.scalar.order() != 0) {
    fail(position, "", "The left side of an equation in a when clause is no variable.",
         "Write v = expression.");
  }
  // Right sides see what was determined before in the same clause.
  Rewriter known([&](const Expr& leaf) -> std::optional<Expr> {
    if (leaf.op() != Op::variable || leaf.order() != 0) return std::nullopt;
    for (const WhenAction& action : actions) {
      if (action.kind == WhenAction::Kind::assign && action.variable == leaf.index()) {
        return action.value;
      }
    }
    return std::nullopt;
  });
  WhenAction action{WhenAction::Kind::assign};
  action.variable = target.scalar.index();
  action.value = known(value.scalar);
  action.place = system_place(position);
  for (const WhenAction& other : actions) {
    if (other.kind == WhenAction::Kind::assign && other.variable == action.variable) {
      fail(position, "",
           fmt::format("{} is determined twice in a when clause.",
                       system_.variables[action.variable].path));
    }
  }
  SystemVariable& variable = system_.variables[action.variable];
  variable.kind = VariableKind::discrete;
  variable.fixed = false;
  variable.has_start = true;
  actions.push_back(action);
}

void Elaborator::when_actions(const List<Statement*>& body, const Place& place,
                              std::vector<WhenAction>& actions) {
  for (const Statement* s : body) {
    switch (s->kind) {
      case Statement::Kind::equation:
        if (s->left->kind == Expression::Kind::tuple) {
          const std::vector<Value> values =
              evaluate_results(*s->right, place, s->left->operands.size());
          for (std::size_t i = 0; i < s->left->operands.size(); ++i) {
            if (!s->left->operands[i]) continue;
            when_assign(evaluate(*s->left->operands[i], place), values.at(i), s->position, actions);
          }
        } else {
          when_assign(evaluate(*s->left, place), evaluate(*s->right, place), s->position, actions);
        }
        break;
      case Statement::Kind::call: {
        const std::string_view name = s->left->reference->parts.back().name.text();
        if (name == "reinit" && s->left->operands.size() == 2) {
          const Value target = evaluate(*s->left->operands[0], place);
          const Value value = evaluate(*s->left->operands[1], place);
          const auto add = [&](const Value& x, const Value& y) {
            if (!x.is_scalar() || !x.scalar.is_variable()) {
              fail(s->position, "", "reinit() is of a variable.");
            }
            WhenAction action{WhenAction::Kind::reinit};
            action.variable = x.scalar.index();
            action.value = scalar(y);
            action.place = system_place(s->position);
            SystemVariable& variable = system_.variables[action.variable];
            variable.hint = StateHint::always;
            actions.push_back(action);
          };
          if (target.is_array()) {
            for (std::size_t k = 0; k < target.items().size(); ++k) {
              add(target.items()[k], value.items().at(k));
            }
          } else {
            add(target, value);
          }
        } else if (name == "terminate") {
          const Value text = evaluate(*s->left->operands[0], place);
          WhenAction action{WhenAction::Kind::terminate};
          action.message = text.kind == Value::Kind::text ? text.data->text : std::string();
          action.place = system_place(s->position);
          actions.push_back(action);
        } else if (name == "assert") {
          ++unwatched_;
        } else {
          fail(s->position, "",
               fmt::format("The call of {} in a when clause is not supported.",
                           print(*s->left->reference)));
        }
        break;
      }
      case Statement::Kind::loop:
        iterate(s->iterators, place,
                [&](const Place& inner) { when_actions(s->branches[0].body, inner, actions); });
        break;
      case Statement::Kind::choose: {
        bool done = false;
        for (const Branch& branch : s->branches) {
          if (branch.condition) {
            const Value condition = evaluate(*branch.condition, place);
            const std::optional<double> known = try_number(scalar(condition));
            if (!known) {
              fail(s->position, "",
                   "An if equation in a when clause has a condition that varies; that is not "
                   "supported.",
                   "Write v = if condition then a else b.");
            }
            if (*known == 0) continue;
          }
          if (!done) when_actions(branch.body, place, actions);
          done = true;
        }
        break;
      }
      default:
        fail(s->position, "", "This is not supported in a when clause.");
    }
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

}  // namespace

/// An algorithm is run on the variables; what it assigns is then equal to what came out.
void Elaborator::state_algorithm(const Section& section, const Scope* scope) {
  std::vector<const Reference*> targets;
  find_targets(section.statements, targets);
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
    const bool real = each_scalar_is_real(own.back());
    frame.values.emplace_back(name, real ? own.back() : pre(own.back(), section.position));
  }
  std::vector<std::pair<Name, Value>> begin = frame.values;
  const Place place{scope, &frame};
  for (const Statement* s : section.statements) {
    if (s->kind == Statement::Kind::when) {
      when_statement(*s, place);
    } else {
      execute(*s, place);
    }
  }
  for (std::size_t k = 0; k < names.size(); ++k) {
    const Value& result = frame.values[k].second;
    const auto changed = [&](const Value& a, const Value& b) {
      return !(a.data == b.data && a.kind == b.kind && same(a.scalar, b.scalar));
    };
    if (!changed(result, own[k])) continue;  // by when statements only
    if (section.initial) {
      if (!assign_at_start(own[k], result, section.position)) {
        equate(own[k], result, section.position, true);
      }
      continue;
    }
    equate(own[k], result, section.position, false);
  }
}

/// An initial equation for what is constant between events and not searched for: it is assigned.
bool Elaborator::assign_at_start(const Value& left, const Value& right, Position position) {
  const Value& first = left.is_array() && !left.items().empty() ? left.items()[0] : left;
  if (!first.is_scalar() || !first.scalar.is_variable()) return false;
  const SystemVariable& variable = system_.variables[first.scalar.index()];
  const bool constant = variable.kind == VariableKind::discrete && !variable.found;
  if (!constant) return false;
  WhenCondition start;
  start.initial = true;
  std::vector<WhenAction> actions;
  when_assign(left, right, position, actions);
  add_when(start, std::move(actions), position);
  return true;
}

bool Elaborator::each_scalar_is_real(const Value& value) const {
  if (value.is_array()) {
    return std::all_of(value.items().begin(), value.items().end(),
                       [&](const Value& item) { return each_scalar_is_real(item); });
  }
  return value.kind == Value::Kind::real || value.kind == Value::Kind::record;
}

/// A when statement of an algorithm: what its body assigns changes at the event.
void Elaborator::when_statement(const Statement& s, const Place& place) {
  Expr earlier = 0.0;
  Frame& frame = *place.frame;
  const std::vector<std::pair<Name, Value>> before = frame.values;
  std::vector<Name> assigned_names;
  for (const Branch& branch : s.branches) {
    WhenCondition condition = when_condition(*branch.condition, place);
    const Expr own = condition.condition;
    if (!earlier.is_number(0)) condition.condition = own && !earlier;
    earlier = earlier.is_number(0) ? own : earlier || own;
    std::vector<WhenAction> actions;
    List<Statement*> body = branch.body;
    for (const Statement* inner : body) {
      if (inner->kind == Statement::Kind::call) {
        Statement* item = const_cast<Statement*>(inner);
        when_actions(List<Statement*>(&item, 1), place, actions);
      } else {
        execute(*inner, place);
      }
    }
    std::vector<const Reference*> targets;
    find_targets(body, targets);
    std::vector<Name> done;
    for (const Reference* target : targets) {
      const Name name = target->parts[0].name;
      if (std::find(done.begin(), done.end(), name) != done.end()) continue;
      done.push_back(name);
      ReferencePart part{name, {}};
      Reference plain{List<ReferencePart>(&part, 1), false, target->position};
      const Value variable = evaluate_reference(plain, {place.scope, nullptr});
      when_assign_new(variable, *frame.find(name), target->position, actions);
      assigned_names.push_back(name);
    }
    frame.values = before;
    add_when(condition, std::move(actions), branch.position);
  }
  for (const Name name : assigned_names) {  // after it, the variable holds its value
    ReferencePart part{name, {}};
    Reference plain{List<ReferencePart>(&part, 1), false, s.position};
    *frame.find(name) = evaluate_reference(plain, {place.scope, nullptr});
  }
}

/// As when_assign, but the value is complete already.
void Elaborator::when_assign_new(const Value& target, const Value& value, Position position,
                                 std::vector<WhenAction>& actions) {
  std::vector<WhenAction> alone;
  when_assign(target, value, position, alone);
  actions.insert(actions.end(), alone.begin(), alone.end());
}

}  // namespace multibond::modelica
