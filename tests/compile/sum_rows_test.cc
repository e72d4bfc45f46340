#include "src/compile/sum_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <vector>

namespace multibond {
namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

/// A row that was used already: sum of +-variables, by number + 1 and sign, the first of them a
/// derivative of this order.
SumRow used(std::initializer_list<int> terms, int order = 0) {
  static std::deque<std::vector<SumTerm>> kept;
  std::vector<SumTerm>& list = kept.emplace_back();
  for (const int t : terms) {
    list.push_back({static_cast<std::uint32_t>(std::abs(t) - 1), 0, t > 0 ? 1.0 : -1.0});
  }
  list.front().order = order;
  SumRow row;
  row.terms = list;
  row.active = false;
  return row;
}

TEST(SumRows, ThatAgreeAreThoseOfACircle) {
  // a = b, b = c, c = a; d = e stands apart
  const std::vector<SumRow> rows{used({1, -2}), used({2, -3}), used({3, -1}), used({4, -5})};
  EXPECT_THAT(rows_that_agree(rows, 2), UnorderedElementsAre(0, 1, 2));
}

TEST(SumRows, ThatAgreeLeaveOutBranchesOfTheCircle) {
  // a = b, b = c, c = d and c = a: what d is plays no part
  const std::vector<SumRow> rows{used({1, -2}), used({2, -3}), used({3, -4}), used({3, -1})};
  EXPECT_THAT(rows_that_agree(rows, 3), UnorderedElementsAre(0, 1, 3));
}

TEST(SumRows, ThatAgreeAreThoseOfABalanceOfFlows) {
  // a + b = 0, c + d = 0, so a + b + c + d = 0 says nothing new
  const std::vector<SumRow> rows{used({1, 2}), used({3, 4}), used({1, 2, 3, 4})};
  EXPECT_THAT(rows_that_agree(rows, 2), UnorderedElementsAre(0, 1, 2));
}

TEST(SumRows, OfWhichOneSaysSomethingNewStandAlone) {
  const std::vector<SumRow> rows{used({1, -2}), used({2, -3}), used({3, 1})};
  EXPECT_THAT(rows_that_agree(rows, 2), ElementsAre(2));
}

TEST(SumRows, ThatAreStillActiveAreNotAsked) {
  std::vector<SumRow> rows{used({1, -2}), used({2, -3}), used({3, -1})};
  rows[1].active = true;
  EXPECT_THAT(rows_that_agree(rows, 2), ElementsAre(2));
}

TEST(SumRows, TellAVariableFromItsDerivative) {
  const std::vector<SumRow> rows{used({1, -2}, 1), used({2, -1})};
  EXPECT_THAT(rows_that_agree(rows, 1), ElementsAre(1));
}

TEST(SumRows, OfManyAreNotLookedThroughForAMessage) {
  std::vector<SumRow> rows;
  constexpr int n = 1000;
  for (int i = 1; i < n; ++i) rows.push_back(used({i, -(i + 1)}));
  rows.push_back(used({n, -1}));
  EXPECT_THAT(rows_that_agree(rows, n - 1), ElementsAre(n - 1));
}

}  // namespace
}  // namespace multibond
