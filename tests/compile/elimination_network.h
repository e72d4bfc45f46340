/// Resistor networks with conductances over many orders of magnitude, and their solution in
/// quadruple precision.
///
/// Each branch k between nodes a and b states v_a - v_b = R i or i = G (v_a - v_b); each node
/// states that the currents sum to the injected one. Node 0 is the ground.
#pragma once

#include <cmath>
#include <vector>

#include "elimination_models.h"

namespace multibond::testing {

__extension__ using Quad = __float128;

/// Dense elimination with row and column pivoting in quadruple precision.
inline std::vector<double> solve_quad(std::vector<std::vector<Quad>> a, std::vector<Quad> b) {
  const std::size_t n = b.size();
  const auto size = [](Quad x) { return x < 0 ? -x : x; };
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t r = k; r < n; ++r) {
      if (size(a[r][k]) > size(a[best][k])) best = r;
    }
    std::swap(a[k], a[best]);
    std::swap(b[k], b[best]);
    for (std::size_t r = k + 1; r < n; ++r) {
      if (a[r][k] == 0) continue;
      const Quad factor = a[r][k] / a[k][k];
      for (std::size_t c = k; c < n; ++c) a[r][c] -= factor * a[k][c];
      b[r] -= factor * b[k];
    }
  }
  std::vector<Quad> x(n);
  for (std::size_t k = n; k-- > 0;) {
    Quad sum = b[k];
    for (std::size_t c = k + 1; c < n; ++c) sum -= a[k][c] * x[c];
    x[k] = sum / a[k][k];
  }
  return {x.begin(), x.end()};
}

struct Network {
  Model& model;
  struct Branch {
    std::size_t a, b;
    double conductance;
    bool by_resistance;  ///< stated as v_a - v_b = R i, R = 1 / G as a double
  };
  std::vector<Branch> branches;
  std::vector<double> injected;  ///< current into node k; node 0 is the ground
  std::vector<Expr> v, i;

  Network(Model& given, std::size_t nodes, std::size_t extra, double decades, unsigned seed,
          bool parameters = true)
      : model(given), injected(nodes, 0.0) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> exponent(-decades, decades), current(0.1, 1);
    const auto pick = [&](std::size_t below) {
      return std::uniform_int_distribution<std::size_t>(0, below - 1)(random);
    };
    for (std::size_t k = 1; k < nodes; ++k)
      add(k, pick(k), std::pow(10, exponent(random)), pick(2));
    for (std::size_t k = 0; k < extra; ++k) {
      const std::size_t a = pick(nodes), b = pick(nodes);
      if (a != b) add(a, b, std::pow(10, exponent(random)), pick(2));
    }
    for (std::size_t k = 1; k < nodes; ++k) injected[k] = current(random);
    state_equations(parameters);
  }
  void add(std::size_t a, std::size_t b, double conductance, std::size_t form) {
    branches.push_back({a, b, conductance, form == 1});
  }

  void state_equations(bool parameters) {
    v.push_back(0.0);
    std::vector<Expr> sum{0.0};
    model.depth.assign(injected.size() + branches.size() + 1, 1);
    for (std::size_t k = 1; k < injected.size(); ++k) {
      v.push_back(model.unknown(static_cast<std::uint32_t>(k)));
      const std::vector<double> values(model.count(), injected[k]);
      sum.push_back(model.state(values));
    }
    for (std::size_t k = 0; k < branches.size(); ++k) {
      const auto component = static_cast<std::uint32_t>(injected.size() + k);
      const Branch& branch = branches[k];
      const double value = branch.by_resistance ? 1 / branch.conductance : branch.conductance;
      const Expr p = parameters ? model.parameter(value) : Expr(value);
      i.push_back(model.unknown(component));
      const Expr difference = v[branch.a] - v[branch.b];
      model.equation(branch.by_resistance ? difference - p * i[k] : i[k] - p * difference,
                     component);
      sum[branch.a] -= i[k];
      sum[branch.b] += i[k];
    }
    for (std::size_t k = 1; k < injected.size(); ++k) {
      model.equation(sum[k], static_cast<std::uint32_t>(k));
    }
    // depth: distance from the ground, branches between their nodes
    std::vector<std::uint32_t> distance(injected.size(), 1000000);
    distance[0] = 0;
    for (std::size_t sweep = 0; sweep < injected.size(); ++sweep) {
      for (const Branch& branch : branches) {
        distance[branch.a] = std::min(distance[branch.a], distance[branch.b] + 1);
        distance[branch.b] = std::min(distance[branch.b], distance[branch.a] + 1);
      }
    }
    for (std::size_t k = 0; k < injected.size(); ++k) model.depth[k] = 2 * distance[k];
    for (std::size_t k = 0; k < branches.size(); ++k) {
      model.depth[injected.size() + k] =
          2 * std::min(distance[branches[k].a], distance[branches[k].b]) + 1;
    }
  }

  /// Largest relative error of any potential or current.
  double error(const Elimination& elimination) {
    const auto [a, b] = model.numbers(0);
    const auto n = static_cast<std::size_t>(b.size());
    std::vector<std::vector<Quad>> wide(n, std::vector<Quad>(n));
    std::vector<Quad> right(n);
    for (std::size_t r = 0; r < n; ++r) {
      right[r] = b(static_cast<Eigen::Index>(r));
      for (std::size_t c = 0; c < n; ++c) {
        wide[r][c] = a(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c));
      }
    }
    const std::vector<double> exact = solve_quad(wide, right);
    const Eigen::VectorXd x = model.solve(elimination, 0);
    double largest = 0;
    for (std::size_t c = 0; c < n; ++c) {
      const double e = std::fabs(x(static_cast<Eigen::Index>(c)) - exact[c]);
      largest = std::max(largest, e / (std::fabs(exact[c]) + 1e-300));
    }
    return largest;
  }
};

}  // namespace multibond::testing
