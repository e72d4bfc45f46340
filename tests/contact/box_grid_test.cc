#include "multibond/contact/box_grid.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace multibond::contact {
namespace {

using testing::IsEmpty;

constexpr double kInfinite = std::numeric_limits<double>::infinity();

Bounds cube(const Vector3& centre, double half) {
  return {centre.array() - half, centre.array() + half};
}

std::vector<std::uint32_t> compared(const std::vector<Bounds>& boxes, std::uint32_t box) {
  std::vector<std::uint32_t> found;
  if (!(boxes[box].min.array() <= boxes[box].max.array()).all()) return found;
  for (std::uint32_t k = 0; k < boxes.size(); ++k) {
    if (k != box && (boxes[k].min.array() <= boxes[box].max.array()).all() &&
        (boxes[box].min.array() <= boxes[k].max.array()).all() &&
        (boxes[k].min.array() <= boxes[k].max.array()).all()) {
      found.push_back(k);
    }
  }
  return found;
}

/// Boxes of all sizes, floors and empty ones among them, that move again and again.
TEST(BoxGrid, FindsWhatComparisonsFind) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-3, 3), small(0.05, 0.3);
  const auto any = [&]() -> Bounds {
    const Vector3 centre(place(random), place(random), place(random));
    const int kind = static_cast<int>(random() % 20);
    if (kind == 0) return cube(centre, 4);
    if (kind == 1) return {Vector3::Constant(-kInfinite), Vector3(kInfinite, centre[1], kInfinite)};
    return cube(centre, small(random));
  };
  std::vector<Bounds> boxes;
  for (int k = 0; k < 200; ++k) boxes.push_back(any());
  boxes[17] = {Vector3::Ones(), -Vector3::Ones()};
  BoxGrid grid;
  grid.build(boxes);
  for (int round = 0; round < 500; ++round) {
    const auto moved = static_cast<std::uint32_t>(random() % boxes.size());
    boxes[moved] = any();
    grid.move(moved, boxes[moved]);
    const auto asked = static_cast<std::uint32_t>(random() % boxes.size());
    EXPECT_EQ(grid.near(asked), compared(boxes, asked)) << "round " << round;
  }
}

TEST(BoxGrid, TakesTouchingForOverlapAndKnowsPointsAndNothing) {
  BoxGrid grid;
  grid.build({cube(Vector3::Zero(), 1), cube(Vector3(2, 0, 0), 1), cube(Vector3(1, 0, 0), 0),
              cube(Vector3(1e300, 0, 0), 1)});
  EXPECT_THAT(grid.near(0), testing::ElementsAre(1, 2));
  EXPECT_THAT(grid.near(3), IsEmpty());
  grid.build({cube(Vector3::Zero(), 1)});
  EXPECT_THAT(grid.near(0), IsEmpty());
}

}  // namespace
}  // namespace multibond::contact
