#include "causality_net.h"

namespace multibond {

CausalNet::CausalNet(const bonds::BondGraph& graph) {
  add_vertices(graph);
  add_edges(graph);
  add_open_ports();
}

void CausalNet::add_vertices(const bonds::BondGraph& graph) {
  for (std::uint32_t v = 0; v < graph.vertices.size(); ++v) {
    const bonds::BondGraph::Vertex& vertex = graph.vertices[v];
    const auto first = static_cast<std::uint32_t>(places.size());
    first_place.push_back(first);
    places.resize(first + vertex.places(), Place{.vertex = v});
    for (std::uint32_t number = 0; number < vertex.rules.size(); ++number) {
      const bonds::CausalRule& stated = vertex.rules[number];
      const auto rule = static_cast<std::uint32_t>(rules.size());
      const auto count = static_cast<std::uint32_t>(stated.places.size());
      rules.push_back({&stated, v, number, static_cast<std::uint32_t>(rule_places.size()), count});
      for (std::uint32_t i = 0; i < count; ++i) {
        Place& place = places[first + stated.places[i]];
        place.rule = rule;
        place.position = i;
        rule_places.push_back(first + stated.places[i]);
      }
      note_singular_field(rule);
    }
  }
}

void CausalNet::note_singular_field(std::uint32_t rule) {
  const MatrixX& matrix = rules[rule].stated->matrix;
  if (!is_storage(rules[rule].kind()) || matrix.size() == 0) return;
  RowBasis rows(matrix);
  if (rows.rank() < rules[rule].count) singular_fields.emplace(rule, std::move(rows));
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
