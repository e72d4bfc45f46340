#include "process.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "multibond/diagnostic.h"

extern char** environ;

namespace multibond::view {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
// Files rather than pipes: nobody waits for the other, and no signal if the program ends early.
using File = std::unique_ptr<std::FILE, Close>;

[[noreturn]] void no_space(const char* doing) {
  throw Error("", fmt::format("A temporary file could not be {}: {}.", doing, std::strerror(errno)),
              "Free some space, or let TMPDIR name a directory that can be written.");
}

File temporary() {
  File file(std::tmpfile());
  if (!file) no_space("made");
  return file;
}

std::string contents(std::FILE* file) {
  std::string text;
  std::rewind(file);
  char buffer[1 << 16];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, file)) {
    text.append(buffer, count);
  }
  return text;
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& command, const std::string& input,
                          const std::string& remedy) {
  const File in = temporary(), out = temporary(), err = temporary();
  if (std::fwrite(input.data(), 1, input.size(), in.get()) != input.size() ||
      std::fflush(in.get()) != 0) {
    no_space("written");
  }
  std::rewind(in.get());

  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, fileno(in.get()), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(out.get()), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, fileno(err.get()), STDERR_FILENO);
  pid_t child = 0;
  const int failed =
      posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (failed == 0) {
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  }
  // Some systems report a missing program only by the exit code.
  if (failed != 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 127)) {
    throw Error(command[0], fmt::format("The program {} is needed and was not found.", command[0]),
                remedy);
  }
  ProcessResult result;
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  result.output = contents(out.get());
  result.messages = contents(err.get());
  return result;
}

}  // namespace multibond::view
