#include "request.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "multibond/base/text.h"
#include "multibond/base/units.h"
#include "multibond/diagnostic.h"

namespace multibond::serve {
namespace {

constexpr std::size_t kMostSettings = 1000;

[[noreturn]] void refuse(const std::string& member, const std::string& demand) {
  throw Error(member, fmt::format("{} {}.", member, demand),
              R"(Send e.g. {"model": "Pendulum", "set": {"body.m": "2 kg"}, "stop": "5 s"}.)");
}

std::string text_of(const nlohmann::ordered_json& value, const std::string& member) {
  if (!value.is_string()) refuse(member, "must be a text");
  return value.get<std::string>();
}

}  // namespace

RunRequest read_request(std::string_view body) {
  const auto json = nlohmann::ordered_json::parse(body, nullptr, false);
  if (json.is_discarded()) refuse("The body", "is not JSON");
  if (!json.is_object()) refuse("The body", "must be an object");
  RunRequest request;
  for (const auto& [name, value] : json.items()) {
    if (name == "model") {
      request.model = text_of(value, "model");
    } else if (name == "stop") {
      request.stop = text_of(value, "stop");
    } else if (name == "replaces") {
      request.replaces = text_of(value, "replaces");
    } else if (name == "graphs") {
      if (!value.is_boolean()) refuse("graphs", "must be true or false");
      request.graphs = value.get<bool>();
    } else if (name == "modes") {
      if (!value.is_boolean()) refuse("modes", "must be true or false");
      request.modes = value.get<bool>();
    } else if (name == "locus") {
      request.locus = text_of(value, "locus");
    } else if (name == "response") {
      request.response = text_of(value, "response");
    } else if (name == "set") {
      if (!value.is_object() || value.size() > kMostSettings) {
        refuse("set", fmt::format("must be an object of at most {} texts", kMostSettings));
      }
      for (const auto& [path, text] : value.items()) {
        request.set.emplace_back(path, text_of(text, "set." + path));
      }
    } else {
      refuse(name, "is not known here");
    }
  }
  if (request.model.empty()) refuse("model", "is missing");
  return request;
}

SimulationOptions options_of(const RunRequest& request, const Experiment& experiment) {
  SimulationOptions options;
  options.stop = experiment.stop;
  options.tolerance = experiment.tolerance;
  options.intervals = experiment.intervals;
  options.solver = experiment.solver;
  options.pictures = true;
  if (!request.stop) return options;
  const std::string hint = "Give seconds, or a time with its unit, e.g. 10 or 200ms.";
  try {
    const auto [value, unit] = split_quantity(*request.stop);
    options.stop = convert(value, unit, "s");
  } catch (const Error&) {
    throw Error("stop", fmt::format("stop: '{}' is not a time.", *request.stop), hint);
  }
  if (!std::isfinite(options.stop)) {
    throw Error("stop", fmt::format("stop: '{}' is not a finite time.", *request.stop), hint);
  }
  if (options.stop <= options.start) {
    throw Error("stop",
                fmt::format("stop: the stop time {} must be after the start time {}.",
                            quantity(options.stop, "s"), quantity(options.start, "s")),
                fmt::format("Give a later one, e.g. {}.", format_number(experiment.stop)));
  }
  return options;
}

}  // namespace multibond::serve
