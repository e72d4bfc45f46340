#include "causality_net.h"

#include "causality_matrix.h"

namespace multibond {

CausalNet::CausalNet(const bonds::BondGraph& graph) {
  add_vertices(graph);
  add_edges(graph);
  add_inner_lines();
  add_open_ports();
}

void CausalNet::add_vertices(const bonds::BondGraph& graph) {
  for (std::uint32_t v = 0; v < graph.vertices.size(); ++v) {
    const bonds::BondGraph::Vertex& vertex = graph.vertices[v];
    const auto first = static_cast<std::uint32_t>(places.size());
    first_place.push_back(first);
    places.resize(first + vertex.places(), Place{.vertex = v});
    std::vector<std::uint32_t> its_places;
    for (std::uint32_t number = 0; number < vertex.rules.size(); ++number) {
      const bonds::CausalRule& stated = vertex.rules[number];
      its_places.clear();
      for (const std::uint32_t place : stated.places) its_places.push_back(first + place);
      if (add_singular_field(stated, v, number, its_places)) continue;
      add_rule(stated, v, number, its_places);
    }
  }
}

void CausalNet::add_rule(const bonds::CausalRule& stated, std::uint32_t vertex,
                         std::uint32_t number, const std::vector<std::uint32_t>& its_places) {
  const auto rule = static_cast<std::uint32_t>(rules.size());
  rules.push_back({&stated, vertex, number, static_cast<std::uint32_t>(rule_places.size()),
                   static_cast<std::uint32_t>(its_places.size()), false});
  for (std::uint32_t i = 0; i < its_places.size(); ++i) {
    places[its_places[i]].rule = rule;
    places[its_places[i]].position = i;
    rule_places.push_back(its_places[i]);
  }
}

bool CausalNet::add_singular_field(const bonds::CausalRule& stated, std::uint32_t vertex,
                                   std::uint32_t number,
                                   const std::vector<std::uint32_t>& its_places) {
  if (!is_storage(stated.kind) || stated.matrix.size() == 0) return false;
  RowBasis basis(stated.matrix);
  std::vector<std::uint32_t> independent;
  for (std::uint32_t row = 0; row < basis.size(); ++row) {
    if (basis.add(row)) independent.push_back(row);
  }
  if (independent.size() == its_places.size()) return false;
  const bool capacitive = stated.kind == Kind::capacitive;
  bonds::CausalRule& joint = made_.emplace_back();
  joint.kind = capacitive ? Kind::effort_matrix : Kind::flow_matrix;
  joint.matrix = stated.matrix(independent, Eigen::all);
  std::vector<std::uint32_t> outer = its_places, inner;
  for (std::size_t i = 0; i < independent.size(); ++i) {
    outer.push_back(static_cast<std::uint32_t>(places.size()));
    inner.push_back(outer.back() + 1);
    inner_.emplace_back(outer.back(), inner.back());
    places.resize(places.size() + 2, Place{.vertex = vertex});
  }
  add_rule(joint, vertex, number, outer);
  rules.back().inner = true;
  if (inner.empty()) return true;
  add_rule(made_.emplace_back(bonds::CausalRule{stated.kind, {}}), vertex, number, inner);
  rules.back().inner = true;
  return true;
}

void CausalNet::add_inner_lines() {
  for (const auto& [outer, inner] : inner_) {
    const auto line = static_cast<std::uint32_t>(lines.size());
    places[outer].line = places[inner].line = line;
    places[inner].end = 1;
    lines.push_back({.places = {outer, inner}});
  }
}

void CausalNet::add_edges(const bonds::BondGraph& graph) {
  for (std::uint32_t e = 0; e < graph.edges.size(); ++e) {
    const bonds::BondGraph::Edge& edge = graph.edges[e];
    first_line.push_back(static_cast<std::uint32_t>(lines.size()));
    for (std::uint32_t i = 0; i < edge.size; ++i) {
      Line line{.edge = e, .component = i};
      for (int end : {0, 1}) {
        const bonds::BondGraph::Port& port = end == 0 ? edge.tail : edge.head;
        const std::uint32_t place =
            first_place[port.vertex] + graph.vertices[port.vertex].port_start[port.port] + i;
        line.places[end] = place;
        places[place].line = static_cast<std::uint32_t>(lines.size());
        places[place].end = static_cast<std::uint8_t>(end);
      }
      lines.push_back(line);
    }
  }
  first_line.push_back(static_cast<std::uint32_t>(lines.size()));
}

/// A port without a bond is given the flow zero, as if by a bond that leads nowhere.
void CausalNet::add_open_ports() {
  for (std::uint32_t p = 0; p < places.size(); ++p) {
    if (places[p].line != kNone) continue;
    places[p].line = static_cast<std::uint32_t>(lines.size());
    places[p].end = 1;
    lines.push_back({.places = {kNone, p}});
  }
}

bool CausalNet::open_end(const bonds::BondGraph& graph, std::uint32_t line, int end) const {
  const std::uint32_t place = lines[line].places[end];
  if (place == kNone) return true;
  const bonds::BondGraph::Vertex& vertex = graph.vertices[places[place].vertex];
  return vertex.element == nullptr && vertex.rules.empty();
}

}  // namespace multibond
