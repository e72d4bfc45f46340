// References: which components a.b[2].c names, and their values.

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "elaborator.h"
#include "multibond/base/text.h"
#include "multibond/modelica/printer.h"

namespace multibond::modelica {

// -- subscripts -----------------------------------------------------------------------------------

Shape Elaborator::Indices::shape() const {
  Shape result;
  for (std::size_t d = 0; d < chosen.size(); ++d) {
    if (stays[d]) result.push_back(static_cast<int>(chosen[d].size()));
  }
  return result;
}

/// Places of what is chosen in an array of this shape, row by row.
std::vector<std::size_t> Elaborator::Indices::places(const Shape& of) const {
  std::vector<std::size_t> result{0};
  for (std::size_t d = 0; d < of.size(); ++d) {
    std::vector<std::size_t> next;
    next.reserve(result.size() * chosen[d].size());
    for (const std::size_t above : result) {
      for (const int i : chosen[d]) {
        next.push_back(above * static_cast<std::size_t>(of[d]) + static_cast<std::size_t>(i));
      }
    }
    result = std::move(next);
  }
  return result;
}

Elaborator::Indices Elaborator::indices(const Shape& shape, const List<Expression*>& subscripts,
                                        const Place& place, std::string_view name) {
  Indices result;
  if (subscripts.size() > shape.size()) {
    fail(subscripts[0]->position, std::string(name),
         fmt::format("{} has {}, but {}.", name, counted(shape.size(), "dimension"),
                     counted(subscripts.size(), "subscript")),
         "Take some of them away.");
  }
  const Name end = library_.names()("end");
  for (std::size_t d = 0; d < shape.size(); ++d) {
    std::vector<int> chosen;
    bool stays = true;
    if (d >= subscripts.size() || subscripts[d]->kind == Expression::Kind::colon) {
      chosen.resize(static_cast<std::size_t>(shape[d]));
      std::iota(chosen.begin(), chosen.end(), 0);
    } else {
      Frame frame;
      frame.outer = place.frame;
      frame.values.emplace_back(end, Value::integer(shape[d]));
      const Value value = evaluate(*subscripts[d], {place.scope, &frame});
      const Position position = subscripts[d]->position;
      const auto add = [&](const Value& item) {
        int i = integer(item, position, "a subscript");
        if (item.kind == Value::Kind::boolean) ++i;
        if (i < 1 || i > shape[d]) {
          fail(position, std::string(name),
               fmt::format("The subscript {} of {} is not between 1 and {}.", i, name, shape[d]),
               "Look at the size of the array.");
        }
        chosen.push_back(i - 1);
      };
      if (value.is_array()) {
        for (const Value& item : value.items()) add(item);
      } else {
        add(value);
        stays = false;
      }
    }
    result.chosen.push_back(std::move(chosen));
    result.stays.push_back(stays);
  }
  return result;
}

Value Elaborator::subscript(const Value& value, const List<Expression*>& subscripts,
                            const Place& place) {
  if (subscripts.empty()) return value;
  if (!value.is_array()) {
    fail(subscripts[0]->position, "", fmt::format("{} takes no subscript.", describe(value)));
  }
  // An index that varies chooses among all elements.
  std::vector<Value> given;
  bool varying = false;
  for (std::size_t d = 0; d < subscripts.size() && d < value.rank(); ++d) {
    Frame frame;
    frame.outer = place.frame;
    frame.values.emplace_back(library_.names()("end"), Value::integer(value.shape()[d]));
    given.push_back(subscripts[d]->kind == Expression::Kind::colon
                        ? Value()
                        : evaluate(*subscripts[d], {place.scope, &frame}));
    varying = varying || (given.back().is_scalar() && varies(given.back().scalar));
  }
  if (varying) {
    return varying_subscript(value, std::move(given), subscripts[0]->position);
  }
  const Indices chosen = indices(value.shape(), subscripts, place, "the array");
  std::vector<Value> items;
  for (const std::size_t i : chosen.places(value.shape())) items.push_back(value.items()[i]);
  const Shape shape = chosen.shape();
  if (shape.empty()) return items.at(0);
  return Value::array(shape, std::move(items));
}

/// Each subscript is a number that may vary, or a whole dimension.
Value Elaborator::varying_subscript(const Value& value, std::vector<Value> subscripts,
                                    Position position) {
  if (subscripts.empty()) return value;
  const Value first = subscripts.front();
  subscripts.erase(subscripts.begin());
  const std::size_t n = static_cast<std::size_t>(value.shape()[0]);
  const auto element = [&](std::size_t k) {
    return varying_subscript(value.element(k), subscripts, position);
  };
  if (first.kind == Value::Kind::none) {
    std::vector<Value> items;
    for (std::size_t k = 0; k < n; ++k) items.push_back(element(k));
    return Value::list(items);
  }
  if (first.is_array()) {
    fail(position, "", "A list of subscripts stands beside one that varies; that is not supported.",
         "Write the elements one by one.");
  }
  if (n == 0) fail(position, "", "An element of an empty array is asked for.");
  if (const std::optional<double> known = try_number(first.scalar)) {
    if (*known < 1 || *known > static_cast<double>(n)) {
      fail(position, "", fmt::format("The subscript {} is not between 1 and {}.", *known, n),
           "Look at the size of the array.");
    }
    return element(static_cast<std::size_t>(*known) - 1);
  }
  Value result = element(n - 1);
  for (std::size_t k = n - 1; k-- > 0;) {
    result = choose(quiet(first.scalar <= Expr(static_cast<double>(k) + 1.5)), element(k), result);
  }
  return result;
}

// -- components -----------------------------------------------------------------------------------

/// Puts a component in: an array of components as its elements.
void Elaborator::enter(Selection& selection, Instance* component) {
  if (component->is_array && component->builtin == Builtin::none) {
    selection.shape.insert(selection.shape.end(), component->shape.begin(), component->shape.end());
    selection.own = component->shape.size();
    selection.items.insert(selection.items.end(), component->elements.begin(),
                           component->elements.end());
  } else {
    selection.own = 0;
    selection.items.push_back(component);
  }
}

void Elaborator::take_subscripts(Selection& selection, const List<Expression*>& subscripts,
                                 const Place& place, const Reference& reference) {
  if (subscripts.empty()) return;
  const std::string name = print(reference);
  if (selection.own == 0) {  // of numbers
    if (selection.items.empty()) return;
    const Shape shape = selection.items[0]->is_array ? selection.items[0]->shape : Shape{};
    const Indices chosen = indices(shape, subscripts, place, name);
    selection.leaves_chosen = true;
    selection.leaves = chosen.places(shape);
    selection.leaf_shape = chosen.shape();
    return;
  }
  const std::size_t outer_rank = selection.shape.size() - selection.own;
  const Shape outer(selection.shape.begin(),
                    selection.shape.begin() + static_cast<std::ptrdiff_t>(outer_rank));
  const Shape own(selection.shape.begin() + static_cast<std::ptrdiff_t>(outer_rank),
                  selection.shape.end());
  const Indices chosen = indices(own, subscripts, place, name);
  const std::vector<std::size_t> places = chosen.places(own);
  std::vector<Instance*> items;
  for (std::size_t o = 0; o < count(outer); ++o) {
    for (const std::size_t p : places) items.push_back(selection.items[o * count(own) + p]);
  }
  selection.items = std::move(items);
  selection.shape = outer;
  for (const int size : chosen.shape()) selection.shape.push_back(size);
  selection.own = 0;
}

/// From a component, the rest of a reference: names with subscripts.
Selection Elaborator::select_components(Instance& first, const Reference& reference,
                                        std::size_t part, const Place& place) {
  Selection selection;
  enter(selection, &first);
  take_subscripts(selection, reference.parts[part].subscripts, place, reference);
  for (std::size_t i = part + 1; i < reference.parts.size(); ++i) {
    const ReferencePart& next = reference.parts[i];
    Selection inner;
    inner.shape = selection.shape;
    Shape before = selection.shape;
    for (Instance* item : selection.items) {
      if (item->builtin != Builtin::none) {
        fail(reference.position, print(reference),
             fmt::format("{} has no parts, so there is no {} in it.", path_in_messages(*item),
                         next.name.text()));
      }
      Member* const member = find_member(*item, next.name);
      if (!member || member->is_class()) {
        std::vector<std::string> names;
        for (const auto& [known, other] : item->by_name) names.emplace_back(known.text());
        const std::vector<std::string> near = nearest(next.name.text(), names);
        fail(reference.position, print(reference),
             fmt::format("There is no component {} in {}.", next.name.text(),
                         path_in_messages(*item)),
             near.empty() ? "Look at the spelling."
                          : fmt::format("Did you mean {}?", join_names(near)));
      }
      Instance* const child = component(*item, *member);
      if (!child) {
        selection.absent = true;
        return selection;
      }
      inner.shape = before;
      enter(inner, child);
    }
    selection = std::move(inner);
    take_subscripts(selection, next.subscripts, place, reference);
  }
  return selection;
}

Value Elaborator::value_of(const Selection& selection, Position position) {
  std::vector<Value> items;
  Shape shape = selection.shape;
  Shape inner;
  for (Instance* item : selection.items) {
    if (selection.leaves_chosen) {
      const std::vector<Value>& own = leaves(*item);
      for (const std::size_t k : selection.leaves) items.push_back(own.at(k));
      inner = selection.leaf_shape;
      continue;
    }
    Value value = value_of(*item, position);
    inner = value.shape();
    if (value.is_array()) {
      items.insert(items.end(), value.items().begin(), value.items().end());
    } else {
      items.push_back(std::move(value));
    }
  }
  shape.insert(shape.end(), inner.begin(), inner.end());
  if (shape.empty()) return items.at(0);
  return Value::array(std::move(shape), std::move(items));
}

// -- values ---------------------------------------------------------------------------------------

/// From the value of a local, the rest of a reference.
Value Elaborator::walk(Value value, const Reference& reference, std::size_t part,
                       const Place& place) {
  for (std::size_t i = part;; ++i) {
    value = subscript(value, reference.parts[i].subscripts, place);
    if (i + 1 == reference.parts.size()) return value;
    const Name name = reference.parts[i + 1].name;
    value = each(value, [&](const Value& item) -> Value {
      if (const Value* field = item.field(name)) return *field;
      fail(reference.position, print(reference),
           fmt::format("There is no {} in {}, which is {}.", name.text(),
                       reference.parts[i].name.text(), describe(item)));
    });
    // An array of records whose field is an array.
    if (value.is_array() && !value.items().empty() && value.items()[0].is_array()) {
      Shape shape = value.shape();
      const Shape& inner = value.items()[0].shape();
      shape.insert(shape.end(), inner.begin(), inner.end());
      std::vector<Value> items;
      for (const Value& item : value.items()) {
        items.insert(items.end(), item.items().begin(), item.items().end());
      }
      value = Value::array(std::move(shape), std::move(items));
    }
  }
}

/// v[k] with a variable k: the whole array is asked for, and k chooses.
std::optional<Value> Elaborator::varying_element(const Reference& reference, const Place& place) {
  const List<Expression*>& subscripts = reference.parts.back().subscripts;
  const auto has_end = [](const auto& self, const Expression& e) -> bool {
    if (e.kind == Expression::Kind::end || e.kind == Expression::Kind::colon) return true;
    return std::any_of(e.operands.begin(), e.operands.end(),
                       [&](const Expression* operand) { return operand && self(self, *operand); });
  };
  bool varying = false;
  for (const Expression* e : subscripts) {
    if (e->kind == Expression::Kind::integer || has_end(has_end, *e)) continue;
    const Value index = evaluate(*e, place);
    varying = varying || (index.is_scalar() && varies(index.scalar));
  }
  if (!varying) return std::nullopt;
  std::vector<ReferencePart> parts(reference.parts.begin(), reference.parts.end());
  parts.back().subscripts = {};
  Reference whole = reference;
  whole.parts = List<ReferencePart>(parts.data(), parts.size());
  return subscript(evaluate_reference(whole, place), subscripts, place);
}

Value Elaborator::evaluate_reference(const Reference& reference, const Place& place) {
  const Name first = reference.parts[0].name;
  if (!reference.global && place.frame) {
    if (const Value* local = place.frame->find(first)) {
      if (local->kind == Value::Kind::none && reference.parts.size() == 1) {
        fail(reference.position, print(reference),
             fmt::format("{} is read before it has a value.", first.text()),
             "Assign it before, or give it a default.");
      }
      return walk(*local, reference, 0, place);
    }
  }
  Found found =
      reference.global ? top_class(first) : find_name(first, place.scope, reference.position);
  if (!found) {
    // A component that is absent has a member but no instance.
    if (found.member) return {};
    if (first.text() == "time" && reference.parts.size() == 1) return Value::real(pool_.time());
    fail_unknown(first, place.scope, reference.position);
  }
  std::size_t part = 0;
  while (!found.instance && part + 1 < reference.parts.size()) {
    if (!found.member->is_class()) break;
    const Name name = reference.parts[part + 1].name;
    Instance& inside = namespace_of(found);
    if (inside.builtin == Builtin::enumeration) {
      const List<EnumerationLiteral>& literals = inside.enumeration->literals;
      for (std::size_t k = 0; k < literals.size(); ++k) {
        if (literals[k].name != name) continue;
        return {Value::Kind::enumeration, Expr(static_cast<double>(k + 1)), inside.enumeration, {}};
      }
      std::vector<std::string> names;
      for (const EnumerationLiteral& literal : literals) names.emplace_back(literal.name.text());
      fail(reference.position, print(reference),
           fmt::format("{} is no value of {}.", name.text(), library_.path(*inside.enumeration)),
           fmt::format("It has: {}.", join_names(names)));
    }
    const Found next = find_in(found, name, reference.position);
    if (!next && !next.member) {
      find_class(reference, place.scope);  // says what is missing
      fail_unknown(name, place.scope, reference.position);
    }
    found = next;
    ++part;
  }
  if (!found.instance) {
    if (found.member && !found.member->is_class()) {
      fail(reference.position, print(reference),
           fmt::format("{} does not exist: its condition is false.", print(reference)),
           "Use it under the same condition.");
    }
    // Enumeration and Boolean types stand for all their values.
    Instance& inside = namespace_of(found);
    if (inside.builtin == Builtin::enumeration) {
      std::vector<Value> items;
      for (std::size_t k = 0; k < inside.enumeration->literals.size(); ++k) {
        items.push_back(
            {Value::Kind::enumeration, Expr(static_cast<double>(k + 1)), inside.enumeration, {}});
      }
      return Value::list(items);
    }
    fail(reference.position, print(reference),
         fmt::format("{} is a class, and has no value.", print(reference)),
         "Name a component, or call it as a function.");
  }
  if (const std::optional<Value> element = varying_element(reference, place)) return *element;
  const Selection selection = select_components(*found.instance, reference, part, place);
  if (selection.absent) {
    fail(reference.position, print(reference),
         fmt::format("{} does not exist: a condition is false.", print(reference)),
         "Use it under the same condition.");
  }
  return value_of(selection, reference.position);
}

}  // namespace multibond::modelica
