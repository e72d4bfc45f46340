#include "multibond/contact/broad_phase.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cmath>
#include <limits>

#include "contact/random_shapes.h"
#include "multibond/diagnostic.h"

namespace multibond::contact {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<Membership> bodies_of_one_shape(std::size_t count) {
  std::vector<Membership> shapes(count);
  for (std::size_t i = 0; i < count; ++i) shapes[i].body = static_cast<std::uint32_t>(i);
  return shapes;
}

Bounds cube(const Vector3& centre, double half) {
  return {centre.array() - half, centre.array() + half};
}

std::vector<ShapePair> all_pairs(const std::vector<Membership>& shapes,
                                 const std::vector<Bounds>& bounds) {
  std::vector<ShapePair> result;
  for (std::uint32_t i = 0; i < bounds.size(); ++i) {
    for (std::uint32_t j = i + 1; j < bounds.size(); ++j) {
      const bool overlap = (bounds[i].min.array() <= bounds[j].max.array()).all() &&
                           (bounds[j].min.array() <= bounds[i].max.array()).all();
      if (overlap && may_meet(shapes[i], shapes[j])) result.push_back({i, j});
    }
  }
  return result;
}

// Boxes of very different sizes, some infinite in a direction or two, in groups, that move.
TEST(BroadPhase, FindsThePairsThatComparingAllFinds) {
  Dice dice(11);
  const double infinite = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 40; ++round) {
    const std::size_t count = 1 + static_cast<std::size_t>(dice.number(0, 300));
    std::vector<Membership> shapes = bodies_of_one_shape(count);
    std::vector<Vector3> centres(count), velocities(count);
    std::vector<double> sizes(count);
    const bool flat = round % 3 == 0;
    for (std::size_t i = 0; i < count; ++i) {
      shapes[i] = {static_cast<std::uint32_t>(i / 3), 1u << (i % 4), 0xBu};
      centres[i] = dice.vector(3, flat);
      velocities[i] = dice.vector(0.2, flat);
      sizes[i] = std::pow(10, dice.number(-3, round % 2 == 0 ? -0.5 : 0.5));
    }
    BroadPhase phase(shapes);
    for (int step = 0; step < 10; ++step) {
      std::vector<Bounds> bounds;
      for (std::size_t i = 0; i < count; ++i) {
        centres[i] += velocities[i];
        bounds.push_back(cube(centres[i], sizes[i]));
        if (i % 50 == 7) bounds.back().max(0) = infinite;
        if (i % 50 == 8) bounds.back() = cube(centres[i], infinite);
      }
      EXPECT_EQ(phase.pairs(bounds), all_pairs(shapes, bounds));
      EXPECT_EQ(BroadPhase(shapes).pairs(bounds), phase.pairs(bounds));
    }
  }
}

TEST(BroadPhase, LeavesOutShapesOfOneBodyAndGroupsThatDoNotMeet) {
  const std::vector<Bounds> bounds(4, cube(Vector3::Zero(), 1));
  // Two shapes of body 0; body 1 in group 2, which body 2 does not meet.
  BroadPhase phase({{0, 1, 3}, {0, 1, 3}, {1, 2, 3}, {2, 1, 1}});
  EXPECT_THAT(phase.pairs(bounds),
              ElementsAre(ShapePair{0, 2}, ShapePair{0, 3}, ShapePair{1, 2}, ShapePair{1, 3}));
}

TEST(BroadPhase, BoxesThatTouchAreAPair) {
  BroadPhase phase(bodies_of_one_shape(2));
  EXPECT_EQ(phase.pairs({cube({0, 0, 0}, 1), cube({2, 2, 2}, 1)}).size(), 1u);
}

TEST(BroadPhase, BoxesThatAreNotNumbersOverlapNothing) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  BroadPhase phase(bodies_of_one_shape(4));
  std::vector<Bounds> bounds(4, cube(Vector3::Zero(), 1));
  bounds[1].min(0) = nan;
  bounds[2].max(2) = nan;
  EXPECT_THAT(phase.pairs(bounds), ElementsAre(ShapePair{0, 3}));
  for (Bounds& box : bounds) box.min(1) = nan;
  EXPECT_THAT(phase.pairs(bounds), IsEmpty());
  EXPECT_THAT(BroadPhase({}).pairs({}), IsEmpty());
}

TEST(BroadPhase, ManyPointsInOnePlaceAreAllPairs) {
  BroadPhase phase(bodies_of_one_shape(50));
  EXPECT_EQ(phase.pairs(std::vector<Bounds>(50, cube(Vector3(1e-3, 1, 1e9), 0))).size(), 1225u);
}

TEST(BroadPhase, NeedsOneBoxPerShape) {
  BroadPhase phase(bodies_of_one_shape(2));
  EXPECT_THROW(phase.pairs({}), Error);
}

TEST(BroadPhase, SweptBoxHoldsTheShapeAtAllPoses) {
  const Shape shape = box(2, 4, 6);
  const std::array<Pose, 2> poses = {Pose{}, Pose{{1, 0, 0}, Matrix3::Identity()}};
  const Bounds bounds = swept(shape, poses, 0.5);
  EXPECT_EQ(bounds.min, Vector3(-1.5, -2.5, -3.5));
  EXPECT_EQ(bounds.max, Vector3(2.5, 2.5, 3.5));
}

// A pile of balls of about one size on a floor: printed, not judged.
TEST(BroadPhase, WorkGrowsWithTheNumberOfShapes) {
  for (const std::size_t count : {1250u, 2500u, 5000u, 10000u}) {
    Dice dice(5);
    const double side = std::cbrt(static_cast<double>(count));
    std::vector<Vector3> centres, velocities;
    for (std::size_t i = 0; i < count; ++i) {
      centres.push_back(dice.vector(side / 2));
      velocities.push_back(dice.vector(0.01));
    }
    BroadPhase phase(bodies_of_one_shape(count + 1));
    std::size_t found = 0, comparisons = 0;
    double first = 0, later = 0;
    for (int step = 0; step < 6; ++step) {
      std::vector<Bounds> bounds;
      for (std::size_t i = 0; i < count; ++i) {
        bounds.push_back(cube(centres[i] += velocities[i], 0.45));
      }
      bounds.push_back(contact::bounds(half_space({0, 0, 1}, -side / 2), {}));
      const auto begin = std::chrono::steady_clock::now();
      found = phase.pairs(bounds).size();
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
      comparisons = phase.comparisons();
      (step == 0 ? first : later) += took.count();
      if (count == 1250) {
        EXPECT_EQ(found, all_pairs(bodies_of_one_shape(count + 1), bounds).size());
      }
    }
    std::printf("%6zu balls: %7zu pairs, %5.1f comparisons per ball, %6.2f ms, then %6.2f ms\n",
                count, found, static_cast<double>(comparisons) / static_cast<double>(count),
                1e3 * first, 1e3 * later / 5);
    EXPECT_LT(comparisons, 100 * count);
  }
}

}  // namespace
}  // namespace multibond::contact
