// Results reach the disk whole or not at all, and the message says why.
#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "simulate/result_sample.h"

namespace multibond {
namespace {

using namespace result_test;
using testing::HasSubstr;
using testing::StartsWith;

/// Large enough for several blocks of output: about 3 MB.
Result large_result() {
  Result result;
  const std::size_t x = result.add_column();
  result.add_signal({"x", "m", "", false, x, 1});
  for (int i = 0; i < 100000; ++i) result.append(std::vector<double>{i * 0.1, i / 3.0});
  return result;
}

class ResultFile : public testing::TestWithParam<std::string> {
 protected:
  const Directory directory;
  const std::string file = directory / ("result" + GetParam());
};

INSTANTIATE_TEST_SUITE_P(Formats, ResultFile, testing::Values(".csv", ".mat"),
                         [](const auto& info) { return info.param.substr(1); });

TEST_P(ResultFile, StreamsLargeResults) {
  write_result(large_result(), file);
  expect_same_values(large_result(), read_result(file));
  EXPECT_EQ(directory.files(), 1u);
}

TEST_P(ResultFile, ReplacesAnEarlierFileAndKeepsItsPermissions) {
  put(file, "earlier");
  std::filesystem::permissions(file, std::filesystem::perms(0640));
  write_result(sample_result(), file);
  expect_same_values(sample_result(), read_result(file));
  EXPECT_EQ(std::filesystem::status(file).permissions(), std::filesystem::perms(0640));
  EXPECT_EQ(directory.files(), 1u);
}

TEST_P(ResultFile, ReplacesTheFileBehindALinkNotTheLink) {
  std::filesystem::create_directory(directory / "elsewhere");
  const std::string real = directory / ("elsewhere/real" + GetParam());
  put(real, "earlier");
  std::filesystem::create_symlink(real, file);
  write_result(sample_result(), file);
  EXPECT_TRUE(std::filesystem::is_symlink(file));
  expect_same_values(sample_result(), read_result(real));
}

/// In a child with a limit on file sizes: what was thrown, or what else happened.
std::string write_with_size_limit(const std::string& file, rlim_t limit) {
  int ends[2];
  if (::pipe(ends) != 0) return "no pipe";
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit size{limit, limit};
    ::setrlimit(RLIMIT_FSIZE, &size);
    ::signal(SIGXFSZ, SIG_DFL);  // would end the process
    std::string text = "written";
    try {
      write_result(large_result(), file);
    } catch (const Error& error) {
      text = error.what();
    }
    (void)!::write(ends[1], text.data(), text.size());
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string text(4096, '\0');
  const ssize_t got = ::read(ends[0], text.data(), text.size());
  ::close(ends[0]);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) return "ended by signal " + std::to_string(WTERMSIG(status));
  return text;
}

TEST_P(ResultFile, ThatExceedsTheSizeLimitIsAnErrorAndNotTheEndOfTheProcess) {
  const std::string text = write_with_size_limit(file, 100000);
  EXPECT_THAT(text, StartsWith(file + " cannot be written: File too large after 100000 bytes."));
  EXPECT_THAT(text, HasSubstr("ulimit -f"));
  EXPECT_EQ(directory.files(), 0u);  // no half file
}

TEST_P(ResultFile, EarlierSurvivesAFailedWrite) {
  write_result(sample_result(), file);
  const std::string before = content(file);
  const std::string text = write_with_size_limit(file, 100000);
  EXPECT_THAT(text, HasSubstr("The earlier file is kept."));
  EXPECT_EQ(content(file), before);
  EXPECT_EQ(directory.files(), 1u);
}

TEST_P(ResultFile, LeavesTheSignalsOfTheProcessAsTheyWere) {
  sigset_t before, after;
  ::pthread_sigmask(SIG_BLOCK, nullptr, &before);
  write_result(sample_result(), file);
  ::pthread_sigmask(SIG_BLOCK, nullptr, &after);
  for (const int signal : {SIGXFSZ, SIGPIPE, SIGINT}) {
    EXPECT_EQ(sigismember(&before, signal), sigismember(&after, signal));
  }
}

TEST_P(ResultFile, InAMissingDirectoryAsksToCreateIt) {
  const std::string missing = directory / ("missing/result" + GetParam());
  const Diagnostic found = complaint([&] { write_result(sample_result(), missing); });
  EXPECT_EQ(found.path, missing);
  EXPECT_EQ(found.text, missing + " cannot be written: No such file or directory.");
  EXPECT_THAT(found.hint, HasSubstr("mkdir -p '" + directory / "missing" + "'"));
}

TEST_P(ResultFile, BelowARegularFileIsRefused) {
  put(directory / "plain", "text");
  const Diagnostic found =
      complaint([&] { write_result(sample_result(), directory / ("plain/result" + GetParam())); });
  EXPECT_THAT(found.text, HasSubstr("Not a directory"));
  EXPECT_THAT(found.hint, HasSubstr("is a file, not a directory"));
}

TEST_P(ResultFile, InADirectoryWithoutWritePermissionIsRefused) {
  // /proc takes no files from anyone, not even from root
  const Diagnostic found =
      complaint([&] { write_result(sample_result(), "/proc/result" + GetParam()); });
  EXPECT_THAT(found.text, StartsWith("/proc/result" + GetParam() + " cannot be written: "));
}

TEST_P(ResultFile, ThatIsADirectoryIsRefused) {
  std::filesystem::create_directory(file);
  EXPECT_THAT(complaint([&] { write_result(sample_result(), file); }).hint,
              HasSubstr("It is a directory. Name a file in it"));
  EXPECT_THAT(complaint([&] { (void)read_result(file); }).hint, HasSubstr("It is a directory"));
}

TEST_P(ResultFile, WithATooLongNameIsRefusedWithoutLeftovers) {
  const std::string name(300, 'x');
  EXPECT_THAT(
      complaint([&] { write_result(sample_result(), directory / (name + GetParam())); }).text,
      HasSubstr("File name too long"));
  EXPECT_EQ(directory.files(), 0u);
}

TEST_P(ResultFile, ThatDoesNotExistCannotBeRead) {
  const Diagnostic found = complaint([&] { (void)read_result(file); });
  EXPECT_EQ(found.path, file);
  EXPECT_EQ(found.text, file + " cannot be read: No such file or directory.");
}

TEST(ResultOnADevice, FullDiskIsReported) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  for (const auto write : {write_csv, write_mat}) {
    const Diagnostic found = complaint([&] { write(large_result(), "/dev/full"); });
    EXPECT_THAT(found.text, HasSubstr("No space left on device"));
    EXPECT_THAT(found.hint, HasSubstr("Free some space"));
  }
}

TEST(ResultOnADevice, IsWrittenDirectly) {
  EXPECT_NO_THROW(write_csv(sample_result(), "/dev/null"));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

}  // namespace
}  // namespace multibond
