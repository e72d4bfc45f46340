#include <gtest/gtest.h>

#include "compile/graph_samples.h"
#include "multibond/compile/graph.h"

namespace multibond {
namespace {

using namespace samples;  // NOLINT

/// One augmenting path after the other, by recursion: slow, short and certain.
class PlainMatching {
 public:
  explicit PlainMatching(const BipartiteGraph& graph)
      : graph_(graph), owner_(graph.columns, kUnmatched) {}
  std::size_t size() {
    std::size_t size = 0;
    for (std::uint32_t r = 0; r < graph_.rows.size(); ++r) {
      seen_.assign(graph_.columns, false);
      size += augment(r);
    }
    return size;
  }

 private:
  bool augment(std::uint32_t row) {
    for (std::uint32_t c : graph_.rows[row]) {
      if (seen_[c]) continue;
      seen_[c] = true;
      if (owner_[c] == kUnmatched || augment(owner_[c])) {
        owner_[c] = row;
        return true;
      }
    }
    return false;
  }
  const BipartiteGraph& graph_;
  std::vector<std::uint32_t> owner_;
  std::vector<bool> seen_;
};

void expect_valid(const BipartiteGraph& graph, const Matching& m) {
  ASSERT_EQ(m.row_to_column.size(), graph.rows.size());
  ASSERT_EQ(m.column_to_row.size(), graph.columns);
  std::size_t rows = 0, columns = 0;
  for (std::uint32_t r = 0; r < graph.rows.size(); ++r) {
    if (m.row_to_column[r] == kUnmatched) continue;
    ++rows;
    EXPECT_EQ(m.column_to_row[m.row_to_column[r]], r);
    EXPECT_TRUE(contains(graph.rows[r], m.row_to_column[r]));
  }
  for (std::uint32_t r : m.column_to_row) columns += r != kUnmatched;
  EXPECT_EQ(rows, m.size);
  EXPECT_EQ(columns, m.size);
}

TEST(MatchingTest, IsMaximumOnRandomGraphs) {
  std::mt19937 random(1);
  for (int i = 0; i < 3000; ++i) {
    const std::size_t rows = random() % 25, columns = 1 + random() % 25;
    const BipartiteGraph graph = random_graph(random, rows, columns, 0.5 + (random() % 40) / 10.0);
    const Matching m = maximum_matching(graph);
    expect_valid(graph, m);
    ASSERT_EQ(m.size, PlainMatching(graph).size());
  }
  for (int i = 0; i < 20; ++i) {
    const BipartiteGraph graph = random_graph(random, 400, 400, 2.5 + i * 0.1);
    ASSERT_EQ(maximum_matching(graph).size, PlainMatching(graph).size());
  }
}

TEST(MatchingTest, EmptyGraphsAreMatched) {
  EXPECT_EQ(maximum_matching({}).size, 0u);
  EXPECT_EQ(maximum_matching({3, {}}).size, 0u);
  EXPECT_EQ(maximum_matching({0, {{}, {}}}).size, 0u);
  EXPECT_EQ(maximum_matching({0, {{}, {}}}).row_to_column.size(), 2u);
}

TEST(MatchingTest, WhatIsCoveredStaysCoveredWhenContinuing) {
  std::mt19937 random(2);
  for (int i = 0; i < 2000; ++i) {
    const BipartiteGraph graph =
        random_graph(random, 1 + random() % 20, 1 + random() % 20, 1.0 + (random() % 30) / 10.0);
    // first tier: the rows of the first half alone
    BipartiteGraph tier = graph;
    for (std::size_t r = tier.rows.size() / 2; r < tier.rows.size(); ++r) tier.rows[r].clear();
    const Matching first = maximum_matching(tier), all = maximum_matching(graph, first);
    expect_valid(graph, all);
    ASSERT_EQ(all.size, PlainMatching(graph).size());
    for (std::size_t r = 0; r < graph.rows.size(); ++r) {
      if (first.row_to_column[r] != kUnmatched) {
        EXPECT_NE(all.row_to_column[r], kUnmatched);
      }
    }
    for (std::size_t c = 0; c < graph.columns; ++c) {
      if (first.column_to_row[c] != kUnmatched) {
        EXPECT_NE(all.column_to_row[c], kUnmatched);
      }
    }
  }
}

TEST(MatchingTest, ContinuesFromTheMatchingOfASmallerGraph) {
  const Matching small = maximum_matching({1, {{0}}});
  const BipartiteGraph large{3, {{0, 1}, {0}, {1, 2}}};
  const Matching m = maximum_matching(large, small);
  expect_valid(large, m);
  EXPECT_EQ(m.row_to_column, (std::vector<std::uint32_t>{1, 0, 2}));
}

TEST(MatchingTest, PrefersEarlierRowsAndColumns) {
  const Matching rows = maximum_matching({1, {{0}, {0}, {0}}});
  EXPECT_EQ(rows.column_to_row[0], 0u);
  const Matching columns = maximum_matching({3, {{0, 1, 2}}});
  EXPECT_EQ(columns.row_to_column[0], 0u);
  const Matching full = maximum_matching({3, {{0, 1, 2}, {0, 1, 2}, {0, 1, 2}}});
  EXPECT_EQ(full.row_to_column, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(MatchingTest, AugmentsAlongPathsOfAHundredThousandRows) {
  // Row r contains r and r + 1; matched to r + 1 each, and one more row that contains only column
  // n: every row must give way.
  constexpr std::uint32_t n = 100000;
  BipartiteGraph graph{n + 1, {}};
  Matching start{{}, {kUnmatched}, 0, 0};
  for (std::uint32_t r = 0; r < n; ++r) {
    graph.rows.push_back({r, r + 1});
    start.row_to_column.push_back(r + 1);
    start.column_to_row.push_back(r);
  }
  graph.rows.push_back({n});
  const Matching m = maximum_matching(graph, start);
  EXPECT_EQ(m.size, n + 1);
  EXPECT_EQ(m.row_to_column[n], n);
  EXPECT_EQ(m.row_to_column[0], 0u);
  EXPECT_LE(m.visits, 6 * edges(graph));
}

TEST(MatchingTest, WorkPerEdgeIsBoundedForChainsAndLadders) {
  std::mt19937 random(3);
  for (const std::uint32_t n : {100u, 1000u, 10000u, 25000u}) {
    for (const BipartiteGraph& graph : {chain(n), ladder(n), tridiagonal(4 * n)}) {
      for (const BipartiteGraph& g : {graph, shuffled(graph, random)}) {
        const Matching m = maximum_matching(g);
        EXPECT_EQ(m.size, g.columns);
        const double per_edge = static_cast<double>(m.visits) / static_cast<double>(edges(g));
        EXPECT_LE(per_edge, 8) << n;
      }
    }
  }
}

TEST(MatchingTest, WorkPerEdgeIsBoundedForOverdeterminedChains) {
  // many rows too many: the search for them must not be repeated row by row
  for (const std::uint32_t n : {1000u, 25000u}) {
    BipartiteGraph graph = ladder(n);
    for (std::uint32_t k = 0; k < n; k += 10) graph.rows.push_back({5 * k, 5 * k + 1});
    const Matching m = maximum_matching(graph);
    EXPECT_EQ(m.size, graph.columns);
    const double per_edge = static_cast<double>(m.visits) / static_cast<double>(edges(graph));
    EXPECT_LE(per_edge, 8) << n;
  }
}

}  // namespace
}  // namespace multibond
