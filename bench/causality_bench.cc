// How the cost of assigning causality grows with the size of a bond graph.
//
// Ladders of n elements: a line of coils and capacitors (all in integral causality), one of
// resistors (one algebraic loop through all of it, and many choices), and a train of rigidly
// coupled masses (all but one in derivative causality). Goal: the time per element stays the same.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>

#include "multibond/analyze/causality.h"

namespace {

using multibond::Causality;
using multibond::bonds::BondGraph;
using multibond::bonds::CausalRule;
using Kind = CausalRule::Kind;

class Ladder {
 public:
  std::uint32_t add(Kind kind) {
    BondGraph::Vertex vertex;
    vertex.path = "v" + std::to_string(graph.vertices.size());
    vertex.port_start = {0};
    vertex.rules = {{kind, {}, {}}};
    graph.vertices.push_back(std::move(vertex));
    return static_cast<std::uint32_t>(graph.vertices.size() - 1);
  }
  std::uint32_t attach(std::uint32_t junction, Kind kind) {
    const std::uint32_t vertex = add(kind);
    join(junction, vertex);
    return vertex;
  }
  void join(std::uint32_t tail, std::uint32_t head) {
    BondGraph::Edge edge;
    edge.tail = port(tail);
    edge.head = port(head);
    graph.edges.push_back(std::move(edge));
  }
  BondGraph graph;

 private:
  BondGraph::Port port(std::uint32_t v) {
    BondGraph::Vertex& vertex = graph.vertices[v];
    const std::uint32_t place = vertex.places();
    vertex.port_start.push_back(place + 1);
    vertex.rules[0].places.push_back(place);
    return {v, place};
  }
};

/// Se - 1(series) - 0(shunt) - 1(series) - ...
BondGraph ladder(std::size_t n, Kind series, Kind shunt) {
  Ladder line;
  std::uint32_t last = line.add(Kind::effort_source);
  while (line.graph.vertices.size() < n) {
    for (const auto& [junction, part] :
         {std::pair{Kind::junction_1, series}, std::pair{Kind::junction_0, shunt}}) {
      last = line.attach(last, junction);
      line.attach(last, part);
    }
  }
  return std::move(line.graph);
}

/// Masses joined by transformers.
BondGraph train(std::size_t n) {
  Ladder line;
  std::uint32_t last = line.add(Kind::effort_source);
  last = line.attach(last, Kind::junction_1);
  while (line.graph.vertices.size() < n) {
    line.attach(last, Kind::inertial);
    last = line.attach(line.attach(last, Kind::transformer), Kind::junction_1);
  }
  return std::move(line.graph);
}

void measure(const char* name, const BondGraph& graph) {
  using Clock = std::chrono::steady_clock;
  double best = 1e300;
  Causality causality;
  for (int attempt = 0; attempt < 5; ++attempt) {
    const Clock::time_point start = Clock::now();
    causality = multibond::assign_causality(graph);
    best = std::min(best, std::chrono::duration<double>(Clock::now() - start).count());
  }
  const std::size_t n = graph.vertices.size();
  std::printf("%-10s %8zu %10.2f ms %8.0f ns   %zu derivative, %zu loops, %zu choices\n", name, n,
              best * 1e3, best * 1e9 / static_cast<double>(n), causality.derivatives.size(),
              causality.loops.size(), causality.choices.size());
}

}  // namespace

int main() {
  std::printf("%-10s %8s %13s %11s\n", "graph", "elements", "time", "per element");
  for (const std::size_t n : {1000, 10000, 100000}) {
    measure("line", ladder(n, Kind::inertial, Kind::capacitive));
    measure("resistors", ladder(n, Kind::resistive, Kind::resistive));
    measure("train", train(n));
  }
}
