/// Graphs for tests: random ones, and the shapes that mechanisms have.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "multibond/compile/graph.h"

namespace multibond::samples {

inline std::size_t edges(const BipartiteGraph& graph) {
  std::size_t count = 0;
  for (const auto& row : graph.rows) count += row.size();
  return count;
}

inline bool contains(const std::vector<std::uint32_t>& list, std::uint32_t element) {
  return std::ranges::find(list, element) != list.end();
}

/// Each edge with probability `degree / columns`.
inline BipartiteGraph random_graph(std::mt19937& random, std::size_t rows, std::size_t columns,
                                   double degree) {
  BipartiteGraph graph{columns, std::vector<std::vector<std::uint32_t>>(rows)};
  std::bernoulli_distribution edge(std::min(1.0, degree / static_cast<double>(columns)));
  for (auto& row : graph.rows) {
    for (std::uint32_t c = 0; c < columns; ++c) {
      if (edge(random)) row.push_back(c);
    }
    std::shuffle(row.begin(), row.end(), random);
  }
  return graph;
}

/// Random, with a perfect matching hidden in it.
inline BipartiteGraph random_regular_graph(std::mt19937& random, std::size_t n, double degree) {
  BipartiteGraph graph = random_graph(random, n, n, degree);
  std::vector<std::uint32_t> order(n);
  for (std::uint32_t c = 0; c < n; ++c) order[c] = c;
  std::shuffle(order.begin(), order.end(), random);
  for (std::size_t r = 0; r < n; ++r) {
    if (!contains(graph.rows[r], order[r])) graph.rows[r].push_back(order[r]);
  }
  return graph;
}

/// Row r contains the columns r - 1, r, r + 1: a chain in which everything depends on everything.
inline BipartiteGraph tridiagonal(std::uint32_t n) {
  BipartiteGraph graph{n, std::vector<std::vector<std::uint32_t>>(n)};
  for (std::uint32_t r = 0; r < n; ++r) {
    for (std::uint32_t c = r > 0 ? r - 1 : 0; c <= std::min(r + 1, n - 1); ++c) {
      graph.rows[r].push_back(c);
    }
  }
  return graph;
}

/// A chain of masses and springs, the first one held by a wall. Per link four unknowns: speed v,
/// acceleration a, force f to the left, momentum p; four rows: p ~ v, f ~ v - v_left, p' ~ a,
/// a ~ f - f_right. Long alternating paths run along it.
inline BipartiteGraph chain(std::uint32_t links) {
  BipartiteGraph graph{4 * std::size_t{links}, {}};
  const auto at = [](std::uint32_t link, std::uint32_t i) { return 4 * link + i; };
  for (std::uint32_t k = 0; k < links; ++k) {
    graph.rows.push_back({at(k, 3), at(k, 0)});
    graph.rows.push_back({at(k, 2), at(k, 0)});
    if (k > 0) graph.rows.back().push_back(at(k - 1, 0));
    graph.rows.push_back({at(k, 3), at(k, 1)});
    graph.rows.push_back({at(k, 1), at(k, 2)});
    if (k + 1 < links) graph.rows.back().push_back(at(k + 1, 2));
  }
  return graph;
}

/// Loops side by side: two chains with a rung, which is a constraint with its reaction, per step.
inline BipartiteGraph ladder(std::uint32_t steps) {
  BipartiteGraph graph{5 * std::size_t{steps}, {}};
  const auto at = [](std::uint32_t step, std::uint32_t i) { return 5 * step + i; };
  for (std::uint32_t k = 0; k < steps; ++k) {
    for (std::uint32_t side : {0u, 1u}) {  // accelerations 0, 1, forces 2, 3 and reaction 4
      graph.rows.push_back({at(k, side), at(k, 2 + side), at(k, 4)});
      if (k + 1 < steps) graph.rows.back().push_back(at(k + 1, 2 + side));
      graph.rows.push_back({at(k, side), at(k, 2 + side)});
      if (k > 0) graph.rows.back().push_back(at(k - 1, side));
    }
    graph.rows.push_back({at(k, 0), at(k, 1)});
  }
  return graph;
}

/// The same graph with rows and columns renumbered at random.
inline BipartiteGraph shuffled(BipartiteGraph graph, std::mt19937& random) {
  std::vector<std::uint32_t> name(graph.columns);
  for (std::uint32_t c = 0; c < graph.columns; ++c) name[c] = c;
  std::shuffle(name.begin(), name.end(), random);
  for (auto& row : graph.rows) {
    for (std::uint32_t& column : row) column = name[column];
    std::shuffle(row.begin(), row.end(), random);
  }
  std::shuffle(graph.rows.begin(), graph.rows.end(), random);
  return graph;
}

}  // namespace multibond::samples
