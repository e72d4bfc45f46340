/// Flat form of a bond graph for causality: lines (scalar bonds), the places they end at, and the
/// rules over places.
///
/// A storage with a singular matrix C is taken apart: with r independent rows R of C, it is a
/// transformer e' = R e, f = R^T f' and a regular storage of r components (a capacitor between two
/// nodes is a 1-junction and a capacitance).
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <utility>
#include <vector>

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
    bool inner = false;                        ///< inside a storage with a singular matrix
    Kind kind() const { return stated->kind; }
  };

  /// Of all edges, one after another, then those of open ports and inside elements.
  std::vector<Line> lines;
  std::vector<Place> places;
  std::vector<Rule> rules;
  std::vector<std::uint32_t> first_line;   ///< of each edge, and at the end the first open port
  std::vector<std::uint32_t> first_place;  ///< of each vertex
  std::vector<std::uint32_t> rule_places;

  explicit CausalNet(const bonds::BondGraph& graph);
  CausalNet(const CausalNet&) = delete;
  CausalNet& operator=(const CausalNet&) = delete;

  std::span<const std::uint32_t> places_of(const Rule& rule) const {
    return {rule_places.data() + rule.first, rule.count};
  }
  /// The vertex at this end of a line has nothing to say: an interface that leads nowhere.
  bool open_end(const bonds::BondGraph& graph, std::uint32_t line, int end) const;

 private:
  void add_rule(const bonds::CausalRule& stated, std::uint32_t vertex, std::uint32_t number,
                const std::vector<std::uint32_t>& its_places);
  bool add_singular_field(const bonds::CausalRule& stated, std::uint32_t vertex,
                          std::uint32_t number, const std::vector<std::uint32_t>& its_places);
  void add_vertices(const bonds::BondGraph& graph);
  void add_edges(const bonds::BondGraph& graph);
  void add_open_ports();
  void add_inner_lines();

  std::deque<bonds::CausalRule> made_;                          ///< rules that no element states
  std::vector<std::pair<std::uint32_t, std::uint32_t>> inner_;  ///< places joined inside elements
};

inline bool is_storage(CausalNet::Kind kind) {
  return kind == CausalNet::Kind::capacitive || kind == CausalNet::Kind::inertial;
}
inline bool is_source(CausalNet::Kind kind) {
  return kind == CausalNet::Kind::effort_source || kind == CausalNet::Kind::flow_source;
}

}  // namespace multibond
