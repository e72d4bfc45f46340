#include "multibond/base/union_find.h"

#include <gtest/gtest.h>

namespace multibond {
namespace {

TEST(UnionFind, NamesEachSetByItsSmallestMember) {
  UnionFind sets(6);
  sets.join(5, 3);
  sets.join(4, 1);
  sets.join(3, 4);
  for (const std::size_t member : {1, 3, 4, 5}) EXPECT_EQ(sets.find(member), 1u);
  EXPECT_EQ(sets.find(0), 0u);
  EXPECT_EQ(sets.find(2), 2u);
}

TEST(UnionFind, TakesNewThings) {
  UnionFind sets;
  EXPECT_EQ(sets.add(), 0u);
  EXPECT_EQ(sets.add(), 1u);
  EXPECT_EQ(sets.find(1), 1u);
  sets.join(0, 1);
  EXPECT_EQ(sets.find(1), 0u);
  EXPECT_EQ(sets.size(), 2u);
}

}  // namespace
}  // namespace multibond
