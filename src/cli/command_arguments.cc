// The command line is declared once, in the tables below; parsing (CLI11) and help are made from
// them. Values stay text here, so that every message about them can say what would be right.

#include "command_arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <string_view>

#include <fmt/format.h>

#include "multibond/base/text.h"
#include "multibond/diagnostic.h"
#include "multibond/version.h"

namespace multibond {
namespace {

/// One option: where its value goes (one of the three), how the help shows it.
struct OptionRow {
  std::string_view name, value, description, example;
  std::optional<std::string> Arguments::*text = nullptr;
  std::vector<std::string> Arguments::*list = nullptr;
  bool Arguments::*flag = nullptr;
};

struct CommandRow {
  std::string_view name, operand, summary, detail, example;
  std::vector<OptionRow> options;
};

const OptionRow kSet{"--set",      "NAME=VALUE", "sets a parameter or start value; repeatable",
                     "mass.m=2kg", nullptr,      &Arguments::settings};
const OptionRow kLibrary{"--library",  "FOLDER", "folder of Modelica libraries; repeatable",
                         "~/modelica", nullptr,  &Arguments::libraries};
const OptionRow kMode{
    "--mode",  "PATH=MODE", "causality in this mode of an ideal switch; repeatable",
    "sw=open", nullptr,     &Arguments::modes};
const OptionRow kSolver{"--solver", "NAME", "auto, dop853, bdf, adams, arkode, ida, rk4, moreau",
                        "bdf", &Arguments::solver};
const OptionRow kTolerance{"--tolerance", "NUMBER", "relative tolerance per step", "1e-8",
                           &Arguments::tolerance};
const OptionRow kBackend{"--backend", "NAME", "jit (machine code) or interpreter", "interpreter",
                         &Arguments::backend};
const OptionRow kBaumgarte{"--baumgarte", "ALPHA,BETA",
                           "Baumgarte stabilisation instead of projection", "10,10",
                           &Arguments::baumgarte};
const OptionRow kJson{"--json",        "", "one JSON object instead of text", "", nullptr, nullptr,
                      &Arguments::json};

const std::vector<CommandRow>& commands() {
  static const std::vector<CommandRow> rows{
      {"list", "", "lists the models by topic, with their stop times", "", "list", {kJson}},
      {"catalog",
       "[PATH]",
       "shows the component library, or one part of it",
       "PATH is a component, a model or a library: Electrical.Resistor, Electrical. Any other word "
       "is\n"
       "searched for in names and descriptions.",
       "catalog Translational.Spring",
       {{"--parameters", "[NAME,...]", "lists what can be set, with values; * and ? are wildcards",
         "spring.*", nullptr, &Arguments::parameter_names, &Arguments::parameters},
        kJson}},
      {"simulate",
       "MODEL",
       "runs a model",
       "Stop time, tolerance, intervals and plotted variables have defaults that belong to the "
       "model;\n"
       "catalog MODEL shows them.",
       "simulate SpringMassDamper --set spring.c=\"2 N/mm\" --stop 5 --plot mass.s",
       {kSet,
        kLibrary,
        {"--start", "TIME", "start time (default: 0 s)", "1", &Arguments::start},
        {"--stop", "TIME", "stop time, in seconds or with a unit", "10", &Arguments::stop},
        kTolerance,
        kSolver,
        {"--intervals", "NUMBER", "output intervals", "500", &Arguments::intervals},
        {"--step", "TIME", "largest step; of a fixed-step solver, the step", "1e-3",
         &Arguments::step},
        {"--output", "FILE", "writes a .csv or .mat file, or an .svg figure; repeatable",
         "result.csv", nullptr, &Arguments::files},
        {"--variables", "NAME,...", "what --output writes (default: all); * and ? are wildcards",
         "mass.*,spring.f", nullptr, &Arguments::variables},
        {"--scene", "FILE", "animation scene: .svg drawing or .json; repeatable", "mechanism.svg",
         nullptr, &Arguments::scenes},
        {"--poses", "NUMBER", "positions shown in the drawing (default: 1)", "8",
         &Arguments::poses},
        {"--report", "FILE", "writes an .html page that shows the run moving; repeatable",
         "run.html", nullptr, &Arguments::reports},
        {"--audit", "", "shows the energy balance by component", "", nullptr, nullptr,
         &Arguments::audit},
        {"--impulses", "NAME,...", "lists the impulses of these efforts at each impact",
         "joint.f[1]", nullptr, &Arguments::impulses},
        {"--plot", "[NAME,...]", "plots variables over time; repeatable", "mass.s", nullptr,
         &Arguments::plots, &Arguments::plot},
        kBackend,
        kBaumgarte,
        kJson}},
      {"report",
       "MODEL",
       "runs a model and writes a page that shows it",
       "One .html file for any browser, without a network: the mechanism moving, plots, bond "
       "graph, "
       "energy,\n"
       "statistics. The default file is MODEL.html in the current directory.",
       "report WhippleBicycle --stop 3 --output bicycle.html",
       {kSet,
        kLibrary,
        {"--output", "FILE", "the .html file to write", "bicycle.html", &Arguments::drawing},
        {"--plot", "NAME,...", "variables that are plotted at first; repeatable", "steer.phi",
         nullptr, &Arguments::plots},
        {"--start", "TIME", "start time (default: 0 s)", "1", &Arguments::start},
        {"--stop", "TIME", "stop time, in seconds or with a unit", "10", &Arguments::stop},
        kTolerance,
        kSolver,
        {"--intervals", "NUMBER", "output intervals", "500", &Arguments::intervals},
        {"--step", "TIME", "largest step; of a fixed-step solver, the step", "1e-3",
         &Arguments::step},
        kBackend,
        kBaumgarte,
        kJson}},
      {"serve",
       "[MODEL...]",
       "shows models live in a browser",
       "The page of report, with fields and sliders for parameters and start values; the run "
       "follows "
       "them.\n"
       "It is served to this machine only, at the address that is printed. Ctrl-C ends it.",
       "serve WhippleBicycle",
       {{"--port", "NUMBER", "where it listens (default: any that is free)", "8080",
         &Arguments::port},
        kJson}},
      {"gallery",
       "[MODEL...]",
       "runs models and makes an index of them",
       "A directory of pages: index.html with a picture of each model, its source and its report.\n"
       "Without names, all models are run. The default directory is gallery.",
       "gallery --output pages WhippleBicycle Robot",
       {{"--output", "DIR", "the directory to write to", "pages", &Arguments::drawing}, kJson}},
      {"animate",
       "MODEL",
       "makes a video or pictures of a run",
       "Chromium draws them without a window, and ffmpeg makes the video; both have to be there.",
       "animate WhippleBicycle --video bicycle.mp4",
       {kSet,
        {"--video", "FILE", "the .mp4 file to write", "run.mp4", &Arguments::video},
        {"--frames", "DIR", "the folder for pictures (.jpg)", "pictures", &Arguments::frames},
        {"--stop", "TIME", "stop time, in seconds or with a unit", "10", &Arguments::stop},
        {"--fps", "NUMBER", "pictures per second (default: 30)", "60", &Arguments::fps},
        {"--speed", "NUMBER", "of watching; 1 is real time", "0.1", &Arguments::speed},
        {"--size", "WxH", "of the pictures (default: 1280x720)", "1920x1080", &Arguments::size},
        {"--dark", "", "on a dark background", "", nullptr, nullptr, &Arguments::dark},
        kJson}},
      {"inspect",
       "MODEL",
       "shows what the compiler made of a model",
       "States, constraints, blocks and the size of the compiled functions.",
       "inspect CartesianPendulum --passes",
       {kSet,
        kLibrary,
        {"--passes", "", "shows the compiler passes with their times", "", nullptr, nullptr,
         &Arguments::passes},
        {"--equations", "", "shows the equations that remain to be solved", "", nullptr, nullptr,
         &Arguments::equations},
        {"--c99", "", "prints only the derivatives, as C99 source", "", nullptr, nullptr,
         &Arguments::c99},
        {"--causality", "", "prints only the causality of the bond graph", "", nullptr, nullptr,
         &Arguments::causality},
        kMode,
        kBaumgarte,
        kJson}},
      {"linearize",
       "MODEL",
       "computes eigenvalues and modes at an operating point",
       "x' = A x + B u, y = C x + D u at the initial state, or at the state reached at --time.",
       "linearize SpringMassDamper --outputs mass.s,mass.v",
       {kSet,
        kLibrary,
        {"--time", "TIME", "simulates to this time first", "5", &Arguments::time},
        {"--outputs", "NAME,...", "variables that become rows of C and D", "mass.s",
         &Arguments::outputs},
        kTolerance,
        kSolver,
        kBackend,
        kJson}},
      {"check",
       "MODEL",
       "looks for mistakes in a model of Modelica text",
       "MODEL is a file, a model in a file (Crane.mo:Tower), or a name in a library. All messages\n"
       "are shown, and nothing is run.",
       "check Crane.mo",
       {kSet, kLibrary, kJson}},
      {"flat",
       "MODEL",
       "prints the equations of a model of Modelica text",
       "One model without any parts, as flat Modelica.",
       "flat Crane.mo",
       {kSet, kLibrary}},
      {"compare",
       "RESULT REFERENCE",
       "tells how far a result is from a reference",
       "Both are .csv or .mat files. A signal agrees if it stays in a tube around the result, "
       "whose "
       "size\n"
       "is the tolerance times the range of the signal, and the tolerance times the duration.\n"
       "Exit code 1 if a signal leaves its tube; the worst one is plotted.",
       "compare result.csv reference.csv --signals revolute1.phi=joint.phi",
       {{"--tolerance", "NUMBER", "of the range of each signal (default: 1e-3)", "1e-3",
         &Arguments::tolerance},
        {"--until", "TIME", "compares up to this time only", "2", &Arguments::until},
        {"--signals", "NAME,...", "signals of the reference (default: all); REFERENCE=RESULT maps",
         "revolute1.phi=joint.phi", nullptr, &Arguments::signals},
        {"--plot", "", "plots the worst signal also if all agree", "", nullptr, nullptr,
         &Arguments::plot},
        {"--output", "FILE", "writes the curves of the worst signal to an .svg file", "worst.svg",
         &Arguments::drawing},
        kJson}},
      {"draw",
       "MODEL",
       "draws the bond graph of a model",
       "Components that wrap a bond graph are closed boxes; --open, --level and --flat open them.\n"
       "For a component of the catalog, its inner graph is drawn. The default file is\n"
       "MODEL-bonds.svg in the current directory.",
       "draw BondCircuit --output circuit.svg",
       {kSet,
        {"--output", "FILE", "the .svg, .png or .dot file to write", "circuit.svg",
         &Arguments::drawing},
        {"--format", "NAME", "svg, png or dot (default: from the file name)", "png",
         &Arguments::format},
        {"--open", "PATH", "opens a box and what contains it; repeatable", "crane.joint", nullptr,
         &Arguments::open},
        {"--level", "NUMBER", "opens boxes down to this level (default: 0)", "1",
         &Arguments::level},
        {"--flat", "", "opens all boxes", "", nullptr, nullptr, &Arguments::flat},
        {"--causal", "on|off", "shows causality strokes (default: on for models)", "off",
         &Arguments::causal},
        kMode,
        {"--simplify", "", "omits what one omits by hand, such as junctions with two bonds", "",
         nullptr, nullptr, &Arguments::simplify},
        {"--complete", "", "shows all junctions, those that connections make too", "", nullptr,
         nullptr, &Arguments::complete},
        {"--impulse", "", "draws what happens at an impact: the impulse bond graph", "", nullptr,
         nullptr, &Arguments::impulse},
        kJson}},
      {"bench",
       "NAME",
       "compares published figures with Multibond's",
       "thesis: sizes of the systems of equations and numbers of steps for the models of Zimmer's\n"
       "thesis, planar and in space.\n"
       "modelica: the examples of packages of Modelica text: balanced, run, agree with a "
       "reference.\n"
       "reading: how fast the files below --library are read.",
       "bench thesis",
       {kLibrary,
        {"--package", "NAME", "package whose examples are run; repeatable",
         "Modelica.Blocks.Examples", nullptr, &Arguments::packages},
        {"--reference", "FOLDER", "folder of reference results, NAME.csv; repeatable", "reference",
         nullptr, &Arguments::references},
        {"--ratchet", "FILE", "least numbers: PACKAGE balanced|runs|agrees NUMBER per line",
         "numbers.txt", &Arguments::ratchet},
        kJson}},
  };
  return rows;
}

// -- help -----------------------------------------------------------------------------------------

constexpr std::string_view kExitCodes =
    "Exit codes:\n"
    "  0    done; a run reached its stop time\n"
    "  1    the run failed, or a file could not be written; results so far are kept\n"
    "  2    wrong arguments, or a model that cannot be compiled or initialized\n"
    "  3    the model ended the run before the stop time\n"
    "  130  interrupted with Ctrl-C (143: with SIGTERM); results so far are kept and written\n";

/// The example of a command; of a program with models of its own, on one of them.
std::string example(const CommandRow& command, const HelpContext& help) {
  if (help.model.empty() || command.operand != "MODEL") {
    return fmt::format("{} {}", help.program, command.example);
  }
  return fmt::format("{} {} {}", help.program, command.name, help.model);
}

std::string general_help(const HelpContext& help) {
  std::string text = fmt::format(
      "Multibond: bond graphs and multibody systems, compiled and simulated.\n\n"
      "Usage: {} COMMAND [OPTIONS]\n\nCommands:\n",
      help.program);
  for (const CommandRow& row : commands()) {
    text += fmt::format("  {:<18} {}\n", fmt::format("{} {}", row.name, row.operand), row.summary);
  }
  text += fmt::format(
      "\nOptions:\n  --help             this page; after a command, its options\n"
      "  --version          the version\n\nTry:\n"
      "  {0} list\n"
      "  {0} simulate {1} --plot\n"
      "  {0} simulate {1} {2}--output result.csv\n\n",
      help.program, help.model.empty() ? "SpringMassDamper" : help.model,
      help.model.empty() ? "--set damper.d=2 " : "");
  return text.append(kExitCodes);
}

/// With the short form, where there is one.
std::string spelling(const OptionRow& row) {
  return row.name == "--output" ? "-o, --output" : std::string(row.name);
}

std::string command_help(const CommandRow& command, const HelpContext& help) {
  std::string text = fmt::format(
      "{0} {1}: {2}.\n\nUsage: {0} {1} {3}[OPTIONS]\n\n", help.program, command.name,
      command.summary, command.operand.empty() ? "" : fmt::format("{} ", command.operand));
  if (!command.detail.empty()) text += fmt::format("{}\n\n", command.detail);
  text += "Options:\n";
  for (const OptionRow& row : command.options) {
    text += fmt::format("  {:<24} {}\n", fmt::format("{} {}", spelling(row), row.value),
                        row.description);
  }
  text += fmt::format("  {:<24} this page\n\nExample:\n  {}\n", "--help", example(command, help));
  if (command.name == "simulate") text.append("\n").append(kExitCodes);
  return text;
}

// -- parsing --------------------------------------------------------------------------------------

const CommandRow* find_command(std::string_view name) {
  for (const CommandRow& row : commands()) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

std::string how_to_give(const OptionRow& row) {
  return fmt::format("Give one, e.g. {} {}.", row.name, row.example);
}

void declare(const OptionRow& row, CLI::App& app, Arguments& arguments) {
  const std::string name(row.name);
  const bool optional_value = row.list && row.flag;  // --plot, --plot a,b
  if (row.flag && !row.list) {
    app.add_flag_callback(name, [&arguments, &row] { arguments.*row.flag = true; });
    return;
  }
  const auto store = [&arguments, &row, optional_value](const CLI::results_t& values) {
    for (const std::string& value : values) {
      if (optional_value) {
        arguments.*row.flag = true;
        if (value.empty() || value == "{}") continue;
      }
      if (value.starts_with("--")) {
        throw Error(std::string(row.name),
                    fmt::format("{} needs a value, but {} follows it.", row.name, value),
                    how_to_give(row));
      }
      if (row.text) arguments.*row.text = value;  // the last one counts
      if (row.list) (arguments.*row.list).push_back(value);
    }
    return true;
  };
  CLI::Option* option = app.add_option(spelling(row), store);
  option->type_size(1)->take_all();
  if (optional_value) {
    option->expected(0, 1);
  } else {
    option->expected(1, CLI::detail::expected_max_vector_size);
  }
  option->allow_extra_args(false);
}

/// What CLI11 could not place: an option that does not exist, or one operand too many.
[[noreturn]] void refuse_extras(const CommandRow& command, const std::vector<std::string>& extras,
                                const HelpContext& help) {
  for (const std::string& extra : extras) {
    if (!extra.starts_with("-") || extra.size() < 2 || parse_number(extra)) continue;
    const std::string word = extra.substr(0, extra.find('='));
    std::vector<std::string> names{"--help"};
    for (const OptionRow& row : command.options) names.emplace_back(row.name);
    const std::vector<std::string> near = nearest(word, names);
    throw Error(word, fmt::format("{} has no option {}.", command.name, word),
                near.empty() ? fmt::format("It has: {}.", join_names(names, 20))
                             : fmt::format("Did you mean {}?", join_names(near)));
  }
  throw Error(extras.front(),
              command.operand.empty()
                  ? fmt::format("{} takes no argument, but got {}.", command.name, extras.front())
                  : fmt::format("{} takes {}, but got {} too.", command.name,
                                command.name == "catalog"   ? "one PATH"
                                : command.name == "compare" ? "two files"
                                                            : "one MODEL",
                                extras.front()),
              fmt::format("Leave it out; {} {} --help shows what can be given.", help.program,
                          command.name));
}

[[noreturn]] void refuse_command(const std::string& word) {
  std::vector<std::string> names;
  for (const CommandRow& row : commands()) names.emplace_back(row.name);
  const bool option = word.starts_with("-");
  const std::vector<std::string> near =
      nearest(word, option ? std::vector<std::string>{"--help", "--version"} : names);
  throw Error(word,
              option ? fmt::format("There is no option {} before the command.", word)
                     : fmt::format("There is no command {}.", word),
              near.empty() ? fmt::format("The commands are: {}.", join_names(names))
                           : fmt::format("Did you mean {}?", join_names(near)));
}

/// Other complaints of CLI11 in our words.
[[noreturn]] void rewrite(const CommandRow& command, const CLI::ParseError& error,
                          const HelpContext& help) {
  const std::string what = error.what();
  for (const OptionRow& row : command.options) {
    if (!what.starts_with(std::string(row.name) + ":") && what != row.name) continue;
    if (row.value.empty()) {
      throw Error(std::string(row.name), fmt::format("{} takes no value.", row.name),
                  fmt::format("Write {} alone.", row.name));
    }
    throw Error(std::string(row.name), fmt::format("{} needs a value.", row.name),
                how_to_give(row));
  }
  throw Error(std::string(command.name), fmt::format("{}: {}.", command.name, what),
              fmt::format("See {} {} --help.", help.program, command.name));
}

}  // namespace

Arguments parse_arguments(int argc, const char* const* argv, const HelpContext& help) {
  Arguments arguments;
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    const CommandRow* command = words.size() > 1 ? find_command(words[1]) : nullptr;
    arguments.message = command ? command_help(*command, help) : general_help(help);
    return arguments;
  }
  if (words[0] == "--version" || words[0] == "version") {
    arguments.message = fmt::format("multibond {}\n", kVersion);
    return arguments;
  }
  const CommandRow* command = find_command(words[0]);
  if (!command) refuse_command(words[0]);
  arguments.command = words[0];
  words.erase(words.begin());
  const auto end = std::find(words.begin(), words.end(), "--");
  if (std::find(words.begin(), end, "--help") != end ||
      std::find(words.begin(), end, "-h") != end) {
    arguments.message = command_help(*command, help);
    return arguments;
  }

  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  if (command->operand == "[MODEL...]") {
    app.add_option("MODELS", arguments.models);
  } else if (!command->operand.empty()) {
    app.add_option("MODEL", [&](const CLI::results_t& values) {
      arguments.model = values.front();
      return true;
    });
  }
  if (command->operand == "RESULT REFERENCE") {
    app.add_option("REFERENCE", [&](const CLI::results_t& values) {
      arguments.reference = values.front();
      return true;
    });
  }
  for (const OptionRow& row : command->options) declare(row, app, arguments);
  std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
  try {
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    rewrite(*command, error, help);
  }
  const std::vector<std::string> extras = app.remaining();
  if (!extras.empty()) refuse_extras(*command, extras, help);
  return arguments;
}

}  // namespace multibond
