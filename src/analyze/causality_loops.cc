// The computational order of the efforts and flows of all lines, and of their derivatives as far as
// someone asks for them: strongly connected groups are algebraic loops.
//
// A storage in integral causality cuts the order: what it gives is a state. One in derivative
// causality gives a derivative of what it is given, which depends on the derivatives of states,
// which are what the storages in integral causality are given: so storages that move together wait
// for each other, as the masses in a mass matrix do.

#include "causality_loops.h"

#include <algorithm>
#include <unordered_map>

#include "causality_matrix.h"
#include "causality_rule.h"
#include "multibond/compile/graph.h"

namespace multibond {
namespace {

using Kind = CausalNet::Kind;
using Place = CausalNet::Place;
constexpr std::uint32_t kNone = CausalNet::kNone;
// With as many storages in integral causality as possible, nothing is differentiated twice; strokes
// that are asserted may ask for more, which is cut here.
constexpr std::uint32_t kHighestLevel = 2;

/// Effort or flow of a line, or a derivative of it.
struct Signal {
  std::uint32_t line;
  bool effort;
  std::uint32_t level;
};

class ComputationalOrder {
 public:
  ComputationalOrder(const CausalNet& net, const std::vector<std::uint8_t>& stroke_end)
      : net_(net),
        stroke_end_(stroke_end),
        number_((kHighestLevel + 1) * 2 * net.lines.size(), kNone) {
    for (std::uint32_t line = 0; line < net.lines.size(); ++line) {
      demand({line, true, 0});
      demand({line, false, 0});
    }
    for (std::uint32_t s = 0; s < signals_.size(); ++s) add_needs(s);
  }

  /// Groups of signals that wait for each other.
  std::vector<std::vector<Signal>> groups() const {
    BipartiteGraph graph{signals_.size(), needs_};
    Matching identity;
    identity.size = signals_.size();
    for (std::uint32_t s = 0; s < signals_.size(); ++s) {
      graph.rows[s].push_back(s);
      identity.row_to_column.push_back(s);
    }
    identity.column_to_row = identity.row_to_column;
    std::vector<std::vector<Signal>> groups;
    for (const std::vector<std::uint32_t>& block : block_order(graph, identity)) {
      if (block.size() < 2) continue;
      auto& group = groups.emplace_back();
      for (const std::uint32_t s : block) group.push_back(signals_[s]);
    }
    return groups;
  }

  /// The place that computes a signal; none at an open end.
  std::uint32_t computed_at(const Signal& signal) const {
    const int stroke = stroke_end_[signal.line];
    return net_.lines[signal.line].places[signal.effort ? 1 - stroke : stroke];
  }

 private:
  std::uint32_t demand(const Signal& signal) {
    const std::size_t key = (signal.level * net_.lines.size() + signal.line) * 2 + signal.effort;
    if (number_[key] == kNone) {
      number_[key] = static_cast<std::uint32_t>(signals_.size());
      signals_.push_back(signal);
      needs_.emplace_back();
    }
    return number_[key];
  }

  bool given_effort(const Place& place) const { return stroke_end_[place.line] == place.end; }
  bool marked(const Place& place) const {
    return given_effort(place) ==
           marks_given_effort(*net_.rules[place.rule].stated, place.position);
  }

  /// Signal s needs what is given at a place.
  void need(std::uint32_t s, std::uint32_t p, std::uint32_t level) {
    if (level > kHighestLevel) return;
    const Place& place = net_.places[p];
    const std::uint32_t needed = demand({place.line, given_effort(place), level});
    needs_[s].push_back(needed);
  }

  void add_needs(std::uint32_t s) {
    const Signal signal = signals_[s];
    const std::uint32_t p = computed_at(signal);
    if (p == kNone || net_.places[p].rule == kNone) return;
    const std::uint32_t rule = net_.places[p].rule;
    const Kind kind = net_.rules[rule].kind();
    if (is_storage(kind)) {
      add_needs_of_storage(s, p);
    } else if (kind == Kind::resistive) {
      for (const std::uint32_t q : net_.places_of(net_.rules[rule])) need(s, q, signal.level);
    } else if (has_one_marked(kind)) {
      add_needs_of_junction(s, p);
    } else if (has_matrix(kind)) {
      add_needs_of_matrix(s, p);
    }
  }

  /// The marked place determines what is given at the others, the others what is given there.
  void add_needs_of_junction(std::uint32_t s, std::uint32_t p) {
    const bool all = marked(net_.places[p]);
    for (const std::uint32_t q : net_.places_of(net_.rules[net_.places[p].rule])) {
      if (q == p || (!all && !marked(net_.places[q]))) continue;
      need(s, q, signals_[s].level);
      if (!all) return;
    }
  }

  void add_needs_of_matrix(std::uint32_t s, std::uint32_t p) {
    const Place& place = net_.places[p];
    const CausalNet::Rule& rule = net_.rules[place.rule];
    const RowBasis& basis = basis_of(place.rule);
    for (const std::uint32_t q : net_.places_of(rule)) {
      const Place& other = net_.places[q];
      if (marked(place) == marked(other)) continue;
      const bool coupled = marked(place) ? basis.needs(other.position, place.position)
                                         : basis.needs(place.position, other.position);
      if (coupled) need(s, q, signals_[s].level);
    }
  }

