// Linear and non-linear blocks of whole models: operation counts, accuracy, pivots that vanish.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include <fmt/format.h>

#include "base/large_size.h"
#include "multibond/base/dense.h"
#include "multibond/compile/plan.h"
#include "multibond/library/library.h"
#include "multibond/simulate/simulation.h"

namespace multibond {
namespace {

/// Operations to compute all unknowns of a plan, constants included.
std::size_t operations(const Plan& plan) {
  std::vector<Expr> outputs;
  std::size_t total = 0;
  for (const Step& step : plan.blocks.steps) {
    for (const Expr& leaf : step.leaves) outputs.push_back(leaf);
  }
  for (const BlockReport& block : plan.blocks.reports) total += block.operations;
  return total + plan.program(outputs).operations();
}

std::size_t ladder_operations(int n) {
  const Catalog catalog = library_catalog();
  const auto model = catalog.find("ResistorLadder").make(nullptr, "ladder");
  model->set("n", n);
  return operations(compile(*model));
}

TEST(LinearBlocks, ALadderCostsOperationsInProportionToItsLength) {
  // Not shorter: up to two thousand cells it varies between two and three operations per cell.
  const int few = 2000, many = test::kSanitized ? 4000 : 20000;
  const double small = static_cast<double>(ladder_operations(few));
  const double large = static_cast<double>(ladder_operations(many));
  EXPECT_LE(large / small, 1.1 * many / few);
  EXPECT_GT(small, few);
}

/// Nodes coupled all to all by conductances, and each to ground; currents into every node.
struct Network : Model {
  int n;
  std::vector<std::unique_ptr<Variable>> v, i;
  Eigen::MatrixXd conductance;  ///< between nodes; on the diagonal to ground
  Eigen::VectorXd current;
  Network(int size, double decades, unsigned seed)
      : n(size), conductance(size, size), current(size) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> exponent(-decades, decades), flow(-1, 1);
    for (int a = 0; a < n; ++a) {
      v.push_back(std::make_unique<Variable>(this, fmt::format("v[{}]", a + 1)));
      current[a] = flow(random);
      for (int b = 0; b <= a; ++b)
        conductance(a, b) = conductance(b, a) = std::pow(10, exponent(random));
    }
  }
  void equations() override {
    for (int a = 0; a < n; ++a) {
      Expr sum = conductance(a, a) * v[a]->expr() - current[a];
      for (int b = 0; b < n; ++b) {
        if (b != a) sum += conductance(a, b) * (v[a]->expr() - v[b]->expr());
      }
      equation(sum, 0.0);
    }
  }
};

TEST(LinearBlocks, ADenseBlockOfFortyNodesIsSolvedToRounding) {
  Network network(40, 0.5, 7);
  Eigen::MatrixXd matrix = -network.conductance;
  for (int a = 0; a < network.n; ++a) matrix(a, a) = network.conductance.row(a).sum();
  const Eigen::VectorXd exact = dense::LuFactors(matrix).solve(network.current);
  const Result result = simulate(network, {});
  for (int a = 0; a < network.n; ++a) {
    EXPECT_NEAR(result.final(fmt::format("v[{}]", a + 1)), exact[a],
                1e-9 * exact.cwiseAbs().maxCoeff());
  }
}

/// A chain of conductances from 1e-9 to 1e9 in turn, each stated with its own current, so that no
/// sum of large and small conductances is ever formed by the model.
struct IllScaled : Model {
  int n;
  std::vector<double> g;  ///< g[k] joins node k and k + 1; the last node is ground
  std::vector<std::unique_ptr<Variable>> v, i;
  IllScaled(int size, unsigned seed) : n(size) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> exponent(-9, 9);
    for (int k = 0; k < n; ++k) {
      g.push_back(std::pow(10, exponent(random)));
      v.push_back(std::make_unique<Variable>(this, fmt::format("v[{}]", k + 1)));
      i.push_back(std::make_unique<Variable>(this, fmt::format("i[{}]", k + 1)));
    }
  }
  void equations() override {
    for (int k = 0; k < n; ++k) {
      const Expr next = k + 1 < n ? v[k + 1]->expr() : Expr(0.0);
      equation(*i[k], g[k] * (v[k]->expr() - next));
      // One ampere goes in at every node.
      equation(*i[k], k == 0 ? Expr(1.0) : i[k - 1]->expr() + 1.0);
    }
  }
};

TEST(LinearBlocks, AnIllScaledChainKeepsNineDigits) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    IllScaled model(30, seed);
    const Result result = simulate(model, {});
    long double exact = 0;
    for (int k = model.n - 1; k >= 0; --k) {
      exact += static_cast<long double>(k + 1) / model.g[k];
      EXPECT_NEAR(result.final(fmt::format("v[{}]", k + 1)) / static_cast<double>(exact), 1, 1e-9)
          << "seed " << seed << ", node " << k + 1;
    }
  }
}

