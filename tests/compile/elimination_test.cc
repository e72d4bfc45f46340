#include "multibond/compile/elimination.h"

#include <gtest/gtest.h>

#include "elimination_models.h"
#include "multibond/base/dense.h"

namespace multibond::testing {
namespace {

/// A x = b with A varying: random numbers, parameters and functions of states.
void add_random_rows(Model& model, std::size_t n, double density, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<Expr> unknowns;
  for (std::size_t i = 0; i < n; ++i) unknowns.push_back(model.unknown());
  const Expr q = model.state(), p = model.parameter(0.7);
  for (std::size_t i = 0; i < n; ++i) {
    Expr row = sin(q + uniform(random)) - uniform(random);
    for (std::size_t j = 0; j < n; ++j) {
      if (i != j && std::fabs(uniform(random)) > density) continue;
      const double kind = uniform(random);
      const Expr c = kind < -0.4  ? Expr(uniform(random))
                     : kind < 0.0 ? Expr(1.0)
                     : kind < 0.4 ? p * uniform(random)
                                  : cos(q * uniform(random)) + uniform(random);
      row += (i == j ? c + 3.0 : c) * unknowns[j];
    }
    model.equation(row);
  }
}

TEST(Elimination, OneUnknownIsOneAssignment) {
  Model model;
  const Expr x = model.unknown(), q = model.state();
  model.equation(2.0 * x - q);
  const Elimination result = eliminate(model);
  ASSERT_TRUE(result.regular);
  ASSERT_EQ(result.assignments.size(), 1u);
  EXPECT_TRUE(same(result.assignments[0].first, x));
  EXPECT_TRUE(same(result.assignments[0].second, 0.5 * q));
  EXPECT_TRUE(result.watched.empty());
}

TEST(Elimination, EmptyBlockNeedsNothing) {
  Model model;
  const Elimination result = eliminate(model);
  EXPECT_TRUE(result.regular);
  EXPECT_TRUE(result.assignments.empty());
}

TEST(Elimination, RandomDenseSystemsAgreeWithFactorization) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Model model(6, seed);
    add_random_rows(model, 3 + seed % 8, 1.0, seed);
    const Elimination result = eliminate(model);
    ASSERT_TRUE(result.regular) << seed;
    EXPECT_LT(result.accuracy, 1e-10) << seed;
    EXPECT_LT(model.error(result), 1e-10) << seed;
  }
}

TEST(Elimination, RandomSparseSystemsAgreeWithFactorization) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Model model(6, seed);
    add_random_rows(model, 40, 0.05, seed);
    const Elimination result = eliminate(model);
    ASSERT_TRUE(result.regular) << seed;
    EXPECT_LT(model.error(result), 1e-10) << seed;
  }
}

TEST(Elimination, DenseBlockOfFortyUnknownsNeedsAboutAThirdOfTheCube) {
  Model model(6, 3);
  std::vector<Expr> unknowns;
  const std::size_t n = 40;
  for (std::size_t i = 0; i < n; ++i) unknowns.push_back(model.unknown());
  for (std::size_t i = 0; i < n; ++i) {
    Expr row = model.state();
    for (std::size_t j = 0; j < n; ++j) {
      row += (sin(model.state()) + (i == j ? 50.0 : 0.0)) * unknowns[j];
    }
    model.equation(row);
  }
  const Elimination result = eliminate(model);
  ASSERT_TRUE(result.regular);
  EXPECT_LT(model.error(result), 1e-12);
  EXPECT_LT(result.operations, 2.2 * 40 * 40 * 40 / 3 + 10 * 40 * 40);
}

TEST(Elimination, ConstantPivotIsPreferred) {
  Model model;
  const Expr q = model.state();
  const Expr x = model.unknown(0), y = model.unknown(0);
  model.depth = {1};
  // 2 + sin q never vanishes, but 1 is better
  model.equation((2.0 + sin(q)) * x + y - 1.0);
  model.equation(x - y - q);
  const Elimination result = eliminate(model);
  ASSERT_TRUE(result.regular);
  EXPECT_LT(model.error(result), 1e-14);
  EXPECT_EQ(result.watched.size(), 1u);  // 3 + sin q, which nothing avoids
}

TEST(Elimination, PivotThatChangesSignIsAvoided) {
  Model model;
  const Expr q = model.state();
  std::vector<Expr> x;
  for (int i = 0; i < 4; ++i) x.push_back(model.unknown());
  // Rotations: a bare sine or cosine as a pivot vanishes at some angle.
  model.equation(cos(q) * x[0] - sin(q) * x[1] - 1.0);
  model.equation(sin(q) * x[0] + cos(q) * x[1] + x[2] - 2.0);
  model.equation(x[2] - 0.5 * x[3] - 1.0);
  model.equation(x[3] + (2.0 + sin(q)) * x[2]);
  const Elimination result = eliminate(model);
  ASSERT_TRUE(result.regular);
  EXPECT_LT(model.error(result), 1e-13);
}

TEST(Elimination, WatchedPivotHasItsTypicalSize) {
  Model model;
  const Expr q = model.state(std::vector<double>(24, 2.0));
  const Expr x = model.unknown();
  model.equation(q * x - 1.0);
  const Elimination result = eliminate(model);
  ASSERT_EQ(result.watched.size(), 1u);
  EXPECT_TRUE(same(result.watched[0].value, q));
  EXPECT_DOUBLE_EQ(result.watched[0].scale, 2.0);
  EXPECT_TRUE(same(result.watched[0].unknown, x));
}

