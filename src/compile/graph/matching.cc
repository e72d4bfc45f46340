/// Maximum matching: Karp-Sipser start, then phases of Hopcroft-Karp with the search of Duff and
/// Wiberg in between.
///
/// Plain augmenting paths run along a whole chain for each new equation, which makes them quadratic
/// for the most ordinary models. A good start leaves only a few rows free, and phases serve all of
/// them with each pass over the graph.
///
///   Karp, Sipser: Maximum matchings in sparse random graphs, FOCS 1981
///   Hopcroft, Karp: An n^(5/2) algorithm for maximum matchings in bipartite graphs, SIAM J.
///   Comput. 1973 Pothen, Fan: Computing the block triangular form of a sparse matrix, ACM TOMS
///   1990 (lookahead) Duff, Kaya, Ucar: Design, implementation, and analysis of maximum transversal
///   algorithms, ACM TOMS 2011 (comparison of all these; the search after each phase is due to Duff
///   and Wiberg 1988)
#include <algorithm>
#include <cassert>

#include "detail.h"
#include "multibond/compile/graph.h"

namespace multibond {
namespace {

void match(Matching& matching, std::uint32_t row, std::uint32_t column) {
  matching.row_to_column[row] = column;
  matching.column_to_row[column] = row;
}

/// Greedy matching among free rows and columns. A row or column with one free neighbour left must
/// take it in some maximum matching, so these come first: on a tree nothing is left to improve.
class KarpSipser {
 public:
  KarpSipser(const BipartiteGraph& graph, Matching& matching)
      : graph_(graph),
        matching_(matching),
        columns_(graph),
        row_degree_(graph.rows.size(), 0),
        column_degree_(graph.columns, 0) {}

  void run() {
    count_free_neighbours();
    std::size_t taken = 0;
    for (std::uint32_t row = 0;; ++row) {
      // all that is forced, in order of discovery
      for (; taken < forced_.size(); ++taken) take(forced_[taken]);
      while (row < graph_.rows.size() && (!free_row(row) || row_degree_[row] == 0)) ++row;
      if (row == graph_.rows.size()) break;
      // nothing is forced: the first free row takes the column that fewest others want
      pair(row, scarcest_column(row));
    }
  }

 private:
  struct Vertex {
    bool is_row;
    std::uint32_t index;
  };

  bool free_row(std::uint32_t row) const { return matching_.row_to_column[row] == kUnmatched; }
  bool free_column(std::uint32_t column) const {
    return matching_.column_to_row[column] == kUnmatched;
  }

  void count_free_neighbours() {
    for (std::uint32_t row = 0; row < graph_.rows.size(); ++row) {
      if (!free_row(row)) continue;
      matching_.visits += graph_.rows[row].size();
      for (std::uint32_t column : graph_.rows[row]) {
        if (!free_column(column)) continue;
        ++row_degree_[row];
        ++column_degree_[column];
      }
    }
    for (std::uint32_t row = 0; row < graph_.rows.size(); ++row) {
      if (row_degree_[row] == 1) forced_.push_back({true, row});
    }
    for (std::uint32_t column = 0; column < graph_.columns; ++column) {
      if (column_degree_[column] == 1) forced_.push_back({false, column});
    }
  }

  void take(Vertex v) {
    if (v.is_row) {
      if (!free_row(v.index) || row_degree_[v.index] == 0) return;
      const auto& columns = graph_.rows[v.index];
      const auto free = [this](std::uint32_t c) { return ++matching_.visits, free_column(c); };
      pair(v.index, *std::find_if(columns.begin(), columns.end(), free));
    } else {
      if (!free_column(v.index) || column_degree_[v.index] == 0) return;
      const auto rows = columns_[v.index];
      const auto free = [this](std::uint32_t r) { return ++matching_.visits, free_row(r); };
      pair(*std::find_if(rows.begin(), rows.end(), free), v.index);
    }
  }

  std::uint32_t scarcest_column(std::uint32_t row) {
    std::uint32_t best = kUnmatched;
    matching_.visits += graph_.rows[row].size();
    for (std::uint32_t column : graph_.rows[row]) {
      if (!free_column(column)) continue;
      if (best == kUnmatched || column_degree_[column] < column_degree_[best]) best = column;
    }
    return best;
  }

  /// Matches and removes both from the graph of what is free.
  void pair(std::uint32_t row, std::uint32_t column) {
    match(matching_, row, column);
    ++matching_.size;
    matching_.visits += graph_.rows[row].size() + columns_[column].size();
    for (std::uint32_t c : graph_.rows[row]) {
      if (free_column(c) && --column_degree_[c] == 1) forced_.push_back({false, c});
    }
    for (std::uint32_t r : columns_[column]) {
      if (free_row(r) && --row_degree_[r] == 1) forced_.push_back({true, r});
    }
  }

  const BipartiteGraph& graph_;
  Matching& matching_;
  detail::ColumnLists columns_;
  std::vector<std::uint32_t> row_degree_, column_degree_;  ///< free neighbours
  std::vector<Vertex> forced_;
};

/// Augments along shortest paths, many at a time.
class HopcroftKarp {
 public:
  HopcroftKarp(const BipartiteGraph& graph, Matching& matching)
      : graph_(graph),
        matching_(matching),
        level_(graph.rows.size()),
        next_(graph.rows.size()),
        lookahead_(graph.rows.size(), 0) {
    for (std::uint32_t row = 0; row < graph.rows.size(); ++row) {
      if (matching.row_to_column[row] == kUnmatched) free_rows_.push_back(row);
    }
  }

