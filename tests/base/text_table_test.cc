#include "multibond/base/text_table.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace multibond {
namespace {

TEST(TextTable, TextsOutliveWhatTheyWereMadeFrom) {
  TextTable table;
  std::vector<std::string_view> kept;
  for (int k = 0; k < 20000; ++k) kept.push_back(table.add("path[" + std::to_string(k) + "].x"));
  for (int k = 0; k < 20000; ++k) {
    ASSERT_EQ(kept[static_cast<std::size_t>(k)], "path[" + std::to_string(k) + "].x");
  }
}

TEST(TextTable, KeepsEqualTextsOnce) {
  TextTable table;
  const std::string_view first = table.keep("kg.m2"), other = table.keep("N.m");
  EXPECT_EQ(table.keep(std::string("kg.m2")).data(), first.data());
  EXPECT_NE(table.keep("N.m").data(), first.data());
  EXPECT_EQ(other, "N.m");
  EXPECT_EQ(table.keep(""), "");
}

TEST(TextTable, TakesTextsOfAnyLength) {
  TextTable table;
  const std::string_view before = table.add("before");
  const std::string_view longest = table.add(std::string(100000, 'x'));
  const std::string_view after = table.keep("after");
  EXPECT_EQ(before, "before");
  EXPECT_EQ(longest, std::string(100000, 'x'));
  EXPECT_EQ(after, "after");
}

}  // namespace
}  // namespace multibond