TEST(Elimination, OneSampleCanDecideAlone) {
  std::vector<double> values(24);
  for (std::size_t s = 0; s < 24; ++s) values[s] = s % 2 == 0 ? 3.0 : -0.001;
  Model model;
  const Expr q = model.state(values), x = model.unknown();
  model.equation(q * x - 1.0);
  Samples samples = model.samples();
  const Elimination result = multibond::eliminate(model.block, samples, {{}, true, 1});
  ASSERT_TRUE(result.regular);
  ASSERT_EQ(result.watched.size(), 1u);
  EXPECT_DOUBLE_EQ(result.watched[0].scale, 0.001);
}

TEST(Elimination, EqualEntriesAreComputedOnce) {
  // Symmetric matrix with entries written in different ways: the elimination keeps the symmetry.
  Model model;
  const Expr a = model.state(), b = model.state(), c = model.state();
  const Expr x = model.unknown(), y = model.unknown(), z = model.unknown();
  model.equation((9.0 + a * a) * x + (a + b) * (a - b) * y + sin(c) * z - 1.0);
  model.equation((a * a - b * b) * x + (99.0 + c * c) * y + a * z - 2.0);
  model.equation(sin(c) * x + a * y + (9.0 + b * b) * z - 3.0);
  const Elimination result = eliminate(model);
  ASSERT_TRUE(result.regular);
  EXPECT_LT(model.error(result), 1e-12);
  // 3 inverses, 3 factors, 4 products and 4 sums of the matrix; 6 and 6 of the two substitutions
  EXPECT_LE(result.operations, 32u);
}

TEST(Elimination, RepeatedRunsGiveTheSameAssignments) {
  const auto assignments = [] {
    Model model(6, 4);
    add_random_rows(model, 30, 0.1, 9);
    const Elimination result = eliminate(model);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ids;
    for (const auto& [leaf, value] : result.assignments) {
      ids.emplace_back(leaf.id(), value.is_number() ? 0 : value.id());
    }
    return ids;
  };
  EXPECT_EQ(assignments(), assignments());
}

TEST(Elimination, KeptUnknownsGetTheReducedEquations) {
  Model model(6, 2);
  add_random_rows(model, 12, 0.3, 11);
  EliminationOptions options;
  options.keep = {model.block.unknowns[2].leaf, model.block.unknowns[7].leaf};
  const Elimination result = eliminate(model, options);
  ASSERT_TRUE(result.regular);
  ASSERT_EQ(result.reduced.size(), 2u);
  EXPECT_EQ(result.assignments.size(), 10u);
  for (std::size_t s = 0; s < model.count(); ++s) {
    const auto [a, b] = model.numbers(s);
    const Eigen::VectorXd exact = dense::carefully_solved(a, b);
    // the solution satisfies the reduced equations, and the assignments give the others
    Evaluator evaluate = model.evaluator(s);
    const std::map<std::uint32_t, double> kept{{options.keep[0].id(), exact(2)},
                                               {options.keep[1].id(), exact(7)}};
    for (const LinearForm& form : result.reduced) {
      double sum = evaluate(form.rest), size = std::fabs(sum);
      for (const LinearTerm& term : form.terms) {
        const double t = evaluate(term.coefficient) * kept.at(term.unknown.id());
        sum += t;
        size += std::fabs(t);
      }
      EXPECT_LT(std::fabs(sum), 1e-10 * size);
    }
    EXPECT_LT((model.solve(result, s, kept) - exact).norm(), 1e-9 * exact.norm());
  }
}

TEST(Elimination, AssignmentsUseOnlyWhatIsAlreadyKnown) {
  Model model(6, 8);
  add_random_rows(model, 25, 0.15, 5);
  const Elimination result = eliminate(model);
  ASSERT_EQ(result.assignments.size(), 25u);
  std::unordered_map<std::uint32_t, bool> ready;
  for (const LinearUnknown& unknown : model.block.unknowns) ready[unknown.leaf.id()] = false;
  for (const auto& [leaf, value] : result.assignments) {
    EXPECT_FALSE(depends_on(
        value, [&](const Expr& l) { return ready.contains(l.id()) && !ready.at(l.id()); }));
    ready[leaf.id()] = true;
  }
}

TEST(Elimination, NotANumberAtSomeSamplesIsIgnored) {
  Model model;
  std::vector<double> values(24, 4.0);
  values[3] = values[10] = -1.0;  // no square root
  const Expr root = sqrt(model.state(values));
  const Expr x = model.unknown(), y = model.unknown();
  model.equation(root * x + y - 1.0);
  model.equation(x - root * y);
  const Elimination result = eliminate(model);
  ASSERT_TRUE(result.regular);
  EXPECT_LT(result.accuracy, 1e-14);
}

TEST(Elimination, PivotWithoutAnyValueIsTheLastResort) {
  Model model;
  const Expr bad = log(model.state(std::vector<double>(24, -1.0)));
  const Expr x = model.unknown();
  model.equation(bad * x - 1.0);
  const Elimination result = eliminate(model);
  EXPECT_EQ(result.assignments.size(), result.regular ? 1u : 0u);
}

}  // namespace
}  // namespace multibond::testing