  void run() {
    while (!free_rows_.empty() && find_levels()) {
      augment_all(true);
      // Duff and Wiberg: one more search for the rows still free, along paths of any length. It
      // costs no more than the phase and saves most of the phases that long paths would need.
      std::fill(level_.begin(), level_.end(), kFresh);
      augment_all(false);
    }
  }

 private:
  static constexpr std::uint32_t kFresh = kUnmatched;     ///< not reached
  static constexpr std::uint32_t kDone = kUnmatched - 1;  ///< searched, not to be entered again

  /// Breadth-first: distance of each row from the free rows along alternating paths, up to the
  /// distance at which the first free column appears. False if none does: the matching is maximum.
  bool find_levels() {
    std::fill(level_.begin(), level_.end(), kFresh);
    queue_ = free_rows_;
    for (std::uint32_t row : queue_) level_[row] = 0;
    std::uint32_t last = kFresh;
    for (std::size_t i = 0; i < queue_.size() && level_[queue_[i]] < last; ++i) {
      const std::uint32_t row = queue_[i];
      for (std::uint32_t column : graph_.rows[row]) {
        ++matching_.visits;
        const std::uint32_t owner = matching_.column_to_row[column];
        if (owner == kUnmatched) {
          last = level_[row] + 1;  // rows of this distance are still expanded, no further ones
        } else if (level_[owner] == kFresh) {
          level_[owner] = level_[row] + 1;
          queue_.push_back(owner);
        }
      }
    }
    return last != kFresh;
  }

  void augment_all(bool shortest) {
    std::fill(next_.begin(), next_.end(), 0);
    std::erase_if(free_rows_, [&](std::uint32_t row) { return augment(row, shortest); });
  }

  /// Depth-first search for a free column; the stack holds the rows of the path. `shortest` keeps
  /// it to ascending levels; otherwise any fresh row may be entered.
  bool augment(std::uint32_t root, bool shortest) {
    path_.assign(1, root);
    if (!shortest) level_[root] = kDone;
    while (!path_.empty()) {
      const std::uint32_t row = path_.back();
      const auto& columns = graph_.rows[row];
      if (const std::uint32_t column = free_column(row); column != kUnmatched) {
        shift_path(column);
        return true;
      }
      bool deeper = false;
      while (!deeper && next_[row] < columns.size()) {
        ++matching_.visits;
        const std::uint32_t owner = matching_.column_to_row[columns[next_[row]++]];
        deeper = shortest ? level_[owner] == level_[row] + 1 : level_[owner] == kFresh;
        if (!deeper) continue;
        if (!shortest) level_[owner] = kDone;
        path_.push_back(owner);
      }
      if (!deeper) {
        level_[row] = kDone;  // leads nowhere
        path_.pop_back();
      }
    }
    return false;
  }

  /// A free column of a row (Pothen and Fan's lookahead). Columns never become free again, so the
  /// pointer only advances: linear over all phases together.
  std::uint32_t free_column(std::uint32_t row) {
    const auto& columns = graph_.rows[row];
    for (std::uint32_t& i = lookahead_[row]; i < columns.size(); ++i) {
      ++matching_.visits;
      if (matching_.column_to_row[columns[i]] == kUnmatched) return columns[i];
    }
    return kUnmatched;
  }

  /// Every row of the path hands its column to the row before it; the last one takes `column`.
  void shift_path(std::uint32_t column) {
    for (std::size_t i = path_.size(); i-- > 0;) {
      const std::uint32_t row = path_[i], given = matching_.row_to_column[row];
      match(matching_, row, column);
      level_[row] = kDone;  // paths of one phase share no row
      column = given;
    }
    ++matching_.size;
  }

  const BipartiteGraph& graph_;
  Matching& matching_;
  std::vector<std::uint32_t> level_, next_, lookahead_;  // by row
  std::vector<std::uint32_t> free_rows_, queue_, path_;
};

/// The start, grown to the size of the graph; its pairs must be edges.
Matching continued(const BipartiteGraph& graph, const Matching& start) {
  Matching matching{start.row_to_column, start.column_to_row, 0, 0};
  assert(matching.row_to_column.size() <= graph.rows.size());
  assert(matching.column_to_row.size() <= graph.columns);
  matching.row_to_column.resize(graph.rows.size(), kUnmatched);
  matching.column_to_row.resize(graph.columns, kUnmatched);
  for (std::uint32_t row = 0; row < graph.rows.size(); ++row) {
    const std::uint32_t column = matching.row_to_column[row];
    if (column == kUnmatched) continue;
    assert(matching.column_to_row[column] == row);
    assert(std::ranges::find(graph.rows[row], column) != graph.rows[row].end());
    ++matching.size;
  }
  return matching;
}

}  // namespace

Matching maximum_matching(const BipartiteGraph& graph) { return maximum_matching(graph, {}); }

Matching maximum_matching(const BipartiteGraph& graph, const Matching& start) {
  Matching matching = continued(graph, start);
  KarpSipser(graph, matching).run();
  HopcroftKarp(graph, matching).run();
  return matching;
}

}  // namespace multibond
