/// Coarse Dulmage-Mendelsohn parts by alternating search from what a maximum matching leaves free.
///
///   Dulmage, Mendelsohn: Coverings of bipartite graphs, Canad. J. Math. 1958
///   Pothen, Fan: Computing the block triangular form of a sparse matrix, ACM TOMS 1990
#include <algorithm>

#include "detail.h"
#include "multibond/compile/graph.h"

namespace multibond {
namespace {

/// One side of the decomposition: the vertices reachable from the free vertices of side A along
/// edges to side B and back along matched edges. `neighbours(a)` are the B-vertices of a.
struct Reached {
  std::vector<std::uint32_t> near, far;  ///< on the side of the free vertices, on the other one
};

/// The marked numbers, ascending; `list` has as many.
void in_order(const std::vector<bool>& marked, std::vector<std::uint32_t>& list) {
  std::size_t count = 0;
  for (std::uint32_t v = 0; v < marked.size() && count < list.size(); ++v) {
    if (marked[v]) list[count++] = v;
  }
}

template <typename Neighbours>
Reached alternating_search(const std::vector<std::uint32_t>& partner_of_near,
                           const std::vector<std::uint32_t>& partner_of_far,
                           const Neighbours& neighbours) {
  Reached reached;
  std::vector<bool> seen(partner_of_far.size(), false);
  for (std::uint32_t v = 0; v < partner_of_near.size(); ++v) {
    if (partner_of_near[v] == kUnmatched) reached.near.push_back(v);
  }
  for (std::size_t i = 0; i < reached.near.size(); ++i) {
    for (std::uint32_t w : neighbours(reached.near[i])) {
      if (seen[w]) continue;
      seen[w] = true;
      reached.far.push_back(w);
      // free on both ends would be an augmenting path: the matching was not maximum
      if (partner_of_far[w] != kUnmatched) reached.near.push_back(partner_of_far[w]);
    }
  }
  // Most of a side may have been reached: it is put in order by going through it.
  std::vector<bool> seen_near(partner_of_near.size(), false);
  for (const std::uint32_t v : reached.near) seen_near[v] = true;
  in_order(seen_near, reached.near);
  in_order(seen, reached.far);
  return reached;
}

}  // namespace

DulmageMendelsohn dulmage_mendelsohn(const BipartiteGraph& graph, const Matching& matching) {
  DulmageMendelsohn parts;
  if (matching.size < graph.rows.size()) {
    Reached over = alternating_search(
        matching.row_to_column,
        matching.column_to_row, [&](std::uint32_t row) -> const auto& { return graph.rows[row]; });
    parts.over_rows = std::move(over.near);
    parts.over_columns = std::move(over.far);
  }
  if (matching.size < graph.columns) {
    const detail::ColumnLists columns(graph);
    Reached under = alternating_search(matching.column_to_row, matching.row_to_column,
                                       [&](std::uint32_t column) { return columns[column]; });
    parts.under_columns = std::move(under.near);
    parts.under_rows = std::move(under.far);
  }
  return parts;
}

}  // namespace multibond
