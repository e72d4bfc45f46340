// Figures: what is in them, and that they are well-formed.
#include "multibond/view/figure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "view/check.h"

namespace multibond {
namespace {

using ::testing::HasSubstr;

Result waves(int rows) {
  Result result;
  result.add_signal({"a.x", "m", "", false, result.add_column(), 1});
  result.add_signal({"b<c", "", "", false, result.add_column(), 1});
  for (int k = 0; k < rows; ++k) {
    const double t = 10.0 * k / (rows - 1);
    const double row[] = {t, 3 * std::sin(t), 1e6};
    result.append(row);
  }
  return result;
}

TEST(Figure, HasALineAndANamePerVariable) {
  const std::string svg = draw_figure(waves(50), {{"a.x"}, {"a.x", "b<c"}});
  int lines = 0;
  for (const XmlElement& element : parse_xml(svg)) lines += element.name == "polyline";
  EXPECT_EQ(lines, 3);
  EXPECT_THAT(svg, HasSubstr("a.x in m"));
  EXPECT_THAT(svg, HasSubstr("b&lt;c"));
  EXPECT_THAT(svg, HasSubstr("time in s"));
}

TEST(Figure, DoesNotGrowWithWhatOneCannotSee) {
  const std::string many = draw_figure(waves(200000), {{"a.x"}});
  EXPECT_LT(many.size(), 100000u);
}

TEST(Figure, RefusesWhatThereIsNot) { EXPECT_THROW(draw_figure(waves(5), {{"a.y"}}), Error); }

}  // namespace
}  // namespace multibond
