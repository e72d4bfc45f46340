/// Bond graphs from a line of text, with the strokes expected of them.
///
///     "Se ->| 1, 1 |-> C, 1 ->| R"
///
/// A name says what it is by its first letters: Se, Sf, R, G, C, I, TF, GY, 0, 1. The bar is where
/// the stroke is expected; none: anywhere. `=>|` and `|=>` are causal bonds that assert it.
#pragma once

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "multibond/library/bonds/graph.h"

namespace multibond::bonds::test {

struct Sample {
  BondGraph graph;
  std::vector<Stroke> expected;  ///< of each edge
};

class SampleReader {
 public:
  Sample read(const std::string& text) {
    std::istringstream bonds(text);
    for (std::string bond; std::getline(bonds, bond, ',');) add_bond(bond);
    for (BondGraph::Vertex& vertex : sample_.graph.vertices) {
      const std::size_t used = vertex.port_start.size() - 1;
      // Two-ports have two ports, connected or not.
      const bool two_port = vertex.code == "TF" || vertex.code == "GY";
      for (std::size_t i = used; two_port && i < 2; ++i) add_port(vertex);
      CausalRule rule{kind(vertex.code), {}};
      for (std::uint32_t i = 0; i < vertex.places(); ++i) rule.places.push_back(i);
      vertex.rules = {rule};
    }
    return std::move(sample_);
  }

 private:
  void add_bond(const std::string& text) {
    std::istringstream words(text);
    std::string tail, arrow, head;
    words >> tail >> arrow >> head;
    const Stroke stroke = arrow.front() == '|'  ? Stroke::at_tail
                          : arrow.back() == '|' ? Stroke::at_head
                                                : Stroke::any;
    const bool asserted = arrow.find('=') != std::string::npos;
    BondGraph::Edge edge;
    edge.path = "b" + std::to_string(sample_.graph.edges.size() + 1);
    edge.tail = port(tail);
    edge.head = port(head);
    edge.stroke = asserted ? stroke : Stroke::any;
    sample_.graph.edges.push_back(edge);
    sample_.expected.push_back(stroke);
  }

  BondGraph::Port port(const std::string& name) {
    const auto [it, added] =
        numbers_.try_emplace(name, static_cast<std::uint32_t>(sample_.graph.vertices.size()));
    if (added) {
      BondGraph::Vertex vertex;
      vertex.path = name;
      vertex.code = code(name);
      vertex.port_start = {0};
      sample_.graph.vertices.push_back(vertex);
    }
    BondGraph::Vertex& vertex = sample_.graph.vertices[it->second];
    add_port(vertex);
    return {it->second, static_cast<std::uint32_t>(vertex.port_start.size() - 2)};
  }

  static void add_port(BondGraph::Vertex& vertex) {
    vertex.port_start.push_back(vertex.places() + 1);
  }

  static std::string code(const std::string& name) {
    for (const char* two : {"Se", "Sf", "TF", "GY"}) {
      if (name.starts_with(two)) return two;
    }
    return name.substr(0, 1);
  }

  static CausalRule::Kind kind(const std::string& code) {
    using Kind = CausalRule::Kind;
    static const std::map<std::string, Kind> kinds{
        {"Se", Kind::effort_source}, {"Sf", Kind::flow_source}, {"R", Kind::resistive},
        {"G", Kind::resistive},      {"C", Kind::capacitive},   {"I", Kind::inertial},
        {"TF", Kind::transformer},   {"GY", Kind::gyrator},     {"0", Kind::junction_0},
        {"1", Kind::junction_1}};
    return kinds.at(code);
  }

  Sample sample_;
  std::map<std::string, std::uint32_t> numbers_;
};

inline Sample sample(const std::string& text) { return SampleReader().read(text); }

}  // namespace multibond::bonds::test