/// A bridge whose diagonal element changes through zero: c(t) y + x = 1, x + (1 - c) y = t.
/// Whichever unknown is eliminated first, a pivot passes zero during the run; the block itself is
/// regular: its determinant is 2 c - 1 … shifted to stay away from zero by d.
struct VanishingPivot : Model {
  Variable x{this, "x"}, y{this, "y"}, q{this, "q"};
  VanishingPivot() { q.start(-1).fixed(); }
  void equations() override {
    equation(der(q), 1.0);  // q = t - 1 passes zero at t = 1
    equation(q * x + y, sin(time()));
    equation(x - q * y, 1.0);  // determinant -(q^2 + 1): never zero
  }
};

TEST(LinearBlocks, APivotThatVanishesDuringTheRunIsSurvivedWithoutLossOfAccuracy) {
  VanishingPivot model;
  SimulationOptions options;
  options.stop = 2;
  options.intervals = 2000;  // a row at t = 1 exactly, where q is zero
  const Result result = simulate(model, options);
  ASSERT_EQ(result.status, RunStatus::completed);
  const auto x = result["x"], y = result["y"];
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double t = result.times()[k], q = t - 1, s = std::sin(t);
    EXPECT_NEAR(x[k], (q * s + 1) / (q * q + 1), 1e-12) << t;
    EXPECT_NEAR(y[k], (s - q) / (q * q + 1), 1e-12) << t;
  }
}

TEST(LinearBlocks, APivotThatVanishesInTheDerivativesIsSurvivedToo) {
  // Two coupled rates: q x' + y' = cos t, x' - q y' = -sin t, with q = t - 1.
  struct Rates : Model {
    Variable x{this, "x"}, y{this, "y"}, q{this, "q"};
    Rates() { q.start(-1).fixed(); }
    void equations() override {
      equation(der(q), 1.0);
      equation(q * der(x) + der(y), cos(time()));
      equation(der(x) - q * der(y), -sin(time()));
    }
  };
  SimulationOptions options;
  options.stop = 2;
  options.tolerance = 1e-11;
  const Result result = simulate(Rates{}, options);
  ASSERT_EQ(result.status, RunStatus::completed);
  // Reference by Gauss quadrature of the explicit rates.
  double x = 0, y = 0;
  constexpr int kPieces = 2000;
  for (int k = 0; k < kPieces; ++k) {
    for (const double node : {-std::sqrt(0.6), 0.0, std::sqrt(0.6)}) {
      const double weight = node == 0 ? 8.0 / 9 : 5.0 / 9;
      const double t = (2.0 / kPieces) * (k + 0.5 + node / 2), q = t - 1;
      x += weight / kPieces * (q * std::cos(t) - std::sin(t)) / (q * q + 1);
      y += weight / kPieces * (std::cos(t) + q * std::sin(t)) / (q * q + 1);
    }
  }
  EXPECT_NEAR(result.final("x"), x, 1e-9);
  EXPECT_NEAR(result.final("y"), y, 1e-9);
}

TEST(NonlinearBlocks, AreTornAndSolvedAtEveryInstant) {
  struct Coupled : Model {
    Variable a{this, "a"}, b{this, "b"}, c{this, "c"}, x{this, "x"};
    Coupled() { a.start(1); }
    void equations() override {
      equation(der(x), 1.0);
      equation(a + exp(a), b);  // b from a, c from b, then the residual
      equation(c, 2.0 * b + a);
      equation(c + sin(a), 3.0 + x);
    }
  };
  Coupled model;
  const Plan plan = compile(model);
  ASSERT_EQ(plan.blocks.reports.size(), 1u);
  EXPECT_EQ(plan.blocks.reports[0].kind, BlockKind::nonlinear);
  EXPECT_EQ(plan.blocks.reports[0].remaining, 1u);  // one iteration variable for three unknowns
  Coupled again;
  SimulationOptions options;
  options.stop = 3;
  const Result result = simulate(again, options);
  const auto a = result["a"], c = result["c"], x = result["x"];
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_NEAR(c[k], 2 * (a[k] + std::exp(a[k])) + a[k], 1e-10);
    EXPECT_NEAR(c[k] + std::sin(a[k]), 3 + x[k], 1e-10);
  }
}

TEST(NonlinearBlocks, AreSolvedFromFarAway) {
  struct Flat : Model {
    Variable x{this, "x"};
    void equations() override { equation(atan(x - 100.0), 0.1 * sin(time())); }
  };
  const Result result = simulate(Flat(), {.stop = 1});
  ASSERT_EQ(result.status, RunStatus::completed);
  EXPECT_NEAR(result.final("x"), 100 + std::tan(0.1 * std::sin(1.0)), 1e-9);
}

TEST(NonlinearBlocks, WithoutASolutionStopTheRunAndAreNamed) {
  struct Fold : Model {  // z^2 = 1 - x has no real solution once x exceeds 1
    Variable x{this, "x"}, z{this, "z"};
    Fold() { z.start(1); }
    void equations() override {
      equation(der(x), 1.0 + 0.0 * z);
      equation(z * z, 1.0 - x);
    }
  };
  SimulationOptions options;
  options.stop = 2;
  const Result result = simulate(Fold{}, options);
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_LE(result.times().back(), 1.0 + 1e-9);
  EXPECT_GT(result.times().back(), 0.9);
  EXPECT_NE(to_string(result.diagnostics.back()).find("z"), std::string::npos);
}

}  // namespace
}  // namespace multibond
