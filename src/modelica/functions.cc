// Functions: run statement by statement on values, so that a call becomes the expression of its
// result.

#include <fmt/format.h>

#include "elaborator.h"
#include "multibond/base/text.h"
#include "multibond/modelica/printer.h"

namespace multibond::modelica {
namespace {

constexpr int kMostPaths = 300;
constexpr std::size_t kMostDecisions = 200;  // on one way through a function

bool is_input(const Member& member) {
  return !member.is_class() && member.element->component->causality == Causality::input;
}
bool is_output(const Member& member) {
  return !member.is_class() && member.element->component->causality == Causality::output;
}

/// Components in the order of declaration, those of bases first.
std::vector<Member*> ordered(const Instance& function) {
  std::vector<Member*> result;
  for (auto scope = function.scopes.rbegin(); scope != function.scopes.rend(); ++scope) {
    for (Member* member : function.members) {
      if (!member->is_class() && member->scope == *scope) result.push_back(member);
    }
  }
  return result;
}

}  // namespace

std::vector<Name> Elaborator::input_names(const Instance& function) const {
  std::vector<Name> names;
  for (const Member* member : ordered(function)) {
    if (is_input(*member)) names.push_back(member->element->component->name);
  }
  return names;
}

/// R(a, b, x = c) of a record makes a value of it.
Value Elaborator::construct_record(Instance& record, const Expression& call, const Place& place) {
  expand(record);
  std::vector<Name> names;
  std::vector<Value> items;
  Frame frame;  // fields may depend on those before
  std::size_t positional = 0;
  for (Member* member : ordered(record)) {
    const modelica::Component& declaration = *member->element->component;
    const Name name = declaration.name;
    const Expression* given = nullptr;
    const bool fixed = declaration.variability == Variability::constant || member->element->final;
    if (!fixed && positional < call.operands.size()) given = call.operands[positional++];
    for (const NamedArgument& argument : call.named) {
      if (argument.name == name) given = argument.value;
    }
    Value value;
    if (given) {
      value = evaluate(*given, place);
    } else {
      const Modifier* const modifier =
          merge(member->outer, make_modifier(declaration.modification, member->scope, true));
      if (modifier && modifier->binding && !modifier->binding->whole) {
        value = evaluate(*modifier->binding->expression, {modifier->binding->scope, &frame});
      } else if (Instance* part = component(record, *member)) {
        bool has_start = false;
        if (part->builtin != Builtin::none) {
          value = attribute(*part, "start", has_start);
          if (!has_start) {
            value = part->builtin == Builtin::string ? Value::string("") : Value::real(0.0);
          }
          if (part->is_array && !value.is_array()) value = zeros(part->shape, value);
        } else {
          value = value_of(*part, call.position);
        }
      } else {
        continue;
      }
    }
    frame.values.emplace_back(name, value);
    names.push_back(name);
    items.push_back(std::move(value));
  }
  for (const NamedArgument& argument : call.named) {
    if (std::find(names.begin(), names.end(), argument.name) != names.end()) continue;
    fail(call.position, "",
         fmt::format("The record {} has no field {}.", print(*call.reference),
                     argument.name.text()));
  }
  return Value::record(std::move(names), std::move(items), record.definition);
}

/// The call of the class of an external object is that of its constructor.
Value Elaborator::construct_object(const Found& object, const Expression& call,
                                   const Place& place) {
  const Found constructor = find_in(object, library_.names()("constructor"), call.position);
  if (!constructor.member || !constructor.member->is_class()) {
    fail(call.position, print(*call.reference),
         fmt::format("The external object {} has no constructor.", print(*call.reference)));
  }
  Instance& function = namespace_of(constructor);
  expand(function);
  return run_function(function, call, place, 1).at(0);
}

Value Elaborator::call_function(const Found& function, const Expression& call, const Place& place) {
  Instance& instance = namespace_of(function);
  expand(instance);
  if (is_record(instance)) return construct_record(instance, call, place);
  if (instance.builtin == Builtin::enumeration || instance.builtin == Builtin::integer) {
    Value value = evaluate(*call.operands[0], place);
    value.kind =
        instance.builtin == Builtin::integer ? Value::Kind::integer : Value::Kind::enumeration;
    value.type = instance.enumeration;
    return value;
  }
  const Restriction restriction = instance.definition->restriction;
  for (const Scope* scope : instance.scopes) {
    for (const Element& element : scope->written_in->elements) {
      if (element.kind == Element::Kind::extends &&
          element.extends->base->parts.back().name.text() == "ExternalObject") {
        return construct_object(function, call, place);
      }
    }
  }
  if (restriction != Restriction::function && restriction != Restriction::operator_function) {
    fail(call.position, print(*call.reference),
         fmt::format("{} is a {}, not a function.", print(*call.reference), to_string(restriction)),
         "Call a function or the constructor of a record.");
  }
  return run_function(instance, call, place, 1).at(0);
}

std::vector<Value> Elaborator::evaluate_results(const Expression& call, const Place& place,
                                                std::size_t n) {
  if (call.kind != Expression::Kind::call) {
    fail(call.position, "", "Several results come from the call of a function only.");
  }
  const Found found = find_class(*call.reference, place.scope);
  if (!found || !found.member || !found.member->is_class()) {
    const std::string name = print(*call.reference);
    if (call.reference->parts.size() == 1 && builtin_call(name, call, place)) {
      fail(call.position, name, fmt::format("{} has one result, but {} are taken.", name, n),
           "Write v = " + name + "(...).");
    }
    fail(call.position, name, fmt::format("There is no function {}.", name),
         "Look at the spelling, or declare it.");
  }
  Instance& function = namespace_of(found);
  expand(function);
  return run_function(function, call, place, n);
}

std::vector<Value> Elaborator::run_function(Instance& function, const Expression& call,
                                            const Place& place, std::size_t results) {
  const Depth depth(*this, call.position);
  Frame frame;
  std::size_t positional = 0;
  std::vector<Name> inputs;
  std::size_t vector_size = 0;
  bool vectorized = false;
  const std::vector<Member*> members = ordered(function);
  for (Member* member : members) {
    if (!is_input(*member)) continue;
    const modelica::Component& declaration = *member->element->component;
    inputs.push_back(declaration.name);
    const Expression* given = nullptr;
    if (positional < call.operands.size()) given = call.operands[positional++];
    for (const NamedArgument& argument : call.named) {
      if (argument.name == declaration.name) given = argument.value;
    }
    if (given && given->kind == Expression::Kind::function) {
      fail(given->position, print(*call.reference),
           "A function as an argument of a function is not supported.");
    }
    Value value;
    if (given) {
      value = evaluate(*given, place);
      // More dimensions than the input has: the call is made for each element.
      std::size_t rank = declaration.dimensions.size() + declaration.type_dimensions.size();
      Type type = follow(find_type(*declaration.type, member->scope));
      rank += type.dimensions.size();
      if (value.rank() == rank + 1) {
        vectorized = true;
        vector_size = static_cast<std::size_t>(value.shape()[0]);
      }
      if (!value.is_array() && value.is_scalar() && type.builtin == Builtin::real) {
        value.kind = Value::Kind::real;
      }
    } else {
      const Modifier* const modifier =
          merge(member->outer, make_modifier(declaration.modification, member->scope, true));
      if (!modifier || !modifier->binding) {
        fail(call.position, print(*call.reference),
             fmt::format("The call of {} gives no value for {}.", print(*call.reference),
                         declaration.name.text()),
             "Add an argument.");
      }
      // A default sees the inputs before it; a value that a short definition gives does not.
      const Binding& binding = *modifier->binding;
      const bool own = binding.scope && binding.scope->instance == &function;
      value = evaluate(*binding.expression, {binding.scope, own ? &frame : nullptr});
    }
    frame.values.emplace_back(declaration.name, std::move(value));
  }
  if (positional < call.operands.size()) {
    fail(call.position, print(*call.reference),
         fmt::format("{} takes {}, but {} are given.", print(*call.reference),
                     counted(inputs.size(), "argument"), call.operands.size()),
         "Take the others away.");
  }
  for (const NamedArgument& argument : call.named) {
    if (std::find(inputs.begin(), inputs.end(), argument.name) != inputs.end()) continue;
    fail(call.position, print(*call.reference),
         fmt::format("{} has no input {}.", print(*call.reference), argument.name.text()));
  }
  if (vectorized) {
    std::vector<Value> items;
    for (std::size_t k = 0; k < vector_size; ++k) {
      Frame one = frame;
      std::size_t i = 0;
      for (Member* member : members) {
        if (!is_input(*member)) continue;
        const modelica::Component& declaration = *member->element->component;
        const std::size_t rank =
            declaration.dimensions.size() + declaration.type_dimensions.size() +
            follow(find_type(*declaration.type, member->scope)).dimensions.size();
        Value& value = one.values[i++].second;
        if (value.rank() == rank + 1) value = value.element(k);
      }
      items.push_back(run_body(function, one, call.position).at(0));
    }
    return {Value::list(items)};
  }
  std::vector<Value> all = run_body(function, frame, call.position);
  if (all.size() < results) {
    fail(call.position, print(*call.reference),
         fmt::format("{} has {}, but {} are taken.", print(*call.reference),
                     counted(all.size(), "result"), results));
  }
  return all;
}

/// If how often a loop runs, or where the function is left, depends on variables, the function is
/// run once for each way through it, and the results are chosen by the conditions on the way. Where
/// these are too many, it becomes a procedure of the run.
std::vector<Value> Elaborator::run_body(Instance& function, Frame& frame, Position position) {
  const Depth depth(*this, position);
  PathScript* const outer = script_;
  script_ = nullptr;
  const Frame given = frame;
  std::vector<Value> results;
  ++functions_running_;
  try {
    const std::size_t whens = system_.whens.size();
    try {
      try {
        results = run_once(function, frame, position);
      } catch (const SplitPaths&) {
        int runs = 0;
        results = run_paths(function, given, position, {}, runs);
      }
    } catch (const EndlessPaths&) {
      script_ = nullptr;
      system_.whens.resize(whens);  // assertions on the ways so far
      results = call_procedure(function, given, position);
    }
  } catch (...) {
    script_ = outer;
    --functions_running_;
    throw;
  }
  script_ = outer;
  --functions_running_;
  return results;
}

std::vector<Value> Elaborator::run_paths(Instance& function, const Frame& frame, Position position,
                                         std::vector<std::pair<Expr, bool>> prefix, int& runs) {
  const Depth depth(*this, position);
  if (++runs > kMostPaths) throw EndlessPaths();
  const std::size_t known = prefix.size();
  PathScript script{std::move(prefix), 0};
  script_ = &script;
  Frame own = frame;
  std::vector<Value> results = [&] {
    const Guard guard(*this, 1.0);  // grows on the way
    return run_once(function, own, position);
  }();
  for (std::size_t k = script.taken.size(); k-- > known;) {
    std::vector<std::pair<Expr, bool>> other(script.taken.begin(),
                                             script.taken.begin() + static_cast<std::ptrdiff_t>(k));
    other.emplace_back(script.taken[k].first, false);
    const std::vector<Value> instead = run_paths(function, frame, position, other, runs);
    for (std::size_t i = 0; i < results.size(); ++i) {
      results[i] = choose(script.taken[k].first, results[i], instead.at(i));
    }
  }
  return results;
}

/// The branch that this way through the function takes.
bool Elaborator::decide(const Expr& condition) {
  if (!script_) throw SplitPaths();
  for (std::size_t k = 0; k < script_->at; ++k) {  // asked before
    if (same(script_->taken[k].first, condition)) return script_->taken[k].second;
  }
  if (script_->at == kMostDecisions) throw EndlessPaths();
  if (script_->at == script_->taken.size()) script_->taken.emplace_back(condition, true);
  return script_->taken[script_->at++].second;
}

/// Gives the locals of a function their first values; returns the outputs.
std::vector<Name> Elaborator::declare_locals(Instance& function, Frame& frame, Position position,
                                             bool as_slots) {
  std::vector<Name> outputs;
  for (Member* member : ordered(function)) {
    if (is_input(*member)) continue;
    const modelica::Component& declaration = *member->element->component;
    const Name name = declaration.name;
    if (is_output(*member)) outputs.push_back(name);
    const Modifier* const modifier =
        merge(member->outer, make_modifier(declaration.modification, member->scope, true));
    Value value;
    const Place place{member->scope, &frame};
    const bool given = modifier && modifier->binding;
    const Type type =
        given && !as_slots ? Type() : follow(find_type(*declaration.type, member->scope));
    if (given) {
      value = evaluate(*modifier->binding->expression, {modifier->binding->scope, &frame});
    } else {
      // Without a value yet, but with a size that single elements are assigned into.
      Shape shape;
      bool open = false;
      const auto add = [&](const Expression* e, const Place& where) {
        if (e->kind == Expression::Kind::colon) {
          open = true;
        } else {
          shape.push_back(integer(evaluate(*e, where), e->position, "the size of an array"));
        }
      };
      for (const Expression* e : declaration.dimensions) add(e, place);
      for (const Expression* e : declaration.type_dimensions) add(e, place);
      for (const auto& [e, scope] : type.dimensions) add(e, {scope, &frame});
      if (type.builtin == Builtin::none && type.definition &&
          type.definition->restriction == Restriction::record) {
        Instance& record = instances_.emplace_back();
        record.is_namespace = true;
        record.parent = &function;
        record.name = name;
        set_type(record, type);
        const Expression none{Expression::Kind::call};
        Expression constructor = none;
        Reference reference;
        const ReferencePart part{name, {}};
        ReferencePart parts[] = {part};
        reference.parts = List<ReferencePart>(parts, 1);
        constructor.reference = &reference;
        constructor.position = position;
        const Value item = construct_record(record, constructor, place);
        value = shape.empty() && !open ? item : zeros(shape, item);
      } else if (!open && !shape.empty()) {
        value =
            zeros(shape, type.builtin == Builtin::string ? Value::string("") : Value::real(0.0));
      }
    }
    if (as_slots) {
      const bool one = declaration.dimensions.empty() && declaration.type_dimensions.empty() &&
                       type.dimensions.empty();
      value = draft_local(value, one ? type : Type());
    }
    frame.values.emplace_back(name, std::move(value));
  }
  return outputs;
}

std::vector<Value> Elaborator::run_once(Instance& function, Frame& frame, Position position) {
  const std::vector<Name> outputs = declare_locals(function, frame, position, false);
  const External* external = nullptr;
  for (auto scope = function.scopes.rbegin(); scope != function.scopes.rend(); ++scope) {
    const Class& definition = *(*scope)->written_in;
    if (definition.external) external = definition.external;
    for (const Section& section : definition.sections) {
      if (!section.algorithm) {
        fail(section.position, path(function), "A function has an equation section.",
             "Write an algorithm.");
      }
      if (execute(section.statements, {*scope, &frame}) == Flow::finish) break;
    }
  }
  if (external) call_external(function, *external, frame);
  std::vector<Value> results;
  for (const Name name : outputs) results.push_back(*frame.find(name));
  if (results.empty()) results.push_back(Value());
  return results;
}

}  // namespace multibond::modelica
