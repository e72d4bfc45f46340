// `multibond linearize MODEL`: eigenvalues and modes about a state.

#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command_session.h"
#include "multibond/analyze/linearize.h"
#include "multibond/base/text.h"
#include "multibond/cli/progress.h"
#include "text_model.h"

namespace multibond {

ExitCode command_linearize(Session& session) {
  const Arguments& arguments = session.arguments;
  const std::optional<TextModel> text = find_text_model(session);
  const CatalogEntry& entry = text ? text->entry : find_model(session);
  LinearizeOptions options;
  SimulationOptions& simulation = options.simulation;
  simulation.tolerance = entry.experiment.tolerance;
  simulation.solver = entry.experiment.solver;
  simulation.intervals = 1;
  OptionReader read;
  if (const auto time = read.time("--time", arguments.time)) {
    options.time = *time;
    if (*time < 0) {
      read.wrong("--time", fmt::format("--time {} lies before the start.", *arguments.time),
                 "Give a time from 0, e.g. --time " + format_number(entry.experiment.stop) + ".");
    }
  }
  read.tolerance(arguments.tolerance, simulation.tolerance);
  read.solver(arguments.solver, simulation.solver);
  if (const auto backend = read.backend(arguments.backend)) simulation.backend = *backend;
  read.finish();
  if (arguments.outputs) options.outputs = split_names(*arguments.outputs);
  bool interrupted = false;
  if (session.environment.interrupted) {
    simulation.interrupted = [&] { return interrupted = session.environment.interrupted(); };
  }
  const std::unique_ptr<Component> model = text ? nullptr : make_model(session, entry);
  std::optional<Progress> progress;
  if (session.environment.progress && !arguments.json && options.time > 0) {
    progress.emplace(0, options.time);
    simulation.progress = [&](double time, std::size_t steps) { progress->update(time, steps); };
  }
  Linearization linearization;
  try {
    linearization = text ? linearize(compile_model(text->system(arguments)), options)
                         : linearize(*model, options);
  } catch (const Error& error) {
    if (!interrupted) throw;
    if (progress) progress->finish();
    if (arguments.json) {
      print_json(session.out,
                 {{"status", "interrupted"}, {"diagnostics", to_json(error.diagnostics())}});
    } else {
      print(session.err, error.diagnostics());
    }
    return ExitCode::interrupted;
  }
  if (progress) progress->finish();
  if (arguments.json) {
    session.out << to_json(linearization);
    return ExitCode::success;
  }
  session.out << entry.path << (entry.description.empty() ? "" : ": ") << entry.description << '\n'
              << to_text(linearization);
  session.out.flush();
  print(session.err, linearization.diagnostics);
  return ExitCode::success;
}

}  // namespace multibond
