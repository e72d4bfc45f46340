// The graph of overconstrained records: which connections close a loop.
//
// Branches inside components cannot be cut. A connection that would join what is joined already is
// cut: instead of equalities of the record, its `equalityConstraint` is zero.

#include <algorithm>
#include <deque>

#include <fmt/format.h>

#include "elaborator.h"
#include "multibond/base/union_find.h"
#include "multibond/modelica/printer.h"

namespace multibond::modelica {

/// The instance itself if its class has a function equalityConstraint.
Instance* Elaborator::overconstrained(Instance& instance) {
  if (instance.builtin != Builtin::none || instance.is_array || !is_record(instance)) {
    return nullptr;
  }
  Member* const member = find_member(instance, library_.names()("equalityConstraint"));
  return member && member->is_class() ? &instance : nullptr;
}

Instance* Elaborator::overconstrained_part(Instance& connector) {
  if (connector.is_array || connector.builtin != Builtin::none) return nullptr;
  if (Instance* self = overconstrained(connector)) return self;
  if (is_record(connector)) return nullptr;
  expand(connector);
  for (std::size_t i = 0; i < connector.members.size(); ++i) {
    Member* const member = connector.members[i];
    if (member->is_class()) continue;
    Instance* const part = component(connector, *member);
    if (!part || part->builtin != Builtin::none) continue;
    if (Instance* found = overconstrained_part(*part)) return found;
  }
  return nullptr;
}

std::size_t Elaborator::graph_node(Instance& record) {
  const auto [it, fresh] = node_number_.try_emplace(&record, nodes_.size());
  if (fresh) nodes_.push_back(&record);
  return it->second;
}

/// One component, not an array; null if it is absent.
Instance* Elaborator::single_component(const Expression& expression, const Place& place) {
  if (expression.kind != Expression::Kind::reference) {
    fail(expression.position, "", fmt::format("'{}' is no component.", print(expression)));
  }
  const Reference& reference = *expression.reference;
  const Found found = find_name(reference.parts[0].name, place.scope, reference.position);
  if (!found) fail_unknown(reference.parts[0].name, place.scope, reference.position);
  if (!found.instance) return nullptr;
  const Selection selection = select_components(*found.instance, reference, 0, place);
  if (selection.absent) return nullptr;
  if (selection.items.size() != 1) {
    fail(expression.position, "", fmt::format("'{}' is not one component.", print(expression)));
  }
  return selection.items[0];
}

/// Connections.root and the like, and the names they had before.
bool Elaborator::collect_graph(std::string_view name, const Expression& call, const Place& place) {
  const auto node = [&](std::size_t i) -> std::optional<std::size_t> {
    if (i >= call.operands.size()) {
      fail(call.position, "", fmt::format("{} needs an argument more.", name));
    }
    Instance* const record = single_component(*call.operands[i], place);
    if (!record) return std::nullopt;
    return graph_node(*record);
  };
  if (name == "branch" || name == "defineBranch") {
    const auto a = node(0), b = node(1);
    if (a && b) branches_.emplace_back(*a, *b);
  } else if (name == "root" || name == "defineRoot") {
    if (const auto a = node(0)) roots_.push_back(*a);
  } else if (name == "potentialRoot" || name == "definePotentialRoot") {
    int priority = 0;
    if (call.operands.size() > 1) {
      priority = integer(evaluate(*call.operands[1], place), call.position, "a priority");
    }
    for (const NamedArgument& argument : call.named) {
      priority = integer(evaluate(*argument.value, place), call.position, "a priority");
    }
    if (const auto a = node(0)) potential_roots_.emplace_back(priority, *a);
  } else {
    return false;
  }
  return true;
}

void Elaborator::grow_forest() {
  struct Edge {
    std::size_t a, b;
    Joint* joint;
  };
  std::vector<Edge> edges;
  for (Joint& joint : joints_) {
    if (joint.a.leaf != Connector::kAll || joint.b.leaf != Connector::kAll) continue;
    Instance* const a = overconstrained_part(*joint.a.instance);
    Instance* const b = overconstrained_part(*joint.b.instance);
    if (!a || !b) continue;
    edges.push_back({graph_node(*a), graph_node(*b), &joint});
  }
  const std::size_t n = nodes_.size();
  is_root_.assign(n, false);
  rooted_.assign(n, false);
  std::vector<std::vector<std::size_t>> branch_neighbours(n);
  for (const auto& [a, b] : branches_) {
    branch_neighbours[a].push_back(b);
    branch_neighbours[b].push_back(a);
  }
  std::vector<std::vector<std::size_t>> edges_of(n);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    edges_of[edges[e].a].push_back(e);
    edges_of[edges[e].b].push_back(e);
  }
  // Breadth first from the roots: a connection to what was reached by another way is cut.
  std::vector<bool> reached(n), used(edges.size());
  std::deque<std::size_t> queue;
  // A record and all that branches join to it are reached together: branches are never cut.
  const auto reach = [&](std::size_t entry) {
    reached[entry] = true;
    std::deque<std::size_t> inside{entry};
    while (!inside.empty()) {
      const std::size_t node = inside.front();
      inside.pop_front();
      queue.push_back(node);
      bool leads_on = branch_neighbours[node].empty();
      for (const std::size_t next : branch_neighbours[node]) {
        if (reached[next]) continue;
        leads_on = true;
        reached[next] = true;
        inside.push_back(next);
      }
      rooted_[node] = leads_on;
    }
  };
  const auto spread = [&] {
    while (!queue.empty()) {
      const std::size_t node = queue.front();
      queue.pop_front();
      for (const std::size_t e : edges_of[node]) {
        if (used[e]) continue;
        used[e] = true;
        const std::size_t next = edges[e].a == node ? edges[e].b : edges[e].a;
        if (reached[next]) {
          edges[e].joint->cut = next != node;
        } else {
          reach(next);
        }
      }
    }
  };
  for (const std::size_t root : roots_) {
    is_root_[root] = true;
    if (!reached[root]) reach(root);
  }
  spread();
  std::stable_sort(potential_roots_.begin(), potential_roots_.end(),
                   [](const auto& x, const auto& y) { return x.first < y.first; });
  for (const auto& [priority, root] : potential_roots_) {
    if (reached[root]) continue;
    is_root_[root] = true;
    reach(root);
    spread();
  }
  for (std::size_t node = 0; node < n; ++node) {
    if (reached[node]) continue;
    findings_.push_back(
        {Severity::error, path(*nodes_[node]),
         fmt::format("{} hangs on nothing: no root determines it.", path(*nodes_[node])),
         "Connect it, directly or through others, to a fixed part, such as world."});
    reach(node);
    spread();
  }
  graph_known_ = true;
}

