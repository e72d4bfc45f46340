// Causality, algebra and compiler say the same of random graphs: whether they are well posed, how
// many states they have, and whether anything has to be solved simultaneously (docs/causality.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <type_traits>

#include "analyze/causality_pencil.h"
#include "analyze/causality_random_graph.h"
#include "multibond/analyze/causality.h"
#include "multibond/compile/plan.h"

namespace multibond::bonds::test {
namespace {

struct Verdict {
  bool well_posed = false;
  std::size_t states = 0;
  bool simultaneous = false;
  std::string message = {};  ///< of the compiler
};

Verdict by_causality(Component& model) {
  const Causality causality = assign_causality(bond_graph(model));
  return {causality.conflicts.empty(), causality.storages - causality.derivatives.size(),
          !causality.loops.empty()};
}

Verdict by_compiler(Component& model) {
  try {
    const Plan plan = compile(model);
    const auto& blocks = plan.blocks.reports;
    return {true, plan.states(), std::ranges::any_of(blocks, [](const BlockReport& block) {
              return block.kind == BlockKind::linear && block.size > 1;
            })};
  } catch (const Error& error) {
    return {.message = error.what()};
  }
}

/// What the graphs of a test were like, so that none tests nothing.
struct Tally {
  std::size_t refused = 0, dependent = 0, simultaneous = 0, plain = 0;
};

template <class Graph, class... Arguments>
void compare(Tally& tally, Arguments... arguments) {
  Graph graph(arguments...), again(arguments...);
  SCOPED_TRACE(graph.description());
  const std::optional<int> degree = pencil_degree(flatten(graph));
  const Verdict causal = by_causality(graph);
  const Verdict compiled = by_compiler(again);
  ASSERT_EQ(causal.well_posed, degree.has_value());
  if (!causal.well_posed) {
    EXPECT_FALSE(compiled.well_posed);
    ++tally.refused;
    return;
  }
  EXPECT_EQ(causal.states, static_cast<std::size_t>(*degree));
  ASSERT_TRUE(compiled.well_posed) << compiled.message;
  EXPECT_EQ(causal.states, compiled.states);
  // A field solves its own matrix: a block for the compiler, no loop between elements.
  const bool has_field = std::is_same_v<Graph, RandomFieldGraph>;
  EXPECT_TRUE(causal.simultaneous == compiled.simultaneous || (has_field && compiled.simultaneous));
  tally.simultaneous += causal.simultaneous;
  tally.plain += !causal.simultaneous;
}

TEST(CausalityAgrees, OnTrees) {
  Tally tally;
  for (unsigned seed = 0; seed < 600; ++seed) compare<RandomGraph>(tally, seed, 0);
  EXPECT_GT(tally.refused, 10u);
  EXPECT_GT(tally.simultaneous, 100u);
  EXPECT_GT(tally.plain, 100u);
}

TEST(CausalityAgrees, OnGraphsWithRings) {
  Tally tally;
  for (unsigned seed = 0; seed < 200; ++seed) compare<RandomGraph>(tally, seed, 1);
  for (unsigned seed = 200; seed < 400; ++seed) compare<RandomGraph>(tally, seed, 3);
  EXPECT_GT(tally.refused, 20u);
  EXPECT_GT(tally.simultaneous, 80u);
  EXPECT_GT(tally.plain, 80u);
}

TEST(CausalityAgrees, OnMatrices) {
  Tally tally;
  for (unsigned seed = 0; seed < 400; ++seed) compare<RandomMatrixGraph>(tally, seed);
  EXPECT_GT(tally.refused, 20u);
  EXPECT_GT(tally.simultaneous, 50u);
  EXPECT_GT(tally.plain, 50u);
}

TEST(CausalityAgrees, OnFieldsThatMayBeSingular) {
  Tally tally;
  for (unsigned seed = 0; seed < 300; ++seed) compare<RandomFieldGraph>(tally, seed);
  EXPECT_GT(tally.refused, 10u);
  EXPECT_GT(tally.simultaneous, 30u);
  EXPECT_GT(tally.plain, 30u);
}

/// A transformer beside a gyrator between two nodes with an inertance each. The effort cancels from
/// a combination of the two sums of flows, f1 + m f2 = 0, so there is one state.
struct HiddenConstraint : Model {
  J0 a{this, "a"}, b{this, "b"};
  Transformer lever{this, "lever"};
  Gyrator gyrator{this, "gyrator"};
  I first{this, "first"}, second{this, "second"};
  HiddenConstraint() {
    bond(*this, a, lever.a);
    bond(*this, lever.b, b);
    bond(*this, a, gyrator.a);
    bond(*this, gyrator.b, b);
    bond(*this, a, first);
    bond(*this, b, second);
  }
};

TEST(CausalityAgrees, WithAlgebraWhereTermsAlwaysCancel) {
  HiddenConstraint model;
  EXPECT_EQ(pencil_degree(flatten(model)), 1);
  const Causality causality = assign_causality(bond_graph(model));
  EXPECT_TRUE(causality.conflicts.empty());
  EXPECT_EQ(causality.derivatives.size(), 1u);
  // The compiler finds the constraint when the block of the efforts proves singular.
  HiddenConstraint again;
  EXPECT_EQ(compile(again).states(), 1u);
}

}  // namespace
}  // namespace multibond::bonds::test
