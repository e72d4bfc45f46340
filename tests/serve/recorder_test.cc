#include "multibond/serve/recorder.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "multibond/diagnostic.h"
#include "multibond/serve/video.h"

namespace multibond {
namespace {

TEST(VideoTimes, AreThoseOfTheRunInRealTime) {
  const std::vector<double> times = video_times(0, 5, 30, 0);
  ASSERT_EQ(times.size(), 151u);
  EXPECT_EQ(times.front(), 0);
  EXPECT_DOUBLE_EQ(times[30], 1);
  EXPECT_DOUBLE_EQ(times.back(), 5);
}

TEST(VideoTimes, StretchWhatIsTooShortAndShrinkWhatIsTooLong) {
  EXPECT_EQ(video_times(0, 0.03, 30, 0).size(), 181u);
  EXPECT_EQ(video_times(0, 1000, 30, 0).size(), 181u);
  EXPECT_EQ(video_times(0, 0.03, 30, 0.001).size(), 901u);
  EXPECT_LE(video_times(0, 1000, 30, 0).back(), 1000);
}

/// Without programs on the PATH.
class NoPrograms : public testing::Test {
 protected:
  void SetUp() override {
    path_ = std::getenv("PATH");
    ::setenv("PATH", "/nowhere", 1);
  }
  void TearDown() override { ::setenv("PATH", path_.c_str(), 1); }
  std::string path_;
};

TEST_F(NoPrograms, SaysWhichOneIsMissingAndWhatToDo) {
  try {
    VideoWriter("run.mp4", 30);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostics()[0].text, "The program ffmpeg is needed and was not found.");
    EXPECT_NE(error.diagnostics()[0].hint.find("--frames"), std::string::npos);
  }
  if (!has_page()) return;
  try {
    record({}, {.times = {0}}, [](std::string_view) {});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.diagnostics()[0].text, "The program chromium is needed and was not found.");
  }
}

}  // namespace
}  // namespace multibond
