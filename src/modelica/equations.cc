// Equations: written down scalar by scalar, with the component and the line they come from.

#include <fmt/format.h>

#include "elaborator.h"
#include "multibond/base/text.h"
#include "multibond/modelica/printer.h"

namespace multibond::modelica {
namespace {

bool is_connections_call(const Reference& reference) {
  if (reference.parts.size() == 2 && reference.parts[0].name.text() == "Connections") return true;
  if (reference.parts.size() != 1) return false;
  const std::string_view name = reference.parts[0].name.text();
  return name == "defineRoot" || name == "definePotentialRoot" || name == "defineBranch";
}

/// Visits all sections of a class and its bases, bases first.
template <typename Visit>
void for_each_section(const Instance& instance, Visit&& visit) {
  for (auto scope = instance.scopes.rbegin(); scope != instance.scopes.rend(); ++scope) {
    for (const Section& section : (*scope)->written_in->sections) visit(section, *scope);
  }
}

}  // namespace

// -- going through the model ----------------------------------------------------------------------

/// Makes all components, so that variables come in the order of the text.
void Elaborator::visit(Instance& instance) {
  const Depth depth(*this, instance.element ? instance.element->position : 0);
  current_ = &instance;
  if (instance.builtin != Builtin::none) {
    guarded([&] { leaves(instance); });
    return;
  }
  if (instance.is_array) {
    for (Instance* element : instance.elements) visit(*element);
    return;
  }
  expand(instance);
  if (instance.builtin != Builtin::none) return visit(instance);
  if (instance.definition->expandable) return visit_bus(instance);
  if (native_connector(instance)) {
    native_connectors_.push_back(&instance);
    return;
  }
  if (instance.native) note_native(instance);
  if (is_shape(instance)) shapes_.push_back(&instance);
  for (std::size_t i = 0; i < instance.members.size(); ++i) {
    Member* const member = instance.members[i];
    if (member->is_class() || is_native_member(instance, *member)) continue;
    guarded([&] {
      Instance* const part = component(instance, *member);
      const bool own = part && part->parent == &instance;
      if (own) visit(*part);
    });
  }
}

/// Boolean and Integer variables that an equation makes constant: conditions may depend on them.
void Elaborator::find_constants(Instance& instance) {
  if (instance.is_array) {
    for (Instance* element : instance.elements) find_constants(*element);
    return;
  }
  if (instance.builtin != Builtin::none) return;
  current_ = &instance;
  for_each_section(instance, [&](const Section& section, const Scope* scope) {
    if (!section.algorithm && !section.initial)
      find_constants(section.statements, {scope, nullptr});
  });
  for (std::size_t i = 0; i < instance.members.size(); ++i) {
    Member* const member = instance.members[i];
    if (!member->is_class() && member->instance && member->instance->parent == &instance) {
      find_constants(*member->instance);
    }
  }
}

void Elaborator::find_constants(const List<Statement*>& statements, const Place& place) {
  for (const Statement* s : statements) {
    if (s->kind != Statement::Kind::equation) continue;
    if (s->left->kind != Expression::Kind::reference) continue;
    const bool literal =
        s->right->kind == Expression::Kind::boolean || s->right->kind == Expression::Kind::integer;
    if (!literal) continue;
    guarded([&] {
      Instance* const variable = single_component(*s->left, place);
      if (!variable || variable->is_array || variable->variability >= Variability::parameter)
        return;
      if (variable->builtin != Builtin::boolean && variable->builtin != Builtin::integer) return;
      Value& leaf = const_cast<Value&>(leaves(*variable)[0]);
      if (!leaf.scalar.is_variable()) return;
      const Expr known(s->right->value);
      equate_scalar(leaf.scalar, known, s->position, false);
      leaf.scalar = known;
    });
  }
}

/// Connections and the graph, which equations may ask for.
void Elaborator::collect(Instance& instance) {
  if (instance.is_array) {
    for (Instance* element : instance.elements) collect(*element);
    return;
  }
  if (instance.builtin != Builtin::none) return;
  current_ = &instance;
  for_each_section(instance, [&](const Section& section, const Scope* scope) {
    if (!section.algorithm && !section.initial) collect(section.statements, {scope, nullptr});
  });
  for (std::size_t i = 0; i < instance.members.size(); ++i) {
    Member* const member = instance.members[i];
    if (!member->is_class() && member->instance && member->instance->parent == &instance) {
      collect(*member->instance);
    }
  }
}

void Elaborator::collect(const List<Statement*>& statements, const Place& place) {
  const auto connects = [&](const auto& self, const List<Statement*>& list) -> bool {
    for (const Statement* s : list) {
      if (s->kind == Statement::Kind::connect) return true;
      if (s->kind == Statement::Kind::call && is_connections_call(*s->left->reference)) return true;
      for (const Branch& branch : s->branches) {
        if (self(self, branch.body)) return true;
      }
    }
    return false;
  };
  for (const Statement* s : statements) {
    guarded([&] {
      switch (s->kind) {
        case Statement::Kind::connect:
          if (collecting_buses_) {
            collect_bus(*s, place);
          } else {
            collect_connection(*s, place);
          }
          break;
        case Statement::Kind::call:
          if (!collecting_buses_ && is_connections_call(*s->left->reference)) {
            const std::string_view name = s->left->reference->parts.back().name.text();
            if (!collect_graph(name, *s->left, place)) {
              fail(s->position, "",
                   fmt::format("There is no operator {}.", print(*s->left->reference)));
            }
          }
          break;
        case Statement::Kind::loop:
          if (!connects(connects, s->branches[0].body)) break;
          iterate(s->iterators, place,
                  [&](const Place& inner) { collect(s->branches[0].body, inner); });
          break;
        case Statement::Kind::choose:
          for (const Branch& branch : s->branches) {
            if (!connects(connects, branch.body)) {
              bool later = false;
              for (const Branch& other : s->branches) {
                later = later || connects(connects, other.body);
              }
              if (!later) break;
            }
            if (branch.condition) {
              const Value condition = evaluate(*branch.condition, place);
              if (number(condition, branch.position,
                         "the condition under which components are connected") == 0) {
                continue;
              }
            }
            collect(branch.body, place);
            break;
          }
          break;
        default:
          break;
      }
    });
  }
}

// -- equations ------------------------------------------------------------------------------------

void Elaborator::state_equations(Instance& instance) {
  const Depth depth(*this, instance.element ? instance.element->position : 0);
  current_ = &instance;
  if (instance.builtin != Builtin::none) {
    guarded([&] { state_declaration(instance); });
    return;
  }
  if (instance.is_array) {
    for (Instance* element : instance.elements) state_equations(*element);
    return;
  }
  for (std::size_t i = 0; i < instance.members.size(); ++i) {
    Member* const member = instance.members[i];
    if (!member->is_class() && member->instance && member->instance->parent == &instance) {
      state_equations(*member->instance);
    }
  }
  current_ = &instance;
  for_each_section(instance, [&](const Section& section, const Scope* scope) {
    if (section.algorithm) {
      at_start_ = section.initial;
      guarded([&] { state_algorithm(section, scope); });
      at_start_ = false;
      return;
    }
    at_start_ = section.initial;
    state(section.statements, {scope, nullptr}, section.initial);
    at_start_ = false;
  });
}

/// Real x = 2*y in a declaration is an equation.
void Elaborator::state_declaration(Instance& instance) {
  if (instance.variability >= Variability::parameter) return;
  if (instance.builtin == Builtin::string || instance.builtin == Builtin::object) return;
  const std::optional<Value> bound = bound_value(instance);
  if (!bound) {
    // An input of the model that nothing determines is given from outside.
    bool top = instance.causality == Causality::input && instance.parent == root_;
    for (const Value& leaf : instance.leaves) {
      if (top && leaf.scalar.is_variable()) {
        system_.variables[leaf.scalar.index()].kind = VariableKind::input;
      }
    }
    return;
  }
  const Position position = instance.modifier && instance.modifier->binding
                                ? instance.modifier->binding->position
                                : instance.element->position;
  const bool from_outside = instance.causality == Causality::input && instance.parent == root_;
  if (!from_outside && instance.modifier && settings_.contains(instance.modifier->binding)) {
    fail(position, path(instance),
         fmt::format("{} is a variable: its value follows from the equations.", path(instance)),
         fmt::format("Set a parameter, or the value that it starts with: --set {}.start=VALUE.",
                     path(instance)));
  }
  Value value = *bound;
  if (instance.is_array && value.is_scalar()) value = zeros(instance.shape, value);
  const Instance* const before = current_;
  current_ = instance.parent;
  equate(value_of(instance, position), typed(instance, value), position, false);
  current_ = before;
}

void Elaborator::equate_scalar(const Expr& left, const Expr& right, Position position,
                               bool initial) {
  SystemEquation equation;
  equation.left = left;
  equation.right = right;
  equation.residual = left - right;
  if (equation.residual.is_number(0)) return;  // says nothing
  equation.component = current_ ? system_component(*current_) : 0;
  equation.role = initial ? EquationRole::initial : EquationRole::plain;
  equation.place = system_place(position);
  if (branch_) {
    branch_->push_back(equation);
  } else if (initial) {
    system_.initial_equations.push_back(equation);
  } else {
    system_.equations.push_back(equation);
  }
}

void Elaborator::equate(const Value& left, const Value& right, Position position, bool initial) {
  if (left.kind == Value::Kind::record && right.kind == Value::Kind::record) {
    for (std::size_t i = 0; i < left.items().size(); ++i) {
      const Value* const other = right.field(left.data->names[i]);
      if (!other) {
        fail(position, "",
             fmt::format("The records of an equation differ: only one has {}.",
                         left.data->names[i].text()));
      }
      equate(left.items()[i], *other, position, initial);
    }
    return;
  }
  if (left.is_array() && right.is_array()) {
    if (left.shape() != right.shape()) {
      fail(position, "",
           fmt::format("The sides of an equation are {} and {}.", describe(left), describe(right)),
           "Give both the same size.");
    }
    for (std::size_t i = 0; i < left.items().size(); ++i) {
      equate(left.items()[i], right.items()[i], position, initial);
    }
    return;
  }
  if (left.is_scalar() && right.is_scalar()) {
    equate_scalar(left.scalar, right.scalar, position, initial);
    return;
  }
  if (left.kind == Value::Kind::text && right.kind == Value::Kind::text) return;
  fail(position, "",
       fmt::format("The sides of an equation are {} and {}.", describe(left), describe(right)),
       "Give both the same type and size.");
}

void Elaborator::state(const List<Statement*>& statements, const Place& place, bool initial) {
  for (const Statement* statement : statements) {
    const auto one = [&] {
      try {
        state(*statement, place, initial);
      } catch (const ValueFault& fault) {
        fail_with(fault, statement->position);
      }
    };
    if (branch_) {
      one();  // all of a branch or nothing
    } else {
      guarded(one);
    }
  }
}

void Elaborator::state(const Statement& s, const Place& place, bool initial) {
  switch (s.kind) {
    case Statement::Kind::equation:
      if (s.left->kind == Expression::Kind::tuple) {
        const std::vector<Value> values =
            evaluate_results(*s.right, place, s.left->operands.size());
        for (std::size_t i = 0; i < s.left->operands.size(); ++i) {
          if (!s.left->operands[i]) continue;
          equate(evaluate(*s.left->operands[i], place), values.at(i), s.position, initial);
        }
        return;
      }
      {
        const Value left = evaluate(*s.left, place), right = evaluate(*s.right, place);
        equate(left, right, s.position, initial);
      }
      return;
    case Statement::Kind::connect:
      return;
    case Statement::Kind::call:
      return state_call(s, place, initial);
    case Statement::Kind::choose:
      return state_choice(s, place, initial);
    case Statement::Kind::loop:
      iterate(s.iterators, place,
              [&](const Place& inner) { state(s.branches[0].body, inner, initial); });
      return;
    case Statement::Kind::when:
      if (initial || branch_) {
        fail(s.position, "", "A when clause stands where none may stand.",
             "Move it out of the initial or if equations.");
      }
      return state_when(s, place);
    default:
      fail(s.position, "", "This is no equation.");
  }
}

void Elaborator::state_call(const Statement& s, const Place& place, bool initial) {
  const Reference& reference = *s.left->reference;
  if (is_connections_call(reference)) return;
  const std::string_view name = reference.parts.back().name.text();
  if (reference.parts.size() == 1) {
    if (name == "assert") return state_assert(*s.left, place);
    if (name == "terminate" || name == "reinit") {
      fail(s.position, "", fmt::format("{} stands outside of a when clause.", name),
           "Say when it happens: when ... then ... end when.");
    }
  }
  const Value value = evaluate(*s.left, place);
  (void)initial;
  (void)value;  // of a function without results: what it does is outside of the model
}

std::vector<SystemEquation> Elaborator::branch_equations(const List<Statement*>& body,
                                                         const Place& place, bool initial) {
  std::vector<SystemEquation> equations;
  std::vector<SystemEquation>* const outer = branch_;
  branch_ = &equations;
  try {
    state(body, place, initial);
  } catch (...) {
    branch_ = outer;
    throw;
  }
  branch_ = outer;
  return equations;
}

/// A condition of parameters chooses once; another one chooses between residuals.
void Elaborator::state_choice(const Statement& s, const Place& place, bool initial) {
  std::vector<std::pair<Expr, std::vector<SystemEquation>>> varying;
  std::vector<SystemEquation> last;
  bool has_last = false;
  Expr rest = 1.0;  // none of the branches before
  for (const Branch& branch : s.branches) {
    const Guard others(*this, rest);
    if (branch.condition) {
      const Value condition = evaluate(*branch.condition, place);
      const std::optional<double> known = try_number(scalar(condition));
      if (known && *known == 0) continue;
      if (!known) {
        const Guard guard(*this, condition.scalar);
        varying.emplace_back(condition.scalar, branch_equations(branch.body, place, initial));
        rest = rest && !condition.scalar;
        continue;
      }
    }
    if (varying.empty()) {  // decided for good
      state(branch.body, place, initial);
      return;
    }
    last = branch_equations(branch.body, place, initial);
    has_last = true;
    break;
  }
  if (varying.empty()) return;
  const std::size_t n = varying[0].second.size();
  if (!has_last && n == 0) return;
  for (std::size_t b = 0; b <= varying.size(); ++b) {
    const std::size_t size = b < varying.size() ? varying[b].second.size() : last.size();
    if (size == n) continue;
    fail(s.position, "",
         fmt::format("The branches of an if equation have {} and {} equations.", n, size),
         "Give all branches, 'else' included, the same number: the condition varies.");
  }
  for (std::size_t k = 0; k < n; ++k) {
    // s = a in one branch and s = b in the other: s is what the condition chooses.
    const Expr& left = last[k].left;
    if (std::all_of(varying.begin(), varying.end(),
                    [&](const auto& branch) { return same(branch.second[k].left, left); })) {
      Expr right = last[k].right;
      for (auto it = varying.rbegin(); it != varying.rend(); ++it) {
        right = select(it->first, it->second[k].right, right);
      }
      equate_scalar(left, right, s.position, initial);
      continue;
    }
    Expr residual = last[k].residual;
    for (auto it = varying.rbegin(); it != varying.rend(); ++it) {
      residual = select(it->first, it->second[k].residual, residual);
    }
    equate_scalar(residual, 0.0, s.position, initial);
  }
}

}  // namespace multibond::modelica
