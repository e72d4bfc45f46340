#include <gtest/gtest.h>

#include "compile/graph_samples.h"
#include "multibond/compile/graph.h"

namespace multibond {
namespace {

using namespace samples;  // NOLINT
using Blocks = std::vector<std::vector<std::uint32_t>>;

Blocks blocks_of(const BipartiteGraph& graph) {
  return block_order(graph, maximum_matching(graph));
}

TEST(BlockOrderTest, IndependentRowsAreBlocksOfTheirOwnInOrderOfNeed) {
  // row 0 needs row 1, which needs row 2
  EXPECT_EQ(blocks_of({3, {{0, 1}, {1, 2}, {2}}}), (Blocks{{2}, {1}, {0}}));
  EXPECT_EQ(blocks_of({3, {{0}, {1}, {2}}}), (Blocks{{0}, {1}, {2}}));
  EXPECT_EQ(blocks_of({}), Blocks{});
}

TEST(BlockOrderTest, MutualNeedMakesABlock) {
  EXPECT_EQ(blocks_of({4, {{0, 1}, {0, 1}, {0, 1, 2}, {2, 3}}}), (Blocks{{0, 1}, {2}, {3}}));
}

TEST(BlockOrderTest, ColumnsWithoutARowCountAsKnown) {
  const BipartiteGraph graph{3, {{0, 2}, {1, 0}}};
  Matching m = maximum_matching({3, {{0}, {1}}});
  EXPECT_EQ(block_order(graph, m), (Blocks{{0}, {1}}));
}

TEST(BlockOrderTest, OrderIsTopologicalAndBlocksAreStronglyConnectedOnRandomGraphs) {
  std::mt19937 random(6);
  for (int i = 0; i < 500; ++i) {
    const std::uint32_t n = 1 + random() % 30;
    const BipartiteGraph graph = random_regular_graph(random, n, (random() % 25) / 10.0);
    const Matching m = maximum_matching(graph);
    ASSERT_EQ(m.size, n);
    // reference: transitive closure of "needs" by Warshall
    std::vector<std::vector<bool>> needs(n, std::vector<bool>(n, false));
    for (std::uint32_t r = 0; r < n; ++r) {
      needs[r][r] = true;
      for (std::uint32_t c : graph.rows[r]) needs[r][m.column_to_row[c]] = true;
    }
    for (std::uint32_t k = 0; k < n; ++k) {
      for (std::uint32_t r = 0; r < n; ++r) {
        for (std::uint32_t s = 0; s < n && needs[r][k]; ++s) {
          if (needs[k][s]) needs[r][s] = true;
        }
      }
    }
    const Blocks blocks = block_order(graph, m);
    std::vector<std::size_t> block_of(n, n);
    std::size_t rows = 0;
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      EXPECT_TRUE(std::ranges::is_sorted(blocks[b]));
      for (std::uint32_t r : blocks[b]) block_of[r] = b;
      rows += blocks[b].size();
    }
    ASSERT_EQ(rows, n);
    for (std::uint32_t r = 0; r < n; ++r) {
      for (std::uint32_t s = 0; s < n; ++s) {
        EXPECT_EQ(block_of[r] == block_of[s], needs[r][s] && needs[s][r]);
        if (needs[r][s]) {
          EXPECT_LE(block_of[s], block_of[r]);
        }
      }
    }
  }
}

TEST(BlockOrderTest, SurvivesChainsOfAHundredThousandRows) {
  constexpr std::uint32_t n = 100000;
  const Blocks one = blocks_of(tridiagonal(n));
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0].size(), n);
  BipartiteGraph graph{n, {}};
  for (std::uint32_t r = 0; r + 1 < n; ++r) graph.rows.push_back({r, r + 1});
  graph.rows.push_back({n - 1});
  const Blocks many = blocks_of(graph);
  ASSERT_EQ(many.size(), n);
  EXPECT_EQ(many.front(), (std::vector<std::uint32_t>{n - 1}));
}

}  // namespace
}  // namespace multibond
