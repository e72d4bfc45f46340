// Standard streams and signals around run_command.

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <string>
#include <utility>

#include "large_pages.h"
#include "multibond/cli/command.h"

namespace multibond {
namespace {

volatile std::sig_atomic_t signal_received = 0;
/// Whether somebody looks for signals, which a run does once there are results to be kept.
volatile std::sig_atomic_t somebody_asks = 0;

/// While nobody asks, as when a large model is compiled, nothing is lost by ending at once.
void on_signal(int number) {
  signal_received = number;
  if (somebody_asks == 0) std::raise(number);
}

/// The first Ctrl-C or SIGTERM asks the run to stop, the second one has its usual effect.
void handle_signals() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // A closed pipe becomes an error of the stream, checked at the end.
  std::signal(SIGPIPE, SIG_IGN);
}

/// Whether standard output is a pipe that nobody reads any more, as `| head` leaves it.
bool reader_gone() {
  pollfd output{STDOUT_FILENO, POLLOUT, 0};
  return ::poll(&output, 1, 0) > 0 && (output.revents & (POLLERR | POLLHUP)) != 0;
}

int run_on_streams(int argc, const char* const* argv, CommandEnvironment environment) {
  handle_signals();
  use_large_pages();
  environment.interrupted = [] {
    somebody_asks = 1;
    return signal_received != 0;
  };
  environment.progress = true;
  environment.last = true;
  int code = run_command(argc, argv, std::cout, std::cerr, environment);
  // As shells expect it of a program that a signal has ended.
  if (code == static_cast<int>(ExitCode::interrupted)) code = 128 + signal_received;
  errno = 0;
  std::cout.flush();
  if (std::cout.good() || reader_gone()) return code;
  std::cerr << "error: Standard output could not be written"
            << (errno == 0 ? std::string() : std::string(": ") + std::strerror(errno))
            << ". Free some space, or write somewhere else.\n";
  if (code == static_cast<int>(ExitCode::success)) code = static_cast<int>(ExitCode::failure);
  return code;
}

}  // namespace

int command_main(int argc, const char* const* argv) { return run_on_streams(argc, argv, {}); }

int command_main(int argc, const char* const* argv, Catalog catalog) {
  CommandEnvironment environment;
  if (argc > 0) environment.program = std::filesystem::path(argv[0]).filename().string();
  environment.catalog = std::move(catalog);
  return run_on_streams(argc, argv, std::move(environment));
}

}  // namespace multibond
