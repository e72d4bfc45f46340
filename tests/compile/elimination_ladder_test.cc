// Ladders: chains of series and shunt elements, whose elimination must be linear in their length.
//
//   v0 --R1--+--R2--+--R3--+ ...
//            G1     G2     G3       and a current into each node
//   ground --+------+------+ ...
#include <gtest/gtest.h>

#include "base/large_size.h"
#include "elimination_models.h"

namespace multibond::testing {
namespace {

enum class Elements { constant, varying };
enum class Depth { along_the_chain, through_the_shunts, unknown };

void add_ladder(Model& model, std::size_t n, Elements elements, Depth depth) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(0.5, 2);
  const auto element = [&](double scale) {
    const double value = scale * uniform(random);
    return elements == Elements::constant ? model.parameter(value)
                                          : value * (2.0 + sin(model.state()));
  };
  std::vector<Expr> v{model.state()}, i, j;
  for (std::uint32_t k = 1; k <= n; ++k) {
    v.push_back(model.unknown(2 * k - 1));
    i.push_back(model.unknown(2 * k - 1));
    j.push_back(model.unknown(2 * k));
  }
  i.push_back(0.0);
  const Expr source = model.state();
  for (std::uint32_t k = 1; k <= n; ++k) {
    const std::uint32_t series = 2 * k - 1, shunt = 2 * k;
    model.equation(v[k - 1] - v[k] - element(1) * i[k - 1], series);
    model.equation(j[k - 1] - element(0.01) * v[k], shunt);
    model.equation(i[k - 1] - j[k - 1] - i[k] + source, shunt);
  }
  if (depth == Depth::unknown) return;
  model.depth.assign(2 * n + 1, 0);
  for (std::uint32_t c = 1; c <= 2 * n; ++c) {
    model.depth[c] = depth == Depth::along_the_chain ? c : 1 + c % 2;
  }
}

class Ladder : public ::testing::TestWithParam<std::tuple<Elements, Depth>> {};

TEST_P(Ladder, SolutionAgreesWithFactorization) {
  Model model(4);
  add_ladder(model, 60, std::get<0>(GetParam()), std::get<1>(GetParam()));
  const Elimination result = eliminate(model);
  ASSERT_TRUE(result.regular);
  EXPECT_LT(model.error(result), 1e-11);
  EXPECT_LT(result.accuracy, 1e-12);
}

TEST_P(Ladder, TenTimesTheCellsNeedTenTimesTheOperations) {
  const std::uint32_t cells = test::large_size(1000u);
  std::size_t operations[2] = {};
  for (std::size_t k : {0u, 1u}) {
    Model model(4);
    add_ladder(model, k == 0 ? cells : 10 * cells, std::get<0>(GetParam()),
               std::get<1>(GetParam()));
    const Elimination result = eliminate(model);
    ASSERT_TRUE(result.regular);
    EXPECT_LT(result.accuracy, 1e-10);
    operations[k] = result.operations;
  }
  EXPECT_LE(static_cast<double>(operations[1]), 11.0 * static_cast<double>(operations[0]));
  const std::size_t per_cell = std::get<0>(GetParam()) == Elements::constant ? 15 : 19;
  EXPECT_LE(operations[1], per_cell * 10 * cells);
}

INSTANTIATE_TEST_SUITE_P(
    AllKinds, Ladder,
    ::testing::Combine(::testing::Values(Elements::constant, Elements::varying),
                       ::testing::Values(Depth::along_the_chain, Depth::through_the_shunts,
                                         Depth::unknown)));

TEST(LadderWithGround, OneRowThroughAllCellsStaysLinear) {
  // The current of the ground is an unknown: its equation contains every shunt.
  std::size_t operations[2] = {};
  for (std::size_t k : {0u, 1u}) {
    Model model(2);
    const std::size_t n = k == 0 ? 500 : 5000;
    add_ladder(model, n, Elements::constant, Depth::along_the_chain);
    const Expr ground = model.unknown(0);
    Expr sum = ground;
    for (std::size_t c = 0; c < n; ++c) sum += model.block.unknowns[3 * c + 2].leaf;
    model.equation(sum, 0);
    const Elimination result = eliminate(model);
    ASSERT_TRUE(result.regular);
    EXPECT_LT(result.accuracy, 1e-10);
    operations[k] = result.operations;
  }
  EXPECT_LE(static_cast<double>(operations[1]), 11.0 * static_cast<double>(operations[0]));
}

}  // namespace
}  // namespace multibond::testing
