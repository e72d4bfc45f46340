// Expandable connectors: what is connected to a bus makes up its variables.
//
// Before any connection is written down, all connect statements are looked at. A name of a bus that
// nobody declared becomes a component with the type of what it is connected to; buses that are
// connected to each other have the same names. What is declared in a bus and connected to nothing
// is absent. After that a bus is a connector like any other.

#include <algorithm>

#include <fmt/format.h>

#include "elaborator.h"
#include "multibond/modelica/printer.h"

namespace multibond::modelica {
namespace {

bool is_bus(const Instance& instance) {
  return instance.builtin == Builtin::none && !instance.is_array && instance.definition &&
         instance.definition->expandable;
}

}  // namespace

/// Its variables wait until it is known which of them there are.
void Elaborator::visit_bus(Instance& bus) {
  buses_.push_back(&bus);
  for (std::size_t i = 0; i < bus.members.size(); ++i) {
    Member* const member = bus.members[i];
    if (member->is_class()) continue;
    Instance* const part = component(bus, *member);
    if (part && is_bus(*part)) visit(*part);
  }
}

/// One side of a connection: a component, or a name that a bus does not have yet.
Elaborator::BusSide Elaborator::bus_side(const Expression& expression, const Place& place) {
  BusSide side;
  if (expression.kind != Expression::Kind::reference) return side;
  const Reference& reference = *expression.reference;
  const Found found = find_name(reference.parts[0].name, place.scope, reference.position);
  if (!found.instance) return side;
  for (std::size_t n = 1; n <= reference.parts.size(); ++n) {
    Reference part = reference;
    part.parts = List<ReferencePart>(const_cast<ReferencePart*>(reference.parts.begin()), n);
    const Selection selection = select_components(*found.instance, part, 0, place);
    if (selection.absent || selection.items.size() != 1) return {};
    side.component = selection.items[0];
    side.scalar = selection.leaves_chosen && selection.leaf_shape.empty();
    if (n == reference.parts.size() || !is_bus(*side.component)) continue;
    const Name next = reference.parts[n].name;
    const auto known = side.component->by_name.find(next);
    if (known != side.component->by_name.end()) {
      bus_members_.insert(known->second);
      continue;
    }
    if (n + 1 != reference.parts.size() || !reference.parts[n].subscripts.empty()) {
      fail(reference.position, print(reference),
           fmt::format("{} has no {} yet, so that nothing in it can be connected.",
                       path(*side.component), next.text()),
           "Declare it in the expandable connector.");
    }
    side.bus = side.component;
    side.name = next;
    side.component = nullptr;
    return side;
  }
  return side;
}

/// A component of a bus, like the one it is connected to.
Instance* Elaborator::add_to_bus(Instance& bus, Name name, const Instance& like, bool scalar) {
  const auto known = bus.by_name.find(name);
  if (known != bus.by_name.end()) {
    bus_members_.insert(known->second);
    return component(bus, *known->second);
  }
  Element& element = *library_.arena().make<Element>();
  element.position = like.element->position;
  element.comment = like.element->comment;
  modelica::Component& declaration =
      *library_.arena().make<modelica::Component>(*like.element->component);
  declaration.name = name;
  declaration.modification = nullptr;
  declaration.condition = nullptr;
  declaration.causality = Causality::none;
  declaration.variability = Variability::continuous;
  if (like.index >= 0 || scalar) declaration.dimensions = declaration.type_dimensions = {};
  element.component = &declaration;
  Member& member = members_.emplace_back();
  member.element = &element;
  member.scope = like.scope;
  bus.by_name.emplace(name, &member);
  bus.members.push_back(&member);
  bus_members_.insert(&member);
  Instance* const made = component(bus, member);
  made->causality = Causality::none;
  if (is_bus(*made)) {
    expand(*made);
    visit(*made);
  }
  return made;
}

void Elaborator::collect_bus(const Statement& statement, const Place& place) {
  const BusSide a = bus_side(*statement.left, place), b = bus_side(*statement.right, place);
  bus_connections_.push_back({a, b, statement.position, current_});
}

/// Buses that are connected have the same names; true if one of them got one.
bool Elaborator::match_buses(Instance& a, Instance& b, Position position) {
  const Depth depth(*this, position);
  bool grown = false;
  for (int turn = 0; turn < 2; ++turn) {
    Instance &from = turn == 0 ? a : b, &to = turn == 0 ? b : a;
    for (std::size_t i = 0; i < from.members.size(); ++i) {
      Member* const member = from.members[i];
      if (member->is_class()) continue;
      Instance* const part = component(from, *member);
      if (!part) continue;
      const auto other = to.by_name.find(part->name);
      const bool missing = other == to.by_name.end();
      if (is_bus(*part)) {
        Instance* const partner = add_to_bus(to, part->name, *part, false);
        grown = missing || grown;
        if (turn == 0 && partner) grown = match_buses(*part, *partner, position) || grown;
      } else if (bus_members_.contains(member) &&
                 (missing || !bus_members_.contains(other->second))) {
        add_to_bus(to, part->name, *part, false);
        grown = true;
      }
    }
  }
  return grown;
}

/// Adds names until no bus grows, and leaves out what nothing is connected to.
void Elaborator::complete_buses() {
  for (bool grown = true; grown;) {
    grown = false;
    for (BusConnection& connection : bus_connections_) {
      current_ = connection.owner;
      for (int turn = 0; turn < 2; ++turn) {
        BusSide& side = turn == 0 ? connection.a : connection.b;
        const BusSide& other = turn == 0 ? connection.b : connection.a;
        if (side.component || !side.bus || !other.component) continue;
        guarded([&] {
          side.component = add_to_bus(*side.bus, side.name, *other.component, other.scalar);
        });
        if (!side.component) side.bus = nullptr;  // told of
        grown = true;
      }
      Instance *const a = connection.a.component, *const b = connection.b.component;
      if (!a || !b || !is_bus(*a) || !is_bus(*b)) continue;
      guarded([&] { grown = match_buses(*a, *b, connection.position) || grown; });
    }
  }
  for (const BusConnection& connection : bus_connections_) {
    if (connection.a.component || connection.b.component || !connection.a.bus) continue;
    findings_.push_back(
        {Severity::error, path(*connection.a.bus),
         fmt::format("{}.{} is connected to names of buses only: its type is not known.",
                     path(*connection.a.bus), connection.a.name.text()),
         "Declare it in the expandable connector.", library_.place(connection.position)});
  }
  for (std::size_t k = 0; k < buses_.size(); ++k) {
    Instance& bus = *buses_[k];
    for (std::size_t i = 0; i < bus.members.size(); ++i) {
      Member* const member = bus.members[i];
      if (member->is_class() || !member->instance || is_bus(*member->instance)) continue;
      if (bus_members_.contains(member)) {
        visit(*member->instance);
      } else {
        member->instance = nullptr;
        member->absent = true;
      }
    }
  }
}

}  // namespace multibond::modelica
