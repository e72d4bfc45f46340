// `multibond serve [MODEL...]`: the page, live, until Ctrl-C.

#include <chrono>
#include <cmath>
#include <mutex>
#include <ostream>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command_session.h"
#include "multibond/serve/serve.h"
#include "text_model.h"

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

/// A library of text is used by one thread at a time.
ServedModel served(const TextModel& text) {
  const auto lock = std::make_shared<std::mutex>();
  return {text.entry, [text, lock](const std::vector<std::pair<std::string, std::string>>& values) {
            std::vector<std::string> settings;
            for (const auto& [path, value] : values) settings.push_back(path + "=" + value);
            const std::lock_guard guard(*lock);
            modelica::FlatModel flat = text.flat(settings);
            return ServedModel::Flat{std::move(flat.system), std::move(flat.components)};
          }};
}

}  // namespace

ExitCode command_serve(Session& session) {
  const int port = read_port(session.arguments);
  std::vector<std::string> models = session.arguments.models;
  std::vector<ServedModel> texts;
  for (std::string& name : models) {
    // The message of all commands for a model that does not exist.
    Arguments one = session.arguments;
    one.model = name;
    const Session own{one, session.catalog, session.environment, session.out, session.err};
    if (const std::optional<TextModel> text = find_text_model(own)) {
      text->flat({});  // mistakes are told before anybody opens the page
      texts.push_back(served(*text));
      name = text->entry.path;
    } else {
      find_model(own);
    }
  }
  const Server server(session.catalog,
                      {.port = port, .models = std::move(models), .more = std::move(texts)});
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
