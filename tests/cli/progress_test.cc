#include "multibond/cli/progress.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace multibond {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kErase = "\r\033[K";

/// A progress line with a clock that the test moves.
struct Watch {
  double now = 100;
  std::vector<std::string> written;
  std::unique_ptr<Progress> progress;

  explicit Watch(double start = 0, double stop = 10, bool terminal = true, std::size_t width = 80) {
    progress = std::make_unique<Progress>(
        start, stop, [this] { return now; },
        [this](std::string_view text) { written.emplace_back(text); }, terminal, width);
  }
  void update(double seconds, double time, std::size_t steps) {
    now = 100 + seconds;
    progress->update(time, steps);
  }
};

TEST(Progress, TellsTimePercentStepsAndWhatIsLeft) {
  Watch watch;
  watch.update(2, 3.2, 12345);
  EXPECT_THAT(watch.written,
              ElementsAre(kErase + "simulating 3.2 of 10 s  32 %  1.2e4 steps  about 4 s left"));
}

TEST(Progress, BeginsAfterHalfASecond) {
  Watch watch;
  watch.update(0.1, 1, 10);
  watch.update(0.49, 2, 20);
  EXPECT_THAT(watch.written, IsEmpty());
  watch.update(0.51, 3, 30);
  EXPECT_EQ(watch.written.size(), 1u);
}

TEST(Progress, RewritesAtMostTenTimesASecond) {
  Watch watch;
  for (int i = 0; i <= 30000; ++i) watch.update(i * 1e-4, i / 3000., i);  // 3 s
  EXPECT_LE(watch.written.size(), 26u);
  EXPECT_GE(watch.written.size(), 24u);
  for (const std::string& text : watch.written) {
    EXPECT_EQ(text.substr(0, kErase.size()), kErase);
    EXPECT_THAT(text, Not(HasSubstr("\n")));
  }
}

TEST(Progress, ErasesItsLineOnceAtTheEnd) {
  Watch watch;
  watch.update(1, 5, 100);
  watch.progress->finish();
  watch.progress->finish();
  watch.progress.reset();
  ASSERT_EQ(watch.written.size(), 2u);
  EXPECT_EQ(watch.written.back(), kErase);
}

TEST(Progress, ErasesItsLineWhenARunEndsWithAnException) {
  Watch watch;
  watch.update(1, 5, 100);
  watch.progress.reset();
  EXPECT_EQ(watch.written.back(), kErase);
}

TEST(Progress, OfAShortRunShowsNothing) {
  Watch watch;
  watch.update(0.3, 10, 100);
  watch.progress.reset();
  EXPECT_THAT(watch.written, IsEmpty());
}

TEST(Progress, IsSilentInAPipe) {
  Watch watch(0, 10, false);
  for (int i = 0; i < 100; ++i) watch.update(i, i / 10., i);
  watch.progress.reset();
  EXPECT_THAT(watch.written, IsEmpty());
}

TEST(Progress, KeepsTheLineShorterThanTheTerminal) {
  for (std::size_t width = 0; width < 80; ++width) {
    Watch watch(0, 10, true, width);
    watch.update(2, 3.2, 12345);
    EXPECT_LE(watch.written.at(0).size() - kErase.size() + 1, std::max<std::size_t>(width, 1));
  }
  Watch watch(0, 10, true, 30);
  watch.update(2, 3.2, 12345);
  EXPECT_EQ(watch.written.at(0), kErase + "simulating 3.2 of 10 s  32 %");
}

TEST(Progress, FollowsRunsThatGoBackwardOrStartElsewhere) {
  Watch backward(10, 0);
  backward.update(2, 7.5, 500);
  EXPECT_THAT(backward.written.at(0), HasSubstr("7.5 of 0 s  25 %  500 steps  about 6 s left"));
  Watch late(1000, 1001);
  late.update(2, 1000.5, 1);
  EXPECT_THAT(late.written.at(0), HasSubstr("1000.50 of 1001 s  50 %  1 step  about 2 s left"));
}

TEST(Progress, SpeaksOfMinutesAndHoursWhenItTakesLong) {
  Watch watch;
  watch.update(10, 0.1, 20000);
  EXPECT_THAT(watch.written.back(), HasSubstr("about 16 min left"));
  watch.update(1000, 0.1, 20000);
  EXPECT_THAT(watch.written.back(), HasSubstr("about 28 h left"));
  watch.update(100000, 0.1, 20000);
  EXPECT_THAT(watch.written.back(), HasSubstr("about 115 days left"));
}

TEST(Progress, KeepsQuietAboutWhatItCannotKnow) {
  for (const auto& [start, stop, time] :
       {std::array{0.0, 10.0, 0.0}, {0, 0, 0}, {0, HUGE_VAL, 5}, {0, 10, std::nan("")}}) {
    Watch watch(start, stop);
    watch.update(2, time, 999999);
    EXPECT_THAT(watch.written.at(0), HasSubstr("1.0e6 steps"));
    EXPECT_THAT(watch.written.at(0), Not(HasSubstr("left")));
  }
}

}  // namespace
}  // namespace multibond
