// Standard streams and signals around run_command.

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>
#include <string>

#include "multibond/cli/command.h"

namespace multibond {
namespace {

volatile std::sig_atomic_t interrupt_requested = 0;

void on_interrupt(int) { interrupt_requested = 1; }

/// The first Ctrl-C asks the run to stop, the second one has its usual effect.
void handle_signals() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, nullptr);
  // A closed pipe becomes an error of the stream, checked at the end.
  std::signal(SIGPIPE, SIG_IGN);
}

/// Whether standard output is a pipe that nobody reads any more, as `| head` leaves it.
bool reader_gone() {
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  return ::poll(&output, 1, 0) > 0 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

}  // namespace

int command_main(int argc, const char* const* argv) {
  handle_signals();
  CommandEnvironment environment;
  environment.interrupted = [] { return interrupt_requested != 0; };
  environment.progress = true;
  int code = run_command(argc, argv, std::cout, std::cerr, environment);
  errno = 0;
  std::cout.flush();
  if (std::cout.good() || reader_gone()) return code;
  std::cerr << "error: Standard output could not be written"
            << (errno == 0 ? std::string() : std::string(": ") + std::strerror(errno))
            << ". Free some space, or write somewhere else.\n";
  if (code == static_cast<int>(ExitCode::success)) code = static_cast<int>(ExitCode::failure);
  return code;
}

}  // namespace multibond
