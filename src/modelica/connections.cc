// Connections: which scalars meet where, and the equations of potentials and flows.

#include <algorithm>
#include <deque>

#include <fmt/format.h>

#include "elaborator.h"
#include "multibond/modelica/printer.h"

namespace multibond::modelica {

/// Of semiLinear: beside any flow that means something.
constexpr double kExchange = 1e-9;

/// Without a flow neither slope would be determined by the other: a trace of exchange between them
/// makes what rests take the mean of its neighbours.
Expr Elaborator::semi_linear(const Expr& x, const Expr& up, const Expr& down) {
  return up * (max(x, 0.0) + kExchange) + down * (min(x, 0.0) - kExchange);
}

/// Where streams meet, H_i = semiLinear(m_i, h, h_i): their sum is zero where h is the mean of what
/// flows in. Said so, h has a value at any flow, and no elimination has to find it among numbers
/// that may be zero.
std::optional<std::pair<Expr, Expr>> Elaborator::mixed_stream(
    const std::vector<Expr>& flows, const std::unordered_map<std::uint32_t, Expr>& values) const {
  Expr amount = 0.0, carried = 0.0, mixed = 0.0;
  for (const Expr& flow : flows) {
    if (!flow.is_variable()) return std::nullopt;
    const auto value = values.find(flow.index());
    if (value == values.end()) return std::nullopt;
    const auto stream = streams_.find(value->second.id());
    if (stream == streams_.end()) return std::nullopt;
    const Expr inflow = max(-stream->second.flow, 0.0) + kExchange;
    amount += inflow;
    carried += inflow * stream->second.inside;
    mixed = stream->second.port;
  }
  return std::pair(mixed, carried / amount);
}

/// The connectors that one side of connect() names, with their shape.
std::vector<Elaborator::Connector> Elaborator::connectors(const Expression& expression,
                                                          const Place& place, Shape& shape,
                                                          bool& absent) {
  if (expression.kind != Expression::Kind::reference) {
    fail(expression.position, "", fmt::format("'{}' is no connector.", print(expression)),
         "connect() takes the names of two connectors.");
  }
  const Reference& reference = *expression.reference;
  const Found found = find_name(reference.parts[0].name, place.scope, reference.position);
  if (!found) fail_unknown(reference.parts[0].name, place.scope, reference.position);
  if (!found.instance) {
    if (found.member->is_class()) {
      fail(expression.position, "", fmt::format("'{}' is no connector.", print(expression)));
    }
    absent = true;
    return {};
  }
  Selection selection = select_components(*found.instance, reference, 0, place);
  absent = selection.absent;
  if (absent) return {};
  const bool outside = found.instance->connector;
  std::vector<Connector> result;
  for (Instance* item : selection.items) {
    if (selection.leaves_chosen) {
      // One element of an array of signals, such as u[2].
      for (const std::size_t leaf : selection.leaves) {
        result.push_back({item, outside, leaf});
      }
    } else if (item->is_array && item->builtin != Builtin::none) {
      for (std::size_t leaf = 0; leaf < count(item->shape); ++leaf) {
        result.push_back({item, outside, leaf});
      }
    } else {
      result.push_back({item, outside, Connector::kAll});
    }
  }
  shape = selection.shape;
  if (selection.leaves_chosen) {
    shape.insert(shape.end(), selection.leaf_shape.begin(), selection.leaf_shape.end());
  } else if (!selection.items.empty() && selection.items[0]->is_array) {
    const Shape& own = selection.items[0]->shape;
    shape.insert(shape.end(), own.begin(), own.end());
  }
  return result;
}

/// Whether it is a part of the component whose text is looked at.
bool Elaborator::is_within(const Instance& instance) const {
  const Instance* place = &instance;
  while (place && place != current_) place = place->parent;
  return place != nullptr;
}

void Elaborator::collect_connection(const Statement& statement, const Place& place) {
  Shape a_shape, b_shape;
  bool a_absent = false, b_absent = false;
  const std::vector<Connector> a = connectors(*statement.left, place, a_shape, a_absent);
  const std::vector<Connector> b = connectors(*statement.right, place, b_shape, b_absent);
  if (a_absent || b_absent) return;  // of a component that is not there
  if (a.size() != b.size()) {
    fail(statement.position, "",
         fmt::format("{} has {} elements and {} has {}: they cannot be connected.",
                     print(*statement.left), a.size(), print(*statement.right), b.size()),
         "Give both the same size.");
  }
  // With a component that is elsewhere (outer) it is as if it were connected there: seen from
  // there, one's own connectors are those of a part.
  const bool elsewhere = !a.empty() && is_within(*a[0].instance) != is_within(*b[0].instance);
  for (std::size_t k = 0; k < a.size(); ++k) {
    Joint joint{a[k], b[k], statement.position, current_};
    for (Connector* side : {&joint.a, &joint.b}) {
      if (elsewhere && is_within(*side->instance)) side->outside = false;
    }
    joints_.push_back(joint);
    ++cardinality_[a[k].instance];
    ++cardinality_[b[k].instance];
  }
}

double Elaborator::cardinality(const Expression& argument, const Place& place) {
  Shape shape;
  bool absent = false;
  const std::vector<Connector> found = connectors(argument, place, shape, absent);
  if (absent || found.size() != 1) {
    fail(argument.position, "", "cardinality() is of one connector.");
  }
  const auto it = cardinality_.find(found[0].instance);
  return it == cardinality_.end() ? 0 : it->second;
}

// -- faces ----------------------------------------------------------------------------------------

/// A scalar of a connector as seen from inside or outside of its component.
std::size_t Elaborator::face(Instance& instance, std::size_t leaf, bool outside,
                             Position position) {
  auto& first = first_face_[outside];
  const auto [it, fresh] = first.try_emplace(&instance, faces_.size());
  if (fresh) {
    const std::size_t n = leaves(instance).size();
    for (std::size_t k = 0; k < n; ++k) {
      face_parent_.push_back(static_cast<std::uint32_t>(faces_.size()));
      faces_.push_back({&instance, k, outside, position, false});
    }
  }
  faces_[it->second + leaf].connected = true;
  return it->second + leaf;
}

std::size_t Elaborator::find_face(std::size_t f) {
  while (face_parent_[f] != f) {
    face_parent_[f] = face_parent_[face_parent_[f]];
    f = face_parent_[f];
  }
  return f;
}

void Elaborator::connect_leaf(Instance& a, std::size_t a_leaf, bool a_outside, Instance& b,
                              std::size_t b_leaf, bool b_outside, Position position) {
  if (a.variability >= Variability::parameter || b.variability >= Variability::parameter) {
    // Parameters in connectors must agree.
    const Value x = leaves(a)[a_leaf], y = leaves(b)[b_leaf];
    if (!x.is_scalar() || !y.is_scalar()) return;
    const std::optional<double> p = try_number(x.scalar), q = try_number(y.scalar);
    if (p && q && *p != *q) {
      fail(position, leaf_path(a, a_leaf),
           fmt::format("{} = {} and {} = {} are connected, but differ.", leaf_path(a, a_leaf), *p,
                       leaf_path(b, b_leaf), *q),
           "Give both the same value.");
    }
    return;
  }
  if (a.flow != b.flow) {
    fail(position, leaf_path(a, a_leaf),
         fmt::format("{} and {} are connected, but only one of them is a flow.",
                     leaf_path(a, a_leaf), leaf_path(b, b_leaf)),
         "Connect connectors of the same class.");
  }
  const std::size_t f = find_face(face(a, a_leaf, a_outside, position));
  const std::size_t g = find_face(face(b, b_leaf, b_outside, position));
  face_parent_[std::max(f, g)] = static_cast<std::uint32_t>(std::min(f, g));
}

void Elaborator::connect(Instance& a, bool a_outside, Instance& b, bool b_outside,
                         Position position, bool cut) {
  const Depth depth(*this, position);
  if (a.is_array && a.builtin == Builtin::none) {
    if (!b.is_array || a.elements.size() != b.elements.size()) {
      fail(position, path(a), fmt::format("{} and {} have different sizes.", path(a), path(b)));
    }
    for (std::size_t k = 0; k < a.elements.size(); ++k) {
      connect(*a.elements[k], a_outside, *b.elements[k], b_outside, position, cut);
    }
    return;
  }
  if (cut && overconstrained(a)) {
    cut_equations(a, b, position);
    return;
  }
  if (a.builtin != Builtin::none || b.builtin != Builtin::none) {
    const std::size_t n = leaves(a).size();
    if (a.builtin == Builtin::none || b.builtin == Builtin::none || leaves(b).size() != n) {
      fail(position, path(a),
           fmt::format("{} and {} cannot be connected: their connectors differ.", path(a), path(b)),
           "Connect connectors of the same class.");
    }
    for (std::size_t k = 0; k < n; ++k) {
      connect_leaf(a, k, a_outside, b, k, b_outside, position);
    }
    return;
  }
  expand(a);
  expand(b);
  for (std::size_t i = 0; i < a.members.size(); ++i) {
    Member* const member = a.members[i];
    if (member->is_class()) continue;
    Instance* const part = component(a, *member);
    if (!part) continue;
    Member* const other = find_member(b, part->name);
    Instance* const partner = other && !other->is_class() ? component(b, *other) : nullptr;
    if (!partner) {
      if (part->variability >= Variability::parameter) continue;
      fail(position, path(a),
           fmt::format("{} has {}, but {} has not: they cannot be connected.", path(a),
                       part->name.text(), path(b)),
           "Connect connectors of the same class.");
    }
    connect(*part, a_outside, *partner, b_outside, position, cut);
  }
}

void Elaborator::connect_all() {
  for (const Joint& joint : joints_) {
    guarded([&] {
      current_ = joint.a.instance;
      const bool a_leaf = joint.a.leaf != Connector::kAll, b_leaf = joint.b.leaf != Connector::kAll;
      if (a_leaf || b_leaf) {
        // One scalar against a connector that is a scalar.
        connect_leaf(*joint.a.instance, a_leaf ? joint.a.leaf : 0, joint.a.outside,
                     *joint.b.instance, b_leaf ? joint.b.leaf : 0, joint.b.outside, joint.position);
        return;
      }
      connect(*joint.a.instance, joint.a.outside, *joint.b.instance, joint.b.outside,
              joint.position, joint.cut);
    });
  }
}

void Elaborator::write_connections() {
  std::unordered_map<std::uint32_t, Expr> streams;  // what semiLinear gives, by variable
  for (const SystemEquation& equation : system_.equations) {
    if (streams_.empty()) break;
    if (!equation.left.is_variable() || equation.right.is_number()) continue;
    if (streams_.contains(equation.right.id())) {
      streams.emplace(equation.left.index(), equation.right);
    }
  }
  std::vector<std::vector<std::size_t>> sets(faces_.size());
  for (std::size_t f = 0; f < faces_.size(); ++f) {
    if (faces_[f].connected) sets[find_face(f)].push_back(f);
  }
  for (const std::vector<std::size_t>& set : sets) {
    if (set.empty()) continue;
    const Face& first = faces_[set[0]];
    const std::uint32_t owner = system_component(*first.instance->parent);
    const auto add = [&](const Expr& left, const Expr& right, Position position) {
      SystemEquation equation;
      equation.left = left;
      equation.right = right;
      equation.residual = left - right;
      equation.component = owner;
      equation.role = EquationRole::connection;
      equation.place = system_place(position);
      system_.equations.push_back(equation);
    };
    if (first.instance->flow) {
      Expr sum = 0.0;
      std::vector<Expr> parts;
      bool inside = set.size() > 1;
      for (const std::size_t f : set) {
        const Expr& x = leaves(*faces_[f].instance)[faces_[f].leaf].scalar;
        sum += faces_[f].outside ? -x : x;
        inside = inside && !faces_[f].outside;
        parts.push_back(x);
      }
      const auto mixed = inside ? mixed_stream(parts, streams) : std::nullopt;
      if (mixed) {
        add(mixed->first, mixed->second, first.position);
      } else {
        add(sum, 0.0, first.position);
      }
      continue;
    }
    const Expr& x = leaves(*first.instance)[first.leaf].scalar;
    for (std::size_t k = 1; k < set.size(); ++k) {
      const Face& other = faces_[set[k]];
      const Expr& y = leaves(*other.instance)[other.leaf].scalar;
      if (same(x, y)) continue;  // a connector with itself, inside and outside
      add(y, x, other.position);
    }
  }
}

/// Flows of faces that nobody connected are zero: those of parts of the model, seen from outside
/// of the parts, and those of its own connectors.
void Elaborator::close_flows(Instance& instance, bool in_connector) {
  if (native_connector(instance)) return;  // what it is part of sees to that
  if (instance.is_array && instance.builtin == Builtin::none) {
    for (Instance* element : instance.elements) close_flows(*element, in_connector);
    return;
  }
  if (instance.builtin != Builtin::none) {
    if (!in_connector || !instance.flow || instance.variability >= Variability::parameter) return;
    const auto known = first_face_[0].find(&instance);
    for (std::size_t k = 0; k < leaves(instance).size(); ++k) {
      if (known != first_face_[0].end() && faces_[known->second + k].connected) continue;
      SystemEquation equation;
      equation.left = equation.residual = instance.leaves[k].scalar;
      equation.right = 0.0;
      equation.component = system_component(*instance.parent);
      equation.role = EquationRole::connection;
      equation.place =
          instance.element ? system_place(instance.element->position) : SourceTable::kUnknown;
      system_.equations.push_back(equation);
    }
    return;
  }
  if (instance.expansion != Progress::done) return;
  for (std::size_t i = 0; i < instance.members.size(); ++i) {
    Member* const member = instance.members[i];
    if (member->is_class() || !member->instance || member->instance->parent != &instance) continue;
    close_flows(*member->instance, in_connector || member->instance->connector);
  }
}

}  // namespace multibond::modelica
