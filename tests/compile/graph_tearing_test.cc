#include <gtest/gtest.h>

#include "base/large_size.h"
#include "compile/graph_samples.h"
#include "multibond/compile/graph.h"

namespace multibond {
namespace {

using namespace samples;  // NOLINT

Tearing tear_anywhere(const BipartiteGraph& block) {
  return tear(block, block.rows, std::vector<bool>(block.columns, false));
}

/// Every row of the sequence knows all its columns but the one it is solved for.
void expect_valid(const BipartiteGraph& block,
                  const std::vector<std::vector<std::uint32_t>>& solvable, const Tearing& t) {
  std::vector<bool> known(block.columns, false), used(block.rows.size(), false);
  for (std::uint32_t c : t.iteration_columns) {
    EXPECT_FALSE(known[c]);
    known[c] = true;
  }
  for (const auto& [row, column] : t.sequence) {
    EXPECT_FALSE(used[row]);
    EXPECT_FALSE(known[column]);
    EXPECT_TRUE(contains(solvable[row], column));
    for (std::uint32_t c : block.rows[row]) EXPECT_TRUE(c == column || known[c]);
    used[row] = known[column] = true;
  }
  for (std::uint32_t r : t.residual_rows) {
    EXPECT_FALSE(used[r]);
    used[r] = true;
  }
  EXPECT_TRUE(std::ranges::is_sorted(t.residual_rows));
  EXPECT_EQ(std::ranges::count(known, true), static_cast<std::ptrdiff_t>(block.columns));
  EXPECT_EQ(std::ranges::count(used, true), static_cast<std::ptrdiff_t>(block.rows.size()));
}

TEST(TearingTest, SequencesAreValidOnRandomBlocks) {
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) {
    const std::uint32_t n = 1 + random() % 20;
    const BipartiteGraph block = random_regular_graph(random, n, (random() % 40) / 10.0);
    auto solvable = block.rows;
    std::vector<bool> avoid(n);
    const std::uint32_t share = random() % 4;
    for (auto& row : solvable) std::erase_if(row, [&](auto) { return random() % 4 < share; });
    for (std::uint32_t c = 0; c < n; ++c) avoid[c] = random() % 2;
    const Tearing t = tear(block, solvable, avoid);
    expect_valid(block, solvable, t);
    EXPECT_EQ(t.iteration_columns.size(), t.residual_rows.size());
  }
}

TEST(TearingTest, ATriangularBlockNeedsNoGuess) {
  const Tearing t = tear_anywhere({3, {{0, 1, 2}, {1, 2}, {2}}});
  EXPECT_TRUE(t.iteration_columns.empty());
  EXPECT_EQ(t.sequence,
            (std::vector<std::pair<std::uint32_t, std::uint32_t>>{{2, 2}, {1, 1}, {0, 0}}));
}

TEST(TearingTest, ATridiagonalBlockTearsToOne) {
  for (const std::uint32_t n : {2u, 3u, 10u, 1000u}) {
    const BipartiteGraph block = tridiagonal(n);
    const Tearing t = tear_anywhere(block);
    expect_valid(block, block.rows, t);
    EXPECT_EQ(t.iteration_columns.size(), 1u) << n;
  }
}

TEST(TearingTest, ARingTearsToOneAndAFullBlockToAllButOne) {
  BipartiteGraph ring{50, {}};
  for (std::uint32_t r = 0; r < 50; ++r) ring.rows.push_back({r, (r + 1) % 50});
  EXPECT_EQ(tear_anywhere(ring).iteration_columns.size(), 1u);
  const BipartiteGraph full{4, std::vector<std::vector<std::uint32_t>>(4, {0, 1, 2, 3})};
  EXPECT_EQ(tear_anywhere(full).iteration_columns.size(), 3u);
}

TEST(TearingTest, AnArrowTearsToItsHead) {
  // every row contains column 0 and one of its own; row 0 contains all
  constexpr std::uint32_t n = 200;
  BipartiteGraph arrow{n, std::vector<std::vector<std::uint32_t>>(n)};
  for (std::uint32_t r = 0; r < n; ++r) {
    arrow.rows[0].push_back(n - 1 - r);
    if (r > 0) arrow.rows[r] = {r, 0};
  }
  const Tearing t = tear_anywhere(arrow);
  EXPECT_EQ(t.iteration_columns, std::vector<std::uint32_t>{0});
  EXPECT_EQ(t.residual_rows, std::vector<std::uint32_t>{0});
}

TEST(TearingTest, WhatNoRowCanBeSolvedForIsGuessed) {
  const BipartiteGraph block{2, {{0, 1}, {0, 1}}};
  const Tearing t = tear(block, {{0}, {0}}, {false, false});
  EXPECT_EQ(t.iteration_columns, std::vector<std::uint32_t>{1});
  EXPECT_EQ(t.residual_rows, std::vector<std::uint32_t>{1});
  EXPECT_EQ(tear(block, {{}, {}}, {false, false}).iteration_columns.size(), 2u);
}

TEST(TearingTest, AvoidedColumnsAreGuessedLast) {
  const BipartiteGraph block = tridiagonal(2);
  EXPECT_EQ(tear(block, block.rows, {true, false}).iteration_columns,
            std::vector<std::uint32_t>{1});
  EXPECT_EQ(tear(block, block.rows, {false, true}).iteration_columns,
            std::vector<std::uint32_t>{0});
  EXPECT_EQ(tear(block, block.rows, {true, true}).iteration_columns, std::vector<std::uint32_t>{0});
}

TEST(TearingTest, WorkPerEdgeIsBounded) {
  std::mt19937 random(8);
  for (const std::uint32_t n : {1000u, test::large_size(25000u)}) {
    for (const BipartiteGraph& graph : {chain(n), ladder(n), tridiagonal(4 * n)}) {
      for (const BipartiteGraph& g : {graph, shuffled(graph, random)}) {
        const Tearing t = tear_anywhere(g);
        expect_valid(g, g.rows, t);
        const double per_edge = static_cast<double>(t.visits) / static_cast<double>(edges(g));
        EXPECT_LE(per_edge, 12);
      }
    }
  }
}

}  // namespace
}  // namespace multibond