  const RowBasis& basis_of(std::uint32_t rule) {
    auto it = basis_of_rule_.find(rule);
    if (it == basis_of_rule_.end()) {
      it = basis_of_rule_.emplace(rule, RowBasis::below_identity(net_.rules[rule].stated->matrix))
               .first;
      for (const std::uint32_t p : net_.places_of(net_.rules[rule])) {
        if (marked(net_.places[p])) it->second.add(net_.places[p].position);
      }
    }
    return it->second;
  }

  bool integral(const Place& place) const {
    return given_effort(place) == (net_.rules[place.rule].kind() == Kind::inertial);
  }

  /// The field relates derivatives of what places in integral causality give, and of what the
  /// others are given, to what the former are given and the latter give.
  void add_needs_of_storage(std::uint32_t s, std::uint32_t p) {
    const bool is_integral = integral(net_.places[p]);
    std::uint32_t level = signals_[s].level;
    if (is_integral && level == 0) {
      // A state is known; its derivative is wanted.
      demand({signals_[s].line, signals_[s].effort, 1});
      return;
    }
    if (is_integral) --level;
    for (const std::uint32_t q : net_.places_of(net_.rules[net_.places[p].rule])) {
      need(s, q, level + (integral(net_.places[q]) ? 0 : 1));
    }
  }

  const CausalNet& net_;
  const std::vector<std::uint8_t>& stroke_end_;
  std::vector<std::uint32_t> number_;  ///< of each possible signal, among those demanded
  std::vector<Signal> signals_;
  std::vector<std::vector<std::uint32_t>> needs_;
  std::unordered_map<std::uint32_t, RowBasis> basis_of_rule_;
};

void sort_unique(std::vector<std::uint32_t>& list) {
  std::ranges::sort(list);
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

/// An element that is given what its matrix would give: rows that are given, and columns that are
/// wanted, of the matrix. Blocks of more than one are to be solved simultaneously.
class Inversion {
 public:
  Inversion(const CausalNet& net, const CausalNet::Rule& rule,
            const std::vector<std::uint8_t>& stroke_end) {
    const MatrixX& matrix = rule.stated->matrix;
    const auto columns = static_cast<std::uint32_t>(matrix.cols());
    for (const std::uint32_t p : net.places_of(rule)) {
      const Place& place = net.places[p];
      const bool given_effort = stroke_end[place.line] == place.end;
      const bool marked = given_effort == marks_given_effort(*rule.stated, place.position);
      const bool first = place.position < columns;
      if (marked != first) (first ? columns_ : rows_).push_back(p);
    }
    graph_.columns = columns_.size();
    for (const std::uint32_t row : rows_) {
      auto& entries = graph_.rows.emplace_back();
      for (std::uint32_t j = 0; j < columns_.size(); ++j) {
        // An entry that varies (NaN) is not zero either.
        const double entry =
            matrix(net.places[row].position - columns, net.places[columns_[j]].position);
        if (entry != 0) entries.push_back(j);
      }
    }
  }

  /// The places of each block.
  std::vector<std::vector<std::uint32_t>> blocks() const {
    std::vector<std::vector<std::uint32_t>> list;
    const Matching matching = maximum_matching(graph_);
    if (matching.size < rows_.size()) return list;
    for (const std::vector<std::uint32_t>& block : block_order(graph_, matching)) {
      if (block.size() < 2) continue;
      auto& places = list.emplace_back();
      for (const std::uint32_t row : block) {
        places.push_back(rows_[row]);
        places.push_back(columns_[matching.row_to_column[row]]);
      }
    }
    return list;
  }

 private:
  std::vector<std::uint32_t> rows_, columns_;  ///< places
  BipartiteGraph graph_;
};

void add_inversions(std::vector<Causality::Loop>& loops, const CausalNet& net,
                    const std::vector<std::uint8_t>& stroke_end) {
  for (const CausalNet::Rule& rule : net.rules) {
    if (!has_matrix(rule.kind()) || rule.inner) continue;
    for (const std::vector<std::uint32_t>& places : Inversion(net, rule, stroke_end).blocks()) {
      Causality::Loop loop{.vertices = {rule.vertex}};
      for (const std::uint32_t p : places) loop.lines.push_back(net.places[p].line);
      sort_unique(loop.lines);
      loops.push_back(std::move(loop));
    }
  }
}

std::vector<Causality::Loop> loops_between_elements(const CausalNet& net,
                                                    const std::vector<std::uint8_t>& stroke_end) {
  const ComputationalOrder order(net, stroke_end);
  std::vector<Causality::Loop> loops;
  for (const std::vector<Signal>& group : order.groups()) {
    Causality::Loop loop;
    bool values = false;
    for (const Signal& signal : group) {
      loop.lines.push_back(signal.line);
      const std::uint32_t p = order.computed_at(signal);
      loop.vertices.push_back(net.places[p].vertex);
      (signal.level == 0 ? values : loop.differential) = true;
    }
    if (!values) continue;  // the same loop again, differentiated
    sort_unique(loop.lines);
    sort_unique(loop.vertices);
    loops.push_back(std::move(loop));
  }
  return loops;
}

}  // namespace

std::vector<Causality::Loop> causal_loops(const CausalNet& net,
                                          const std::vector<std::uint8_t>& stroke_end) {
  std::vector<Causality::Loop> loops = loops_between_elements(net, stroke_end);
  add_inversions(loops, net, stroke_end);
  return loops;
}

}  // namespace multibond
