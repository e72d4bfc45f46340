#include "child.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include <fmt/format.h>

#include "multibond/diagnostic.h"

extern char** environ;

namespace multibond::serve {

Child::Child(const std::vector<std::string>& command, const std::string& remedy) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    throw Error(command[0],
                fmt::format("{} cannot be started: {}.", command[0], std::strerror(errno)),
                "Close other programs and try again.");
  }
  std::vector<char*> arguments;
  for (const std::string& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  // In a group of its own: Ctrl-C is ours to handle, and what it starts ends with it.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  const int failed =
      posix_spawnp(&pid_, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[0]);
  input_ = ends[1];
  if (failed == 0) return;
  ::close(input_);
  throw Error(command[0], fmt::format("The program {} is needed and was not found.", command[0]),
              remedy);
}

Child::~Child() {
  if (input_ >= 0) ::close(input_);
  if (!running()) return;
  ::kill(-pid_, SIGTERM);
  for (int k = 0; k < 100 && running(); ++k)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  if (!running()) return;
  ::kill(-pid_, SIGKILL);
  reap(0);
}

bool Child::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(input_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

int Child::finish() {
  if (input_ >= 0) ::close(input_);
  input_ = -1;
  reap(0);
  return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
}

bool Child::running() {
  reap(WNOHANG);
  return pid_ > 0;
}

void Child::reap(int options) {
  if (pid_ <= 0) return;
  pid_t ended = 0;
  while ((ended = ::waitpid(pid_, &status_, options)) < 0 && errno == EINTR) {
  }
  if (ended != 0) pid_ = -1;
}

}  // namespace multibond::serve
