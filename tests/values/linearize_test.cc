// Every example is linearized.

#include "multibond/analyze/linearize.h"
#include "values/examples.h"

namespace multibond {
namespace {

class LinearizeExamples : public testing::TestWithParam<std::string> {};

TEST_P(LinearizeExamples, Works) {
  const auto model = test::make(GetParam());
  const auto compiled = compile_model(*model);
  const Linearization result = linearize(compiled);
  EXPECT_TRUE(result.A.allFinite());
  EXPECT_EQ(static_cast<std::size_t>(result.A.rows()), result.eigenvalues.size());
  // The mode of the start, which need not be the one compiled first.
  EXPECT_EQ(static_cast<std::size_t>(result.basis.rows()), result.states.size());
  if (result.coordinates.empty()) return;
  EXPECT_GT(compiled->first()->invariants.levels, 0u);
  EXPECT_EQ(result.coordinates.size(), result.eigenvalues.size());
}

INSTANTIATE_TEST_SUITE_P(Library, LinearizeExamples, testing::ValuesIn(test::example_names()),
                         test::test_name);

// The mode is that of the run at the time: a motor held by dry friction, and one that turns.
TEST(LinearizeModes, TheModeOfTheRunCounts) {
  const auto compiled = compile_model(*test::make("StickSlip"));
  LinearizeOptions late;
  late.time = 2.0;
  const Linearization at_start = linearize(compiled), later = linearize(compiled, late);
  EXPECT_EQ(at_start.time, 0);
  EXPECT_EQ(later.time, 2);
  EXPECT_TRUE(later.A.allFinite());
}

}  // namespace
}  // namespace multibond
