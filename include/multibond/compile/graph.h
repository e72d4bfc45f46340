/// Bipartite graphs of equations and unknowns: matching, Dulmage-Mendelsohn parts, block order.
///
/// A path through a chain of n bodies is n long, so nothing here recurses. All results depend only
/// on the order of rows and columns: number them canonically (canonical.h) and no name matters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace multibond {

inline constexpr std::uint32_t kUnmatched = std::numeric_limits<std::uint32_t>::max();

/// Rows (equations) with the columns (unknowns) they contain, each list without repetitions.
struct BipartiteGraph {
  std::size_t columns = 0;
  std::vector<std::vector<std::uint32_t>> rows;
};

struct Matching {
  std::vector<std::uint32_t> row_to_column, column_to_row;  ///< kUnmatched where free
  std::size_t size = 0;
  std::size_t visits = 0;  ///< edges looked at: a measure of the work that no clock disturbs
};

/// A maximum matching: Karp-Sipser start, then Hopcroft-Karp. Deterministic; earlier rows and
/// earlier columns are preferred among equals. Continues from `start` if it is given: rows and
/// columns covered there stay covered, so that matching in tiers (first the important rows, then
/// all of them) is a strict preference. `start` may be of a smaller graph, with fewer rows or
/// columns; its pairs must be edges of this one.
Matching maximum_matching(const BipartiteGraph& graph);
Matching maximum_matching(const BipartiteGraph& graph, const Matching& start);

/// The coarse Dulmage-Mendelsohn parts of a graph with a maximum matching; all lists ascending.
///
/// They do not depend on which maximum matching is given. The rows and columns in neither part are
/// matched to each other.
struct DulmageMendelsohn {
  std::vector<std::uint32_t> over_rows, over_columns;    ///< more rows than columns, or empty
  std::vector<std::uint32_t> under_rows, under_columns;  ///< more columns than rows, or empty
};
DulmageMendelsohn dulmage_mendelsohn(const BipartiteGraph& graph, const Matching& matching);

/// Blocks of a graph with every row matched, in an order in which each block needs only columns of
/// itself and of earlier blocks (Tarjan's strongly connected components). Within a block rows are
/// ascending. Columns without a row count as known.
std::vector<std::vector<std::uint32_t>> block_order(const BipartiteGraph& graph,
                                                    const Matching& matching);

/// Tearing of one block: which unknowns to iterate on so that all others follow one by one.
struct Tearing {
  std::vector<std::uint32_t> iteration_columns;  ///< in order of choice
  std::vector<std::uint32_t> residual_rows;  ///< ascending; as many as iteration_columns if square
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      sequence;            ///< (row, column) to solve, in order
  std::size_t visits = 0;  ///< edges looked at
};
/// `solvable[r]` lists, for row r, the columns it can be solved for explicitly; `avoid[c]` makes a
/// column unattractive as iteration variable. Greedy, near-linear for sparse blocks: the number of
/// iteration unknowns is small, not minimal (the minimum is NP-hard).
Tearing tear(const BipartiteGraph& block, const std::vector<std::vector<std::uint32_t>>& solvable,
             const std::vector<bool>& avoid);

}  // namespace multibond
