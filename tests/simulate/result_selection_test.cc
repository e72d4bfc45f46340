#include "multibond/simulate/result_selection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace multibond {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Matches, StarsAndQuestionMarksAreWildcardsAndBracketsAreNot) {
  EXPECT_TRUE(matches("mass.s", "mass.s"));
  EXPECT_FALSE(matches("mass.s", "mass.sx"));
  EXPECT_TRUE(matches("mass.*", "mass.flange_a.f"));
  EXPECT_FALSE(matches("mass.*", "mas.s"));
  EXPECT_TRUE(matches("*.x[1]", "body.x[1]"));
  EXPECT_FALSE(matches("*.x[1]", "body.x1"));
  EXPECT_TRUE(matches("body.x[?]", "body.x[3]"));
  EXPECT_FALSE(matches("body.x[?]", "body.x[13]"));
  EXPECT_TRUE(matches("*a*b*", "xaybz"));
  EXPECT_FALSE(matches("*a*b*", "xbya"));
  EXPECT_TRUE(matches("*", ""));
  EXPECT_FALSE(matches("", "a"));
}

/// time, x in a column, y = -x, two constants of one value slot each.
Result sample() {
  Result result;
  const std::size_t z = result.add_column(), x = result.add_column();
  const std::size_t c = result.add_constant(3), d = result.add_constant(5);
  result.add_signal({"a.z", "m", "", false, z, 1});
  result.add_signal({"a.x", "m", "position", false, x, 1});
  result.add_signal({"a.y", "m", "", false, x, -1});
  result.add_signal({"p.c", "kg", "", true, c, 1});
  result.add_signal({"p.d", "kg", "", true, d, 1});
  for (double t = 0; t < 3; ++t) result.append(std::vector<double>{t, 100 + t, 10 * t});
  result.model = "Sample";
  return result;
}

std::vector<std::string> paths(const Result& result) {
  std::vector<std::string> names;
  for (const Signal& signal : result.signals()) names.push_back(signal.path);
  return names;
}

TEST(ResultSelection, KeepsWhatFitsAndTheTime) {
  const Result chosen = with_variables(sample(), {"a.x", "*.y", "p.d"});
  EXPECT_THAT(paths(chosen), ElementsAre("time", "a.x", "a.y", "p.d"));
  EXPECT_THAT(chosen["a.y"], ElementsAre(0, -10, -20));
  EXPECT_THAT(chosen["p.d"], ElementsAre(5, 5, 5));
  EXPECT_THAT(chosen.times(), ElementsAre(0, 1, 2));
  EXPECT_EQ(chosen.columns(), 2u);  // an alias is stored once
  EXPECT_EQ(chosen.signal("a.x").description, "position");
  EXPECT_EQ(chosen.model, "Sample");
}

TEST(ResultSelection, APatternThatFitsNothingIsAnError) {
  try {
    with_variables(sample(), {"a.x", "a.q", "b.*"});
    FAIL();
  } catch (const Error& error) {
    ASSERT_EQ(error.diagnostics().size(), 2u);
    EXPECT_THAT(error.what(), HasSubstr("No variable fits a.q. Did you mean a."));
  }
}

}  // namespace
}  // namespace multibond
