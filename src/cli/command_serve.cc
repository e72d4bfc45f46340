// `multibond serve [MODEL...]`: the page, live, until Ctrl-C.

#include <chrono>
#include <cmath>
#include <ostream>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command_session.h"
#include "multibond/serve/serve.h"

namespace multibond {
namespace {

constexpr double kLastPort = 65535;

int read_port(const Arguments& arguments) {
  OptionReader read;
  const std::optional<double> port = read.number("--port", arguments.port);
  if (port && !(*port >= 0 && *port <= kLastPort && *port == std::floor(*port))) {
    read.wrong("--port",
               fmt::format("--port {} must be a whole number from 0 to {:.0f}.", *arguments.port,
                           kLastPort),
               "Leave it out, or give one above 1023, e.g. --port 8080; 0 is any that is free.");
  }
  read.finish();
  return port ? static_cast<int>(*port) : 0;
}

}  // namespace

ExitCode command_serve(Session& session) {
  const int port = read_port(session.arguments);
  std::vector<std::string> models = session.arguments.models;
  for (const std::string& name : models) {
    // The message of all commands for a model that does not exist.
    Arguments one = session.arguments;
    one.model = name;
    find_model(Session{one, session.catalog, session.environment, session.out, session.err});
  }
  const Server server(session.catalog, {.port = port, .models = std::move(models)});
  const ServerAddress& address = server.address();
  if (session.arguments.json) {
    print_json(session.out, {{"url", address.url()},
                             {"host", "127.0.0.1"},
                             {"port", address.port},
                             {"token", address.token}});
  } else {
    session.out << fmt::format("Open {}\nCtrl-C ends it.\n", address.url());
  }
  session.out.flush();
  const auto& interrupted = session.environment.interrupted;
  while (!interrupted || !interrupted()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return ExitCode::success;
}

}  // namespace multibond
