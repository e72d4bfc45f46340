/// Other programs that drawings need.
#pragma once

#include <string>
#include <vector>

namespace multibond::view {

struct ProcessResult {
  int status = 0;  ///< exit code; negative: ended by that signal
  std::string output, messages;
};

/// Runs a program found on the PATH, with `input` on its standard input. Throws Error with `remedy`
/// if there is no such program.
ProcessResult run_process(const std::vector<std::string>& command, const std::string& input,
                          const std::string& remedy);

}  // namespace multibond::view
