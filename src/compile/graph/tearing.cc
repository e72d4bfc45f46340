/// Tearing: guess a few unknowns of a block, compute all others one by one, and let the rows left
/// over say how good the guess was.
///
/// Greedy: rows with one unknown left determine it; when there is none, one more unknown is
/// guessed, the one that determines the most rows at once. That number changes only when a row gets
/// down to two unknowns or to one, so the work is proportional to the edges.
///
///   Kron: Diakoptics, 1963
///   Ollero, Amselem: Decomposition algorithm for chemical process simulation, Chem. Eng. Res. Des.
///   1983 Elmqvist, Otter: Methods for tearing systems of equations in object-oriented modeling,
///   ESM 1994 Cellier, Kofman: Continuous System Simulation, 2006, ch. 7 (the heuristics followed
///   here)
#include <algorithm>
#include <cassert>
#include <queue>
#include <tuple>

#include "multibond/compile/graph.h"

#include "detail.h"

namespace multibond {
namespace {

class Tearer {
 public:
  Tearer(const BipartiteGraph& block, const std::vector<std::vector<std::uint32_t>>& solvable,
         const std::vector<bool>& avoid)
      : block_(block),
        solvable_(solvable),
        avoid_(avoid),
        columns_(block),
        unknowns_(block.rows.size()),
        known_(block.columns, false),
        has_solver_(block.columns, false),
        gains_(block.columns, 0) {
    assert(solvable.size() == block.rows.size());
    assert(avoid.size() == block.columns);
  }

  Tearing run() {
    prepare();
    for (;;) {
      solve_what_is_determined();
      const std::uint32_t column = best_guess();
      if (column == kUnmatched) break;
      tearing_.iteration_columns.push_back(column);
      learn(column);
    }
    collect_residuals();
    return std::move(tearing_);
  }

 private:
  /// How attractive a column is as the next guess; the greatest is taken.
  struct Candidate {
    bool needed;         ///< no row can be solved for it: it must be guessed sooner or later
    bool welcome;        ///< not to be avoided
    std::uint32_t gain;  ///< rows that this guess would determine at once
    std::size_t rows;    ///< rows that come closer to being determined
    std::uint32_t column;
    bool operator==(const Candidate&) const = default;
    bool operator<(const Candidate& other) const {  // earlier columns are greater
      return std::tie(needed, welcome, gain, rows, other.column) <
             std::tie(other.needed, other.welcome, other.gain, other.rows, column);
    }
  };

  Candidate candidate(std::uint32_t column) const {
    return {!has_solver_[column], !avoid_[column], gains_[column], columns_[column].size(), column};
  }

  void prepare() {
    for (std::uint32_t row = 0; row < block_.rows.size(); ++row) {
      unknowns_[row] = static_cast<std::uint32_t>(block_.rows[row].size());
      tearing_.visits += solvable_[row].size();
      for (std::uint32_t column : solvable_[row]) has_solver_[column] = true;
    }
    for (std::uint32_t column = 0; column < block_.columns; ++column) {
      candidates_.push(candidate(column));
    }
    for (std::uint32_t row = 0; row < block_.rows.size(); ++row) {
      if (unknowns_[row] == 2) count_gains(row);
      if (unknowns_[row] == 1) determined_.push_back(row);
    }
  }

  void solve_what_is_determined() {
    for (; next_ < determined_.size(); ++next_) {
      const std::uint32_t row = determined_[next_];
      if (unknowns_[row] == 0) continue;  // another row was faster: a residual
      const std::uint32_t column = next_unknown(row, 0).second;
      if (!can_solve(row, column)) continue;
      tearing_.sequence.emplace_back(row, column);
      learn(column);
    }
  }

  void learn(std::uint32_t column) {
    known_[column] = true;
    tearing_.visits += columns_[column].size();
    for (std::uint32_t row : columns_[column]) {
      --unknowns_[row];
      if (unknowns_[row] == 2) count_gains(row);
      if (unknowns_[row] == 1) {
        determined_.push_back(row);
        // what the guess of the other unknown would have gained here is had now
        if (can_solve(row, column)) change_gain(next_unknown(row, 0).second, -1);
      }
    }
  }

  /// A row with the unknowns x and y gives y once x is guessed, if it can be solved for y.
  void count_gains(std::uint32_t row) {
    const auto [place, x] = next_unknown(row, 0);
    const std::uint32_t y = next_unknown(row, place + 1).second;
    if (can_solve(row, y)) change_gain(x, 1);
    if (can_solve(row, x)) change_gain(y, 1);
  }

  void change_gain(std::uint32_t column, int change) {
    gains_[column] += static_cast<std::uint32_t>(change);
    candidates_.push(candidate(column));  // older entries are recognised as outdated
  }

  std::uint32_t best_guess() {
    while (!candidates_.empty()) {
      const Candidate best = candidates_.top();
      candidates_.pop();
      if (!known_[best.column] && best == candidate(best.column)) return best.column;
    }
    return kUnmatched;
  }

  std::pair<std::size_t, std::uint32_t> next_unknown(std::uint32_t row, std::size_t from) {
    const auto& columns = block_.rows[row];
    while (++tearing_.visits, known_[columns[from]]) ++from;
    return {from, columns[from]};
  }

  bool can_solve(std::uint32_t row, std::uint32_t column) {
    tearing_.visits += solvable_[row].size();
    return std::ranges::find(solvable_[row], column) != solvable_[row].end();
  }

  void collect_residuals() {
    std::vector<bool> used(block_.rows.size(), false);
    for (const auto& [row, column] : tearing_.sequence) used[row] = true;
    for (std::uint32_t row = 0; row < block_.rows.size(); ++row) {
      if (!used[row]) tearing_.residual_rows.push_back(row);
    }
  }

  const BipartiteGraph& block_;
  const std::vector<std::vector<std::uint32_t>>& solvable_;
  const std::vector<bool>& avoid_;
  const detail::ColumnLists columns_;
  std::vector<std::uint32_t> unknowns_;    ///< by row: columns not yet known
  std::vector<bool> known_, has_solver_;   ///< by column
  std::vector<std::uint32_t> gains_;       ///< by column
  std::vector<std::uint32_t> determined_;  ///< rows with one unknown, in order of discovery
  std::size_t next_ = 0;                   ///< of these, the first not yet considered
  std::priority_queue<Candidate> candidates_;
  Tearing tearing_;
};

}  // namespace

Tearing tear(const BipartiteGraph& block, const std::vector<std::vector<std::uint32_t>>& solvable,
             const std::vector<bool>& avoid) {
  return Tearer(block, solvable, avoid).run();
}

}  // namespace multibond
