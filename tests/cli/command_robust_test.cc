/// What the command does when the world around it is hostile: full disks, signals, control
/// characters.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "cli/command_runner.h"

namespace multibond {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string contents(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// Exit code of the command in a process of its own that may write files of 3000 bytes at most: as
/// if the disk were full.
int run_on_full_disk(const std::vector<std::string>& words) {
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit size{3000, 3000};
    ::setrlimit(RLIMIT_FSIZE, &size);
    ::_exit(run_words(words).code);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

TEST(FullDisk, EarlierDrawingsFiguresAndScenesSurvive) {
  const ScratchDirectory scratch;
  const std::vector<std::vector<std::string>> commands{
      {"draw", "BondCircuit", "--output", scratch.file("bonds.svg")},
      {"draw", "SevenBody", "--flat", "--output", scratch.file("bonds.dot")},
      {"simulate", "SpringMassDamper", "--output", scratch.file("figure.svg")},
      {"simulate", "PlanarDoublePendulum", "--scene", scratch.file("scene.json")}};
  for (const std::vector<std::string>& words : commands) {
    const std::string& file = words.back();
    std::ofstream(file) << "precious";
    EXPECT_EQ(run_on_full_disk(words), 1) << words[0];
    EXPECT_EQ(contents(file), "precious") << file;
    EXPECT_EQ(run_words(words).code, 0);
    EXPECT_NE(contents(file), "precious");
  }
}

TEST(Signals, SigtermKeepsWhatWasComputed) {
  const ScratchDirectory scratch;
  const std::string file = scratch.file("run.csv");
  const pid_t child = ::fork();
  if (child == 0) {
    if (!std::freopen("/dev/null", "w", stdout) || !std::freopen("/dev/null", "w", stderr)) {
      ::_exit(99);
    }
    const char* words[] = {"multibond", "simulate", "SpringMassDamper", "--stop", "1e9",
                           "--step",    "1e-3",     "--intervals",      "10",     "--output",
                           file.c_str()};
    ::_exit(command_main(11, words));
  }
  // Until the handler stands, the signal would end the process at once.
  std::this_thread::sleep_for(std::chrono::seconds(2));
  ::kill(child, SIGTERM);
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 143);
  EXPECT_THAT(contents(file), HasSubstr("mass.s"));
}

TEST(Signals, CtrlCEndsACompilationAtOnce) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (!std::freopen("/dev/null", "w", stdout) || !std::freopen("/dev/null", "w", stderr)) {
      ::_exit(99);
    }
    const char* words[] = {"multibond", "simulate", "MassChain", "--set", "n=100000"};
    ::_exit(command_main(5, words));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(500));  // compiling takes far longer
  ::kill(child, SIGINT);
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status)) << "ended later with " << WEXITSTATUS(status);
  EXPECT_EQ(WTERMSIG(status), SIGINT);
}

TEST(Terminal, ControlCharactersOfNamesAreWrittenOut) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"simulate", "\x1b[31mRed"},
        {"simulate", "SpringMassDamper", "--plot", "\x1b]0;title\x07"},
        {"catalog", "a\x1b[2Jb"},
        {"simulate", "SpringMassDamper", "--set",
         "\xc2\x9b"
         "31m=1"},
        {"draw", "BondCircuit", "--output", "\x1b.xyz"}}) {
    const Outcome outcome = run_words(words);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, Not(HasSubstr("\x1b")));
    EXPECT_THAT(outcome.err, Not(HasSubstr("\x07")));
    EXPECT_THAT(outcome.err, Not(HasSubstr("\xc2\x9b")));
    EXPECT_THAT(outcome.err, HasSubstr("\\x"));
  }
}

}  // namespace
}  // namespace multibond
