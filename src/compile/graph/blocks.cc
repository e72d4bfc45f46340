/// Block lower triangular order: strongly connected components of "row needs row".
///
/// Row r needs row s if r contains the column that s determines. A component is complete when all
/// it needs is complete, so components come out in the order in which they can be solved.
///
///   Tarjan: Depth-first search and linear graph algorithms, SIAM J. Comput. 1972
#include <algorithm>
#include <cassert>

#include "multibond/compile/graph.h"

namespace multibond {
namespace {

class Tarjan {
 public:
  Tarjan(const BipartiteGraph& graph, const Matching& matching)
      : graph_(graph),
        matching_(matching),
        low_(graph.rows.size(), kFresh),
        next_(graph.rows.size(), 0) {}

  std::vector<std::vector<std::uint32_t>> run() {
    for (std::uint32_t row = 0; row < graph_.rows.size(); ++row) {
      assert(matching_.row_to_column[row] != kUnmatched);
      if (low_[row] == kFresh) search(row);
    }
    return std::move(blocks_);
  }

 private:
  static constexpr std::uint32_t kFresh = kUnmatched;
  static constexpr std::uint32_t kComplete = kUnmatched - 1;

  struct Frame {
    std::uint32_t row, number;
  };

  void search(std::uint32_t root) {
    enter(root);
    while (!calls_.empty()) {
      const Frame frame = calls_.back();
      const auto& columns = graph_.rows[frame.row];
      if (next_[frame.row] < columns.size()) {
        const std::uint32_t needed = matching_.column_to_row[columns[next_[frame.row]++]];
        if (needed == kUnmatched) continue;  // known
        if (low_[needed] == kFresh) {
          enter(needed);
        } else if (low_[needed] != kComplete) {
          low_[frame.row] = std::min(low_[frame.row], low_[needed]);
        }
      } else {
        calls_.pop_back();
        const std::uint32_t low = low_[frame.row];
        if (low == frame.number) complete(frame.row);
        if (!calls_.empty() && low < low_[calls_.back().row]) low_[calls_.back().row] = low;
      }
    }
  }

  void enter(std::uint32_t row) {
    low_[row] = count_;
    calls_.push_back({row, count_++});
    open_.push_back(row);
  }

  /// `row` is the first visited row of its component, and all of it lies above on the stack.
  void complete(std::uint32_t row) {
    std::vector<std::uint32_t>& block = blocks_.emplace_back();
    do {
      block.push_back(open_.back());
      low_[open_.back()] = kComplete;
      open_.pop_back();
    } while (block.back() != row);
    std::ranges::sort(block);
  }

  const BipartiteGraph& graph_;
  const Matching& matching_;
  std::vector<std::uint32_t> low_;   ///< smallest number seen from the row (Tarjan's LOWLINK)
  std::vector<std::uint32_t> next_;  ///< next column of the row to look at
  std::vector<std::uint32_t> open_;  ///< rows of components not yet complete
  std::vector<Frame> calls_;         ///< in place of recursion
  std::vector<std::vector<std::uint32_t>> blocks_;
  std::uint32_t count_ = 0;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> block_order(const BipartiteGraph& graph,
                                                    const Matching& matching) {
  return Tarjan(graph, matching).run();
}

}  // namespace multibond
