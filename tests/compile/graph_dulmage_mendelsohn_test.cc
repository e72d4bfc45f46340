#include <gtest/gtest.h>

#include "compile/graph_samples.h"
#include "multibond/compile/graph.h"

namespace multibond {
namespace {

using namespace samples;  // NOLINT
using Set = std::vector<std::uint32_t>;

DulmageMendelsohn parts_of(const BipartiteGraph& graph) {
  return dulmage_mendelsohn(graph, maximum_matching(graph));
}

TEST(DulmageMendelsohnTest, ARegularGraphHasNoParts) {
  const DulmageMendelsohn parts = parts_of(tridiagonal(5));
  EXPECT_TRUE(parts.over_rows.empty() && parts.over_columns.empty());
  EXPECT_TRUE(parts.under_rows.empty() && parts.under_columns.empty());
}

TEST(DulmageMendelsohnTest, SeparatesTooManyFromTooFew) {
  // rows 0 and 1 both determine column 0; row 2 is fine; row 3 has two columns of its own
  const DulmageMendelsohn parts = parts_of({4, {{0}, {0}, {0, 1}, {1, 2, 3}}});
  EXPECT_EQ(parts.over_rows, (Set{0, 1}));
  EXPECT_EQ(parts.over_columns, (Set{0}));
  EXPECT_EQ(parts.under_rows, (Set{3}));
  EXPECT_EQ(parts.under_columns, (Set{2, 3}));
}

TEST(DulmageMendelsohnTest, RowsWithoutColumnsAreOverdetermined) {
  const DulmageMendelsohn parts = parts_of({1, {{}}});
  EXPECT_EQ(parts.over_rows, (Set{0}));
  EXPECT_TRUE(parts.over_columns.empty());
  EXPECT_EQ(parts.under_columns, (Set{0}));
  EXPECT_TRUE(parts.under_rows.empty());
}

TEST(DulmageMendelsohnTest, PartsSatisfyTheCountsOnRandomGraphs) {
  std::mt19937 random(4);
  for (int i = 0; i < 2000; ++i) {
    const BipartiteGraph graph =
        random_graph(random, random() % 20, 1 + random() % 20, 0.5 + (random() % 30) / 10.0);
    const Matching m = maximum_matching(graph);
    const DulmageMendelsohn parts = dulmage_mendelsohn(graph, m);
    EXPECT_TRUE(std::ranges::is_sorted(parts.over_rows));
    EXPECT_TRUE(std::ranges::is_sorted(parts.under_columns));
    // the surplus of each part is what the matching leaves free
    EXPECT_EQ(parts.over_rows.size() - parts.over_columns.size(), graph.rows.size() - m.size);
    EXPECT_EQ(parts.under_columns.size() - parts.under_rows.size(), graph.columns - m.size);
    for (std::uint32_t r = 0; r < graph.rows.size(); ++r) {
      const bool over = contains(parts.over_rows, r), under = contains(parts.under_rows, r);
      EXPECT_FALSE(over && under);
      if (!over) {
        EXPECT_NE(m.row_to_column[r], kUnmatched);
      }
      for (std::uint32_t c : graph.rows[r]) {
        // over-determined rows have no other columns, under-determined columns no other rows
        if (over) {
          EXPECT_TRUE(contains(parts.over_columns, c));
        }
        if (contains(parts.under_columns, c)) {
          EXPECT_TRUE(under);
        }
      }
    }
  }
}

TEST(DulmageMendelsohnTest, PartsDoNotDependOnTheMatching) {
  std::mt19937 random(5);
  for (int i = 0; i < 500; ++i) {
    const BipartiteGraph graph = random_graph(random, 12, 12, 1.5);
    const DulmageMendelsohn parts = parts_of(graph);
    BipartiteGraph tier = graph;  // another matching: begun with the last rows
    for (std::size_t r = 0; r < 8; ++r) tier.rows[r].clear();
    const Matching other = maximum_matching(graph, maximum_matching(tier));
    const DulmageMendelsohn again = dulmage_mendelsohn(graph, other);
    EXPECT_EQ(parts.over_rows, again.over_rows);
    EXPECT_EQ(parts.over_columns, again.over_columns);
    EXPECT_EQ(parts.under_rows, again.under_rows);
    EXPECT_EQ(parts.under_columns, again.under_columns);
  }
}

TEST(DulmageMendelsohnTest, FollowsAChainOfAHundredThousandRows) {
  constexpr std::uint32_t n = 100000;
  BipartiteGraph graph{n, {{0}}};
  for (std::uint32_t c = 0; c + 1 < n; ++c) graph.rows.push_back({c, c + 1});
  graph.rows.push_back({n - 1});
  const DulmageMendelsohn parts = parts_of(graph);
  EXPECT_EQ(parts.over_rows.size(), n + 1);
  EXPECT_EQ(parts.over_columns.size(), n);
  EXPECT_TRUE(parts.under_columns.empty());
}

}  // namespace
}  // namespace multibond
