#include "multibond/base/side_by_side.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace multibond {
namespace {

class SideBySide : public testing::TestWithParam<bool> {};

TEST_P(SideBySide, DoesEveryPieceOnce) {
  std::vector<int> done(1000, 0);
  side_by_side(done.size(), GetParam(), [&](std::size_t i) { done[i] += static_cast<int>(i); });
  for (std::size_t i = 0; i < done.size(); ++i) EXPECT_EQ(done[i], static_cast<int>(i));
}

TEST_P(SideBySide, DoesAllBeforeItThrowsWhatTheFirstPieceHasThrown) {
  std::vector<int> done(100, 0);
  const auto work = [&](std::size_t i) {
    done[i] = 1;
    if (i % 30 == 17) throw std::runtime_error(std::to_string(i));
  };
  try {
    side_by_side(done.size(), GetParam(), work);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "17");
  }
  for (const int piece : done) EXPECT_EQ(piece, 1);
}

TEST_P(SideBySide, DoesNothingOfNothing) {
  side_by_side(0, GetParam(), [](std::size_t) { FAIL(); });
}

INSTANTIATE_TEST_SUITE_P(Threads, SideBySide, testing::Bool(),
                         [](const auto& info) { return info.param ? "Two" : "One"; });

}  // namespace
}  // namespace multibond
