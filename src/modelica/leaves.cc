// Values of components: parameters with their values, variables with their attributes.

#include <cmath>

#include <fmt/format.h>

#include "elaborator.h"
#include "multibond/base/text.h"

namespace multibond::modelica {
namespace {

/// Limits from here on are none: libraries have a number for infinity, 1e60.
constexpr double kUnlimited = 1e59;

bool is_zero(const Value& value) { return value.is_number() && value.scalar.number() == 0; }

}  // namespace

// -- the value of a component ---------------------------------------------------------------------

Value Elaborator::value_of(Instance& instance, Position position) {
  const Depth depth(*this, position);
  if (instance.builtin != Builtin::none) {
    const std::vector<Value>& items = leaves(instance);
    if (!instance.is_array) return items[0];
    return Value::array(instance.shape, items);
  }
  if (instance.is_array) {
    Selection all;
    enter(all, &instance);
    return value_of(all, position);
  }
  expand(instance);
  if (instance.builtin != Builtin::none) return value_of(instance, position);
  std::vector<Name> names;
  std::vector<Value> items;
  for (std::size_t i = 0; i < instance.members.size(); ++i) {
    Member* const member = instance.members[i];
    if (member->is_class()) continue;
    Instance* const part = component(instance, *member);
    if (!part) continue;
    names.push_back(part->name);
    items.push_back(value_of(*part, position));
  }
  return Value::record(std::move(names), std::move(items), instance.definition);
}

const std::vector<Value>& Elaborator::leaves(Instance& instance) {
  if (instance.leaf_progress != Progress::done) make_leaves(instance);
  return instance.leaves;
}

void Elaborator::make_leaves(Instance& instance) {
  if (instance.leaf_progress == Progress::busy) {
    std::string circle;
    for (const std::string& step : making_) circle += (circle.empty() ? "" : ", ") + step;
    fail(instance.element ? instance.element->position : 0, path(instance),
         fmt::format("The value of {} depends on itself: {}.", path(instance), circle),
         "Break the circle: give one of them a value.");
  }
  instance.leaf_progress = Progress::busy;
  making_.push_back(path(instance));
  try {
    if (instance.variability >= Variability::parameter) {
      make_parameter(instance);
    } else {
      make_variable(instance);
    }
  } catch (...) {
    making_.pop_back();
    instance.leaf_progress = Progress::fresh;
    throw;
  }
  making_.pop_back();
  instance.leaf_progress = Progress::done;
}

// -- bindings -------------------------------------------------------------------------------------

Value Elaborator::evaluate(const Binding& binding) {
  if (binding.value) return *binding.value;
  if (binding.whole) {
    const Value whole = evaluate(*binding.whole);
    if (!whole.is_array()) return whole;  // said once for all elements
    if (binding.index >= whole.shape()[0]) {
      fail(
          binding.position, "",
          fmt::format("A modifier gives {} values, but there are more elements.", whole.shape()[0]),
          "Give one for each element, or one for all with 'each'.");
    }
    binding.value =
        std::make_shared<const Value>(whole.element(static_cast<std::size_t>(binding.index)));
    return *binding.value;
  }
  if (binding.busy) {
    std::string circle;
    for (const std::string& step : making_) circle += (circle.empty() ? "" : ", ") + step;
    fail(binding.position, "", fmt::format("A value depends on itself: {}.", circle),
         "Break the circle: give one of them a value.");
  }
  binding.busy = true;
  try {
    binding.value =
        std::make_shared<const Value>(evaluate(*binding.expression, {binding.scope, nullptr}));
  } catch (...) {
    binding.busy = false;
    throw;
  }
  binding.busy = false;
  return *binding.value;
}

/// The value that declarations or modifiers give: to the component, or to the record it is in.
std::optional<Value> Elaborator::bound_value(Instance& instance) {
  if (instance.bound_progress == Progress::done) return instance.bound;
  const Binding* const binding = instance.modifier ? instance.modifier->binding : nullptr;
  std::optional<Value> result;
  if (binding && !binding->declared) {
    result = evaluate(*binding);
  } else if (Instance* parent = instance.parent; parent && !instance.is_namespace) {
    if (instance.index >= 0) {  // an element of an array in a record
      if (Instance* above = parent->parent; above && is_record(*above) && !above->is_array) {
        if (const std::optional<Value> whole = bound_value(*above)) {
          if (const Value* field = whole->field(instance.name); field && field->is_array()) {
            result = field->items().at(static_cast<std::size_t>(instance.index));
          }
        }
      }
    } else if (is_record(*parent) && !parent->is_array && !parent->is_namespace) {
      if (const std::optional<Value> whole = bound_value(*parent)) {
        if (const Value* field = whole->field(instance.name)) result = *field;
      }
    }
  }
  if (!result && binding) result = evaluate(*binding);
  instance.bound = result;
  instance.bound_progress = Progress::done;
  return result;
}

/// The value with the type of the component: an Integer becomes Real, sizes must fit.
Value Elaborator::typed(const Instance& instance, const Value& value) const {
  const Position position = instance.element ? instance.element->position : 0;
  if (instance.is_array && value.is_array() && value.shape() != instance.shape) {
    std::string sizes;
    for (const int n : instance.shape) sizes += (sizes.empty() ? "" : ",") + std::to_string(n);
    fail(instance.modifier && instance.modifier->binding ? instance.modifier->binding->position
                                                         : position,
         path(instance),
         fmt::format("{} has the size [{}], but its value is {}.", path(instance), sizes,
                     describe(value)),
         "Give both the same size.");
  }
  if (!instance.is_array && value.is_array()) {
    fail(instance.modifier && instance.modifier->binding ? instance.modifier->binding->position
                                                         : position,
         path(instance),
         fmt::format("{} is a scalar, but its value is {}.", path(instance), describe(value)),
         "Give one number.");
  }
  Value::Kind kind = Value::Kind::real;
  switch (instance.builtin) {
    case Builtin::real:
      kind = Value::Kind::real;
      break;
    case Builtin::integer:
      kind = Value::Kind::integer;
      break;
    case Builtin::boolean:
      kind = Value::Kind::boolean;
      break;
    case Builtin::enumeration:
      kind = Value::Kind::enumeration;
      break;
    default:
      return value;
  }
  const auto convert = [&](const Value& item) -> Value {
    const bool numbers = kind == Value::Kind::real || kind == Value::Kind::integer;
    const bool given = item.kind == Value::Kind::real || item.kind == Value::Kind::integer;
    const bool fits = item.kind == kind || (numbers && given) ||
                      (kind == Value::Kind::integer && item.kind == Value::Kind::enumeration) ||
                      (kind == Value::Kind::enumeration && item.kind == Value::Kind::integer);
    if (!fits) {
      static constexpr std::string_view kNames[] = {"none", "Real", "Integer", "Boolean",
                                                    "an enumeration"};
      fail(instance.modifier && instance.modifier->binding ? instance.modifier->binding->position
                                                           : position,
           path(instance),
           fmt::format("{} is {}, but its value is {}.", path(instance),
                       kNames[static_cast<int>(kind)], describe(item)),
           "Give a value of the same type.");
    }
    return {kind, item.scalar, instance.enumeration, {}};
  };
  return each(value, convert);
}

// -- attributes -----------------------------------------------------------------------------------

Value Elaborator::attribute(Instance& instance, std::string_view name, bool& given) {
  given = false;
  if (!instance.modifier) return {};
  for (const ModifierPart& part : instance.modifier->parts) {
    if (part.name.text() != name || !part.modifier->binding) continue;
    given = true;
    return evaluate(*part.modifier->binding);
  }
  return {};
}

/// The attribute of one scalar: given for each, or for all at once.
Value Elaborator::attribute_leaf(const Value& value, const Instance& instance,
                                 std::size_t leaf) const {
  if (!value.is_array()) return value;
  if (!instance.is_array || value.items().size() != instance.leaves.size()) {
    if (leaf < value.items().size() && instance.is_array) return value.items()[leaf];
    fail(instance.element ? instance.element->position : 0, path(instance),
         fmt::format("An attribute of {} is {}.", path(instance), describe(value)),
         "Give one value, or as many as there are elements.");
  }
  return value.items()[leaf];
}

std::string Elaborator::leaf_path(const Instance& instance, std::size_t leaf) const {
  std::string name = path(instance);
  if (!instance.is_array) return name;
  std::string index;
  std::size_t size = count(instance.shape);
  for (const int extent : instance.shape) {
    size /= static_cast<std::size_t>(extent);
    index += (index.empty() ? "" : ",") + std::to_string(leaf / size + 1);
    leaf %= size;
  }
  return name + "[" + index + "]";
}

// -- parameters -----------------------------------------------------------------------------------

void Elaborator::make_parameter(Instance& instance) {
  const Position position = instance.element ? instance.element->position : 0;
  const std::size_t n = instance.is_array ? count(instance.shape) : 1;
  std::optional<Value> value = bound_value(instance);
  bool given = false;
  const Value fixed = attribute(instance, "fixed", given);
  bool found = given && instance.variability == Variability::parameter &&
               instance.builtin != Builtin::string &&
               is_zero(fixed.is_array() && !fixed.items().empty() ? fixed.items()[0] : fixed);
  if (found && !value) {
    value = initial_value(instance);
    if (value) found = false;
  }
  if (!value) {
    Value start = attribute(instance, "start", given);
    if (!given) {
      if (instance.builtin == Builtin::string) {
        value = Value::string("");
      } else if (found || options_.incomplete) {
        value = instance.builtin == Builtin::boolean ? Value::truth(false)
                : instance.builtin == Builtin::real  ? Value::real(0.0)
                : instance.enumeration               ? Value::integer(1.0)
                                                     : Value::integer(0.0);
      } else {
        fail(position, path(instance), fmt::format("{} has no value.", path(instance)),
             fmt::format("Give it one where it is declared, or with --set {}=VALUE.",
                         path(instance)));
      }
    } else {
      value = start;
      if (!found && instance.variability == Variability::parameter) {
        warn(position, path(instance),
             fmt::format("{} has no value; its start value is taken.", path(instance)),
             "Give it a value.");
      }
    }
    if (instance.is_array && !value->is_array()) value = zeros(instance.shape, *value);
  }
  if (instance.is_array && value->is_scalar()) value = zeros(instance.shape, *value);
  const Value fitted = typed(instance, *value);
  std::vector<Value> items = instance.is_array ? fitted.items() : std::vector<Value>{fitted};
  if (found) {
    make_variable(instance);
    for (std::size_t k = 0; k < n; ++k) {
      SystemVariable& variable = system_.variables[instance.leaves[k].scalar.index()];
      variable.kind = VariableKind::discrete;
      // A number is searched for; what is not Real is assigned by the initial equations.
      variable.found = instance.builtin == Builtin::real;
      variable.has_start = true;
      variable.fixed = false;
      variable.start_value = items[k].scalar;
      variable.start = try_number(items[k].scalar).value_or(0);
      variable.nominal = variable.start != 0 ? std::abs(variable.start) : 1.0;
    }
    return;
  }
  bool in_model = instance.variability == Variability::parameter && root_ != nullptr;
  for (const Instance* above = &instance; above; above = above->parent) {
    if (above->is_namespace) in_model = false;
  }
  const bool final = (instance.modifier && instance.modifier->final) ||
                     (instance.element && instance.element->final);
  const bool evaluated =
      instance.element && library_.annotation(instance.element->comment.annotations, "Evaluate");
  std::string_view unit;
  if (in_model) {
    const Value text = attribute(instance, "unit", given);
    if (given && text.kind == Value::Kind::text) unit = system_.texts->keep(text.data->text);
  }
  for (std::size_t k = 0; k < items.size(); ++k) {
    Value& item = items[k];
    if (!item.is_scalar()) continue;
    if (varies(item.scalar)) {
      if (instance.builtin == Builtin::real && found_at_start(item.scalar)) {
        // Follows from a parameter that is found at the start: a variable with an equation.
        make_variable(instance);
        for (std::size_t i = 0; i < items.size(); ++i) {
          follows_found_[instance.leaves[i].scalar.index()] = true;
          system_.variables[instance.leaves[i].scalar.index()].fixed = false;
          equate_scalar(instance.leaves[i].scalar, items[i].scalar, position, false);
        }
        return;
      }
      fail(instance.modifier && instance.modifier->binding ? instance.modifier->binding->position
                                                           : position,
           path(instance),
           fmt::format("The value of the parameter {} changes with time.", path(instance)),
           "A parameter depends on parameters and constants only.");
    }
    const bool symbol = instance.builtin == Builtin::real && in_model && !evaluated;
    if (!symbol && !item.scalar.is_number()) {
      freeze(item.scalar);
      item.scalar = Expr(*try_number(item.scalar));
    }
    if (!in_model) continue;
    SystemParameter parameter;
    parameter.path = system_.texts->add(leaf_path(instance, k));
    parameter.unit = unit;
    if (instance.element) {
      parameter.description = system_.texts->keep(instance.element->comment.text);
    }
    parameter.value =
        item.scalar.is_number() ? item.scalar.number() : parameter_values_(item.scalar);
    parameter.default_value = parameter.value;
    const auto index = static_cast<std::uint32_t>(system_.parameters.size());
    if (!symbol || (final && item.scalar.is_number())) {
      parameter.role = ParameterRole::structural;
      parameter.reader = parameter.path;
    } else if (!item.scalar.is_number()) {
      parameter.role = ParameterRole::dependent;
      parameter.binding = item.scalar;
    } else {
      item.scalar = pool_.parameter(index);
    }
    structural_.push_back(false);
    readers_.emplace_back();
    system_.parameters.push_back(parameter);
    check_limits(instance, k, item.scalar);
  }
  instance.leaves = std::move(items);
}

/// A parameter keeps its limits: now, and whenever it is set in the compiled model.
void Elaborator::check_limits(Instance& instance, std::size_t leaf, const Expr& value) {
  if (!instance.modifier || options_.incomplete || instance.builtin == Builtin::boolean) return;
  const auto limit = [&](std::string_view name, double none) -> Expr {
    bool given = false;
    const Value all = attribute(instance, name, given);
    if (!given) return none;
    const Value& own = all.is_array() && leaf < all.items().size() ? all.items()[leaf] : all;
    return own.is_scalar() && !varies(own.scalar) ? own.scalar : Expr(none);
  };
  const Expr smallest = limit("min", -kUnlimited), largest = limit("max", kUnlimited);
  if (smallest.is_number(-kUnlimited) && largest.is_number(kUnlimited)) return;
  const std::string_view unit = system_.parameters.back().unit;
  const FaultOf fault = [unit = std::string(unit)](const std::vector<double>& values) {
    const double x = values[0], low = values[1], high = values[2];
    if (!(x < low) && !(x > high)) return std::optional<Fault>();
    const auto told = [&](double number) { return quantity(number, unit); };
    return std::optional<Fault>(
        Fault{fmt::format("is {}, but must be {} {}.", told(x), x < low ? "at least" : "at most",
                          told(x < low ? low : high)),
              low <= -kUnlimited ? fmt::format("Give it a value up to {}.", told(high))
              : high >= kUnlimited
                  ? fmt::format("Give it a value from {} on.", told(low))
                  : fmt::format("Give it a value from {} to {}.", told(low), told(high))});
  };
  const auto number = [&](const Expr& e) {
    return e.is_number() ? e.number() : parameter_values_(e);
  };
  if (const auto found = fault({number(value), number(smallest), number(largest)})) {
    const Binding* const binding = instance.modifier->binding;
    fail(binding            ? binding->position
         : instance.element ? instance.element->position
                            : 0,
         path(instance), leaf_path(instance, leaf) + ' ' + found->fact, found->remedy);
  }
  if (value.is_number() && smallest.is_number() && largest.is_number()) return;
  system_.checks.push_back({leaf_path(instance, leaf), {value, smallest, largest}, fault});
}

/// Whether an expression depends on parameters that are found at the start, and on no variable.
bool Elaborator::found_at_start(const Expr& expr) {
  const Expr roots[] = {expr};
  for (const std::uint32_t id : pool_.reachable_unordered(roots)) {
    const ExprNode& node = pool_.node(id);
    if (node.op == Op::time || node.op == Op::pre || node.op == Op::condition) return false;
    if (node.op == Op::variable && !system_.variables[node.a].found && !follows_found_[node.a]) {
      return false;
    }
  }
  return true;
}

// -- variables ------------------------------------------------------------------------------------

void Elaborator::make_variable(Instance& instance) {
  const std::size_t n = instance.is_array ? count(instance.shape) : 1;
  if (instance.builtin == Builtin::string || instance.builtin == Builtin::object) {
    if (const std::optional<Value> value = bound_value(instance)) {
      instance.leaves = value->is_array() ? value->items() : std::vector<Value>{*value};
      return;
    }
    fail(instance.element ? instance.element->position : 0, path(instance),
         fmt::format("{} is a String that varies, which is not supported.", path(instance)),
         "Give it a value where it is declared.");
  }
  Value::Kind kind = Value::Kind::real;
  if (instance.builtin == Builtin::integer) kind = Value::Kind::integer;
  if (instance.builtin == Builtin::boolean) kind = Value::Kind::boolean;
  if (instance.builtin == Builtin::enumeration) kind = Value::Kind::enumeration;
  SystemVariable common;
  common.discrete = kind != Value::Kind::real;
  common.limits_guide = false;  // what misses them is told, and not kept from the solvers
  common.component = system_component(*instance.parent);
  if (instance.element) common.description = system_.texts->keep(instance.element->comment.text);
  if (instance.parent == root_) {
    if (instance.causality == Causality::output) common.kind = VariableKind::output;
  }
  const auto first = static_cast<std::uint32_t>(system_.variables.size());
  instance.leaves.clear();
  for (std::size_t k = 0; k < n; ++k) {
    common.path = system_.texts->add(leaf_path(instance, k));
    system_.variables.push_back(common);
    const Expr leaf = pool_.variable(first + static_cast<std::uint32_t>(k));
    instance.leaves.push_back({kind, leaf, instance.enumeration, {}});
  }
  instance.leaf_progress = Progress::done;  // attributes may name the variable
  if (!instance.modifier) return;
  for (const ModifierPart& part : instance.modifier->parts) {
    if (!part.modifier->binding) continue;
    const std::string_view name = part.name.text();
    static constexpr std::string_view kKnown[] = {
        "start", "fixed",       "nominal",     "min",      "max",
        "unit",  "stateSelect", "displayUnit", "quantity", "unbounded"};
    if (std::find(std::begin(kKnown), std::end(kKnown), name) == std::end(kKnown)) {
      fail(part.modifier->position, path(instance),
           fmt::format("{} has no attribute {}.", path(instance), name),
           "Attributes are start, fixed, nominal, min, max, unit, displayUnit, quantity and "
           "stateSelect.");
    }
    if (name == "displayUnit" || name == "quantity" || name == "unbounded") continue;
    const Value value = evaluate(*part.modifier->binding);
    for (std::size_t k = 0; k < n; ++k) {
      SystemVariable& variable = system_.variables[first + k];
      const Value item = attribute_leaf(value, instance, k);
      if (name == "unit") {
        if (item.kind == Value::Kind::text) variable.unit = system_.texts->keep(item.data->text);
        continue;
      }
      if (!item.is_scalar()) continue;
      if (varies(item.scalar)) {
        warn(part.modifier->position, path(instance),
             fmt::format("The attribute {} of {} changes with time and is not used.", name,
                         path(instance)));
        continue;
      }
      const double number =
          item.scalar.is_number() ? item.scalar.number() : parameter_values_(item.scalar);
      if (name == "start") {
        variable.has_start = true;
        variable.start_value = item.scalar;
        variable.start = number;
        variable.start_place = system_place(part.modifier->position);
      } else if (name == "fixed") {
        freeze(item.scalar);
        // Of what is not Real, it fixes the value before the first event.
        variable.fixed = number != 0 && kind == Value::Kind::real;
      } else if (name == "nominal") {
        freeze(item.scalar);
        if (number != 0) variable.nominal = std::abs(number);
      } else if (name == "min" || name == "max") {
        freeze(item.scalar);
        if (std::abs(number) < kUnlimited) (name == "min" ? variable.min : variable.max) = number;
      } else if (name == "stateSelect") {
        static constexpr StateHint kHints[] = {StateHint::avoid, StateHint::avoid, StateHint::none,
                                               StateHint::prefer, StateHint::always};
        const int ordinal = static_cast<int>(number);
        if (ordinal >= 1 && ordinal <= 5) variable.hint = kHints[ordinal - 1];
      }
    }
  }
}

// -- places in the system -------------------------------------------------------------------------

std::uint32_t Elaborator::system_component(const Instance& instance) {
  if (&instance == root_ || !instance.parent || instance.is_namespace) return 0;
  if (instance.in_system) return instance.component;
  Instance& own = const_cast<Instance&>(instance);
  SystemComponent component;
  component.parent = system_component(*instance.parent);
  component.path = system_.texts->add(path(instance));
  own.component = static_cast<std::uint32_t>(system_.components.size());
  own.in_system = true;
  system_.components.push_back(component);
  return own.component;
}

std::uint32_t Elaborator::system_place(Position position) {
  const SourceFile* const file = library_.sources().file(position);
  if (!file) return SourceTable::kUnknown;
  // The system outlives the library: it keeps the name, with the zero at its end.
  const std::string_view name(file->path.c_str(), file->path.size() + 1);
  return sources_->add({system_.texts->keep(name).data(), library_.sources().line(position)});
}

}  // namespace multibond::modelica
