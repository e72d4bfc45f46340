#include "multibond/base/id.h"

#include <gtest/gtest.h>

#include <map>
#include <type_traits>
#include <unordered_set>

namespace multibond {
namespace {

TEST(Id, OfOneKindIsNoOtherAndNoNumber) {
  EXPECT_FALSE((std::is_convertible_v<std::uint32_t, VariableId>));
  EXPECT_FALSE((std::is_convertible_v<VariableId, std::uint32_t>));
  EXPECT_FALSE((std::is_constructible_v<ParameterId, VariableId>));
  EXPECT_FALSE((std::is_assignable_v<VariableId&, ParameterId>));
  EXPECT_FALSE((std::is_constructible_v<VariableId, double>));
}

TEST(Id, IsComparedAndFoundByItsNumber) {
  const VariableId first(2u), second(std::size_t{7});
  EXPECT_EQ(second.index(), 7u);
  EXPECT_LT(first, second);
  EXPECT_EQ(first, VariableId(2));
  EXPECT_NE(first, VariableId());
  const std::map<VariableId, int> sorted{{second, 1}, {first, 0}};
  EXPECT_EQ(sorted.begin()->first, first);
  const std::unordered_set<VariableId> scattered{first, second, VariableId(2)};
  EXPECT_EQ(scattered.size(), 2u);
}

}  // namespace
}  // namespace multibond
