#include "diagram_impulses.h"

#include <algorithm>
#include <set>

#include "multibond/model/context.h"

namespace multibond::view {
namespace {

using bonds::BondGraph;
using bonds::CausalRule;
using Rule = CausalRule::Kind;

bool all_rules(const BondGraph::Vertex& vertex, std::initializer_list<Rule> kinds) {
  return !vertex.rules.empty() &&
         std::all_of(vertex.rules.begin(), vertex.rules.end(), [&](const CausalRule& rule) {
           return std::find(kinds.begin(), kinds.end(), rule.kind) != kinds.end();
         });
}

/// Components from which impulses come: shapes that touch, limits, what strikes.
std::set<const Component*> givers_of_impulses(const Component& model) {
  const auto& context = model.context();
  std::set<const Component*> givers;
  for (const StatedCollider& collider : context.statements.colliders) {
    givers.insert(collider.component);
  }
  for (const StatedStop& stop : context.statements.stops) givers.insert(stop.component);
  for (const StatedStrike& strike : context.statements.strikes) {
    givers.insert(context.variables[strike.effort].component);
  }
  return givers;
}

/// Elements whose effort is finite: springs, resistors, given efforts, gyroscopic torques.
bool has_finite_effort(const BondGraph::Vertex& vertex) {
  const bool one_port = vertex.port_start.size() == 2;
  return all_rules(vertex, {Rule::capacitive, Rule::resistive, Rule::effort_source}) ||
         (one_port && all_rules(vertex, {Rule::gyrator, Rule::gyrator_matrix}));
}

/// Bonds without an impulse: those of elements with a finite effort, and what follows from them.
std::vector<bool> without_impulse(const BondGraph& graph,
                                  const std::set<const Component*>& givers) {
  std::vector<std::vector<std::uint32_t>> at(graph.vertices.size());
  for (std::uint32_t e = 0; e < graph.edges.size(); ++e) {
    at[graph.edges[e].tail.vertex].push_back(e);
    at[graph.edges[e].head.vertex].push_back(e);
  }
  std::vector<bool> none(graph.edges.size(), false);
  std::vector<std::uint32_t> found;
  const auto add = [&](std::uint32_t edge) {
    if (none[edge]) return;
    none[edge] = true;
    found.push_back(edge);
  };
  for (std::uint32_t v = 0; v < graph.vertices.size(); ++v) {
    const BondGraph::Vertex& vertex = graph.vertices[v];
    const bool gives = vertex.element && givers.contains(vertex.element->owner());
    if (has_finite_effort(vertex) && !gives) {
      for (const std::uint32_t edge : at[v]) add(edge);
    }
  }
  // A 0-junction has one effort, a transformer hands it on, and at a 1-junction the last one is
  // the sum of the others.
  while (!found.empty()) {
    const BondGraph::Edge& edge = graph.edges[found.back()];
    found.pop_back();
    for (const std::uint32_t v : {edge.tail.vertex, edge.head.vertex}) {
      const BondGraph::Vertex& vertex = graph.vertices[v];
      const bool same = all_rules(vertex, {Rule::junction_0, Rule::transformer});
      const bool sum = all_rules(vertex, {Rule::junction_1});
      const auto left = std::count_if(at[v].begin(), at[v].end(),
                                      [&](std::uint32_t other) { return !none[other]; });
      if (!same && !(sum && left == 1)) continue;
      for (const std::uint32_t other : at[v]) add(other);
    }
  }
  return none;
}

}  // namespace

void mark_impulses(Component& model, const BondGraph& graph, Diagram& diagram) {
  diagram.impulse = true;
  const std::vector<bool> none = without_impulse(graph, givers_of_impulses(model));
  std::vector<bool> alive(graph.vertices.size(), false);
  for (std::size_t e = 0; e < graph.edges.size(); ++e) {
    const BondGraph::Edge& edge = graph.edges[e];
    diagram.bonds[e].vanished = none[e];
    if (none[e]) continue;
    alive[edge.tail.vertex] = alive[edge.head.vertex] = true;
  }
  for (std::size_t v = 0; v < graph.vertices.size(); ++v) {
    Diagram::Node& node = diagram.nodes[v];
    node.vanished = !alive[v];
    if (node.vanished || !all_rules(graph.vertices[v], {Rule::inertial})) continue;
    node.parameters.insert(node.parameters.begin(), "2 " + node.code + ", pre f");
    node.code = "R";
  }
  // Signals to what has vanished, and blocks that have no others.
  std::vector<bool> heard(diagram.nodes.size(), false), speaks(diagram.nodes.size(), false);
  for (Diagram::Signal& signal : diagram.signals) {
    signal.vanished = diagram.nodes[signal.to].vanished;
    speaks[signal.from] = true;
    if (!signal.vanished) heard[signal.from] = true;
  }
  for (std::size_t n = graph.vertices.size(); n < diagram.nodes.size(); ++n) {
    diagram.nodes[n].vanished = speaks[n] && !heard[n];
  }
}

}  // namespace multibond::view