bool Elaborator::graph_answer(std::string_view name, const Expression& argument,
                              const Place& place) {
  Instance* const record = single_component(argument, place);
  if (!record) fail(argument.position, "", fmt::format("{} of an absent component.", name));
  if (!graph_known_) {
    fail(argument.position, "",
         fmt::format("{} is asked for before the connections are known.", name),
         "It may stand in equations, not in what the structure depends on.");
  }
  const auto it = node_number_.find(record);
  if (it == node_number_.end()) return name != "isRoot";
  return name == "isRoot" ? is_root_[it->second] : rooted_[it->second];
}

void Elaborator::cut_equations(Instance& a, Instance& b, Position position) {
  Member* const member = find_member(a, library_.names()("equalityConstraint"));
  Instance& function = namespace_of({nullptr, &a, member});
  expand(function);
  Frame frame;
  std::size_t given = 0;
  for (auto scope = function.scopes.rbegin(); scope != function.scopes.rend(); ++scope) {
    for (Member* input : function.members) {
      if (input->is_class() || input->scope != *scope) continue;
      if (input->element->component->causality != Causality::input) continue;
      Instance& side = given == 0 ? a : b;
      if (++given > 2) break;
      frame.values.emplace_back(input->element->component->name, value_of(side, position));
    }
  }
  const Value residue = run_body(function, frame, position).at(0);
  equate(residue, zeros(residue.shape(), Value::real(0.0)), position, false);
}

}  // namespace multibond::modelica
