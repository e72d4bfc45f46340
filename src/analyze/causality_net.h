/// Flat form of a bond graph for causality: lines (scalar bonds), the places they end at, and the
/// rules over places.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "causality_matrix.h"
#include "multibond/library/bonds/graph.h"

namespace multibond {

struct CausalNet {
  static constexpr std::uint32_t kNone = bonds::BondGraph::kNone;
  using Kind = bonds::CausalRule::Kind;

  /// Scalar bond; its stroke is at one of its two ends, 0 the tail, 1 the head.
  struct Line {
    std::uint32_t places[2] = {kNone, kNone};  ///< kNone: an end that is connected to nothing
    std::uint32_t edge = kNone, component = 0;
  };
  struct Place {
    std::uint32_t vertex = kNone, line = kNone;
    std::uint32_t rule = kNone, position = 0;  ///< in the rule
    std::uint8_t end = 0;                      ///< of the line
  };
  struct Rule {
    const bonds::CausalRule* stated = nullptr;
    std::uint32_t vertex = kNone, number = 0;  ///< which rule of the vertex
    std::uint32_t first = 0, count = 0;        ///< of its places in rule_places
    Kind kind() const { return stated->kind; }
  };

  std::vector<Line> lines;  ///< of all edges, one after another, then those of open ports
  std::vector<Place> places;
  std::vector<Rule> rules;
  std::vector<std::uint32_t> first_line;   ///< of each edge, and at the end the first open port
  std::vector<std::uint32_t> first_place;  ///< of each vertex
  std::vector<std::uint32_t> rule_places;
  /// Storages with a singular matrix, by rule: only components whose rows are independent can be in
  /// integral causality, the others pass on what the matrix relates.
  std::unordered_map<std::uint32_t, RowBasis> singular_fields;

  explicit CausalNet(const bonds::BondGraph& graph);

  std::span<const std::uint32_t> places_of(const Rule& rule) const {
    return {rule_places.data() + rule.first, rule.count};
  }
  /// The vertex at this end of a line has nothing to say: an interface that leads nowhere.
  bool open_end(const bonds::BondGraph& graph, std::uint32_t line, int end) const;

 private:
  void note_singular_field(std::uint32_t rule);
  void add_vertices(const bonds::BondGraph& graph);
  void add_edges(const bonds::BondGraph& graph);
  void add_open_ports();
};

inline bool is_storage(CausalNet::Kind kind) {
  return kind == CausalNet::Kind::capacitive || kind == CausalNet::Kind::inertial;
}
inline bool is_source(CausalNet::Kind kind) {
  return kind == CausalNet::Kind::effort_source || kind == CausalNet::Kind::flow_source;
}

}  // namespace multibond
