/// Runs commands in the process of the test.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "multibond/cli/command.h"

namespace multibond {

struct Outcome {
  int code = 0;
  std::string out, err;
};

inline Outcome run_words(const std::vector<std::string>& words,
                         const CommandEnvironment& environment = {}) {
  std::vector<const char*> arguments{"multibond"};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  std::ostringstream out, err;
  const int code =
      run_command(static_cast<int>(arguments.size()), arguments.data(), out, err, environment);
  return {code, out.str(), err.str()};
}

/// A directory of its own for each test, removed at the end.
class ScratchDirectory {
 public:
  ScratchDirectory() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::path(testing::TempDir()) /
            (std::string("multibond_") + test->test_suite_name() + "_" + test->name());
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~ScratchDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace multibond
