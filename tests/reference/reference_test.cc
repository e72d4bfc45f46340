/// Our results beside the published ones of the Modelica Standard Library.

#include <gtest/gtest.h>

#include <algorithm>

#include "reference/models.h"

namespace multibond::reference {
namespace {

class Reference : public testing::TestWithParam<ReferenceModel> {};

/// Within 1e-3 of the range, at the same instant; where the difference is above 1e-4, it is not
/// ours: a tighter run of ours is ten times nearer to ours than the published one.
TEST_P(Reference, AgreesInEverySignal) {
  const ReferenceModel& model = GetParam();
  const Result theirs = published(model);
  const Result ours = run(model, kLoose);
  ASSERT_EQ(ours.status, RunStatus::completed);
  const Comparison comparison = compare(model, ours, theirs);
  EXPECT_EQ(comparison.signals.size(), theirs.signals().size() - 1);
  EXPECT_TRUE(comparison.agrees()) << to_text(comparison);
  const double difference = comparison.signals.front().deviation;
  if (difference < 1e-4) return;
  const Result tight = run(model, kTight);
  ASSERT_EQ(tight.status, RunStatus::completed);
  const double own = own_difference(model, ours, tight, comparison);
  EXPECT_LT(own, std::min(1e-4, difference / 10)) << to_text(comparison);
}

INSTANTIATE_TEST_SUITE_P(Msl, Reference, testing::ValuesIn(models()),
                         [](const auto& parameter) { return parameter.param.name; });

}  // namespace
}  // namespace multibond::reference
