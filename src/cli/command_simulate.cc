// `multibond simulate MODEL`: compiles, runs, and tells how it went.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <ostream>
#include <tuple>
#include <type_traits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command_files.h"
#include "command_session.h"
#include "command_summary.h"
#include "functions_ahead.h"
#include "multibond/analyze/energy.h"
#include "multibond/analyze/locus.h"
#include "multibond/analyze/response.h"
#include "multibond/base/text.h"
#include "multibond/cli/progress.h"
#include "multibond/model/context.h"
#include "multibond/model/system.h"
#include "multibond/page/analysis_json.h"
#include "multibond/page/page.h"
#include "multibond/simulate/result_selection.h"
#include "multibond/simulate/solvers.h"
#include "text_model.h"

namespace multibond {
namespace {

constexpr double kMostIntervals = 1e7;
constexpr std::size_t kShownStates = 12;
constexpr int kMostPoses = 1000;

/// The run that the command line and the model's experiment ask for.
SimulationOptions read_options(const Session& session, const Experiment& experiment,
                               double start_time, OptionReader& read) {
  const Arguments& arguments = session.arguments;
  SimulationOptions options;
  options.start = start_time;
  options.stop = experiment.stop;
  options.tolerance = experiment.tolerance;
  options.intervals = experiment.intervals;
  options.solver = experiment.solver;

  if (const auto start = read.time("--start", arguments.start)) options.start = *start;
  if (const auto stop = read.time("--stop", arguments.stop)) options.stop = *stop;
  if (read.good() && !(options.stop > options.start)) {
    read.wrong(
        "--stop",
        fmt::format("--stop: the stop time {} must be after the start time {}.",
                    quantity(options.stop, "s"), quantity(options.start, "s")),
        "Give a later one, e.g. --stop " + format_number(options.start + experiment.stop) + ".");
  }
  read.tolerance(arguments.tolerance, options.tolerance);
  read.solver(arguments.solver, options.solver);
  if (arguments.impacts) {
    options.impacts = *arguments.impacts;
    if (options.impacts != "auto" && options.impacts != "whole" && options.impacts != "apart") {
      read.wrong("--impacts",
                 fmt::format("--impacts: '{}' is no way to settle impacts.", options.impacts),
                 "Choose one of auto, whole and apart.");
    }
  }
  if (const auto intervals = read.number("--intervals", arguments.intervals)) {
    if (*intervals >= 1 && *intervals <= kMostIntervals && *intervals == std::floor(*intervals)) {
      options.intervals = static_cast<int>(*intervals);
    } else {
      read.wrong("--intervals",
                 fmt::format("--intervals {} must be a whole number from 1 to {:.0f}.",
                             *arguments.intervals, kMostIntervals),
                 "The default is " + std::to_string(experiment.intervals) + ".");
    }
  }
  if (const auto step = read.time("--step", arguments.step)) {
    if (*step <= 0) {
      read.wrong("--step", fmt::format("--step {} must be positive.", *arguments.step),
                 "Give a time such as 1ms, or leave it out to let the step be chosen.");
    }
    const auto& infos = solver_infos();
    const bool fixed = std::any_of(infos.begin(), infos.end(), [&](const IntegratorInfo& info) {
      return info.name == options.solver && info.fixed_step;
    });
    (fixed ? options.fixed_step : options.maximum_step) = *step;
  }
  if (const auto backend = read.backend(arguments.backend)) options.backend = *backend;
  read.baumgarte(arguments.baumgarte, options.baumgarte_alpha, options.baumgarte_beta);
  options.project = options.baumgarte_alpha == 0 && options.baumgarte_beta == 0;
  options.pictures = !arguments.scenes.empty() || !arguments.reports.empty();
  options.interrupted = session.environment.interrupted;
  return options;
}

/// How many positions of the mechanism a drawing shows.
int read_poses(const Arguments& arguments, OptionReader& read) {
  const auto poses = read.number("--poses", arguments.poses);
  if (!poses) return 1;
  if (arguments.scenes.empty()) {
    read.wrong("--poses", "--poses needs a drawing, and there is none.",
               "Add --scene mechanism.svg.");
  }
  if (*poses >= 1 && *poses <= kMostPoses && *poses == std::floor(*poses)) {
    return static_cast<int>(*poses);
  }
  read.wrong(
      "--poses",
      fmt::format("--poses {} must be a whole number from 1 to {}.", *arguments.poses, kMostPoses),
      "1 shows the start, 8 the motion.");
  return 1;
}

/// --locus and --bode: how they are written.
void check_analyses(const Arguments& arguments) {
  if (arguments.locus) read_locus("--locus", *arguments.locus);
  for (const std::string& pair : arguments.bode) read_response("--bode", pair);
}

std::vector<std::string> state_names(const CompiledModel& model) {
  std::vector<std::string> names;
  for (const StateDescription& state : model.first()->states) names.push_back(state.name);
  return names;
}

/// Names in all the lists that an option was given.
std::vector<std::string> all_names(const std::vector<std::string>& texts) {
  std::vector<std::string> names;
  for (const std::string& text : texts) {
    for (std::string& name : split_names(text)) names.push_back(std::move(name));
  }
  return names;
}

/// Paths of everything that a result of the model will have.
std::vector<std::string> result_paths(const CompiledModel& model) {
  std::vector<std::string> names{"time"};
  const ModelDescription& description = model.description();
  for (const VariableDescription& v : description.variables) names.emplace_back(v.path);
  for (const ParameterDescription& p : description.parameters) names.emplace_back(p.path);
  return names;
}

/// Whether something has that path; short paths do not count.
bool is_full_path(const CompiledModel& model, const std::string& path) {
  const auto variable = model.find_variable(path);
  if (variable && model.description()[*variable].path == path) return true;
  const auto parameter = model.find_parameter(path);
  return parameter && model.description().parameters[parameter->index()].path == path;
}

/// A name of an option that the model does not have.
Diagnostic unknown_name(std::string_view option, const std::string& name,
                        const std::vector<std::string>& names, const CompiledModel& model,
                        std::string_view what = "variable") {
  const std::vector<std::string> near = nearest(name, names);
  return {Severity::error, std::string(option),
          fmt::format("{}: the model has no {} {}.", option, what, name),
          near.empty() ? fmt::format("Its states are: {}.", join_names(state_names(model)))
                       : fmt::format("Did you mean {}?", join_names(near))};
}

/// Patterns of the variables to be written; what fits nothing is told before the run.
std::vector<std::string> read_variables(const Arguments& arguments, const CompiledModel& model) {
  const std::vector<std::string> patterns = all_names(arguments.variables);
  if (patterns.empty()) return patterns;
  const std::vector<std::string> names = result_paths(model);
  std::vector<Diagnostic> findings;
  for (const std::string& pattern : patterns) {
    const auto fits = [&](const std::string& path) { return matches(pattern, path); };
    if (std::any_of(names.begin(), names.end(), fits)) continue;
    findings.push_back(unknown_name("--variables", pattern, names, model));
  }
  if (!findings.empty()) throw Error(std::move(findings));
  return patterns;
}

/// Names in --locus and --bode; what does not exist is told before the run.
void check_analysed_names(const Arguments& arguments, const CompiledModel& model) {
  std::vector<std::string> parameters, inputs;
  for (const ParameterDescription& p : model.description().parameters) {
    parameters.emplace_back(p.path);
  }
  inputs = parameters;
  for (const VariableDescription& v : model.description().variables) {
    if (is_input(model, std::string(v.path))) inputs.emplace_back(v.path);
  }
  std::vector<Diagnostic> findings;
  const auto demand = [&](std::string_view option, std::string_view what, const std::string& name,
                          const std::vector<std::string>& names, bool exists) {
    if (!exists) findings.push_back(unknown_name(option, name, names, model, what));
  };
  if (arguments.locus) {
    const std::string parameter = read_locus("--locus", *arguments.locus).parameter;
    demand("--locus", "parameter", parameter, parameters,
           model.find_parameter(parameter).has_value());
  }
  for (const std::string& text : arguments.bode) {
    const ResponseRequest pair = read_response("--bode", text);
    demand("--bode", "input or parameter", pair.input, inputs,
           model.find_parameter(pair.input) || is_input(model, pair.input));
    demand("--bode", "variable", pair.output, result_paths(model),
           model.find_variable(pair.output).has_value());
  }
  if (!findings.empty()) throw Error(std::move(findings));
}

/// Efforts whose impulses are listed; what does not exist is told before the run.
std::vector<std::string> read_impulses(const Arguments& arguments, const CompiledModel& model) {
  std::vector<std::string> names = all_names(arguments.impulses);
  std::vector<Diagnostic> findings;
  for (const std::string& name : names) {
    if (model.find_variable(name)) continue;
    findings.push_back(unknown_name("--impulses", name, result_paths(model), model));
  }
  if (!findings.empty()) throw Error(std::move(findings));
  return names;
}

/// Variables to plot; what does not exist is told before the run.
std::vector<std::string> read_plots(const Arguments& arguments, const Experiment& experiment,
                                    const CompiledModel& model) {
  std::vector<std::string> paths = all_names(arguments.plots);
  const auto exists = [&](const std::string& path) {
    return path == "time" || is_full_path(model, path);
  };
  if (paths.empty()) {
    // Another size of the model may lack some of what its experiment plots.
    std::copy_if(experiment.plot.begin(), experiment.plot.end(), std::back_inserter(paths), exists);
    return paths;
  }
  std::vector<Diagnostic> findings;
  for (const std::string& path : paths) {
    if (!exists(path)) {
      findings.push_back(unknown_name("--plot", path, result_paths(model), model));
    }
  }
  if (!findings.empty()) throw Error(std::move(findings));
  return paths;
}

/// Final values worth a line: what was plotted, what the experiment plots, or the states.
std::vector<std::string> shown_values(const Result& result, const std::vector<std::string>& plots,
                                      const std::vector<std::string>& states) {
  std::vector<std::string> shown;
  const auto add = [&](const std::string& path) {
    const bool known = result.has(path) && path != "time";
    if (known && std::find(shown.begin(), shown.end(), path) == shown.end()) shown.push_back(path);
  };
  for (const std::string& path : plots) add(path);
  if (!shown.empty()) return shown;
  for (const std::string& path : states) {
    if (shown.size() < kShownStates) add(path);
  }
  return shown;
}

/// `shown`: all variables will be asked for.
Result run(const std::shared_ptr<const CompiledModel>& model, SimulationOptions& options,
           bool show_progress, bool shown) {
  std::optional<Progress> progress;
  if (show_progress) {
    progress.emplace(options.start, options.stop);
    options.progress = [&](double time, std::size_t steps) { progress->update(time, steps); };
  }
  Result result = simulate(model, options);
  if (progress) progress->finish();
  if (shown) result.compute();
  for (Diagnostic& warning : infinite_variables(result)) {
    result.diagnostics.push_back(std::move(warning));
  }
  return result;
}

/// The run of --with: as the first, but for these values.
Result second_run(const Session& session, const CatalogEntry& entry,
                  const std::optional<TextModel>& text, SimulationOptions options,
                  const CompileModelOptions& how, bool show_progress) {
  Arguments arguments = session.arguments;
  arguments.settings.insert(arguments.settings.end(), arguments.other_values.begin(),
                            arguments.other_values.end());
  const Session second{arguments, session.catalog, session.environment, session.out, session.err};
  const auto compiled = text ? compile_model(text->system(arguments), how)
                             : compile_model(*make_model(second, entry), how);
  return run(compiled, options, show_progress, true);
}

ExitCode exit_code(const Result& result, bool written) {
  switch (result.status) {
    case RunStatus::completed:
      return written ? ExitCode::success : ExitCode::failure;
    case RunStatus::interrupted:
      return ExitCode::interrupted;
    case RunStatus::terminated:
      return written ? ExitCode::terminated : ExitCode::failure;
    case RunStatus::failed:
      break;
  }
  return ExitCode::failure;
}

/// Pages that show the run, with what is worth looking at plotted.
std::vector<Diagnostic> write_reports(const Result& result, const Session& session,
                                      const CatalogEntry& entry, std::vector<std::string> plots,
                                      const std::vector<std::string>& states,
                                      const PageModel& model, const Result* other) {
  constexpr std::size_t kFirstPlots = 3;
  if (plots.empty()) {
    plots.assign(states.begin(), states.begin() + static_cast<std::ptrdiff_t>(
                                                      std::min(kFirstPlots, states.size())));
  }
  std::vector<Diagnostic> findings;
  const Arguments& arguments = session.arguments;
  PageOptions page{.description = entry.description,
                   .plots = plots,
                   .states = states,
                   .settings = arguments.settings,
                   .locus = arguments.locus.value_or(""),
                   .responses = arguments.bode};
  const PageData data = [&] {
    try {
      return page_data(result, page, model);
    } catch (const Error& error) {
      if (page.locus.empty() && page.responses.empty()) throw;
      // What cannot be answered is told; the rest of the page is kept.
      findings.insert(findings.end(), error.diagnostics().begin(), error.diagnostics().end());
      page.locus.clear();
      page.responses.clear();
      return page_data(result, page, model);
    }
  }();
  std::optional<PageData> second;
  if (other) {
    second = page_data(*other, {.description = entry.description,
                                .plots = plots,
                                .states = states,
                                .settings = arguments.other_values});
  }
  for (const std::string& file : arguments.reports) {
    try {
      write_page(data, file, second ? &*second : nullptr);
    } catch (const Error& error) {
      findings.insert(findings.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  return findings;
}

/// Keeps these to the end of the process, when nobody takes them apart.
template <typename... Things>
void leave(Things&&... things) {
  static auto* const left = new std::tuple<std::optional<std::decay_t<Things>>...>;
  *left = {std::forward<Things>(things)...};
}

/// `simulate --plot MODEL`: the word after --plot was meant as the model.
void move_model(Arguments& arguments, const Catalog& catalog) {
  if (arguments.model || arguments.plots.size() != 1) return;
  for (const CatalogEntry& entry : catalog.entries()) {
    if (!entry.is_model || entry.path != arguments.plots[0]) continue;
    arguments.model = arguments.plots[0];
    arguments.plots.clear();
    return;
  }
}

}  // namespace

ExitCode command_simulate(Session& given) {
  Arguments arguments = given.arguments;
  move_model(arguments, given.catalog);
  Session session{arguments, given.catalog, given.environment, given.out, given.err};

  // Everything that can be wrong is looked at before the run.
  const std::optional<TextModel> text = find_text_model(session);
  const CatalogEntry& entry = text ? text->entry : find_model(session);
  OptionReader read;
  SimulationOptions options = read_options(session, entry.experiment, text ? text->start : 0, read);
  if (arguments.json && arguments.plot) {
    read.wrong("--plot", "--plot and --json exclude each other: a plot is no JSON.",
               "Leave one of them out.");
  }
  check_result_files(arguments.files, read);
  check_scene_files(arguments.scenes, read);
  check_report_files(arguments.reports, read);
  check_analyses(arguments);
  const int poses = read_poses(arguments, read);
  if (!arguments.variables.empty() && arguments.files.empty()) {
    read.wrong("--variables", "--variables chooses what a file contains, but there is none.",
               "Add --output result.csv.");
  }
  read.finish();
  std::unique_ptr<Component> model = text ? nullptr : make_model(session, entry);
  const auto begin = std::chrono::steady_clock::now();
  const CompileModelOptions how{
      options.baumgarte_alpha, options.baumgarte_beta, {}, options.backend};
  const modelica::FlatModel flat = text ? text->flat(arguments.settings) : modelica::FlatModel();
  auto compiled = text ? compile_model(clone(flat.system), how) : compile_model(*model, how);
  std::optional<FunctionsAhead> functions;
  if (session.environment.last) functions.emplace(compiled);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const std::vector<std::string> plots = read_plots(arguments, entry.experiment, *compiled);
  const std::vector<std::string> variables = read_variables(arguments, *compiled);
  const std::vector<std::string> states = state_names(*compiled);
  options.impulses = read_impulses(arguments, *compiled);
  if (arguments.locus || !arguments.bode.empty()) check_analysed_names(arguments, *compiled);
  if (!arguments.scenes.empty() && compiled->pictures().pictures.empty()) {
    throw Error("--scene", "--scene: no component of the model has a picture.",
                "Mechanisms have pictures if world.animate is true.");
  }
  const bool invariants = compiled->first()->invariants.levels > 0;

  const bool tell = session.environment.progress && !arguments.json;
  const bool shown = arguments.plot || !arguments.files.empty() || !arguments.reports.empty();
  Result result = run(compiled, options, tell, shown);
  result.seconds_compile = seconds;
  const std::optional<Result> other =
      arguments.other_values.empty() || result.status == RunStatus::interrupted
          ? std::nullopt
          : std::optional(second_run(session, entry, text, options, how, tell));

  // Files first: they are kept even if the terminal is gone.
  std::vector<Diagnostic> unwritten =
      write_result_files(result, arguments.files, variables, shown_values(result, plots, states));
  const std::vector<Diagnostic> unseen = write_scene_files(result, arguments.scenes, poses);
  unwritten.insert(unwritten.end(), unseen.begin(), unseen.end());
  if (!arguments.reports.empty()) {
    const PageModel shown{text ? flat.components.get() : model.get(),
                          text ? &flat.system : nullptr};
    const std::vector<Diagnostic> untold =
        write_reports(result, session, entry, plots, states, shown, other ? &*other : nullptr);
    unwritten.insert(unwritten.end(), untold.begin(), untold.end());
  }
  std::vector<std::string> files = arguments.files;
  files.insert(files.end(), arguments.scenes.begin(), arguments.scenes.end());
  files.insert(files.end(), arguments.reports.begin(), arguments.reports.end());
  result.diagnostics.insert(result.diagnostics.end(), unwritten.begin(), unwritten.end());
  const ExitCode code = exit_code(result, unwritten.empty());
  if (arguments.json) {
    nlohmann::ordered_json json = summary_json(result);
    if (!options.impulses.empty()) {
      json["impulses"] = nlohmann::ordered_json::array();
      for (const EventRecord& event : result.events) {
        if (event.impulses.empty()) continue;
        nlohmann::ordered_json row{{"time", event.time}, {"events", event.conditions}};
        for (std::size_t k = 0; k < event.impulses.size(); ++k) {
          row["impulses"][options.impulses[k]] = event.impulses[k];
        }
        json["impulses"].push_back(std::move(row));
      }
    }
    json["files"] = unwritten.empty() ? files : std::vector<std::string>{};
    print_json(session.out, json);
    return code;
  }
  session.out << summary(result, entry.description, shown_values(result, plots, states),
                         invariants);
  if (arguments.audit && !result.energy.empty()) {
    session.out << '\n' << energy_table(result.energy);
  }
  if (!options.impulses.empty()) session.out << '\n' << impulse_table(result, options.impulses);
  if (arguments.plot && !plots.empty()) {
    session.out << '\n'
                << plot(result, plots,
                        session.environment.plot ? *session.environment.plot
                                                 : plot_options_for_terminal());
  }
  if (!files.empty() && unwritten.empty()) {
    session.out << fmt::format("\nwrote {}\n", printable(join_names(files, 20)));
  }
  session.out.flush();
  print(session.err, result.diagnostics);
  if (session.environment.last) leave(std::move(model), std::move(compiled), std::move(result));
  return code;
}

ExitCode command_report(Session& given) {
  Arguments arguments = given.arguments;
  arguments.command = "report";
  const std::optional<TextModel> text = find_text_model(given);
  const std::string name = text ? text->entry.path : find_model(given).path;
  arguments.reports = {arguments.drawing.value_or(name + ".html")};
  Session session{arguments, given.catalog, given.environment, given.out, given.err};
  return command_simulate(session);
}

}  // namespace multibond
