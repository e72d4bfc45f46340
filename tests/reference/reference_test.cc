/// Our results beside the published ones of the Modelica Standard Library.

#include <gtest/gtest.h>

#include "reference/models.h"

namespace multibond::reference {
namespace {

class Reference : public testing::TestWithParam<ReferenceModel> {};

TEST_P(Reference, AgreesInEverySignal) {
  const Result theirs = published(GetParam());
  const Result ours = run(GetParam(), 1e-7);
  ASSERT_EQ(ours.status, RunStatus::completed);
  const Comparison comparison = compare(GetParam(), ours, theirs);
  EXPECT_EQ(comparison.signals.size(), theirs.signals().size() - 1);
  EXPECT_TRUE(comparison.agrees()) << to_text(comparison);
}

INSTANTIATE_TEST_SUITE_P(Msl, Reference, testing::ValuesIn(models()),
                         [](const auto& parameter) { return parameter.param.name; });

}  // namespace
}  // namespace multibond::reference
