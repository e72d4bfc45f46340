#include "multibond/base/convex_hull.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace multibond {
namespace {

using testing::ElementsAre;

TEST(ConvexHull, GoesRoundTheOuterPoints) {
  EXPECT_THAT(convex_hull({{1, 1}, {0, 0}, {2, 0}, {2, 2}, {0, 2}}), ElementsAre(1, 2, 3, 4));
}

TEST(ConvexHull, LeavesOutWhatLiesOnASideOrTwice) {
  EXPECT_THAT(convex_hull({{0, 0}, {1, 0}, {2, 0}, {0, 0}, {1, 1}}), ElementsAre(0, 2, 4));
}

TEST(ConvexHull, OfPointsOnALineIsItsEnds) {
  EXPECT_THAT(convex_hull({{1, 1}, {0, 0}, {3, 3}, {2, 2}}), ElementsAre(1, 2));
  EXPECT_THAT(convex_hull({{1, 1}, {1, 1}}).size(), 1u);
  EXPECT_TRUE(convex_hull({}).empty());
}

}  // namespace
}  // namespace multibond
